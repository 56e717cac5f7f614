"""What a game is like, learned by playing it at random.

The contract names no list of all moves, and a view is free in its form; frameworks want both as
arrays of a fixed size. A few hundred seeded matches go in, a :class:`Survey` of what was met in
them comes out: the same on every machine.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from spielwerk.core import CHANCE, Game, Joint, Json, Move, Over, State, View, random_event

Statement: TypeAlias = tuple[Hashable, ...]
"""One thing a view says: the way to a value in it, and the value."""

_DECISIONS = 5_000
"""How many decisions the sample matches may take all in all."""
_EVERYBODY = 1_000
"""At how many of them everybody looks at the table in a game with secrets."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What was met in the sample matches, in sorted order."""

    moves: tuple[Move, ...]
    chance: tuple[Move, ...]
    statements: tuple[Statement, ...]
    together: bool
    """Whether several roles ever chose at once."""
    total: int | None
    """What the outcomes of a match add up to, if it was always the same."""


def survey(game: Game, matches: int, *, views: bool = True) -> Survey:
    """Play so many random matches, fewer where they are long, and note what comes up.

    Without ``views`` nobody looks at what the roles see: no statements then, but much quicker.
    """
    notes = _Notes(game, views)
    for seed in range(matches):
        if notes.decisions >= _DECISIONS:
            break
        state, rng = game.initial(seed), Random(seed)
        notes.take(state)
        while not isinstance(state.turn, Over) and notes.decisions < _DECISIONS:
            event = random_event(state, rng)
            state = state.after(event.moves, event.late)
            notes.take(state)
    totals = notes.totals
    return Survey(
        moves=tuple(sorted(notes.moves)),
        chance=tuple(sorted(notes.chance)),
        statements=tuple(sorted(notes.statements, key=repr)),
        together=notes.together,
        total=next(iter(totals)) if len(totals) == 1 else None,
    )


def statements(game: Game, view: View) -> Iterator[Statement]:
    """Everything a view says."""
    return _walk((), view, game.unordered)


def _walk(path: Statement, value: Json, sets: frozenset[str]) -> Iterator[Statement]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _walk((*path, key), inner, sets)
    elif not isinstance(value, list | tuple):
        yield (*path, value)
    elif path[:1] and path[0] in sets and all(isinstance(item, str) for item in value):
        for item in value:
            yield (*path, item)
    else:
        for place, inner in enumerate(value):
            yield from _walk((*path, place), inner, sets)


@dataclass(slots=True)
class _Notes:
    game: Game
    views: bool
    moves: set[Move] = field(default_factory=set)
    chance: set[Move] = field(default_factory=set)
    statements: set[Statement] = field(default_factory=set)
    together: bool = False
    totals: set[int] = field(default_factory=set)
    decisions: int = 0

    def take(self, state: State) -> None:
        self.decisions += 1
        turn = state.turn
        roles = self.game.roles
        for role in roles:
            self.moves.update(state.legal(role))
        if self.views:
            # Without secrets all views say the same, except perhaps whose view it is. With them
            # everybody looks at first; later one after another, for views are dear.
            everybody = self.game.hidden and self.decisions <= _EVERYBODY
            looking = roles if everybody else (roles[self.decisions % len(roles)],)
            for role in looking:
                self.statements.update(statements(self.game, state.view(role)))
        self.chance.update(state.legal(CHANCE))
        self.together |= isinstance(turn, Joint) and len(turn.roles) > 1
        if isinstance(turn, Over):
            self.totals.add(sum(state.outcome().values()))
