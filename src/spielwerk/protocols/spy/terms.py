"""How a server runs its matches: how many, how long it waits, where chance comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from spielwerk.games.spy import SettingError

_MOST_MATCHES = 1_000
_LONGEST = 86_400.0


@dataclass(frozen=True)
class ServerTerms:
    """What the standard leaves to a server. All times are seconds."""

    matches: int = 1
    """How many matches may be on at the same time."""
    seed: int | None = None
    """The same seed gives the same matches; without one nobody knows."""
    pause_limit: float = 600.0
    """How long a pause may last, unless the match configuration says it."""
    reconnect_limit: float = 300.0
    """How long a lost player may stay away, unless the match configuration says it."""
    hello_limit: float = 30.0
    """How long a connection may be open before its client has introduced itself."""
    farewell: float = 60.0
    """How long lines stay open after the end, for requests of replays."""
    second: float = 1.0
    """How long a second of all these limits, and of those of the rules, really takes."""

    def __post_init__(self) -> None:
        if not 1 <= self.matches <= _MOST_MATCHES:
            raise SettingError(f"matches is 1 to {_MOST_MATCHES}, not {self.matches}.")
        for name in ("pause_limit", "reconnect_limit", "hello_limit", "farewell", "second"):
            if not 0 < getattr(self, name) <= _LONGEST:
                given = getattr(self, name)
                raise SettingError(f"{name} is more than 0 and at most {_LONGEST:g}, not {given}.")

    @classmethod
    def settings(cls) -> tuple[str, ...]:
        """What can be set by ``--x key value``."""
        return tuple(each.name for each in fields(cls))

    @classmethod
    def from_text(cls, given: Mapping[str, str]) -> ServerTerms:
        """Terms from ``--x key value`` pairs.

        :raises SettingError: a value is no number, or out of range
        """
        values: dict[str, float] = {}
        for key, text in given.items():
            whole = key in ("matches", "seed")
            try:
                values[key] = int(text) if whole else float(text)
            except ValueError:
                kind = "a whole number" if whole else "a number of seconds"
                raise SettingError(f"'{key}' is {kind}, not '{text}'.") from None
        return cls(**values)  # type: ignore[arg-type]
