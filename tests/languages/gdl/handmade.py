"""Circuits written by hand, so that kernels are tested without the compiler that makes circuits.

``Builder`` collects gates over literals and closes them into a :class:`Circuit`; below it come
tic-tac-toe, connect four, breakthrough and hex (whose chains of stones make a cycle) built with
it, a die roll for chance and percepts, and ``random_circuit`` for properties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from random import Random

import numpy as np

from spielwerk.languages.gdl.circuit.gates import FALSE, TRUE, Circuit, GateKind
from spielwerk.languages.gdl.program.rules import Term

Cell = tuple[int, int]


class Builder:
    """Gates in the order they are asked for, equal ones shared."""

    def __init__(
        self,
        roles: Sequence[str],
        facts: Sequence[Term],
        moves: Sequence[Sequence[Term]],
        initial: Iterable[Term],
    ) -> None:
        self.roles, self.facts = tuple(roles), tuple(facts)
        self.moves = tuple(map(tuple, moves))
        held = set(initial)
        self.initial = np.array([fact in held for fact in facts], dtype=np.bool_)
        node = 1
        self._fact = {fact: node + i for i, fact in enumerate(self.facts)}
        node += len(self.facts)
        self._does: list[dict[Term, int]] = []
        for own in self.moves:
            self._does.append({move: node + i for i, move in enumerate(own)})
            node += len(own)
        self.first_gate = node
        self.gates: list[tuple[GateKind, int, int]] = []
        self._known: dict[tuple[GateKind, int, int], int] = {}
        self.cycles: list[tuple[int, int]] = []

    def true(self, *fact: str | int) -> int:
        return 2 * self._fact[_term(fact)]

    def does(self, role: int, *move: str | int) -> int:
        return 2 * self._does[role][_term(move)]

    def gate(self, kind: GateKind, a: int, b: int) -> int:
        key = (kind, min(a, b), max(a, b))
        if key not in self._known:
            self._known[key] = 2 * (self.first_gate + len(self.gates))
            self.gates.append(key)
        return self._known[key]

    def both(self, *literals: int) -> int:
        return reduce(self._and, literals, TRUE)

    def either(self, *literals: int) -> int:
        return self.both(*(x ^ 1 for x in literals)) ^ 1

    def _and(self, a: int, b: int) -> int:
        if FALSE in (a, b) or a == b ^ 1:
            return FALSE
        if TRUE in (a, b):
            return a if b == TRUE else b
        return a if a == b else self.gate(GateKind.AND, a, b)

    def ring(self, seeds: dict[Cell, int], allowed: dict[Cell, int]) -> dict[Cell, int]:
        """Cells reached from ``seeds`` through ``allowed`` ones over hex neighbours."""
        start = len(self.gates)
        reached = {
            cell: 2 * (self.first_gate + start + 8 * i + 7) for i, cell in enumerate(allowed)
        }
        for cell, may in allowed.items():
            heard = seeds.get(cell, FALSE)
            near = [reached[n] for n in hex_neighbours(cell) if n in allowed]
            for other in [*near, *[FALSE] * (7 - len(near))]:
                self.gates.append((GateKind.OR, heard, other))
                heard = 2 * (self.first_gate + len(self.gates) - 1)
            self.gates.append((GateKind.AND, heard, may))
        self.cycles.append((start, len(self.gates)))
        return reached

    def close(
        self,
        legal: Sequence[Sequence[int]],
        following: Callable[[Term], int],
        terminal: int,
        goals: Sequence[Sequence[tuple[int, int]]],
        sees: Sequence[Sequence[tuple[Term, int]]] | None = None,
        split: int = 0,
    ) -> Circuit:
        """The circuit; ``split`` is the number of gates at the time the legal moves were done."""
        after = np.array([following(fact) for fact in self.facts], dtype=np.int32)
        gates = np.array(self.gates, dtype=np.int32).reshape(-1, 3)
        return Circuit(
            roles=self.roles,
            facts=self.facts,
            moves=self.moves,
            initial=self.initial,
            kind=gates[:, 0].astype(np.uint8),
            left=np.ascontiguousarray(gates[:, 1]),
            right=np.ascontiguousarray(gates[:, 2]),
            split=split,
            cycles=tuple(self.cycles),
            legal=tuple(np.array(own, dtype=np.int32) for own in legal),
            next=after,
            terminal=terminal,
            goals=tuple(map(tuple, goals)),
            sees=tuple(map(tuple, sees if sees is not None else [()] * len(self.roles))),
        )


def _term(parts: Sequence[str | int]) -> Term:
    return str(parts[0]) if len(parts) == 1 else tuple(map(str, parts))


def hex_neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)]


def _board(width: int, height: int) -> list[Cell]:
    return [(x, y) for x in range(1, width + 1) for y in range(1, height + 1)]


def _lines(width: int, height: int, length: int) -> list[list[Cell]]:
    cells = set(_board(width, height))
    rows = [
        [(x + i * dx, y + i * dy) for i in range(length)]
        for x, y in sorted(cells)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    return [row for row in rows if cells.issuperset(row)]


def _sorted(terms: Iterable[Term]) -> list[Term]:
    return sorted(terms, key=str)


def _turns(marks: str) -> list[Term]:
    return [("control", mark) for mark in marks]


def tic_tac_toe() -> Circuit:
    """Two roles mark cells in turn; three in a row win 100, a full board gives 50 each."""
    board, marks = _board(3, 3), "xo"
    facts = _sorted(
        [*(("cell", str(x), str(y), m) for x, y in board for m in marks), *_turns(marks)]
    )
    moves = _sorted([*(("mark", str(x), str(y)) for x, y in board), "noop"])
    b = Builder(marks, facts, [moves, moves], [("control", "x")])
    empty = {(x, y): b.both(*(b.true("cell", x, y, m) ^ 1 for m in marks)) for x, y in board}
    line = {
        m: b.either(
            *(b.both(*(b.true("cell", x, y, m) for x, y in row)) for row in _lines(3, 3, 3))
        )
        for m in marks
    }
    full = b.both(*(free ^ 1 for free in empty.values()))
    terminal = b.either(*line.values(), full)
    draw = b.both(line["x"] ^ 1, line["o"] ^ 1)
    legal = [
        [
            b.true("control", other)
            if move == "noop"
            else b.both(b.true("control", me), empty[int(move[1]), int(move[2])])
            for move in moves
        ]
        for me, other in ("xo", "ox")
    ]
    goals = [[(100, line[me]), (50, draw), (0, b.both(line[me] ^ 1, draw ^ 1))] for me in marks]
    split = len(b.gates)

    def following(fact: Term) -> int:
        if fact[0] == "control":
            return b.true("control", "o" if fact[1] == "x" else "x")
        _, x, y, mark = fact
        return b.either(b.true(*fact), b.does(marks.index(str(mark)), "mark", x, y))

    return b.close(legal, following, terminal, goals, split=split)


def connect_four(width: int = 7, height: int = 6) -> Circuit:
    """Stones fall to the lowest free cell of a column; four in a line win."""
    board, marks = _board(width, height), "rw"
    facts = _sorted(
        [*(("cell", str(x), str(y), m) for x, y in board for m in marks), *_turns(marks)]
    )
    moves = _sorted([*(("drop", str(x)) for x in range(1, width + 1)), "noop"])
    b = Builder(marks, facts, [moves, moves], [("control", "r")])
    taken = {(x, y): b.either(*(b.true("cell", x, y, m) for m in marks)) for x, y in board}
    line = {
        m: b.either(
            *(
                b.both(*(b.true("cell", x, y, m) for x, y in row))
                for row in _lines(width, height, 4)
            )
        )
        for m in marks
    }
    full = b.both(*(taken[x, height] for x in range(1, width + 1)))
    terminal = b.either(*line.values(), full)
    draw = b.both(line["r"] ^ 1, line["w"] ^ 1)
    legal = [
        [
            b.true("control", other)
            if move == "noop"
            else b.both(b.true("control", me), taken[int(move[1]), height] ^ 1)
            for move in moves
        ]
        for me, other in ("rw", "wr")
    ]
    goals = [[(100, line[me]), (50, draw), (0, b.both(line[me] ^ 1, draw ^ 1))] for me in marks]
    split = len(b.gates)

    def following(fact: Term) -> int:
        if fact[0] == "control":
            return b.true("control", "w" if fact[1] == "r" else "r")
        _, column, row, mark = fact
        x, y = int(column), int(row)
        lands = b.both(taken[x, y] ^ 1, taken.get((x, y - 1), TRUE))
        return b.either(
            b.true(*fact), b.both(lands, b.does(marks.index(str(mark)), "drop", column))
        )

    return b.close(legal, following, terminal, goals, split=split)


def breakthrough(size: int = 8) -> Circuit:
    """Pawns step forward, capture diagonally, and win on the far row."""
    board, marks = _board(size, size), "wb"
    facts = _sorted(
        [*(("cell", str(x), str(y), m) for x, y in board for m in marks), *_turns(marks)]
    )

    def steps(up: int) -> list[Term]:
        return [
            ("move", str(x), str(y), str(x + dx), str(y + up))
            for x, y in board
            for dx in (-1, 0, 1)
            if (x + dx, y + up) in set(board)
        ]

    moves = [_sorted([*steps(up), "noop"]) for up in (1, -1)]
    start = [
        ("cell", str(x), str(y), "w" if y <= 2 else "b") for x, y in board if y <= 2 or y > size - 2
    ]
    b = Builder(["white", "black"], facts, moves, [*start, ("control", "w")])
    goal_row = {"w": str(size), "b": "1"}
    legal = []
    for me, other, own in zip(marks, marks[::-1], moves, strict=True):
        row = []
        for move in own:
            if move == "noop":
                row.append(b.true("control", other))
                continue
            _, x, y, to_x, to_y = move
            free = [b.true("cell", to_x, to_y, me) ^ 1]
            if x == to_x:
                free.append(b.true("cell", to_x, to_y, other) ^ 1)
            row.append(b.both(b.true("control", me), b.true("cell", x, y, me), *free))
        legal.append(row)
    arrived = {
        m: b.either(*(b.true("cell", x, goal_row[m], m) for x in range(1, size + 1))) for m in marks
    }
    left = {m: b.either(*(b.true("cell", x, y, m) for x, y in board)) for m in marks}
    wins = {me: b.either(arrived[me], left[other] ^ 1) for me, other in ("wb", "bw")}
    terminal = b.either(*wins.values())
    goals = [[(100, wins[me]), (0, wins[me] ^ 1)] for me in marks]
    split = len(b.gates)

    def following(fact: Term) -> int:
        if fact[0] == "control":
            return b.true("control", "b" if fact[1] == "w" else "w")
        _, x, y, mark = fact
        me = marks.index(str(mark))
        comes = [b.does(me, *m) for m in moves[me] if m[3:] == (x, y)]
        goes = [b.does(me, *m) for m in moves[me] if m[1:3] == (x, y)]
        captured = [b.does(1 - me, *m) for m in moves[1 - me] if m[3:] == (x, y)]
        stays = b.both(b.true(*fact), b.either(*goes, *captured) ^ 1)
        return b.either(*comes, stays)

    return b.close(legal, following, terminal, goals, split=split)


def hex_board(size: int = 5) -> Circuit:
    """Whoever joins their two sides wins; joined cells are a ring of gates."""
    board, marks = _board(size, size), "ab"
    facts = _sorted(
        [*(("cell", str(x), str(y), m) for x, y in board for m in marks), *_turns(marks)]
    )
    moves = _sorted([*(("place", str(x), str(y)) for x, y in board), "noop"])
    b = Builder(marks, facts, [moves, moves], [("control", "a")])
    axis = {"a": 0, "b": 1}
    wins = {}
    for m in marks:
        own = {cell: b.true("cell", *cell, m) for cell in board}
        near = {cell: own[cell] for cell in board if cell[axis[m]] == 1}
        reached = b.ring(near, own)
        wins[m] = b.either(*(reached[cell] for cell in board if cell[axis[m]] == size))
    terminal = b.either(*wins.values())
    free = {cell: b.both(*(b.true("cell", *cell, m) ^ 1 for m in marks)) for cell in board}
    legal = [
        [
            b.true("control", other)
            if move == "noop"
            else b.both(b.true("control", me), free[int(move[1]), int(move[2])])
            for move in moves
        ]
        for me, other in ("ab", "ba")
    ]
    goals = [[(100, wins[me]), (0, wins[me] ^ 1)] for me in marks]
    split = len(b.gates)

    def following(fact: Term) -> int:
        if fact[0] == "control":
            return b.true("control", "b" if fact[1] == "a" else "a")
        _, x, y, mark = fact
        return b.either(b.true(*fact), b.does(marks.index(str(mark)), "place", x, y))

    return b.close(legal, following, terminal, goals, split=split)


def guess_the_die() -> Circuit:
    """GDL-II: chance rolls a die; the other role sees whether it is odd, and guesses."""
    faces = [str(i) for i in range(1, 7)]
    facts = _sorted([*(("face", f) for f in faces), "rolled", "right", "over"])
    moves: list[list[Term]] = [
        _sorted([*(("guess", f) for f in faces), "wait"]),
        _sorted([*(("roll", f) for f in faces), "wait"]),
    ]
    b = Builder(["player", "random"], facts, moves, [])
    fresh = b.both(b.true("rolled") ^ 1, b.true("over") ^ 1)
    legal = [
        [fresh if m == "wait" else b.true("rolled") for m in moves[0]],
        [b.true("rolled") if m == "wait" else fresh for m in moves[1]],
    ]
    goals = [
        [(100, b.true("right")), (0, b.true("right") ^ 1)],
        [(100, TRUE)],
    ]
    split = len(b.gates)

    def following(fact: Term) -> int:
        if fact == "rolled":
            return fresh
        if fact == "over":
            return b.true("rolled")
        if fact == "right":
            return b.either(*(b.both(b.true("face", f), b.does(0, "guess", f)) for f in faces))
        return b.does(1, "roll", fact[1])

    odd = b.either(*(b.does(1, "roll", f) for f in "135"))
    even = b.either(*(b.does(1, "roll", f) for f in "246"))
    sees = [[("odd", odd), ("even", even)], []]
    return b.close(legal, following, b.true("over"), goals, sees, split)


def random_circuit(rng: Random, gates: int = 60) -> Circuit:
    """Anything a compiler might emit: constants, shared outputs, rings, lanes without moves."""
    roles = ["first", "second", "third"][: rng.randint(1, 3)]
    facts: list[Term] = [("f", str(i)) for i in range(rng.randint(1, 9))]
    moves = [[("m", str(i)) for i in range(rng.randint(1, 9))] for _ in roles]
    held = [fact for fact in facts if rng.random() < 0.5]
    b = Builder(roles, facts, moves, held)
    first_move, nodes = 1 + len(facts), b.first_gate
    split = rng.randint(0, gates)
    ring = range(0)
    if rng.random() < 0.7 and split > 4:
        ring = range(start := rng.randrange(split - 3), rng.randint(start + 2, split))
    if ring:
        b.cycles.append((ring.start, ring.stop))
    for i in range(gates):
        pool = [*range(first_move), *range(nodes, nodes + i)]
        if i >= split:
            pool += range(first_move, nodes)
        inside = i in ring
        choose = [rng.choice(pool) for _ in range(2)]
        literals = [2 * node + rng.randint(0, 1) for node in choose]
        kind = rng.choice(list(GateKind))
        if inside:
            kind = rng.choice([GateKind.AND, GateKind.OR])
            literals = [
                x & ~1 if x >> 1 in range(nodes + ring.start, nodes + ring.stop) else x
                for x in literals
            ]
            literals[0] = 2 * (nodes + rng.choice(ring))
        b.gates.append((kind, *literals))

    def static() -> int:
        return 2 * rng.choice([*range(first_move), *range(nodes, nodes + split)]) + rng.randint(
            0, 1
        )

    def anything(_: Term) -> int:
        return 2 * rng.randrange(nodes + gates) + rng.randint(0, 1)

    return b.close(
        legal=[[static() for _ in own] for own in moves],
        following=anything,
        terminal=static(),
        goals=[[(v, static()) for v in (0, 50, 100)] for _ in roles],
        sees=[[(("p", str(i)), anything("")) for i in range(2)] for _ in roles],
        split=split,
    )
