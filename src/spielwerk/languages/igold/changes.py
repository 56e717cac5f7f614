"""What has changed for each player since the last message that was acknowledged.

A :class:`ChangeLog` hears of every new state. For a player it has a message ready: what that
player may see, as a whole or as the difference to what the player has acknowledged. Differences are
made from views, so they hold nothing that a view would not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spielwerk.core import Json, Role
from spielwerk.languages.igold.game import IgoldState

__all__ = ["Change", "ChangeLog", "Message", "changes_between", "patched"]


@dataclass(frozen=True, slots=True)
class Change:
    """A part of a view, by the keys that lead to it, with its new value; or that it is gone."""

    path: tuple[str, ...]
    value: Json = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent to a player. A whole view is a message without a base."""

    number: int
    base: int | None
    whole: Json
    changes: tuple[Change, ...]


class ChangeLog:
    """Keeps, for every player, what was acknowledged and what was sent but not acknowledged yet."""

    def __init__(self, state: IgoldState) -> None:
        self._state = state
        self._numbers = 0
        self._acknowledged: dict[Role, tuple[int, Json]] = {}
        self._sent: dict[Role, dict[int, Json]] = {role: {} for role in state.game.roles}

    def advance(self, state: IgoldState) -> None:
        """The match has gone on to this state."""
        self._state = state

    def message(self, role: Role) -> Message:
        """What to send to a player now: the difference, or all where nothing is acknowledged."""
        self._numbers += 1
        seen = self._state.seen(role)
        self._sent[role][self._numbers] = seen
        known = self._acknowledged.get(role)
        if known is None:
            return Message(self._numbers, None, seen, ())
        base, before = known
        return Message(self._numbers, base, None, tuple(changes_between(before, seen)))

    def acknowledge(self, role: Role, number: int) -> None:
        """The player has received a message; older ones need no answer any more."""
        if number in self._sent[role]:
            self._acknowledged[role] = (number, self._sent[role][number])
            later = {n: seen for n, seen in self._sent[role].items() if n > number}
            self._sent[role] = later

    def unacknowledged(self, role: Role) -> tuple[int, ...]:
        """The messages that were sent and not acknowledged."""
        return tuple(self._sent[role])


def changes_between(old: Json, new: Json, path: tuple[str, ...] = ()) -> Iterator[Change]:
    """The smallest parts that differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old.keys() - new.keys():
            yield Change((*path, key), gone=True)
        for key, value in new.items():
            if key not in old:
                yield Change((*path, key), value)
            else:
                yield from changes_between(old[key], value, (*path, key))
    elif old != new:
        yield Change(path, new)


def patched(old: Json, changes: Iterable[Change]) -> Json:
    """What the changes make of an old view."""
    for change in changes:
        old = _put(old, change.path, change)
    return old


def _put(old: Json, path: tuple[str, ...], change: Change) -> Json:
    if not path:
        return change.value
    key, *rest = path
    new = dict(old)
    if change.gone and not rest:
        new.pop(key, None)
    else:
        new[key] = _put(new.get(key, {}), tuple(rest), change)
    return new
