"""Playing library games next to small independent implementations of the same rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pytest

import spielwerk
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.load import load_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Program, term_text
from spielwerk.languages.gdl.text.syntax import parse_term

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"


class Oracle(Protocol):
    """A game of two players who take turns, written a second time and differently."""

    control: str

    def legal(self) -> set[str]:
        """The moves of the player in control; none when the match is over."""

    def play(self, move: str) -> None:
        """Make a legal move."""

    def goals(self) -> dict[str, int] | None:
        """What each player got, once it is over."""


@pytest.fixture(scope="session")
def program() -> Callable[[str], Program]:
    """The rules of a game of the library."""
    return cache(lambda name: load_program(LIBRARY / f"{name}.gdl"))


@pytest.fixture(scope="session")
def engine(program: Callable[[str], Program]) -> Callable[[str], DirectEngine]:
    """The direct engine for a game of the library."""
    return cache(lambda name: DirectEngine(normalise(program(name))))


@pytest.fixture
def follow(engine: Callable[[str], DirectEngine]) -> Callable[[str, Oracle, int], int]:
    """Play one random match of a game and of its oracle; they must agree in every state."""

    def follow_match(name: str, oracle: Oracle, seed: int) -> int:
        rules = engine(name)
        rng = Random(seed)
        position = rules.initial()
        states = 1
        while True:
            goals = oracle.goals()
            assert rules.terminal(position) == (goals is not None)
            if goals is not None:
                assert rules.goals(position) == {role: (value,) for role, value in goals.items()}
                return states
            legal = {
                role: {term_text(m) for m in rules.legal(position, role)} for role in rules.roles
            }
            expected = {role: {"noop"} for role in rules.roles}
            expected[oracle.control] = oracle.legal()
            assert legal == expected
            move = rng.choice(sorted(oracle.legal()))
            joint = dict.fromkeys(rules.roles, "noop") | {oracle.control: move}
            position = rules.next(position, tuple(parse_term(joint[role]) for role in rules.roles))
            oracle.play(move)
            states += 1

    return follow_match


@pytest.fixture
def perft(engine: Callable[[str], DirectEngine]) -> Callable[[str, int], int]:
    """How many sequences of so many joint moves there are from the start of a game."""

    def count(rules: DirectEngine, position: Any, depth: int) -> int:
        if rules.terminal(position):
            return 0
        joints = product(*(rules.legal(position, role) for role in rules.roles))
        if depth == 1:
            return sum(1 for _ in joints)
        return sum(count(rules, rules.next(position, joint), depth - 1) for joint in joints)

    return lambda name, depth: count(engine(name), engine(name).initial(), depth)
