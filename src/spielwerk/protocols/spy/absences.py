"""Why a match stands still: a player asked for a pause, or one is not there.

Times are seconds of the match. Both kinds of pause end by themselves at some point, in different
ways: an asked one by going on, an absence by losing.
"""

from __future__ import annotations

from spielwerk.core import Role


class Absences:
    """What keeps a match from going on."""

    def __init__(self, pause_limit: float, reconnect_limit: float) -> None:
        self._pause_limit = pause_limit
        self._reconnect_limit = reconnect_limit
        self._asked_at: float | None = None
        self._lost_at: dict[Role, float] = {}

    @property
    def any(self) -> bool:
        """Whether the match must stand still."""
        return self._asked_at is not None or self.enforced

    @property
    def enforced(self) -> bool:
        """Whether somebody is missing."""
        return bool(self._lost_at)

    def ask(self, paused: bool, now: float) -> None:
        """A player wants a pause, or its end."""
        if not paused:
            self._asked_at = None
        elif self._asked_at is None:
            self._asked_at = now

    def lose(self, role: Role, now: float) -> None:
        """A player's connection broke off."""
        self._lost_at[role] = now

    def return_of(self, role: Role) -> None:
        """A player is back."""
        self._lost_at.pop(role, None)

    def missing(self, role: Role) -> bool:
        return role in self._lost_at

    def expire(self, now: float) -> Role | None:
        """End a pause that lasted too long; the player who stayed away too long, if any did."""
        if self._asked_at is not None and now >= self._asked_at + self._pause_limit:
            self._asked_at = None
        for role, lost in self._lost_at.items():
            if now >= lost + self._reconnect_limit:
                return role
        return None

    @property
    def pause_end(self) -> float | None:
        """When the asked pause ends by itself."""
        return None if self._asked_at is None else self._asked_at + self._pause_limit

    @property
    def alarm(self) -> float | None:
        """When to look again."""
        ends = [lost + self._reconnect_limit for lost in self._lost_at.values()]
        if self.pause_end is not None:
            ends.append(self.pause_end)
        return min(ends, default=None)
