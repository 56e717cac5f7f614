"""What players are told before they act comes true, and is told to nobody else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.games.spy.casino import Agent, casino, play

from spielwerk.core import CHANCE, Chance, Over, State
from spielwerk.core.playout import random_event
from spielwerk.games.spy import ROLES, PlayState
from spielwerk.games.spy.library import open_spy
from spielwerk.games.spy.names import Gadget, Property

ONE, TWO = ROLES


def expected(state: PlayState, tool: str, field: str) -> Any:
    return state.view(ONE)["forecast"]["tools"][tool]["targets"][field]


def carried_out(state: State, rng: Random) -> State:
    """The state once chance has had its say about an operation."""
    while isinstance(state, PlayState) and not state.happened:
        state = state.after(random_event(state, rng).moves)
    return state


def test_only_who_acts_is_told_what_to_expect() -> None:
    state = casino("#####\n#A..#\n#B.c#\n#####", {"A": Agent(0), "B": Agent(1)})
    assert "forecast" in state.view(ONE)
    assert "forecast" not in state.view(TWO)
    assert "forecast" not in state.view(None)


@pytest.mark.parametrize(
    ("properties", "chance"),
    [
        ((), 0.65),
        ((Property.CLAMMY_CLOTHES,), 0.325),
        ((Property.TRADECRAFT,), 0.8775),
    ],
)
def test_wet_clothes_and_tradecraft_change_the_chance_that_is_told(
    properties: tuple[Property, ...], chance: float
) -> None:
    people = {"A": Agent(0, properties=properties), "B": Agent(2)}
    state = casino("#####\n#AB.#\n#..c#\n#####", people)
    assert expected(state, "spy", "2/1") == {"chance": chance}


def test_a_safe_opens_surely_or_not_at_all() -> None:
    people = {"A": Agent(0), "B": Agent(1)}
    state = casino("#####\n#A$B#\n#$.c#\n#####", people, keys=[0b10, 0b110])
    assert expected(state, "spy", "2/1") == {"chance": 1.0}
    assert expected(state, "spy", "1/2") == {"chance": 0.0}


def test_luck_at_roulette_is_told_for_each_table() -> None:
    people = {"A": Agent(0, properties=(Property.LUCKY_DEVIL,))}
    state = casino("#####\n#Ar.#\n#r.c#\n#####", people)
    state.position.inverted = 1 << state.position.board.numbers[1, 2]
    assert expected(state, "gamble", "2/1")["chance"] == pytest.approx(23 / 37, abs=1e-4)
    assert expected(state, "gamble", "1/2")["chance"] == pytest.approx(14 / 37, abs=1e-4)


def test_an_attack_tells_of_the_harm_and_of_what_may_get_in_the_way() -> None:
    hat, tough, trap = Gadget.BOWLER_BLADE, Property.TOUGHNESS, Property.HONEY_TRAP
    people = {
        "A": Agent(0, (hat,)),
        "B": Agent(1, properties=(tough, trap)),
        "C": Agent(1, properties=(Property.BABYSITTER,)),
        "D": Agent(0, (Gadget.MAGNETIC_WATCH,)),
    }
    state = casino("######\n#A.B.#\n#D.Cc#\n######", people)
    hit = {"chance": 0.5, "damage": 20, "honey_trap": 0.35, "babysitter": 0.35}
    assert expected(state, hat, "3/1") == hit
    assert expected(state, hat, "1/2")["chance"] == 0.0, "magnets catch the hat"


def test_sight_ends_at_walls_and_ranges_are_those_of_the_configuration() -> None:
    people = {"A": Agent(0, (Gadget.BOWLER_BLADE, Gadget.JETPACK, Gadget.LASER_COMPACT))}
    told = casino("######\n#A.#.#\n#...c#\n######", people).view(ONE)["forecast"]
    assert "2/1" in told["sight"]
    assert "4/1" not in told["sight"], "behind the wall"
    assert told["tools"]["BOWLER_BLADE"] == {"range": 6, "sight": True}
    assert told["tools"]["JETPACK"] == {"range": None}
    assert told["tools"]["LASER_COMPACT"] == {"range": None, "sight": True}


def test_what_is_told_comes_true_in_random_matches() -> None:
    """The chance of an operation that was carried out is the one its player was told."""
    compared = Counter[str]()
    for seed in range(12):
        rng, state = Random(seed), open_spy("back-room", "quick").initial(seed)
        while not isinstance(state.turn, Over):
            role = next(iter(state.turn.roles)) if not isinstance(state.turn, Chance) else CHANCE
            event = random_event(state, rng)
            if isinstance(state, PlayState) and role != CHANCE:
                tool, field = _aim(event.moves[role])
                told = state.view(role)["forecast"]["tools"].get(tool, {}).get("targets", {})
                if field in told:
                    after = carried_out(state.after(event.moves), rng)
                    _compare(told[field], after.view(role)["operations"][0], field)
                    compared[tool] += 1
            state = state.after(event.moves)
    assert compared["spy"] > 20
    assert compared["gamble"] > 20
    assert sum(compared.values()) > 100


def _aim(move: str) -> tuple[str, str]:
    verb, *rest = move.split()
    if verb == "use":
        return rest[0], rest[1]
    return verb, rest[0] if rest else ""


def _compare(told: dict[str, float], operation: Any, field: str) -> None:
    if operation["target"] != field:
        assert "honey_trap" in told, "only a honey trap leads an attack elsewhere"
    elif told["chance"] == 0:
        assert not operation["successful"]
    elif told["chance"] == 1:
        assert operation["successful"] or "babysitter" in told
    else:
        assert operation["chance"] == pytest.approx(told["chance"], abs=1e-4)


def test_playing_on_brings_a_new_forecast() -> None:
    people = {"A": Agent(0, (Gadget.HAIRDRYER,)), "B": Agent(2)}
    state = casino("#####\n#A.B#\n#..c#\n#####", people)
    assert "targets" not in state.view(ONE)["forecast"]["tools"]["spy"]
    assert expected(play(state, "move 2/1"), "spy", "3/1") == {"chance": 0.65}
