"""The draft: offers, choices at one's own pace, equipment, and what happens to the late."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from spielwerk.core import IllegalMove, Limit, Move, Open, Over, Role, State
from spielwerk.core.playout import random_event
from spielwerk.games.spy import ROLES, DraftState, Options, PlayState, Spy
from spielwerk.games.spy.library import open_spy
from spielwerk.games.spy.names import Gadget
from spielwerk.games.spy.setup import DRAFTED

ONE, TWO = ROLES


def opening(seed: int = 0, **options: Any) -> DraftState:
    return open_spy(options=Options(**options)).initial(seed)


def take(state: State, role: Role, kind: str = "", times: int = 1) -> State:
    """Take the first item on offer, of a kind if one is named."""
    for _ in range(times):
        move = next(move for move in state.legal(role) if move.startswith(f"take {kind}"))
        state = state.after({role: move})
    return state


def equip(state: State, role: Role) -> State:
    while any(move.startswith("give ") for move in state.legal(role)):
        state = state.after({role: state.legal(role)[0]})
    return state


def test_both_players_are_offered_three_characters_and_three_gadgets() -> None:
    state = opening()
    assert state.turn == Open(ROLES)
    offers = [state.view(role)["offer"] for role in ROLES]
    for offer in offers:
        assert (len(offer["characters"]), len(offer["gadgets"])) == (3, 3)
    for kind in ("characters", "gadgets"):
        assert not set(offers[0][kind]) & set(offers[1][kind]), "nobody is offered the same"


def test_neither_cocktails_nor_the_collar_are_drafted() -> None:
    assert set(Gadget) - set(DRAFTED) == {
        Gadget.COCKTAIL,
        Gadget.DIAMOND_COLLAR,
        Gadget.ANTI_PLAGUE_MASK,
    }
    assert len(DRAFTED) == 18


def test_one_player_may_be_done_before_the_other_begins() -> None:
    state = equip(take(opening(), ONE, times=8), ONE)
    assert state.turn == Open((TWO,))
    assert "is ready and waits" in state.why_not(ONE, Move("take gadget JETPACK")).claim


def test_after_four_characters_only_gadgets_are_offered() -> None:
    state = take(opening(), ONE, "character", times=4)
    offer = state.view(ONE)["offer"]
    assert offer["characters"] == []
    assert len(offer["gadgets"]) == 3


def test_after_six_gadgets_only_characters_are_offered() -> None:
    state = take(opening(), ONE, "gadget", times=6)
    offer = state.view(ONE)["offer"]
    assert offer["gadgets"] == []
    assert len(offer["characters"]) == 3


def test_what_was_not_offered_cannot_be_taken() -> None:
    state = opening()
    offered = state.view(ONE)["offer"]["gadgets"]
    other = next(gadget for gadget in DRAFTED if gadget not in offered)
    with pytest.raises(IllegalMove, match="is not offered now"):
        state.after({ONE: Move(f"take gadget {other}")})
    with pytest.raises(IllegalMove, match="eight characters and gadgets"):
        state.after({ONE: Move("move 1/1")})


def test_gadgets_are_handed_out_one_by_one_to_the_own_people() -> None:
    state = take(opening(), ONE, times=8)
    seen = state.view(ONE)
    assert seen["phase"] == "equip"
    first = seen["gadgets"][0]
    assert list(state.legal(ONE)) == [f"give {first} to {name}" for name in seen["characters"]]
    wrong = next(
        each.name for each in state.game.setting.characters if each.name not in seen["characters"]
    )
    assert "not among the characters" in state.why_not(ONE, Move(f"give {first} to {wrong}")).claim
    second = Move(f"give {seen['gadgets'][1]} to {seen['characters'][0]}")
    assert f"next gadget to be handed out is the {first}" in state.why_not(ONE, second).claim


def test_the_match_begins_with_what_was_chosen() -> None:
    state = take(opening(), ONE, times=8)
    mine = state.view(ONE)
    state = equip(equip(take(state, TWO, times=8), ONE), TWO)
    assert isinstance(state, PlayState)
    people = state.view(ONE)["characters"]
    own = {name for name, seen in people.items() if seen.get("faction") == "PLAYER_ONE"}
    assert own == set(mine["characters"])
    assert people[mine["characters"][0]]["gadgets"] == sorted(
        mine["gadgets"], key=[*Gadget].index
    ), "all were given to the first"
    neutral = [s for s in state.view(None)["characters"].values() if s["faction"] == "NEUTRAL"]
    assert len(neutral) == 3
    assert all(seen["chips"] == 10 and seen["hp"] == 100 for seen in people.values())


@pytest.mark.parametrize("npcs", [0, 1, 6])
def test_how_many_neutral_characters_there_are_is_an_option(npcs: int) -> None:
    state: State = opening(npcs=npcs, npc_gadgets=0)
    for role in ROLES:
        state = equip(take(state, role, times=8), role)
    people = state.view(None)["characters"].values()
    neutral = [seen for seen in people if seen["faction"] == "NEUTRAL"]
    assert len(neutral) == npcs
    assert not any(seen["gadgets"] for seen in neutral)


def test_a_full_house_keeps_a_field_for_the_janitor() -> None:
    usual = open_spy(match="quick").setting
    tiny = [["FREE"] * 5, ["FREE"] * 5, ["WALL", "SAFE", "BAR_TABLE", "ROULETTE_TABLE", "WALL"]]
    game = Spy(tiny, usual.config, usual.characters)
    for seed in range(10):
        rng, state = Random(seed), game.initial(seed)
        while not isinstance(state.turn, Over):
            state = state.after(random_event(state, rng).moves)
        assert isinstance(state, PlayState)
        assert len(state.position.cast) <= 8


def test_nobody_sees_the_others_offers_or_choices() -> None:
    state = take(opening(), ONE, times=3)
    seen = state.view(ONE)
    secret = {*seen["characters"], *seen["gadgets"], *seen["offer"]["characters"]}
    secret |= set(seen["offer"]["gadgets"])
    for viewer in (TWO, None):
        assert not secret & set(_texts(state.view(viewer)))


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for item in [*value, *value.values()] for text in _texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return [value] if isinstance(value, str) else []


def test_for_who_is_late_chance_chooses_and_there_is_a_strike() -> None:
    state = opening()
    assert state.limit(ONE) == Limit("choice", 60.0)
    late = state.after({}, late=[ONE])
    assert late.view(ONE)["strikes"] == [1, 0]
    assert late.view(ONE)["chosen"] == [1, 0]
    offered = {text for kind in state.view(ONE)["offer"].values() for text in kind}
    assert {*late.view(ONE)["characters"], *late.view(ONE)["gadgets"]} <= offered


def test_late_equipment_is_handed_out_by_chance_all_at_once() -> None:
    state = take(opening(), ONE, times=8).after({}, late=[ONE])
    assert state.legal(ONE) == ()
    assert len(state.view(ONE)["equipment"]) == len(state.view(ONE)["gadgets"])


def test_the_house_may_throw_out_who_is_late_in_the_draft() -> None:
    state = opening(late_choice_kicks=True).after({}, late=[TWO])
    assert state.turn == Over()
    assert state.outcome() == {ONE: 100, TWO: 0}
    assert state.view(None)["reason"] == "VICTORY_BY_KICK"


def test_too_many_strikes_end_the_draft() -> None:
    state: State = opening()
    for _ in range(4):
        state = state.after({}, late=[ONE])
    assert state.turn == Over()


def test_a_house_without_a_limit_waits() -> None:
    assert opening(choice_limit=0).limit(ONE) is None


def test_offers_differ_from_seed_to_seed() -> None:
    offers = {str(opening(seed).view(ONE)["offer"]) for seed in range(20)}
    assert len(offers) > 15


def test_even_with_the_fewest_characters_nobody_is_offered_nothing() -> None:
    game = open_spy(characters="academy")
    few = type(game)(game.setting.board.scenario, game.setting.config, game.setting.characters[:8])
    for seed in range(50):
        rng, state = Random(seed), few.initial(seed)
        while isinstance(state, DraftState):
            role = rng.choice([role for role in ROLES if state.legal(role)])
            kinds = [m for m in state.legal(role) if m.startswith("take character")]
            greedy = kinds if role == ONE and kinds else state.legal(role)
            state = state.after({role: rng.choice(greedy)})
        assert isinstance(state, PlayState)
