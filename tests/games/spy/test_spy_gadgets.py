"""Every gadget: what it does, how far it reaches, how often it works, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.spy.casino import Agent, casino, chooser, configured, legal, play, why_not

from spielwerk.games.spy import Options, PlayState
from spielwerk.games.spy.names import Gadget, OperationType, Property

CLAMMY, CONSTANT = Property.CLAMMY_CLOTHES, Property.CONSTANT_CLAMMY_CLOTHES

HALL = """
#########
#.......#
#.AB....#
#.......#
#...C..c#
#########
"""


def hall(*mine: Gadget, b: Agent | None = None, c: Agent | None = None, **more: Any) -> PlayState:
    """A with some gadgets next to B of the other faction; C, also of that faction, further off."""
    people = {"A": Agent(0, mine), "B": b or Agent(1), "C": c or Agent(1)}
    return casino(HALL, people, **more)


def owned(state: PlayState, who: int) -> set[Gadget]:
    return {gadget for gadget in Gadget if state.position.holds(who, gadget)}


def has(state: PlayState, who: int, what: Property) -> bool:
    return bool(state.position.properties[who] & what.bit)


def last(state: PlayState) -> tuple[OperationType, bool, str]:
    """The operation that was just carried out: type, success, target."""
    done = state.happened[0]
    return done.type, done.successful, state.game.setting.board.name(done.target)


# Hairdryer


@pytest.mark.parametrize(("target", "who"), [("2/2", 0), ("3/2", 1)])
def test_a_hairdryer_dries_its_owner_or_a_neighbour(target: str, who: int) -> None:
    wet = (CLAMMY,)
    people = {"A": Agent(0, (Gadget.HAIRDRYER,), wet), "B": Agent(1, (), wet), "C": Agent(1)}
    state = play(casino(HALL, people), f"use HAIRDRYER {target}")
    assert not has(state, who, CLAMMY)
    assert has(state, 1 - who, CLAMMY)
    assert Gadget.HAIRDRYER in owned(state, 0), "it works for ever"


def test_a_hairdryer_cannot_help_those_who_are_always_wet() -> None:
    state = hall(Gadget.HAIRDRYER, b=Agent(1, (), (CONSTANT,)))
    state = play(state, "use HAIRDRYER 3/2")
    assert has(state, 1, CONSTANT)
    assert last(state)[1]


def test_a_hairdryer_reaches_neighbours_only() -> None:
    state = hall(Gadget.HAIRDRYER)
    assert "4/4 is not next to Agent A" in why_not(state, "use HAIRDRYER 4/4")
    assert "Nobody stands on 1/1" in why_not(state, "use HAIRDRYER 1/1")


# Moledie


def test_a_moledie_lands_with_whoever_stands_there() -> None:
    state = play(hall(Gadget.MOLEDIE), "use MOLEDIE 4/4")
    assert owned(state, 0) == set()
    assert owned(state, 2) == {Gadget.MOLEDIE}
    assert last(state) == (OperationType.GADGET_ACTION, True, "4/4")


def test_a_moledie_on_an_empty_field_bounces_to_the_nearest() -> None:
    state = play(hall(Gadget.MOLEDIE), "use MOLEDIE 5/3")
    assert owned(state, 2) == {Gadget.MOLEDIE}


def test_chance_decides_between_those_who_are_equally_near() -> None:
    state = play(hall(Gadget.MOLEDIE), "use MOLEDIE 4/3")
    assert dict(state.odds()) == {"meets Agent B": 1, "meets Agent C": 1}
    assert owned(play(state, "meets Agent B"), 1) == {Gadget.MOLEDIE}


def test_a_moledie_takes_talents_away_and_gives_them_back() -> None:
    talents = (Property.TRADECRAFT, Property.FLAPS_AND_SEALS, Property.OBSERVATION)
    people = {"A": Agent(0, (Gadget.MOLEDIE,), talents), "B": Agent(1), "C": Agent(1)}
    state = casino(HALL, people, ap=2)
    assert not any(state.position.has(0, talent) for talent in talents)
    assert "moledie in the pocket" in why_not(state, "use OBSERVATION 3/2")
    state = play(state, "use MOLEDIE 3/2")
    assert all(state.position.has(0, talent) for talent in talents)


def test_a_moledie_flies_only_so_far_and_not_through_walls() -> None:
    near = configured(moledie_range=2)
    state = hall(Gadget.MOLEDIE, config=near)
    assert "out of range: 3 steps away, and it reaches 2" in why_not(state, "use MOLEDIE 5/2")
    assert "5/0 is a wall" in why_not(state, "use MOLEDIE 5/0")


def test_who_throws_a_moledie_onto_the_own_field_keeps_it() -> None:
    state = play(hall(Gadget.MOLEDIE), "use MOLEDIE 2/2")
    assert owned(state, 0) == {Gadget.MOLEDIE}
    assert last(state) == (OperationType.GADGET_ACTION, True, "2/2")


# Prism


TABLES = """
#######
#.Ar..#
#.....#
#..r.c#
#######
"""


def test_a_prism_inverts_a_table_and_is_gone() -> None:
    state = casino(TABLES, {"A": Agent(0, (Gadget.TECHNICOLOUR_PRISM,))})
    state = play(state, "use TECHNICOLOUR_PRISM 3/1")
    table = state.game.setting.board.numbers[3, 1]
    assert state.position.inverted == 1 << table
    assert owned(state, 0) == set()


def test_a_prism_needs_a_table_beside() -> None:
    state = casino(TABLES, {"A": Agent(0, (Gadget.TECHNICOLOUR_PRISM,))})
    assert "not next to" in why_not(state, "use TECHNICOLOUR_PRISM 3/3")
    assert "2/2 is no roulette table" in why_not(state, "use TECHNICOLOUR_PRISM 2/2")


# Bowler blade


def test_a_hit_with_the_bowler_blade_hurts_and_the_hat_lies_beside() -> None:
    state = play(hall(Gadget.BOWLER_BLADE), "use BOWLER_BLADE 4/4", "succeed")
    assert set(legal(state)) == {"field 3/3", "field 4/3", "field 5/3", "field 3/4", "field 5/4"}
    state = play(state, "field 5/3")
    assert state.position.hp[2] == 100 - state.position.config.bowler_blade_damage
    assert state.position.board.name(state.position.blade) == "5/3"
    assert owned(state, 0) == set()


def test_a_miss_leaves_the_hat_lying_for_whoever_comes_by() -> None:
    state = hall(Gadget.BOWLER_BLADE, b=Agent(1))
    state = play(state, "use BOWLER_BLADE 3/2", "fail", "field 2/3")
    assert state.position.hp[1] == 100
    assert last(state) == (OperationType.GADGET_ACTION, False, "3/2")
    state = play(state, "move 2/3")
    assert owned(state, 0) == {Gadget.BOWLER_BLADE}


def test_people_and_the_cat_are_in_the_way_of_the_hat_but_not_of_a_look() -> None:
    drawing = """
    #######
    #A.B.C#
    #....c#
    #######
    """
    people = {
        "A": Agent(0, (Gadget.BOWLER_BLADE,), (Property.OBSERVATION,)),
        "B": Agent(1),
        "C": Agent(1),
    }
    state = casino(drawing, people)
    assert "Agent B on 3/1 is in the way" in why_not(state, "use BOWLER_BLADE 5/1")
    assert "use OBSERVATION 5/1" in legal(state)


def test_the_bowler_blade_has_a_range() -> None:
    state = hall(Gadget.BOWLER_BLADE, config=configured(bowler_blade_range=1))
    assert "out of range" in why_not(state, "use BOWLER_BLADE 4/4")
    assert "Nobody stands on 1/1" in why_not(state, "use BOWLER_BLADE 1/1")


def test_a_magnetic_watch_keeps_every_hat_away() -> None:
    state = hall(Gadget.BOWLER_BLADE, b=Agent(1, (Gadget.MAGNETIC_WATCH,)))
    state = play(state, "use BOWLER_BLADE 3/2")
    assert all(move.startswith("field ") for move in state.odds()), "there is no test at all"
    state = play(state, "field 4/2")
    assert state.position.hp[1] == 100
    assert not last(state)[1]
    assert Gadget.MAGNETIC_WATCH in owned(state, 1)


@pytest.mark.parametrize("gadget", [Gadget.MAGNETIC_WATCH, Gadget.POCKET_LITTER])
def test_what_works_by_itself_is_not_used(gadget: Gadget) -> None:
    assert "works by itself" in why_not(hall(gadget), f"use {gadget} 3/2")


# Poison pills


BAR = """
#######
#.AtB.#
#.....#
#.t..c#
#######
"""


def bar(mine: Agent, other: Agent, **more: Any) -> PlayState:
    """A at two tables with a cocktail each; B on the other side of the first one."""
    return casino(BAR, {"A": mine, "B": other}, drinks=[1, 1], **more)


def test_pills_poison_a_cocktail_on_a_table() -> None:
    state = play(bar(Agent(0, (Gadget.POISON_PILLS,)), Agent(1)), "use POISON_PILLS 3/1")
    assert state.position.drinks == [2, 1]
    assert state.position.pills == 4


def test_pills_poison_a_cocktail_in_a_neighbours_hand() -> None:
    state = hall(Gadget.POISON_PILLS, b=Agent(1, (Gadget.COCKTAIL,)))
    state = play(state, "use POISON_PILLS 3/2")
    assert state.position.poisoned == 1 << 1


def test_five_pills_are_five_pills() -> None:
    state = bar(Agent(0, (Gadget.POISON_PILLS,)), Agent(1), ap=6)
    state = play(state, *["use POISON_PILLS 3/1"] * 5)
    assert owned(state, 0) == set()
    assert "does not have the POISON_PILLS" in why_not(state, "use POISON_PILLS 3/1")


def test_pills_need_a_cocktail_beside() -> None:
    state = bar(Agent(0, (Gadget.POISON_PILLS,)), Agent(1, (Gadget.COCKTAIL,)))
    assert "not next to" in why_not(state, "use POISON_PILLS 4/1")
    assert "no cocktail on 2/2" in why_not(state, "use POISON_PILLS 2/2")
    assert "Agent B holds no cocktail" in why_not(hall(Gadget.POISON_PILLS), "use POISON_PILLS 3/2")


# Laser


def test_a_laser_vaporises_cocktails_on_tables_and_in_hands() -> None:
    state = bar(Agent(0, (Gadget.LASER_COMPACT,)), Agent(1, (Gadget.COCKTAIL,)), ap=2)
    state = play(state, "use LASER_COMPACT 2/3", "succeed", "use LASER_COMPACT 4/1", "succeed")
    assert state.position.drinks == [1, 0]
    assert owned(state, 1) == set()
    assert owned(state, 0) == {Gadget.LASER_COMPACT}


def test_a_laser_may_miss() -> None:
    state = bar(Agent(0, (Gadget.LASER_COMPACT,)), Agent(1))
    state = play(state, "use LASER_COMPACT 2/3", "fail")
    assert state.position.drinks == [1, 1]
    assert last(state) == (OperationType.GADGET_ACTION, False, "2/3")


def test_a_laser_may_be_aimed_at_the_own_cocktail() -> None:
    state = bar(Agent(0, (Gadget.LASER_COMPACT, Gadget.COCKTAIL)), Agent(1))
    here = state.position.board.name(state.position.place[0])
    state = play(state, f"use LASER_COMPACT {here}", "succeed")
    assert owned(state, 0) == {Gadget.LASER_COMPACT}


def test_a_laser_needs_a_line_of_sight_and_a_cocktail() -> None:
    drawing = """
    #######
    #.A#tc#
    #.....#
    #######
    """
    state = casino(drawing, {"A": Agent(0, (Gadget.LASER_COMPACT,))}, drinks=[1])
    assert "the wall on 3/1 is in the way" in why_not(state, "use LASER_COMPACT 4/1")
    assert "no cocktail on 1/2" in why_not(state, "use LASER_COMPACT 1/2")


# Rocket pen


def test_a_rocket_opens_walls_and_hurts_friend_and_foe() -> None:
    drawing = """
    #######
    #A#.B.#
    #c.C..#
    #######
    """
    people = {"A": Agent(0, (Gadget.ROCKET_PEN,)), "B": Agent(1), "C": Agent(2)}
    state = play(casino(drawing, people), "use ROCKET_PEN 2/1")
    damage = state.position.config.rocket_pen_damage
    assert state.position.hp == [100 - damage, 100, 100 - damage]
    assert owned(state, 0) == set()
    assert "move 2/1" in legal(state)
    gone = {(1, 0), (2, 0), (3, 0), (2, 1)}
    board = state.game.setting.board
    assert state.position.walls == board.walls & ~sum(1 << board.numbers[place] for place in gone)


def test_a_rocket_needs_a_line_of_sight() -> None:
    drawing = """
    #######
    #A#.B.#
    ##c...#
    #######
    """
    people = {"A": Agent(0, (Gadget.ROCKET_PEN,)), "B": Agent(1)}
    assert "the wall on 2/1" in why_not(casino(drawing, people), "use ROCKET_PEN 4/1")


# Gas gloss


def test_gas_gloss_hurts_a_neighbour_once() -> None:
    state = play(hall(Gadget.GAS_GLOSS), "use GAS_GLOSS 3/2")
    assert state.position.hp[1] == 100 - state.position.config.gas_gloss_damage
    assert owned(state, 0) == set()


def test_gas_gloss_needs_somebody_beside() -> None:
    state = hall(Gadget.GAS_GLOSS)
    assert "not next to" in why_not(state, "use GAS_GLOSS 4/4")
    assert "Nobody stands on 1/2" in why_not(state, "use GAS_GLOSS 1/2")


def test_the_cat_cannot_be_attacked() -> None:
    state = casino(
        "#####\n#Ac.#\n#B..#\n#####", {"A": Agent(0, (Gadget.GAS_GLOSS,)), "B": Agent(1)}
    )
    assert "the cat, who cannot be harmed" in why_not(state, "use GAS_GLOSS 2/1")


# Mothballs


FIRE = """
########
#A..fB.#
#...C..#
#.f...c#
########
"""


def fire(**more: Any) -> PlayState:
    people = {"A": Agent(0, (Gadget.MOTHBALL_POUCH,)), "B": Agent(1), "C": Agent(0)}
    return casino(FIRE, people, **more)


def test_mothballs_in_the_fire_hurt_everybody_beside_it() -> None:
    state = play(fire(), "use MOTHBALL_POUCH 4/1")
    left = 100 - state.position.config.mothball_pouch_damage
    assert state.position.hp == [100, left, left]
    assert state.position.pouch == 4


def test_five_mothballs_are_five_mothballs() -> None:
    state = play(fire(ap=6), *["use MOTHBALL_POUCH 2/3"] * 5)
    assert owned(state, 0) == set()


def test_mothballs_need_a_fireplace_in_range() -> None:
    assert "2/1 is none" in why_not(fire(), "use MOTHBALL_POUCH 2/1")
    near = configured(mothball_pouch_range=2)
    assert "out of range" in why_not(fire(config=near), "use MOTHBALL_POUCH 4/1")


# Fog


def test_fog_covers_nine_fields_and_blocks_sight_and_actions() -> None:
    people = {
        "A": Agent(0, (Gadget.FOG_TIN,), (Property.OBSERVATION,)),
        "B": Agent(1),
        "C": Agent(1),
    }
    state = play(casino(HALL, people, ap=2), "use FOG_TIN 5/3")
    board = state.game.setting.board
    fog = {(x, y) for x in (4, 5, 6) for y in (2, 3, 4)}
    assert state.position.fog == sum(1 << board.numbers[place] for place in fog)
    assert "fog hides it" in why_not(state, "use OBSERVATION 4/4")
    assert owned(state, 0) == set()


def test_who_stands_in_fog_can_only_walk() -> None:
    state = play(hall(Gadget.FOG_TIN, Gadget.GAS_GLOSS, ap=2), "use FOG_TIN 2/2")
    assert "stands in fog" in why_not(state, "use GAS_GLOSS 3/2")
    kinds = {move.split()[0] for move in legal(state)}
    assert kinds == {"move", "retire"}


def test_a_look_into_fog_is_an_option_of_the_house() -> None:
    people = {
        "A": Agent(0, (Gadget.FOG_TIN,), (Property.OBSERVATION,)),
        "B": Agent(1),
        "C": Agent(1),
    }
    state = casino(HALL, people, ap=2, options=Options(fog_hides_target=False))
    state = play(state, "use FOG_TIN 6/4")
    assert "use OBSERVATION 4/4" in legal(state)


def test_a_fog_tin_has_a_range_and_does_not_go_into_walls() -> None:
    state = hall(Gadget.FOG_TIN, config=configured(fog_tin_range=2))
    assert "out of range" in why_not(state, "use FOG_TIN 5/2")
    assert "is a wall" in why_not(state, "use FOG_TIN 2/0")


# Grapple


def test_a_grapple_fetches_what_lies_on_the_floor() -> None:
    state = hall(Gadget.GRAPPLE)
    state.position.collar = state.game.setting.board.numbers[5, 2]
    state = play(state, "use GRAPPLE 5/2", "succeed")
    assert owned(state, 0) == {Gadget.GRAPPLE, Gadget.DIAMOND_COLLAR}
    assert state.position.collar == -1


def test_a_grapple_fetches_a_cocktail_into_an_empty_hand() -> None:
    state = bar(Agent(0, (Gadget.GRAPPLE,)), Agent(1), ap=2)
    state = play(state, "use GRAPPLE 2/3", "succeed")
    assert owned(state, 0) == {Gadget.GRAPPLE, Gadget.COCKTAIL}
    assert state.position.drinks == [1, 0]
    assert "nobody holds two" in why_not(state, "use GRAPPLE 3/1")


def test_a_grapple_may_slip() -> None:
    state = play(bar(Agent(0, (Gadget.GRAPPLE,)), Agent(1)), "use GRAPPLE 2/3", "fail")
    assert state.position.drinks == [1, 1]
    assert owned(state, 0) == {Gadget.GRAPPLE}


def test_a_grapple_has_a_range_and_needs_a_thing() -> None:
    state = bar(Agent(0, (Gadget.GRAPPLE,)), Agent(1), config=configured(grapple_range=1))
    assert "out of range" in why_not(state, "use GRAPPLE 2/3")
    assert "nothing to fetch on 2/2" in why_not(state, "use GRAPPLE 2/2")


# Wiretap


def test_who_is_tapped_shares_every_gain() -> None:
    drawing = """
    ######
    #AB$.#
    #.cC.#
    ######
    """
    people = {
        "A": Agent(0, (Gadget.WIRETAP_WITH_EARPLUGS,)),
        "B": Agent(1),
        "C": Agent(2),
    }
    state = casino(drawing, people, keys=[0, 1 << 1])
    state = play(state, "use WIRETAP_WITH_EARPLUGS 2/1", "retire", "turn of Agent B", "spy 3/1")
    secret = state.position.config.secret_to_ip_factor
    assert state.position.ip == [secret, secret, 0]


def test_a_wiretap_is_used_once_and_not_on_ones_own_people() -> None:
    state = hall(Gadget.WIRETAP_WITH_EARPLUGS, b=Agent(0))
    assert "same faction" in why_not(state, "use WIRETAP_WITH_EARPLUGS 3/2")
    state = play(hall(Gadget.WIRETAP_WITH_EARPLUGS, ap=2), "use WIRETAP_WITH_EARPLUGS 3/2")
    assert "already fixed to Agent B" in why_not(state, "use WIRETAP_WITH_EARPLUGS 3/2")


# Jetpack


def test_a_jetpack_lands_on_any_free_field() -> None:
    state = hall(Gadget.JETPACK)
    state.position.blade = state.game.setting.board.numbers[7, 1]
    state = play(state, "use JETPACK 7/1")
    assert state.position.board.name(state.position.place[0]) == "7/1"
    assert owned(state, 0) == {Gadget.BOWLER_BLADE}, "one jetpack less, one hat more"


def test_a_jetpack_may_land_where_it_started() -> None:
    state = play(hall(Gadget.JETPACK), "use JETPACK 2/2")
    assert state.position.board.name(state.position.place[0]) == "2/2"
    assert owned(state, 0) == set(), "it is used up all the same"


def test_a_jetpack_lands_neither_on_seats_nor_on_people() -> None:
    drawing = "######\n#A.s.#\n#B.tc#\n######"
    state = casino(drawing, {"A": Agent(0, (Gadget.JETPACK,)), "B": Agent(1)})
    assert "free floor only" in why_not(state, "use JETPACK 3/1")
    assert "free floor only" in why_not(state, "use JETPACK 3/2")
    assert "Somebody stands on 1/2" in why_not(state, "use JETPACK 1/2")
    assert "Somebody stands on 4/2" in why_not(state, "use JETPACK 4/2")


# Chicken feed


@pytest.mark.parametrize(
    ("mine", "theirs", "left"), [(10, 4, 16), (4, 10, 0), (9, 10, 8), (5, 5, 5)]
)
def test_chicken_feed_wins_or_costs_the_difference(mine: int, theirs: int, left: int) -> None:
    people = {"A": Agent(0, (Gadget.CHICKEN_FEED,), ip=mine), "B": Agent(1, ip=theirs)}
    state = play(casino("#####\n#AB.#\n#..c#\n#####", people), "use CHICKEN_FEED 2/1")
    assert state.position.ip == [left, theirs]
    assert owned(state, 0) == set()


@pytest.mark.parametrize("faction", [0, 2])
def test_chicken_feed_is_wasted_on_friends_and_strangers(faction: int) -> None:
    people = {"A": Agent(0, (Gadget.CHICKEN_FEED,), ip=9), "B": Agent(faction, ip=1)}
    state = play(casino("#####\n#AB.#\n#..c#\n#####", people), "use CHICKEN_FEED 2/1")
    assert state.position.ip == [9, 1]
    assert owned(state, 0) == set()
    assert not last(state)[1]


# Nugget


def test_a_nugget_buys_a_neutral_character() -> None:
    state = play(hall(Gadget.NUGGET, b=Agent(2)), "use NUGGET 3/2")
    assert state.position.faction[1] == 0
    assert owned(state, 0) == set()
    assert last(state)[1]
    state = play(state, "retire", "turn of Agent B")
    assert chooser(state) == "player1"


def test_an_enemy_pockets_the_nugget() -> None:
    state = play(hall(Gadget.NUGGET), "use NUGGET 3/2")
    assert state.position.faction[1] == 1
    assert owned(state, 1) == {Gadget.NUGGET}
    assert not last(state)[1]


def test_nobody_bribes_the_own_people() -> None:
    assert "same faction" in why_not(hall(Gadget.NUGGET, b=Agent(0)), "use NUGGET 3/2")
    assert "not next to" in why_not(hall(Gadget.NUGGET), "use NUGGET 4/4")


# Mirror of wilderness


def mirror(faction: int, **more: Any) -> PlayState:
    people = {"A": Agent(0, (Gadget.MIRROR_OF_WILDERNESS,), ip=2), "B": Agent(faction, ip=9)}
    return casino("#####\n#AB.#\n#..c#\n#####", people, **more)


def test_a_mirror_always_works_among_friends_and_stays_whole() -> None:
    state = play(mirror(0), "use MIRROR_OF_WILDERNESS 2/1")
    assert state.position.ip == [9, 2]
    assert owned(state, 0) == {Gadget.MIRROR_OF_WILDERNESS}


def test_a_mirror_breaks_when_it_works_on_an_enemy() -> None:
    state = play(mirror(1), "use MIRROR_OF_WILDERNESS 2/1", "succeed")
    assert state.position.ip == [9, 2]
    assert owned(state, 0) == set()


def test_what_a_mirror_brings_is_heard_by_who_taps() -> None:
    drawing = "#####\n#ABC#\n#..c#\n#####"
    people = {
        "A": Agent(0, (Gadget.MIRROR_OF_WILDERNESS,), ip=2),
        "B": Agent(0, ip=9),
        "C": Agent(1, (Gadget.WIRETAP_WITH_EARPLUGS,), ip=1),
    }
    state = casino(drawing, people, tapped=0, tap_works=True)
    state = play(state, "use MIRROR_OF_WILDERNESS 2/1")
    assert state.position.ip == [9, 2, 1 + 7], "A gained seven points, and so did C"
    state = casino(drawing, people, tapped=1, tap_works=True)
    state = play(state, "use MIRROR_OF_WILDERNESS 2/1")
    assert state.position.ip == [9, 2, 1], "B only lost some"


def test_a_mirror_that_fails_stays_whole() -> None:
    state = play(mirror(1), "use MIRROR_OF_WILDERNESS 2/1", "fail")
    assert state.position.ip == [2, 9]
    assert owned(state, 0) == {Gadget.MIRROR_OF_WILDERNESS}


def test_a_mirror_shows_nothing_of_a_neutral_character() -> None:
    state = play(mirror(2), "use MIRROR_OF_WILDERNESS 2/1", "succeed")
    assert state.position.ip == [2, 9]
    assert not last(state)[1]


# Collar


def test_the_collar_is_not_used_but_brought() -> None:
    assert "stepping onto her field" in why_not(
        hall(Gadget.DIAMOND_COLLAR), "use DIAMOND_COLLAR 3/2"
    )


# Plague mask


def test_a_plague_mask_heals_at_the_start_of_the_turn() -> None:
    state = hall(b=Agent(1, (Gadget.ANTI_PLAGUE_MASK,), hp=95), c=Agent(1, hp=50))
    state = play(state, "retire", "turn of Agent B")
    assert state.position.hp == [100, 100, 50]


# Cocktails


def test_a_cocktail_is_taken_from_a_table() -> None:
    state = play(bar(Agent(0), Agent(1), ap=2), "use COCKTAIL 3/1")
    assert owned(state, 0) == {Gadget.COCKTAIL}
    assert state.position.drinks == [0, 1]
    assert "nobody holds two" in why_not(state, "use COCKTAIL 3/1")


def test_poison_stays_in_the_glass() -> None:
    state = bar(Agent(0, (Gadget.POISON_PILLS,)), Agent(1), ap=3)
    state = play(state, "use POISON_PILLS 3/1", "use COCKTAIL 3/1")
    assert state.position.poisoned == 1
    state = play(state, "use COCKTAIL 2/1")
    assert state.position.hp[0] == 100 - state.position.config.cocktail_hp
    assert state.position.poisoned == 0


def test_a_cocktail_heals_but_not_beyond_full_health() -> None:
    for hp, after in ((40, 65), (90, 100)):
        state = bar(Agent(0, (Gadget.COCKTAIL,), hp=hp), Agent(1))
        assert play(state, "use COCKTAIL 2/1").position.hp[0] == after


def test_a_poured_cocktail_soaks_whoever_does_not_dodge() -> None:
    state = hall(Gadget.COCKTAIL)
    assert not has(play(state, "use COCKTAIL 3/2", "succeed"), 1, CLAMMY)
    soaked = play(state, "use COCKTAIL 3/2", "fail")
    assert has(soaked, 1, CLAMMY)
    assert owned(soaked, 0) == set()


def test_cocktails_are_taken_beside_and_poured_beside() -> None:
    state = bar(Agent(0), Agent(1))
    assert "not next to" in why_not(state, "use COCKTAIL 2/3")
    assert "holds no cocktail" in why_not(state, "use COCKTAIL 4/1")
    assert "Nobody stands on 1/1" in why_not(hall(Gadget.COCKTAIL), "use COCKTAIL 1/1")


def test_an_empty_table_is_filled_next_round() -> None:
    state = casino(BAR, {"A": Agent(0), "B": Agent(1)}, drinks=[0, 2])
    assert "one comes next round" in why_not(state, "use COCKTAIL 3/1")


# What holds for all


@pytest.mark.parametrize("gadget", [g for g in Gadget if g is not Gadget.COCKTAIL])
def test_no_gadget_is_used_by_who_does_not_have_it(gadget: Gadget) -> None:
    assert f"does not have the {gadget}" in why_not(hall(), f"use {gadget} 3/2")


@pytest.mark.parametrize("gadget", list(Gadget))
def test_no_gadget_is_used_without_an_action_point(gadget: Gadget) -> None:
    assert "no action points left" in why_not(hall(gadget, ap=0), f"use {gadget} 3/2")
