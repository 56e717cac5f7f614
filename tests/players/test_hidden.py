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
from spielwerk.core import Chance, Game, Joint, Over, State
from spielwerk.core.playout import random_event
from spielwerk.players import Knowledge, parse_player

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


def test_knowledge_shows_a_view_legal_moves_and_worlds_and_no_state() -> None:
    game = GAMES["Kuhn poker"]
    knowledge = Knowledge(game, native.Kuhn("jk", "p"), native.BERT)
    public = {name for name in dir(knowledge) if not name.startswith("_")}
    assert public == {"game", "legal", "role", "view", "world"}
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
