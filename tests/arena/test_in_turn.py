"""Players that think one after the other: everybody's own time counts, and nobody else's."""

from __future__ import annotations

from collections.abc import Mapping

from tests.players import native

from spielwerk.arena.in_turn import think_in_turn
from spielwerk.core import Game, Role
from spielwerk.match import (
    TOLERATE,
    Clock,
    Late,
    Match,
    MatchEvent,
    MatchLog,
    Session,
    Setup,
    Stepped,
    open_match,
    replay_match,
)

RED, GREEN, BLUE = native.Race.RUNNERS
ANNA, BERT = native.ANNA, native.BERT


def played(
    game: Game, seconds: Mapping[Role, float], setup: Setup | None = None
) -> list[MatchEvent]:
    """What happens where everybody makes the first move after as long as said."""

    def think(match: Match, role: Role) -> tuple[str, float]:
        return match.state.legal(role)[0], seconds[role]

    setup = setup or Setup(seats=dict.fromkeys(game.roles, "somebody"))
    session = Session(open_match(game, setup))
    events = list(think_in_turn(session, think))
    *_, match = replay_match(game, MatchLog.of(game, setup, events))
    assert match == session.match
    return events


def late(events: list[MatchEvent]) -> list[Role]:
    return [event.role for event in events if isinstance(event, Late)]


def test_all_who_choose_at_once_have_their_time_to_themselves() -> None:
    events = played(native.race(seconds=2.0), {RED: 1.9, GREEN: 1.8, BLUE: 1.7})
    assert late(events) == []
    assert [event.at for event in events if isinstance(event, Stepped)][:2] == [1.9, 3.8]


def test_who_thinks_too_long_is_late_by_the_rules() -> None:
    events = played(native.race(seconds=2.0), {RED: 2.0004, GREEN: 2.0, BLUE: 1.0})
    assert late(events) == [RED]


def test_who_is_late_together_with_another_is_asked_again_where_that_is_tolerated() -> None:
    game = native.race()
    setup = Setup(0, dict.fromkeys(game.roles, "somebody"), Clock(move=0.05), late=TOLERATE)
    events = played(game, {RED: 0.0501, GREEN: 0.2, BLUE: 0.05}, setup)
    rounds = sum(isinstance(event, Stepped) for event in events)
    assert late(events) == [RED, GREEN] * rounds


def test_where_anybody_may_go_first_the_quicker_goes_more_often_and_nobody_is_late() -> None:
    events = played(native.draft(picks=3, seconds=1.0), {ANNA: 0.9, BERT: 0.25})
    movers = [role for event in events if isinstance(event, Stepped) for role in event.event.moves]
    assert movers[:3] == [BERT, BERT, BERT]
    assert late(events) == []
