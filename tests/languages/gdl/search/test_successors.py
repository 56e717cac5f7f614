"""What native search sees is what the contract says: moves, successors, ends and outcomes."""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest
from tests.languages.gdl.search.positions import (
    IN_TURN,
    circuit_of,
    is_over,
    mover_of,
    native,
    outcome_of,
    quick,
    random_match,
    state_of,
)

from spielwerk.core import CHANCE, Joint, Judgement, Over
from spielwerk.languages.gdl.kernels import JOINT
from spielwerk.languages.gdl.program import term_text
from spielwerk.languages.gdl.search import CircuitSearch
from spielwerk.languages.gdl.search.counters import facts_apart
from spielwerk.languages.gdl.search.native import NativeGame, SearchKernels
from spielwerk.languages.gdl.search.runtime import runtime

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


@pytest.mark.parametrize("name", IN_TURN)
def test_native_search_and_the_contract_agree_state_by_state(name: str) -> None:
    game, circuit, contract = native(name), circuit_of(name), quick(name)
    rng = Random(name)
    for _ in range(50 if SOAK else 2):
        for record, after in random_match(name, rng, longest=120):
            state = state_of(name, record)
            assert isinstance(state.turn, Joint)
            role = contract.engine.roles[mover_of(record)]
            numbers = game.moves(record)
            moves = [term_text(circuit.moves[mover_of(record)][number]) for number in numbers]
            if role in state.turn.roles:
                assert list(state.legal(role)) == moves
            assert all(len(state.legal(other)) <= 1 for other in contract.roles if other != role)
            picks = rng.sample(range(len(moves)), min(3, len(moves)))
            for pick in picks:
                chosen = {each: state.legal(each)[0] for each in state.turn.roles} | (
                    {role: moves[pick]} if role in state.turn.roles else {}
                )
                following = state.after(chosen)
                assert state_of(name, after[pick]) == following
                assert is_over(after[pick]) == isinstance(following.turn, Over)
                if is_over(after[pick]):
                    assert outcome_of(game, after[pick]) == list(following.outcome().values())


@pytest.mark.parametrize("name", ["tron", "goofspiel"])
def test_where_several_choose_at_once_the_record_says_so(name: str) -> None:
    record = native(name).record(quick(name).initial().position)
    assert record is not None
    assert int(record[-1]) >> JOINT & 1


def test_games_of_chance_and_with_secrets_have_no_native_search() -> None:
    for name in ("kuhn-poker", "liars-dice", "monty-hall"):
        game = quick(name)
        assert game.hidden or CHANCE in game.engine.roles
        assert game.search() is None


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("tic-tac-toe", [9, 72, 504, 3024, 15120]),
        ("connect-four", [7, 49, 343, 2401, 16807]),
        ("breakthrough", [22, 484, 11132]),
        ("chess", [20, 400, 8902]),
    ],
)
def test_leaves_are_counted_as_in_perft(name: str, counts: list[int]) -> None:
    game = native(name)
    start = game.record(quick(name).initial().position)
    assert start is not None
    layer = start[None, :]
    for count in counts:
        below = [game.successors(record) for record in layer if not is_over(record)]
        layer = np.concatenate(below)
        assert len(layer) == count


def test_a_state_with_an_impossible_clock_is_searched_without_it() -> None:
    game = quick("tic-tac-toe")
    state = game.at(["(cell 1 1 x)", "(cell 1 2 x)"])
    assert native("tic-tac-toe").record(state.position) is None
    circuit = circuit_of("tic-tac-toe")
    assert NativeGame(SearchKernels(circuit, ({},))).record(state.position) is not None


def test_narrow_kernels_say_the_same_as_wide_ones() -> None:
    for name in ("tic-tac-toe", "breakthrough", "chess"):
        wide = native(name)
        narrow = NativeGame(wide.kernels, narrow=True)
        for record, after in random_match(name, Random(8), longest=30):
            assert (narrow.successors(record) == after).all()


def test_late_in_a_match_facts_weigh_differently() -> None:
    name = "breakthrough"
    rng = np.random.default_rng(6)
    facts = len(circuit_of(name).facts)
    early, late = rng.integers(-500, 500, (2, facts)).astype(np.int32)
    begin = int(circuit_of(name).initial.sum())
    judgement = Judgement(0, early, np.zeros((0, 3), np.int32), late, (begin, -3))
    game = NativeGame(native(name).kernels, judgement)
    seen = set()
    for record, _ in random_match(name, Random(4), longest=200):
        holds = game.facts(record)
        lateness = judgement.lateness(int(holds.sum()))
        seen.add(lateness)
        expected = int(holds @ early) + lateness * int(holds @ late)
        assert abs(runtime().judge(game.address, record.ctypes.data) - expected) <= 1
    assert {0.0, 1.0} < seen


def test_positions_that_differ_in_a_counter_only_are_the_same_until_it_matters() -> None:
    game = quick("chess")
    search = game.search()
    assert isinstance(search, CircuitSearch)
    known = search.game(None, narrow=True)
    apart = facts_apart(known, search.facts)
    assert {search.facts[n] for n in np.flatnonzero(apart == 0)} == {
        f"(quiet {n})" for n in range(50)
    }
    known.tell_apart(apart)
    start = game.initial().facts()
    hashes = [
        known.hash(game.at([*(fact for fact in start if "quiet" not in fact), quiet]).position)
        for quiet in ("(quiet 0)", "(quiet 7)", "(quiet 70)", "(quiet 71)")
    ]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 3


def test_judgements_that_follow_changes_are_those_of_the_whole_position() -> None:
    name = "breakthrough"
    rng = np.random.default_rng(3)
    facts = len(circuit_of(name).facts)
    weights = rng.integers(-500, 500, facts).astype(np.int32)
    pairs = np.stack(
        [rng.integers(0, facts, 900), rng.integers(0, facts, 900), rng.integers(-99, 99, 900)],
        axis=1,
    ).astype(np.int32)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    game = NativeGame(native(name).kernels, Judgement(17, weights, pairs))
    routines = runtime()
    for record, after in random_match(name, Random(4)):
        score = routines.judge(game.address, record.ctypes.data)
        sums = routines.sums_of(game.address, record.ctypes.data)
        holds = np.unpackbits(record[:-1].view(np.uint8), bitorder="little")[:facts]
        both = holds[pairs[:, 0]] & holds[pairs[:, 1]]
        assert score == 17 + int(holds @ weights) + int(both @ pairs[:, 2])
        for child in after[:3]:
            changed = routines.sums_after(game.address, record.ctypes.data, sums, child.ctypes.data)
            assert changed == routines.sums_of(game.address, child.ctypes.data)
