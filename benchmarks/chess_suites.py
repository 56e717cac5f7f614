"""``python -m benchmarks.chess_suites``: does a chess player see what two plies show?

Two suites of 200 positions each, kept with the tests: somebody can mate at once, or a piece hangs,
one's own or the other's. A line is a position in FEN and the moves that solve it. They come from
matches of random moves (``--make NAME``); python-chess says what mates, and for hanging pieces Stockfish
says which moves lose nothing by it, where the others lose at least two pawns.
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
_DEPTH = 7
_SAME, _WORSE = 60, 200
"""Hundredths of a pawn: what loses no more than the first solves a position, and everything else
loses the second at least."""


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


def random_positions(rng: Random) -> Iterator[chess.Board]:
    """Positions of random matches: one of each, somewhere in the middle."""
    while True:
        board = chess.Board()
        for _ in range(rng.randrange(8, 60)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.is_game_over() and not board.has_legal_en_passant():
            yield board


def mates(rng: Random) -> Iterator[Puzzle]:
    """Positions in which somebody mates at once."""
    for board in random_positions(rng):
        found = frozenset(move.uci() for move in board.legal_moves if _mates(board, move))
        if found:
            yield Puzzle(board.fen(), found)


def _mates(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def hanging(rng: Random) -> Iterator[Puzzle]:
    """Positions in which a piece can be taken for nothing, by the mover or else by the other."""
    limit = chess.engine.Limit(depth=_DEPTH)
    with engine({}) as judge:
        for board in random_positions(rng):
            if board.is_check() or not any(_hangs(board, square) for square in chess.SQUARES):
                continue
            moves = list(board.legal_moves)
            found = judge.analyse(board, limit, multipv=len(moves))
            worth = {
                info["pv"][0].uci(): info["score"].relative.score(mate_score=10_000)
                for info in found
                if info.get("pv")
            }
            best = max(worth.values())
            good = {move for move, value in worth.items() if value >= best - _SAME}
            clear = all(value <= best - _WORSE for move, value in worth.items() if move not in good)
            decided = abs(best) > 1_500
            if len(worth) == len(moves) and clear and not decided and 2 * len(good) <= len(moves):
                yield Puzzle(board.fen(), frozenset(good))


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
