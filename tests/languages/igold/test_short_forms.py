"""Every short form that the guide names: what it stands for, and that it does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from spielwerk.cli import main
from spielwerk.core import SourceError
from spielwerk.languages.igold import check_text, open_text
from spielwerk.languages.igold.notation import canon, read_notation, write_notation

GUIDE = Path(__file__).parents[3] / "docs" / "igold.md"
TABLE = re.compile(r"### Every short form once\n(.*?)```text", re.S)
GAME = re.compile(r'```text title="harbour.igold"\n(.*?)```', re.S)


@pytest.fixture(scope="module")
def harbour() -> str:
    return GAME.search(GUIDE.read_text("utf-8"))[1]


@pytest.fixture(scope="module")
def expanded(harbour, tmp_path_factory) -> str:
    file = tmp_path_factory.mktemp("harbour") / "harbour.igold"
    file.write_text(harbour, "utf-8")
    said = CliRunner().invoke(main, ["igold", "expand", str(file)])
    assert said.exit_code == 0
    return said.output


def test_the_guide_names_every_form_and_what_it_becomes_is_shown(harbour, expanded):
    rows = [row.split(" | ") for row in TABLE.search(GUIDE.read_text("utf-8"))[1].splitlines()]
    rows = [row for row in rows if len(row) == 3 and "---" not in row[0]][1:]
    assert len(rows) == 12
    for _, example, becomes in rows:
        for short in re.findall(r"`([^`]+)`", example):
            pattern = ".*".join(re.escape(part.strip()) for part in short.split("..."))
            if not short.startswith("scored("):
                assert re.search(pattern, harbour), short
        for element in re.findall(r"`([^`]+)`", becomes):
            assert element in expanded or f"<{element}" in expanded, element
    assert not check_text(expanded, "harbour.igold.xml"), "what is shown is a game"
    assert "turns:" not in expanded.partition("</plugins>")[2]


def test_the_written_out_game_and_the_short_one_are_played_the_same(harbour, expanded):
    states = [open_text(text).settled(3).initial(4) for text in (harbour, expanded)]
    moves = [{"anna": "choose 1", "ben": "choose 4", "carla": "choose 0"}, {"ben": "draw"},
             {"carla": "look"}, {"carla": "choose silk"}, {"anna": "sell"}, {"ben": "trade"},
             {"carla": "draw"}]  # fmt: skip
    for move in moves:
        states = [state.after(move) for state in states]
        assert states[0].view("anna") == states[1].view("anna")
    # Anna has sold and is out; Ben, who bid most, began, and is next after Carla.
    assert states[0].turn.roles == ("ben",)


def test_all_choose_at_once_and_hands_are_given(harbour):
    state = open_text(harbour).settled(3).initial(4)
    assert state.turn.roles == ("anna", "ben", "carla")
    hands = {role: state.view(role)["players"][role]["fields"]["hand"] for role in state.turn.roles}
    assert [hands[role]["count"] for role in hands] == [2, 3, 2]
    assert "wool-bale" in hands["ben"]["objects"]


def test_notes_belong_to_one_player_and_this_object_says_who_sees_it(harbour):
    state = open_text(harbour).settled(2).initial(4)
    state = state.after({"anna": "choose 1", "ben": "choose 0"})
    before = state.view("anna")["players"]["ben"]["fields"]["hand"]
    state = state.after({"anna": "look"})
    # The guard of this harbour: wool can never be noted.
    assert state.legal("anna") == ("choose wine", "choose silk")
    state = state.after({"anna": "choose silk"})
    after = state.view("anna")["players"]["ben"]["fields"]["hand"]
    assert str(after) != str(before), "the top card is known to Anna now"
    assert state.view("anna")["players"]["anna"]["attributes"]["notes"] == ["silk"]
    assert "notes" not in state.view("ben")["players"]["anna"]["attributes"]


CARDS = """\
game "Gems" id=gems
players 2 to 2: anna, ben
integer Number from 0
table: board: Board
actor Digger
abstract object Gem: worth: Number
{table}
space Board: open: Open [all Gem]
field Open
phase P when start of game: state P.S when start of phase: end game
outcome: actor.seat
"""
ROWS = """\
cards Gem: color, worth, count
  Ruby       red   3 2 "Ruby" | "Rubin"
  GreenStone green 1 4 "Green stone" | "Grünstein" note "It says \\"ah\\", and more." """


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_spreadsheet_is_the_same_table_as_rows(mark):
    table = [
        ["name", "color", "worth", "count", "de", "note"],
        ["Ruby", "red", "3", "2", "Rubin", ""],
        ["Green stone", "green", "1", "4", "Grünstein", '"It says ""ah"", and more."'],
    ]
    rows = "\n  ".join(["cards Gem csv:", *(mark.join(row) for row in table)])
    one, _ = read_notation(CARDS.format(table=rows))
    other, _ = read_notation(CARDS.format(table=ROWS))
    assert canon(one) == canon(other)
    again, _ = read_notation(write_notation(one))
    assert canon(again) == canon(one)
    shown = open_text(CARDS.format(table=rows)).initial(1).view(None)
    assert shown["game"]["fields"]["open"]["count"] == 6


@pytest.mark.parametrize(
    ("rows", "message", "line", "column"),
    [
        (["name, worth", "Ruby, 3, 4"], "This row has 3 cells, but the table 2 columns.", 9, 3),
        (["name, worth", "Ruby, 3 4"], "'4' was not expected here.", 9, 11),
        (["name, worth, count", "Ruby, 3, many"], "A count is a whole number up to 999.", 9, 12),
        ([], "A table of cards begins with the names of its columns.", 7, 1),
        (["name, worth", "Ruby, 3"], "No table says how many there are of each 'Gem'.", 10, 30),
        (["name, worth", "Ruby, x"], "Nothing here is called 'x'.", 9, 9),
    ],
)
def test_what_is_wrong_in_a_spreadsheet_is_told_at_its_cell(rows, message, line, column):
    table = "\n  ".join(["cards Gem csv:", *rows])
    with pytest.raises(SourceError) as caught:
        open_text(CARDS.format(table=table), "gems.igold")
    problem = caught.value.diagnostics[0]
    assert (problem.message, problem.span.line, problem.span.column) == (message, line, column)


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ("link captain:", "link first:", "'first' is a word of the notation and cannot be a name "
         "here.", "'firstOne'"),
        ("me.points += 2", "me.points = captain", "This does not fit: a value is needed here.", ""),
        ("worth, kind\n", "kind\n", "'Pennant' gives no value to the abstract attribute 'worth'.",
         "Write below it: worth = ..."),
    ],
)  # fmt: skip
def test_a_designer_is_answered_in_words_of_the_notation(harbour, old, new, message, hint):
    text = harbour.replace(old, new, 1) if "kind" not in old else harbour.replace(
        "cards Ware: color, worth, kind\n  Pennant green 0 silk",
        "cards Ware: color, kind\n  Pennant green silk",
    )  # fmt: skip
    problems = [one for one in check_text(text, "harbour.igold") if one.severity == "error"]
    assert message in [one.message for one in problems]
    assert hint in next(one for one in problems if one.message == message).hint if hint else True


def test_an_implication_that_asks_for_nothing_is_always_active():
    text = """\
game "Tithe" id=tithe
players 2 to 2: anna, ben
integer Number from 0
table: pot: Number = 10; link player: Miller
actor Miller: sacks: Number = 3; taken: Taken
implication Taken: pot -= thisActor.sacks
action Stop by player: end state
turns Mill link=player ends=game when start of game until false == true: stop: Stop
outcome: actor.sacks
"""
    assert open_text(text).initial(1).view(None)["game"]["attributes"]["pot"] == 4
