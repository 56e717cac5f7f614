"""Who is connected to a room now, in this process and in the others.

It is not in the log: nobody needs to know tomorrow who was there. Sockets come and go, other
processes tell what they see, and out comes a frame for everybody who is connected here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from spielwerk.core import Json, Role
from spielwerk.server.json_text import to_bytes


@dataclass(frozen=True, slots=True)
class Present:
    """The seats somebody is connected to, and how many only watch."""

    roles: frozenset[Role] = frozenset()
    watching: int = 0

    def __add__(self, other: Present) -> Present:
        return Present(self.roles | other.roles, self.watching + other.watching)

    def to_json(self) -> dict[str, Json]:
        """As frames and other processes are told of it."""
        return {"roles": sorted(self.roles), "watching": self.watching}


class Presence:
    """Keeps count in one room."""

    def __init__(self) -> None:
        self._sockets: Counter[Role | None] = Counter()
        self._elsewhere: dict[str, Present] = {}
        self.all = Present()
        """Everybody, wherever they are connected."""

    @property
    def here(self) -> Present:
        """Those connected to this process."""
        roles = frozenset(role for role in self._sockets if role is not None)
        return Present(roles, self._sockets[None])

    @property
    def frame(self) -> bytes:
        """What those connected here are told."""
        return to_bytes({"type": "present", **self.all.to_json()})

    def come(self, role: Role | None) -> bool:
        """A socket is there; whether that changes anything."""
        self._sockets[role] += 1
        return self._changed()

    def go(self, role: Role | None) -> bool:
        """A socket is gone; whether that changes anything."""
        self._sockets[role] -= 1
        if not self._sockets[role]:
            del self._sockets[role]
        return self._changed()

    def knows(self, worker: str) -> bool:
        """Whether another process has told who is there."""
        return worker in self._elsewhere

    def hear(self, worker: str, present: Present) -> bool:
        """Another process tells who is there; whether that changes anything."""
        self._elsewhere[worker] = present
        return self._changed()

    def forget(self, workers: Collection[str]) -> bool:
        """These processes are gone, and everybody with them; whether that changes anything."""
        for worker in [name for name in self._elsewhere if name in workers]:
            del self._elsewhere[worker]
        return self._changed()

    def _changed(self) -> bool:
        now = sum(self._elsewhere.values(), self.here)
        if now == self.all:
            return False
        self.all = now
        return True
