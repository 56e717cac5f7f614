"""``spielwerk train``: learn what positions of a game are worth, from its rules alone."""

from __future__ import annotations

import time
from pathlib import Path

import click

from spielwerk.catalogue import open_game
from spielwerk.cli.files import out_option, put
from spielwerk.players.judgements import judgement_text, keep_judgement
from spielwerk.players.training import Progress, facts_of, train


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option(
    "--minutes",
    default=5.0,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="How long to learn.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=0),
    help="How many rounds of matches to learn from, instead: the same seed then gives the same.",
)
@click.option("--seed", default=0, show_default=True, help="Settles what is left to chance.")
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(min=1, max=64),
    help="Processes that play at the same time.",
)
@out_option
def command(
    game: str, minutes: float, rounds: int | None, seed: int, workers: int, out: Path | None
) -> None:
    """Let a game's alpha-beta player learn from matches against itself.

    What it learns is kept in the user's cache, and used by every 'alphabeta' from then on. With
    --out it is written to a file, too.
    """
    opened = open_game(game).quick()
    ends = time.monotonic() + 60 * minutes

    def go_on() -> bool:
        return rounds is not None or time.monotonic() < ends

    last: Progress | None = None
    for last in train(opened, seed=seed, go_on=go_on, workers=workers):
        click.echo(
            f"round {last.round}: {last.matches} matches, {last.positions:,} positions, "
            f"error {last.surprise:.4f}",
            err=True,
        )
        if rounds is not None and last.round >= rounds:
            break
    assert last is not None
    note = f"spielwerk train {opened.name}, seed {seed}: {last.matches} matches"
    text = judgement_text(opened, facts_of(opened), last.judgement, note)
    keep_judgement(opened, text)
    if out is not None:
        put(text, out)
