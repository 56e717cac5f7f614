"""What an engine for GDL rules does; the two that exist must agree, state by state.

A *position* is the engine's own picture of one state (opaque, immutable, hashable, equal for
equal facts). Role names and terms are plain values as in :mod:`.program.rules`. ``roles`` holds
every ``role`` of the rules in source order, GDL-II's ``random`` included; a joint move is a tuple
of terms in that order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from spielwerk.languages.gdl.program import Term

P = TypeVar("P")


class Engine(Protocol, Generic[P]):
    """Rules made ready to run."""

    name: str
    roles: tuple[str, ...]

    def initial(self) -> P:
        """The position of the ``init`` facts."""

    def position(self, facts: Iterable[Term]) -> P:
        """The position in which exactly these facts are ``true``."""

    def facts(self, position: P) -> frozenset[Term]:
        """What is ``true`` in the position."""

    def difference(self, before: P, position: P) -> tuple[Collection[Term], Collection[Term]]:
        """What was ``true`` before and is not any more, and what is now and was not."""

    def legal(self, position: P, role: str) -> tuple[Term, ...]:
        """The moves for which ``legal`` holds, sorted by their text."""

    def terminal(self, position: P) -> bool:
        """Whether ``terminal`` holds."""

    def goals(self, position: P) -> Mapping[str, tuple[int, ...]]:
        """The values of ``goal`` for every role: one in well-formed games, none or several else."""

    def next(self, position: P, joint: tuple[Term, ...]) -> P:
        """The position after a joint move. Legality is not looked at."""

    def sees(self, position: P, joint: tuple[Term, ...]) -> Mapping[str, frozenset[Term]]:
        """What each role perceives of a joint move (GDL-II)."""
