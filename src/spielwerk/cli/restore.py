"""``spielwerk restore``: what ``spielwerk backup`` wrote, into a fresh database."""

from __future__ import annotations

import asyncio

import click


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--db", help="As for serve: a SQLite file or postgresql://…")
def command(file: str, db: str | None) -> None:
    """Fill an empty database with the matches, accounts and rules in FILE."""
    from spielwerk.server import read_settings, restore

    with open(file, encoding="utf-8") as lines:
        rows = asyncio.run(restore(read_settings({"db": db}).db, lines))
    click.echo(f"{rows:,} rows restored")
