"""Random matches in many lanes: each step is one the rules allow, each choice uniform, each lane
on its own, and the tallies are those that exact enumeration predicts."""

from __future__ import annotations

import platform
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.languages.gdl.handmade import (
    Builder,
    breakthrough,
    connect_four,
    guess_the_die,
    hex_board,
    random_circuit,
    tic_tac_toe,
)
from tests.languages.gdl.plain_circuit import Plain, masks_of

from spielwerk.core import LimitExceeded, TargetProcessor
from spielwerk.languages.gdl.circuit.gates import FALSE, TRUE, Circuit
from spielwerk.languages.gdl.circuit.positions import pack
from spielwerk.languages.gdl.compiled.scalar import Scalar
from spielwerk.languages.gdl.compiled.sliced import LANES, LaneGroup, Sliced, dice

GAMES = [tic_tac_toe, connect_four, breakthrough, hex_board, guess_the_die]


def lane_facts(sliced: Sliced, group: LaneGroup) -> list[tuple[bool, ...]]:
    masks = masks_of(np.ascontiguousarray(group.memory[: sliced.layout.facts]))
    return [tuple(map(bool, lane)) for lane in masks.T]


@cache
def exact_values(circuit: Circuit) -> tuple[float, ...]:
    """The mean outcome of random play, by looking at every match there is."""
    scalar = Scalar(circuit, [range(len(own)) for own in circuit.moves])
    roles = range(len(circuit.roles))

    @cache
    def value(position: bytes) -> tuple[float, ...]:
        if scalar.terminal(position):
            return tuple(float(goals[0]) for goals in scalar.goals(position))
        joints = list(product(*(scalar.legal(position, role) for role in roles)))
        found = [value(scalar.apply(position, joint)) for joint in joints]
        return tuple(sum(own) / len(joints) for own in zip(*found, strict=True))

    return value(scalar.initial)


@pytest.mark.usefixtures("throwaway_kernels")
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 2**32), st.integers(1, 90))
@example(221, 88)
def test_every_step_of_any_circuit_is_one_that_its_rules_allow(seed: int, gates: int) -> None:
    rng = Random(seed)
    circuit = random_circuit(rng, gates)
    sliced = Sliced(circuit)
    rows = np.array([[rng.random() < 0.5 for _ in circuit.facts] for _ in range(8)])
    group = sliced.group(dice(seed, 1)[0], None)
    group.place(rows)
    for _ in range(3):
        before = lane_facts(sliced, group)
        group.run(1)
        after = lane_facts(sliced, group)
        for lane in rng.sample(range(LANES), 4):
            assert after[lane] in successors(circuit, before[lane], tuple(rows[lane // 64]))


def successors(
    circuit: Circuit, facts: tuple[bool, ...], root: tuple[bool, ...]
) -> set[tuple[bool, ...]]:
    """Where a lane may go: back to its root if the match is over, else on by any legal moves."""
    plain = Plain(circuit, facts)
    legal = [plain.legal(role) for role in range(len(circuit.roles))]
    if plain.terminal() or not all(legal):
        return {root}
    return {Plain(circuit, facts, joint).next() for joint in product(*legal)}


def chooser(moves: int) -> Circuit:
    """One role that may make the moves whose ``may`` facts hold, and remembers the last one."""
    may = [("may", f"{i:02}") for i in range(moves)]
    did = [("did", f"{i:02}") for i in range(moves)]
    b = Builder(["it"], [*did, *may], [[("m", f"{i:02}") for i in range(moves)]], [])
    legal = [b.true(*fact) for fact in may]

    def following(fact: tuple[str, str]) -> int:
        return b.true(*fact) if fact[0] == "may" else b.does(0, "m", fact[1])

    return b.close([legal], following, FALSE, [[(100, TRUE)]])


def chi_square(counts: np.ndarray, expected: np.ndarray) -> float:
    """How many standard deviations the statistic lies above its mean."""
    statistic = float(((counts - expected) ** 2 / expected).sum())
    freedom = counts.size - len(counts)
    return (statistic - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("moves", [2, 3, 5, 7, 8, 13, 64, 100])
def test_every_legal_move_is_chosen_equally_often(moves: int) -> None:
    rng = np.random.default_rng(moves)
    sliced = Sliced(chooser(moves))
    may = rng.random((8, moves)) < np.linspace(0.1, 1, 8)[:, None]
    may[:, 0] = True
    group = sliced.group(dice(moves, 1)[0], None)
    group.place(np.hstack([np.zeros_like(may), may]))
    counts = np.zeros((8, moves))
    for _ in range(400):
        group.run(1)
        did = masks_of(group.memory[:moves].copy()).reshape(moves, 8, 64)
        assert (did.sum(axis=0) == 1).all()
        counts += did.sum(axis=2).T
    for row, allowed in zip(counts, may, strict=True):
        assert row[~allowed].sum() == 0
        if allowed.sum() > 1:
            fair = np.full((1, allowed.sum()), row.sum() / allowed.sum())
            assert abs(chi_square(row[None, allowed], fair)) < 5


def test_a_lane_knows_nothing_of_its_neighbours_choices_nor_of_its_own_last_one() -> None:
    moves, rounds = 6, 1_000
    sliced = Sliced(chooser(moves))
    group = sliced.group(dice(3, 1)[0], None)
    group.place(np.hstack([np.zeros((8, moves)), np.ones((8, moves))]).astype(np.uint8))
    chosen = []
    for _ in range(rounds):
        group.run(1)
        chosen.append(masks_of(group.memory[:moves].copy()).argmax(axis=0))
    picks = np.array(chosen)
    fair = np.full((moves, moves), picks.size / moves**2)
    for one, other in [
        (picks[:, :-1], picks[:, 1:]),
        (picks[:, :-64], picks[:, 64:]),
        (picks[:-1], picks[1:]),
    ]:
        table = np.zeros((moves, moves))
        np.add.at(table, (one.ravel(), other.ravel()), 1)
        assert abs(chi_square(table, fair * one.size / picks.size)) < 5


@pytest.mark.parametrize("game", [tic_tac_toe, connect_four, breakthrough])
def test_the_mean_of_many_matches_varies_like_that_of_independent_ones(game) -> None:
    sliced = Sliced(game())
    role = sliced.circuit.roles[0]
    n, batches = 1_024, 600
    tallies = [sliced.playouts(n, seed) for seed in range(batches)]
    means = np.array([tally.mean(role) for tally in tallies])
    total: Counter[int] = sum((Counter(tally.outcomes[role]) for tally in tallies), Counter())
    values = np.repeat(list(total), list(total.values()))
    ratio = means.var(ddof=1) / (values.var() / n)
    assert 0.8 < ratio < 1.25


@pytest.mark.parametrize("game", [tic_tac_toe, guess_the_die])
def test_tallies_agree_with_the_enumeration_of_all_matches(game) -> None:
    sliced, n = Sliced(game()), 1_000_000
    tally = sliced.playouts(n, seed=7)
    assert tally.playouts == n
    for role, exact in zip(sliced.circuit.roles, exact_values(sliced.circuit), strict=True):
        assert sum(tally.outcomes[role].values()) == n
        assert abs(tally.mean(role) - exact) < 5 * 50 / sqrt(n)


def test_clocked_and_unclocked_lanes_play_the_same_game() -> None:
    sliced = Sliced(connect_four())
    assert len(sliced.phases) == 2
    results = []
    for phase in (0, None):
        group = sliced.group(dice(5, 1)[0], phase)
        group.place(np.tile(sliced.circuit.initial, (8, 1)))
        group.grant(np.full(LANES, 200))
        group.run(10**6)
        results.append(sliced.tally(group))
    clocked, unclocked = results
    assert clocked.playouts == unclocked.playouts == 200 * LANES
    assert abs(clocked.mean("r") - unclocked.mean("r")) < 5 * 50 * sqrt(2 / clocked.playouts)
    assert abs(clocked.states / unclocked.states - 1) < 0.01


@pytest.mark.parametrize("n", [0, 1, 63, 512, 1_300])
def test_exactly_as_many_matches_are_played_as_were_asked_for(n: int) -> None:
    tally = Sliced(tic_tac_toe()).playouts(n, seed=1)
    assert tally.playouts == n
    assert sum(tally.outcomes["x"].values()) == n
    assert 6 * n <= tally.states <= 10 * n


def test_too_many_matches_for_one_run_are_refused_with_the_limit() -> None:
    with pytest.raises(LimitExceeded, match="536870912 random matches go in one run"):
        Sliced(tic_tac_toe()).playouts(2**40, seed=1)
    with pytest.raises(LimitExceeded, match="536870912 random matches go with a position"):
        Sliced(tic_tac_toe()).values([bytes(8)], 2**40, seed=1)


def test_the_same_seed_plays_the_same_matches_and_another_one_others() -> None:
    sliced = Sliced(connect_four())
    assert sliced.playouts(5_000, seed=1) == sliced.playouts(5_000, seed=1)
    assert sliced.playouts(5_000, seed=1) != sliced.playouts(5_000, seed=2)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="compares x86 processors")
@pytest.mark.parametrize("game", GAMES)
def test_processors_without_wide_vectors_play_the_same_matches(game) -> None:
    plain = TargetProcessor(TargetProcessor.here().triple, "x86-64", "")
    assert not plain.ternary
    circuit = game()
    assert Sliced(circuit, plain).playouts(2_000, seed=1) == Sliced(circuit).playouts(2_000, seed=1)


def test_positions_are_worth_what_all_their_continuations_give() -> None:
    circuit = tic_tac_toe()
    scalar = Scalar(circuit, circuit.moves)
    number = {move: i for i, move in enumerate(circuit.moves[0])}
    line = [(1, 1), (2, 2), (3, 3), (1, 2), (3, 2), (2, 1)]
    positions = [scalar.initial]
    for turn, (x, y) in enumerate(line):
        joint = [number["noop"]] * 2
        joint[turn % 2] = number["mark", str(x), str(y)]
        positions.append(scalar.apply(positions[-1], joint))
    values = Sliced(circuit).values(positions, 20_000, seed=2)
    assert (values.playouts >= 20_000).all()
    for position, mean in zip(positions, values.mean, strict=True):
        exact = exact_from(circuit, position)
        assert np.abs(mean - exact).max() < 5 * 50 / sqrt(20_000)


def exact_from(circuit: Circuit, position: bytes) -> tuple[float, ...]:
    facts = np.unpackbits(
        np.frombuffer(position, dtype=np.uint8), count=len(circuit.facts), bitorder="little"
    )
    return exact_values(replace(circuit, initial=facts.astype(np.bool_)))


def test_a_position_that_the_clock_never_shows_is_played_all_the_same() -> None:
    circuit = tic_tac_toe()
    nobodys_turn = np.zeros((1, len(circuit.facts)), dtype=np.bool_)
    values = Sliced(circuit).values(pack(nobodys_turn), 64, seed=1)
    assert values.mean.tolist() == [[50, 50]]
    assert values.playouts[0] == 64


def test_a_finished_position_is_worth_its_outcome() -> None:
    circuit = tic_tac_toe()
    won = [fact in {("cell", "1", str(y), "x") for y in range(1, 4)} for fact in circuit.facts]
    won[circuit.facts.index(("control", "o"))] = True
    values = Sliced(circuit).values(pack(np.array([won])), 1, seed=1)
    assert values.mean.tolist() == [[100.0, 0.0]]
    assert values.playouts.tolist() == [64]


def test_a_match_ends_where_a_role_has_no_move_left_and_its_goals_count() -> None:
    tally = Sliced(chooser(2)).playouts(100, seed=1)
    assert tally.playouts == tally.states == 100
    assert tally.outcomes == {"it": {0: 0, 100: 100}}


@pytest.mark.parametrize(
    ("goals", "outcome"),
    [([], 0), ([(30, FALSE)], 0), ([(80, TRUE), (30, TRUE)], 30), ([(0, TRUE), (9, TRUE)], 0)],
)
def test_no_goal_counts_as_nothing_and_of_several_the_lowest_counts(goals, outcome: int) -> None:
    b = Builder(["it"], [("a",)], [["go"]], [("a",)])
    sliced = Sliced(b.close([[TRUE]], lambda fact: TRUE, TRUE, [goals]))
    assert sliced.playouts(100, seed=1).mean("it") == outcome


def test_matches_that_never_end_are_left_out_after_their_time() -> None:
    tally = Sliced(_endless()).playouts(100, seed=1, longest=50)
    assert tally.playouts == 0
    assert tally.states == 100 * 50
    assert np.isnan(tally.mean("it"))


def _endless() -> Circuit:
    b = Builder(["it"], [("a",)], [["go"]], [("a",)])
    return b.close([[TRUE]], lambda fact: TRUE, FALSE, [[(100, TRUE)]])
