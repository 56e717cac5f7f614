"""All numbers of our spe_ed solver tuned together: SPSA, then a sequential test of what came out.

In every step all numbers stray at random, each up or down; both ways race each other on the same
boards, and the numbers move towards whoever won, more the clearer it was. These races are compiled
and have a fixed effort; what came out is judged by the clock. Each step is a line of a journal, and
the numbers are a fold over it: whoever stops goes on where it stopped.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

from spielwerk.arena.heats import Score, Track, heat, seating, total
from spielwerk.arena.races import seat_racers
from spielwerk.arena.ratings import Verdict, sequential_test
from spielwerk.core import RecordError
from spielwerk.players.speed import USUAL, Solver, Style

_STRAY, _STRAY_FADES = 0.25, 0.101
"""By which power of e numbers stray in the first step, and how quickly that gets less."""
_STEP, _STEP_FADES, _STEADY = 0.2, 0.602, 50
"""How far a clear result moves them, how quickly that gets less, and after how many steps."""
_SHARES = frozenset({"caution", "company", "contested", "regain", "usable"})
"""Numbers that mean nothing above 1."""
_MOST = {"share": 0.95} | dict.fromkeys(_SHARES, 1.0)
_FORMAT = 1
_JUDGED_FROM = 1_000_000
"""Boards on which nothing was tuned begin here."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a journal was written under; another command must name the same to go on."""

    track: Track
    depth: int = 1
    """Rounds that every fight of a tuning race looks ahead."""
    walks: int = 6
    """Walks that are tried for each of its moves."""
    boards: int = 8
    """Boards in a step; on each both kinds race twice."""
    seed: int = 0
    begin: Style = USUAL
    """Where the numbers were."""


@dataclass(frozen=True, slots=True)
class TuningStep:
    """One step of tuning, or one of judging."""

    kind: str
    """``tune`` or ``judge``."""
    number: int
    score: Score

    @property
    def races(self) -> int:
        """How many it took."""
        return self.score.duel.count


def direction(terms: Terms, number: int) -> dict[str, int]:
    """Which numbers go up in a step, and which go down."""
    rng = Random(f"{terms.seed}/{number}")
    return {name: rng.choice((-1, 1)) for name in Style._fields}


def strayed(style: Style, terms: Terms, number: int, side: int) -> Style:
    """The numbers of a step, on one side (1 or -1) of where they are."""
    far = side * _STRAY / (number + 1) ** _STRAY_FADES
    way = direction(terms, number)
    return _bounded({name: value * exp(far * way[name]) for name, value in _named(style)})


def moved(style: Style, terms: Terms, line: TuningStep) -> Style:
    """Where a step takes the numbers."""
    duel = line.score.duel
    gain = (duel.wins - duel.losses) / max(1, duel.count)
    far = _STEP * gain / (1 + line.number / _STEADY) ** _STEP_FADES
    way = direction(terms, line.number)
    return _bounded({name: value * exp(far * way[name]) for name, value in _named(style)})


def tuned(terms: Terms, lines: Sequence[TuningStep]) -> Style:
    """The numbers after all steps: the mean of the later half, since each single step is noise."""
    steps = [line for line in lines if line.kind == "tune"]
    style, logs, kept = terms.begin, dict.fromkeys(Style._fields, 0.0), 0
    for number, line in enumerate(steps):
        style = moved(style, terms, line)
        if 2 * number >= len(steps) - 1:
            kept += 1
            for name, value in _named(style):
                logs[name] += log(value)
    return _bounded({n: exp(value / kept) for n, value in logs.items()}) if kept else style


def _latest(terms: Terms, lines: Sequence[TuningStep]) -> Style:
    style = terms.begin
    for line in lines:
        if line.kind == "tune":
            style = moved(style, terms, line)
    return style


def _named(style: Style) -> Iterator[tuple[str, float]]:
    return zip(Style._fields, style, strict=True)


def _bounded(numbers: dict[str, float]) -> Style:
    return Style(**{n: min(value, _MOST.get(n, value)) for n, value in numbers.items()})


class TuningJournal:
    """The lines of one tuning, on disk; a line that was cut off is dropped."""

    def __init__(self, terms: Terms, path: Path) -> None:
        self.terms, self._path = terms, path
        self.lines: list[TuningStep] = []
        header = {"spielwerk-tuning": _FORMAT, **asdict(terms)}
        if not path.exists() or not path.stat().st_size:
            self._append(header)
            return
        whole, _, cut = path.read_text(encoding="utf-8").rpartition("\n")
        if cut:
            with path.open("r+b") as file:
                file.truncate(len((whole + "\n").encode()) if whole else 0)
        rows = [_row(text, n) for n, text in enumerate(whole.split("\n"), 1)] if whole else []
        if not rows:
            self._append(header)
        elif rows[0] != json.loads(json.dumps(header)):
            raise RecordError(
                f"{path} was not begun with these settings. Name the same ones, or another file.", 1
            )
        self.lines = [_line(row, n) for n, row in enumerate(rows[1:], 2)]

    def add(self, line: TuningStep) -> None:
        """Keep what came of a step."""
        self._append(asdict(line))
        self.lines.append(line)

    def score(self, kind: str) -> Score:
        """All races of one kind; of judging those since the numbers were tuned last."""
        return total(line.score for line in self.since(kind))

    def since(self, kind: str) -> list[TuningStep]:
        """The lines of a kind; of judging those since the numbers were tuned last."""
        tunings = [n for n, line in enumerate(self.lines, 1) if line.kind == "tune"]
        begin = tunings[-1] if kind == "judge" and tunings else 0
        return [line for line in self.lines[begin:] if line.kind == kind]

    def _append(self, row: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _row(text: str, number: int) -> dict[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise RecordError("Expected a JSON object on every line.", number)
    return row


def _line(row: dict[str, Any], number: int) -> TuningStep:
    try:
        counts = {name: int(count) for name, count in row["score"].items()}
        return TuningStep(str(row["kind"]), int(row["number"]), Score(**counts))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise RecordError("This is not a step of tuning.", number) from None


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategist of some style, made in whichever process it races."""

    style: Style

    def __call__(self, seed: int) -> Solver:
        from spielwerk.players.speed import Strategist

        return Strategist(seed=seed, style=self.style)


def tune(
    journal: TuningJournal,
    races: int,
    workers: int | None = None,
    told: Callable[[TuningStep], None] = print,
) -> Style:
    """Go on until so many races have been raced, and say where the numbers are then."""
    terms = journal.terms
    with _workers(workers) as pool:
        while journal.score("tune").duel.count < races:
            number = len(journal.since("tune"))
            style = _latest(terms, journal.lines)
            sides = [Strategy(strayed(style, terms, number, side)) for side in (1, -1)]
            first = number * terms.boards
            seeds = range(first, first + terms.boards)
            journal.add(TuningStep("tune", number, _raced(pool, _dashes, sides, terms, seeds)))
            told(journal.lines[-1])
    return tuned(terms, journal.lines)


def judge(
    journal: TuningJournal,
    races: int,
    workers: int | None = None,
    told: Callable[[TuningStep], None] = print,
) -> Verdict:
    """Race the tuned numbers against the usual ones on new boards until it is clear who wins."""
    terms = journal.terms
    sides = [Strategy(tuned(terms, journal.lines)), Strategy(terms.begin)]
    with _workers(workers) as pool:
        while True:
            score = journal.score("judge")
            verdict = sequential_test(score.duel)
            if verdict is not Verdict.OPEN or score.duel.count >= races:
                return verdict
            number = len(journal.since("judge"))
            first = _JUDGED_FROM + number * terms.boards
            seeds = range(first, first + terms.boards)
            journal.add(TuningStep("judge", number, _raced(pool, _heats, sides, terms, seeds)))
            told(journal.lines[-1])


def _workers(count: int | None) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        count or os.cpu_count() or 1, multiprocessing.get_context("spawn"), initializer=_warm
    )


def _warm() -> None:
    """Load what races need, before any clock counts."""
    seat_racers(["strategist"])


Races = Callable[[Strategy, Strategy, Terms, int], Score]
"""Races of two kinds on the board of a seed."""


def _heats(first: Strategy, second: Strategy, terms: Terms, seed: int) -> Score:
    return heat(first, second, terms.track, seed)


def _dashes(first: Strategy, second: Strategy, terms: Terms, seed: int) -> Score:
    from spielwerk.players.speed import Effort, dash

    effort, score = Effort(terms.depth, terms.walks), Score()
    for turn in (0, 1):
        ours = seating(terms.track.seats, turn)
        board = terms.track.board(seed)
        sides = tuple(int(not own) for own in ours)
        left = dash(board, (first.style, second.style), sides, effort, seed)
        won = left >= 0 and ours[left]
        score += Score(int(won), int(left < 0), int(left >= 0 and not won))
    return score


def _raced(
    pool: ProcessPoolExecutor, races: Races, sides: Sequence[Strategy], terms: Terms, seeds: range
) -> Score:
    begun = [
        pool.submit(races, sides[0], sides[1], terms, terms.seed * 10_000_000 + seed)
        for seed in seeds
    ]
    return total(each.result() for each in begun)
