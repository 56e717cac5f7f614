"""The page's own sources: every text in both languages and none too many. What else they keep to is
checked by Prettier, ESLint and TypeScript (``make page``)."""

from __future__ import annotations

import gzip
import json
import re
from importlib.resources import files
from pathlib import Path

from spielwerk.catalogue import entries

WEB = Path(__file__).parents[2] / "src" / "spielwerk" / "web"
OURS = [path for path in WEB.rglob("*.js") if "vendor" not in path.parts]

GERMAN_ONLY = ("word.", "game.", "role.")
"""Texts for names that the rules bring along in English."""
HEADERS = 270
"""Bytes in front of every file on the wire."""
MADE_UP = re.compile(
    r"(nav|theme|clock|strength|level|phase|offer|problem|role)\..*"
    r"|table\.(draw|undo|pause|resume|rematch)|replay\.(first|back|on|last|run|stop|speed)"
    r"|spy\.(mp|ap)|spy\.(side|act|log)\..*"
    r"|write\.(try|play|host|judge|show\..*)"
    r"|door\..*|lobby\.(open|going|over)(\.none)?"
    r"|trial\.(time|by|stage|kind|seat|break|tab)\..*"
    r"|spyedit\.(tab|about|unit|group)\..*"
    r"|write\.(alter|blank|choice|kind)\..*|health\.player\..*"
    r"|end\.(left|late|machine)\..*|analysis\.(blunder|mistake|slip)"
    r"|teach\.(yes|no|next|back|done)|operator\.(queue|account)\..*"
    r"|hero\.coin\..*|hero\.(bought|redeemed|elsewhere)"
)
"""Keys that are put together from a name, and so do not stand in the sources as a whole."""


def texts(language: str) -> dict[str, str]:
    source = (WEB / "strings" / f"{language}.js").read_text(encoding="utf-8")
    found = re.findall(r'^  "?([^":]+)"?:\s+((?:"(?:[^"\\]|\\.)*"(?:\s\+\s+)?)+),$', source, re.M)
    return {key: "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)) for key, text in found}


def test_german_and_english_say_the_same_things() -> None:
    english, german = texts("en"), texts("de")
    assert len(english) > 150
    assert sorted(english.keys() - german.keys()) == []
    extra = german.keys() - english.keys()
    assert [key for key in sorted(extra) if not key.startswith(GERMAN_ONLY)] == []


def test_english_titles_are_those_of_the_rules() -> None:
    english = texts("en")
    for entry in entries():
        plain = entry.name.replace("-", " ").capitalize()
        assert english.get(f"game.{entry.name}", plain) == entry.title


def test_the_people_of_our_own_files_are_told_of_in_german() -> None:
    german = (WEB / "spy" / "biographies.js").read_text(encoding="utf-8")
    library = files("spielwerk").joinpath("library", "spy", "characters")
    people = [one for file in library.iterdir() for one in json.loads(file.read_text("utf-8"))]
    assert people
    assert [one["name"] for one in people if f'"{one["description"]}":' not in german] == []


def test_texts_have_the_same_places_to_fill_in() -> None:
    english, german = texts("en"), texts("de")
    for key, text in english.items():
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", german[key]))


def test_every_key_in_the_sources_has_a_text_and_every_text_is_used() -> None:
    english = texts("en")
    code = "\n".join(p.read_text(encoding="utf-8") for p in OURS if p.parent.name != "strings")
    used = set(re.findall(r'\bt\(\s*(?:[^"()]*\? )?"([\w.=,-]+)"', code))
    assert sorted(used - english.keys()) == []
    quoted = set(re.findall(r'"([\w.=,-]+)"', code))
    quoted |= {f"game.{entry.name}" for entry in entries()}
    assert [key for key in english if key not in quoted and not MADE_UP.fullmatch(key)] == []


def test_modules_are_small_and_say_what_they_are_for() -> None:
    for path in OURS:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("/**"), path
        assert path.parent.name == "strings" or text.count("\n") <= 250, path


def test_everything_a_table_needs_is_loaded_at_once() -> None:
    wanted = _reached("app.js") | _reached("pages/match.js")
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'(?:modulepreload" href|src)="([^"]+)"', page)) == wanted


def test_what_a_table_needs_is_light_without_a_bundle() -> None:
    """The benchmark ``page`` measures what travels; this fails where a module comes along."""
    modules = _reached("app.js") | _reached("pages/match.js") | {"strings/de.js", "index.html"}
    html = (WEB / "index.html").read_text(encoding="utf-8")
    styles = set(re.findall(r'stylesheet" href="([^"]+)"', html))
    packed = [len(gzip.compress((WEB / name).read_bytes())) for name in modules | styles]
    assert sum(packed) + HEADERS * len(packed) < 118_000


def _reached(name: str) -> set[str]:
    """The modules that a module imports, itself and those further on included."""
    found: set[str] = set()
    todo = [WEB / name]
    while todo:
        path = todo.pop()
        if (short := path.relative_to(WEB).as_posix()) not in found:
            found.add(short)
            imports = re.findall(r'from "([^"]+)"', path.read_text(encoding="utf-8"))
            todo += [(path.parent / one).resolve() for one in imports]
    return found


CODES = re.compile(
    r'\b(?:(?:Problem|Bye)\(\s*\d+,\s*|(?:refused|Refusal|_wrong)\(\s*|"code": )"([a-z-]+)"'
)
"""How the server and matches name what is wrong."""
FOR_PROGRAMS = {"no-hello", "not-a-command", "not-json", "not-text", "unknown-message"}
"""Problems that this page cannot have."""


def test_whatever_a_server_refuses_is_said_in_both_languages() -> None:
    source = WEB.parent
    files = [*(source / "server").rglob("*.py"), *(source / "match").rglob("*.py")]
    codes = {code for path in files for code in CODES.findall(path.read_text(encoding="utf-8"))}
    assert "wrong-password" in codes
    said = {key.removeprefix("problem.") for key in texts("de") if key.startswith("problem.")}
    assert sorted(codes - said - FOR_PROGRAMS) == []
