"""``spielwerk spy ai``: our AI on any server of the standard; ``ki055`` is its own name."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from spielwerk.players.spy import SpyPlayer
    from spielwerk.protocols.spy import Revision

_DIALECTS = ("standard", "later")
_EXTRAS = {
    "seconds": "the longest thought for an operation, such as 200ms (usually 1s)",
    "seed": "the same seed plays the same way (usually 0)",
    "dialect": "'standard' (version 2, usual) or 'later'",
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--address", "-a", required=True, help="The server's address, such as 127.0.0.1.")
@click.option(
    "--port", "-p", default=7007, show_default=True, type=click.IntRange(1, 65_535),
    help="The server's port.",
)  # fmt: skip
@click.option("--name", "-n", default="team055", show_default=True, help="What it is called.")
@click.option(
    "--difficulty", "-d", default=0, show_default=True, type=click.IntRange(0, 3),
    help="How well it plays: 1 easy, 2 middle, 3 strong; 0: as well as it can.",
)  # fmt: skip
@click.option(
    "--verbosity", "-v", default=1, show_default=True, type=click.IntRange(min=0),
    help="How much is told: 1 little, 2 some, 3 all; 0: all.",
)  # fmt: skip
@click.option(
    "--x", "extras", nargs=2, multiple=True, metavar="KEY VALUE",
    help="A further setting, as often as you like; '--x help me' lists them.",
)  # fmt: skip
def ai(
    address: str,
    port: int,
    name: str,
    difficulty: int,
    verbosity: int,
    extras: Sequence[tuple[str, str]],
) -> None:
    """Play one match on a server of the standard."""
    from spielwerk.cli.spy_agent import SpyAgent
    from spielwerk.protocols.spy import NOTICE, SpyClient

    given = {key.strip().lower(): value.strip() for key, value in extras}
    if "help" in given:
        for key, about in _EXTRAS.items():
            click.echo(f"{key}  {about}")
        return
    if unknown := [key for key in given if key not in _EXTRAS]:
        raise click.UsageError(f"There is no setting '{unknown[0]}'; there are {_listed(_EXTRAS)}.")
    if len(name.strip()) < 2:
        raise click.UsageError("A name has at least two characters.")
    logging.basicConfig(format="%(asctime)s %(message)s", stream=sys.stderr)
    levels = (NOTICE, logging.INFO, logging.DEBUG)
    level = levels[min(verbosity or len(levels), len(levels)) - 1]
    logging.getLogger("spielwerk.spy").setLevel(level)
    agent = SpyAgent(_player(difficulty, given), _seed(given))
    client = SpyClient(_url(address, port), name.strip(), agent, dialect=_dialect(given))
    end = asyncio.run(client.play())
    won = "won" if end.winner == agent.client_id else "lost"
    click.echo(f"{name.strip()} has {won}: {end.reason}. {client.diligence}.")


def ki055() -> None:
    """The AI under the name that the standard gives it."""
    from spielwerk.cli.entry import main

    main(args=["spy", "ai", *sys.argv[1:]], prog_name="spielwerk")


def _player(difficulty: int, given: Mapping[str, str]) -> SpyPlayer:
    from spielwerk.core import parse_seconds
    from spielwerk.players.spy import LEVELS, SpyStrong

    if difficulty not in (0, len(LEVELS)):
        return LEVELS[difficulty - 1]()
    try:
        return SpyStrong(parse_seconds(given["seconds"]) if "seconds" in given else None)
    except ValueError as problem:
        raise click.UsageError(f"--x seconds: {problem}.") from None


def _seed(given: Mapping[str, str]) -> int:
    text = given.get("seed", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise click.UsageError(f"--x seed is a whole number, not '{text}'.")
    return int(text)


def _dialect(given: Mapping[str, str]) -> Revision:
    from spielwerk.protocols.spy import Revision

    word = given.get("dialect", _DIALECTS[0]).lower()
    if word not in _DIALECTS:
        raise click.UsageError(f"--x dialect is {_listed(_DIALECTS)}, not '{word}'.")
    return Revision.LATER if word == "later" else Revision.STANDARD


def _url(address: str, port: int) -> str:
    bare = ":" in address and not address.startswith("[")  # an address of IPv6
    return f"ws://[{address}]:{port}" if bare else f"ws://{address}:{port}"


def _listed(words: Sequence[str] | Mapping[str, str]) -> str:
    return ", ".join(words)
