"""The alpha-beta player: exact where it sees the end, judging where it does not."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.players import native
from tests.players.duel import best_outcome, duel

from spielwerk.core import Deadline, Game, Joint, Knowledge, Over, Unsuited
from spielwerk.core.playout import random_event
from spielwerk.players import parse_player

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


@settings(max_examples=200 if SOAK else 25, deadline=None)
@given(steps=st.integers(0, 7), seed=st.integers(0, 10**6))
def test_at_tic_tac_toe_it_finds_what_trying_everything_finds(steps: int, seed: int) -> None:
    game, rng = native.tic_tac_toe(), Random(seed)
    state = game.initial()
    for _ in range(steps):
        after = state.after(random_event(state, rng).moves)
        state = state if isinstance(after.turn, Over) else after
    assert isinstance(state.turn, Joint)
    (role,) = state.turn.roles
    if len(state.legal(role)) == 1:
        return
    mind = parse_player("alphabeta:depth=9").sit(game, role, deadline=Deadline.after(0.05))
    choice = mind.choose(Knowledge(game, state, role))
    value = best_outcome(game, state)
    best = choice.candidates[0]
    assert best_outcome(game, state.after({role: choice.move})) == value
    assert best.proven
    assert best.value == (value if role == game.roles[0] else 100 - value)


def test_a_lost_match_is_drawn_out() -> None:
    game = native.tree_game(
        soon__x=(0, 100), late__x__x__x=(0, 100), late__x__y__y=(0, 100), wrong__x=(0, 100)
    )
    mind = parse_player("alphabeta:depth=9").sit(game, native.ANNA)
    choice = mind.choose(Knowledge(game, game.initial(), native.ANNA))
    assert choice.move == "late"
    assert all(candidate.proven and candidate.value == 0 for candidate in choice.candidates)


def test_a_win_is_taken_on_the_shortest_way() -> None:
    game = native.tree_game(
        long__a__a__a=(100, 0), long__a__a__b=(100, 0), short=(100, 0), bad__a=(0, 100)
    )
    mind = parse_player("alphabeta:depth=8").sit(game, native.ANNA)
    assert mind.choose(Knowledge(game, game.initial(), native.ANNA)).move == "short"


def test_a_role_may_move_twice_in_a_row_in_a_line_of_its_own() -> None:
    # Bert's only answer is forced, so that Anna in effect moves twice.
    game = native.tree_game(a__x__a=(20, 80), a__x__b=(70, 30), b__x__a=(60, 40))
    mind = parse_player("alphabeta:depth=8").sit(game, native.ANNA)
    choice = mind.choose(Knowledge(game, game.initial(), native.ANNA))
    assert (choice.move, choice.line) == ("a", ("a", "x", "b"))


def test_it_beats_greedy_at_connect_four() -> None:
    game = native.connect_four()
    matches, points = (40, 0) if SOAK else (4, 0)
    for number in range(matches):
        mine = game.roles[number % 2]
        seats = {
            role: parse_player("alphabeta:learn=500ms" if role == mine else "greedy")
            for role in game.roles
        }
        points += duel(game, seats, seed=number, seconds=0.1)[mine]
    assert points >= 90 * matches


def test_the_same_seed_and_depth_give_the_same_thoughts() -> None:
    game = native.connect_four()
    first, again = (
        parse_player("alphabeta:depth=3")
        .sit(game, native.X, seed=4)
        .choose(Knowledge(game, game.initial(), native.X))
        for _ in range(2)
    )
    assert first == again


@pytest.mark.parametrize(
    "game",
    [native.goofspiel(), native.kuhn_poker(), native.draft(), native.race()],
    ids=lambda game: game.name,
)
def test_games_it_cannot_play_are_declined_with_a_player_who_can(game: Game) -> None:
    with pytest.raises(Unsuited, match="Seat mcts"):
        parse_player("alphabeta").sit(game, game.roles[0])


def test_a_game_in_which_both_may_win_is_declined() -> None:
    game = native.tree_game(eat__x=(60, 40), share__share=(100, 100), share__run=(0, 100))
    with pytest.raises(Unsuited, match="share a fixed sum"):
        parse_player("alphabeta").sit(game, native.ANNA)


def test_declining_takes_no_longer_than_the_start_clock() -> None:
    clock = native.CountedClock()
    game = native.slow(native.goofspiel(), 0.01, clock)
    with pytest.raises(Unsuited):
        parse_player("alphabeta").sit(game, native.ANNA, deadline=Deadline.after(1.0, clock))
    assert clock() < 0.5


def test_its_choice_names_depth_line_and_bounds() -> None:
    game = native.connect_four()
    mind = parse_player("alphabeta:depth=4").sit(game, native.X, deadline=Deadline.after(0.3))
    explanation = mind.choose(Knowledge(game, game.initial(), native.X)).explain()
    assert explanation.facts[1].startswith("effort: depth 4, ")
    assert any("at most" in reason.claim for reason in explanation.reasons)
