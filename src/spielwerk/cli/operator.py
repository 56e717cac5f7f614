"""``spielwerk operator``: which accounts look after a server."""

from __future__ import annotations

import asyncio

import click


@click.command()
@click.argument("name")
@click.option("--db", help="As for serve: a SQLite file or postgresql://…")
@click.option("--revoke", is_flag=True, help="Take the right away again.")
def command(name: str, db: str | None, revoke: bool) -> None:
    """Give the account NAME the right to the operator's page, `#/operator`."""
    from spielwerk.server import appoint, read_settings

    asyncio.run(appoint(read_settings({"db": db}).db, name, revoke=revoke))
    click.echo(f"{name} {'is no operator any more' if revoke else 'is an operator now'}")
