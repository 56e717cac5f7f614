"""Kinds of facts: what lets a few matches say something about many facts.

``(cell e 2 white-pawn)`` is one of ``(cell * * white-pawn)``, of ``(cell * 2 white-pawn)``
and so on: for every choice of arguments that are left open there is a kind. A fact is worth what
its kinds are worth together, so a pawn's worth is learnt from all pawns, and what is special about
a square from the few matches that had one there. Texts of facts go in; a matrix comes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from spielwerk.players.training.symmetries import Symmetry, words_of

_MOST_ARGUMENTS = 5
"""Facts with more arguments stand for themselves only."""


def kinds_of(fact: str) -> Iterator[tuple[str, ...]]:
    """The kinds a fact belongs to, itself first."""
    relation, *arguments = words_of(fact)
    yield (relation, *arguments)
    if len(arguments) <= _MOST_ARGUMENTS:
        for count in range(1, len(arguments)):
            for left_open in combinations(range(len(arguments)), count):
                yield (relation, *("*" if n in left_open else a for n, a in enumerate(arguments)))


def kind_matrix(facts: Sequence[str], symmetries: Sequence[Symmetry]) -> NDArray[np.float32]:
    """One row a fact, one column a kind: how much a kind's weight counts for a fact.

    Kinds that a symmetry makes out of one another are one column, with opposite signs where the
    symmetry changes the roles.
    """
    members: dict[tuple[str, ...], list[int]] = {}
    for number, fact in enumerate(facts):
        for kind in kinds_of(fact):
            members.setdefault(kind, []).append(number)
    columns: dict[bytes, NDArray[np.float32]] = {}
    for own in members.values():
        column = np.zeros(len(facts), np.float32)
        for symmetry in symmetries or [Symmetry.identity(len(facts))]:
            column[symmetry.images[own]] += symmetry.sign
        if not column.any():
            continue
        column /= np.abs(column).max()
        column *= np.sign(column[np.flatnonzero(column)[0]])
        columns.setdefault(column.tobytes(), column)
    if not columns:
        return np.zeros((len(facts), 0), np.float32)
    return np.stack(list(columns.values()), axis=1)
