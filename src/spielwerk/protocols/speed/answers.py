"""The answers to one round as they come in, and what the rules make of them. No clock, no network.

Messages go in by the number of the player; out come actions and offenders as
:meth:`SpeedState.after <spielwerk.games.speed.SpeedState.after>` takes them.
"""

from __future__ import annotations

from collections.abc import Iterable

from spielwerk.core import Move, Role
from spielwerk.games.speed.rules import Action
from spielwerk.protocols.speed.messages import read_action

__all__ = ["Answers"]


class Answers:
    """What the living have answered so far."""

    def __init__(self, living: Iterable[int]) -> None:
        self._living = frozenset(living)
        self._actions: dict[int, Action] = {}
        self._offenders: set[int] = set()

    def hear(self, number: int, message: str | bytes) -> None:
        """Take a message. What the dead say is not heard; a second message is an offence."""
        if number not in self._living:
            return
        if number in self._actions:
            self._offenders.add(number)
            return
        action = read_action(message)
        if action is None:
            self._offenders.add(number)
        elif number not in self._offenders:
            self._actions[number] = action

    def lose(self, number: int) -> None:
        """The player is gone. What it has answered before stands."""
        if number in self._living and number not in self._actions:
            self._offenders.add(number)

    @property
    def complete(self) -> bool:
        """Whether nobody is waited for."""
        return self._living <= self._actions.keys() | self._offenders

    @property
    def moves(self) -> dict[Role, Move]:
        """The actions, an offender's first one included: it still turns."""
        return {Role(str(n)): Move(action.value) for n, action in sorted(self._actions.items())}

    @property
    def late(self) -> tuple[Role, ...]:
        """Whoever dies for its answers: none, a bad one, or two."""
        silent = self._living - self._actions.keys()
        return tuple(Role(str(n)) for n in sorted(silent | self._offenders))
