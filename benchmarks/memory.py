"""``python -m benchmarks.memory``: players that remember against those of before, who did not.

Those of before (:mod:`.earlier`) are told nothing but the state they are in: worlds they imagine
agree with what they see now and with nothing they saw earlier. Two seats play against two (or one
against one, or all against one) at equal processor time, and change seats from match to match.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random

import click
from rich.console import Console

from benchmarks.earlier import earlier_mind
from benchmarks.measure import machine
from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import (
    CHANCE,
    Course,
    Deadline,
    Game,
    Knowledge,
    Mind,
    Over,
    Role,
    deciding_roles,
    draw_chance,
)
from spielwerk.players import parse_player

__all__ = ["FORGETFUL", "main", "shared_match"]

FORGETFUL = "before/"
"""What a spec begins with of which nothing is remembered: ``before/mayor``."""


def _seated(game: Game, spec: str, role: Role, seed: int) -> tuple[Mind, bool]:
    if spec.startswith(FORGETFUL):
        return earlier_mind(game, spec.removeprefix(FORGETFUL), role, seed), True
    return parse_player(spec).sit(game, role, seed=seed), False


def shared_match(game: Game, seats: dict[Role, str], seconds: float, seed: int) -> dict[Role, int]:
    """What everybody gets in one match in which each may compute so long for a move."""
    rng = Random(seed)
    minds = {role: _seated(game, spec, role, rng.getrandbits(32)) for role, spec in seats.items()}
    course = Course.begun(game, seed)
    while not isinstance((state := course.state).turn, Over):
        moves = {}
        for role in deciding_roles(state):
            if role == CHANCE:
                moves[role] = draw_chance(state, rng)
                continue
            mind, forgetful = minds[role]
            knowledge = Knowledge(game, state if forgetful else course, role)
            deadline = Deadline.after(seconds, time.thread_time)
            moves[role] = mind.choose(knowledge, deadline).move
        course = course.after(moves)
    return dict(state.outcome())


def _seats(game: Game, ours: str, theirs: str, number: int) -> dict[Role, str]:
    """Every other seat is ours; who begins changes with the number, as far as seats allow."""
    one = len(game.roles) == 3
    mine = {number % 3} if one else {n for n in range(len(game.roles)) if (n + number) % 2}
    return {role: ours if n in mine else theirs for n, role in enumerate(game.roles)}


def _points(
    game: Game, ours: str, theirs: str, numbers: Sequence[int], seconds: float, results: Path
) -> Iterator[tuple[float, float]]:
    """Of each match the share of the victory that is ours, and what would be even."""
    kept = {}
    if results.exists():
        for row in map(json.loads, results.read_text().splitlines()):
            kept[tuple(row[:5])] = row[5]
    for number in numbers:
        seats = _seats(game, ours, theirs, number)
        key = (game.name, ours, theirs, seconds, number)
        if key not in kept:
            outcome = shared_match(game, seats, seconds, number)
            best = max(outcome.values())
            winners = [role for role, points in outcome.items() if points == best]
            share = sum(seats[role] == ours for role in winners) / len(winners)
            kept[key] = share
            with results.open("a") as file:
                file.write(json.dumps([*key, share]) + "\n")
        yield kept[key], sum(spec == ours for spec in seats.values()) / len(seats)


@click.command()
@click.argument("name", metavar="GAME")
@click.argument("ours", metavar="A")
@click.argument("theirs", metavar="B")
@click.option("--players", type=int, help="How many sit at the table.")
@click.option("--matches", default=40, show_default=True)
@click.option("--seconds", default=0.02, show_default=True, help="Processor time for a move.")
@click.option("--results", type=click.Path(dir_okay=False, path_type=Path), required=True)
def main(
    name: str,
    ours: str,
    theirs: str,
    players: int | None,
    matches: int,
    seconds: float,
    results: Path,
) -> None:
    """How often A wins against B; ``before/mayor`` is a player without memory."""
    game = open_game(name).settled(players)
    points = [*_points(game, ours, theirs, range(matches), seconds, results)]
    won = [share for share, _ in points]
    mean = sum(won) / len(won)
    spread = sqrt(sum((one - mean) ** 2 for one in won) / max(1, len(won) - 1) / len(won))
    row: dict[str, str | float] = {
        "game": game.name,
        "matches": len(won),
        "won by A, %": 100 * mean,
        "95 % ±": 196 * spread,
        "even, %": 100 * sum(even for _, even in points) / len(points),
    }
    title = f"{ours} against {theirs}, {1000 * seconds:g} ms of processor time a move"
    Console(width=120).print(Report(title, [row], [machine()]).table())


if __name__ == "__main__":
    main()
