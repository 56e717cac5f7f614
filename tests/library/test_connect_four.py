"""Connect four against a second implementation that counts along lines."""

from __future__ import annotations

import pytest


class ConnectFour:
    def __init__(self) -> None:
        self.columns: dict[int, list[str]] = {x: [] for x in range(1, 8)}
        self.control, self.other = "red", "yellow"

    def legal(self) -> set[str]:
        return {f"(drop {x})" for x, discs in self.columns.items() if len(discs) < 6}

    def play(self, move: str) -> None:
        self.columns[int(move.strip("()").split()[1])].append(self.control)
        self.control, self.other = self.other, self.control

    def at(self, x: int, y: int) -> str | None:
        return self.columns[x][y] if x in self.columns and 0 <= y < len(self.columns[x]) else None

    def four(self, colour: str) -> bool:
        return any(
            all(self.at(x + i * dx, y + i * dy) == colour for i in range(4))
            for x in range(1, 8)
            for y in range(6)
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    def goals(self) -> dict[str, int] | None:
        for winner, loser in (("red", "yellow"), ("yellow", "red")):
            if self.four(winner):
                return {winner: 100, loser: 0}
        return None if self.legal() else {"red": 50, "yellow": 50}


@pytest.mark.parametrize("seed", range(20))
def test_random_matches_agree_in_every_state(follow, seed):
    assert follow("connect-four", ConnectFour(), seed) > 7


def test_known_numbers_of_move_sequences(perft):
    assert [perft("connect-four", depth) for depth in range(1, 6)] == [7, 49, 343, 2401, 16807]
