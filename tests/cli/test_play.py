"""``spielwerk play`` as a user meets it: real games, real lines, real mistakes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.languages.gdl.programs import CAPITALS

from spielwerk.cli import main

Play = Callable[..., Result]


@pytest.fixture
def play() -> Play:
    def run(arguments: str, *lines: str) -> Result:
        typed = "".join(f"{line}\n" for line in lines)
        return CliRunner().invoke(main, ["play", *arguments.split()], input=typed)

    return run


def test_the_first_minute_of_a_newcomer(play: Play) -> None:
    said = play("tic-tac-toe --seat oplayer=random", "2 2", "/exit")
    assert said.exit_code == 0
    assert said.output.splitlines()[:9] == [
        "Tic-tac-toe. Two players take turns to mark a cell of a 3x3 grid. Three marks",
        "in a row win.",
        "You play xplayer; random plays oplayer.",
        "",
        " 3  · · ·",
        " 2  · · ·",
        " 1  · · ·",
        "    1 2 3",
        "",
    ]
    assert "Type a move, such as 1 1 or (mark 1 1). /legal lists all, /help helps." in said.output
    assert " 2  · X" in said.output
    assert "oplayer plays" in said.output


def test_a_whole_match_of_tic_tac_toe(play: Play) -> None:
    moves = ["mark 1 1", "mark 2 1", "mark 1 2", "mark 2 2", "mark 1 3"]
    said = play("tic-tac-toe", *moves)
    assert said.exit_code == 0
    assert "The match is over: xplayer 100, oplayer 0 (of 100)." in said.output


def test_the_role_in_front_of_a_move_as_the_seed_writes_it(play: Play) -> None:
    said = play("chess", "white (move e 2 e 4)", "black (move e 7 e 5)", "/state")
    assert "State 2 of 2" in said.output
    assert " 5  · · · · ♟ · · ·" in said.output
    assert " 4  · · · · ♙ · · ·" in said.output


def test_chess_is_played_by_squares(play: Play) -> None:
    said = play("chess", "e2e4", "e7-e5", "/legal")
    assert "g1-f3" in said.output
    assert "white> /legal" in said.output


def test_a_king_may_not_step_onto_his_own_pawn_and_is_told_why(play: Play) -> None:
    said = play("chess", "e1e2", "/why e1e2")
    refusal = next(line for line in said.output.splitlines() if "(/why e1e2 tells more.)" in line)
    assert "pawn" in refusal or "own" in refusal
    tree = said.output.split("white> /why e1e2\n")[1]
    assert tree.startswith("no: ")
    assert "chess.gdl:" in tree


def test_relations_of_the_rules_can_be_listed(play: Play) -> None:
    said = play("tic-tac-toe", "(mark 2 2)", "/eval marked", "/eval wins", "/eval marcked", "/eval")
    assert "1 found\n  (marked 2 2)" in said.output
    assert "Nothing holds of wins." in said.output
    assert "no relation 'marcked'. Did you mean marked?" in said.output
    assert "no relation ''. There are" in said.output


def test_goals_are_told_before_the_end_too(play: Play) -> None:
    assert "(goal xplayer 50)" in play("tic-tac-toe", "/goal").output


def test_the_state_counts_its_facts(play: Play) -> None:
    said = play("tic-tac-toe", "(mark 2 2)", "/state", "/state 0")
    assert "State 1 of 1, 2 facts" in said.output
    assert "State 0 of 1, 1 facts" in said.output


def test_the_rules_are_shown_in_prolog(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "rules.pl"
    said = play("nim", "/prolog", f"/prolog {file}", f"/prolog {tmp_path}")
    assert "function_legal(" in said.output
    assert "function_legal(" in file.read_text()
    assert "cannot be written" in said.output


def test_a_match_is_saved_loaded_and_refused_when_edited(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    play("tic-tac-toe", "(mark 2 2)", f"/save {file}")
    assert " 2  · X ·" in play("tic-tac-toe", f"/load {file}").output
    assert "The log is of 'tic-tac-toe', not of 'nim'." in play("nim", f"/load {file}").output
    file.write_text(file.read_text().replace("mark 2 2", "mark 1 1"))
    assert "line 5: The line, or one before it, was changed" in (
        play("tic-tac-toe", f"/load {file}").output
    )


def test_a_player_with_secrets_sees_only_what_is_theirs(play: Play) -> None:
    said = play("kuhn-poker --seat second=random --seed 1", "/state", "/eval card", "/goal")
    assert said.output.count("(card ") == 2
    assert "/eval is closed" in said.output
    assert "there is no outcome yet" in said.output


def test_two_people_with_secrets_see_their_own_cards_in_turn(play: Play) -> None:
    first = play("kuhn-poker").output
    both = play("kuhn-poker", "check").output
    mine = [line for line in first.splitlines() if "(card " in line]
    assert len(mine) == 1
    theirs = [line for line in both.split("first> check")[1].splitlines() if "(card " in line]
    assert theirs
    assert mine[0].split("(card ")[1] not in {line.split("(card ")[1] for line in theirs}


def test_simultaneous_bids_are_made_one_after_the_other(play: Play) -> None:
    said = play("goofspiel", "(bid 3)", "(bid 5)")
    assert "anna> (bid 3)" in said.output
    assert "bert> (bid 5)" in said.output
    assert "anna plays 3.\nbert plays 5." in said.output


def test_the_same_seed_plays_the_same_match(play: Play) -> None:
    random = "breakthrough --seat white=random --seat black=random --seed"
    assert play(f"{random} 4").output == play(f"{random} 4").output
    assert play(f"{random} 4").output != play(f"{random} 5").output


def test_a_match_among_random_players_runs_to_its_end(play: Play) -> None:
    said = play(
        "tron --seat red=random --seat green=random --seat blue=random --seat yellow=random"
    )
    assert said.exit_code == 0
    assert "The match is over" in said.output


@pytest.mark.parametrize("machine", ["greedy", "mcts:iterations=100", "alphabeta:depth=2"])
def test_a_machine_is_an_opponent_in_the_terminal(play: Play, machine: str) -> None:
    said = play(f"tic-tac-toe --seat oplayer={machine}", "2 2", "/undo", "1 1", "/why 1 1")
    assert f"You play xplayer; {machine} plays oplayer." in said.output
    assert said.output.count("oplayer plays") == 2
    assert "Back at state 0." in said.output
    assert "already a mark on 1 1" in said.output


def test_machines_play_each_other_to_the_end(play: Play) -> None:
    said = play("tic-tac-toe --seat xplayer=alphabeta:depth=9 --seat oplayer=alphabeta:depth=9")
    assert said.exit_code == 0
    assert "The match is over: xplayer 50, oplayer 50 (of 100)." in said.output


def test_a_match_saved_by_an_earlier_version_goes_on(play: Play) -> None:
    file = Path(__file__).parents[1] / "match" / "saved" / "tic-tac-toe.jsonl"
    said = play("tic-tac-toe --seat oplayer=random", f"/load {file}", "/state", "/undo")
    assert "Loaded 6 steps" in said.output
    assert "State 6 of 6" in said.output
    assert "Back at state 4." in said.output


def test_a_file_of_rules_is_played(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "coin.gdl"
    file.write_text(
        "(role me) (init start) (<= (legal me (call heads)) (true start))\n"
        "(<= (next done) (does me (call heads))) (<= terminal (true done)) (goal me 100)\n"
    )
    said = play(str(file), "heads")
    assert "coin." in said.output
    assert "  start  yes" in said.output
    assert "The match is over: me 100 (of 100)." in said.output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("ches", "There is no game called 'ches'. Did you mean chess"),
        ("chess --seat whit=random", "chess has no role 'whit'; its roles are white, black."),
        ("chess --seat white=robot", "--seat white=robot: There is no player called 'robot'"),
        ("chess --seat white=", "There is no player called ''"),
        ("chess --seat white=mcts:soon", "'soon'"),
        ("chess --seat white", "write ROLE=PLAYER, such as white=mcts:1s."),
        ("kuhn-poker --seat first=alphabeta", "alphabeta plays games of two"),
        ("chess --seat white=jumper", "jumper"),
        ("chess --seed x", "'x' is not a valid integer"),
        ("", "Missing argument 'GAME|FILE'"),
        ("missing.gdl", "There is no such file."),
        ("chess --sit white=random", "No such option"),
    ],
)
def test_wrong_usage_is_told_on_stderr_with_status_2(
    play: Play, arguments: str, complaint: str
) -> None:
    said = play(arguments)
    assert said.exit_code == 2
    assert complaint in said.stderr
    assert said.stdout == ""


def test_wrong_rules_are_refused_with_place_and_hint(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "wrong.gdl"
    file.write_text("(role a)\n(<= (legal a x)\n")
    said = play(str(file))
    assert said.exit_code == 2
    assert "wrong.gdl:2:1: error[gdl-unclosed-parenthesis]" in said.stderr
    assert "  2 | (<= (legal a x)" in said.stderr
    assert "hint: Add the missing ')'" in said.stderr


@pytest.mark.parametrize(
    "line",
    [
        "(" * 5000,
        ")" * 5000,
        "\x00\x01\x02",
        "?x",
        "(mark ?x 1)",
        "/",
        "/ /",
        "//",
        "/why",
        "/why (((",
        "/why ?",
        "/state -1",
        "/state 99999999999999999999999999",
        "/state ²",
        "/eval (((",
        "/load \x00",
        "/save \x00",
        "/load /dev/null",
        "/load /dev/zero",
        "/save /dev/full",
        "/save ~nobody-of-this-name/x",
        "oplayer",
        "oplayer oplayer",
        "xplayer",
        "💥" * 100,
        "a" * 100_000,
        "(mark 1 1) (mark 2 2)",
        "'); DROP TABLE",
    ],
    ids=lambda line: ascii(line[:20]),
)
def test_whatever_is_typed_gets_an_answer_and_the_match_goes_on(play: Play, line: str) -> None:
    said = play("tic-tac-toe", line, "(mark 2 2)", "/state")
    assert said.exit_code == 0, said.output
    assert " 2  · X ·" in said.output


def test_capitals_are_shown_as_the_author_wrote_them_and_typed_as_one_likes(
    play: Play, tmp_path: Path
) -> None:
    file = tmp_path / "race.gdl"
    file.write_text(CAPITALS)
    said = play(f"{file} --seat BLUE=random", "/legal", "STEPTO 2", "/eval canreach", "/exit")
    assert said.exit_code == 0
    assert "You play Red; random plays blue." in said.output
    assert "(stepTo 1)" in said.output
    assert "(canReach 0 1)" in said.output
    assert "stepto" not in said.output
