"""``spielwerk backup``: everything a server keeps, in one file."""

from __future__ import annotations

import asyncio

import click


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, writable=True))
@click.option("--db", help="As for serve: a SQLite file or postgresql://…")
def command(file: str, db: str | None) -> None:
    """Write all matches, accounts and rules of a server to FILE. It may go on meanwhile."""
    from spielwerk.server import back_up, read_settings

    with open(file, "x", encoding="utf-8") as out:
        rows = asyncio.run(back_up(read_settings({"db": db}).db, out))
    click.echo(f"{rows:,} rows in {file}")
