"""What seats and spectators are told, and above all what they are not."""

from __future__ import annotations

import json

from hypothesis import given, settings
from tests.match.strategies import played_tables
from tests.match.table import Table
from tests.players import native

from spielwerk.match import Clock, Moved, Setup, Status, observe, spectate, told

ANNA, BERT = native.ANNA, native.BERT


def test_nobody_is_told_a_move_before_it_is_made() -> None:
    table = Table(native.goofspiel())
    (moved,) = table.say(1.0, "bert", "bid 4")
    assert told(table.game, moved) == {"event": "moved", "at": 1.0, "role": "bert"}
    assert told(table.game, moved, ANNA) == {"event": "moved", "at": 1.0, "role": "bert"}
    assert told(table.game, moved, BERT)["move"] == "bid 4"
    assert observe(table.match).asked == (ANNA,)


def test_where_all_is_open_a_move_is_told_when_it_is_made() -> None:
    table = Table(native.tic_tac_toe())
    *_, step = table.say(1.0, "x", "5")
    assert told(table.game, step)["moves"] == {"x": "5"}


def test_the_dealer_tells_nobody_what_was_dealt() -> None:
    table = Table(native.kuhn_poker(), Setup(seed=1))
    deal = table.events[-1]
    for role in (None, ANNA, BERT):
        assert told(table.game, deal, role)["moves"] == {}
    assert observe(table.match).view["card"] == ""
    assert observe(table.match, ANNA).view["card"] != observe(table.match, BERT).view["card"]


def test_legal_moves_are_told_to_the_one_who_must_choose() -> None:
    match = Table(native.tic_tac_toe(), Setup(clock=Clock(move=3))).match
    assert len(observe(match, native.X).legal) == 9
    assert observe(match, native.O).legal == observe(match).legal == ()
    assert observe(match).deadline == 3


@settings(max_examples=40, deadline=None)
@given(played_tables())
def test_a_spectator_follows_any_match_and_all_it_is_told_is_json(table: Table) -> None:
    seen = list(spectate(table.game, table.setup, table.events))
    assert len(seen) == len(table.events)
    for (news, observation), event in zip(seen, table.events, strict=True):
        assert json.loads(json.dumps(news)) == news
        assert observation.legal == ()
        assert not isinstance(event, Moved) or "move" not in news
    if seen:
        assert seen[-1][1].status is table.match.status
        assert (seen[-1][1].outcome is not None) == (table.match.status is Status.ENDED)
