"""Games inside PettingZoo: its own conformance tests, and what they do not look at."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from tests.core.tiny_games import ANN, BOB, CAT, TINY_GAMES, Draft, HighCard, Nim, Pennies

from spielwerk.adapters.pettingzoo import WAIT, env, parallel_env
from spielwerk.core import Role, UnknownGame

LONG = [pytest.param(name, marks=pytest.mark.soak) for name in ("citadels", "spy")]
GAMES = ["tic-tac-toe", "connect-four", "goofspiel", "tron", "kuhn-poker", "speed", *TINY_GAMES]
"""Turns, simultaneous moves, four players, hidden information, open turns."""

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")


@pytest.mark.parametrize("game", [*GAMES, *LONG], ids=lambda game: getattr(game, "name", game))
def test_pettingzoos_own_tests_pass(game):
    api_test(env(game, samples=50), num_cycles=60)
    seed_test(lambda: env(game, samples=50), num_cycles=60)
    parallel_api_test(parallel_env(game, samples=50), num_cycles=60)
    parallel_seed_test(lambda: parallel_env(game, samples=50), num_cycles=60)


def number(environment, text: str) -> int:
    return environment.unwrapped.moves.index(text)


def test_a_won_match_of_tic_tac_toe():
    board = env("tic-tac-toe", render_mode="ansi")
    board.reset(seed=0)
    for move in ("(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"):
        assert not board.terminations[board.agent_selection]
        board.step(number(board, move))
    assert board.rewards == {"xplayer": 1.0, "oplayer": -1.0}
    assert all(board.terminations.values())
    assert not any(board.truncations.values())
    assert "x" in board.render().lower()


def test_rewards_of_unequal_outcomes_lie_between():
    cards = env(HighCard())
    cards.reset(seed=3)
    cards.step(number(cards, "fold"))
    assert cards.rewards == pytest.approx({ANN: -0.2, BOB: 0.2})


def test_who_chooses_second_does_not_see_what_was_chosen_first():
    coins = env(Pennies())
    seen = set()
    for move in ("heads", "tails"):
        coins.reset(seed=1)
        coins.step(number(coins, move))
        assert coins.agent_selection == BOB
        seen.add(coins.observe(BOB)["observation"].tobytes())
    assert len(seen) == 1


def test_hidden_cards_are_in_no_observation_of_the_other():
    by_own_card: dict[bytes, set[str]] = {}
    table = env("kuhn-poker")
    first, second = (Role("first"), Role("second"))
    for seed in range(40):
        table.reset(seed=seed)
        cards = table.observe(second)["observation"].tobytes()
        by_own_card.setdefault(table.observe(first)["observation"].tobytes(), set()).add(cards)
    assert len(by_own_card) == 3
    assert all(len(others) == 2 for others in by_own_card.values())


def test_an_illegal_action_ends_the_match_at_the_cost_of_whoever_made_it():
    board = env("tic-tac-toe")
    board.reset(seed=0)
    board.step(number(board, "(mark 1 1)"))
    board.step(number(board, "(mark 1 1)"))
    assert board.rewards == {"xplayer": 0.0, "oplayer": -1.0}
    assert all(board.terminations.values())


def test_in_parallel_whoever_does_not_choose_waits():
    heap = parallel_env(Nim())
    seen, _ = heap.reset(seed=0)
    assert heap.moves[seen[BOB]["action_mask"].argmax()] == WAIT
    assert seen[BOB]["action_mask"].sum() == 1
    assert not seen[ANN]["action_mask"][number(heap, WAIT)]
    take, wait = number(heap, "take 3"), number(heap, WAIT)
    seen, *_ = heap.step({ANN: take, BOB: wait})
    assert seen[ANN]["action_mask"][wait]
    _, rewards, over, cut, _ = heap.step({ANN: take, BOB: take})
    assert rewards == {ANN: -1.0, BOB: 0.0}
    assert over == {ANN: True, BOB: True}
    assert cut == {ANN: False, BOB: False}
    assert heap.agents == []


def test_in_a_parallel_open_turn_earlier_roles_are_served_first():
    cakes = parallel_env(Draft())
    cakes.reset(seed=0)
    apple, cheese, wait = (number(cakes, text) for text in ("apple", "cheese", WAIT))
    seen, *_ = cakes.step({ANN: apple, BOB: apple, CAT: cheese})
    assert seen[BOB]["action_mask"].tolist() == [0, 0, 1, 0]
    _, rewards, *_ = cakes.step({ANN: wait, BOB: number(cakes, "dry"), CAT: wait})
    assert rewards == {ANN: 1.0, BOB: -1.0, CAT: 0.0}


def test_a_match_that_goes_on_too_long_is_cut_off():
    board = env("connect-four", longest=4, samples=10)
    board.reset(seed=0)
    for _ in range(4):
        assert not any(board.truncations.values())
        board.step(int(np.flatnonzero(board.observe(board.agent_selection)["action_mask"])[0]))
    assert all(board.truncations.values())
    assert not any(board.terminations.values())
    assert set(board.rewards.values()) == {0.0}


def test_seeds_decide_what_chance_does():
    def deals(seeds):
        table = env(HighCard())
        found = []
        for seed in seeds:
            table.reset(seed=seed)
            found.append(table.observe(ANN)["observation"].tobytes())
        return found

    assert deals(range(12)) == deals(range(12))
    assert len(set(deals(range(12)))) == 3
    assert len(set(deals([7, *[None] * 12]))) > 1, "without a seed chance goes on"


def test_an_unknown_game_is_refused_with_suggestions():
    with pytest.raises(UnknownGame, match="connect-four"):
        env("connect4")
