"""Everybody at one table: the two players on their seats, and all who watch.

Knows whom a message is for and who is still there; what is said, and when, is up to the
:mod:`.room`.
"""

from __future__ import annotations

from uuid import UUID

from spielwerk.core import Role
from spielwerk.games.spy import ROLES
from spielwerk.protocols.spy.fixture import Introduced
from spielwerk.protocols.spy.guests import Guest, Line, Scribe
from spielwerk.protocols.spy.messages import Hello, SpyMessage
from spielwerk.protocols.spy.narrator import Audience
from spielwerk.protocols.spy.wire import Revision


class Company:
    """The guests of a table."""

    def __init__(self) -> None:
        self._scribe = Scribe()
        self._guests: dict[UUID, Guest] = {}
        self.seats: dict[Role, Guest] = {}

    @property
    def complete(self) -> bool:
        """Whether both seats are taken."""
        return len(self.seats) == len(ROLES)

    @property
    def empty(self) -> bool:
        """Whether nobody is here any more."""
        return all(guest.line is None for guest in self._guests.values())

    @property
    def spectators(self) -> list[Guest]:
        return [guest for guest in self._guests.values() if not guest.plays]

    @property
    def audiences(self) -> tuple[Audience, ...]:
        """For whom there is anything to be told."""
        return (*ROLES, None) if self.spectators else ROLES

    def knows_name(self, name: str) -> bool:
        """Whether somebody here has the name."""
        return any(guest.name == name for guest in self._guests.values())

    def player(self, client_id: UUID | None) -> Guest | None:
        """The player of this identifier."""
        seated = (each for each in self.seats.values() if each.client_id == client_id)
        return next(seated, None)

    def join(self, hello: Hello, dialect: Revision, line: Line) -> Guest:
        """Somebody comes; a player takes the next free seat."""
        guest = Guest(hello, dialect, line, self._scribe)
        self._guests[guest.client_id] = guest
        if guest.plays:
            self._seat(guest, ROLES[len(self.seats)])
        return guest

    def await_player(self, player: Introduced, role: Role) -> None:
        """Keep the seat of a player who will come back."""
        hello = Hello(player.name, player.role)
        guest = Guest(hello, Revision.STANDARD, None, self._scribe, player.client_id)
        self._guests[guest.client_id] = guest
        self._seat(guest, role)

    def forget(self, guest: Guest) -> None:
        """Somebody is gone for good; a player's seat is free again."""
        self._guests.pop(guest.client_id, None)
        if guest.seat is not None:
            del self.seats[guest.seat]

    def send(self, audience: Audience, message: SpyMessage) -> None:
        """Tell a player, or all spectators."""
        for guest in self.spectators if audience is None else [self.seats[audience]]:
            guest.tell(message)

    def dismiss(self) -> None:
        """Send everybody home."""
        for guest in list(self._guests.values()):
            guest.dismiss()

    def _seat(self, guest: Guest, role: Role) -> None:
        guest.seat = role
        self.seats[role] = guest
