"""``spielwerk arena``: let players meet, and say who is how strong."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from spielwerk.arena import (
    Fixture,
    Pairing,
    Result,
    Results,
    Tournament,
    crosstable,
    local,
    on_ray,
    plain_ratings,
    run,
    standing,
    to_csv,
    to_json,
    write_chart,
)
from spielwerk.catalogue import open_game, settled_game
from spielwerk.core import PartMissing, installed
from spielwerk.match import parse_clock
from spielwerk.players import parse_players

_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command()
@click.argument("game")
@click.option(
    "--players", required=True, help="Specs parted by commas: mcts:1s,alphabeta:1s,random."
)
@click.option("--size", type=int, help="For how many players, where that can be chosen.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Settle an option of the game."
)
@click.option("--rounds", default=10, show_default=True, help="How often every group meets.")
@click.option(
    "--form", type=click.Choice(list(Pairing)), default=Pairing.ROUND_ROBIN, show_default=True
)
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same fixtures.")
@click.option(
    "--clock", default="untimed", show_default=True, help="For example move=1s,reserve=1m."
)
@click.option(
    "--stop-at",
    type=click.FloatRange(1, 1000),
    metavar="ELO",
    help="Stop a pair once a sequential test for this difference has decided it.",
)
@click.option("--results", type=_FILE, help="Keep every finished match here, and go on from it.")
@click.option("--json", "json_file", type=_FILE, help="Write everything as JSON.")
@click.option("--csv", "csv_file", type=_FILE, help="Write one line a match.")
@click.option("--chart", type=_FILE, help="Draw the ratings as a PNG.")
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True)
@click.option("--address", help="The Ray cluster to use; without it one is made here.")
@click.option(
    "--workers", type=click.IntRange(1, 1024), help="Processes; as many as cores if not said."
)
def command(
    game: str,
    players: str,
    size: int | None,
    options: tuple[str, ...],
    rounds: int,
    form: str,
    seed: int,
    clock: str,
    stop_at: float | None,
    results: Path | None,
    json_file: Path | None,
    csv_file: Path | None,
    chart: Path | None,
    engine: str,
    address: str | None,
    workers: int | None,
) -> None:
    """Let players of GAME meet in a tournament and rate them.

    An interrupted tournament goes on where it was if --results names the same file.
    """
    if chart and not installed("chart"):
        raise PartMissing("matplotlib", "chart")  # before hours of matches, not after them
    specs = tuple(str(player) for player in parse_players(players))
    parse_clock(clock)
    settled = settled_game(open_game(game), size, options)
    roles = len(settled.roles)
    variant = ",".join(filter(None, (str(size or ""), *options)))
    chosen = f"{_portable(game)}:{variant}" if variant else _portable(game)
    tournament = Tournament(chosen, roles, specs, rounds, Pairing(form), seed, clock)
    kept = Results(tournament, results)

    def play(fixtures: Iterable[Fixture]) -> Iterator[Result]:
        if engine == "ray":
            return on_ray(tournament, fixtures, address)
        return local(tournament, fixtures, workers)

    piped = not sys.stderr.isatty()
    with click.progressbar(
        length=tournament.size, show_pos=True, file=sys.stderr, hidden=piped
    ) as bar:
        bar.update(len(kept))
        for result in run(kept, play, stop_at):
            bar.update(1)
            if result.why:
                click.echo(f"match {result.number}: {result.why}", err=True)
    now = standing(kept, stop_at or 20.0)
    click.echo(crosstable(now))
    matches = "1 match" if now.matches == 1 else f"{now.matches} matches"
    click.echo(f"{matches} of {game}. Cells: wins-draws-losses of the row.")
    click.echo(plain_ratings(now))
    if json_file:
        json_file.write_text(json.dumps(to_json(kept, now), indent=2) + "\n", encoding="utf-8")
    if csv_file:
        csv_file.write_text(to_csv(kept), encoding="utf-8")
    if chart:
        write_chart(now, chart, game)


def _portable(game: str) -> str:
    """The game as workers in other folders find it."""
    return os.path.abspath(game) if os.path.exists(game) else game
