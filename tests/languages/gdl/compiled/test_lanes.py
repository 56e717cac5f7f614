"""512 lanes beside the direct engine, state by state, for every game of the library.

All lanes play different random matches in the same instructions. What they say about a state
(facts, end, legal moves, goals, what follows) must be what the direct engine says, which knows
nothing of circuits; games of the seed dialect are held against the engine that asks their rules.
That engine is the slow one of the two: ``make test`` looks at every lane once, spread over a match,
``make soak`` at every lane in every step.
"""

from __future__ import annotations

import os
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.languages.gdl.plain_circuit import masks_of

import spielwerk
from spielwerk.core import Role
from spielwerk.languages.gdl.asking import IDLE, AskingEngine
from spielwerk.languages.gdl.choose import runnable
from spielwerk.languages.gdl.circuit.compile import cached_circuit
from spielwerk.languages.gdl.circuit.gates import Circuit
from spielwerk.languages.gdl.compiled.batch import CircuitBatch
from spielwerk.languages.gdl.compiled.sliced import LANES, Sliced
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.load import load_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Program, Term

FOLDER = Path(spielwerk.__file__).parent / "library" / "gdl"
LIBRARY = sorted(FOLDER.glob("*.gdl"))
IN_TURN = sorted((FOLDER / "seed").glob("*.gdl"))
"""Those in which one role moves at a time."""
SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
STEPS, LOOKED_AT = (200, LANES) if SOAK else (32, 16)
"""Steps that all lanes make, and the lanes that are looked at in each: 102,400 or 512 states."""
WIDEST = 200
"""Up to how many joint moves a state's successors are all made."""


class Lanes:
    """A batch of 512 matches, and for each the position of the direct engine beside it."""

    def __init__(self, path: Path) -> None:
        program = load_program(path)
        self.direct = self.slow_engine(program)
        self.circuit = cached_circuit(runnable(program))
        self.batch = CircuitBatch(Sliced(self.circuit), LANES, 0, lambda state: state)
        self.number = {fact: i for i, fact in enumerate(self.circuit.facts)}
        self.checked = 0

    def slow_engine(self, program: Program) -> Engine[Any]:
        return DirectEngine(normalise(program))

    def position(self, row: np.ndarray) -> Any:
        return self.direct.position(facts_of(self.circuit, row))

    def check(self, lanes: range) -> None:
        """What all these lanes say of their states."""
        batch, direct = self.batch, self.direct
        states, over = batch.states(), batch.terminal()
        legal = {role: batch.legal(role) for role in batch.moves}
        goals = {role: batch.goals(role) for role in batch.roles}
        for lane in lanes:
            facts = facts_of(self.circuit, states[lane])
            position = direct.position(facts)
            assert direct.facts(position) == facts
            said = {role: direct.legal(position, role) for role in direct.roles}
            for number, role in enumerate(batch.moves):
                chosen = [self.circuit.moves[number][i] for i in np.flatnonzero(legal[role][lane])]
                assert self.of_the_rules(chosen) == said[role], (lane, role)
            assert bool(over[lane]) == (direct.terminal(position) or self.stuck(said)), lane
            held = direct.goals(position)
            for role, (values, holds) in goals.items():
                assert set(values[holds[lane]].tolist()) == set(held[role]), (lane, role)
            self.checked += 1

    def of_the_rules(self, moves: list[Term]) -> tuple[Term, ...]:
        """The moves that the rules speak of."""
        return tuple(moves)

    def stuck(self, legal: dict[str, tuple[Term, ...]]) -> bool:
        """Whether nothing can be played where these moves are legal."""
        return not all(legal.values())

    def chosen(self, rng: np.random.Generator) -> dict[Role, np.ndarray]:
        """A random legal move of every role in every lane."""
        legal = {role: self.batch.legal(role) for role in self.batch.moves}
        return {
            role: (may * (1 + rng.random(may.shape))).argmax(axis=1) for role, may in legal.items()
        }

    def idle(self, choices: dict[Role, np.ndarray]) -> np.ndarray:
        """The lanes in which nobody moved."""
        return np.zeros(LANES, bool)

    def step(self, rng: np.random.Generator, lanes: range) -> None:
        """Random legal moves in every lane; those looked at must go where the rules say."""
        batch = self.batch
        before, over = batch.states(), batch.terminal()
        choices = self.chosen(rng)
        batch.step(choices)
        after = batch.states()
        for lane in lanes:
            if over[lane]:
                assert (after[lane] == before[lane]).all(), lane
                continue
            joint = tuple(
                self.circuit.moves[number][choices[role][lane]]
                for number, role in enumerate(batch.moves)
            )
            following = self.direct.next(self.position(before[lane]), joint)
            assert self.direct.facts(following) == facts_of(self.circuit, after[lane]), lane
        batch.reset(over | self.idle(choices))


class LanesInTurn(Lanes):
    """The same where one role moves at a time, and the others do nothing."""

    def slow_engine(self, program: Program) -> Engine[Any]:
        return AskingEngine(program)

    def of_the_rules(self, moves: list[Term]) -> tuple[Term, ...]:
        return tuple(move for move in moves if move != IDLE)

    def stuck(self, legal: dict[str, tuple[Term, ...]]) -> bool:
        return False  # nobody has to move

    def chosen(self, rng: np.random.Generator) -> dict[Role, np.ndarray]:
        """A random legal move of one role in every lane, where there is one."""
        legal = [self.batch.legal(role) for role in self.batch.moves]
        for may, nothing in zip(legal, self.nothing, strict=True):
            may[:, nothing] = False
        able = np.stack([may.any(axis=1) for may in legal], axis=1)
        mover = (able * (1 + rng.random(able.shape))).argmax(axis=1)
        return {
            role: np.where(
                able[:, number] & (mover == number),
                (legal[number] * (1 + rng.random(legal[number].shape))).argmax(axis=1),
                self.nothing[number],
            )
            for number, role in enumerate(self.batch.moves)
        }

    def idle(self, choices: dict[Role, np.ndarray]) -> np.ndarray:
        made = np.stack([choices[role] for role in self.batch.moves], axis=1)
        return (made == self.nothing).all(axis=1)

    @property
    def nothing(self) -> list[int]:
        """For every role the number of the move that is none."""
        return [moves.index(IDLE) for moves in self.circuit.moves]


def facts_of(circuit: Circuit, row: np.ndarray) -> frozenset[Term]:
    return frozenset(circuit.facts[i] for i in np.flatnonzero(row))


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_every_lane_says_of_its_state_what_the_direct_engine_says(path: Path) -> None:
    hold_against_the_slow_engine(Lanes(path))


@pytest.mark.parametrize("path", IN_TURN, ids=lambda path: path.stem)
def test_lanes_in_which_one_role_moves_at_a_time_say_what_the_asked_rules_say(path: Path) -> None:
    hold_against_the_slow_engine(LanesInTurn(path))


def hold_against_the_slow_engine(lanes: Lanes) -> None:
    rng = np.random.default_rng(0)
    for step in range(STEPS):
        first = step * LOOKED_AT % LANES
        looked_at = range(first, first + LOOKED_AT)
        lanes.check(looked_at)
        lanes.step(rng, looked_at)
    assert lanes.checked == STEPS * LOOKED_AT >= LANES


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_lanes_that_choose_for_themselves_go_where_the_direct_engine_lets_them(path: Path) -> None:
    program = normalise(load_program(path))
    direct, circuit, rng = DirectEngine(program), cached_circuit(program), Random(0)
    sliced = Sliced(circuit)
    group = sliced.initial_group(seed=0)
    checked = 0
    for _ in range(10 * STEPS):
        watched = rng.sample(range(LANES), 4)
        before = [facts_of(circuit, row) for row in _rows(circuit, group.memory)[watched]]
        waiting = masks_of(group.memory[sliced.layout.waiting].copy())[watched]
        group.run(1)
        after = [facts_of(circuit, row) for row in _rows(circuit, group.memory)[watched]]
        for old, new, waits in zip(before, after, waiting, strict=True):
            position = direct.position(old)
            legal = [direct.legal(position, role) for role in direct.roles]
            if waits or direct.terminal(position) or not 0 < prod(map(len, legal)) <= WIDEST:
                continue
            checked += 1
            assert new in {direct.facts(direct.next(position, joint)) for joint in product(*legal)}
        if checked >= LOOKED_AT:
            return
    assert checked > 0


def _rows(circuit: Circuit, memory: np.ndarray) -> np.ndarray:
    """One row a lane of what is true in it."""
    return masks_of(np.ascontiguousarray(memory[: len(circuit.facts)])).T
