"""Reversi against a second implementation that walks along rays, and against known counts."""

from __future__ import annotations

import pytest

FILES = "abcdefgh"
RAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
OTHER = {"black": "white", "white": "black"}


class Reversi:
    def __init__(self) -> None:
        self.discs = {(3, 3): "white", (4, 4): "white", (4, 3): "black", (3, 4): "black"}
        self.control = "black"
        self.passed = False

    def turned(self, x: int, y: int) -> list[tuple[int, int]]:
        found = []
        for dx, dy in RAYS:
            line = []
            u, v = x + dx, y + dy
            while self.discs.get((u, v)) == OTHER[self.control]:
                line.append((u, v))
                u, v = u + dx, v + dy
            if self.discs.get((u, v)) == self.control:
                found += line
        return found

    def places(self) -> set[str]:
        free = ((x, y) for x in range(8) for y in range(8) if (x, y) not in self.discs)
        return {f"(place {FILES[x]} {y + 1})" for x, y in free if self.turned(x, y)}

    def legal(self) -> set[str]:
        return self.places() or {"pass"}

    def play(self, move: str) -> None:
        self.passed = move == "pass"
        if not self.passed:
            _, file, row = move.strip("()").split()
            square = FILES.index(file), int(row) - 1
            for disc in [square, *self.turned(*square)]:
                self.discs[disc] = self.control
        self.control = OTHER[self.control]

    def goals(self) -> dict[str, int] | None:
        if len(self.discs) < 64 and not (self.passed and not self.places()):
            return None
        discs = list(self.discs.values())
        lead = discs.count("black") - discs.count("white")
        black = 50 if lead == 0 else 100 if lead > 0 else 0
        return {"black": black, "white": 100 - black}


@pytest.mark.parametrize("seed", range(6))
def test_random_matches_agree_in_every_state(follow, seed):
    assert follow("reversi", Reversi(), seed) > 50


def test_known_numbers_of_move_sequences(perft):
    assert [perft("reversi", depth) for depth in range(1, 6)] == [4, 12, 56, 244, 1396]


def test_a_player_without_a_place_must_pass(engine):
    rules = engine("reversi")
    facts = {("cell", "a", "1", "black"), ("cell", "b", "1", "white"), ("control", "white")}
    position = rules.position(facts)
    assert rules.legal(position, "white") == ("pass",)
    position = rules.next(position, ("noop", "pass"))
    assert not rules.terminal(position)
    assert rules.legal(position, "black") == (("place", "c", "1"),)


def test_a_match_is_over_when_neither_can_place(engine):
    rules = engine("reversi")
    facts = {
        ("cell", "a", "1", "black"),
        ("cell", "c", "1", "white"),
        ("control", "white"),
        "passed",
    }
    position = rules.position(facts)
    assert rules.terminal(position)
    assert rules.goals(position) == {"black": (50,), "white": (50,)}
