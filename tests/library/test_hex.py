"""Hex against a second implementation that floods the board."""

from __future__ import annotations

import pytest

FILES = "abcdefghi"
AROUND = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


class Hex:
    def __init__(self) -> None:
        self.stones: dict[tuple[int, int], str] = {}
        self.control, self.other = "red", "blue"

    def legal(self) -> set[str]:
        free = ((x, y) for x in range(9) for y in range(9) if (x, y) not in self.stones)
        return {f"(place {FILES[x]} {y + 1})" for x, y in free}

    def play(self, move: str) -> None:
        _, file, row = move.strip("()").split()
        self.stones[FILES.index(file), int(row) - 1] = self.control
        self.control, self.other = self.other, self.control

    def linked(self, colour: str) -> bool:
        along = 0 if colour == "red" else 1
        todo = [s for s, c in self.stones.items() if c == colour and s[along] == 0]
        seen = set(todo)
        while todo:
            x, y = todo.pop()
            near = {(x + dx, y + dy) for dx, dy in AROUND} - seen
            new = [s for s in near if self.stones.get(s) == colour]
            seen.update(new)
            todo += new
        return any(stone[along] == 8 for stone in seen)

    def goals(self) -> dict[str, int] | None:
        for winner, loser in (("red", "blue"), ("blue", "red")):
            if self.linked(winner):
                return {winner: 100, loser: 0}
        return None


@pytest.mark.parametrize("seed", range(5))
def test_random_matches_agree_in_every_state(follow, seed):
    assert follow("hex", Hex(), seed) > 16


def test_a_straight_chain_wins_and_a_gap_does_not(engine):
    rules = engine("hex")
    chain = {("cell", file, "5", "red") for file in FILES}
    turn = ("control", "blue")
    assert rules.terminal(rules.position({*chain, turn}))
    assert not rules.terminal(rules.position({*(chain - {("cell", "e", "5", "red")}), turn}))
