"""Whoever is connected to a server: players and spectators, and the lines they hang on.

A guest outlives its line: a player whose connection breaks off comes back on another one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Protocol
from uuid import UUID, uuid4

from spielwerk.core import Role
from spielwerk.protocols.spy.letters import Envelope, body_of, envelope_of
from spielwerk.protocols.spy.messages import Failure, Hello, SpyMessage
from spielwerk.protocols.spy.values import ErrorReason, RoleEnum
from spielwerk.protocols.spy.wire import Revision

_MOST_ASIDES = 100
"""So many answers to questions are kept for a guest's replay."""


class Line(Protocol):
    """A connection, as far as hosts know it."""

    @property
    def host(self) -> str:
        """The address of the machine at its other end."""

    def send(self, text: str) -> None:
        """Send a text after all that was sent before, some time soon."""

    def hang_up(self) -> None:
        """Close the connection once everything is sent."""

    def prove(self, then: Callable[[bool], None]) -> None:
        """Find out whether anybody is at its other end; a line without anybody is cut."""


class Scribe:
    """Writes messages. What several guests are told one after another is written once only."""

    def __init__(self) -> None:
        self._last: dict[Revision, tuple[SpyMessage, str]] = {}

    def text(self, message: SpyMessage, envelope: Envelope, dialect: Revision) -> str:
        """The message as it goes over the line."""
        known = self._last.get(dialect)
        if known is None or known[0] is not message:
            known = message, json.dumps(body_of(message, dialect))
            self._last[dialect] = known
        head = json.dumps(envelope_of(message, envelope, dialect))
        return head if known[1] == "{}" else f"{head[:-1]}, {known[1][1:]}"


class Guest:
    """Somebody who said hello."""

    def __init__(
        self,
        hello: Hello,
        dialect: Revision,
        line: Line | None,
        scribe: Scribe,
        client_id: UUID | None = None,
    ) -> None:
        self.client_id = client_id or uuid4()
        self.name = hello.name
        self.role = hello.role
        self.dialect = dialect
        self.line = line
        self.seat: Role | None = None
        """Which of the two players this is."""
        self.excused = 0
        """How many answers may still come in that the server no longer waits for."""
        self.asides: list[tuple[int, SpyMessage]] = []
        """What it asked for and was told, with how many events of the match were before."""
        self._scribe = scribe

    @property
    def plays(self) -> bool:
        return self.role is not RoleEnum.SPECTATOR

    def tell(self, message: SpyMessage, remark: str | None = None) -> None:
        """Send a message, if the guest is there and its dialect has such a message."""
        if self.line is not None and message.type_in(self.dialect) is not None:
            envelope = Envelope(self.client_id, datetime.now(), remark)
            self.line.send(self._scribe.text(message, envelope, self.dialect))

    def tell_aside(self, message: SpyMessage, after: int) -> None:
        """Send what the guest asked for after so many events; a replay tells it again."""
        self.tell(message)
        if len(self.asides) < _MOST_ASIDES:
            self.asides.append((after, message))

    def tell_failure(self, remark: str) -> None:
        """Say that something cannot be had; nothing worse happens."""
        self.tell(Failure(ErrorReason.GENERAL), remark)

    def deliver(self, text: str) -> None:
        """Send a text that was written before."""
        if self.line is not None:
            self.line.send(text)

    def dismiss(self, reason: ErrorReason | None = None, remark: str | None = None) -> None:
        """Hang up on the guest, saying why where there is anything to say."""
        if reason is not None:
            self.tell(Failure(reason), remark)
        if self.line is not None:
            self.line.hang_up()
            self.line = None


def refuse(line: Line, dialect: Revision, reason: ErrorReason, remark: str) -> None:
    """Say why somebody is not let in, and hang up."""
    line.send(Scribe().text(Failure(reason), Envelope(None, datetime.now(), remark), dialect))
    line.hang_up()
