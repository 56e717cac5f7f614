"""``spielwerk igold``: tools for authors of IGold games.

Each takes a game of the library by name (``citadels``, ``citadels:5``) or a file of rules.
"""

from __future__ import annotations

from pathlib import Path

import click

from spielwerk.catalogue import open_game
from spielwerk.cli.debug import debug as debug_game
from spielwerk.cli.draw import picture
from spielwerk.cli.files import out_option, put
from spielwerk.languages.igold import (
    IGOLD,
    coverage_of,
    expanded,
    igold_game,
    read_text,
    rewritten,
)


@click.group()
def command() -> None:
    """Tools for games in IGold: GAME is a game of the library or a file."""


@command.command()
@click.argument("game")
@click.option("--seed", type=int, default=0, help="The seed of the match.")
def debug(game: str, seed: int) -> None:
    """Play a game move by move, stop at any rule, go back and forth. GAME may be a dump."""
    debug_game(game, seed, IGOLD.name)


@command.command()
@click.argument("game")
@click.option("--phases", "what", flag_value="phases", default=True, help="Phases and states.")
@click.option("--types", "what", flag_value="types", help="Types and what they are made of.")
@out_option
def diagram(game: str, what: str, out: Path | None) -> None:
    """Draw a game as SVG: its course as a state chart, or its types as classes."""
    put(picture(game, what), out)


@command.command("compile")
@click.argument("game")
@click.option("--show", is_flag=True, help="Print the Python that the game becomes.")
@out_option
def compile_(game: str, show: bool, out: Path | None) -> None:
    """Turn a game into its templates, and say how many there are."""
    program = igold_game(open_game(game)).program
    if show or out is not None:
        put(program.source, out)
        return
    functions = program.source.count("\ndef ") + 1
    click.echo(f"{functions} functions, {len(program.tables)} tables, {len(program.phases)} phases")


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@out_option
def expand(file: Path, out: Path | None) -> None:
    """Show what a file stands for: all short forms and plugins written out, as XML."""
    put(expanded(read_text(file), str(file)), out)


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--xml", is_flag=True, help="The other way round: from the notation to XML.")
@out_option
def compact(file: Path, xml: bool, out: Path | None) -> None:
    """Write a file in the compact notation (.igold), comments included."""
    put(rewritten(read_text(file), str(file), xml=xml), out)


@command.command()
@click.argument("game")
def engine(game: str) -> None:
    """Say which engine plays random matches of a game for machine players, and why that one."""
    native = igold_game(open_game(game)).native
    if isinstance(native, str):
        click.echo("The reference engine: the rules have no native form.")
        click.echo(f"What stands in the way: {native}.")
        return
    click.echo("Native code, about a hundred times as fast as the reference engine.")
    kilobytes = 8 * native.memory.saved // 1024 + 1
    click.echo(f"{native.lines:,} instructions; a position takes {kilobytes} KiB.")


@command.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def coverage(files: tuple[Path, ...]) -> None:
    """Tell which elements and attributes of the language the files use, and which they do not."""
    report = coverage_of([(str(path), read_text(path)) for path in files])
    click.echo(report.text())
