"""``spielwerk train``: learn what positions of a game are worth, from its rules alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click

from spielwerk.catalogue import open_game
from spielwerk.cli.files import out_option, put
from spielwerk.players.judgements import (
    judgement_text,
    keep_judgement,
    known_judgement,
    known_note,
)
from spielwerk.players.training import Progress, contest, facts_of, train

_COMPARING = 0.1
"""The part of the time for finding out whether what was learnt is any good."""
_PAIRS = 24
"""Beginnings of matches to find out by."""


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
@click.option("--further", is_flag=True, help="Go on from what is known already.")
@out_option
def command(
    game: str,
    minutes: float,
    rounds: int | None,
    seed: int,
    workers: int,
    further: bool,
    out: Path | None,
) -> None:
    """Let a game's alpha-beta player learn from matches against itself.

    At the end it meets what random matches taught, and the better of the two is kept
    in the user's cache and used by every 'alphabeta' from then on. With --out it is written to a
    file, too.
    """
    opened = open_game(game).quick()

    def during(part: float) -> Callable[[], bool]:
        end = time.monotonic() + 60 * minutes * part
        return lambda: rounds is not None or time.monotonic() < end

    facts = facts_of(opened)
    learning = train(
        opened,
        seed=seed,
        go_on=during(1 - _COMPARING),
        workers=workers,
        start=known_judgement(opened, facts) if further else None,
    )
    first = last = _tell(next(learning))
    while rounds is None or last.round < rounds:
        after = next(learning, None)
        if after is None:
            break
        last = _tell(after)
    better, share = last, 0.5
    if last is not first:
        share = contest(
            opened,
            last.judgement,
            first.judgement,
            pairs=_PAIRS,
            seed=seed,
            go_on=during(_COMPARING),
        )
        better = last if share >= 0.5 else first
    before = "was known before" if further else "random matches taught"
    click.echo(f"against what {before}: {100 * share:.0f} % of the points", err=True)
    note = f"seed {seed}: {better.matches} matches"
    earlier = known_note(opened) if further else None
    note = f"{earlier}; --further, {note}" if earlier else f"spielwerk train {opened.name}, {note}"
    text = judgement_text(opened, facts, better.judgement, note)
    keep_judgement(opened, text)
    if out is not None:
        put(text, out)


def _tell(progress: Progress) -> Progress:
    click.echo(
        f"round {progress.round}: {progress.matches} matches, {progress.positions:,} positions, "
        f"error {progress.surprise:.4f}",
        err=True,
    )
    return progress
