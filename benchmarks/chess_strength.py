"""``python -m benchmarks.chess_strength``: our players at chess against Stockfish's limited levels.

Stockfish (Debian's package, used for measuring only) plays at a given UCI_Elo; every opening of a
list is played twice, with sides changed. Afterwards Stockfish at full strength judges each of our
moves: how many hundredths of a pawn were lost by it. Matches run side by side, one a core, and our
time is counted in seconds of processor time.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean

import chess
import chess.engine
import click
from rich.console import Console

from benchmarks.measure import QUICK, Budget, machine
from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import Deadline, Knowledge, Role
from spielwerk.players import parse_player
from spielwerk.protocols.chess import move_from_uci, uci_of

__all__ = ["chess_strength", "main"]

LEVELS = ((0.2, 1350), (1.0, 1600), (3.0, 1800))
"""Seconds a move of Medium, Strong and Expert, and what they are held against."""
_OPENINGS = Path(__file__).parent / "chess_openings.txt"
_LONGEST = 300
"""Half-moves, after which a match counts as drawn."""
_FOREIGN_SECONDS = 0.1
"""For a move of Stockfish's: its limited levels do not get stronger by more."""
_JUDGE_DEPTH = 12
_WORST = 1_000
"""Hundredths of a pawn: a decided position is not lost any further."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match of ours: points for us, the moves of both, and what each of ours lost."""

    points: float
    moves: tuple[str, ...]
    losses: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match to play."""

    number: int
    opening: tuple[str, ...]
    ours: chess.Color


def openings() -> list[tuple[str, ...]]:
    """The first moves of every match, in UCI."""
    found = []
    for line in _OPENINGS.read_text(encoding="utf-8").splitlines():
        board = chess.Board()
        words = line.partition("#")[0].split()
        if words:
            for san in words:
                board.push_san(san)
            found.append(tuple(move.uci() for move in board.move_stack))
    return found


def stockfish() -> str | None:
    """Where Stockfish is, if it is installed."""
    return shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


def engine(options: dict[str, str | int | bool]) -> chess.engine.SimpleEngine:
    program = stockfish()
    if program is None:
        raise click.ClickException("Stockfish is not installed (Debian: apt install stockfish).")
    engine = chess.engine.SimpleEngine.popen_uci(program)
    engine.configure({"Threads": 1, **options})
    return engine


def play(spec: str, seconds: float, elo: int, judged: bool, fixture: Fixture) -> Played:
    """One match from its opening to its end."""
    board = chess.Board()
    for uci in fixture.opening:
        board.push_uci(uci)
    with engine({"UCI_LimitStrength": True, "UCI_Elo": elo}) as foreign:
        ours = _ours(spec, seconds, fixture)
        while not board.is_game_over(claim_draw=True) and len(board.move_stack) < _LONGEST:
            if board.turn == fixture.ours:
                board.push_uci(ours(board))
            else:
                limit = chess.engine.Limit(time=_FOREIGN_SECONDS)
                board.push(foreign.play(board, limit).move or chess.Move.null())
    outcome = board.outcome(claim_draw=True)
    won = None if outcome is None else outcome.winner
    points = 0.5 if won is None else float(won == fixture.ours)
    moves = tuple(move.uci() for move in board.move_stack)
    why = outcome.termination.name.lower() if outcome else "too long"
    return Played(points, moves, _losses(moves, fixture) if judged else (), why)


def _ours(spec: str, seconds: float, fixture: Fixture) -> Callable[[chess.Board], str]:
    """What our player does at a board. It lives through the match as anywhere else."""
    game = open_game("chess").quick()
    role = Role("white" if fixture.ours else "black")
    mind = parse_player(spec).sit(game, role, seed=fixture.number)
    state, known = game.initial(), 0

    def choose(board: chess.Board) -> str:
        nonlocal state, known
        for move in board.move_stack[known:]:
            mover = Role("white" if known % 2 == 0 else "black")
            state, known = state.after({mover: move_from_uci(move.uci())}), known + 1
        knowledge = Knowledge(game, state, role)
        return uci_of(mind.choose(knowledge, Deadline.after(seconds, time.thread_time)).move)

    return choose


def _losses(moves: Sequence[str], fixture: Fixture) -> tuple[int, ...]:
    """What our moves after the opening lost, in hundredths of a pawn."""
    board, found = chess.Board(), []
    limit = chess.engine.Limit(depth=_JUDGE_DEPTH)
    with engine({}) as judge:

        def worth() -> int:
            score = judge.analyse(board, limit)["score"].pov(fixture.ours)
            return max(-_WORST, min(score.score(mate_score=10 * _WORST), _WORST))

        for number, uci in enumerate(moves):
            counts = board.turn == fixture.ours and number >= len(fixture.opening)
            before = worth() if counts else 0
            board.push_uci(uci)
            if counts:
                found.append(max(0, before - worth()))
    return tuple(found)


def fixtures(games: int) -> list[Fixture]:
    """The first so many matches: every opening with both colours."""
    pairs = [(opening, ours) for opening in openings() for ours in (chess.WHITE, chess.BLACK)]
    return [Fixture(n, *pairs[n % len(pairs)]) for n in range(games)]


def against(
    spec: str, seconds: float, elo: int, games: int, judged: bool = True
) -> dict[str, str | float]:
    """A row of the table."""
    run = partial(play, spec, seconds, elo, judged)
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        played = list(workers.map(run, fixtures(games)))
    points = [match.points for match in played]
    mean = fmean(points)
    spread = 1.96 * sqrt(fmean((p - mean) ** 2 for p in points) / len(points))
    losses = [loss for match in played for loss in match.losses]
    return {
        "player": spec,
        "seconds": seconds,
        "UCI_Elo": elo,
        "matches": games,
        "points": sum(points),
        "share": f"{100 * mean:.0f} % ± {100 * spread:.0f}",
        "won": points.count(1.0),
        "drawn": points.count(0.5),
        "mean loss, cp": fmean(losses) if losses else 0.0,
    }


def chess_strength(budget: Budget) -> Report:
    """The levels of the page against levels of Stockfish."""
    title = "Chess against Stockfish's limited levels"
    if stockfish() is None:
        return Report(title, [], ["Stockfish is not installed, so nothing was measured."])
    games = 4 if budget is QUICK else 100
    rows = [against("auto", seconds, elo, games) for seconds, elo in LEVELS]
    return Report(title, rows, [_NOTE])


_NOTE = (
    "Seconds of processor time a move, one thread; 95 % intervals. The loss of our moves is\n"
    f"judged by Stockfish at depth {_JUDGE_DEPTH}, at most {_WORST} a move."
)


@click.command()
@click.option("--player", default="alphabeta", help="Its spec; how long it thinks is said apart.")
@click.option("--seconds", default=1.0, help="Of processor time a move.")
@click.option("--elo", default=1350, help="Stockfish's UCI_Elo, from 1320 on.")
@click.option("--games", default=20)
@click.option("--judged/--unjudged", default=True)
def main(player: str, seconds: float, elo: int, games: int, judged: bool) -> None:
    """Play one player against one level."""
    console = Console()
    console.print(machine())
    row = against(player, seconds, elo, games, judged)
    console.print(Report("Chess against Stockfish", [row], [_NOTE]).table())


if __name__ == "__main__":
    main()
