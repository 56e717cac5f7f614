"""Trouble that only shows in matches, each with the moves that lead to it."""

from __future__ import annotations

import pytest

from spielwerk.core import Severity
from spielwerk.languages.gdl import GdlGame, parse_program
from spielwerk.languages.gdl.tools import probe

SOUND = """
    (role x) (init (at 1)) (succ 1 2) (succ 2 3)
    (<= (legal x (go ?b)) (true (at ?a)) (succ ?a ?b))
    (<= (next (at ?b)) (does x (go ?b)))
    (<= terminal (true (at 3)))
    (<= (goal x 100) (true (at 3)))
"""


def found(rules: str, **bounds: int) -> dict[str, str]:
    diagnostics = probe(GdlGame(parse_program(rules), "test"), **bounds)
    assert all(d.severity is Severity.WARNING for d in diagnostics)
    assert all(d.span is not None and d.hint for d in diagnostics)
    return {d.code: d.message for d in diagnostics}


def test_a_sound_game_has_nothing_to_report() -> None:
    assert found(SOUND) == {}


def test_a_role_without_a_move_is_found_with_the_way_there() -> None:
    rules = SOUND.replace("(true (at 3))", "(true (at 4))") + "(succ 3 5)"
    assert found(rules)["gdl-stuck"] == (
        "x has no legal move, though the match is not over. "
        "It happens after x (go 2); x (go 3); x (go 5)."
    )


def test_trouble_at_the_start_is_said_to_be_there() -> None:
    rules = SOUND.replace("(succ 1 2)", "")
    assert found(rules)["gdl-stuck"].endswith("This is so at the start.")


def test_a_match_without_an_end_is_found() -> None:
    endless = SOUND.replace("(true (at 3))", "(true (at 4))") + "(succ 3 1)"
    message = found(endless, steps=50, many=0)["gdl-endless"]
    assert message.startswith("A match is not over after 50 steps.")
    assert "and 20 steps more" in message
    message = found(endless, steps=50)["gdl-endless"]
    assert message.startswith("A match is not over after 500 steps.")
    assert "and 470 steps more" in message


def test_missing_and_ambiguous_goals_are_found_at_the_end() -> None:
    rules = SOUND.replace("(goal x 100)", "(goal x 50)") + "(role y) (legal y noop) (goal x 20)"
    messages = found(rules)
    assert "y has no goal" in messages["gdl-goal-missing"]
    assert "the goals 20 and 50 at once" in messages["gdl-goal-ambiguous"]
    assert "x (go 2), y noop; x (go 3), y noop" in messages["gdl-goal-missing"]


def test_facts_and_moves_that_base_and_input_leave_out_are_found() -> None:
    rules = SOUND + "(base (at 1)) (base (at 2)) (input x (go 2))"
    messages = found(rules)
    assert messages["gdl-base"].startswith("(at 3) becomes true, but no 'base' lists it.")
    assert messages["gdl-input"].startswith("(go 3) is legal for x, but no 'input' lists it.")
    complete = rules + "(base (at 3)) (input x (go 3))"
    assert found(complete) == {}


def test_each_kind_of_trouble_is_reported_once() -> None:
    rules = SOUND + "(succ 1 3) (succ 1 4) (succ 1 5)"
    assert len(probe(GdlGame(parse_program(rules), "test"))) == 1


def test_rules_that_explode_are_reported_and_not_a_crash() -> None:
    numbers = " ".join(f"(n {number})" for number in range(40))
    rules = SOUND + f"{numbers} (<= (legal x (s ?a ?b ?c ?d)) (n ?a) (n ?b) (n ?c) (n ?d))"
    assert "legal/2" in found(rules)["gdl-limit"]


LOCK = """
    (role thief) (digit (0 .. 9)) (init (now 1)) (numbers 1 .. 6 succ)
    (<= (legal thief (turn ?d)) (digit ?d) (true (now ?n)) (distinct ?n 6))
    (<= (next (now ?m)) (true (now ?n)) (succ ?n ?m))
    (<= (next (set ?n ?d)) (does thief (turn ?d)) (true (now ?n)))
    (<= (next (set ?n ?d)) (true (set ?n ?d)))
    (<= open (true (set 1 7)) (true (set 2 0)) (true (set 3 4)) (true (set 4 4)) (true (set 5 1)))
    (<= over (true (now 6)))
"""
"""Five digits of ten each: one of 100,000 random matches opens the lock."""
THE_WAY = (
    "It happens after thief (turn 7); thief (turn 0); thief (turn 4); thief (turn 4); "
    "thief (turn 1)."
)


@pytest.mark.parametrize(
    ("rest", "code", "message"),
    [
        (
            "(<= terminal over) (<= (goal thief 0) over) (<= (goal thief 100) open)",
            "gdl-goal-ambiguous",
            "The match is over, and thief has the goals 0 and 100 at once. " + THE_WAY,
        ),
        (
            "(<= terminal over) (<= (goal thief 0) (not open))",
            "gdl-goal-missing",
            "The match is over, but thief has no goal. " + THE_WAY,
        ),
        (
            "(<= terminal over (not open)) (<= (goal thief 0) over)",
            "gdl-stuck",
            "thief has no legal move, though the match is not over. " + THE_WAY,
        ),
    ],
)
def test_what_goes_wrong_once_in_a_hundred_thousand_matches_is_found(
    rest: str, code: str, message: str
) -> None:
    assert found(LOCK + rest) == {code: message}
    assert found(LOCK + rest, many=0) == {}, "a few matches do not show it"


def test_a_match_that_hardly_ever_fails_to_end_is_found() -> None:
    rules = (
        LOCK.replace("(distinct ?n 6)", "")
        + """
        (<= (next (now 6)) (true (now 6))) (<= terminal over (not open)) (<= (goal thief 0) over)
    """
    )
    message = found(rules, steps=40)["gdl-endless"]
    assert message.startswith(
        "A match is not over after 400 steps. It happens after thief (turn 7)"
    )


def test_a_fact_that_is_hardly_ever_true_and_not_listed_is_found() -> None:
    rules = (
        LOCK
        + """
        (<= terminal over) (<= (goal thief 0) over)
        (<= (next rich) (true (set 1 7)) (true (set 2 0)) (true (set 3 4)) (true (set 4 4)))
        (base (now (1 .. 6))) (base (set (1 .. 6) (0 .. 9)))
    """
    )
    messages = found(rules)
    assert list(messages) == ["gdl-base"]
    assert messages["gdl-base"].startswith("rich becomes true, but no 'base' lists it. It happens")


@pytest.mark.parametrize("seed", [0, 1])
def test_the_same_seed_finds_the_same(seed: int) -> None:
    game = GdlGame(parse_program(SOUND + "(succ 1 4)"), "test")
    assert probe(game, seed=seed) == probe(game, seed=seed)
