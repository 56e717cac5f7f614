"""What packages register is found, ours first; a broken one is a sentence and stops nobody."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from spielwerk import catalogue
from spielwerk.catalogue import entries, languages, open_game, problems
from spielwerk.core import Unusable, registered, registered_names, registry
from spielwerk.players import PlayerSpecError, parse_player, player_names

HEAVY = ("clingo", "lxml", "numpy", "numba", "llvmlite")
Install = Callable[..., None]


def forget() -> None:
    for cached in (
        registry._points,
        catalogue._languages,
        catalogue._catalogue,
        catalogue._sized_entry,
    ):
        cached.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package of one module: ``install("pkg", "its text", games="name = pkg:IT")``."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(package: str, text: str, **points: str) -> None:
        (tmp_path / f"{package}.py").write_text(text)
        about = tmp_path / f"{package}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        groups = (f"[spielwerk.{group}]\n{lines}\n" for group, lines in points.items())
        (about / "entry_points.txt").write_text("\n".join(groups))
        forget()

    yield put
    forget()


def test_nobody_is_stopped_by_a_package_that_cannot_be_imported(install: Install) -> None:
    before = [entry.name for entry in entries()]
    install("broken_one", "import no_such_thing_at_all", languages="oops = broken_one:LANGUAGE")
    install("broken_two", "raise SystemExit(3)", games="gone = broken_two:GAME")
    assert [entry.name for entry in entries()] == before
    assert "gdl" in languages()
    assert [said for said in problems() if "\n" in said] == []
    assert "'oops' of the package broken_one" in problems()[0]
    assert "No module named 'no_such_thing_at_all'" in problems()[0]
    assert "'gone' of the package broken_two" in problems()[1]


def test_something_else_than_a_language_is_told(install: Install) -> None:
    install("odd", "LANGUAGE = 42", languages="odd = odd:LANGUAGE")
    (said,) = problems()
    assert said.endswith("cannot be used: it is no Language.")


STRAY = """
from spielwerk.core import Entry, Language, Role
def library():
    yield Entry("chess", "My Chess", "", (Role("a"),), False, lambda: 1 / 0)
    raise RuntimeError("no more")
def language(name):
    return Language(name=name, title="Stray", check=lambda rules: [], library=library)
SAME, OTHER, MINE = language("gdl"), language("aaa"), language("mine")
"""


def test_ours_keep_their_names(install: Install) -> None:
    install(
        "aaa",
        STRAY,
        languages="gdl = aaa:SAME\nbbb = aaa:OTHER\nmine = aaa:MINE",
    )
    assert languages()["gdl"].title == "GDL"
    assert "aaa" not in languages()
    assert open_game("chess").title == "Chess"
    told = "\n".join(problems())
    assert "'gdl' of the package aaa (spielwerk.languages) is left out: spielwerk has one" in told
    assert "registered as 'bbb', and calls itself 'aaa'" in told
    assert "The game My Chess is left out: 'chess' is the name of Chess." in told
    assert "The games in Stray cannot be listed: RuntimeError('no more')" in told


def test_a_broken_player_is_told_to_who_asks_for_it(install: Install) -> None:
    install("weak", "LAZY = int\nimport gone", players="lazy = weak:LAZY\nnumber = builtins:int")
    assert "lazy" in player_names()
    with pytest.raises(PlayerSpecError, match="No module named 'gone'"):
        parse_player("lazy:1s")
    with pytest.raises(PlayerSpecError, match="int is no Player"):
        parse_player("number")
    assert parse_player("random").name == "random"


def test_a_group_without_anything_says_what_is_missing() -> None:
    with pytest.raises(Unusable, match="is Spielwerk installed"):
        registered_names("spielwerk.nothing")
    with pytest.raises(KeyError):
        registered("spielwerk.games", "nothing", object)


@pytest.mark.parametrize(
    "code",
    [
        "from spielwerk.catalogue import entries; assert len(entries()) > 15",
        "from spielwerk.catalogue import languages; languages()",
        "from spielwerk.players import player_names; player_names()",
        "from spielwerk.cli import main; main(['games'], standalone_mode=False)",
        "from spielwerk.cli import main; main(['--help'], standalone_mode=False)",
    ],
)
def test_listing_loads_no_engine(code: str) -> None:
    told = f"import sys; {code}; assert not {HEAVY!r} & sys.modules.keys()"
    told = told.replace(repr(HEAVY), repr(set(HEAVY)))
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
