"""Batches: arrays that say of every match what the one-state engine says of it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.languages.gdl.handmade import (
    Builder,
    connect_four,
    guess_the_die,
    hex_board,
    random_circuit,
    tic_tac_toe,
)

from spielwerk.catalogue import open_game
from spielwerk.core import CHANCE, Batch, MoveError, Role
from spielwerk.languages.gdl.circuit.gates import TRUE, Circuit
from spielwerk.languages.gdl.circuit.positions import pack
from spielwerk.languages.gdl.compiled.batch import CircuitBatch
from spielwerk.languages.gdl.compiled.scalar import Scalar
from spielwerk.languages.gdl.compiled.sliced import Sliced

X, O = Role("x"), Role("o")  # noqa: E741


def batch_of(circuit: Circuit, n: int, seed: int = 1) -> CircuitBatch:
    return CircuitBatch(Sliced(circuit), n, seed, lambda state: state)


def numbered(circuit: Circuit) -> Scalar[int]:
    return Scalar(circuit, [range(len(own)) for own in circuit.moves])


def role_names(batch: CircuitBatch) -> list[Role]:
    return list(batch.moves)


def random_choices(batch: CircuitBatch, rng: np.random.Generator) -> dict[Role, np.ndarray]:
    """A legal move for every role of every match, and 0 where there is none."""
    choices = {}
    for role in role_names(batch):
        legal = batch.legal(role)
        choices[role] = (legal * (1 + rng.random(legal.shape))).argmax(axis=1)
    return choices


def assert_shows(batch: CircuitBatch, scalar: Scalar[int], positions: list[bytes]) -> None:
    assert pack(batch.states()) == positions
    roles = range(len(scalar.circuit.roles))
    assert batch.terminal().tolist() == [
        scalar.terminal(p) or not all(scalar.legal(p, role) for role in roles) for p in positions
    ]
    for number, role in enumerate(role_names(batch)):
        for row, position in zip(batch.legal(role), positions, strict=True):
            assert tuple(np.flatnonzero(row)) == scalar.legal(position, number)


@pytest.mark.parametrize("game", [tic_tac_toe, connect_four, hex_board, guess_the_die])
@pytest.mark.parametrize("n", [1, 64, 700])
def test_matches_step_as_they_do_one_by_one(game, n: int) -> None:
    circuit, rng = game(), np.random.default_rng(n)
    batch, scalar = batch_of(circuit, n), numbered(circuit)
    positions = [scalar.initial] * n
    for _ in range(12):
        assert_shows(batch, scalar, positions)
        choices = random_choices(batch, rng)
        joints = np.array([choices[role] for role in role_names(batch)]).T.tolist()
        positions = [
            p if scalar.terminal(p) else scalar.apply(p, joint)
            for p, joint in zip(positions, joints, strict=True)
        ]
        batch.step(choices)
    assert_shows(batch, scalar, positions)
    for outcome, position in zip(batch.outcomes(), positions, strict=True):
        goals = [min(values, default=0) for values in scalar.goals(position)]
        players = [g for g, role in zip(goals, role_names(batch), strict=True) if role != CHANCE]
        assert outcome.tolist() == (players if scalar.terminal(position) else [-1] * len(players))


@pytest.mark.usefixtures("throwaway_kernels")
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 2**32), st.integers(1, 90))
def test_any_circuit_with_any_rings_steps_as_it_does_one_by_one(seed: int, gates: int) -> None:
    rng = Random(seed)
    circuit = random_circuit(rng, gates)
    batch, scalar = batch_of(circuit, 20), numbered(circuit)
    rows = np.array([[rng.random() < 0.5 for _ in circuit.facts] for _ in range(20)])
    batch.place(rows)
    positions = pack(rows)
    assert_shows(batch, scalar, positions)
    over = batch.terminal()
    choices = random_choices(batch, np.random.default_rng(seed))
    batch.step(choices)
    joints = np.array([choices[role] for role in role_names(batch)]).T.tolist()
    after = [
        p if ended else scalar.apply(p, joint)
        for p, ended, joint in zip(positions, over, joints, strict=True)
    ]
    assert_shows(batch, scalar, after)


def test_a_role_that_can_only_wait_need_not_be_told_so() -> None:
    batch = batch_of(tic_tac_toe(), 3)
    batch.step({X: np.array([0, 1, 2])})
    batch.step({X: np.full(3, -1), O: np.array([8, 8, 8])})
    assert batch.states().sum(axis=1).tolist() == [3, 3, 3]


def test_an_illegal_choice_is_refused_and_nothing_happens() -> None:
    batch = batch_of(tic_tac_toe(), 3)
    batch.step({X: np.array([0, 1, 2])})
    before = batch.states()
    with pytest.raises(MoveError, match="Move 2 is not legal for o in match 2"):
        batch.step({O: np.array([8, 8, 2])})
    with pytest.raises(MoveError, match="Move 99 is not legal for o in match 0"):
        batch.step({O: np.array([99, 8, 8])})
    with pytest.raises(MoveError, match="o has 8 legal moves in match 1: choose one"):
        batch.step({O: np.array([8, -1, 8])})
    with pytest.raises(MoveError, match="o needs 3 choices"):
        batch.step({O: np.array([8])})
    with pytest.raises(MoveError, match="There is no role z"):
        batch.step({Role("z"): np.array([8, 8, 8])})
    assert (batch.states() == before).all()


def test_moves_are_told_by_their_texts_and_chance_is_a_role() -> None:
    batch = batch_of(guess_the_die(), 1)
    assert batch.roles == ("player",)
    assert batch.moves[CHANCE][0] == "(roll 1)"
    assert batch.legal(CHANCE).tolist() == [[True] * 6 + [False]]


def test_marked_matches_start_again_and_the_others_go_on() -> None:
    batch = batch_of(connect_four(), 600)
    start = batch.states()
    batch.playouts(5)
    moved = batch.states()
    marked = np.arange(600) % 3 == 0
    batch.reset(marked)
    assert (batch.states()[marked] == start[marked]).all()
    assert (batch.states()[~marked] == moved[~marked]).all()
    batch.reset()
    assert (batch.states() == start).all()


def test_random_moves_are_made_in_every_match_until_it_is_over() -> None:
    batch = batch_of(tic_tac_toe(), 700)
    stones = [batch.states().sum(axis=1) - 1]
    for _ in range(10):
        batch.playouts(1)
        stones.append(batch.states().sum(axis=1) - 1)
    assert (stones[4] == 4).all()
    assert batch.terminal().all()
    assert ((stones[-1] >= 5) & (stones[-1] <= 9)).all()
    assert (batch.outcomes().sum(axis=1) == 100).all()
    final = batch.states()
    batch.playouts(3)
    assert (batch.states() == final).all()


def test_random_moves_follow_from_the_seed() -> None:
    def played(seed: int) -> np.ndarray:
        batch = batch_of(connect_four(), 64, seed)
        batch.playouts(6)
        return batch.states()

    assert (played(1) == played(1)).all()
    assert (played(1) != played(2)).any()


def test_states_are_valued_by_random_matches_without_touching_the_batch() -> None:
    batch = batch_of(tic_tac_toe(), 2)
    batch.playouts(3)
    before = batch.states()
    rows = np.vstack([before, batch.row(numbered(tic_tac_toe()).initial)])
    values = batch.playout_values(rows, 5_000, seed=1)
    assert values.shape == (3, 2)
    assert np.allclose(values.sum(axis=1), 100)
    assert abs(values[2, 0] - 64.8) < 4
    assert (batch.states() == before).all()


def test_a_game_without_facts_and_goals_is_a_batch_all_the_same() -> None:
    b = Builder(["it"], [], [["go"]], [])
    batch = batch_of(b.close([[TRUE]], lambda fact: TRUE, TRUE, [[]]), 3)
    assert batch.states().shape == (3, 0)
    assert batch.terminal().tolist() == [True] * 3
    assert batch.outcomes().tolist() == [[0]] * 3


def test_an_empty_batch_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one match"):
        batch_of(tic_tac_toe(), 0)


def test_a_batch_keeps_the_contract() -> None:
    batch: Batch = batch_of(tic_tac_toe(), 1)
    assert batch.n == 1


@pytest.mark.parametrize("name", ["breakthrough", "hex"])
def test_matches_that_end_on_the_way_stay_as_they_ended(name: str) -> None:
    """Also where the winner's opponent could still move, and many steps are made at once."""
    batch = open_game(name).batch(200, 3)
    assert batch is not None
    for _ in range(40):
        batch.playouts(7)
    assert batch.terminal().all()
    assert (batch.outcomes().sum(axis=1) == 100).all()
    ended = batch.states().copy()
    batch.playouts(7)
    assert (batch.states() == ended).all()
