"""Rules texts that are hard to compile, written out: large boards, wide moves, long recursions.

They are our own, in the manner in which the general-game-playing community writes such games:
blank cells are facts, a move names the piece and both squares, lines are walked along by
recursion, and counting goes square by square. Each function answers with the text of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

__all__ = ["GAMES", "amazons", "atari_go", "chess", "crowd", "othello", "pancakes"]

_FILES = "abcdefgh"
_COMPASS = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip


def _chain(relation: str, names: Iterable[object]) -> str:
    return " ".join(f"({relation} {a} {b})" for a, b in pairwise(names))


def _facts(relation: str, names: Iterable[object]) -> str:
    return " ".join(f"({relation} {name})" for name in names)


def chess(tried: str = "as masters do") -> str:
    """Chess without castling and en passant, with pieces, blanks and all squares in its moves.

    ``tried`` says how a move is looked at for checks: "as masters do" by pins and blocks, "line by
    line" along every line with the leaving piece taken away, "at once" by one relation over the
    move and a whole line, which has several million ground atoms.
    """
    order = "rnbqkbnr"
    cells = []
    for file, piece in zip(_FILES, order, strict=True):
        column = (f"w{piece}", "wp", "b", "b", "b", "b", "bp", f"b{piece}")
        cells += [f"(init (cell {file} {rank} {c}))" for rank, c in enumerate(column, 1)]
    return f"""
    (role white) (role black)
    {" ".join(cells)}
    (init (control white)) (init (step 1))
    (opponent white black) (opponent black white)
    {_facts("file", _FILES)} {_facts("rank", range(1, 9))}
    {_chain("nextfile", _FILES)} {_chain("nextrank", range(1, 9))} {_chain("succ", range(1, 102))}
    {" ".join(f"(piece {side[0]}{k} {side} {k})" for side in ("white", "black") for k in "pnbrqk")}
    (home white 2) (last white 8) (home black 7) (last black 1)
    (<= (filestep ?x ?y) (nextfile ?x ?y)) (<= (filestep ?x ?y) (nextfile ?y ?x))
    (<= (rankstep ?x ?y) (nextrank ?x ?y)) (<= (rankstep ?x ?y) (nextrank ?y ?x))
    (<= (filejump ?x ?z) (nextfile ?x ?y) (nextfile ?y ?z))
    (<= (filejump ?z ?x) (nextfile ?x ?y) (nextfile ?y ?z))
    (<= (rankjump ?x ?z) (nextrank ?x ?y) (nextrank ?y ?z))
    (<= (rankjump ?z ?x) (nextrank ?x ?y) (nextrank ?y ?z))
    (<= (jumps ?u ?v ?x ?y) (filestep ?u ?x) (rankjump ?v ?y))
    (<= (jumps ?u ?v ?x ?y) (filejump ?u ?x) (rankstep ?v ?y))
    (<= (neighbour ?u ?v ?x ?v) (filestep ?u ?x) (rank ?v))
    (<= (neighbour ?u ?v ?u ?y) (file ?u) (rankstep ?v ?y))
    (<= (neighbour ?u ?v ?x ?y) (filestep ?u ?x) (rankstep ?v ?y))
    (<= (ahead white ?v ?y) (nextrank ?v ?y)) (<= (ahead black ?v ?y) (nextrank ?y ?v))
    (<= (ray n ?u ?v ?u ?y) (file ?u) (nextrank ?v ?y))
    (<= (ray s ?u ?v ?u ?y) (file ?u) (nextrank ?y ?v))
    (<= (ray e ?u ?v ?x ?v) (nextfile ?u ?x) (rank ?v))
    (<= (ray w ?u ?v ?x ?v) (nextfile ?x ?u) (rank ?v))
    (<= (ray ne ?u ?v ?x ?y) (nextfile ?u ?x) (nextrank ?v ?y))
    (<= (ray se ?u ?v ?x ?y) (nextfile ?u ?x) (nextrank ?y ?v))
    (<= (ray nw ?u ?v ?x ?y) (nextfile ?x ?u) (nextrank ?v ?y))
    (<= (ray sw ?u ?v ?x ?y) (nextfile ?x ?u) (nextrank ?y ?v))
    (slides r n) (slides r s) (slides r e) (slides r w)
    (slides b ne) (slides b nw) (slides b se) (slides b sw)
    (<= (slides q ?d) (slides r ?d)) (<= (slides q ?d) (slides b ?d))
    (<= (onward ?d ?u ?v ?x ?y) (ray ?d ?u ?v ?x ?y))
    (<= (onward ?d ?u ?v ?x ?y) (onward ?d ?u ?v ?a ?c) (ray ?d ?a ?c ?x ?y))
    (<= (elsewhere ?x ?y ?u ?v) (file ?x) (file ?u) (rank ?y) (rank ?v) (distinct ?x ?u))
    (<= (elsewhere ?x ?y ?u ?v) (file ?x) (file ?u) (rank ?y) (rank ?v) (distinct ?y ?v))
    (<= (commoner ?player ?p) (piece ?p ?player ?k) (distinct ?k k))

    (<= (open ?x ?y) (true (cell ?x ?y b)))
    (<= (holds ?player ?x ?y) (true (cell ?x ?y ?p)) (piece ?p ?player ?k))
    (<= (king ?player ?x ?y) (true (cell ?x ?y ?p)) (piece ?p ?player k))
    (<= (reaches ?d ?u ?v ?x ?y) (ray ?d ?u ?v ?x ?y))
    (<= (reaches ?d ?u ?v ?x ?y)
        (reaches ?d ?u ?v ?a ?c) (open ?a ?c) (ray ?d ?a ?c ?x ?y))
    (<= (slider ?player ?d ?u ?v) (true (cell ?u ?v ?p)) (piece ?p ?player ?k) (slides ?k ?d))
    (<= (aims ?player ?u ?v ?x ?y) (true (cell ?u ?v ?p)) (piece ?p ?player n)
        (jumps ?u ?v ?x ?y))
    (<= (aims ?player ?u ?v ?x ?y) (true (cell ?u ?v ?p)) (piece ?p ?player k)
        (neighbour ?u ?v ?x ?y))
    (<= (aims ?player ?u ?v ?x ?y) (true (cell ?u ?v ?p)) (piece ?p ?player p)
        (ahead ?player ?v ?y) (filestep ?u ?x))
    (<= (attacks ?player ?u ?v ?x ?y) (aims ?player ?u ?v ?x ?y))
    (<= (attacks ?player ?u ?v ?x ?y) (slider ?player ?d ?u ?v) (reaches ?d ?u ?v ?x ?y))

    (<= (legal ?player (move ?p ?u ?v ?x ?y))
        (true (control ?player)) (steps ?player (move ?p ?u ?v ?x ?y))
        (not (exposed ?player ?p ?u ?v ?x ?y)))
    (<= (legal ?player noop) (opponent ?player ?other) (true (control ?other)))
    (<= (steps ?player (move ?p ?u ?v ?x ?y)) (true (cell ?u ?v ?p)) (piece ?p ?player ?k)
        (distinct ?k p) (attacks ?player ?u ?v ?x ?y) (not (holds ?player ?x ?y)))
    (<= (steps ?player (move ?p ?u ?v ?u ?y)) (true (cell ?u ?v ?p)) (piece ?p ?player p)
        (ahead ?player ?v ?y) (open ?u ?y))
    (<= (steps ?player (move ?p ?u ?v ?u ?z)) (true (cell ?u ?v ?p)) (piece ?p ?player p)
        (home ?player ?v) (ahead ?player ?v ?y) (open ?u ?y) (ahead ?player ?y ?z) (open ?u ?z))
    (<= (steps ?player (move ?p ?u ?v ?x ?y)) (true (cell ?u ?v ?p)) (piece ?p ?player p)
        (aims ?player ?u ?v ?x ?y) (opponent ?player ?other) (holds ?other ?x ?y))
    {_TRIED[tried]}

    (<= (next (control ?other)) (true (control ?player)) (opponent ?player ?other))
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
    (<= (next (cell ?u ?v b)) (does ?player (move ?p ?u ?v ?x ?y)))
    (<= (next (cell ?x ?y ?p)) (does ?player (move ?p ?u ?v ?x ?y)) (not (crowns ?p ?y)))
    (<= (next (cell ?x ?y ?q)) (does ?player (move ?p ?u ?v ?x ?y)) (crowns ?p ?y)
        (piece ?q ?player q))
    (<= (next (cell ?x ?y ?c)) (does ?player (move ?p ?u ?v ?a ?z)) (true (cell ?x ?y ?c))
        (elsewhere ?x ?y ?u ?v) (elsewhere ?x ?y ?a ?z))
    (<= (crowns ?p ?y) (piece ?p ?player p) (last ?player ?y))

    (<= (mobile ?player) (legal ?player (move ?p ?u ?v ?x ?y)))
    (<= stuck (true (control ?player)) (not (mobile ?player)))
    (<= (check ?player) (king ?player ?x ?y) (opponent ?player ?other) (attacks ?other ?u ?v ?x ?y))
    (<= mated stuck (true (control ?player)) (check ?player))
    (<= terminal stuck) (<= terminal (true (step 101)))
    (<= (goal ?player 0) mated (true (control ?player)))
    (<= (goal ?player 100) mated (true (control ?other)) (opponent ?player ?other))
    (<= (goal ?player 50) (role ?player) (not mated))
    """


_TRIED = {
    "as masters do": """
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (piece ?p ?player k) (opponent ?player ?other) (attacks ?other ?a ?c ?x ?y))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (piece ?p ?player k) (opponent ?player ?other) (slider ?other ?d ?a ?c)
        (reaches ?d ?a ?c ?u ?v) (ray ?d ?u ?v ?x ?y))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (commoner ?player ?p) (opponent ?player ?other) (slider ?other ?d ?a ?c)
        (reaches ?d ?a ?c ?u ?v) (king ?player ?kx ?ky) (reaches ?d ?u ?v ?kx ?ky)
        (not (along ?d ?u ?v ?x ?y)))
    (<= (along ?d ?u ?v ?x ?y) (onward ?d ?u ?v ?x ?y))
    (<= (along ?d ?u ?v ?x ?y) (onward ?d ?x ?y ?u ?v))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (commoner ?player ?p) (opponent ?player ?other) (king ?player ?kx ?ky)
        (attacks ?other ?a ?c ?kx ?ky) (elsewhere ?a ?c ?x ?y)
        (not (between ?a ?c ?x ?y ?kx ?ky)))
    (<= (between ?a ?c ?x ?y ?kx ?ky) (onward ?d ?a ?c ?x ?y) (onward ?d ?x ?y ?kx ?ky))
    """,
    "line by line": """
    (<= (through ?d ?u ?v ?x ?y ?a ?c) (ray ?d ?u ?v ?x ?y) (file ?a) (rank ?c))
    (<= (through ?d ?u ?v ?x ?y ?a ?c) (through ?d ?u ?v ?a ?c ?a ?c) (ray ?d ?a ?c ?x ?y))
    (<= (through ?d ?u ?v ?x ?y ?a ?c)
        (through ?d ?u ?v ?m ?n ?a ?c) (open ?m ?n) (ray ?d ?m ?n ?x ?y))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (piece ?p ?player k) (opponent ?player ?other) (aims ?other ?a ?c ?x ?y))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (piece ?p ?player k) (opponent ?player ?other) (slider ?other ?d ?a ?c)
        (through ?d ?a ?c ?x ?y ?u ?v))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (commoner ?player ?p) (king ?player ?kx ?ky)
        (opponent ?player ?other) (aims ?other ?a ?c ?kx ?ky) (elsewhere ?a ?c ?x ?y))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (commoner ?player ?p) (king ?player ?kx ?ky)
        (opponent ?player ?other) (slider ?other ?d ?a ?c) (elsewhere ?a ?c ?x ?y)
        (through ?d ?a ?c ?kx ?ky ?u ?v) (not (shields ?d ?a ?c ?kx ?ky ?x ?y)))
    (<= (shields ?d ?a ?c ?kx ?ky ?x ?y) (onward ?d ?a ?c ?x ?y) (onward ?d ?x ?y ?kx ?ky))
    """,
    "at once": """
    (<= (clear ?u ?v ?x ?y ?d ?a ?c ?m ?n) (steps ?player (move ?p ?u ?v ?x ?y))
        (opponent ?player ?other) (slider ?other ?d ?a ?c) (elsewhere ?a ?c ?x ?y)
        (ray ?d ?a ?c ?m ?n))
    (<= (clear ?u ?v ?x ?y ?d ?a ?c ?m ?n) (clear ?u ?v ?x ?y ?d ?a ?c ?e ?f)
        (open_after ?u ?v ?x ?y ?e ?f) (ray ?d ?e ?f ?m ?n))
    (<= (open_after ?u ?v ?x ?y ?u ?v) (steps ?player (move ?p ?u ?v ?x ?y)))
    (<= (open_after ?u ?v ?x ?y ?e ?f) (steps ?player (move ?p ?u ?v ?x ?y)) (open ?e ?f)
        (elsewhere ?e ?f ?x ?y))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (piece ?p ?player k) (opponent ?player ?other) (aims ?other ?a ?c ?x ?y))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (piece ?p ?player k) (clear ?u ?v ?x ?y ?d ?a ?c ?x ?y))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (commoner ?player ?p) (king ?player ?kx ?ky)
        (opponent ?player ?other) (aims ?other ?a ?c ?kx ?ky) (elsewhere ?a ?c ?x ?y))
    (<= (exposed ?player ?p ?u ?v ?x ?y) (steps ?player (move ?p ?u ?v ?x ?y))
        (commoner ?player ?p) (king ?player ?kx ?ky) (clear ?u ?v ?x ?y ?d ?a ?c ?kx ?ky))
    """,
}


def othello(size: int = 8) -> str:
    """Othello: lines are walked square by square, discs are counted square by square."""
    near, far = size // 2, size // 2 + 1
    discs = {(near, near): "white", (far, far): "white", (near, far): "black", (far, near): "black"}
    squares = [(x, y) for y in range(1, size + 1) for x in range(1, size + 1)]
    cells = [f"(init (cell {x} {y} {discs.get((x, y), 'green')}))" for x, y in squares]
    steps = [
        f"(step {d} {x} {y} {x + dx} {y + dy})"
        for x, y in squares
        for d, (dx, dy) in _COMPASS.items()
        if (x + dx, y + dy) in squares
    ]
    numbered = [f"(square {n} {x} {y})" for n, (x, y) in enumerate(squares, 1)]
    total = size * size
    return f"""
    (role black) (role white) (opponent black white) (opponent white black)
    {" ".join(cells)} (init (control black))
    {" ".join(steps)} {" ".join(numbered)} {_chain("succ", range(total + 1))}
    (<= (coordinate ?x ?y) (square ?n ?x ?y))
    (<= (run ?p ?d ?m ?n ?x ?y) (opponent ?p ?q) (step ?d ?m ?n ?x ?y) (true (cell ?x ?y ?q)))
    (<= (run ?p ?d ?m ?n ?x ?y) (opponent ?p ?q) (run ?p ?d ?m ?n ?a ?b) (step ?d ?a ?b ?x ?y)
        (true (cell ?x ?y ?q)))
    (<= (closed ?p ?d ?m ?n) (run ?p ?d ?m ?n ?a ?b) (step ?d ?a ?b ?x ?y)
        (true (cell ?x ?y ?p)))
    (<= (flips ?p ?m ?n ?x ?y) (closed ?p ?d ?m ?n) (run ?p ?d ?m ?n ?x ?y))
    (<= (may ?p ?m ?n) (true (cell ?m ?n green)) (closed ?p ?d ?m ?n))
    (<= (can ?p) (may ?p ?m ?n))
    (<= (legal ?p (place ?m ?n)) (true (control ?p)) (may ?p ?m ?n))
    (<= (legal ?p noop) (true (control ?p)) (not (can ?p)))
    (<= (legal ?p noop) (opponent ?p ?q) (true (control ?q)))
    (<= (next (control ?q)) (true (control ?p)) (opponent ?p ?q))
    (<= (next (cell ?m ?n ?p)) (does ?p (place ?m ?n)))
    (<= (next (cell ?x ?y ?p)) (does ?p (place ?m ?n)) (flips ?p ?m ?n ?x ?y))
    (<= (changed ?x ?y) (does ?p (place ?x ?y)))
    (<= (changed ?x ?y) (does ?p (place ?m ?n)) (flips ?p ?m ?n ?x ?y))
    (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (changed ?x ?y)))
    (<= terminal (not (can black)) (not (can white)))
    (<= (holds ?p ?k) (square ?k ?x ?y) (true (cell ?x ?y ?p)) (role ?p))
    (<= (count ?p 0 0) (role ?p))
    (<= (count ?p ?k ?i) (count ?p ?h ?i) (succ ?h ?k) (not (holds ?p ?k)))
    (<= (count ?p ?k ?j) (count ?p ?h ?i) (succ ?h ?k) (succ ?i ?j) (holds ?p ?k))
    (<= (greater ?i ?j) (succ ?j ?i)) (<= (greater ?i ?j) (greater ?i ?k) (succ ?j ?k))
    (<= (wins ?p) (opponent ?p ?q) (count ?p {total} ?i) (count ?q {total} ?j) (greater ?i ?j))
    (<= (goal ?p 100) (wins ?p)) (<= (goal ?p 0) (opponent ?p ?q) (wins ?q))
    (<= (goal ?p 50) (role ?p) (not (wins black)) (not (wins white)))
    """


def atari_go(size: int = 9) -> str:
    """Go in which the first capture wins; chains are found by walking from every stone."""
    squares = [(x, y) for y in range(1, size + 1) for x in range(1, size + 1)]
    near = [
        f"(near {x} {y} {x + dx} {y + dy})"
        for x, y in squares
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if (x + dx, y + dy) in squares
    ]
    return f"""
    (role black) (role white) (opponent black white) (opponent white black)
    {" ".join(f"(init (cell {x} {y} b)) (square {x} {y})" for x, y in squares)}
    (init (control black)) {" ".join(near)}
    (<= (legal ?p (place ?x ?y)) (true (control ?p)) (true (cell ?x ?y b)))
    (<= (legal ?p noop) (opponent ?p ?q) (true (control ?q)))
    (<= (next (control ?q)) (true (control ?p)) (opponent ?p ?q))
    (<= (next (moved ?p)) (does ?p (place ?x ?y)))
    (<= (next (cell ?x ?y ?p)) (does ?p (place ?x ?y)))
    (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (does ?p (place ?m ?n)) (distinct ?x ?m))
    (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (does ?p (place ?m ?n)) (distinct ?y ?n))
    (<= (chain ?p ?x ?y ?x ?y) (true (cell ?x ?y ?p)) (role ?p))
    (<= (chain ?p ?x ?y ?u ?v) (chain ?p ?x ?y ?a ?b) (near ?a ?b ?u ?v) (true (cell ?u ?v ?p)))
    (<= (liberty ?p ?x ?y ?u ?v) (chain ?p ?x ?y ?a ?b) (near ?a ?b ?u ?v)
        (true (cell ?u ?v b)))
    (<= (free ?p ?x ?y) (liberty ?p ?x ?y ?u ?v))
    (<= (dead ?p) (true (cell ?x ?y ?p)) (role ?p) (not (free ?p ?x ?y)))
    (<= (wins ?p) (true (moved ?p)) (opponent ?p ?q) (dead ?q))
    (<= (wins ?q) (true (moved ?p)) (opponent ?p ?q) (dead ?p) (not (dead ?q)))
    (<= full (not some)) (<= some (true (cell ?x ?y b)))
    (<= terminal (wins ?p)) (<= terminal full)
    (<= (goal ?p 100) (wins ?p)) (<= (goal ?p 0) (opponent ?p ?q) (wins ?q))
    (<= (goal ?p 50) (role ?p) (not (wins black)) (not (wins white)))
    """


def amazons(size: int = 10, *, whole: bool = False) -> str:
    """Amazons on a torus, on which lines come back; ``whole`` turns name from, to and arrow."""
    squares = [(x, y) for y in range(1, size + 1) for x in range(1, size + 1)]
    queens = {(1, 1): "white", (size // 2, 2): "white"}
    queens |= {(1, size): "black", (size // 2, size - 1): "black"}
    cells = [f"(init (cell {x} {y} {queens.get((x, y), 'b')}))" for x, y in squares]
    steps = [
        f"(step {d} {x} {y} {(x + dx - 1) % size + 1} {(y + dy - 1) % size + 1})"
        for x, y in squares
        for d, (dx, dy) in _COMPASS.items()
    ]
    turn = _WHOLE_TURN if whole else _TWO_MOVES
    return f"""
    (role white) (role black) (opponent white black) (opponent black white)
    {" ".join(cells)} {" ".join(steps)} {" ".join(f"(square {x} {y})" for x, y in squares)}
    (init (control white))
    (<= (open ?x ?y) (true (cell ?x ?y b)))
    (<= (line ?d ?a ?b ?x ?y) (step ?d ?a ?b ?x ?y) (open ?x ?y))
    (<= (line ?d ?a ?b ?x ?y) (line ?d ?a ?b ?u ?v) (step ?d ?u ?v ?x ?y) (open ?x ?y))
    (<= (other ?x ?y ?u ?v) (square ?x ?y) (square ?u ?v) (distinct ?x ?u))
    (<= (other ?x ?y ?u ?v) (square ?x ?y) (square ?u ?v) (distinct ?y ?v))
    (<= (legal ?p noop) (opponent ?p ?q) (true (control ?q)))
    {turn}
    (<= (able ?p) (true (cell ?a ?b ?p)) (line ?d ?a ?b ?x ?y))
    (<= stuck (true (control ?p)) (not (able ?p)))
    (<= terminal stuck)
    (<= (goal ?p 0) (true (control ?p)) stuck)
    (<= (goal ?p 100) (opponent ?p ?q) (true (control ?q)) stuck)
    (<= (goal ?p 50) (role ?p) (not stuck))
    """


_WHOLE_TURN = """
    (<= (legal ?p (turn ?a ?b ?x ?y ?u ?v)) (true (control ?p)) (true (cell ?a ?b ?p))
        (line ?d ?a ?b ?x ?y) (other ?x ?y ?a ?b) (shot ?a ?b ?x ?y ?u ?v))
    (<= (shot ?a ?b ?x ?y ?u ?v) (square ?a ?b) (step ?d ?x ?y ?u ?v) (open ?u ?v)
        (other ?x ?y ?u ?v))
    (<= (shot ?a ?b ?x ?y ?u ?v) (line ?d ?x ?y ?u ?v) (square ?a ?b) (other ?x ?y ?u ?v))
    (<= (shot ?a ?b ?x ?y ?a ?b) (step ?d ?x ?y ?a ?b))
    (<= (shot ?a ?b ?x ?y ?a ?b) (line ?d ?x ?y ?u ?v) (step ?d ?u ?v ?a ?b) (other ?x ?y ?a ?b))
    (<= (next (control ?q)) (true (control ?p)) (opponent ?p ?q))
    (<= (next (cell ?a ?b b)) (does ?p (turn ?a ?b ?x ?y ?u ?v)) (other ?a ?b ?u ?v))
    (<= (next (cell ?x ?y ?p)) (does ?p (turn ?a ?b ?x ?y ?u ?v)))
    (<= (next (cell ?u ?v arrow)) (does ?p (turn ?a ?b ?x ?y ?u ?v)))
    (<= (next (cell ?m ?n ?c)) (true (cell ?m ?n ?c)) (does ?p (turn ?a ?b ?x ?y ?u ?v))
        (other ?m ?n ?a ?b) (other ?m ?n ?x ?y) (other ?m ?n ?u ?v))
"""
_TWO_MOVES = """
    (<= (legal ?p (move ?a ?b ?x ?y)) (true (control ?p)) (not shooting) (true (cell ?a ?b ?p))
        (line ?d ?a ?b ?x ?y))
    (<= shooting (true (fires ?x ?y)))
    (<= (legal ?p (shoot ?u ?v)) (true (control ?p)) (true (fires ?x ?y)) (line ?d ?x ?y ?u ?v))
    (<= (next (fires ?x ?y)) (does ?p (move ?a ?b ?x ?y)))
    (<= (next (control ?p)) (does ?p (move ?a ?b ?x ?y)))
    (<= (next (control ?q)) (does ?p (shoot ?u ?v)) (opponent ?p ?q))
    (<= (next (cell ?a ?b b)) (does ?p (move ?a ?b ?x ?y)))
    (<= (next (cell ?x ?y ?p)) (does ?p (move ?a ?b ?x ?y)))
    (<= (next (cell ?u ?v arrow)) (does ?p (shoot ?u ?v)))
    (<= (next (cell ?m ?n ?c)) (true (cell ?m ?n ?c)) (does ?p (move ?a ?b ?x ?y))
        (other ?m ?n ?a ?b) (other ?m ?n ?x ?y))
    (<= (next (cell ?m ?n ?c)) (true (cell ?m ?n ?c)) (does ?p (shoot ?u ?v)) (other ?m ?n ?u ?v))
"""


def pancakes(count: int = 8) -> str:
    """A pile of pancakes is sorted by turning over its upper part; the whole pile is one fact."""
    places = [f"?{chr(ord('a') + i)}" for i in range(count)]
    flips = [
        f"(<= (next (pile {' '.join(places[:n][::-1] + places[n:])})) (does cook (flip {n})) "
        f"(true (pile {' '.join(places)})))"
        for n in range(2, count + 1)
    ]
    mixed = [*range(2, count + 1, 2), *range(1, count + 1, 2)]
    done = " ".join(map(str, range(1, count + 1)))
    limit = 2 * count
    return f"""
    (role cook) (init (pile {" ".join(map(str, mixed))})) (init (step 0))
    {_facts("number", range(2, count + 1))} {_chain("succ", range(limit + 1))}
    (<= (legal cook (flip ?n)) (number ?n))
    {" ".join(flips)}
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
    (<= terminal (true (step {limit}))) (<= terminal (true (pile {done})))
    (<= (goal cook 100) (true (pile {done}))) (<= (goal cook 0) (not (true (pile {done}))))
    """


def crowd(numbers: int = 38) -> str:
    """One move names four numbers and is remembered: as many facts as there are moves."""
    return f"""
    (role a) {_facts("n", range(numbers))} (init (at 0 0 0 0))
    (<= (legal a (go ?w ?x ?y ?z)) (n ?w) (n ?x) (n ?y) (n ?z))
    (<= (next (at ?w ?x ?y ?z)) (does a (go ?w ?x ?y ?z)))
    (<= (goal a 100) (true (at ?x ?x ?y ?y)))
    (<= terminal (true (at ?x ?x ?y ?y)))
    """


GAMES: dict[str, Callable[[], str]] = {
    "chess": chess,
    "chess, line by line": lambda: chess("line by line"),
    "chess, tried at once": lambda: chess("at once"),
    "othello": othello,
    "othello 10x10": lambda: othello(10),
    "atari go 7x7": lambda: atari_go(7),
    "atari go 9x9": atari_go,
    "amazons 10x10 on a torus": amazons,
    "amazons 6x6 on a torus, whole turns": lambda: amazons(6, whole=True),
    "amazons 10x10 on a torus, whole turns": lambda: amazons(10, whole=True),
    "pancakes 8": pancakes,
    "pancakes 9": lambda: pancakes(9),
    "pancakes 10": lambda: pancakes(10),
    "crowd": crowd,
}
"""Each by its name in the table."""
