"""A match that is over, told once more: every message that such a guest was sent.

The narrator runs over the log again, so that nothing has to be kept while a match goes on, and
so that a replay survives a restart of the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from spielwerk.core import Json
from spielwerk.games.spy import PlayState
from spielwerk.match import MatchEvent, MatchLog, Setup, evolve, open_match, replay_match
from spielwerk.protocols.spy.fixture import ArrangedMatch
from spielwerk.protocols.spy.letters import Envelope, write_message
from spielwerk.protocols.spy.messages import Replay, SpyMessage
from spielwerk.protocols.spy.narrator import Audience, Narrator
from spielwerk.protocols.spy.wire import Revision


def tell_again(
    fixture: ArrangedMatch,
    setup: Setup,
    events: Sequence[MatchEvent],
    audience: Audience,
    client_id: UUID,
    dialect: Revision,
    asides: Sequence[tuple[int, SpyMessage]] = (),
) -> Replay:
    """The replay for one guest: a player, or a spectator from the beginning.

    ``asides`` are answers to questions of its own, each with how many events were before it.
    """
    narrator, match = Narrator(fixture), open_match(fixture.game, setup)
    told: list[dict[str, Json]] = []

    def add(message: SpyMessage, made: datetime) -> None:
        if message.type_in(dialect) is not None:
            told.append(write_message(message, Envelope(client_id, made), dialect))

    def add_asides(heard: int, made: datetime) -> None:
        for after, message in asides:
            if after == heard:
                add(message, made)

    add(fixture.welcome(), fixture.started)
    add_asides(0, fixture.started)
    for number, event in enumerate(events, 1):
        before, match = match.state, evolve(match, event)
        made = fixture.started + timedelta(seconds=match.now)
        for each in narrator.tell(event, before, match.state, (audience,)):
            if each.to == audience:
                add(each.message, made)
        add_asides(number, made)
    state = match.state
    one, two = fixture.players
    return Replay(
        fixture.session_id,
        fixture.started,
        fixture.started + timedelta(seconds=match.now),
        one.client_id,
        two.client_id,
        one.name,
        two.name,
        state.position.round if isinstance(state, PlayState) else 0,
        fixture.game.setting.board.scenario,
        fixture.game.setting.config,
        fixture.game.setting.characters,
        tuple(told),
    )


def replay_of(
    fixture: ArrangedMatch, log: MatchLog, audience: Audience, dialect: Revision
) -> dict[str, Json]:
    """The replay of a kept match as a message: for one of its players, or for a spectator.

    :raises RecordError: the log is of other rules, or damaged
    """
    for _ in replay_match(fixture.game, log):
        pass  # nothing is told of a match that cannot have happened
    client = uuid4() if audience is None else fixture.client(audience)
    told = tell_again(fixture, log.setup, log.events, audience, client, dialect)
    return write_message(told, Envelope(client), dialect)
