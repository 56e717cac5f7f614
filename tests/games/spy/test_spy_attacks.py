"""Attacks: honey traps, babysitters, toughness, and what happens to who has no health left."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.spy.casino import Agent, casino, configured, legal, play

from spielwerk.games.spy import Options, PlayState
from spielwerk.games.spy.names import Gadget, OperationType, Property
from spielwerk.games.spy.tallying import statistics

GLOSS = (Gadget.GAS_GLOSS,)
HONEY, SITTER = (Property.HONEY_TRAP,), (Property.BABYSITTER,)
TOUGH, ROBUST = (Property.TOUGHNESS,), (Property.ROBUST_STOMACH,)

CROWD = """
######
#.BC.#
#.AD.#
#s..c#
######
"""


def crowd(b: Agent, c: Agent | None = None, d: Agent | None = None, **more: Any) -> PlayState:
    """A with gas gloss, beside B, C and D."""
    people = {"A": Agent(0, GLOSS), "B": b, "C": c or Agent(1), "D": d or Agent(0)}
    return casino(CROWD, people, **more)


DAMAGE = 50


# Honey traps


def test_a_honey_trap_diverts_an_attack_to_somebody_else_in_reach() -> None:
    state = play(crowd(Agent(1, (), HONEY)), "use GAS_GLOSS 2/1", "succeed")
    assert legal(state) == ["meets Agent C", "meets Agent D"], "not the attacker"
    state = play(state, "meets Agent D")
    assert state.position.hp == [100, 100, 100, 100 - DAMAGE]
    assert state.position.board.name(state.happened[0].target) == "3/2", "the final target"


def test_a_honey_trap_may_fail() -> None:
    state = play(crowd(Agent(1, (), HONEY)), "use GAS_GLOSS 2/1", "fail")
    assert state.position.hp[1] == 100 - DAMAGE


def test_a_honey_trap_needs_somebody_to_divert_to() -> None:
    people = {"A": Agent(0, GLOSS), "B": Agent(1, (), HONEY)}
    state = play(casino("#####\n#AB.#\n#..c#\n#####", people), "use GAS_GLOSS 2/1")
    assert state.position.hp[1] == 100 - DAMAGE


def test_the_odds_of_a_honey_trap_are_plain() -> None:
    wet = Agent(0, GLOSS, (Property.CLAMMY_CLOTHES, Property.TRADECRAFT))
    people = {"A": wet, "B": Agent(1, (), HONEY), "C": Agent(1), "D": Agent(0)}
    state = play(casino(CROWD, people), "use GAS_GLOSS 2/1")
    assert dict(state.odds()) == {"succeed": 7, "fail": 13}


# Babysitters


def test_a_babysitter_wards_an_attack_off_her_own_people() -> None:
    state = play(crowd(Agent(1), c=Agent(1, (), SITTER)), "use GAS_GLOSS 2/1", "succeed")
    assert state.position.hp[1] == 100
    assert not state.happened[0].successful
    assert not state.position.holds(0, Gadget.GAS_GLOSS), "spent all the same"


def test_a_babysitter_may_fail() -> None:
    state = play(crowd(Agent(1), c=Agent(1, (), SITTER)), "use GAS_GLOSS 2/1", "fail")
    assert state.position.hp[1] == 100 - DAMAGE


@pytest.mark.parametrize("faction", [0, 2])
def test_a_babysitter_does_nothing_for_others(faction: int) -> None:
    sitter = Agent(faction, (), SITTER)
    state = play(crowd(Agent(1), c=sitter), "use GAS_GLOSS 2/1", "succeed")
    assert state.position.hp[1] == 100 - DAMAGE


def test_neutral_babysitters_protect_nobody() -> None:
    state = play(crowd(Agent(2), c=Agent(2, (), SITTER)), "use GAS_GLOSS 2/1", "succeed")
    assert state.position.hp[1] == 100 - DAMAGE


def test_a_missed_throw_needs_no_babysitter() -> None:
    people = {"A": Agent(0, (Gadget.BOWLER_BLADE,)), "B": Agent(1), "C": Agent(1, (), SITTER)}
    drawing = "######\n#ABC.#\n#...c#\n######"
    state = play(casino(drawing, people), "use BOWLER_BLADE 2/1", "fail")
    assert all(move.startswith("field") for move in legal(state))


def test_rockets_and_mothballs_ask_neither_traps_nor_sitters() -> None:
    people = {
        "A": Agent(0, (Gadget.ROCKET_PEN,)),
        "B": Agent(1, (), HONEY),
        "C": Agent(1, (), SITTER),
        "D": Agent(0),
    }
    state = play(casino(CROWD, people), "use ROCKET_PEN 2/1")
    assert state.position.hp == [70, 70, 70, 70]


@pytest.mark.parametrize("narrow", [True, False])
def test_whether_a_thrown_moledie_counts_as_an_attack_is_an_option(narrow: bool) -> None:
    people = {
        "A": Agent(0, (Gadget.MOLEDIE,)),
        "B": Agent(1, (), HONEY),
        "C": Agent(1),
        "D": Agent(0),
    }
    state = casino(CROWD, people, options=Options(attacks_are_narrow=narrow))
    state = play(state, "use MOLEDIE 2/1")
    assert ("succeed" in legal(state)) != narrow
    assert state.position.holds(1, Gadget.MOLEDIE) == narrow


def test_a_moledie_that_is_warded_off_stays_with_the_thrower() -> None:
    people = {"A": Agent(0, (Gadget.MOLEDIE,)), "B": Agent(1), "C": Agent(1, (), SITTER)}
    options = Options(attacks_are_narrow=False)
    state = casino("######\n#ABC.#\n#...c#\n######", people, options=options)
    state = play(state, "use MOLEDIE 2/1", "succeed")
    assert state.position.holds(0, Gadget.MOLEDIE)
    assert not state.happened[0].successful


def test_a_laser_at_a_held_cocktail_may_count_as_an_attack() -> None:
    people = {
        "A": Agent(0, (Gadget.LASER_COMPACT,)),
        "B": Agent(1, (Gadget.COCKTAIL,), HONEY),
        "C": Agent(1, (Gadget.COCKTAIL,)),
        "D": Agent(0),
    }
    state = casino(CROWD, people, options=Options(attacks_are_narrow=False))
    state = play(state, "use LASER_COMPACT 2/1", "succeed", "succeed")
    assert state.position.holds(1, Gadget.COCKTAIL)
    assert not state.position.holds(2, Gadget.COCKTAIL)


# Pouring


def test_a_dodge_is_the_targets_own_luck() -> None:
    def odds(*properties: Property) -> dict[str, int]:
        people = {"A": Agent(0, (Gadget.COCKTAIL,)), "B": Agent(1, (), properties)}
        return dict(play(casino("#####\n#AB.#\n#..c#\n#####", people), "use COCKTAIL 2/1").odds())

    assert odds() == {"succeed": 1, "fail": 3}
    assert odds(Property.CLAMMY_CLOTHES) == {"succeed": 1, "fail": 7}
    assert odds(Property.TRADECRAFT) == {"succeed": 7, "fail": 9}


def test_who_is_wet_does_not_get_wetter() -> None:
    people = {
        "A": Agent(0, (Gadget.COCKTAIL,)),
        "B": Agent(1, (), (Property.CONSTANT_CLAMMY_CLOTHES,)),
    }
    state = play(casino("#####\n#AB.#\n#..c#\n#####", people), "use COCKTAIL 2/1", "fail")
    assert state.position.properties[1] == Property.CONSTANT_CLAMMY_CLOTHES.bit


# Damage


def test_the_tough_take_half_rounded_down() -> None:
    state = crowd(Agent(1, (), TOUGH), config=configured(gas_gloss_damage=25))
    assert play(state, "use GAS_GLOSS 2/1").position.hp[1] == 88


@pytest.mark.parametrize(
    ("properties", "poisoned", "left"),
    [((), True, 25), (TOUGH, True, 25), (ROBUST, True, 38), ((), False, 75), (ROBUST, False, 100)],
)
def test_drinking_depends_on_the_stomach_only(
    properties: tuple[Property, ...], poisoned: bool, left: int
) -> None:
    agent = Agent(0, (Gadget.COCKTAIL,), properties, hp=50, poisoned=poisoned)
    state = casino("#####\n#A..#\n#..c#\n#####", {"A": agent})
    assert play(state, "use COCKTAIL 1/1").position.hp[0] == left


# Exfiltration

SEATS = """
#######
#AB.s.#
#...s.#
#....c#
#######
"""


def weak(seats: str = SEATS, **more: Any) -> PlayState:
    people = {"A": Agent(0, GLOSS), "B": Agent(1, (Gadget.NUGGET, Gadget.DIAMOND_COLLAR), hp=50)}
    return casino(seats, people, **more)


def test_who_has_no_health_left_wakes_up_on_a_bar_seat() -> None:
    state = play(weak(), "use GAS_GLOSS 2/1")
    assert legal(state) == ["field 4/1", "field 4/2"]
    state = play(state, "field 4/2")
    p = state.position
    assert (p.hp[1], p.board.name(p.place[1])) == (1, "4/2")
    cause, rescue = state.happened
    assert (cause.type, cause.successful) == (OperationType.GADGET_ACTION, True)
    assert (rescue.type, rescue.character) == (OperationType.EXFILTRATION, 1)
    assert (p.board.name(rescue.origin or 0), p.board.name(rescue.target)) == ("2/1", "4/2")


def test_the_collar_stays_where_its_bearer_fell() -> None:
    p = play(weak(), "use GAS_GLOSS 2/1", "field 4/1").position
    assert p.board.name(p.collar) == "2/1"
    assert p.holds(1, Gadget.NUGGET)
    assert not p.holds(1, Gadget.DIAMOND_COLLAR)


def test_where_all_seats_are_taken_somebody_has_to_go() -> None:
    people = {"A": Agent(0, GLOSS), "B": Agent(1, hp=50), "C": Agent(2)}
    state = casino("######\n#AB.C#\n#c...#\n######", people, seated="C")
    state = play(state, "use GAS_GLOSS 2/1")
    assert legal(state) == ["field 3/1", "field 3/2", "field 4/2"]
    state = play(state, "field 4/2")
    assert [each.type for each in state.happened] == [
        OperationType.GADGET_ACTION,
        OperationType.EXFILTRATION,
        OperationType.MOVEMENT,
    ]
    p = state.position
    assert [p.board.name(field) for field in p.place] == ["1/1", "4/1", "4/2"]


def test_without_any_seat_one_wakes_up_on_the_spot() -> None:
    state = play(weak("######\n#AB..#\n#...c#\n######"), "use GAS_GLOSS 2/1")
    assert state.position.hp[1] == 1
    assert state.position.board.name(state.position.place[1]) == "2/1"


def test_damage_is_counted_as_suffered_unless_the_house_counts_all() -> None:
    for counts_all, damage in ((False, 50), (True, 60)):
        state = weak(
            config=configured(gas_gloss_damage=60), options=Options(full_damage_counts=counts_all)
        )
        state = play(state, "use GAS_GLOSS 2/1", "field 4/1")
        entry = next(e for e in _statistics(state) if e["title"] == "Damage suffered")
        assert entry["valuePlayer2"] == str(damage)


def _statistics(state: PlayState) -> list[dict[str, str]]:
    return [entry.to_json() for entry in statistics(state.position)]


def test_an_exfiltrated_character_may_lose_its_turn_where_the_house_says_so() -> None:
    state = play(weak(), "use GAS_GLOSS 2/1", "field 4/1", "retire")
    assert legal(state)[-1] == "retire", "B is the only one left and has its turn"
    harsh = weak(options=Options(exfiltration_ends_turn=True))
    harsh = play(harsh, "use GAS_GLOSS 2/1", "field 4/1", "retire")
    assert legal(harsh)[0].startswith("turn of"), "B's turn is skipped, and a round begins"
