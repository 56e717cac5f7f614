"""Chances come out as the configuration says: counted over many seeded tries.

The weights that chance is given are exact, and other tests look at them; here the whole way is
walked, from the choice to its success, with dice.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest
from tests.games.spy.casino import Agent, casino, configured

from spielwerk.games.spy import Dice, PlayState, Position, operate, run_on
from spielwerk.games.spy.fate import odds
from spielwerk.games.spy.names import Gadget, Property
from spielwerk.games.spy.operations import parse_choice

TRIES = 3_000
PAIR = "#####\n#AB.#\n#t.c#\n#####"
WET, TWICE = (Property.CLAMMY_CLOTHES,), (Property.TRADECRAFT,)


def successes(state: PlayState, move: str) -> float:
    """How often a choice succeeds."""
    choice = parse_choice(state.position.board, move)
    assert not isinstance(choice, str)
    rng, won = Random(move), 0
    for _ in range(TRIES):
        p = state.position.copy()
        operate(p, choice, Dice(rng))
        won += p.happened[0].successful
    return won / TRIES


def close_to(chance: float) -> Any:
    """Within four standard deviations."""
    return pytest.approx(chance, abs=4 * sqrt(chance * (1 - chance) / TRIES) + 1e-9)


@pytest.mark.parametrize("chance", [0.125, 0.5, 0.8])
@pytest.mark.parametrize(
    ("move", "value", "gadget", "other"),
    [
        ("spy 2/1", "spy_success_chance", None, 2),
        ("use OBSERVATION 2/1", "observation_success_chance", None, 1),
        ("use BOWLER_BLADE 2/1", "bowler_blade_hit_chance", Gadget.BOWLER_BLADE, 1),
        ("use LASER_COMPACT 1/2", "laser_compact_hit_chance", Gadget.LASER_COMPACT, 1),
        ("use GRAPPLE 1/2", "grapple_hit_chance", Gadget.GRAPPLE, 1),
        ("use MIRROR_OF_WILDERNESS 2/1", "mirror_swap_chance", Gadget.MIRROR_OF_WILDERNESS, 1),
    ],
)
def test_actions_succeed_as_often_as_configured(
    chance: float, move: str, value: str, gadget: Gadget | None, other: int
) -> None:
    mine = (gadget,) if gadget else ()
    for properties, expected in (
        ((), chance),
        (WET, chance / 2),
        (TWICE, 1 - (1 - chance) ** 2),
        (WET + TWICE, 1 - (1 - chance / 2) ** 2),
    ):
        agent = Agent(0, mine, (Property.OBSERVATION, *properties))
        people = {"A": agent, "B": Agent(other)}
        state = casino(PAIR, people, drinks=[1], config=configured(**{value: chance}))
        assert successes(state, move) == close_to(expected)


def test_dodging() -> None:
    people = {"A": Agent(0, (Gadget.COCKTAIL,)), "B": Agent(1)}
    state = casino(PAIR, people, config=configured(cocktail_dodge_chance=0.3))
    assert successes(state, "use COCKTAIL 2/1") == close_to(0.7)


def test_babysitting() -> None:
    people = {
        "A": Agent(0, (Gadget.GAS_GLOSS,)),
        "B": Agent(1),
        "C": Agent(1, (), (Property.BABYSITTER,)),
        "D": Agent(1, (), (Property.BABYSITTER,)),
    }
    config = configured(babysitter_success_chance=0.3)
    state = casino("#####\n#ABC#\n#Dc.#\n#####", people, config=config)
    assert successes(state, "use GAS_GLOSS 2/1") == close_to(0.7**2)


def test_honey_traps_divert_evenly() -> None:
    people = {
        "A": Agent(0, (Gadget.GAS_GLOSS,)),
        "B": Agent(1, (), (Property.HONEY_TRAP,)),
        "C": Agent(1),
        "D": Agent(0),
    }
    config = configured(honey_trap_success_chance=0.6)
    state = casino("#####\n#AB.#\n#CDc#\n#####", people, config=config)
    choice = parse_choice(state.position.board, "use GAS_GLOSS 2/1")
    assert not isinstance(choice, str)
    rng, hits = Random(1), [0] * 4
    for _ in range(TRIES):
        p = state.position.copy()
        operate(p, choice, Dice(rng))
        hits[next(who for who in range(4) if p.hp[who] < 100)] += 1
    assert [hit / TRIES for hit in hits[1:]] == [close_to(0.4), close_to(0.3), close_to(0.3)]


@pytest.mark.parametrize(
    ("properties", "wins"),
    [((), 18), ((Property.LUCKY_DEVIL,), 23), ((Property.JINX,), 13), (WET + TWICE, 18)],
)
@pytest.mark.parametrize("inverted", [False, True])
def test_roulette(properties: tuple[Property, ...], wins: int, inverted: bool) -> None:
    state = casino("####\n#Ar#\n#.c#\n####", {"A": Agent(0, (), properties)})
    if inverted:
        state.position.inverted = 1 << state.position.board.numbers[2, 1]
    assert successes(state, "gamble 2/1 1") == close_to((37 - wins if inverted else wins) / 37)


def test_wiretaps_fail_as_often_as_configured() -> None:
    people = {"A": Agent(0, (Gadget.WIRETAP_WITH_EARPLUGS,)), "B": Agent(1)}
    state = casino(PAIR, people, tapped=1, tap_works=True, waiting=())
    rng, failed = Random(2), 0
    for _ in range(TRIES):
        p = state.position.copy()
        p.stage, p.active = type(p.stage).NEXT, -1
        run_on(p, Dice(rng))
        failed += not p.tap_works
    assert failed / TRIES == close_to(state.position.config.wiretap_with_earplugs_fail_chance)


def test_everybody_is_first_equally_often() -> None:
    people = {"A": Agent(0), "B": Agent(1)}
    state = casino(PAIR, people, waiting=())
    rng, first = Random(3), dict.fromkeys((0, 1, -2), 0)
    for _ in range(TRIES):
        p: Position = state.position.copy()
        p.stage, p.active = type(p.stage).NEXT, -1
        run_on(p, Dice(rng))
        first[p.active] += 1
    assert [count / TRIES for count in first.values()] == [close_to(1 / 3)] * 3


def test_weights_are_exact_whatever_the_decimals() -> None:
    assert odds(0.1) == (1, 9)
    assert odds(0.35, halved=True) == (7, 33)
    assert odds(0.1, twice=True) == (19, 81)
    assert odds(1, halved=True) == (1, 1)
    assert odds(0) == (0, 1)
    assert odds(1e-05) == (1, 99_999)
