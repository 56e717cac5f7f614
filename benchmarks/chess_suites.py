"""``python -m benchmarks.chess_suites``: does a chess player see what two plies show?

Two suites of 200 positions each, kept with the tests: somebody can mate at once, or a piece hangs,
one's own or the other's. A line is a position in FEN and the moves that solve it. They come from
matches of random moves (``--make NAME``). python-chess says what mates and what hangs; Stockfish
must agree, looking two plies ahead and further, that all other moves than those which take the
piece, or save it, lose by it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import chess
import chess.engine
import click

from benchmarks.chess_strength import engine
from spielwerk.catalogue import open_game
from spielwerk.core import Deadline, Knowledge, Role
from spielwerk.players import parse_player
from spielwerk.protocols.chess import position_from_fen, uci_of

SUITES = Path(__file__).parent.parent / "tests" / "players" / "chess"
NAMES = ("mates", "hanging")
_SIZE = 200
_PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
_DEPTHS = (2, 7, 10)
"""Plies that Stockfish looks ahead: two must show it, and looking further must not change it."""
_FEWEST = 3
"""Moves that leave the piece, at least."""
_SAME, _WORSE, _DECIDED = 80, 150, 1_200
"""Hundredths of a pawn: what loses no more than the first solves a position, and everything else
loses the second at least. Who is ahead by the third may do as he likes."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and the moves that solve it, in UCI."""

    fen: str
    solutions: frozenset[str]

    def __str__(self) -> str:
        return f"{self.fen}; {' '.join(sorted(self.solutions))}"

    @classmethod
    def read(cls, line: str) -> Puzzle:
        fen, _, solutions = line.partition(";")
        return cls(fen, frozenset(solutions.split()))


def suite(name: str) -> list[Puzzle]:
    """The puzzles of one of the suites."""
    lines = (SUITES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [Puzzle.read(line) for line in lines if line and not line.startswith("#")]


def chosen(spec: str, puzzle: Puzzle, seconds: float | None = None) -> str:
    """What a player does in a position that it has never seen, in UCI."""
    game = open_game("chess").quick()
    state = position_from_fen(game, puzzle.fen)
    role = Role("white" if chess.Board(puzzle.fen).turn else "black")
    mind = parse_player(spec).sit(game, role, seed=0)
    deadline = Deadline.after(seconds, time.thread_time)
    return uci_of(mind.choose(Knowledge(game, state, role), deadline).move)


def random_matches(rng: Random) -> Iterator[Iterator[chess.Board]]:
    """Matches of random moves, each as the positions of its middle."""
    while True:
        yield _random_match(rng)


def _random_match(rng: Random) -> Iterator[chess.Board]:
    board = chess.Board()
    for ply in range(rng.randrange(20, 70)):
        if board.is_game_over():
            break
        board.push(rng.choice(list(board.legal_moves)))
        if ply >= 8 and not board.is_game_over() and not board.has_legal_en_passant():
            yield board


def mates(rng: Random) -> Iterator[Puzzle]:
    """Positions in which somebody mates at once, one of a match."""
    for match in random_matches(rng):
        for board in match:
            found = frozenset(move.uci() for move in board.legal_moves if _mates(board, move))
            if found:
                yield Puzzle(board.fen(), found)
                break


def _mates(board: chess.Board, move: chess.Move) -> bool:
    if not board.gives_check(move):
        return False
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def hanging(rng: Random) -> Iterator[Puzzle]:
    """Positions in which a piece can be taken for nothing, by the mover or else by the other."""
    with engine({}) as judge:
        for match in random_matches(rng):
            for board in match:
                if _plain(board) and (puzzle := _puzzle(board, judge)) is not None:
                    yield puzzle
                    break


def _plain(board: chess.Board) -> bool:
    """Whether one piece hangs and nothing else goes on."""
    hangs = [square for square in chess.SQUARES if _hangs(board, square)]
    if len(hangs) != 1 or board.is_check():
        return False
    return not any(
        board.gives_check(move)
        or move.promotion
        or (board.piece_type_at(move.to_square) in _PIECES and move.to_square != hangs[0])
        for move in board.legal_moves
    )


def _puzzle(board: chess.Board, judge: chess.engine.SimpleEngine) -> Puzzle | None:
    """The puzzle that a plain position is, if Stockfish sees it that way, however deep it looks."""
    moves = [move.uci() for move in board.legal_moves]
    taking = frozenset(uci for uci in moves if _hangs(board, chess.Move.from_uci(uci).to_square))
    saving = frozenset(uci for uci in moves if _saves(board, chess.Move.from_uci(uci)))
    if not taking and not 0 < len(saving) <= len(moves) - _FEWEST:
        return None
    solutions = taking or saving
    for depth in _DEPTHS:
        worth = _worth(board, judge, depth)
        best = max(worth.values(), default=0)
        if worth.keys() != set(moves) or abs(best) > _DECIDED:
            return None
        good = {uci for uci, value in worth.items() if value >= best - _SAME}
        solutions = solutions if taking else solutions | good
        others = [value for uci, value in worth.items() if uci not in solutions]
        if (taking and good != taking) or len(others) < _FEWEST or max(others) > best - _WORSE:
            return None
    return Puzzle(board.fen(), solutions)


def _worth(board: chess.Board, judge: chess.engine.SimpleEngine, depth: int) -> dict[str, int]:
    """What each move is worth to whoever makes it, in hundredths of a pawn."""
    judge.configure({"Clear Hash": None})
    limit, count = chess.engine.Limit(depth=depth), board.legal_moves.count()
    return {
        info["pv"][0].uci(): info["score"].relative.score(mate_score=10_000)
        for info in judge.analyse(board, limit, multipv=count)
        if info.get("pv")
    }


def _saves(board: chess.Board, move: chess.Move) -> bool:
    """Whether nothing of the mover's hangs after a move, nor is attacked by something cheaper."""
    mover = board.turn
    board.push(move)
    saved = not any(
        _hangs(board, square) or _undersold(board, square)
        for square in chess.SQUARES
        if board.color_at(square) == mover
    )
    board.pop()
    return saved


def _undersold(board: chess.Board, square: chess.Square) -> bool:
    """Whether a piece is attacked by something that is worth less."""
    piece = board.piece_at(square)
    if piece is None or piece.piece_type not in _PIECES:
        return False
    worth = [0, 1, 3, 3, 5, 9, 99]
    return any(
        worth[board.piece_type_at(other) or 0] < worth[piece.piece_type]
        for other in board.attackers(not piece.color, square)
    )


def _hangs(board: chess.Board, square: chess.Square) -> bool:
    """Whether a piece is attacked and not protected."""
    piece = board.piece_at(square)
    if piece is None or piece.piece_type not in _PIECES:
        return False
    return board.is_attacked_by(not piece.color, square) and not board.is_attacked_by(
        piece.color, square
    )


def make(name: str) -> None:
    """Write a suite anew."""
    source = mates(Random(1)) if name == "mates" else hanging(Random(2))
    lines: set[str] = set()
    while len(lines) < _SIZE:
        lines.add(str(next(source)))
    text = f"# {_SIZE} positions of random matches, made by benchmarks/chess_suites.py.\n"
    SUITES.mkdir(parents=True, exist_ok=True)
    (SUITES / f"{name}.txt").write_text(text + "\n".join(sorted(lines)) + "\n", "utf-8")


@click.command()
@click.option("--player", default="alphabeta")
@click.option("--seconds", default=0.2, help="Of processor time a position.")
@click.option("--make", "making", type=click.Choice(NAMES), help="Write a suite anew.")
def main(player: str, seconds: float, making: str | None) -> None:
    """How many positions a player solves."""
    if making:
        make(making)
        return
    for name in NAMES:
        puzzles = suite(name)
        missed = []
        for puzzle in puzzles:
            move = chosen(player, puzzle, seconds)
            if move not in puzzle.solutions:
                missed.append(f"  {puzzle} not {move}")
        click.echo(f"{name}: {len(puzzles) - len(missed)} of {len(puzzles)}")
        click.echo("\n".join(missed))


if __name__ == "__main__":
    main()
