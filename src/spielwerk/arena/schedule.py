"""Who meets whom: the matches of a tournament, known before the first one is played.

Every match has a number, a seating and a seed, all of which follow from the tournament's
settings. So a tournament that was interrupted knows what is missing, and any machine can play any
match of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from random import Random

from spielwerk.core import SpielwerkError

MAX_MATCHES = 1_000_000
"""A tournament has at most so many matches."""


class Pairing(StrEnum):
    """How opponents are paired."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody."""
    GAUNTLET = "gauntlet"
    """The first one meets all the others."""
    LADDER = "ladder"
    """Each meets the next one."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match to be played."""

    number: int
    seating: tuple[int, ...]
    """For each role of the game the player (by its place in the tournament) who sits there."""
    seed: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """The settings of a tournament. Together with the game they determine every match."""

    game: str
    roles: int
    players: tuple[str, ...]
    """Player specs, each once."""
    rounds: int
    form: Pairing = Pairing.ROUND_ROBIN
    seed: int = 0
    clock: str = "untimed"

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise SpielwerkError(f"A tournament has at least one round, not {self.rounds}.")
        if len(self.players) < min(2, self.roles):
            raise SpielwerkError("A tournament needs at least two players, such as mcts:1s,random.")
        if len(set(self.players)) < len(self.players):
            raise SpielwerkError("Each player may be named once; give twins different settings.")
        if self.size > MAX_MATCHES:
            raise SpielwerkError(
                f"That would be {self.size:,} matches; at most {MAX_MATCHES:,} are played. "
                "Ask for fewer rounds."
            )

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The players who meet: pairs in a two-player game, larger groups where more sit down.

        Where there are more seats than players, players sit down more than once.
        """
        everyone = range(len(self.players))
        if self.roles == 1:
            return tuple((player,) for player in everyone)
        if self.form is Pairing.LADDER:
            return tuple((player, player + 1) for player in everyone[:-1])
        size = min(self.roles, len(self.players))
        groups = tuple(combinations(everyone, size))
        return tuple(g for g in groups if 0 in g) if self.form is Pairing.GAUNTLET else groups

    @property
    def size(self) -> int:
        """How many matches there are."""
        return len(self.groups) * self.rounds

    def fixtures(self) -> Iterator[Fixture]:
        """All matches, round by round.

        From round to round a group changes seats; as many rounds as there are seats share a seed,
        so that luck is the same for everybody who sat there.
        """
        number = 0
        for round_number in range(self.rounds):
            shared, turn = divmod(round_number, self.roles)
            for index, group in enumerate(self.groups):
                seats = [group[(seat + turn) % len(group)] for seat in range(self.roles)]
                seed = Random(f"{self.seed}/{index}/{shared}").getrandbits(32)
                yield Fixture(number, tuple(seats), seed)
                number += 1
