"""What is settled when a room is founded: the game, the match's setup, and who may watch.

Everything that happens afterwards is in the log of the match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from spielwerk.core import Game, Json
from spielwerk.match import Setup, parse_clock, parse_policy


class Visibility(StrEnum):
    """Who finds a room and may watch."""

    PUBLIC = "public"
    """Listed; anybody watches and takes free seats."""
    UNLISTED = "unlisted"
    """Not listed; whoever knows its address watches, seats are taken by invitation."""
    PRIVATE = "private"
    """Only those who sit there see anything."""


def visibility_of(game: Game, wanted: Visibility) -> Visibility:
    """Who finds a room of a game: what people upload is for those they invite."""
    hidden = game.unlisted and wanted is Visibility.PUBLIC
    return Visibility.UNLISTED if hidden else wanted


@dataclass(frozen=True, slots=True)
class Charter:
    """What is settled when a room is founded."""

    game: str
    setup: Setup
    """It names no seats: they are taken one after the other."""
    visibility: Visibility = Visibility.PUBLIC

    def to_json(self) -> dict[str, Json]:
        """The charter as a JSON-able mapping. It holds the seed: not for anybody's eyes."""
        return {
            "game": self.game,
            "seed": self.setup.seed,
            "visibility": str(self.visibility),
            "clock": str(self.setup.clock),
            "late": str(self.setup.late),
            "illegal": str(self.setup.illegal),
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> Charter:
        """The charter that :meth:`to_json` wrote down."""
        setup = Setup(
            row["seed"],
            clock=parse_clock(row["clock"]),
            late=parse_policy(row["late"]),
            illegal=parse_policy(row["illegal"]),
        )
        return cls(row["game"], setup, Visibility(row["visibility"]))
