"""Rounds: what their start brings, who is next, cat, janitor, neutral people, and the end."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.spy.casino import Agent, casino, chooser, configured, legal, play

from spielwerk.core import CHANCE, Limit, Over, Role
from spielwerk.games.spy import Options, PlayState, run_on
from spielwerk.games.spy.fate import ScriptedChance
from spielwerk.games.spy.names import Gadget, OperationType, Property, VictoryReason
from spielwerk.games.spy.position import PlayerTally

ONE, TWO = Role("player1"), Role("player2")
ROOM = """
#######
#A.B.t#
#.fc..#
#....s#
#######
"""


def room(a: Agent | None = None, b: Agent | None = None, **more: Any) -> PlayState:
    """A acts, and nobody else has a turn left in this round."""
    return casino(ROOM, {"A": a or Agent(0), "B": b or Agent(1)}, waiting=(), **more)


def rounds_on(state: PlayState, rounds: int) -> PlayState:
    """Let everybody retire and chance take its first move, for some rounds."""
    last = state.position.round + rounds
    while state.position.round < last or not _round_starts(state):
        state = play(state, "retire" if chooser(state) != CHANCE else legal(state)[0])
    return state


def _round_starts(state: PlayState) -> bool:
    return len(state.position.waiting) >= len(state.position.present())


# The start of a round


def test_everybody_and_the_cat_have_a_turn_in_a_random_order() -> None:
    state = play(room(), "retire")
    assert dict(state.odds()) == {"turn of Agent A": 1, "turn of Agent B": 1, "cat's turn": 1}
    state = play(state, "turn of Agent B")
    assert state.position.round == 2
    assert chooser(state) == TWO
    assert set(legal(play(state, "retire"))) == {"turn of Agent A", "cat's turn"}


def test_empty_tables_get_a_fresh_cocktail_and_others_keep_theirs() -> None:
    state = play(room(drinks=[0]), "retire", "turn of Agent B")
    assert state.position.drinks == [1]
    state = play(room(drinks=[2]), "retire", "turn of Agent B")
    assert state.position.drinks == [2]


def test_a_bar_seat_heals_and_a_fireplace_dries() -> None:
    wet = (Property.CLAMMY_CLOTHES,)
    state = casino(
        ROOM,
        {"A": Agent(0, (), wet, hp=7), "B": Agent(1, (), wet, hp=8)},
        seated="B",
        waiting=(),
    )
    state = play(state, "retire", "turn of Agent A")
    assert state.position.hp == [7, 100]
    assert state.position.properties == [0, 0], "both stand next to the fire"
    always = room(Agent(0, (), (Property.CONSTANT_CLAMMY_CLOTHES,)))
    always = play(always, "retire", "turn of Agent A")
    assert always.position.properties[0] == Property.CONSTANT_CLAMMY_CLOTHES.bit


@pytest.mark.parametrize(("delayed", "hp"), [(False, 100), (True, 1)])
def test_whether_the_rescued_are_healed_at_once_is_an_option(delayed: bool, hp: int) -> None:
    gloss = Agent(0, (Gadget.GAS_GLOSS,))
    people = {"A": gloss, "B": Agent(1, hp=10)}
    options = Options(exfiltration_delays_healing=delayed)
    state = casino("#####\n#ABs#\n#..c#\n#####", people, waiting=(), options=options)
    state = play(state, "use GAS_GLOSS 2/1", "retire", "turn of Agent A")
    assert state.position.hp[1] == hp
    assert rounds_on(state, 1).position.hp[1] == 100


def test_fog_lasts_for_three_rounds() -> None:
    state = play(room(Agent(0, (Gadget.FOG_TIN,))), "use FOG_TIN 1/2")
    assert state.position.fog
    for rounds in (1, 2):
        assert rounds_on(state, rounds).position.fog == state.position.fog
    later = rounds_on(state, 3)
    assert later.position.round == 4
    assert later.position.fog == 0


def test_a_wiretap_fails_one_day_is_shown_broken_and_then_gone() -> None:
    state = casino(
        "#####\n#AB.#\n#..c#\n#####",
        {"A": Agent(0, (Gadget.WIRETAP_WITH_EARPLUGS,)), "B": Agent(1)},
        waiting=(),
        config=configured(wiretap_with_earplugs_fail_chance=0.25),
    )
    state = play(state, "use WIRETAP_WITH_EARPLUGS 2/1", "retire")
    assert dict(state.odds()) == {"succeed": 1, "fail": 3}
    working = play(state, "fail", "turn of Agent A")
    assert working.view(ONE)["wiretap"] == {"on": "Agent B", "working": True}
    broken = play(state, "succeed", "turn of Agent A")
    assert broken.view(ONE)["wiretap"] == {"on": "Agent B", "working": False}
    assert broken.position.holds(0, Gadget.WIRETAP_WITH_EARPLUGS)
    gone = play(broken, "retire", "turn of Agent B", "retire")
    gone = play(gone, legal(gone)[0], "turn of Agent A")
    assert gone.position.round == 3
    assert gone.view(ONE)["wiretap"] is None
    assert not gone.position.holds(0, Gadget.WIRETAP_WITH_EARPLUGS)


# The cat


def test_the_cat_takes_one_step_and_changes_places() -> None:
    state = play(room(), "retire", "cat's turn")
    assert "field 3/1" in legal(state)
    assert "field 2/2" not in legal(state), "a fireplace"
    state = play(state, "field 3/1")
    p = state.position
    assert (p.board.name(p.cat), p.board.name(p.place[1])) == ("3/1", "3/2")
    assert [each.type for each in state.happened] == [OperationType.CAT_ACTION]
    assert state.happened[0].character is None


def test_the_cat_finds_her_collar_and_the_match_is_over() -> None:
    state = room(Agent(0, ip=3))
    state.position.collar = state.position.board.numbers[4, 3]
    state = play(state, "retire", "cat's turn", "field 4/3")
    assert isinstance(state.turn, Over)
    assert state.position.tally[PlayerTally.COLLAR] == 0, "nobody gave it to her"
    assert state.outcome() == {ONE: 100, TWO: 0}


# Neutral characters


def test_neutral_people_walk_about_by_chance() -> None:
    state = play(room(b=Agent(2)), "retire", "turn of Agent B")
    assert chooser(state) == CHANCE
    assert all(move.startswith("field ") for move in legal(state))
    state = play(state, "field 4/1")
    assert state.happened[0].type is OperationType.MOVEMENT
    state = play(state, "field 4/2")
    assert state.position.active == -1, "two steps, then the turn is over"


def test_neutral_people_throw_a_moledie_away_first() -> None:
    state = play(room(b=Agent(2, (Gadget.MOLEDIE,))), "retire", "turn of Agent B", "field 1/1")
    assert state.position.holds(0, Gadget.MOLEDIE)
    assert state.happened[0].gadget is Gadget.MOLEDIE


def test_a_neutral_may_meet_the_cat_with_the_collar() -> None:
    state = room(b=Agent(2, (Gadget.DIAMOND_COLLAR,)))
    state = play(state, "retire", "turn of Agent B", "field 3/2")
    assert isinstance(state.turn, Over)
    assert (
        state.position.tally[PlayerTally.COLLAR]
        == state.position.tally[len(PlayerTally) + PlayerTally.COLLAR]
        == 0
    )
    assert state.outcome() == {ONE: 100, TWO: 0}, "the only one with chips"


# Closing time


def closing(**more: Any) -> PlayState:
    drawing = """
    ########
    #A.B.C.#
    #..c...#
    #...D..#
    ########
    """
    people = {
        "A": Agent(0, (Gadget.DIAMOND_COLLAR,)),
        "B": Agent(1),
        "C": Agent(2, (Gadget.NUGGET,)),
        "D": Agent(0, ip=5),
    }
    return casino(drawing, people, waiting=(), config=configured(round_limit=2), **more)


def test_at_closing_time_neutral_people_leave_and_the_janitor_comes() -> None:
    state = play(closing(), "retire")
    assert "field 1/2" in legal(state), "chance decides where he appears"
    assert "field 5/1" in legal(state), "the field of who has just left"
    state = play(state, "field 1/2")
    assert set(legal(state)) == {
        "turn of Agent A",
        "turn of Agent B",
        "turn of Agent D",
        "cat's turn",
        "janitor's turn",
    }
    state = play(state, "turn of Agent A")
    assert state.view(None)["janitor"] == "1/2"
    assert "Agent C" not in state.view(None)["characters"]
    assert not state.position.gadgets[2]


def test_the_janitor_shows_the_nearest_out_with_all_they_carry() -> None:
    state = play(closing(), "retire", "field 1/2", "janitor's turn")
    p = state.position
    assert p.place[0] == -1
    assert p.board.name(p.janitor) == "1/1"
    assert not any(p.gadgets)
    assert state.happened[-1].type is OperationType.JANITOR_ACTION
    assert "turn of Agent A" not in legal(state)


def test_chance_decides_whom_the_janitor_takes_where_several_are_near() -> None:
    state = play(closing(), "retire", "field 2/2", "janitor's turn")
    assert legal(state) == ["meets Agent A", "meets Agent B"]


def test_the_janitor_goes_by_walking_distance() -> None:
    drawing = """
    #######
    #j#A..#
    #.#...#
    #.#.#c#
    #B....#
    #######
    """
    people = {"A": Agent(0), "B": Agent(1)}
    state = casino(drawing, people, active=-3)
    p = state.position.copy()
    run_on(p, ScriptedChance())
    assert p.place[1] == -1, "three steps on foot, though A is only two away as the crow flies"


def test_when_everybody_is_gone_the_match_is_over_and_the_gone_still_count() -> None:
    state = play(closing(), "retire", "field 1/2")
    for _ in range(200):
        if isinstance(state.turn, Over):
            break
        choices = legal(state)
        state = play(state, "janitor's turn" if "janitor's turn" in choices else choices[-1])
    assert isinstance(state.turn, Over)
    assert state.position.present() == []
    assert state.position.reason is VictoryReason.VICTORY_BY_IP
    assert state.outcome() == {ONE: 100, TWO: 0}, "the five points of D"


# Victory


def finished(one: Agent, two: Agent, **tally: tuple[int, int]) -> PlayState:
    """The cat finds the collar; before that, this was counted."""
    state = room(one, two)
    for name, (mine, theirs) in tally.items():
        state.position.tally[PlayerTally[name]] = mine
        state.position.tally[len(PlayerTally) + PlayerTally[name]] = theirs
    state.position.collar = state.position.board.numbers[4, 3]
    return play(state, "retire", "cat's turn", "field 4/3")


@pytest.mark.parametrize(
    ("one", "two", "tally", "reason", "winner"),
    [
        (Agent(0, ip=1), Agent(1), {"COLLAR": (0, 1)}, VictoryReason.VICTORY_BY_IP, 0),
        (Agent(0), Agent(1, chips=11), {}, VictoryReason.VICTORY_BY_IP, 1),
        (Agent(0), Agent(1), {"COLLAR": (0, 1)}, VictoryReason.VICTORY_BY_COLLAR, 1),
        (Agent(0), Agent(1), {"DRUNK": (2, 1), "POURED": (0, 9)}, "VICTORY_BY_DRINKING", 0),
        (Agent(0), Agent(1), {"POURED": (0, 2), "DAMAGE": (0, 9)}, "VICTORY_BY_SPILLING", 1),
        (Agent(0), Agent(1), {"DAMAGE": (8, 9)}, VictoryReason.VICTORY_BY_HP, 0),
    ],
)
def test_the_first_difference_decides(
    one: Agent, two: Agent, tally: dict[str, tuple[int, int]], reason: str, winner: int
) -> None:
    state = finished(one, two, **tally)
    assert (state.position.reason, state.position.winner) == (reason, winner)


def test_where_all_is_equal_a_coin_is_tossed() -> None:
    state = finished(Agent(0), Agent(1))
    assert dict(state.odds()) == {"player1 wins the toss": 1, "player2 wins the toss": 1}
    state = play(state, "player2 wins the toss")
    assert state.position.reason is VictoryReason.VICTORY_BY_RANDOMNESS
    assert state.outcome() == {ONE: 0, TWO: 100}


def test_chips_are_worth_what_the_configuration_says() -> None:
    people = {"A": Agent(0, (Gadget.DIAMOND_COLLAR,), chips=3), "B": Agent(1, chips=7)}
    state = casino(
        "#####\n#Ac.#\n#B..#\n#####", people, config=configured(chips_to_ip_factor=12, cat_ip=0)
    )
    assert play(state, "move 2/1").position.ip == [36, 84]


# Time


def test_who_is_late_gets_a_strike_and_the_turn_is_over() -> None:
    state = casino(ROOM, {"A": Agent(0), "B": Agent(1)})
    assert state.limit(ONE) == Limit("turn phase", 90.0)
    late = state.after({}, late=[ONE])
    assert late.view(ONE)["strikes"] == [1, 0]
    assert late.view(ONE)["operations"] == []
    assert chooser(late) == TWO


def test_an_answer_makes_strikes_forgotten() -> None:
    state = casino(ROOM, {"A": Agent(0), "B": Agent(1)}, strikes=[3, 0])
    assert play(state, "move 1/2").position.strikes == [0, 0]


def test_too_many_strikes_in_a_row_lose_the_match() -> None:
    state = casino(ROOM, {"A": Agent(0), "B": Agent(1)}, strikes=[3, 0])
    state = state.after({}, late=[ONE])
    assert isinstance(state.turn, Over)
    assert state.view(None)["reason"] == "VICTORY_BY_KICK"
    assert state.outcome() == {ONE: 0, TWO: 100}


def test_a_match_without_a_time_limit_has_none() -> None:
    state = casino(ROOM, {"A": Agent(0), "B": Agent(1)}, config=configured(turn_phase_limit=0))
    assert state.limit(ONE) is None


def test_statistics_come_with_the_end() -> None:
    seen = finished(Agent(0, ip=2), Agent(1), STEPS=(4, 5)).view(None)
    assert seen["winner"] == "PLAYER_ONE"
    assert {
        "title": "Fields moved",
        "description": "Steps that the faction took.",
        "valuePlayer1": "4",
        "valuePlayer2": "5",
    } in seen["statistics"]
