"""Properties: points for a turn, luck, tradecraft, observation, burning tables."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.spy.casino import Agent, casino, configured, legal, play, why_not

from spielwerk.games.spy import PlayState
from spielwerk.games.spy.names import Gadget, Property

PAIR = "######\n#A.B.#\n#.c..#\n######"
P = Property


def points(*properties: Property) -> set[tuple[int, int]]:
    """The movement and action points that a character with these properties may get."""
    state = casino(PAIR, {"A": Agent(0), "B": Agent(1, (), properties)})
    waiting, found = [play(state, "retire")], set()
    while waiting:
        state = waiting.pop()
        if legal(state)[0].endswith("point"):
            waiting += [play(state, move) for move in legal(state)]
        else:
            found.add((state.position.mp[1], state.position.ap[1]))
    return found


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ((), {(2, 1)}),
        ((P.NIMBLENESS,), {(3, 1)}),
        ((P.SLUGGISHNESS,), {(1, 1)}),
        ((P.NIMBLENESS, P.SLUGGISHNESS), {(1, 1)}),
        ((P.SPRYNESS,), {(2, 2)}),
        ((P.AGILITY,), {(3, 1), (2, 2)}),
        ((P.PONDEROUSNESS,), {(1, 1), (2, 0)}),
        ((P.NIMBLENESS, P.SPRYNESS, P.AGILITY), {(4, 2), (3, 3)}),
        ((P.AGILITY, P.PONDEROUSNESS), {(2, 1), (3, 0), (1, 2)}),
        ((P.TOUGHNESS,), {(2, 1)}),
    ],
)
def test_points_for_a_turn(
    properties: tuple[Property, ...], expected: set[tuple[int, int]]
) -> None:
    assert points(*properties) == expected


def test_agility_is_a_fair_coin() -> None:
    state = casino(PAIR, {"A": Agent(0), "B": Agent(1, (), (P.AGILITY,))})
    assert dict(play(state, "retire").odds()) == {"movement point": 1, "action point": 1}


# Tests of actions


def spying(*properties: Property, moledie: bool = False) -> dict[str, int]:
    gadgets = (Gadget.MOLEDIE,) if moledie else ()
    people = {"A": Agent(0, gadgets, properties), "B": Agent(2)}
    state = casino("#####\n#AB.#\n#..c#\n#####", people, config=configured(spy_success_chance=0.5))
    return dict(play(state, "spy 2/1").odds())


def test_wet_clothes_halve_every_chance_and_do_not_add_up() -> None:
    assert spying() == {"succeed": 1, "fail": 1}
    assert spying(P.CLAMMY_CLOTHES) == {"succeed": 1, "fail": 3}
    assert spying(P.CLAMMY_CLOTHES, P.CONSTANT_CLAMMY_CLOTHES) == {"succeed": 1, "fail": 3}


def test_tradecraft_tries_twice_unless_a_moledie_is_in_the_pocket() -> None:
    assert spying(P.TRADECRAFT) == {"succeed": 3, "fail": 1}
    assert spying(P.TRADECRAFT, moledie=True) == {"succeed": 1, "fail": 1}
    assert spying(P.TRADECRAFT, P.CLAMMY_CLOTHES) == {"succeed": 7, "fail": 9}


@pytest.mark.parametrize(
    ("move", "gadgets", "value"),
    [
        ("use BOWLER_BLADE 2/1", (Gadget.BOWLER_BLADE,), "bowler_blade_hit_chance"),
        ("use LASER_COMPACT 2/1", (Gadget.LASER_COMPACT,), "laser_compact_hit_chance"),
        ("use MIRROR_OF_WILDERNESS 2/1", (Gadget.MIRROR_OF_WILDERNESS,), "mirror_swap_chance"),
        ("use OBSERVATION 2/1", (), "observation_success_chance"),
        ("use GRAPPLE 1/2", (Gadget.GRAPPLE,), "grapple_hit_chance"),
    ],
)
def test_each_test_has_its_own_chance(move: str, gadgets: tuple[Gadget, ...], value: str) -> None:
    people = {
        "A": Agent(0, gadgets, (P.OBSERVATION,)),
        "B": Agent(1, (Gadget.COCKTAIL,)),
    }
    state = casino("#####\n#AB.#\n#t.c#\n#####", people, config=configured(**{value: 0.125}))
    state.position.drinks = [1]
    assert dict(play(state, move).odds()) == {"succeed": 1, "fail": 7}


@pytest.mark.parametrize(("chance", "successful"), [(0, False), (1, True)])
def test_what_is_certain_is_not_asked(chance: int, successful: bool) -> None:
    people = {"A": Agent(0), "B": Agent(2)}
    config = configured(spy_success_chance=chance)
    state = play(casino("#####\n#AB.#\n#..c#\n#####", people, config=config), "spy 2/1")
    assert state.happened[0].successful == successful


# Observation


def watching(other: Agent, **more: Any) -> PlayState:
    people = {"A": Agent(0, (), (P.OBSERVATION,)), "B": other}
    return casino(PAIR, people, **more)


@pytest.mark.parametrize(
    ("other", "successful", "enemy"),
    [
        (Agent(1), True, True),
        (Agent(2), True, False),
        (Agent(1, (Gadget.POCKET_LITTER,)), True, False),
        (Agent(0), False, None),
    ],
)
def test_an_observation_tells_enemies_from_others(
    other: Agent, successful: bool, enemy: bool | None
) -> None:
    state = play(watching(other), "use OBSERVATION 3/1", "succeed")
    done = state.happened[0]
    assert (done.successful, done.is_enemy) == (successful, enemy)


def test_a_failed_observation_tells_nothing() -> None:
    state = play(watching(Agent(1)), "use OBSERVATION 3/1", "fail")
    assert (state.happened[0].successful, state.happened[0].is_enemy) == (False, None)


def test_only_the_observer_learns_what_was_observed() -> None:
    state = play(watching(Agent(1)), "use OBSERVATION 3/1", "succeed")
    mine, theirs = (state.view(role) for role in state.game.roles)
    assert mine["operations"][0]["is_enemy"] is True
    assert mine["characters"]["Agent B"]["faction"] == "PLAYER_TWO"
    assert "is_enemy" not in theirs["operations"][0]
    assert "faction" not in theirs["characters"]["Agent A"]


def test_who_observes_oneself_learns_nothing() -> None:
    state = play(watching(Agent(1)), "use OBSERVATION 1/1", "succeed")
    assert (state.happened[0].successful, state.happened[0].is_enemy) == (False, None)


def test_an_observation_needs_somebody_in_sight() -> None:
    assert "Nobody stands on 2/1" in why_not(watching(Agent(1)), "use OBSERVATION 2/1")
    assert "the cat" in why_not(watching(Agent(1)), "use OBSERVATION 2/2")
    walled = casino(
        "######\n#A#B.#\n#.#c.#\n######",
        {"A": Agent(0, (), (P.OBSERVATION,)), "B": Agent(1)},
    )
    assert "the wall on 2/1 is in the way" in why_not(walled, "use OBSERVATION 3/1")


# Bang and burn


def burner(**more: Any) -> PlayState:
    people = {"A": Agent(0, (), (P.BANG_AND_BURN,))}
    return casino("######\n#Ar..#\n#.r.c#\n######", people, **more)


def test_a_burned_table_is_burned() -> None:
    state = play(burner(ap=3), "use BANG_AND_BURN 2/1")
    assert state.happened[0].successful
    assert state.position.destroyed == 1 << state.position.board.numbers[2, 1]
    assert "destroyed" in why_not(state, "gamble 2/1 1")
    again = play(state, "use BANG_AND_BURN 2/1")
    assert again.happened[0].successful, "the standard does not forbid it, and it changes nothing"
    assert again.position.destroyed == state.position.destroyed


def test_only_roulette_tables_burn() -> None:
    assert "1/2 is no roulette table" in why_not(burner(), "use BANG_AND_BURN 1/2")
    far = casino("######\n#A.r.#\n#...c#\n######", {"A": Agent(0, (), (P.BANG_AND_BURN,))})
    assert "not next to" in why_not(far, "use BANG_AND_BURN 3/1")


# What holds for all


@pytest.mark.parametrize("used", [P.BANG_AND_BURN, P.OBSERVATION])
def test_nobody_uses_a_property_they_do_not_have(used: Property) -> None:
    state = casino(PAIR, {"A": Agent(0), "B": Agent(1)})
    assert f"does not have the property {used}" in why_not(state, f"use {used} 3/1")


@pytest.mark.parametrize("passive", sorted({*P} - {P.BANG_AND_BURN, P.OBSERVATION}))
def test_all_other_properties_work_by_themselves(passive: Property) -> None:
    state = casino(PAIR, {"A": Agent(0, (), (passive,)), "B": Agent(1)})
    assert "works by itself" in why_not(state, f"use {passive} 3/1")
