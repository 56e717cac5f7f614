"""How long players of a match may think, and who thought which move."""

from __future__ import annotations

import pytest
from tests.match.rogues import Rogue
from tests.players import native

from spielwerk.core import NEVER, Candidate, Choice, Deadline, Knowledge, Mind, Player
from spielwerk.match import (
    Clock,
    Ended,
    Ledger,
    Match,
    Session,
    Sit,
    Where,
    open_match,
    parse_policy,
    play,
    setup_match,
    time_to_think,
)
from spielwerk.players import parse_player

X, O = native.X, native.O  # noqa: E741


def ledger_of(
    player: Player, late: str = "random-move", *, seconds: float = 0.3, **settings: object
) -> Ledger:
    """What is counted in a match of a player against chance."""
    game = native.tic_tac_toe()
    ledger = Ledger(game.roles)
    policy = parse_policy(late)
    events = play(
        game,
        {X: player, O: parse_player("random")},
        clock=Clock(move=seconds),
        late=policy,
        illegal=policy,
        thoughts=ledger.hear,
        **settings,
    )
    for event in events:
        ledger.take(event)
    assert isinstance(event, Ended)
    return ledger


def test_whoever_thinks_its_moves_misses_none() -> None:
    ledger = ledger_of(parse_player("mcts:iterations=50"), seconds=60, where=Where.INLINE)
    assert str(ledger.seats[X]).endswith("moves, all thought")
    assert ledger.seats[O].missing == 0 < ledger.seats[O].moves


@pytest.mark.parametrize(
    ("kind", "policy", "why"),
    [
        ("hangs", "random-move", "late"),
        ("hangs", "default-move", "late"),
        ("hangs", "forfeit", "late"),
        ("cheats", "random-move", "nonsense"),
        ("cheats", "strike:2", "nonsense"),
        ("cheats", "forfeit", "nonsense"),
        ("raises", "forfeit", "failed"),
    ],
)
def test_every_move_that_was_made_for_somebody_is_counted(kind: str, policy: str, why: str) -> None:
    seat = ledger_of(Rogue(kind, good=1), policy).seats[X]
    assert set(seat.unthought) == {why}
    assert seat.missing == seat.moves - 1 > 0, "the first one was its own"


class Hasty(Player):
    """Names a move and says that it has weighed none."""

    name = "hasty"

    def sit(self, *_: object, **__: object) -> Mind:
        return _HastyMind()


class _HastyMind(Mind):
    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        return Choice(knowledge.legal[0], "hasty", tuple(map(Candidate, knowledge.legal)))


def test_a_move_that_nobody_weighed_is_not_thought() -> None:
    seat = ledger_of(Hasty()).seats[X]
    assert seat.missing == seat.unthought["unweighed"] == seat.moves > 0


def begun(match: Match) -> Match:
    """The match, once all are ready."""
    session = Session(match)
    for role in match.game.roles:
        session.do(Sit(role), 0.0)
    return session.match


CLOCKS = [
    (Clock(move=1.0), 1.0),
    (Clock(move=0.05), 0.05),
    (Clock(reserve=20.0), 1.0),
    (Clock(move=1.0, reserve=20.0), 2.0),
    (Clock(move=1.0, grace=5.0), 1.0),
]
"""Clocks, and how long they give for the first move."""


@pytest.mark.parametrize(("clock", "wait"), CLOCKS, ids=str)
def test_thinking_ends_before_the_clock_does(clock: Clock, wait: float) -> None:
    game = native.tic_tac_toe()
    players = dict.fromkeys(game.roles, parse_player("random"))
    match = begun(open_match(game, setup_match(game, players, clock=clock)))
    granted = time_to_think(match, X, match.since[X])
    assert granted is not None
    assert 0.5 * wait < granted < wait
    later = time_to_think(match, X, match.since[X] + wait / 2)
    assert later is not None
    assert 0.5 * wait / 2 < later < wait / 2
    assert time_to_think(match, X, match.since[X] + 100) == 0


def test_without_a_clock_there_is_all_the_time_in_the_world() -> None:
    game = native.tic_tac_toe()
    players = dict.fromkeys(game.roles, parse_player("random"))
    match = begun(open_match(game, setup_match(game, players)))
    assert time_to_think(match, X, 0.0) is None
