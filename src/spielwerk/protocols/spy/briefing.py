"""What guests are told beside the match: how things stand, what they ask for, and replays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from spielwerk.games.spy import PlayState
from spielwerk.protocols.spy.course import StandardCourse
from spielwerk.protocols.spy.fixture import information
from spielwerk.protocols.spy.guests import Guest, Scribe
from spielwerk.protocols.spy.letters import Envelope
from spielwerk.protocols.spy.messages import (
    ConfigDelivery,
    MetaInformation,
    RequestConfigDelivery,
    RequestMetaInformation,
    SpyMessage,
)
from spielwerk.protocols.spy.meta import Asked, answer_keys
from spielwerk.protocols.spy.narrator import reveal, status
from spielwerk.protocols.spy.replay import tell_again


def brief(guest: Guest, course: StandardCourse) -> None:
    """Tell somebody who comes (back) in the middle how things stand."""
    state, fixture = course.state, course.fixture
    guest.tell(fixture.announcement())
    if isinstance(state, PlayState):
        if guest.seat is None:
            guest.tell(reveal(fixture, state))
        active = state.position.active
        who = fixture.ids[state.position.name(active)] if active >= 0 else None
        guest.tell(status(fixture, state, guest.seat, who, operations=False))
    if course.verdict is not None:
        guest.tell(course.verdict)


def inform(question: RequestConfigDelivery | RequestMetaInformation, asked: Asked) -> SpyMessage:
    """The answer to a question about the configuration, or about anything that has a key."""
    if isinstance(question, RequestMetaInformation):
        return MetaInformation(answer_keys(asked, question.keys))
    setting = asked.game.setting
    return ConfigDelivery(setting.board.scenario, setting.config, information(asked.game))


def retelling(guest: Guest, course: StandardCourse) -> Callable[[], str]:
    """The work of writing the replay for a guest: it takes long, and needs nothing that changes."""
    fixture, setup, events = course.fixture, course.match.setup, tuple(course.events)
    client, seat, dialect, asides = guest.client_id, guest.seat, guest.dialect, tuple(guest.asides)

    def work() -> str:
        replay = tell_again(fixture, setup, events, seat, client, dialect, asides)
        return Scribe().text(replay, Envelope(client, datetime.now()), dialect)

    return work
