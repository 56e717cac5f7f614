"""Nobody peeks: whatever is hidden behind a view, the choice is the same.

For states of real play another state is drawn that looks the same to the role, and the player is
asked in both with the same seed. A player that used anything but its view would betray itself.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.players import native

from spielwerk.catalogue import open_game
from spielwerk.core import Chance, Course, Game, Joint, Knowledge, LimitExceeded, Over, State
from spielwerk.core.playout import random_event
from spielwerk.languages.gdl import GdlGame, parse_program
from spielwerk.players import parse_player
from spielwerk.players.arms import Arms

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
GAMES = {
    "Kuhn poker": native.kuhn_poker(),
    "Kuhn poker in GDL-II": open_game("kuhn-poker"),
    "liar's dice in GDL-II": open_game("liars-dice"),
    "Monty Hall in GDL-II": open_game("monty-hall"),
}


def decision(game: Game, steps: int, rng: Random) -> State | None:
    """A state of a random match in which somebody must choose."""
    state, found = game.initial(rng.getrandbits(16)), None
    for _ in range(steps):
        if isinstance(state.turn, Over):
            break
        if not isinstance(state.turn, Chance):
            found = state
        state = state.after(random_event(state, rng).moves)
    return found


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:iterations=40"])
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60 if SOAK else 6, deadline=None)
@given(steps=st.integers(1, 10), seed=st.integers(0, 10**6))
def test_a_choice_depends_on_nothing_that_cannot_be_seen(
    name: str, spec: str, steps: int, seed: int
) -> None:
    game, rng = GAMES[name], Random(seed)
    state = decision(game, steps, rng)
    if state is None:
        return
    assert isinstance(state.turn, Joint)
    for role in state.turn.roles:
        other = state.determinize(role, rng)
        choices = [
            parse_player(spec).sit(game, role, seed=seed).choose(Knowledge(game, truth, role))
            for truth in (state, other)
        ]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_other_states_really_differ(name: str) -> None:
    """Or the test above would show nothing."""
    game, rng = GAMES[name], Random(3)
    pairs = [
        (state, state.determinize(role, rng))
        for _ in range(40)
        if (state := decision(game, 4, rng)) is not None
        for role in state.turn.roles
    ]
    assert any(state != other for state, other in pairs)


NEEDLE = """
(role watcher) (role random)
(digit 0) (digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6) (digit 7)
(next_step 0 1) (next_step 1 2) (next_step 2 3) (next_step 3 4) (next_step 4 5) (next_step 5 6)
(next_step 6 7) (next_step 7 8)
(init (step 0))
(<= (legal random (draw ?d)) (digit ?d) (true (step ?s)) (distinct ?s 7))
(<= (legal random noop) (true (step 7)))
(<= (legal watcher noop) (true (step ?s)) (distinct ?s 7))
(<= (legal watcher (say ?d)) (digit ?d) (true (step 7)))
(<= (next (step ?t)) (true (step ?s)) (next_step ?s ?t))
(<= (next (drawn ?s ?d)) (true (step ?s)) (does random (draw ?d)))
(<= (next (drawn ?s ?d)) (true (drawn ?s ?d)))
(<= (sees watcher (drawn ?s ?d)) (true (step 6)) (true (drawn ?s ?d)))
(<= terminal (true (step 8)))
(goal watcher 100) (goal random 0)
"""
"""Six draws out of eight, all shown at the very end: guessing them one by one is hopeless."""


@pytest.mark.parametrize("spec", ["greedy", "mcts:iterations=40"])
def test_who_cannot_guess_what_happened_still_moves_and_never_peeks(spec: str) -> None:
    game, rng = GdlGame(parse_program(NEEDLE), "needle"), Random(5)
    state: State = game.initial(0)
    while isinstance(state.turn, Chance):
        state = state.after(random_event(state, rng).moves)
    (watcher,) = game.roles
    with pytest.raises(LimitExceeded, match="fits what watcher has seen"):
        state.determinize(watcher, Random(1))
    choice = parse_player(spec).sit(game, watcher, seed=1).choose(Knowledge(game, state, watcher))
    assert choice.move in state.legal(watcher)
    assert all(candidate.visits == 0 for candidate in choice.candidates)


def test_moves_that_are_equally_good_are_mixed_and_others_are_not_played() -> None:
    arms = Arms(["bluff", "call", "fold"], Random(1))
    brought = {"bluff": 0.5, "call": 0.51, "fold": 0.1}
    tried = {"bluff": 30, "call": 60, "fold": 25}
    for arm, move in enumerate(arms.moves):
        for _ in range(tried[move]):
            arms.add(arm, brought[move])
    assert arms.mixed() == pytest.approx({"bluff": 1 / 3, "call": 2 / 3})


def test_who_knows_nothing_yet_draws_from_all_moves() -> None:
    assert Arms(["a", "b"], Random(1)).mixed() == {"a": 0.5, "b": 0.5}


def test_a_forgetful_mind_knows_the_present_and_no_past() -> None:
    game, rng = open_game("love-letter").settled(2), Random(4)
    course = Course.begun(game, 4)
    for _ in range(6):
        course = course.after(random_event(course.state, rng).moves)
    knowledge = Knowledge(game, course, game.roles[0])
    assert knowledge.history.length == 6
    assert knowledge.forgetting().history.length == 0
    assert knowledge.forgetting().view == knowledge.view


def test_a_plain_view_is_the_view_without_the_table_to_draw() -> None:
    game = open_game("love-letter").settled(2)
    knowledge = Knowledge(game, game.initial(4), game.roles[0])
    assert "table" in knowledge.view
    assert knowledge.plain_view == {k: v for k, v in knowledge.view.items() if k != "table"}


def test_knowledge_shows_a_view_legal_moves_and_worlds_and_no_state() -> None:
    game = GAMES["Kuhn poker"]
    knowledge = Knowledge(game, native.Kuhn("jk", "p"), native.BERT)
    public = {name for name in dir(knowledge) if not name.startswith("_")}
    assert public == {
        "at",
        "forgetting",
        "game",
        "history",
        "legal",
        "plain_view",
        "role",
        "view",
        "world",
    }
    assert knowledge.view == {"card": "k", "said": "p", "shown": ""}
    rng = Random(1)
    assert {knowledge.world(rng) for _ in range(50)} == {
        native.Kuhn("jk", "p"),
        native.Kuhn("qk", "p"),
    }


def test_without_secrets_the_only_world_is_the_true_one() -> None:
    game = native.tic_tac_toe()
    state = game.initial()
    assert Knowledge(game, state, native.X).world(Random(1)) is state
