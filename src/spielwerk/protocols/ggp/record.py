"""A match as the community writes it down: one JSON object with every state, move and error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from spielwerk.core import Json, Move, Outcome, Role


@dataclass(slots=True)
class MatchRecord:
    """What a manager notes while a match runs. Times are milliseconds since 1970."""

    match: str
    game: str
    roles: Sequence[Role]
    """In the order of the rules, chance included; moves, errors and goals follow it."""
    players: Mapping[Role, str]
    start_clock: float
    play_clock: float
    start_time: int
    states: list[Sequence[str]] = field(default_factory=list)
    state_times: list[int] = field(default_factory=list)
    moves: list[tuple[Move, ...]] = field(default_factory=list)
    errors: list[Mapping[Role, str]] = field(default_factory=list)
    """What went wrong before each of the moves and, where that ended the match, after the last."""
    outcome: Outcome | None = None
    aborted: bool = False

    def to_json(self) -> dict[str, Json]:
        """The record in the fields of the community."""
        done = self.outcome is not None
        return {
            "matchId": self.match,
            "startTime": self.start_time,
            "gameMetaURL": f"spielwerk:{self.game}",
            "playerNamesFromHost": [self.players.get(role, role) for role in self.roles],
            "isCompleted": done,
            "isAborted": self.aborted,
            "states": [f"({' '.join(facts)})" for facts in self.states],
            "moves": [list(joint) for joint in self.moves],
            "stateTimes": list(self.state_times),
            "errors": [[wrong.get(role, "") for role in self.roles] for wrong in self.errors],
            "goalValues": [(self.outcome or {}).get(r, 0) for r in self.roles] if done else [],
            "previewClock": -1,
            "startClock": self.start_clock,
            "playClock": self.play_clock,
        }
