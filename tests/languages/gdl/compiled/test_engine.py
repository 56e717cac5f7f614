"""The compiled engine speaks in terms, and refuses what its circuit has no place for."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from tests.languages.gdl.handmade import connect_four, guess_the_die, tic_tac_toe

from spielwerk.core import MoveError, SpielwerkError
from spielwerk.languages.gdl.compiled.engine import CircuitEngine
from spielwerk.languages.gdl.engine import Engine


def mark(x: int, y: int) -> tuple[str, str, str]:
    return ("mark", str(x), str(y))


def test_a_match_of_tic_tac_toe_in_terms() -> None:
    engine: Engine[bytes] = CircuitEngine(tic_tac_toe())
    position = engine.initial()
    assert engine.facts(position) == {("control", "x")}
    assert engine.legal(position, "o") == ("noop",)
    assert len(engine.legal(position, "x")) == 9
    for turn, cell in enumerate([(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)]):
        assert not engine.terminal(position)
        joint = (mark(*cell), "noop") if turn % 2 == 0 else ("noop", mark(*cell))
        position = engine.next(position, joint)
    assert engine.terminal(position)
    assert engine.goals(position) == {"x": (100,), "o": (0,)}
    assert ("cell", "2", "2", "o") in engine.facts(position)


def test_a_position_is_made_from_its_facts_and_equal_to_the_one_played() -> None:
    engine = CircuitEngine(tic_tac_toe())
    played = engine.next(engine.initial(), (mark(2, 3), "noop"))
    made = engine.position([("control", "o"), ("cell", "2", "3", "x")])
    assert made == played
    assert hash(made) == hash(played)


def test_roles_see_what_the_rules_let_them_see() -> None:
    engine = CircuitEngine(guess_the_die())
    start = engine.initial()
    assert engine.sees(start, ("wait", ("roll", "3"))) == {"player": {"odd"}, "random": frozenset()}
    assert engine.sees(start, ("wait", ("roll", "4")))["player"] == {"even"}
    rolled = engine.next(start, ("wait", ("roll", "4")))
    assert engine.sees(rolled, (("guess", "4"), "wait"))["player"] == frozenset()


def test_what_can_never_be_is_refused_by_name() -> None:
    engine = CircuitEngine(tic_tac_toe())
    with pytest.raises(SpielwerkError, match=r"\(cell 9 9 x\) can never be true"):
        engine.position([("cell", "9", "9", "x")])
    with pytest.raises(MoveError, match=r"\(mark 9 9\) is never legal for x"):
        engine.next(engine.initial(), (mark(9, 9), "noop"))


def test_threads_that_share_an_engine_do_not_disturb_each_other() -> None:
    engine = CircuitEngine(connect_four())

    def played(seed: int) -> list[tuple[int, ...]]:
        rng, ends = Random(seed), []
        for _ in range(40):
            position = engine.initial()
            while not engine.terminal(position):
                joint = tuple(rng.choice(engine.legal(position, role)) for role in engine.roles)
                position = engine.next(position, joint)
            ends.append(engine.goals(position)["r"])
        return ends

    alone = [played(seed) for seed in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(played, range(4))) == alone
    finally:
        sys.setswitchinterval(interval)
