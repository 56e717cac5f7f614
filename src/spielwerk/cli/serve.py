"""``spielwerk serve``: host games over the network."""

from __future__ import annotations

import click


@click.command()
@click.option("--host", help="The address to listen at; 127.0.0.1 if nothing is said.")
@click.option("--port", type=click.IntRange(0, 65_535), help="8000 if nothing is said; 0: any.")
@click.option("--db", help="A SQLite file (spielwerk.sqlite3 if nothing is said) or postgresql://…")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; several need PostgreSQL.")
def command(host: str | None, port: int | None, db: str | None, workers: int | None) -> None:
    """Host games over the network and print where.

    All other settings come from the environment (SPIELWERK_...) or the file that SPIELWERK_CONFIG
    names; docs/server.md lists them.
    """
    from spielwerk.server import read_settings, serve

    settings = read_settings({"host": host, "port": port, "db": db, "workers": workers})
    serve(settings, lambda address: click.echo(f"Spielwerk is at {address}"))
