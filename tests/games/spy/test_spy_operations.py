"""Moving, spying, opening safes, gambling and retiring."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.spy.casino import Agent, casino, configured, legal, play, why_not

from spielwerk.core import Over
from spielwerk.games.spy import Options, PlayState
from spielwerk.games.spy.names import Gadget, OperationType, Property, VictoryReason

ROOM = """
######
#A.B.#
#.c..#
#...C#
######
"""
TRIO = {"A": Agent(0), "B": Agent(1), "C": Agent(2)}


def place(state: PlayState, who: int) -> str:
    return state.position.board.name(state.position.place[who])


# Movement


def test_a_step_costs_a_movement_point() -> None:
    state = play(casino(ROOM, TRIO), "move 1/2")
    assert place(state, 0) == "1/2"
    assert state.position.mp[0] == 1
    done = state.happened[0]
    assert (done.type, done.character) == (OperationType.MOVEMENT, 0)
    assert done.origin == state.position.board.numbers[1, 1]


def test_who_walks_onto_somebody_changes_places() -> None:
    state = play(casino(ROOM, TRIO), "move 2/1", "move 3/1")
    assert (place(state, 0), place(state, 1)) == ("3/1", "2/1")


def test_who_walks_onto_the_cat_changes_places_with_her() -> None:
    state = play(casino(ROOM, TRIO), "move 2/2")
    assert place(state, 0) == "2/2"
    assert state.position.board.name(state.position.cat) == "1/1"


def test_who_walks_onto_the_janitor_changes_places_with_him() -> None:
    state = play(casino("#####\n#Aj.#\n#B.c#\n#####", {"A": Agent(0), "B": Agent(1)}), "move 2/1")
    assert state.position.board.name(state.position.janitor) == "1/1"


def test_only_who_enters_picks_up_what_lies_there() -> None:
    state = casino(ROOM, TRIO)
    state.position.blade = state.position.board.numbers[2, 1]
    state = play(state, "move 2/1", "move 3/1")
    assert state.position.holds(0, Gadget.BOWLER_BLADE)
    assert not state.position.gadgets[1]


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("move 1/0", "Nobody can walk on 1/0: there is a wall"),
        ("move 3/3", "3/3 is not next to Agent A, who stands on 1/1"),
        ("move 1/1", "choose a field next to it"),
    ],
)
def test_a_step_goes_to_a_walkable_neighbour(move: str, words: str) -> None:
    assert words in why_not(casino(ROOM, TRIO), move)


@pytest.mark.parametrize("glyph", ["t", "r", "$", "f"])
def test_nobody_walks_on_furniture(glyph: str) -> None:
    state = casino(f"#####\n#A{glyph}.#\n#.c.#\n#####", {"A": Agent(0)})
    assert "Nobody can walk on 2/1" in why_not(state, "move 2/1")


def test_without_movement_points_one_stands() -> None:
    assert "no movement points left" in why_not(casino(ROOM, TRIO, mp=0), "move 1/2")


def test_the_collar_for_the_cat_ends_the_match() -> None:
    people = {**TRIO, "A": Agent(0, (Gadget.DIAMOND_COLLAR,))}
    state = play(casino(ROOM, people), "move 2/2")
    assert isinstance(state.turn, Over)
    assert state.position.reason is VictoryReason.VICTORY_BY_IP
    assert state.position.winner == 0
    chips = 10 * state.position.config.chips_to_ip_factor
    assert state.position.ip[0] == state.position.config.cat_ip + chips
    assert not any(state.position.gadgets)


# Spying on people

PAIR = "#####\n#AB.#\n#..c#\n#####"


def pair(faction: int, **more: Any) -> PlayState:
    return casino(PAIR, {"A": Agent(0), "B": Agent(faction)}, **more)


def test_a_neutral_character_has_a_secret_worth_points() -> None:
    state = play(pair(2), "spy 2/1", "succeed")
    assert state.position.ip[0] == state.position.config.secret_to_ip_factor
    assert state.happened[0].successful


def test_the_same_secret_is_worth_nothing_twice() -> None:
    state = play(pair(2, ap=2), "spy 2/1", "succeed", "spy 2/1", "succeed")
    assert state.position.ip[0] == state.position.config.secret_to_ip_factor


@pytest.mark.parametrize("faction", [0, 1])
def test_nobody_else_tells_anything(faction: int) -> None:
    state = play(pair(faction), "spy 2/1", "succeed")
    assert state.position.ip[0] == 0
    assert not state.happened[0].successful
    assert state.position.ap[0] == 0


def test_a_secret_may_hold_a_combination() -> None:
    drawing = "######\n#AB$.#\n#.c$.#\n######"
    state = play(casino(drawing, {"A": Agent(0), "B": Agent(2)}), "spy 2/1", "succeed")
    assert dict(state.odds()) == {"succeed": 13, "fail": 7}
    assert play(state, "succeed").position.keys == [0b10, 0]
    assert play(state, "fail").position.keys == [0, 0]


def test_whether_a_secret_holds_a_combination_is_an_option_of_the_house() -> None:
    people = {"A": Agent(0), "B": Agent(2)}
    state = casino("#####\n#AB$#\n#.c.#\n#####", people, options=Options(npc_key_chance=1))
    assert play(state, "spy 2/1", "succeed").position.keys == [0b10, 0]


def test_spying_is_done_beside() -> None:
    state = casino(ROOM, TRIO)
    assert "not next to" in why_not(state, "spy 3/1")
    assert "Nobody stands on 1/2" in why_not(state, "spy 1/2")
    assert "the cat" in why_not(state, "spy 2/2")


# Safes

VAULT = """
#######
#A.$.$#
#.B.c.#
#######
"""


def vault(a: Agent | None = None, keys: int = 0, **more: Any) -> PlayState:
    people = {"A": a or Agent(0), "B": Agent(0)}
    return casino(VAULT, people, keys=[keys, 0], **more)


def test_a_safe_stays_shut_for_who_does_not_know_its_combination() -> None:
    state = play(vault(), "move 2/1", "spy 3/1")
    assert not state.happened[0].successful
    assert state.position.ip[0] == 0


def test_a_safe_gives_points_once_and_the_next_combination() -> None:
    state = play(vault(keys=0b10, ap=2), "move 2/1", "spy 3/1")
    assert state.position.ip[0] == state.position.config.secret_to_ip_factor
    assert state.position.keys[0] == 0b110
    state = play(state, "spy 3/1")
    assert state.happened[0].successful
    assert state.position.ip[0] == state.position.config.secret_to_ip_factor


def test_the_last_safe_holds_the_collar_for_the_first_who_comes() -> None:
    state = play(vault(keys=0b110, mp=3, ap=2), "move 2/1", "move 3/2", "move 4/1", "spy 5/1")
    assert state.position.holds(0, Gadget.DIAMOND_COLLAR)
    state = play(state, "spy 5/1")
    assert state.position.gadgets[0].bit_count() == 1
    assert state.position.collar_taken


def test_seals_and_flaps_reach_two_fields_even_through_walls() -> None:
    state = vault(Agent(0, (), (Property.FLAPS_AND_SEALS,)), keys=0b10)
    assert play(state, "spy 3/1").happened[0].successful
    assert "2 steps away; 1 would do" in why_not(vault(keys=0b10), "spy 3/1")


def test_a_moledie_shortens_the_reach() -> None:
    state = vault(Agent(0, (Gadget.MOLEDIE,), (Property.FLAPS_AND_SEALS,)), keys=0b10)
    assert "2 steps away; 1 would do" in why_not(state, "spy 3/1")


# Roulette

TABLE = """
#####
#Ar.#
#.rc#
#####
"""


def table(a: Agent | None = None, **more: Any) -> PlayState:
    return casino(TABLE, {"A": a or Agent(0)}, table_chips=[4, 20], **more)


def test_a_win_takes_chips_from_the_table_and_a_loss_gives_them() -> None:
    won = play(table(), "gamble 2/1 3", "succeed").position
    assert (won.chips[0], won.table_chips) == (13, [1, 20])
    lost = play(table(), "gamble 2/1 3", "fail").position
    assert (lost.chips[0], lost.table_chips) == (7, [7, 20])


def test_the_odds_of_the_wheel() -> None:
    lucky, jinx = Agent(0, (), (Property.LUCKY_DEVIL,)), Agent(0, (), (Property.JINX,))
    for agent, wins in ((Agent(0), 18), (lucky, 23), (jinx, 13)):
        state = play(table(agent), "gamble 2/1 1")
        assert dict(state.odds()) == {"succeed": wins, "fail": 37 - wins}
        inverted = table(agent)
        inverted.position.inverted = 1 << inverted.position.board.numbers[2, 1]
        assert dict(play(inverted, "gamble 2/1 1").odds()) == {"succeed": 37 - wins, "fail": wins}


@pytest.mark.parametrize(
    ("house", "properties", "odds"),
    [
        ("plain", (Property.CLAMMY_CLOTHES, Property.TRADECRAFT), (18, 19)),
        ("clammy", (Property.CLAMMY_CLOTHES, Property.TRADECRAFT), (9, 28)),
        ("full", (Property.CLAMMY_CLOTHES,), (9, 28)),
        ("full", (Property.TRADECRAFT,), (1008, 361)),
    ],
)
def test_how_far_wet_clothes_reach_into_roulette_is_an_option(
    house: str, properties: tuple[Property, ...], odds: tuple[int, int]
) -> None:
    options = Options.from_text({"roulette": house})
    state = play(table(Agent(0, (), properties), options=options), "gamble 2/1 1")
    assert tuple(state.odds().values()) == odds


def test_stakes_are_limited_by_both_purses() -> None:
    state = table(Agent(0, chips=9))
    stakes = [move for move in legal(state) if move.startswith("gamble 2/1")]
    assert stakes == [f"gamble 2/1 {stake}" for stake in range(1, 5)]
    assert "has 4 chips left" in why_not(state, "gamble 2/1 5")
    assert "has 9 chips and cannot stake 10" in why_not(state, "gamble 2/2 10")
    assert "at least one chip" in why_not(state, "gamble 2/2 0")


def test_a_bankrupt_a_destroyed_or_a_distant_table_takes_no_stakes() -> None:
    state = table()
    state.position.table_chips[0] = 0
    state.position.destroyed = 1 << state.position.board.numbers[2, 2]
    assert "bankrupt" in why_not(state, "gamble 2/1 1")
    assert "destroyed" in why_not(state, "gamble 2/2 1")
    assert "1/2 is no roulette table" in why_not(state, "gamble 1/2 1")
    far = casino("######\n#A.r.#\n#..c.#\n######", {"A": Agent(0)})
    assert "not next to" in why_not(far, "gamble 3/1 1")


# Points and turns


def test_a_turn_ends_when_all_points_are_spent() -> None:
    state = play(casino(ROOM, TRIO, ap=0), "move 1/2", "move 1/1")
    assert set(legal(state)) == {"turn of Agent B", "turn of Agent C"}


def test_retiring_lets_points_expire() -> None:
    state = play(casino(ROOM, TRIO), "retire")
    assert (state.position.mp[0], state.position.ap[0]) == (0, 0)
    assert state.happened[0].type is OperationType.RETIRE


def test_one_may_always_retire() -> None:
    assert "retire" in legal(casino(ROOM, TRIO, mp=0))


def test_an_operation_in_which_chance_has_a_say_is_not_shown_before_it_is_done() -> None:
    waiting = play(pair(2), "spy 2/1")
    assert waiting.happened == ()
    assert waiting.view(None)["operations"] == []
    assert waiting.position.ap[0] == 1


def test_a_secret_is_worth_what_the_configuration_says() -> None:
    state = play(pair(2, config=configured(secret_to_ip_factor=7)), "spy 2/1", "succeed")
    assert state.position.ip[0] == 7
