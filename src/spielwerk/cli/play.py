"""``spielwerk play``: a game in the terminal, with people and random players at its seats."""

from __future__ import annotations

from collections.abc import Sequence

import click

from spielwerk.catalogue import open_game
from spielwerk.cli.conversation import Conversation
from spielwerk.cli.entry import Refusal
from spielwerk.cli.reader import open_reader
from spielwerk.cli.table import Seat, Table
from spielwerk.core import Game, Role

__all__ = ["command"]


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="ROLE=WHO",
    help="Who plays a role: human (if nothing is said) or random. Give it once a role.",
)
@click.option("--seed", default=0, show_default=True, help="Settles dice and random players.")
def command(game: str, seats: tuple[str, ...], seed: int) -> None:
    """Play a game of the library, or the rules in a file.

    Type moves as the rules write them, as "white (move e 2 e 4)", or short: "e2e4". Commands
    start with a slash; /help lists them.
    """
    opened = open_game(game)
    table = Table.laid(opened, _seated(opened, seats), seed)
    Conversation(table, open_reader).run()


def _seated(game: Game, seats: Sequence[str]) -> dict[Role, Seat]:
    """Who plays which role, as said on the command line."""
    seated = dict.fromkeys(game.roles, Seat.HUMAN)
    for text in seats:
        name, equals, who = text.partition("=")
        role = Role(name.strip().lower())
        if not equals or who not in list(Seat):
            raise Refusal(f"--seat {text}: write ROLE=human or ROLE=random.")
        if role not in seated:
            raise Refusal(
                f"--seat {text}: {game.name} has no role '{name}'; "
                f"its roles are {', '.join(game.roles)}."
            )
        seated[role] = Seat(who)
    return seated
