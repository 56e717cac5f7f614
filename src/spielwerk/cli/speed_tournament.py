"""``spielwerk speed tournament``: which solver races best at equal thinking time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spielwerk.core import SpielwerkError, parse_seconds
from spielwerk.players import parse_players

if TYPE_CHECKING:
    from spielwerk.arena import Fixture, RaceTally, Result

_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)


def _seconds(context: click.Context, option: click.Parameter, text: str) -> float:
    try:
        return parse_seconds(text)
    except ValueError as problem:
        raise click.BadParameter(f"{problem}.") from None


@click.command()
@click.option(
    "--players",
    default="strategist,transparent",
    show_default=True,
    help="Specs parted by commas; bots are random-safe, straight-on, largest-area, jumper, "
    "slow-filler.",
)
@click.option("--rounds", default=10, show_default=True, help="How often every group meets.")
@click.option(
    "--time",
    "seconds",
    default="50ms",
    show_default=True,
    callback=_seconds,
    help="Thinking time for a move, the same for all.",
)
@click.option("--seats", type=click.IntRange(2, 6), help="As many as players, if not said.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same boards.")
@click.option(
    "--clock",
    type=click.Choice(["cpu", "wall"]),
    default="cpu",
    show_default=True,
    help="The processor's time, or the time on the wall.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Races at once, each in a process of its own.",
)
@click.option("--results", type=_FILE, help="Keep every finished race here, and go on from it.")
@click.option("--json", "json_file", type=_FILE, help="Write everything as JSON.")
def tournament(
    players: str,
    rounds: int,
    seconds: float,
    seats: int | None,
    seed: int,
    clock: str,
    workers: int,
    results: Path | None,
    json_file: Path | None,
) -> None:
    """Let solvers race at equal thinking time and rate them.

    Boards are 41 to 80 cells wide and high. As many races as there are seats start from the same
    board, with seats exchanged. An interrupted tournament goes on if --results names the same file.
    """
    # Solvers are compiled code that takes a second to load; no other command needs it.
    from spielwerk.arena import (
        Results,
        Tournament,
        crosstable,
        in_columns,
        local,
        play_race,
        racing_clock,
        run,
        seat_racers,
        standing,
        tally,
        to_json,
    )

    specs = tuple(str(player) for player in parse_players(players))
    seats = seats or len(specs)
    if not 2 <= seats <= 6:
        raise SpielwerkError(f"2 to 6 race at once, not {seats}; say how many with --seats.")
    seat_racers(specs)
    terms = Tournament("speed", seats, specs, rounds, seed=seed, clock=racing_clock(seconds, clock))
    kept = Results(terms, results)

    def play(fixtures: Iterable[Fixture]) -> Iterator[Result]:
        if workers == 1:
            return (play_race(terms, fixture) for fixture in fixtures)
        return local(terms, fixtures, workers, play_race)

    piped = not sys.stderr.isatty()
    with click.progressbar(length=terms.size, file=sys.stderr, hidden=piped) as bar:
        bar.update(len(kept))
        for _ in run(kept, play):
            bar.update(1)
    now = standing(kept)
    tallies = tally(kept, specs)
    firsts = "player", "first", "of", "share", "95 %", "late answers"
    click.echo(in_columns(firsts, [_first_places(row) for row in tallies]))
    click.echo(crosstable(now))
    click.echo(
        f"{now.matches} races of {seats} at {terms.clock}. Cells: outlived-equal-outlived by."
    )
    if json_file:
        document = {**to_json(kept, now), "clock": terms.clock, "seats": seats}
        document["firsts"] = [{**asdict(row), "interval": row.interval} for row in tallies]
        json_file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def _first_places(row: RaceTally) -> tuple[str, ...]:
    low, high = row.interval
    return (
        row.player,
        str(row.won),
        str(row.races),
        f"{row.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        str(row.late),
    )
