"""IGold games in the catalogue: by name, by number of players, by path."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

from pathlib import Path

import pytest

from spielwerk.catalogue import entries, find_entry, language_of, open_game
from spielwerk.core import SourceError, SpielwerkError, UnknownGame
from spielwerk.languages.igold import IGOLD, IgoldGame, open_text

FIXTURES = Path(__file__).parent / "fixtures"


def test_files_are_known_by_their_double_ending():
    assert language_of(Path("my.igold.xml")).name == "igold"
    assert language_of(Path("MY.IGOLD.XML")).name == "igold"
    with pytest.raises(SourceError, match=r"\.igold\.xml"):
        language_of(Path("my.xml"))


def test_a_file_is_opened_checked_and_probed():
    path = FIXTURES / "noughts.igold.xml"
    game = open_game(str(path))
    assert isinstance(game, IgoldGame)
    assert game.name == "noughts"
    language = language_of(path)
    assert list(language.check(language.read(path))) == []
    assert list(language.probe(game)) == []


def test_a_probe_finds_faults_that_only_play_shows(tmp_path, framed):
    begin = "<objectOperation><moveObjectToField><whichObject><topObjectOfField><fieldOfGame instanceIdReference='f'/></topObjectOfField></whichObject><toWhichField><fieldOfGame instanceIdReference='f'/></toWhichField></moveObjectToField></objectOperation>"
    path = tmp_path / "empty.igold.xml"
    path.write_text(
        framed(
            begin=begin,
            gameState='<gameState><instances><spaceInstance typeReference="type.S" instanceId="s"/></instances></gameState>',
            spaces='<spaces><space typeId="type.S"><instances><fieldInstance typeReference="type.F" instanceId="f"/></instances></space></spaces>',
            fields='<fields><field typeId="type.F"/></fields>',
        )
    )
    (problem,) = IGOLD.probe(open_game(str(path)))
    assert problem.code == "igold-fault"
    assert "seed 0" in problem.hint


def test_library_games_come_for_every_number_of_players():
    entry = find_entry("citadels:6")
    assert len(entry.roles) == 6
    assert entry.open().name == "citadels:6"
    assert open_game("citadels").name == "citadels"
    with pytest.raises(UnknownGame):
        open_game("citadels:12")


def test_entries_say_what_the_games_say_themselves():
    for entry in entries():
        if entry.language == "igold":
            game = entry.open()
            assert (game.name, game.title, game.about) == (entry.name, entry.title, entry.about)
            assert (game.roles, game.hidden) == (entry.roles, entry.hidden)


OPTIONS = '<options><integerOption optionId="size" default="3" minimum="1" maximum="5"/><booleanOption optionId="fast" default="true"/></options>'


def test_options_are_settled_and_wrong_ones_refused(framed):
    game = open_text(framed(options=OPTIONS))
    assert game.options == {"players": 2, "size": 3, "fast": True}
    other = game.settled(players=4, size=5, fast=False)
    assert other.options == {"players": 4, "size": 5, "fast": False}
    for wrong, message in (
        ({"size": 9}, "between 1 and 5"),
        ({"size": "many"}, "no value of 'size'"),
        ({"sise": 2}, "Did you mean 'size'"),
        ({"players": 9}, "2 to 4 players"),
    ):
        with pytest.raises(SpielwerkError, match=message):
            game.settled(**wrong)


def test_records_are_bound_to_the_rules_and_options(framed):
    one, other = open_text(framed()), open_text(framed(options=OPTIONS))
    assert one.fingerprint != other.fingerprint
    assert one.initial() != one.settled(players=3).initial()
    assert one.initial() == open_text(framed()).initial()
