"""``spielwerk gdl``: tools for authors of GDL rules.

Each takes a game of the library by name or a file of rules, and answers bad input as every
command does. Those that play matches are in :mod:`.gdl_matches` and :mod:`.gdl_bench`.
"""

from __future__ import annotations

from pathlib import Path

import click

from spielwerk.cli.files import out_option, put
from spielwerk.cli.gdl_bench import bench
from spielwerk.cli.gdl_matches import perft, pgn, test, verify
from spielwerk.core import SourceError, has_errors
from spielwerk.languages.gdl import (
    gdl_program,
    gdl_text,
    normalise,
    read_any,
    translate,
    write,
    write_infix,
)

_WRITERS = {"prefix": write, "infix": write_infix}


@click.group()
def command() -> None:
    """Tools for rules in GDL: RULES is a game of the library or a file."""


@command.command()
@click.argument("rules")
@click.option("--to", "notation", type=click.Choice(list(_WRITERS)), required=True)
@out_option
def convert(rules: str, notation: str, out: Path | None) -> None:
    """Write rules in the other notation, comments and all."""
    given = gdl_text(rules)
    reading = read_any(given.text, file=given.file)
    if has_errors(reading.diagnostics):
        raise SourceError(reading.diagnostics)
    put(_WRITERS[notation](reading.program, reading.comments), out)


@command.command()
@click.argument("rules")
@out_option
def expand(rules: str, out: Path | None) -> None:
    """Write includes, ranges and number relations out as plain GDL."""
    put(write(gdl_program(rules)), out)


@command.command()
@click.argument("rules")
@out_option
def prolog(rules: str, out: Path | None) -> None:
    """Translate rules to Prolog."""
    put(translate(gdl_program(rules)), out)


@command.command()
@click.argument("rules")
def stats(rules: str) -> None:
    """Tell how large a game is inside, and which engine runs it."""
    # Compiling engines take long to import; no other of these commands needs them.
    from spielwerk.languages.gdl import stats as figures

    program = gdl_program(rules)
    lines = figures(program if program.dialect.in_turn else normalise(program)).lines()
    wide = max(len(name) for name, _ in lines) + 2
    for name, value in lines:
        click.echo(f"{name.ljust(wide)}{value}")


for _command in (test, pgn, perft, verify, bench):
    command.add_command(_command)
