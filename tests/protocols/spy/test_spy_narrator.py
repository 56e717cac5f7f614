"""Who is told what: nobody hears more than they may know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from tests.games.spy.casino import Agent, casino, play

from spielwerk.core import Event
from spielwerk.games.spy import ROLES, PlayState
from spielwerk.games.spy.names import Gadget, Property
from spielwerk.match import Stepped
from spielwerk.protocols.spy.fixture import ArrangedMatch, Introduced
from spielwerk.protocols.spy.messages import GameStatus, SpectatorReveal, SpyMessage
from spielwerk.protocols.spy.narrator import Audience, Narrator
from spielwerk.protocols.spy.values import RoleEnum

ONE, TWO = ROLES
EVERYBODY: Sequence[Audience] = (ONE, TWO, None)
ROOM = """
#######
#AB...#
#.c..$#
#....s#
#######
"""


def told(before: PlayState, after: PlayState) -> dict[Audience, list[SpyMessage]]:
    """What everybody hears of the step between two states, having heard of the first."""
    players = (
        Introduced(UUID(int=1), "ann", RoleEnum.AI),
        Introduced(UUID(int=2), "bob", RoleEnum.AI),
    )
    narrator = Narrator(ArrangedMatch(UUID(int=3), before.game, players, datetime(2020, 3, 16)))
    step = Stepped(0.0, Event())
    for _ in narrator.tell(step, before, before, EVERYBODY):
        pass
    heard: dict[Audience, list[SpyMessage]] = {audience: [] for audience in EVERYBODY}
    for each in narrator.tell(step, before, after, EVERYBODY):
        heard[each.to].append(each.message)
    return heard


def status(messages: list[SpyMessage]) -> GameStatus:
    return next(each for each in messages if isinstance(each, GameStatus))


def test_only_the_observer_and_spectators_hear_what_an_observation_found_out() -> None:
    spy = Agent(0, properties=(Property.OBSERVATION,))
    before = casino(ROOM, {"A": spy, "B": Agent(1)})
    heard = told(before, play(before, "use OBSERVATION 2/1", "succeed"))
    assert [status(heard[each]).operations[0].get("isEnemy") for each in EVERYBODY] == [
        True,
        None,
        True,
    ]


def test_combinations_are_told_to_who_knows_them_only() -> None:
    before = casino(ROOM, {"A": Agent(0), "B": Agent(1)}, keys=[0b10, 0])
    heard = told(before, play(before, "move 1/2"))
    known = [status(heard[each]).state["mySafeCombinations"] for each in EVERYBODY]
    assert known == [[1], [], []]


def test_spectators_alone_are_told_when_a_nugget_buys_somebody() -> None:
    before = casino(ROOM, {"A": Agent(0, (Gadget.NUGGET,)), "B": Agent(2)})
    heard = told(before, play(before, "use NUGGET 2/1"))
    first, second = heard[None][:2]
    assert isinstance(first, SpectatorReveal)
    assert len(first.faction_player_one_ids) == 2
    assert first.faction_neutral_ids == ()
    assert isinstance(second, GameStatus)
    assert not any(isinstance(m, SpectatorReveal) for role in ROLES for m in heard[role])


def test_a_drawn_turn_is_no_news_until_somebody_acts_or_is_asked() -> None:
    before = casino(ROOM, {"A": Agent(0), "B": Agent(2)}, mp=0)
    asleep = play(before, "retire")
    heard = told(before, asleep)
    assert [type(each) for each in heard[TWO]] == [GameStatus]
    assert status(heard[TWO]).operations[0]["type"] == "RETIRE"
