"""On either engine a match looks the same to every role, also where some see more than others."""

from __future__ import annotations

from random import Random

import pytest

from spielwerk.catalogue import entries, open_game
from spielwerk.core import CHANCE, Joint, Over
from spielwerk.core.playout import random_event

HIDDEN = [entry.name for entry in entries() if entry.language == "gdl" and entry.hidden]
STATES = 1_000


def test_the_library_has_games_with_hidden_information() -> None:
    assert len(HIDDEN) >= 3


@pytest.mark.parametrize("name", HIDDEN)
def test_everybody_sees_the_same_on_the_circuit_as_on_the_rules(name: str) -> None:
    game = open_game(name)
    quick = game.quick()
    assert quick is not game
    rng = Random(2)
    state, same = game.initial(), quick.initial()
    for number in range(STATES):
        assert state.turn == same.turn
        for role in (*game.roles, None):
            assert state.view(role) == same.view(role), f"state {number}, {role}"
        if isinstance(state.turn, Over):
            assert state.outcome() == same.outcome()
            state, same = game.initial(), quick.initial()
            continue
        choosing = state.turn.roles if isinstance(state.turn, Joint) else (CHANCE,)
        assert [state.legal(role) for role in choosing] == [same.legal(role) for role in choosing]
        moves = random_event(state, rng).moves
        state, same = state.after(moves), same.after(moves)
