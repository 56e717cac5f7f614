"""``spielwerk ggp``: meet the players and game managers of the general-game-playing community."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import click

from spielwerk.cli.files import out_option, put
from spielwerk.core import Role
from spielwerk.languages.gdl import GdlGame, gdl_program
from spielwerk.match import parse_policy
from spielwerk.players import parse_player
from spielwerk.protocols.ggp import (
    PORT,
    GgpPlayer,
    Manager,
    ManagerError,
    ManagerTerms,
    MatchRecord,
    PlayerServer,
)

_CLOCK = click.IntRange(1, 86_400)


@click.group()
def command() -> None:
    """Meet players and game managers of the general-game-playing community."""


@command.command()
@click.option("--player", "spec", default="mcts", show_default=True, help="Who plays: mcts:1s.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: all the world.")
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(0, 65_535), help="0: any."
)
@click.option("--name", default="spielwerk", show_default=True, help="What it is called.")
@click.option("--seed", default=0, show_default=True, help="For the player's own chance.")
def player(spec: str, host: str, port: int, name: str, seed: int) -> None:
    """Answer foreign game managers with moves, until interrupted."""
    if not name.isidentifier():
        raise click.UsageError(f"'{name}' is not a name; use letters, digits and underscores.")
    answering = GgpPlayer(parse_player(spec), name=name, seed=seed, tell=click.echo)
    server = PlayerServer(answering, host=host, port=port)
    click.echo(f"{name} ({spec}) is at {server.address}")
    server.run()


@command.command()
@click.argument("game")
@click.option(
    "--players", required=True, help="Addresses in the order of the roles, parted by commas."
)
@click.option("--startclock", default=10, show_default=True, type=_CLOCK, help="Seconds.")
@click.option("--playclock", default=5, show_default=True, type=_CLOCK, help="Seconds.")
@click.option(
    "--faults",
    default="random-move",
    show_default=True,
    help="For late, illegal and missing answers: random-move, default-move, forfeit, strike:3.",
)
@click.option("--longest", default=2_000, show_default=True, type=click.IntRange(1, 1_000_000))
@click.option("--seed", default=0, show_default=True, help="For chance and moves made for others.")
@out_option
def manager(
    game: str,
    players: str,
    startclock: int,
    playclock: int,
    faults: str,
    longest: int,
    seed: int,
    out: Path | None,
) -> None:
    """Run a match of GAME between players and write it down as the community does."""
    rules = GdlGame(gdl_program(game), Path(game).name.partition(".")[0].lower())
    addresses = players.split(",")
    if len(addresses) != len(rules.roles):
        seats = ", ".join(rules.roles)
        raise ManagerError(
            f"'{game}' has the roles {seats}: name {len(rules.roles)} addresses, "
            f"not {len(addresses)}."
        )
    terms = ManagerTerms(
        startclock, playclock, faults=parse_policy(faults), longest=longest, seed=seed
    )
    seated = dict(zip(rules.roles, addresses, strict=True))
    match = Manager(rules, seated, terms, tell=lambda line: click.echo(line, err=True))
    if out is not None:
        out.open("a").close()  # whether it can be written is better known before the match
    try:
        asyncio.run(match.run())
    finally:
        put(json.dumps(match.record.to_json(), indent=2) + "\n", out)
        click.echo(_summary(match.record, rules.roles), err=True)


def _summary(record: MatchRecord, roles: tuple[Role, ...]) -> str:
    if record.outcome is None:
        return f"Not finished after {len(record.moves)} moves."
    points = ", ".join(f"{role} {record.outcome[role]}" for role in roles)
    return f"Over after {len(record.moves)} moves: {points}."
