"""``python -m benchmarks.against_before``: best players against the search of before.

Before, the tree of ``mcts`` was Python, and nobody was made for a game or knew what positions are
worth. Both may compute equally long for a move. Matches that were played are kept a line each and
not played again, so the table grows over many runs; ``--table`` writes it into a page. A series
ends early once it has all the points that are asked for, whatever the matches left would bring, or
once a weaker player would be as lucky in one of a thousand series only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console

from benchmarks.measure import QUICK, Budget, machine
from benchmarks.report import Report
from benchmarks.strength import Finished, interval
from spielwerk.catalogue import entries, open_game
from spielwerk.cli.levels import write_between
from spielwerk.core import Game

__all__ = ["against_before", "main"]

BEFORE = "mcts:search=python"
"""The search as it was before it ran in native code."""
RECORDS = Path(__file__).parent / "records" / "before.jsonl"
BEGIN = "<!-- before: written by python -m benchmarks.against_before --table -->\n"
END = "<!-- end of before -->"


@dataclass(frozen=True, slots=True)
class Plan:
    """How many matches of a game, how long for a move, and how many points of 100 are asked for."""

    matches: int = 20
    seconds: float = 0.1
    asked: float = 50


ASKED = {
    "breakthrough": Plan(200, 0.5, 90),
    "connect-four": Plan(200, 0.5, 80),
    "reversi": Plan(200, 0.5, 80),
    "checkers": Plan(200, 0.5, 80),
    "hex": Plan(200, 0.5, 80),
    "amazons": Plan(200, 0.5, 80),
}
"""In all others it shall not lose."""
_SURELY = 3.29
"""Deviations that one of a thousand is beyond."""
_NOTE = (
    "Processor time, seats alternating; in brackets between what the true figure lies with 95 %\n"
    "(Wilson). Not to lose is met where that reaches 50."
)


def plan_of(game: str) -> Plan:
    return ASKED.get(game, Plan())


def played(game: Game, plan: Plan, finished: Finished) -> list[float]:
    """The points of the best player in so many matches, or until more would not matter."""
    points: list[float] = []
    while not settled(plan, points):
        points.append(finished.points(game, "auto", BEFORE, plan.seconds, len(points)))
    return points


def settled(plan: Plan, points: Sequence[float]) -> bool:
    """Whether all matches are played, or these points suffice whatever others would bring."""
    if not points:
        return False
    low, _ = interval(points, _SURELY)
    reached = 100 * sum(points) >= plan.asked * plan.matches
    return reached or 100 * low >= plan.asked or len(points) >= plan.matches


def row(name: str, plan: Plan, points: Sequence[float]) -> dict[str, str | float]:
    """One game in the table."""
    low, high = interval(points)
    share = 100 * sum(points) / len(points)
    met = share >= plan.asked if name in ASKED else 100 * high >= plan.asked
    return {
        "game": name,
        "s a move": plan.seconds,
        "matches": len(points),
        "points of 100": f"{share:.0f} ({100 * low:.0f}–{100 * high:.0f})",
        "won": sum(p == 1 for p in points),
        "drawn": sum(0 < p < 1 for p in points),
        "lost": sum(p == 0 for p in points),
        "asked for": f"{plan.asked:g}" if name in ASKED else "not to lose",
        "verdict": ("met" if met else "missed")
        if settled(plan, points)
        else f"{len(points)} of {plan.matches}",
    }


def against_before(budget: Budget) -> Report:
    """The games of which something is asked, as a report."""
    rows: list[dict[str, str | float]] = []
    for name, asked in ASKED.items():
        plan = Plan(4, 0.05, asked.asked) if budget is QUICK else asked
        rows.append(row(name, plan, played(open_game(name).quick(), plan, Finished())))
    return Report(f"The best players against {BEFORE}", rows, [_NOTE])


def markdown(rows: Iterable[dict[str, str | float]]) -> str:
    """The table of a page."""
    lines = [[str(cell) for cell in one.values()] for one in rows]
    head = [*row("", Plan(), [0.5])]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *lines])


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--play/--show", "playing", default=True, help="Or only show what was played.")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    default=RECORDS,
    show_default="benchmarks/records/before.jsonl",
    help="Keep finished matches here, a line each; those that are there are not played again.",
)
@click.option(
    "--table",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Write the table of all games that were played between two marks in this page.",
)
def main(games: tuple[str, ...], playing: bool, results: Path, table: Path | None) -> None:
    """Let the best player meet the search of before at GAMEs, or in all games of the library."""
    console, finished = Console(width=160), Finished(results)
    console.print(machine())
    rows: list[dict[str, str | float]] = []
    for name in games or [entry.name for entry in entries()]:
        game, plan = open_game(name).quick(), plan_of(name)
        if playing:
            played(game, plan, finished)
        if points := finished.pairs(game, plan.seconds).get(("auto", BEFORE)):
            rows.append(row(name, plan, points))
            console.print(Report(name, rows[-1:]).table())
    if table is not None:
        write_between(table, BEGIN, END, markdown(rows))


if __name__ == "__main__":
    main()
