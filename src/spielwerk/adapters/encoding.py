"""Numbers for moves and arrays for views: what learning frameworks want instead of texts.

A game goes in; its :class:`Encoding` gives every move a number and turns what a role sees into
an array of zeros and ones. Where something is hidden, nothing but the role's own view is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from spielwerk.adapters.survey import Statement, statements, survey
from spielwerk.core import CHANCE, Batch, Game, Move, Role, SpielwerkError, State

SAMPLES = 200
"""Sample matches, unless somebody asks for more."""

Bits: TypeAlias = NDArray[np.int8]
"""Zeros and ones."""


class UnknownMove(SpielwerkError):
    """A move has no number, because it came up in no sample match."""


class Encoding:
    """The moves of a game by number, and its views as arrays.

    Where the game has a batch engine, that one knows every move and fact there can ever be; so do
    rules with types (:meth:`Game.vocabulary`), and then everything has a fixed place. Any other
    game is played at random first (:mod:`.survey`), ``samples`` times: its moves and the statements
    of its views are those met there. A statement that comes up later is left out of observations, a
    move that comes up later raises :class:`UnknownMove`. Where moves are ``growing`` it gets the
    next number instead: for search, which needs no fixed number of them.
    """

    def __init__(self, game: Game, *, samples: int = SAMPLES, growing: bool = False) -> None:
        self.game = game = game.quick()
        """The game on its fastest engine; states come from here."""
        batch = game.batch(1)
        told = None if batch else game.vocabulary()
        self.survey = survey(game, samples, views=False)
        """What the sample matches were like; what is seen in them is looked at when it is asked."""
        known = told or self.survey
        self.moves = _moves(batch, game.roles) if batch else known.moves
        self.chance = _moves(batch, (CHANCE,)) if batch else known.chance
        self._told = told
        self._batch = batch if batch is not None and not game.hidden else None
        self._samples = samples
        self._growing = growing
        self._numbers = {move: number for number, move in enumerate(self.moves)}
        self._chances = {move: number for number, move in enumerate(self.chance)}

    @cached_property
    def size(self) -> int:
        """How long an observation is."""
        return len(self.observe(self.game.initial(), self.game.roles[0]))

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """What can be said in views and has a place in observations."""
        if self._told:
            return tuple(("facts", fact) for fact in self._told.facts)
        return survey(self.game, self._samples, views=True).statements

    @cached_property
    def _look(self) -> _Look:
        return _row_of(self._batch) if self._batch is not None else self._statements()

    def number(self, role: Role, move: Move) -> int:
        """The number of a move of ``role``; those of chance are counted apart.

        :raises UnknownMove: it came up in no sample match
        """
        number = (self._chances if role == CHANCE else self._numbers).get(move)
        if number is None and self._growing:
            return self._add(role, move)
        if number is None:
            raise UnknownMove(
                f"The move {move} of '{self.game.name}' came up in none of {self._samples} sample "
                "matches, so it has no number. Ask for more samples."
            )
        return number

    def _add(self, role: Role, move: Move) -> int:
        if role == CHANCE:
            self.chance = (*self.chance, move)
            return self._chances.setdefault(move, len(self._chances))
        self.moves = (*self.moves, move)
        return self._numbers.setdefault(move, len(self._numbers))

    def legal(self, state: State, role: Role) -> list[int]:
        """The numbers of the legal moves, ascending.

        :raises UnknownMove: one of them came up in no sample match
        """
        return sorted(self.number(role, move) for move in state.legal(role))

    def mask(self, state: State, role: Role) -> Bits:
        """A one for every legal move.

        :raises UnknownMove: one of them came up in no sample match
        """
        mask = np.zeros(len(self.moves), dtype=np.int8)
        mask[self.legal(state, role)] = 1
        return mask

    def observe(self, state: State, role: Role) -> Bits:
        """What ``role`` sees: first which role it is, then a one for each thing that it sees."""
        own = np.zeros(len(self.game.roles), dtype=np.int8)
        own[self.game.roles.index(role)] = 1
        return np.concatenate([own, self._look(state, role)])

    def _statements(self) -> _Look:
        places = {statement: place for place, statement in enumerate(self.statements)}

        def look(state: State, role: Role) -> Bits:
            found = (places.get(what) for what in statements(self.game, state.view(role)))
            seen = np.zeros(len(places), dtype=np.int8)
            seen[[place for place in found if place is not None]] = 1
            return seen

        return look


_Look: TypeAlias = Callable[[State, Role], Bits]


def _row_of(batch: Batch) -> _Look:
    """Looks at the facts of a game in which everybody sees all of them."""
    return lambda state, _: batch.row(state).view(np.int8)


def _moves(batch: Batch, roles: Iterable[Role]) -> tuple[Move, ...]:
    return tuple(sorted({move for role in roles for move in batch.moves.get(role, ())}))
