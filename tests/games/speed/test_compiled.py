"""The compiled core does exactly what the rules say, round by round, and can take it back."""

import os
from random import Random

import numpy as np
import pytest

from spielwerk.games.speed.compiled import ACTIONS, NO_ANSWER, Arena, Trail, play, undo
from spielwerk.games.speed.rules import SpeedBoard, play_round, start

GAMES = 20_000 if os.environ.get("SPIELWERK_SOAK") else 2_000
CHUNKS = 20


def random_board(rng: Random) -> SpeedBoard:
    small = rng.random() < 0.8
    sizes = (8, 20) if small else (41, 80)
    return start(rng.randint(*sizes), rng.randint(*sizes), rng.randint(2, 6), rng)


def random_answer(rng: Random) -> int:
    """Mostly an action; now and then no answer, or an offence."""
    luck = rng.random()
    if luck < 0.01:
        return NO_ANSWER
    action = rng.choices(range(5), weights=(3, 3, 1, 2, 6))[0]
    return -2 - action if luck < 0.02 else action


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_rounds_equal_the_rules_in_random_games(chunk: int) -> None:
    rng = Random(chunk)
    for _ in range(GAMES // CHUNKS):
        board = random_board(rng)
        arena = Arena.of(board)
        trail = Trail.empty(len(board.racers))
        while board.running:
            answers = {number: random_answer(rng) for number in board.racers}
            actions = {
                n: ACTIONS[a if a >= 0 else -2 - a] for n, a in answers.items() if a != NO_ANSWER
            }
            offenders = {n for n, a in answers.items() if a < NO_ANSWER}
            following = play_round(board, actions, offenders)
            numbers = np.array(list(answers.values()), dtype=np.int32)
            play(arena, numbers, trail)
            assert arena.board() == following
            undo(arena, trail)
            assert arena.board() == board
            play(arena, numbers, trail)
            board = following
