"""``spielwerk spy``: No Time to Spy by its standard; ``server055`` is its server's own name."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spielwerk.cli.spy_ai import ai
from spielwerk.cli.spy_duel import duel
from spielwerk.cli.spy_replay import replay
from spielwerk.cli.spy_sets import open_sets, set_options

if TYPE_CHECKING:
    from spielwerk.games.spy import Spy
    from spielwerk.protocols.spy import ServerTerms

_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
"""What is told from verbosity 1 on; 0 is the highest."""
_FOLDER = "spy-matches"


@click.group()
def command() -> None:
    """Host No Time to Spy for clients of its standard."""


@command.command(context_settings={"help_option_names": ["-h", "--help"]})
@set_options
@click.option(
    "--x", "extras", nargs=2, multiple=True, metavar="KEY VALUE",
    help="A setting of the house, as often as you like; '--x help me' lists them.",
)  # fmt: skip
@click.option(
    "--port", "-p", default=7007, show_default=True, type=click.IntRange(0, 65_535),
    help="Where to listen; 0: any that is free.",
)  # fmt: skip
@click.option(
    "--verbosity", "-v", default=2, show_default=True, type=click.IntRange(min=0),
    help="How much is told: 1 little, 2 some, 3 all; 0: all.",
)  # fmt: skip
def server(
    charset: str,
    match: str,
    scenario: str,
    extras: Sequence[tuple[str, str]],
    port: int,
    verbosity: int,
) -> None:
    """Host matches until interrupted.

    Matches are kept in a folder (--x log FOLDER), and those that were cut off go on from there
    when the server is started again.
    """
    from spielwerk.games.spy import Options
    from spielwerk.protocols.spy import ServerTerms

    given = {key.strip().lower().replace("-", "_"): value for key, value in extras}
    if "help" in given:
        _list_settings()
        return
    terms = ServerTerms.from_text(
        {key: given.pop(key) for key in ServerTerms.settings() if key in given}
    )
    host, folder = given.pop("host", ""), given.pop("log", _FOLDER)
    game = open_sets(charset, match, scenario, Options.from_text(given))
    game.initial()  # says at once where such a match cannot be seated
    level = _LEVELS[min(verbosity or len(_LEVELS), len(_LEVELS)) - 1]
    logging.basicConfig(format="%(asctime)s %(message)s", stream=sys.stderr)
    logging.getLogger("spielwerk.spy").setLevel(level)
    asyncio.run(_serve(game, terms, host, port, Path(folder)))


async def _serve(game: Spy, terms: ServerTerms, host: str, port: int, folder: Path) -> None:
    from spielwerk.protocols.spy import Journal, SpyServer

    journal = Journal(folder)
    async with SpyServer(game, terms, host=host, port=port, journal=journal) as running:
        click.echo(f"Listening on port {running.port}; matches are kept in {folder}.")
        if running.resumed:
            click.echo(f"Matches that go on: {running.resumed}.")
        await running.run()


def _list_settings() -> None:
    from spielwerk.games.spy import Options
    from spielwerk.protocols.spy import ServerTerms

    terms: Mapping[str, object] = vars(ServerTerms())
    own = {"host": "all", "log": _FOLDER}
    for key, value in {**terms, **own, **Options().to_json()}.items():
        click.echo(f"{key}  (usually {'drawn' if value is None else value})")


command.add_command(ai)
command.add_command(duel)
command.add_command(replay)


def server055() -> None:
    """The server under the name that the standard gives it."""
    from spielwerk.cli.entry import main

    main(args=["spy", "server", *sys.argv[1:]], prog_name="spielwerk")
