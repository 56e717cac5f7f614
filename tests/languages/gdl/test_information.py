"""Which histories fit what a role knows."""

from __future__ import annotations

from random import Random

import pytest

from spielwerk.core import Role
from spielwerk.languages.gdl import GdlGame, normalise, parse_program
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.information import OutOfBudget, PastSteps, fitting
from spielwerk.languages.gdl.program.rules import Term

RULES = """
    (role watcher) (role random) (init (step 0))
    (succ 0 1) (succ 1 2) (succ 2 3)
    (colour red) (colour blue) (colour green)
    (legal watcher noop)
    (<= (legal random (draw ?c)) (colour ?c))
    (<= (next (drawn ?n ?c)) (does random (draw ?c)) (true (step ?n)))
    (<= (next (drawn ?n ?c)) (true (drawn ?n ?c)))
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
    (<= (sees watcher red) (does random (draw red)))
    (<= terminal (true (step 3)))
    (goal watcher 50)
"""
ENGINE = DirectEngine(normalise(parse_program(RULES)))


def lived(*colours: str) -> PastSteps:
    """The history in which these colours were drawn."""
    history = None
    position = ENGINE.initial()
    for colour in colours:
        joint: tuple[Term, ...] = ("noop", ("draw", colour))
        history = PastSteps(history, joint, ENGINE.sees(position, joint))
        position = ENGINE.next(position, joint)
    assert history is not None
    return history


def drawn(history: PastSteps | None) -> tuple[str, ...]:
    return tuple(str(step.joint[1][1]) for step in history.steps()) if history else ()


def test_all_histories_that_look_the_same_are_found() -> None:
    fits = fitting(ENGINE, ENGINE.initial(), "watcher", lived("red", "blue"), budget=100)
    assert sorted(drawn(fit.history) for fit in fits) == [("red", "blue"), ("red", "green")]


def test_a_random_order_reaches_all_of_them_first_sometimes() -> None:
    rng = Random(0)
    firsts = set()
    for _ in range(30):
        fits = fitting(
            ENGINE, ENGINE.initial(), "watcher", lived("blue", "red"), budget=100, rng=rng
        )
        firsts.add(drawn(next(fits).history))
    assert firsts == {("blue", "red"), ("green", "red")}


def test_the_search_gives_up_after_its_budget() -> None:
    fits = fitting(ENGINE, ENGINE.initial(), "watcher", lived("blue", "blue"), budget=3)
    with pytest.raises(OutOfBudget):
        list(fits)


def test_histories_are_values() -> None:
    assert lived("red", "blue") == lived("red", "blue")
    assert hash(lived("red", "blue")) == hash(lived("red", "blue"))
    assert lived("red", "blue") != lived("blue", "red")
    assert lived("red") != lived("red", "red")
    assert lived("red") != "red"


def test_very_long_histories_compare_without_recursion() -> None:
    def long(last: str) -> PastSteps:
        history = None
        for number in range(20_000):
            history = PastSteps(history, (last if number == 0 else "noop",), {})
        assert history is not None
        return history

    assert long("a") == long("a")
    assert long("a") != long("b")


def test_a_match_that_was_set_up_is_guessed_from_where_it_began() -> None:
    game = GdlGame(parse_program(RULES), "draws")
    state = game.at(["(step 1)", "(drawn 0 green)"])
    state = state.after({Role("random"): game.parse_move("(draw blue)")})
    guesses = {tuple(state.determinize(Role("watcher"), Random(s)).facts()) for s in range(20)}
    assert all("(drawn 0 green)" in facts for facts in guesses)
    assert len(guesses) == 2
