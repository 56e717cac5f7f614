"""The judge of connect four: it answers as plain minimax does; positions are as described."""

from __future__ import annotations

from itertools import islice
from random import Random

from benchmarks.four_solver import values, wins_at_once

from benchmarks import connect_four

WIDTH, HEIGHT = 7, 6


def finished(cells: dict[tuple[int, int], int], at: tuple[int, int]) -> bool:
    """Whether the stone at a cell completes four, counted cell by cell."""
    for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for way in (1, -1):
            x, y = at
            while cells.get((x + way * step[0], y + way * step[1])) == cells[at]:
                x, y = x + way * step[0], y + way * step[1]
                length += 1
        if length >= 4:
            return True
    return False


def minimax(played: tuple[int, ...]) -> dict[int, int]:
    """What each column is worth, without any cleverness."""
    worth = {}
    for column in range(1, WIDTH + 1):
        if played.count(column) == HEIGHT:
            continue
        after = (*played, column)
        cells = {}
        heights = [0] * (WIDTH + 1)
        for number, stone in enumerate(after):
            cells[stone, heights[stone]] = number % 2
            heights[stone] += 1
        if finished(cells, (column, heights[column] - 1)):
            worth[column] = 1
        elif len(after) == WIDTH * HEIGHT:
            worth[column] = 0
        else:
            worth[column] = -max(minimax(after).values())
    return worth


def late(rng: Random, plies: int) -> tuple[int, ...]:
    """Columns played at random without a finished line; nobody but the last lets the other win."""
    while True:
        played: list[int] = []
        while len(played) < plies:
            free = [c for c in range(1, 8) if played.count(c) < HEIGHT]
            if len(played) < plies - 1:
                free = [column for column in free if not wins_at_once([*played, column])]
            if not free:
                break
            played.append(rng.choice(free))
        else:
            return tuple(played)


def test_the_solver_answers_as_plain_minimax_does() -> None:
    rng = Random(3)
    seen = set()
    for number in range(40):
        played = late(rng, 35 + number % 6)
        found = values(played)
        assert found == minimax(played), played
        seen |= set(found.values())
    assert seen == {1, 0, -1}


def test_a_double_threat_is_a_win_and_everything_else_loses_to_it() -> None:
    # The first to move has 3, 4 and 5 below: 2 and 6 both win, whatever the other does.
    assert wins_at_once((3, 3, 4, 4, 5, 5))
    assert set(values((3, 3, 4, 4, 5)).values()) == {-1}


def test_positions_are_a_thousand_different_ones_of_all_lengths() -> None:
    all_of_them = connect_four.positions()
    assert len({position.played for position in all_of_them}) == len(all_of_them) == 1_000
    assert {len(position.played) for position in all_of_them} == set(connect_four.PLIES)
    for position in all_of_them:
        assert not wins_at_once(position.played)


def test_the_answers_that_are_kept_are_the_solvers() -> None:
    deep = [position for position in connect_four.positions() if len(position.played) >= 18]
    for position in Random(1).sample(deep, 40):
        worth = values(position.played)
        best = max(worth.values())
        assert position.best == tuple(c for c, value in worth.items() if value == best)
        assert len(position.best) < len(worth)


def test_making_them_anew_gives_the_same() -> None:
    assert list(islice(connect_four.make(seed=4), 3)) == connect_four.positions()[:3]


def test_a_player_is_asked_and_counted() -> None:
    asked = [position for position in connect_four.positions() if len(position.played) > 26][:4]
    row = connect_four.agreement("mcts:iterations=2000", 10, asked)
    assert row["agrees, %"] == 100
    assert row["positions"] == 4
