"""Breakthrough against a second implementation."""

from __future__ import annotations

import pytest

FILES = "abcdefgh"


class Breakthrough:
    def __init__(self) -> None:
        self.men = {
            "white": {(x, y) for x in range(8) for y in (0, 1)},
            "black": {(x, y) for x in range(8) for y in (6, 7)},
        }
        self.control, self.other = "white", "black"

    def steps(self) -> set[tuple[int, int, int, int]]:
        own, enemies = self.men[self.control], self.men[self.other]
        ahead = 1 if self.control == "white" else -1
        return {
            (x, y, x + side, y + ahead)
            for x, y in own
            for side in (-1, 0, 1)
            if 0 <= x + side < 8 and 0 <= y + ahead < 8
            if (x + side, y + ahead) not in (own if side else own | enemies)
        }

    def legal(self) -> set[str]:
        return {f"(move {FILES[x]} {y + 1} {FILES[u]} {v + 1})" for x, y, u, v in self.steps()}

    def play(self, move: str) -> None:
        _, a, b, c, d = move.strip("()").split()
        start, goal = (FILES.index(a), int(b) - 1), (FILES.index(c), int(d) - 1)
        self.men[self.control] -= {start}
        self.men[self.control] |= {goal}
        self.men[self.other] -= {goal}
        self.control, self.other = self.other, self.control

    def goals(self) -> dict[str, int] | None:
        white = any(y == 7 for _, y in self.men["white"]) or not self.men["black"]
        black = any(y == 0 for _, y in self.men["black"]) or not self.men["white"]
        return {"white": 100 * white, "black": 100 * black} if white or black else None


@pytest.mark.parametrize("seed", range(10))
def test_random_matches_agree_in_every_state(follow, seed):
    assert follow("breakthrough", Breakthrough(), seed) > 10


def test_first_moves(perft):
    assert [perft("breakthrough", depth) for depth in (1, 2)] == [22, 484]


def test_taking_the_last_enemy_wins(engine):
    rules = engine("breakthrough")
    facts = {("cell", "a", "4", "white"), ("cell", "b", "5", "black"), ("control", "white")}
    position = rules.next(rules.position(facts), (("move", "a", "4", "b", "5"), "noop"))
    assert rules.terminal(position)
    assert rules.goals(position) == {"white": (100,), "black": (0,)}
