"""Games written in the compact notation, as their tables show them; what their rules say stands
in the scenarios beside them."""

from __future__ import annotations

from random import Random

from spielwerk.catalogue import open_game
from spielwerk.core import Over, random_event


def test_stores_and_bids_are_open_and_ships_are_not():
    game = open_game("spice-market:5,rounds=3")
    view = game.initial(1).view("anna")
    assert "objects" not in view["game"]["fields"]["ships"]
    assert len(view["game"]["fields"]["stalls"]["objects"]) == 6


def test_citadels_begins_with_the_crown_where_one_wants_it_and_ends_with_seven_districts():
    state = open_game("citadels:5,citySize=7,firstCrown=3").initial(1)
    assert state.turn.roles == ("carla",)
    shown = state.view(None)["game"]
    assert shown["links"]["crown"] == "carla"
    assert "shuffling" not in shown["fields"]


def counters_of(view: dict, role: str | None) -> dict:
    """What the table says in numbers about a seat, or about all."""
    return {
        name["en"]: value
        for area in view["table"]["areas"]
        if area["kind"] == "counters" and area["role"] == role
        for name, value in area["values"]
    }


def test_a_table_tells_only_those_marks_that_differ_from_the_beginning():
    game = open_game("love-letter:3")
    state = game.initial(1)
    for role in game.roles:
        assert counters_of(state.view(None), role) == {"Tokens": 0}
    rng = Random(5)
    seen: set[str] = set()
    while not isinstance(state.turn, Over):
        state = state.after(random_event(state, rng).moves)
        for role in game.roles:
            told = counters_of(state.view(None), role)
            marks = state.view(None)["players"][role]["attributes"]
            assert ("In the round" in told) == (not marks["in-the-round"])
            assert ("Protected" in told) == marks["protected"]
            assert ("Named with the guard" in told) == bool(marks["named"])
            seen |= told.keys()
    assert len(seen) == 5


def test_a_score_of_one_part_is_told_once():
    game = open_game("terrace")
    rng, state = Random(3), game.initial(3)
    while not isinstance(state.turn, Over):
        state = state.after(random_event(state, rng).moves)
    (line,) = [one for one in state.tally() if one.kind != "tie"]
    assert (line.kind, line.label["en"]) == ("score", "Points")
