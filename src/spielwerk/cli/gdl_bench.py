"""``spielwerk gdl bench``: how fast the engines play a game at random, and what that costs."""

from __future__ import annotations

import json
from dataclasses import asdict
from math import isnan
from typing import TYPE_CHECKING

import click

from spielwerk.cli.entry import UserError
from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl import gdl_program, normalise

if TYPE_CHECKING:
    from spielwerk.languages.gdl import EngineFigures

_ENGINES = ("direct", "scalar", "sliced")


@click.command()
@click.argument("rules")
@click.option(
    "--engine",
    "only",
    type=click.Choice(_ENGINES),
    help="The rules as they stand, their circuit for one state, or for 512; all if none is named.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, max=3600, min_open=True),
    default=1.0,
    show_default=True,
    help="How long each engine plays, in processor time.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs: one object, or a list of all.")
def bench(rules: str, only: str | None, seconds: float, as_json: bool) -> None:
    """Tell how fast engines play a game at random on one thread.

    Exit status 2 where an engine needs a circuit and the rules do not compile to one.
    """
    if isnan(seconds):
        raise click.BadParameter("nan is not a number of seconds.", param_hint="--seconds")
    # Compiling engines take long to import; no other of these commands needs them.
    from spielwerk.languages.gdl import bench as figures

    given = gdl_program(rules)
    if given.dialect.in_turn:
        raise UserError(
            f"{rules} is in the dialect {given.dialect}, in which one role moves at a time; the "
            "engines measured here move all roles at once."
        )
    program = normalise(given)
    rows: list[EngineFigures] = []
    refusal = None
    try:
        for row in figures(program, [only] if only else _ENGINES, seconds):
            rows.append(row)
            if not as_json:
                click.echo(_lines(rules, row))
    except LimitExceeded as problem:
        refusal = UserError(f"{rules} does not run as a circuit, only directly. {problem}")
    if as_json and rows:
        found = [{"game": rules, **asdict(row)} for row in rows]
        click.echo(json.dumps(found[0] if only else found, indent=2))
    if refusal:
        raise refusal


def _lines(rules: str, row: EngineFigures) -> str:
    lines = [
        ("game", rules),
        ("engine", row.engine),
        ("states", f"{row.states_per_cpu_second:,.0f} per CPU second"),
        ("playouts", f"{row.playouts_per_cpu_second:,.0f} per CPU second"),
        ("ready after", f"{row.compile_seconds:.3f} CPU seconds, {row.compile}"),
    ]
    if row.memory_bytes is not None:
        lines.append(("memory", f"{row.memory_bytes / 2**20:.1f} MiB"))
    if row.gates is not None:
        lines.append(("gates", f"{row.gates:,}"))
    return "".join(f"{name.ljust(13)}{value}\n" for name, value in lines)
