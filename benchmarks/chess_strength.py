"""``python -m benchmarks.chess_strength``: our players at chess against Stockfish's limited levels.

Stockfish (Debian's package, used for measuring only) plays at a given UCI_Elo; every opening of a
list is played twice, with sides changed. Another Stockfish at full strength judges each of our
moves: how many hundredths of a pawn were lost by it. Our time is counted in seconds of processor
time. Finished matches can be kept in a file, a line each, and are not played again.

A limited Stockfish chooses once its search is as deep as its level (one move at 1350, five at 1800)
and only then thinks on for nothing, so a fixed number of nodes makes it no weaker. A match may be
called decided before its end: ``CALLED`` says when.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
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

LEVELS = (("medium", 0.2, 1350), ("strong", 1.0, 1600), ("expert", 3.0, 1800))
"""The levels, their seconds a move, and what they are held against."""
_OPENINGS = Path(__file__).parent / "chess_openings.txt"
_LONGEST = 300
"""Half-moves, after which a match counts as drawn."""
_FOREIGN_NODES = 20_000
"""For a move of Stockfish's: beyond the depth at which a limited one chooses."""
_JUDGE_DEPTH = 12
_WORST = 1_000
"""Hundredths of a pawn: a decided position is not lost any further."""
CALLED = 6
"""A match is called once the judge has seen one side ahead by ``_WORST`` at so many of our turns
in a row; nobody who can be measured here would lose that lead."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match of ours: points for us, the moves of both, and what each of ours lost."""

    points: float
    moves: tuple[str, ...]
    losses: tuple[int, ...]
    why: str
    called: float | None = None
    """The points at which it was or would have been called, if ever."""
    seconds: float = 0.0
    """The mean processor time of our moves."""


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


def play(spec: str, seconds: float, elo: int, calling: bool, fixture: Fixture) -> Played:
    """One match from its opening to its end, or until it is called."""
    board = chess.Board()
    for uci in fixture.opening:
        board.push_uci(uci)
    losses, spent = [], []
    with ExitStack() as engines:
        foreign = engines.enter_context(engine({"UCI_LimitStrength": True, "UCI_Elo": elo}))
        judge = _Judge(engines.enter_context(engine({})), fixture.ours)
        ours = _ours(spec, seconds, fixture)
        while not over(board):
            if board.turn != fixture.ours:
                limit = chess.engine.Limit(nodes=_FOREIGN_NODES)
                board.push(foreign.play(board, limit).move or chess.Move.null())
                continue
            before = judge.turn(board)
            if calling and judge.called is not None:
                break
            begin = time.thread_time()
            board.push_uci(ours(board))
            spent.append(time.thread_time() - begin)
            losses.append(max(0, before - judge.worth(board)))
    moves = tuple(move.uci() for move in board.move_stack)
    mean = fmean(spent) if spent else 0.0
    why = over(board)
    if not why:
        assert judge.called is not None
        return Played(judge.called, moves, tuple(losses), "called", judge.called, mean)
    outcome = board.outcome()
    won = None if outcome is None else outcome.winner
    points = 0.5 if won is None else float(won == fixture.ours)
    return Played(points, moves, tuple(losses), why, judge.called, mean)


def over(board: chess.Board) -> str:
    """Why a match is over; nothing while it goes on. Who could claim a draw by his next move is not
    taken to want it."""
    if (outcome := board.outcome()) is not None:
        return outcome.termination.name.lower()
    if board.is_repetition(3):
        return "threefold repetition"
    if board.is_fifty_moves():
        return "fifty moves"
    return "too long" if len(board.move_stack) >= _LONGEST else ""


class _Judge:
    """Stockfish at full strength: what positions are worth to us, whether a match is decided."""

    def __init__(self, engine: chess.engine.SimpleEngine, ours: chess.Color) -> None:
        self._engine, self._ours = engine, ours
        self._side, self._turns = 0, 0
        self.called: float | None = None
        """Our points, once one side has been far ahead for long enough."""

    def worth(self, board: chess.Board) -> int:
        """Hundredths of a pawn for us, as far as they count."""
        limit = chess.engine.Limit(depth=_JUDGE_DEPTH)
        score = self._engine.analyse(board, limit)["score"].pov(self._ours)
        return max(-_WORST, min(score.score(mate_score=10 * _WORST), _WORST))

    def turn(self, board: chess.Board) -> int:
        """The same at a turn of ours."""
        worth = self.worth(board)
        side = (worth == _WORST) - (worth == -_WORST)
        self._turns = self._turns + 1 if side == self._side else 1
        self._side = side
        if side and self._turns >= CALLED and self.called is None:
            self.called = float(side > 0)
        return worth


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


def fixtures(games: int) -> list[Fixture]:
    """The first so many matches: every opening with both colours."""
    pairs = [(opening, ours) for opening in openings() for ours in (chess.WHITE, chess.BLACK)]
    return [Fixture(n, *pairs[n % len(pairs)]) for n in range(games)]


def against(
    spec: str, seconds: float, elo: int, games: int, *, calling: bool = True, workers: int = 1,
    results: Path | None = None,
) -> dict[str, str | float]:  # fmt: skip
    """A row of the table."""
    series = f"{spec} {seconds} {elo} {calling}"
    known = _kept(results, series)
    missing = [fixture for fixture in fixtures(games) if fixture.number not in known]
    run = partial(play, spec, seconds, elo, calling)
    with ProcessPoolExecutor(workers) as pool:
        for fixture, match in zip(missing, pool.map(run, missing), strict=True):
            known[fixture.number] = match
            if results is not None:
                line = {"series": series, "number": fixture.number, **asdict(match)}
                with results.open("a") as file:
                    file.write(json.dumps(line) + "\n")
    first = (match for number, match in sorted(known.items()) if number < games)
    return {"player": spec, "seconds": seconds, "UCI_Elo": elo, **_row(first)}


def _kept(results: Path | None, series: str) -> dict[int, Played]:
    """Matches of a series that are finished, by their numbers."""
    if results is None or not results.exists():
        return {}
    rows = map(json.loads, results.read_text().splitlines())
    return {row.pop("number"): Played(**row) for row in rows if row.pop("series") == series}


def _row(played: Iterable[Played]) -> dict[str, str | float]:
    matches = list(played)
    points = [match.points for match in matches]
    mean = fmean(points)
    spread = 1.96 * sqrt(fmean((p - mean) ** 2 for p in points) / len(points))
    losses = [loss for match in matches for loss in match.losses]
    ended = [match for match in matches if match.why != "called" and match.called is not None]
    return {
        "matches": len(matches),
        "points": sum(points),
        "share": f"{100 * mean:.0f} % ± {100 * spread:.0f}",
        "won": points.count(1.0),
        "drawn": points.count(0.5),
        "called": sum(match.why == "called" for match in matches),
        "calls that held": f"{sum(m.points == m.called for m in ended)} of {len(ended)}",
        "mean loss, cp": fmean(losses) if losses else 0.0,
        "s a move": fmean(match.seconds for match in matches),
    }


def chess_strength(budget: Budget) -> Report:
    """The levels of the page against levels of Stockfish."""
    title = "Chess against Stockfish's limited levels"
    if stockfish() is None:
        return Report(title, [], ["Stockfish is not installed, so nothing was measured."])
    games = 2 if budget is QUICK else 100
    rows = [against(level, seconds, elo, games) for level, seconds, elo in LEVELS]
    return Report(title, rows, [_NOTE])


_NOTE = (
    "Seconds of processor time a move, one thread; 95 % intervals. The loss of our moves is\n"
    f"judged by Stockfish at depth {_JUDGE_DEPTH}, at most {_WORST} a move. Called: one side was\n"
    f"{_WORST // 100} pawns ahead by that judge at {CALLED} of our turns in a row; calls that\n"
    "held: matches that were played on after they could have been called, and ended as called."
)


@click.command()
@click.option("--player", default="medium", help="Its spec; how long it thinks is said apart.")
@click.option("--seconds", default=0.2, help="Of processor time a move.")
@click.option("--elo", default=1350, help="Stockfish's UCI_Elo, from 1350 on.")
@click.option("--games", default=20)
@click.option("--calling/--to-the-end", default=True, help="Whether decided matches are called.")
@click.option("--workers", default=1, help="Matches side by side.")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Keep finished matches here, a line each; those that are there are not played again.",
)
def main(
    player: str, seconds: float, elo: int, games: int, calling: bool, workers: int,
    results: Path | None,
) -> None:  # fmt: skip
    """Play one player against one level."""
    console = Console(width=160)
    console.print(machine())
    row = against(player, seconds, elo, games, calling=calling, workers=workers, results=results)
    console.print(Report("Chess against Stockfish", [row], [_NOTE]).table())


if __name__ == "__main__":
    main()
