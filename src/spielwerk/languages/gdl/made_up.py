"""Histories made up so that a role sees in them what it saw: for games with hidden facts.

A first state, a role and what happened go in; a state that the role cannot tell from the true one
comes out. A history is made up move by move. Where it cannot go on as the role saw it, some earlier
move that the role did not see is made otherwise and the rest is played on as before, as far as that
can be: a card dealt to one player must then go to another. What is not worse is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from spielwerk.core import Role
from spielwerk.languages.gdl.asking import IDLE
from spielwerk.languages.gdl.information import PastSteps
from spielwerk.languages.gdl.program import Term

_MOVES = 6_000
"""How many moves are tried altogether."""
_STALE = 150
"""After how many changes without progress everything is begun anew."""

_Way: TypeAlias = tuple[str, Term]
_Known: TypeAlias = Sequence[tuple[Term, frozenset[Term]]]


class Imaginable(Protocol):
    """A state of a game in which one role moves at a time."""

    def ways_on(self, role: Role, own: Term) -> list[_Way]:
        """Who can move how here, if it is known whether ``role`` moves and how."""

    def moved(self, role: str, move: Term) -> Self:
        """The state after a move."""

    def seen(self, role: Role) -> frozenset[Term]:
        """What a role sees here."""


_S = TypeVar("_S", bound=Imaginable)


def make_up(first: _S, role: Role, place: int, history: PastSteps | None, rng: Random) -> _S | None:
    """A state after a history in which ``role`` did and saw what it did and saw in this one.

    ``place`` is that of the role in joint moves. None where no such history was found in time.
    """
    steps = history.steps() if history else []
    known = [(step.joint[place], step.percepts[role]) for step in steps]
    search = _Search[_S](role, known, rng)
    while search.left > 0:
        story = search.extended(_Story([first], []), [])
        stale = 0
        while search.left > 0 and stale < _STALE:
            if len(story.ways) == len(known):
                return story.states[-1]
            changed = search.changed(story)
            stale += 1
            if changed is not None and len(changed.ways) >= len(story.ways):
                stale = 0 if len(changed.ways) > len(story.ways) else stale
                story = changed
    return None


class _Story(Generic[_S]):
    """A beginning of a history: its states, and the moves between them."""

    def __init__(self, states: list[_S], ways: list[_Way]) -> None:
        self.states = states
        self.ways = ways


class _Search(Generic[_S]):
    def __init__(self, role: Role, known: _Known, rng: Random) -> None:
        self.role = role
        self.known = known
        self.rng = rng
        self.left = _MOVES

    def extended(self, story: _Story[_S], wanted: Sequence[_Way]) -> _Story[_S]:
        """The story as far as it goes on, preferably with the wanted moves."""
        for number in range(len(story.ways), len(self.known)):
            before = story.states[-1]
            ways = before.ways_on(self.role, self.known[number][0])
            self.rng.shuffle(ways)
            place = number - (len(self.known) - len(wanted))
            if 0 <= place < len(wanted) and wanted[place] in ways:
                ways.insert(0, wanted[place])
            if not self._go_on(story, ways):
                break
        return story

    def changed(self, story: _Story[_S]) -> _Story[_S] | None:
        """The story with one earlier move that the role did not make made otherwise."""
        free = [number for number, way in enumerate(story.ways) if way[0] != self.role]
        if not free:
            self.left = 0
            return None
        number = self.rng.choice(free)
        before = story.states[number]
        ways = before.ways_on(self.role, IDLE)
        others = [way for way in ways if way != story.ways[number]]
        self.rng.shuffle(others)
        other = _Story(story.states[: number + 1], story.ways[:number])
        self.left -= 1
        if not self._go_on(other, others):
            return None
        rest = story.ways[number + 1 :]
        padding: list[_Way] = [("", IDLE)] * (len(self.known) - len(story.ways))
        return self.extended(other, [*rest, *padding])

    def _go_on(self, story: _Story[_S], ways: Sequence[_Way]) -> bool:
        """Add the first of these moves after which the role sees what it saw."""
        seen = self.known[len(story.ways)][1]
        for way in ways:
            self.left -= 1
            after = story.states[-1].moved(*way)
            if after.seen(self.role) == seen:
                story.states.append(after)
                story.ways.append(way)
                return True
        return False
