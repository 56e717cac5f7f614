"""Search in native code: what a game may offer to players beyond the contract.

A game whose rules run as native code can search by itself much faster than a player could by
asking it state by state (:meth:`spielwerk.core.Game.search`). Players use it where it is there,
and search by the contract elsewhere. It is for games in which nothing is hidden or left to chance
and where one role chooses at a time; should several choose at once after all, a search says so by
:class:`ChoosesAtOnce`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Move, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LOGIT = 1_000
"""Judgements are whole numbers: so much is one unit of log-odds."""


class ChoosesAtOnce(SpielwerkError):
    """Several roles choose at once somewhere: this kind of search is not for that game."""


@dataclass(frozen=True, slots=True)
class Freedom:
    """What it is worth to have many moves to choose from, in thousandths of a logit."""

    usual: int
    """How many moves there are usually."""
    some: tuple[int, int]
    """For each role, what a quarter of that is worth against none; fewer are worth a part of it."""
    more: tuple[int, int]
    """For each role, what as many again as usual are worth."""

    def worth(self, role: int, moves: int) -> int:
        share = moves / self.usual
        return round(self.some[role] * min(1.0, 4 * share) + self.more[role] * share)


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What positions are worth to the game's first role, as weights over facts.

    Facts are numbered as in rows of :class:`~spielwerk.core.Batch`. A position's score is the
    ``bias``, the weights of its facts and of the pairs of facts that it has both of, in thousandths
    of a logit: 0 is even, 1000 a chance of 73 in 100. In many games facts become fewer or more in
    the course of a match, and then weigh differently: ``late`` is added by and by.
    """

    bias: int
    facts: NDArray[np.int32]
    """A weight for every fact."""
    pairs: NDArray[np.int32]
    """Rows of two facts and their weight."""
    late: NDArray[np.int32] | None = None
    """What is added to the weights of facts when it is late, if anything is."""
    course: tuple[int, int] = (0, 1)
    """How many facts hold in the beginning, and by how many fewer or more when it is late."""
    freedom: Freedom | None = None
    """What the number of moves is worth that each role has at its turn."""

    def lateness(self, facts: int) -> float:
        """From 0 in the beginning to 1, by how many facts hold."""
        begin, change = self.course
        return min(max((facts - begin) / change, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class WeighedMove:
    """One move of the position that was searched."""

    move: Move
    value: float | None
    """What the mover can expect of it, from 0 to 1."""
    visits: int
    proven: bool = False
    """Whether the value is certain if everybody plays their best."""
    plies: int = 0
    """In how many moves a proven result comes about."""
    at_most: bool = False
    """Whether the value is only known not to be higher."""


@dataclass(frozen=True, slots=True)
class SearchFindings:
    """What a search found out."""

    moves: tuple[WeighedMove, ...]
    """All moves, the one to make first."""
    line: tuple[Move, ...]
    """The moves expected, the first one included."""
    positions: int
    """How many positions it knows, or has looked at."""
    depth: int = 0
    """How far it looked ahead everywhere, where it looks everywhere."""
    expected: NDArray[np.uint8] | None = field(default=None, compare=False)
    """The facts at the end of the line, as a row of :class:`~spielwerk.core.Batch`, if known."""
    choices: tuple[int, int] | None = field(default=None, compare=False)
    """How many moves each role has there at its turn, or had at its last one."""


class TreeSearch(Protocol):
    """Monte-Carlo tree search whose tree is kept from move to move."""

    def think(
        self, state: State, go_on: Callable[[], bool], rounds: int | None = None
    ) -> SearchFindings:
        """Search until ``go_on``, asked every few milliseconds, says no, or for so many rounds.

        :raises ChoosesAtOnce: see there
        """

    @property
    def effort(self) -> Sequence[int]:
        """Rounds made and states seen, random matches included, since the beginning."""


class DepthSearch(Protocol):
    """Alpha-beta search, deeper and deeper."""

    def think(
        self, state: State, go_on: Callable[[], bool], depth: int | None = None,
        earlier: Sequence[State] = (),
    ) -> SearchFindings:  # fmt: skip
        """Search until ``go_on`` says no, or so many moves deep.

        :param earlier: states of the match so far: who comes back to one got nowhere
        :raises ChoosesAtOnce: see there
        """

    @property
    def effort(self) -> Sequence[int]:
        """Nodes searched and states seen since the beginning."""


class NativeSearch(Protocol):
    """What a game offers that can search by itself."""

    def tree(
        self,
        *,
        seed: int,
        exploring: float,
        proving: bool,
        threads: int = 1,
        judgement: Judgement | None = None,
        anytime: float = 0.0,
    ) -> TreeSearch:
        """A Monte-Carlo search. With one thread the same seed gives the same thoughts.

        :param exploring: how strongly moves are tried that were tried little, in standard
            deviations of the values of leaves
        :param anytime: for how many visits at most it counts what moves brought that were made at
            any time of a random match, where that says something of making them now
        """

    def deepening(self, judgement: Judgement, *, threads: int = 1) -> DepthSearch:
        """An alpha-beta search for two roles that share a fixed sum."""
