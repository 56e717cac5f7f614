"""Encodings: numbers that mean the same everywhere, and arrays that hide what is hidden."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from spielwerk.adapters import Encoding, UnknownMove
from spielwerk.adapters.survey import completed
from spielwerk.catalogue import open_game
from spielwerk.core import CHANCE, Move, Over, Role, random_event

FIRST, SECOND = Role("first"), Role("second")


@pytest.fixture(scope="module")
def kuhn() -> Encoding:
    return Encoding(open_game("kuhn-poker"))


def dealt(encoding: Encoding, own: str, other: str):
    return encoding.game.initial().after({CHANCE: Move(f"(deal {own} {other})")})


def test_every_legal_move_has_a_number_that_leads_back_to_it(kuhn):
    state = dealt(kuhn, "jack", "king")
    assert [kuhn.moves[n] for n in kuhn.legal(state, FIRST)] == sorted(state.legal(FIRST))
    assert kuhn.legal(state, SECOND) == []
    assert kuhn.mask(state, FIRST).sum() == 2


def test_moves_of_chance_are_counted_apart(kuhn):
    start = kuhn.game.initial()
    assert len(kuhn.legal(start, CHANCE)) == 6
    assert "(deal jack king)" in kuhn.chance
    assert "(deal jack king)" not in kuhn.moves


def test_a_player_cannot_tell_from_its_observation_what_the_other_holds(kuhn):
    with_queen, with_king = dealt(kuhn, "jack", "queen"), dealt(kuhn, "jack", "king")
    assert np.array_equal(kuhn.observe(with_queen, FIRST), kuhn.observe(with_king, FIRST))
    assert not np.array_equal(kuhn.observe(with_queen, SECOND), kuhn.observe(with_king, SECOND))


def test_observations_tell_apart_what_views_tell_apart(kuhn):
    views: dict[str, bytes] = {}
    for seed in range(60):
        state, rng = kuhn.game.initial(), Random(seed)
        while not isinstance(state.turn, Over):
            state = state.after(random_event(state, rng).moves)
            for role in kuhn.game.roles:
                seen = kuhn.observe(state, role).tobytes()
                assert views.setdefault(f"{role} {state.view(role)}", seen) == seen
    assert len(set(views.values())) == len(views)


def test_two_encodings_of_a_game_agree(kuhn):
    again = Encoding(open_game("kuhn-poker"))
    assert (again.moves, again.chance, again.size) == (kuhn.moves, kuhn.chance, kuhn.size)
    state = dealt(kuhn, "king", "jack")
    assert np.array_equal(again.observe(state, SECOND), kuhn.observe(state, SECOND))


def test_a_move_that_no_sample_showed_is_named_with_what_to_do(kuhn):
    with pytest.raises(UnknownMove, match=r"raise.*kuhn-poker.*more samples"):
        kuhn.number(FIRST, Move("raise"))


def test_facts_have_no_order_but_moves_made_do():
    tron = Encoding(open_game("tron"))
    assert len(tron.statements) < 400, "a fact counts once, wherever it stands in the list"
    hall = Encoding(open_game("monty-hall"))
    made = [statement for statement in hall.statements if statement[0] == "moves"]
    assert {place for _, place, _ in made} >= {0, 1, 2}


def test_what_the_survey_says_of_turns_and_outcomes(kuhn):
    assert not kuhn.survey.together
    assert kuhn.survey.total == 100
    assert Encoding(open_game("goofspiel"), samples=5).survey.together
    assert Encoding(open_game("tron"), samples=50).survey.total is None


def test_what_is_said_like_moves_that_came_up_has_a_number_too():
    met = [Move("destroy inn of ann"), Move("destroy keep of bob"), Move("build church")]
    found = completed([*met, Move("build inn"), Move("bid 2"), Move("bid 4"), Move("pass")])
    assert "destroy church of bob" in found
    assert "build keep" in found
    assert {move for move in found if move.startswith("bid")} >= {"bid 2", "bid 3", "bid 4"}
    assert not any(move.startswith(("pass ", "bid inn", "build ann")) for move in found)


def test_what_would_be_too_many_is_left_as_it_came_up():
    met = [Move(f"put {n} {n} {n} {n}") for n in range(40)]
    assert completed(met) == tuple(sorted(met))


def test_who_searches_may_number_moves_as_they_come_up():
    game = open_game("kuhn-poker")
    strict, growing = Encoding(game), Encoding(game, growing=True)
    with pytest.raises(UnknownMove):
        strict.number(FIRST, Move("bluff"))
    number = growing.number(FIRST, Move("bluff"))
    assert growing.moves[number] == "bluff"
    assert growing.number(FIRST, Move("bluff")) == number
    assert growing.moves[:-1] == strict.moves
