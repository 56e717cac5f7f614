"""Checkers against a second implementation, against known counts, and by its finer points."""

from __future__ import annotations

import pytest

FILES = "abcdefgh"
OTHER = {"black": "white", "white": "black"}


def name(x: int, y: int) -> str:
    return f"{FILES[x]} {y + 1}"


class Checkers:
    def __init__(self) -> None:
        dark = [(x, y) for x in range(8) for y in range(8) if (x + y) % 2 == 0]
        self.pieces = {square: ("black", "man") for square in dark if square[1] < 3}
        self.pieces |= {square: ("white", "man") for square in dark if square[1] > 4}
        self.control = "black"
        self.jumping: tuple[int, int] | None = None
        self.quiet = 0

    def ways(self, square: tuple[int, int]) -> list[tuple[int, int]]:
        colour, kind = self.pieces[square]
        rows = (1, -1) if kind == "king" else (1,) if colour == "black" else (-1,)
        return [(dx, dy) for dx in (-1, 1) for dy in rows]

    def free(self, square: tuple[int, int]) -> bool:
        return all(0 <= c < 8 for c in square) and square not in self.pieces

    def jumps(self, square: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = square
        return [
            (x + 2 * dx, y + 2 * dy)
            for dx, dy in self.ways(square)
            if self.pieces.get((x + dx, y + dy), ("", ""))[0] == OTHER[self.control]
            and self.free((x + 2 * dx, y + 2 * dy))
        ]

    def legal(self) -> set[str]:
        own = [square for square, (colour, _) in self.pieces.items() if colour == self.control]
        jumpers = [self.jumping] if self.jumping else own
        jumps = {f"(jump {name(*s)} {name(*t)})" for s in jumpers for t in self.jumps(s)}
        steps = {
            f"(move {name(x, y)} {name(x + dx, y + dy)})"
            for x, y in own
            for dx, dy in self.ways((x, y))
            if self.free((x + dx, y + dy))
        }
        return jumps or steps

    def play(self, move: str) -> None:
        kind, a, b, c, d = move.strip("()").split()
        start, goal = (FILES.index(a), int(b) - 1), (FILES.index(c), int(d) - 1)
        colour, rank = self.pieces.pop(start)
        crowned = rank == "man" and goal[1] == (7 if colour == "black" else 0)
        self.pieces[goal] = colour, "king" if crowned else rank
        self.quiet = self.quiet + 1 if kind == "move" and rank == "king" else 0
        self.jumping = None
        if kind == "jump":
            del self.pieces[(start[0] + goal[0]) // 2, (start[1] + goal[1]) // 2]
            if not crowned and self.jumps(goal):
                self.jumping = goal
                return
        self.control = OTHER[self.control]

    def goals(self) -> dict[str, int] | None:
        if not self.legal():
            return {self.control: 0, OTHER[self.control]: 100}
        return {"black": 50, "white": 50} if self.quiet == 80 else None


@pytest.mark.parametrize("seed", range(12))
def test_random_matches_agree_in_every_state(follow, seed):
    assert follow("checkers", Checkers(), seed) > 20


def test_known_numbers_of_turns(engine):
    """A turn with several jumps is one move of the usual count."""
    rules = engine("checkers")

    def turns(position, depth):
        if depth == 0:
            return 1
        count = 0
        for index, role in enumerate(rules.roles):
            for move in rules.legal(position, role):
                if move == "noop":
                    continue
                joint = tuple(move if i == index else "noop" for i in range(2))
                after = rules.next(position, joint)
                goes_on = ("control", role) in rules.facts(after)
                count += turns(after, depth if goes_on else depth - 1)
        return count

    assert [turns(rules.initial(), depth) for depth in range(1, 6)] == [7, 49, 302, 1469, 7361]


def position_of(rules, control, **pieces):
    kinds = {"b": "black-man", "B": "black-king", "w": "white-man", "W": "white-king"}
    facts = {("cell", square[0], square[1], kinds[piece]) for square, piece in pieces.items()}
    facts |= {("control", control), ("quiet", "0")}
    return rules.position(facts)


def test_whoever_can_take_must(engine):
    rules = engine("checkers")
    position = position_of(rules, "black", c3="b", d4="w", g3="b")
    assert rules.legal(position, "black") == (("jump", "c", "3", "e", "5"),)


def test_a_piece_goes_on_jumping_and_no_other_may(engine):
    rules = engine("checkers")
    position = position_of(rules, "black", c3="b", d4="w", f6="w", a3="b", b4="w")
    assert len(rules.legal(position, "black")) == 3
    after = rules.next(position, (("jump", "c", "3", "e", "5"), "noop"))
    assert rules.legal(after, "black") == (("jump", "e", "5", "g", "7"),)
    assert rules.legal(after, "white") == ("noop",)


def test_promotion_ends_the_move(engine):
    rules = engine("checkers")
    position = position_of(rules, "black", c6="b", d7="w", f7="w", a1="b")
    after = rules.next(position, (("jump", "c", "6", "e", "8"), "noop"))
    assert {("cell", "e", "8", "black-king"), ("control", "white")} <= rules.facts(after)
    assert not any(fact[0] == "jumping" for fact in rules.facts(after))


def test_a_king_turns_round_but_not_over_the_piece_it_has_just_taken(engine):
    rules = engine("checkers")
    position = position_of(rules, "black", c3="B", d4="w", f4="w", h8="w")
    after = rules.next(position, (("jump", "c", "3", "e", "5"), "noop"))
    assert rules.legal(after, "black") == (("jump", "e", "5", "g", "3"),)


def test_a_player_without_a_move_has_lost(engine):
    rules = engine("checkers")
    position = position_of(rules, "black", a5="b", b6="w", c7="w")
    assert rules.terminal(position)
    assert rules.goals(position) == {"black": (0,), "white": (100,)}


def test_forty_quiet_moves_of_each_side_are_a_draw(engine):
    rules = engine("checkers")
    facts = {("cell", "a", "1", "black-king"), ("cell", "h", "8", "white-king")}
    facts |= {("control", "black"), ("quiet", "79")}
    position = rules.next(rules.position(facts), (("move", "a", "1", "b", "2"), "noop"))
    assert rules.terminal(position)
    assert rules.goals(position) == {"black": (50,), "white": (50,)}
