"""``spielwerk golden``: one random match as text, to be kept and compared."""

from __future__ import annotations

from pathlib import Path

import click

from spielwerk.catalogue import open_game
from spielwerk.cli.files import out_option, put
from spielwerk.core import playthrough


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option("--seed", default=0, show_default=True, help="Settles every choice of the match.")
@click.option(
    "--steps",
    default=60,
    show_default=True,
    type=click.IntRange(min=0),
    help="Where to cut a long match.",
)
@out_option
def command(game: str, seed: int, steps: int, out: Path | None) -> None:
    """Write down one random match: every state, its legal moves, and what each role sees.

    The text is the same whenever rules and seed are; kept in a test, it shows every change of
    the rules and every leaked secret as a diff.
    """
    put(playthrough(open_game(game), seed=seed, max_steps=steps), out)
