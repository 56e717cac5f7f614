"""The catalogue finds every game of the library, and files of rules, and says what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import spielwerk
from spielwerk.catalogue import entries, find_entry, language_of, open_game, options_of_game
from spielwerk.core import Entry, SourceError, SpielwerkError, UnknownGame, check_game
from spielwerk.languages.gdl import gdl_text
from spielwerk.languages.igold import language as igold_language
from spielwerk.languages.igold import rewritten, sources

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
MATCHES = 5 if SOAK else 1
LONG = {"chess": 11, "citadels": 11, "spy": 11}
LONG |= dict.fromkeys(["amazons", "draughts", "liars-dice", "reversi", "three-tricks"], 3)
"""Asking every state of a match of these takes many seconds, so most of them wait for a soak.

The numbers are odd: of every second state, all might be the same player's turn.
"""
TINY = """
(role me)
(init (n 0))
(<= (legal me stop) (true (n 0)))
(<= (next (n 1)) (does me stop))
(<= terminal (true (n 1)))
(goal me 70)
"""


def test_the_library_is_listed_by_name() -> None:
    names = [entry.name for entry in entries()]
    assert names == sorted(set(names))
    assert {"tic-tac-toe", "chess", "connect-four", "kuhn-poker"} <= set(names)


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_an_entry_says_of_its_game_what_the_game_says_of_itself(entry: Entry) -> None:
    game = entry.open()
    assert (entry.name, entry.title, entry.about) == (game.name, game.title, game.about)
    assert (entry.roles, entry.hidden) == (game.roles, game.hidden)
    assert entry.language == game.language


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_every_game_of_the_library_keeps_the_contract(entry: Entry) -> None:
    every = 1 if SOAK else LONG.get(entry.name, 1)
    check_game(entry.open(), matches=MATCHES, every=every)


def test_a_name_may_ask_for_a_number_of_players() -> None:
    six = open_game("speed:6")
    assert (six.name, len(six.roles)) == ("speed:6", 6)
    assert open_game("speed:2").name == open_game("speed").name == "speed"
    check_game(six, matches=MATCHES)


@pytest.mark.parametrize("name", ["speed:7", "speed:x", "speed:99999999", "chess:3"])
def test_who_asks_for_too_many_players_is_told(name: str) -> None:
    with pytest.raises(UnknownGame):
        open_game(name)


def test_rules_are_shown_as_they_are_written() -> None:
    shown = {name: open_game(name).source for name in ("nim", "citadels", "speed")}
    assert shown["nim"].text.startswith(";!")
    assert shown["citadels"].text.startswith("# Citadels")
    assert shown["speed"] is None


def test_names_are_understood_in_any_case() -> None:
    assert open_game("Tic-Tac-Toe").name == "tic-tac-toe"


def test_a_file_of_rules_is_a_game(tmp_path: Path) -> None:
    file = tmp_path / "My First_Game.gdl"
    file.write_text(TINY)
    game = open_game(str(file))
    assert game.name == "my-first-game"
    state = game.initial()
    assert state.after({game.roles[0]: state.legal(game.roles[0])[0]}).outcome() == {"me": 70}


def test_files_beside_a_game_can_be_included(tmp_path: Path) -> None:
    (tmp_path / "rest.gdl").write_text(TINY)
    (tmp_path / "game.gdl").write_text('(include "rest.gdl")')
    assert open_game(str(tmp_path / "game.gdl")).roles == ("me",)


def test_a_misspelt_game_suggests_the_nearest() -> None:
    with pytest.raises(UnknownGame) as caught:
        open_game("tictactoe")
    assert "tic-tac-toe" in caught.value.suggestions


def test_a_name_like_nothing_suggests_nothing() -> None:
    with pytest.raises(UnknownGame) as caught:
        open_game("qqqqqqqqqq")
    assert caught.value.suggestions == ()


def test_a_missing_file_is_said_to_be_missing() -> None:
    with pytest.raises(SourceError, match="There is no such file"):
        open_game("no/such/game.gdl")


def test_a_file_of_no_language_names_the_languages(tmp_path: Path) -> None:
    file = tmp_path / "rules.docx"
    file.touch()
    with pytest.raises(SourceError, match=r"'\.docx'") as caught:
        open_game(str(file))
    assert ".gdl" in str(caught.value)


def test_a_folder_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="folder"):
        open_game(str(tmp_path))


def test_wrong_rules_are_refused_with_their_places(tmp_path: Path) -> None:
    file = tmp_path / "wrong.gdl"
    file.write_text("(role)\n(role a b)\n")
    with pytest.raises(SourceError) as caught:
        open_game(str(file))
    assert {d.span.line for d in caught.value.diagnostics if d.span} >= {1, 2}


def test_a_file_that_is_no_text_cannot_be_checked(tmp_path: Path) -> None:
    file = tmp_path / "image.gdl"
    file.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(SourceError, match="gdl-not-text"):
        language_of(file).read(file)


def test_the_text_of_a_library_game_names_no_folder() -> None:
    rules = gdl_text("nim")
    assert "(role first)" in rules.text
    assert (rules.file, rules.folder) == ("nim.gdl", None)


def test_the_library_is_found_in_an_installed_package_even_a_zipped_one(tmp_path: Path) -> None:
    source = Path(spielwerk.__file__).parent.parent
    archive = shutil.make_archive(str(tmp_path / "spielwerk"), "zip", source, "spielwerk")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from spielwerk.catalogue import __file__, entries, open_game\n"
        "assert sys.argv[1] in __file__\n"
        "print(len(entries()), open_game('hex').initial().legal('red')[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, archive], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{len(entries())} (place a 1)\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("citadels:5,deck=haunted", "citadels:5,deck=haunted"),
        ("citadels:deck=HAUNTED,uniquedistricts=no", "citadels:deck=haunted,uniqueDistricts=false"),
        ("citadels:4,deck=classic", "citadels"),
        ("pig:goal=50", "pig:goal=50"),
    ],
)
def test_a_game_with_options_is_opened_by_a_name_that_says_what_is_unusual(name, said):
    game = open_game(name)
    assert game.name == said
    assert open_game(game.name).options == game.options


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("citadels:deck=gold", "'deck' is one of classic, haunted, dark, not 'gold'"),
        ("citadels:dek=haunted", "no option 'dek'"),
        ("pig:goal=5", "between 10 and 500"),
        ("pig:goal=ten", "a whole number"),
        ("chess:goal=1", "no option 'goal'"),
    ],
)
def test_an_option_that_there_is_not_is_told(name, message):
    with pytest.raises(SpielwerkError, match=message):
        open_game(name)


def test_a_file_takes_players_and_options_like_a_game_of_the_library(tmp_path):
    file = tmp_path / "mine.igold"
    file.write_text(rewritten(sources()["pig"].read_text(encoding="utf-8"), "pig"))
    game = open_game(f"{file}:3,goal=20")
    assert (len(game.roles), game.options["goal"]) == (3, 20)
    assert [one.name for one in options_of_game(game)] == ["goal"]


def test_the_catalogue_tells_the_same_options_of_a_game_in_xml_and_in_the_notation():
    for name, source in sources().items():
        entry = find_entry(name)
        text = rewritten(source.read_text(encoding="utf-8"), source.name)
        other = igold_language._notation_entry(name, text)
        assert other.options == entry.options
        assert (other.roles, other.sizes, other.title) == (entry.roles, entry.sizes, entry.title)
        assert (other.about, other.hidden) == (entry.about, entry.hidden)
