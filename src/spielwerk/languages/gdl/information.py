"""What a role knows in a game with hidden information, and which histories fit that.

A :class:`History` is everything that happened, as a chain of steps. What a role knows of it are
its own moves and percepts; :func:`fitting` searches for the histories that agree with those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from random import Random
from typing import Any

from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.program import Term

_LISTED = 2_000
"""Up to how many joint moves are put into random order as a whole."""


@dataclass(frozen=True, slots=True, eq=False)
class PastSteps:
    """The steps of a match so far, the last one first."""

    before: PastSteps | None
    joint: tuple[Term, ...]
    percepts: Mapping[str, frozenset[Term]]
    length: int = field(init=False)
    _hash: int = field(init=False)

    def __post_init__(self) -> None:
        seen = tuple(sorted((role, hash(what)) for role, what in self.percepts.items()))
        object.__setattr__(self, "length", self.before.length + 1 if self.before else 1)
        object.__setattr__(self, "_hash", hash((self.before, self.joint, seen)))

    def __eq__(self, other: object) -> bool:
        left: PastSteps | None = self
        right = other if isinstance(other, PastSteps) else None
        while left is not right:
            if left is None or right is None or left._hash != right._hash:
                return False
            if left.joint != right.joint or left.percepts != right.percepts:
                return False
            left, right = left.before, right.before
        return True

    def __hash__(self) -> int:
        return self._hash

    def steps(self) -> list[PastSteps]:
        """The chain from the first step to this one."""
        chain: list[PastSteps] = []
        step: PastSteps | None = self
        while step is not None:
            chain.append(step)
            step = step.before
        return chain[::-1]


class OutOfBudget(Exception):
    """The search for fitting histories was given up."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A position that a role cannot tell from the true one, and how it came about."""

    position: Any
    history: PastSteps | None


def fitting(
    engine: Engine[Any],
    start: Any,
    role: str,
    history: PastSteps | None,
    *,
    budget: int,
    rng: Random | None = None,
) -> Iterator[Fit]:
    """The histories in which ``role`` has made and seen what it has made and seen in this one.

    All begin at the position ``start``. Depth first, in random order where ``rng`` is given;
    ``budget`` is how many joint moves are looked at.

    :raises OutOfBudget: before all were found
    """
    place = engine.roles.index(role)
    steps = history.steps() if history else []
    known = [(step.joint[place], step.percepts[role]) for step in steps]
    paths: list[tuple[Fit, Iterator[tuple[Term, ...]]]] = []
    fit = Fit(start, None)
    while True:
        depth = len(paths)
        if depth == len(known):
            yield fit
        elif not engine.terminal(fit.position):
            paths.append((fit, _joints(engine, fit.position, place, known[depth][0], rng)))
        found = None
        while paths and found is None:
            before, joints = paths[-1]
            _, seen = known[len(paths) - 1]
            for joint in joints:
                budget -= 1
                if budget < 0:
                    raise OutOfBudget
                percepts = engine.sees(before.position, joint)
                if percepts[role] == seen:
                    position = engine.next(before.position, joint)
                    found = Fit(position, PastSteps(before.history, joint, percepts))
                    break
            else:
                paths.pop()
        if found is None:
            return
        fit = found


def _joints(
    engine: Engine[Any], position: Any, place: int, own: Term, rng: Random | None
) -> Iterator[tuple[Term, ...]]:
    """The joint moves in which the role at ``place`` makes the move ``own``."""
    choices: list[Sequence[Term]] = [engine.legal(position, role) for role in engine.roles]
    if own not in choices[place]:
        return iter(())
    choices[place] = (own,)
    if rng is None:
        return product(*choices)
    if prod(map(len, choices)) <= _LISTED:
        joints = list(product(*choices))
        rng.shuffle(joints)
        return iter(joints)
    return product(*(rng.sample(choice, len(choice)) for choice in choices))
