"""``python -m benchmarks.strength GAME A B``: two players against each other at equal time.

Time is processor time of the thread that thinks, so that a busy machine changes nothing; players
must think in one thread. Seats alternate, and a match is settled by its number, which is its seed.
Points of a game for two are what its rules give, so that stakes count. Where there are more seats
both players have every other one, and whose seats get more on average has won; a game for one is
played by each, and who gets more has won.

Beside our own players there are ``before/mayor``, a player as it was when nobody remembered
anything (:mod:`.earlier`), and ``openspiel``, OpenSpiel's bots by the adapter (:mod:`.foreign`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean

import click
from rich.console import Console

from benchmarks.earlier import EarlierPlayer
from benchmarks.foreign import OpenSpielPlayer
from benchmarks.measure import machine
from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import Game, Player
from spielwerk.players import lasting, meet, parse_player

__all__ = [
    "Finished",
    "interval",
    "main",
    "player_of",
    "won",
]


def player_of(spec: str) -> Player:
    """Whoever a text names, among players that are only here to be compared with, too."""
    kind, _, rest = spec.partition("/")
    if kind == EarlierPlayer.name:
        return EarlierPlayer(rest)
    return OpenSpielPlayer() if spec == OpenSpielPlayer.name else parse_player(spec)


def won(
    game: Game,
    ours: Player,
    theirs: Player,
    seconds: float,
    number: int,
    *,
    sitting: float = 1.0,
) -> float:
    """What the first player gets, 0 to 1, where each may compute so long for a move."""
    both = (lasting(ours, seconds), lasting(theirs, seconds))
    if len(game.roles) == 1:
        (role,) = game.roles
        alone = (meet(game, {role: one}, seed=number, sitting=sitting) for one in both)
        mine, other = (float(meeting.outcome[role]) for meeting in alone)
    else:
        sides = {role: (seat + number) % 2 for seat, role in enumerate(game.roles)}
        seats = {role: both[side] for role, side in sides.items()}
        outcome = meet(game, seats, seed=number, sitting=sitting).outcome
        mine, other = (
            fmean(outcome[role] for role, side in sides.items() if side == one) for one in (0, 1)
        )
    if len(game.roles) == 2:
        return 0.5 + (mine - other) / 200
    return 0.5 if mine == other else float(mine > other)


class Finished:
    """Matches that were played, with the points of the first player and what they took.

    In a file it is a line each; those that are there are not played again.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        rows = file.read_text().splitlines() if file is not None and file.exists() else []
        self._rows = {tuple(row[:5]): row[5:] for row in map(json.loads, rows)}

    def points(
        self,
        game: Game,
        ours: str,
        theirs: str,
        seconds: float,
        number: int,
        *,
        sitting: float = 1.0,
    ) -> float:
        """The points of the first player in the match of a number, played if it was not yet."""
        key = (game.name, ours, theirs, seconds, number)
        if key not in self._rows:
            begin = time.process_time()
            found = won(game, player_of(ours), player_of(theirs), seconds, number, sitting=sitting)
            self._rows[key] = row = [found, round(time.process_time() - begin, 3)]
            if self._file is not None:
                with self._file.open("a") as file:
                    file.write(json.dumps([*key, *row]) + "\n")
        return float(self._rows[key][0])

    def pairs(self, game: Game, seconds: float) -> dict[tuple[str, str], list[float]]:
        """The points of the first player in all matches of any two so far."""
        found: dict[tuple[str, str], list[float]] = {}
        for (name, ours, theirs, time_limit, _), row in self._rows.items():
            if (name, time_limit) == (game.name, seconds):
                found.setdefault((ours, theirs), []).append(row[0])
        return found

    def spent(self, game: Game, seconds: float) -> float:
        """The processor time that all matches of a game took."""
        mine = [row for key, row in self._rows.items() if (key[0], key[3]) == (game.name, seconds)]
        return sum(row[1] for row in mine if len(row) > 1)


@click.command()
@click.argument("name", metavar="GAME")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--matches", default=20, show_default=True)
@click.option("--seconds", default=0.5, show_default=True, help="Processor time for a move.")
@click.option("--seed", default=0, show_default=True)
@click.option("--players", type=int, help="How many sit at the table.")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Keep finished matches here, a line each; those that are there are not played again.",
)
def main(
    name: str,
    first: str,
    second: str,
    matches: int,
    seconds: float,
    seed: int,
    players: int | None,
    results: Path | None,
) -> None:
    """Let the player A meet the player B at GAME."""
    game, finished = open_game(name).settled(players).quick(), Finished(results)
    numbers = range(seed, seed + matches)
    points = [finished.points(game, first, second, seconds, number) for number in numbers]
    console = Console(width=120)
    console.print(machine())
    title = f"{first} against {second}, {seconds} s of processor time a move"
    console.print(Report(title, [_row(game.name, points)]).table())


def interval(points: Sequence[float], z: float = 1.96) -> tuple[float, float]:
    """Between which shares of the points the true one lies, with 95 % unless told (Wilson)."""
    n = len(points)
    share = sum(points) / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _row(name: str, points: Sequence[float]) -> dict[str, str | float]:
    low, high = interval(points)
    return {
        "game": name,
        "points of A, %": 100 * sum(points) / len(points),
        "95 %": f"{100 * low:.0f} to {100 * high:.0f}",
        "won": sum(p == 1 for p in points),
        "drawn": sum(0 < p < 1 for p in points),
        "lost": sum(p == 0 for p in points),
        "matches": len(points),
    }


if __name__ == "__main__":
    main()
