"""What a game is like, learned by playing it at random.

The contract names no list of all moves, and a view is free in its form; frameworks want both as
arrays of a fixed size. A few hundred seeded matches go in, a :class:`Survey` of what was met in
them comes out: the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from random import Random
from typing import TypeAlias

from spielwerk.core import CHANCE, Game, Joint, Json, Move, Over, State, View, random_event

Statement: TypeAlias = tuple[Hashable, ...]
"""One thing a view says: the way to a value in it, and the value."""

_DECISIONS = 10_000
"""How many decisions the sample matches may take all in all."""
_ALIKE = 20_000
"""How many moves may be said alike."""
_WORDS = re.compile("([ /])")
"""Moves are words with blanks or strokes between them."""
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
        moves=completed(notes.moves),
        chance=completed(notes.chance),
        statements=tuple(sorted(notes.statements, key=repr)),
        together=notes.together,
        total=next(iter(totals)) if len(totals) == 1 else None,
    )


def completed(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Moves with all that are said alike: where somebody destroys an inn of Ann and builds a
    church, somebody may destroy a church of Bob.

    Words that stand in the same place after the same first word can stand for each other, and so
    can words that share a place with a third one; numbers go with others, up to twice the largest.
    What would be too many is left as it was met.
    """
    patterns: dict[tuple[str, int], list[set[str]]] = {}
    met = sorted(set(moves))
    for first, *rest in (_WORDS.split(move) for move in met):
        places = patterns.setdefault((first, len(rest)), [set() for _ in rest])
        for place, word in zip(places, rest, strict=True):
            place.add(word)
    kinds: dict[str, set[str]] = {}
    for places in patterns.values():
        for place in filter(_is_named, places):
            joined = place.union(*(kinds[word] for word in place if word in kinds))
            kinds.update(dict.fromkeys(joined, joined))
    found = set(met)
    for (first, _), places in patterns.items():
        for further in (True, False):
            choices = [
                sorted(kinds[min(place)]) if _is_named(place) else _numbers(place, further)
                for place in places
            ]
            if prod(map(len, choices)) <= _ALIKE:
                found.update(Move("".join((first, *words))) for words in product(*choices))
                break
    return tuple(sorted(found))


def _is_named(words: set[str]) -> bool:
    return not all(word.isdecimal() for word in words)


def _numbers(met: set[str], further: bool) -> list[str]:
    """Some numbers with those between them, or up to twice the largest."""
    found = sorted(map(int, met))
    smallest, largest = found[0], found[-1]
    if further or largest - smallest >= len(found):
        largest *= 2
    return [str(number) for number in range(smallest, min(largest, _ALIKE) + 1)]


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
