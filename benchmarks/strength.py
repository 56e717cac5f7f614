"""``python -m benchmarks.strength GAME A B``: two players against each other at equal time.

Time is processor time of the thread that thinks, so that a busy machine changes nothing; players
must think in one thread. Seats alternate, and a match is settled by its number, which is its seed.
Where there are more than two seats both have every other one, and whose seats get more on average
has won; a game for one is played by each, and who gets more has won.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean

import click
from rich.console import Console

from benchmarks.measure import Budget, machine
from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import Game, Player
from spielwerk.players import lasting, meet, parse_player

__all__ = ["ASKED", "BEFORE", "against_before", "main", "won"]

BEFORE = "mcts:search=python"
"""The search as it was before it ran in native code."""
ASKED = {
    "breakthrough": 90,
    "connect-four": 80,
    "reversi": 80,
    "checkers": 80,
    "hex": 80,
    "amazons": 80,
}
"""How many points of 100 ``auto`` is to get from it in each game."""


def won(game: Game, ours: Player, theirs: Player, seconds: float, number: int) -> float:
    """What the first player gets, 0 to 1, where each may compute so long for a move."""
    both = (lasting(ours, seconds), lasting(theirs, seconds))
    if len(game.roles) == 1:
        (role,) = game.roles
        mine, other = (float(meet(game, {role: one}, seed=number).outcome[role]) for one in both)
    else:
        sides = {role: (seat + number) % 2 for seat, role in enumerate(game.roles)}
        seats = {role: both[side] for role, side in sides.items()}
        outcome = meet(game, seats, seed=number).outcome
        mine, other = (
            fmean(outcome[role] for role, side in sides.items() if side == one) for one in (0, 1)
        )
    return 0.5 if mine == other else float(mine > other)


def against_before(budget: Budget) -> Report:
    """The best player of each game against the search of before."""
    matches, seconds = (200, 0.5) if budget.seconds >= 1 else (4, 0.05)
    rows: list[dict[str, str | float]] = []
    for name, asked in ASKED.items():
        points = [*_points(name, "auto", BEFORE, range(matches), seconds, None)]
        met = 100 * sum(points) >= asked * matches
        row: dict[str, str | float] = _row(name, points)
        rows.append({**row, "asked": asked, "verdict": "met" if met else "missed"})
    title = f"Strength of auto against {BEFORE}, {seconds} s of processor time a move"
    return Report(title, rows)


@click.command()
@click.argument("name", metavar="GAME")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--matches", default=20, show_default=True)
@click.option("--seconds", default=0.5, show_default=True, help="Processor time for a move.")
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--results",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Keep finished matches here, a line each; those that are there are not played again.",
)
def main(
    name: str, first: str, second: str, matches: int, seconds: float, seed: int, results: Path
) -> None:
    """Let the player A meet the player B at GAME."""
    points = [*_points(name, first, second, range(seed, seed + matches), seconds, results)]
    console = Console()
    console.print(machine())
    title = f"{first} against {second}, {seconds} s of processor time a move"
    console.print(Report(title, [_row(name, points)]).table())


def _points(
    name: str, first: str, second: str, numbers: Iterable[int], seconds: float, results: Path | None
) -> Iterator[float]:
    """What the first player gets in the matches of some numbers, from 0 to 1."""
    game = open_game(name).quick()
    ours, theirs = parse_player(first), parse_player(second)
    kept = _kept(results)
    for number in numbers:
        key = (name, str(ours), str(theirs), seconds, number)
        if key not in kept:
            kept[key] = won(game, ours, theirs, seconds, number)
            if results is not None:
                with results.open("a") as file:
                    file.write(json.dumps([*key, kept[key]]) + "\n")
        yield kept[key]


def _kept(results: Path | None) -> dict[tuple[str, str, str, float, int], float]:
    """The points of the first player in finished matches."""
    if results is None or not results.exists():
        return {}
    rows = map(json.loads, results.read_text().splitlines())
    return {(row[0], row[1], row[2], row[3], row[4]): row[5] for row in rows}


def _row(name: str, points: Sequence[float]) -> dict[str, str | float]:
    matches = len(points)
    share = sum(points) / matches
    spread = sqrt(sum((p - share) ** 2 for p in points) / max(1, matches - 1) / matches)
    return {
        "game": name,
        "points of A, %": 100 * share,
        "95 % interval, ±": 196 * max(spread, 1 / (2 * matches)),
        "won": sum(p == 1 for p in points),
        "drawn": sum(0 < p < 1 for p in points),
        "lost": sum(p == 0 for p in points),
        "matches": matches,
    }


if __name__ == "__main__":
    main()
