"""``spielwerk solve``: a strategy that mixes, for games with secrets and for moves made at once."""

from __future__ import annotations

import time
from pathlib import Path

import click

from spielwerk.catalogue import open_game
from spielwerk.cli.files import out_option, put
from spielwerk.players.equilibrium import (
    SampledLearning,
    TooLarge,
    keep_strategy,
    solved,
    strategy_text,
)


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option(
    "--minutes",
    default=5.0,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="How long to look for a strategy.",
)
@click.option("--seed", default=0, show_default=True, help="Settles what is left to chance.")
@out_option
def command(game: str, minutes: float, seed: int, out: Path | None) -> None:
    """Solve a small game of two, or learn to mix in a larger one.

    What comes out is kept in the user's cache where the game was solved, and 'auto' plays it from
    then on. With --out it is written to a file, too: the player learnt:file=FILE plays that.
    """
    opened = open_game(game)
    end = time.monotonic() + 60 * minutes
    try:
        found = solved(opened, go_on=lambda: time.monotonic() < end - 30 * minutes)
        keep_strategy(opened, found)
    except TooLarge as problem:
        click.echo(f"{problem} It is learnt from sampled matches instead.", err=True)
        learning = SampledLearning(opened, seed)
        learning.learn(lambda: time.monotonic() < end)
        found = learning.strategy()
    known = "" if found.exploitability is None else f", exploitability {found.exploitability:.4f}"
    click.echo(f"{found.made}: {len(found.chances):,} situations{known}", err=True)
    if out is not None:
        put(strategy_text(opened, found), out)
