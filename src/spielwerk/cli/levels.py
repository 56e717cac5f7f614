"""``spielwerk levels``: who plays a game best, and what its levels are worth."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from spielwerk.arena import (
    Results,
    in_columns,
    ladder,
    level_table,
    local,
    measure,
    play_by_processor,
)
from spielwerk.catalogue import entries, open_game
from spielwerk.cli.entry import UserError
from spielwerk.core import Game
from spielwerk.players import find_out
from spielwerk.players.strengths import (
    LEVELS,
    Strengths,
    keep_strengths,
    known_strengths,
    shipped_file,
    shipped_strengths,
    strengths_text,
)

BEGIN, END = "<!-- levels: written by spielwerk levels --table -->\n", "<!-- end of levels -->"
"""Between these lines a page has the table of all games."""

_MOST_PAIRS = 30
"""How often contenders meet in each order of seats to find out who is best, at most."""


@click.command()
@click.argument("games", nargs=-1, metavar="GAME|FILE ...")
@click.option("--all", "everything", is_flag=True, help="All games of the library.")
@click.option("--stale", is_flag=True, help="Those of them that were measured by other rules.")
@click.option(
    "--matches",
    default=20,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="How often each level meets the next one.",
)
@click.option(
    "--scale",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 10, min_open=True),
    help="How much of its usual time every level thinks, counted in processor time.",
)
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same fixtures.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 1024))
@click.option("--measure/--show", "measuring", default=True, help="Or only show what is known.")
@click.option("--write", is_flag=True, help="Write it to the library's own files, too.")
@click.option(
    "--table",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Write what the library knows of all games between two marks in this page.",
)
def command(
    games: tuple[str, ...],
    everything: bool,
    stale: bool,
    matches: int,
    scale: float,
    seed: int,
    workers: int,
    measuring: bool,
    write: bool,
    table: Path | None,
) -> None:
    """Let a game's players meet to find the best, and then its levels, each the next one.

    Ratings are Elo; whoever moves at random has 0. What comes out is kept in the user's cache and
    taken by 'auto' and all levels from then on.
    """
    names = list(games)
    if everything or stale:
        names += [entry.name for entry in entries() if entry.name not in names]
    if not names and table is None:
        raise UserError("Name a game, or --all of the library.")
    for name in names:
        game = open_game(name)
        if stale and name not in games and shipped_strengths(game) is not None:
            continue
        known = (
            _measured(name, game.quick(), matches, scale, seed, workers, write)
            if measuring
            else known_strengths(game)
        )
        if known is None:
            raise UserError(f"Nothing is known of {name}: leave out --show.")
        click.echo(_shown(game, known))
    if table is not None:
        write_between(table, BEGIN, END, library_table())


def _measured(
    name: str, game: Game, matches: int, scale: float, seed: int, workers: int, write: bool
) -> Strengths:
    def learnt(known: Strengths) -> Strengths:
        keep_strengths(game, known)
        if write:
            shipped_file(game).write_text(strengths_text(game, known), encoding="utf-8")
        return known

    best = learnt(find_out(game, seconds=max(0.2 * scale, 0.01), most=_MOST_PAIRS, seed=seed))
    portable = os.path.abspath(name) if os.path.exists(name) else name
    results = Results(ladder(portable, len(game.roles), matches, scale, seed))
    levels = measure(results, partial(local, workers=workers, play_one=play_by_processor))
    thinking = "their usual time" if scale == 1 else f"{scale:g} of their usual time"
    made = f"{matches} matches between neighbours, each with {thinking} on the processor"
    return learnt(replace(best, levels=levels, made=f"contest: {best.made}; levels: {made}"))


def _shown(game: Game, known: Strengths) -> str:
    found = [(name, known.levels[name]) for name in LEVELS if name in known.levels]
    rows = [
        (name, str(level.elo), str(level.margin), "yes" if level.offered else "no")
        for name, level in found
    ]
    table = in_columns(("level", "Elo", "±95 %", "offered"), rows)
    return f"{game.title or game.name}: {known.best} plays\n{table}"


def write_between(page: Path, begin: str, end: str, text: str) -> None:
    """Put a text between two marks in a page, instead of what is there.

    :raises UserError: the page has no such marks
    """
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise UserError(f"{page}: there is no place for it. Write\n{begin}{end}")
    page.write_text(f"{before}{begin}{text}\n{end}{after}", encoding="utf-8")


def library_table() -> str:
    """What the library knows of its games, as a table in Markdown."""
    known = ((entry.title, shipped_strengths(entry.open())) for entry in entries())
    return level_table((title, found) for title, found in known if found is not None)
