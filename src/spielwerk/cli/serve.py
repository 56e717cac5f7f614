"""``spielwerk serve``: host games over the network."""

from __future__ import annotations

from contextlib import ExitStack

import click


@click.command()
@click.option("--host", help="The address to listen at; 127.0.0.1 if nothing is said.")
@click.option("--port", type=click.IntRange(0, 65_535), help="8000 if nothing is said; 0: any.")
@click.option("--db", help="A SQLite file (spielwerk.sqlite3 if nothing is said) or postgresql://…")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; several need PostgreSQL.")
@click.option("--demo", is_flag=True, help="Sample matches, in a database that is thrown away.")
def command(
    host: str | None, port: int | None, db: str | None, workers: int | None, demo: bool
) -> None:
    """Host games over the network and print where.

    All other settings come from the environment (SPIELWERK_...) or the file that SPIELWERK_CONFIG
    names; docs/server.md lists them.
    """
    from spielwerk.cli.samples import found_beside, passing_database
    from spielwerk.server import read_settings, serve

    if demo and (db is not None or workers is not None):
        raise click.UsageError("--demo has a database of its own: leave out --db and --workers.")

    def announce(address: str) -> None:
        click.echo(f"Spielwerk is at {address}")
        if demo:
            found_beside(address, click.echo)

    with ExitStack() as stack:
        if demo:
            db, workers = stack.enter_context(passing_database()), 1
        settings = read_settings({"host": host, "port": port, "db": db, "workers": workers})
        serve(settings, announce)
