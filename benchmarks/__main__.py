"""``python -m benchmarks [TABLE ...] [--quick] [--json FILE] [--plot]``: measure, print tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console

from benchmarks import (
    against_before,
    chess_strength,
    circuits,
    commands,
    compiling,
    connect_four,
    first_move,
    gdl,
    heroes,
    idle_matches,
    igold,
    language_server,
    motion,
    native_search,
    page,
    picture,
    punctuality,
    scale,
    server,
    speed,
    spy,
    spy_server,
    standings,
    starts,
    vector,
    wins,
)
from benchmarks.measure import QUICK, THOROUGH, Budget, machine
from benchmarks.report import Report

TABLES: dict[str, tuple[Callable[[Budget], Report], ...]] = {
    "chess_strength": (chess_strength.chess_strength,),
    "circuits": (circuits.throughput, starts.starts),
    "commands": (commands.commands,),
    "compiling": (compiling.compiling,),
    "connect_four": (connect_four.connect_four,),
    "first_move": (first_move.first_move,),
    "gdl": (gdl.playouts, gdl.chess_latency),
    "heroes": (heroes.validation, heroes.answers, heroes.repairs),
    "igold": (igold.random_matches,),
    "language_server": (language_server.keystrokes,),
    "page": (page.opening, motion.gliding),
    "punctuality": (
        punctuality.alone,
        punctuality.beside_busy_processes,
        punctuality.victories,
    ),
    "native_search": (native_search.native_search,),
    "chess_move": (server.chess_move,),
    "scale": (scale.scale,),
    "server": (server.load, server.bystanders, idle_matches.idle_matches),
    "spy": (spy.matches, spy_server.operations),
    "speed": (speed.paths, speed.core),
    "native_strength": (against_before.against_before,),
    "strength": (standings.standings,),
    "vector": (vector.connect_four,),
    "wins": (wins.wins,),
}
WIDTH = 200
"""Of tables that go to a file."""
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "engines.png"


@click.command()
@click.argument("names", metavar="[TABLE]...", nargs=-1, type=click.Choice(sorted(TABLES)))
@click.option("--quick", is_flag=True, help="Short runs: a first impression only.")
@click.option(
    "--json",
    "file",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write the results to this file.",
)
@click.option("--plot", is_flag=True, help="Also draw 'circuits' for the documentation.")
def main(names: tuple[str, ...], quick: bool, file: Path | None, plot: bool) -> None:
    """Measure what Spielwerk claims about speed. Without a TABLE all of them are measured."""
    if plot and names and "circuits" not in names:
        raise click.UsageError("--plot draws the table 'circuits': name it, too.")
    console = Console() if sys.stdout.isatty() else Console(width=WIDTH)
    console.print(machine())
    reports: dict[str, list[object]] = {}
    for name in dict.fromkeys(names or TABLES):
        for measure in TABLES[name]:
            report = measure(QUICK if quick else THOROUGH)
            console.print(report.table())
            if plot and measure is circuits.throughput:
                picture.draw(report, PICTURE)
            reports.setdefault(name, []).append(report.to_json())
    console.print(machine())
    if file is not None:
        file.write_text(json.dumps({"machine": machine(), "tables": reports}, indent=2) + "\n")


if __name__ == "__main__":
    main()
