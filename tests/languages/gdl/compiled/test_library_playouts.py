"""Random matches of the library's games in many lanes: by the rules, fair, and fast."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.languages.gdl.plain_circuit import masks_of

import spielwerk
from spielwerk.core import CHANCE, State
from spielwerk.languages.gdl.circuit.compile import cached_circuit
from spielwerk.languages.gdl.circuit.gates import Circuit
from spielwerk.languages.gdl.circuit.positions import pack
from spielwerk.languages.gdl.compiled.batch import CircuitBatch
from spielwerk.languages.gdl.compiled.engine import CircuitEngine
from spielwerk.languages.gdl.compiled.scalar import Scalar
from spielwerk.languages.gdl.compiled.sliced import LANES, Sliced
from spielwerk.languages.gdl.load import load_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.tools.measure import measure_engine, measure_sliced

LIBRARY = sorted((Path(spielwerk.__file__).parent / "library" / "gdl").glob("*.gdl"))


@cache
def circuit_of(name: str) -> Circuit:
    [path] = [path for path in LIBRARY if path.stem == name]
    return cached_circuit(normalise(load_program(path)))


@pytest.mark.parametrize("name", [path.stem for path in LIBRARY])
def test_every_step_of_every_lane_is_a_legal_joint_move(name: str) -> None:
    circuit, rng = circuit_of(name), Random(1)
    sliced = Sliced(circuit)
    scalar = Scalar(circuit, [range(len(own)) for own in circuit.moves])
    group = sliced.initial_group(seed=1)
    watched = rng.sample(range(LANES), 3)
    over: set[int] = set()
    for _ in range(12):
        before = positions(sliced, group.memory)
        group.run(1)
        after = positions(sliced, group.memory)
        for lane in watched:
            if lane not in over and ended(scalar, before[lane]):
                over.add(lane)
            elif lane not in over:
                assert after[lane] in successors(scalar, before[lane])
            if after[lane] == scalar.initial:
                over.discard(lane)


def positions(sliced: Sliced, memory: np.ndarray) -> list[bytes]:
    return pack(masks_of(np.ascontiguousarray(memory[: sliced.layout.facts])).T)


def legal(scalar: Scalar[int], position: bytes) -> list[tuple[int, ...]]:
    return [scalar.legal(position, role) for role in range(len(scalar.circuit.roles))]


def ended(scalar: Scalar[int], position: bytes) -> bool:
    return scalar.terminal(position) or not all(legal(scalar, position))


def successors(scalar: Scalar[int], position: bytes) -> set[bytes]:
    return {scalar.apply(position, joint) for joint in product(*legal(scalar, position))}


@pytest.mark.parametrize("name", ["connect-four", "breakthrough", "reversi", "kuhn-poker"])
def test_the_mean_of_many_matches_varies_like_that_of_independent_ones(name: str) -> None:
    sliced = Sliced(circuit_of(name))
    role = sliced.circuit.roles[0]
    n, batches = 512, 400
    tallies = [sliced.playouts(n, seed) for seed in range(batches)]
    means = np.array([tally.mean(role) for tally in tallies])
    total: Counter[int] = sum((Counter(tally.outcomes[role]) for tally in tallies), Counter())
    values = np.repeat(list(total), list(total.values()))
    assert 0.75 < means.var(ddof=1) / (values.var() / n) < 1.3


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "breakthrough", "checkers"])
def test_first_moves_are_chosen_uniformly(name: str) -> None:
    """Chi-square over the states after one step: as many as there are legal moves, all alike."""
    circuit = circuit_of(name)
    sliced, batches = Sliced(circuit), 200
    found: Counter[bytes] = Counter()
    for seed in range(batches):
        group = sliced.initial_group(seed)
        group.run(1)
        found.update(positions(sliced, group.memory))
    scalar = Scalar(circuit, [range(len(own)) for own in circuit.moves])
    choices = len(list(product(*legal(scalar, scalar.initial))))
    assert len(found) == choices
    fair = batches * LANES / choices
    statistic = sum((count - fair) ** 2 / fair for count in found.values())
    freedom = choices - 1
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


def test_a_batch_of_a_game_of_chance_plays_it_to_the_end() -> None:
    circuit = circuit_of("kuhn-poker")

    def position_of(state: State) -> bytes:
        raise AssertionError("no single state is asked for here")

    batch = CircuitBatch(Sliced(circuit), 1_000, 1, position_of)
    assert CHANCE in batch.moves
    assert CHANCE not in batch.roles
    batch.playouts(20)
    assert batch.terminal().all()
    assert (batch.outcomes().sum(axis=1) == 100).all()


def test_figures_count_states_and_matches_of_both_kinds_of_engine() -> None:
    circuit = circuit_of("connect-four")
    fast, single = measure_sliced(circuit, 0.05), measure_engine(CircuitEngine(circuit), 0.05)
    for figures in (fast, single):
        assert 7 < figures.states / figures.playouts < 43
        assert figures.cpu_seconds >= 0.05
        assert figures.states_per_cpu_second == figures.states / figures.cpu_seconds
    assert fast.memory_bytes > 0
    assert fast.states_per_cpu_second > 50 * single.states_per_cpu_second
