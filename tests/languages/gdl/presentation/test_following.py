"""A position that is shown from the one before it looks as if nobody had known that one."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from spielwerk.catalogue import open_game
from spielwerk.client import apply_patch
from spielwerk.core import DerivedList, Over
from spielwerk.core.playout import random_event
from spielwerk.server.rooms import difference

STEPS = 12
GAMES = ["connect-four", "tic-tac-toe", "reversi", "hex", "nim", "checkers"]


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_views_and_scenes_do_not_depend_on_what_was_shown_before(name: str, quick: bool) -> None:
    rules = open_game(name)
    game = rules.quick() if quick else rules
    rng, state = Random(1), game.initial()
    for _ in range(STEPS):
        before = state.view(None), state.scene(None).json
        if isinstance(state.turn, Over):
            break
        state = state.after(random_event(state, rng).moves)
        fresh = game.adopt(rules.at(state.facts()))
        assert state.view(None) == fresh.view(None)
        assert state.scene(None) == fresh.scene(None)
        assert state.scene(None).json == fresh.scene(None).json
        for old, new in zip(before, (state.view(None), state.scene(None).json), strict=True):
            assert apply_patch(old, difference(old, new)) == new


def test_whoever_keeps_a_list_does_not_keep_all_those_before_it() -> None:
    first = ["a", "b"]
    second = DerivedList(first, (), ())
    third = DerivedList(second, (), ())
    assert third.source is second
    assert second.source is None


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_is_a_plain_list(copied) -> None:
    made = copied(DerivedList(["a", "b"], (), ()))
    assert type(made) is list
    assert made == ["a", "b"]
