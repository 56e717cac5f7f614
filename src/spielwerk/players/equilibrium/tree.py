"""A small game of two spread out into arrays: every way it can go, and who can tell which apart.

Nodes stand level by level, the children of a node side by side. Where several choose at once they
choose one after another without seeing what the others chose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import (
    CHANCE,
    Chance,
    Course,
    Game,
    Joint,
    Move,
    Over,
    Role,
)
from spielwerk.players.equilibrium.keys import key_of
from spielwerk.players.equilibrium.strategy import TooLarge

NOBODY = -1


@dataclass
class InformationSets:
    """The situations that the roles can tell apart, and the moves in each."""

    keys: list[str] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    """The slot of the first move of each; those of the others follow."""
    moves: list[tuple[Move, ...]] = field(default_factory=list)
    numbers: dict[tuple[int, str], int] = field(default_factory=dict)
    slots: int = 0

    def number(self, seat: int, key: str, moves: tuple[Move, ...]) -> int:
        found = self.numbers.get((seat, key))
        if found is None:
            found = self.numbers[seat, key] = len(self.keys)
            self.keys.append(key)
            self.seats.append(seat)
            self.firsts.append(self.slots)
            self.moves.append(moves)
            self.slots += len(moves)
        return found


@dataclass(frozen=True)
class SpreadGame:
    """All nodes of a game but the first have a parent and a way from there."""

    sets: InformationSets
    levels: list[tuple[int, int]]
    """Where the nodes of each level stand."""
    parent: NDArray[np.int64]
    slot: NDArray[np.int64]
    """The slot of the move from the parent; none where chance drew."""
    mover: NDArray[np.int64]
    """Who moved there: 0, 1 or nobody."""
    odds: NDArray[np.float64]
    """The chance of the way from the parent where chance drew, else 1."""
    value: NDArray[np.float64]
    """What the first role gets more than half, where the match is over, from -1 to 1."""

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.parent)


@dataclass(slots=True)
class _Open:
    """A node that is still to be spread."""

    course: Course
    node: int
    chosen: dict[Role, Move]


def spread(game: Game, most: int = 600_000, go_on: Callable[[], bool] = lambda: True) -> SpreadGame:
    """The whole game.

    :raises TooLarge: it has more nodes than that, or cannot be spread out at all
    """
    if len(game.roles) != 2:
        raise TooLarge("Only games of two can be solved.")
    if game.initial(0) != game.initial(1):
        raise TooLarge("The game hides chance in its seed, so that not all of it can be seen.")
    return _Spreading(game, most, go_on).run()


class _Spreading:
    def __init__(self, game: Game, most: int, go_on: Callable[[], bool]) -> None:
        self._game = game
        self._most = most
        self._go_on = go_on
        self._sets = InformationSets()
        self._parent = [-1]
        self._slot = [-1]
        self._mover = [NOBODY]
        self._odds = [1.0]
        self._value = [0.0]
        self._sum: int | None = None

    def run(self) -> SpreadGame:
        level = [_Open(Course.begun(self._game), 0, {})]
        levels = [(0, 1)]
        while level:
            start = len(self._parent)
            level = [child for one in level for child in self._children(one)]
            if len(self._parent) > start:
                levels.append((start, len(self._parent)))
        return SpreadGame(
            self._sets,
            levels,
            np.array(self._parent),
            np.array(self._slot),
            np.array(self._mover),
            np.array(self._odds),
            np.array(self._value),
        )

    def _children(self, one: _Open) -> list[_Open]:
        state = one.course.state
        match state.turn:
            case Over():
                self._value[one.node] = self._worth(one.course)
                return []
            case Chance():
                odds = state.odds()
                total = sum(odds.values())
                return [
                    _Open(
                        one.course.after({CHANCE: move}), self._add(one, NOBODY, -1, w / total), {}
                    )
                    for move, w in odds.items()
                ]
            case Joint(roles):
                return self._choices(one, roles)
        raise TooLarge("Where anybody may move first there is no tree to solve.")

    def _choices(self, one: _Open, roles: tuple[Role, ...]) -> list[_Open]:
        """The children of a node where the first role that has not chosen yet chooses."""
        role = roles[len(one.chosen)]
        seat = self._game.roles.index(role)
        legal = tuple(one.course.state.legal(role))
        number = self._sets.number(seat, key_of(self._game, one.course, role), legal)
        if self._sets.moves[number] != legal:
            raise TooLarge("What a role may do depends on what it cannot know.")
        found = []
        for place, move in enumerate(legal):
            node = self._add(one, seat, self._sets.firsts[number] + place, 1.0)
            chosen = {**one.chosen, role: move}
            if len(chosen) == len(roles):
                found.append(_Open(one.course.after(chosen), node, {}))
            else:
                found.append(_Open(one.course, node, chosen))
        return found

    def _add(self, one: _Open, mover: int, slot: int, odds: float) -> int:
        if len(self._parent) >= self._most or not self._go_on():
            raise TooLarge(f"The game has more than {len(self._parent):,} positions to look at.")
        self._parent.append(one.node)
        self._mover.append(mover)
        self._slot.append(slot)
        self._odds.append(odds)
        self._value.append(0.0)
        return len(self._parent) - 1

    def _worth(self, course: Course) -> float:
        outcome = course.state.outcome()
        first, second = (outcome[role] for role in self._game.roles)
        if self._sum is None:
            self._sum = first + second
        if first + second != self._sum:
            raise TooLarge("What one role gets the other does not lose.")
        return (first - second) / 100
