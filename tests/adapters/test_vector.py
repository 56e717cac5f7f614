"""The vector environment: every lane is a match by the rules, and starts again when it is over."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from tests.core.tiny_games import Nim

from spielwerk.adapters.vector import Unbatched, VectorEnv
from spielwerk.catalogue import open_game
from spielwerk.core import CHANCE, Move, MoveError, Over, Role, UnknownGame
from spielwerk.languages.gdl import GdlGame, parse_program

RED, YELLOW = Role("red"), Role("yellow")
COIN = """
    (role gambler) (role random) (init start)
    (<= (legal gambler ?guess) (true start) (side ?guess)) (side heads) (side tails)
    (<= (legal random ?side) (side ?side))
    (<= (next (fell ?side)) (does random ?side)) (<= (next (said ?guess)) (does gambler ?guess))
    (<= right (true (fell ?side)) (true (said ?side)))
    (<= terminal (true (fell ?side)))
    (<= (goal gambler 100) right) (<= (goal gambler 0) (not right)) (goal random 0)
"""


def any_moves(masks, rng: np.random.Generator):
    """A random legal move for every role of every match."""
    return {r: (m * (1 + rng.random(m.shape))).argmax(axis=1) for r, m in masks.items()}


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "goofspiel", "tron"])
def test_lanes_are_matches_of_the_one_state_contract(name):
    game = open_game(name).quick()
    env, rng = VectorEnv(game, 5), np.random.default_rng(3)
    row = game.batch(1).row
    seen, _ = env.reset(seed=1)
    states, over = [game.initial()] * 5, np.zeros(5, dtype=bool)
    for _ in range(60):
        actions = any_moves(seen["action_mask"], rng)
        seen, rewards, ended, cut, _ = env.step(actions)
        for lane, state in enumerate(states):
            if over[lane]:
                states[lane] = game.initial()
            else:
                moves = {r: env.moves[r][actions[r][lane]] for r in state.turn.roles}
                states[lane] = state.after(moves)
            state = states[lane]
            assert (seen["observation"][lane] == row(state)).all()
            assert ended[lane] == isinstance(state.turn, Over)
            points = state.outcome() if ended[lane] else dict.fromkeys(env.roles, 50)
            assert rewards[lane].tolist() == pytest.approx([points[r] / 50 - 1 for r in env.roles])
        over = ended
        assert not cut.any()


def test_masks_name_the_legal_moves():
    env = VectorEnv("connect-four", 3)
    seen, _ = env.reset()
    names = np.array(env.moves[RED])[seen["action_mask"][RED][0]]
    assert set(names) == set(open_game("connect-four").initial().legal(RED))
    assert np.array(env.moves[YELLOW])[seen["action_mask"][YELLOW][0]].tolist() == ["noop"]


def test_observations_and_actions_fit_their_spaces():
    env = VectorEnv("connect-four", 7)
    seen, _ = env.reset(seed=4)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.observation_space["observation"].shape == seen["observation"].shape
    assert env.observation_space["action_mask"][RED].shape == seen["action_mask"][RED].shape
    assert seen["observation"].max() <= 1
    actions = any_moves(seen["action_mask"], np.random.default_rng(0))
    assert all(env.action_space[role].contains(own) for role, own in actions.items())
    _, rewards, ended, cut, _ = env.step(actions)
    assert rewards.shape == (7, 2)
    assert ended.shape == cut.shape == (7,)


def test_a_role_that_can_only_pass_need_not_be_given():
    env = VectorEnv("connect-four", 2)
    drop = env.moves[RED].index(Move("(drop 3)"))
    env.step({RED: np.array([drop, drop])})
    drop = env.moves[YELLOW].index(Move("(drop 3)"))
    seen, *_ = env.step({RED: np.array([-1, -1]), YELLOW: np.array([drop, drop])})
    assert seen["action_mask"][RED].sum() == 14


def test_an_illegal_action_is_refused_and_nothing_happens():
    env = VectorEnv("tic-tac-toe", 3)
    before, _ = env.reset()
    with pytest.raises(MoveError, match="Move 99 is not legal for xplayer in match 1"):
        env.step({Role("xplayer"): np.array([0, 99, 0])})
    with pytest.raises(MoveError, match="choose one"):
        env.step({})
    with pytest.raises(MoveError, match="Chance"):
        env.step({CHANCE: np.zeros(3, dtype=int)})
    after, _ = env.reset()
    assert (before["observation"] == after["observation"]).all()


def test_chance_is_drawn_by_the_environment_and_follows_from_the_seed():
    def fallen(seed: int) -> list[float]:
        env = VectorEnv(GdlGame(parse_program(COIN), "coin"), 400)
        env.reset(seed=seed)
        _, rewards, ended, _, _ = env.step({Role("gambler"): np.zeros(400, dtype=int)})
        assert ended.all()
        return rewards[:, 0].tolist()

    assert fallen(1) == fallen(1) != fallen(2)
    assert 140 < fallen(1).count(1.0) < 260


def test_matches_that_take_too_long_are_cut_off_and_begin_anew():
    env, rng = VectorEnv("connect-four", 4, longest=5), np.random.default_rng(0)
    seen, _ = env.reset()
    start = seen["observation"].copy()
    for step in range(1, 13):
        seen, rewards, ended, cut, _ = env.step(any_moves(seen["action_mask"], rng))
        assert cut.all() == (step % 6 == 5)
        assert not ended.any()
        assert not rewards.any()
        assert (seen["observation"] == start).all() == (step % 6 == 0)


def test_arrays_belong_to_the_caller():
    env, rng = VectorEnv("connect-four", 2), np.random.default_rng(0)
    first, _ = env.reset()
    kept = first["observation"].copy()
    second, *_ = env.step(any_moves(first["action_mask"], rng))
    assert (first["observation"] == kept).all()
    second["observation"][:] = 0
    second["action_mask"][RED][:] = False
    third, *_ = env.step({YELLOW: np.zeros(2, dtype=int)})
    assert third["observation"].any()


def test_games_without_a_batch_or_with_secrets_are_refused():
    with pytest.raises(Unbatched, match="hidden"):
        VectorEnv("kuhn-poker", 2)
    with pytest.raises(Unbatched, match="no batch engine"):
        VectorEnv(Nim(), 2)
    with pytest.raises(Unbatched, match="At least one"):
        VectorEnv("tic-tac-toe", 0)
    with pytest.raises(UnknownGame):
        VectorEnv("tic-tac-to", 2)
