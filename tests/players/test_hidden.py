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
from spielwerk.core import Chance, Game, Joint, Knowledge, LimitExceeded, Over, State
from spielwerk.core.playout import random_event
from spielwerk.languages.gdl import GdlGame, parse_program
from spielwerk.players import parse_player

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


def test_knowledge_shows_a_view_legal_moves_and_worlds_and_no_state() -> None:
    game = GAMES["Kuhn poker"]
    knowledge = Knowledge(game, native.Kuhn("jk", "p"), native.BERT)
    public = {name for name in dir(knowledge) if not name.startswith("_")}
    assert public == {"at", "game", "history", "legal", "role", "view", "world"}
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
