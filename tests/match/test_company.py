"""Who sits where, what is said and offered: the company around a match, told like the match."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.players import native

from spielwerk.core import Role
from spielwerk.match import (
    REFUSE,
    Abandon,
    Abandoned,
    Answer,
    Began,
    Command,
    Decline,
    Declined,
    Follow,
    Happened,
    ImpossibleEvent,
    Leave,
    MatchEvent,
    MatchLog,
    Offer,
    Offered,
    Opened,
    Paused,
    Ready,
    Refusal,
    Resign,
    Say,
    Seated,
    Session,
    Setup,
    Status,
    Take,
    TakenBack,
    Vacated,
    Want,
    command_from_json,
    command_to_json,
    event_from_json,
    event_to_json,
    evolve,
    open_match,
)

X, O = native.X, native.O  # noqa: E741


class Room:
    """A match whose seats are taken one after the other."""

    def __init__(self) -> None:
        self.log: list[MatchEvent] = []
        match = open_match(native.tic_tac_toe(), Setup(illegal=REFUSE))
        self._session = Session(match, sink=self.log.extend)
        self.first = match

    @property
    def match(self):
        return self._session.match

    def do(self, command: Command, at: float = 1.0) -> tuple[MatchEvent, ...]:
        answer = self._session.do(command_from_json(command_to_json(command)), at)
        assert isinstance(answer, Happened), answer
        again = self.first
        for event in self.log:
            again = evolve(again, event_from_json(event_to_json(event)))
        assert again == self.match
        return answer.events

    def refused(self, command: Command) -> str:
        before = self.match
        answer = self._session.do(command, 1.0)
        assert isinstance(answer, Refusal)
        assert self.match is before
        return answer.code


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def two(room: Room) -> Room:
    room.do(Take(X, "Ada", claim="first"))
    room.do(Take(O, "Bob"))
    return room


def test_a_match_with_free_seats_waits_until_the_last_one_is_taken(room: Room) -> None:
    assert room.match.status is Status.WAITING
    assert room.do(Take(X, "Ada", claim="c")) == (Seated(X, "Ada", None, "c"),)
    assert room.refused(Answer(X, "5", 0)) == "not-begun"
    assert room.match.free == (O,)
    events = room.do(Take(O, "random", "random"), at=2.0)
    assert events == (
        Seated(O, "random", "random"),
        Opened(),
        Ready(2.0, X),
        Ready(2.0, O),
        Began(2.0),
    )
    assert room.match.setup.seats == {X: "Ada", O: "random"}
    assert room.match.people == (X,)


def test_one_may_get_up_before_the_match_but_not_during_it(room: Room) -> None:
    room.do(Take(X, "Ada"))
    assert room.do(Leave(X)) == (Vacated(X),)
    assert room.refused(Leave(X)) == "no-such-seat"
    room.do(Take(X, "Ada"))
    room.do(Take(O, "Bob"))
    assert room.refused(Leave(X)) == "begun"


def test_only_a_machine_takes_over_a_seat_and_the_same_claim_is_heard_twice(two: Room) -> None:
    assert two.refused(Take(O, "Eve")) == "seat-taken"
    assert two.refused(Take(Role("z"), "Eve")) == "no-such-seat"
    assert two.do(Take(X, "Ada", claim="first")) == ()
    assert two.refused(Take(O, "random", "random")) == "seat-taken", "nobody handed it over"
    two.do(Take(O, "random", "random", over=""))
    assert two.match.occupants[O].bot == "random"
    assert two.match.setup.seats[O] == "Bob"
    assert two.refused(Take(O, "mcts", "mcts")) == "seat-taken"


def test_a_pause_needs_everybody_and_giving_up_ends_it(two: Room) -> None:
    assert two.do(Want(X, Offer.PAUSE)) == (Offered(X, Offer.PAUSE),)
    assert two.do(Want(X, Offer.PAUSE)) == ()
    _, *rest = two.do(Want(O, Offer.PAUSE))
    assert rest == [Paused(1.0), Declined(X, Offer.PAUSE)]
    assert two.refused(Want(X, Offer.DRAW)) == "not-now"
    two.do(Resign(X))
    assert two.match.status is Status.ENDED
    assert two.match.reason == "only o is left"


def test_taking_back_goes_to_where_the_one_who_asked_last_chose(two: Room) -> None:
    assert two.refused(Want(X, Offer.UNDO)) == "no-way-back"
    two.do(Answer(X, "5", 0))
    two.do(Answer(O, "1", 1))
    two.do(Want(X, Offer.UNDO))
    assert TakenBack(1.0, 0) in two.do(Want(O, Offer.UNDO))
    assert two.match.rewound
    assert two.match.steps == ()
    two.do(Answer(X, "9", 0))
    assert [dict(event.moves) for event in two.match.steps] == [{X: "9"}]
    assert not two.match.rewound


def test_offers_are_declined_or_moot_as_soon_as_the_game_moves_on(two: Room) -> None:
    two.do(Want(X, Offer.DRAW))
    assert two.do(Decline(O, Offer.DRAW)) == (Declined(O, Offer.DRAW),)
    assert two.refused(Decline(O, Offer.DRAW)) == "no-offer"
    two.do(Want(X, Offer.DRAW))
    two.do(Answer(X, "5", 0))
    assert two.match.offers == {}


def test_machines_do_not_agree_on_draws(two: Room) -> None:
    two.do(Take(O, "random", "random", over=""))
    assert two.refused(Want(X, Offer.DRAW)) == "no-draw"


def test_what_is_said_is_remembered_for_a_while(two: Room) -> None:
    for number in range(60):
        two.do(Say(X, f"  remark {number}\0 "))
    assert len(two.match.chat) == 50
    assert two.match.chat[-1].text == "remark 59"
    assert two.refused(Say(X, "x" * 501)) == "too-long"


def test_after_the_end_there_are_remarks_and_one_rematch(two: Room) -> None:
    two.do(Resign(X))
    two.do(Say(O, "thanks"))
    two.do(Want(X, Offer.REMATCH))
    two.do(Want(O, Offer.REMATCH))
    assert two.match.agree(Offer.REMATCH)
    two.do(Follow("next"))
    assert two.match.successor == "next"
    assert two.refused(Follow("another")) == "followed"
    assert two.refused(Want(X, Offer.REMATCH)) == "followed"


def test_an_abandoned_match_is_over_without_an_outcome(two: Room) -> None:
    assert two.do(Abandon("no memory")) == (Abandoned("no memory"),)
    assert two.match.over
    assert two.match.outcome is None
    assert two.refused(Answer(X, "5", 0)) == "match-over"
    assert two.refused(Abandon("again")) == "match-over"


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Seated(X, "Eve"), "sat at x"),
        (Vacated(X), "was open"),
        (Opened(), "was open"),
        (Offered(X, Offer.REMATCH), "could not be offered"),
        (Declined(X, Offer.DRAW), "Nobody had offered"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_what_cannot_have_happened_around_a_match_is_not_believed(
    two: Room, event: MatchEvent, why: str
) -> None:
    with pytest.raises(ImpossibleEvent, match=why):
        evolve(two.match, event)


def test_a_session_goes_on_from_a_log(two: Room) -> None:
    two.do(Answer(X, "5", 0), at=7.0)
    log = MatchLog.of(two.match.game, two.first.setup, two.log)
    ticks = iter((100.0, 100.0, 103.0))
    session = Session.resume(two.match.game, log, clock=lambda: next(ticks))
    assert replace(session.match, before=None) == replace(two.match, before=None)
    session.wind(session.match.now)
    assert session.now() == pytest.approx(10.0)
