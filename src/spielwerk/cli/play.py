"""``spielwerk play``: a game in the terminal, with people and machines at its seats."""

from __future__ import annotations

from collections.abc import Sequence

import click

from spielwerk.catalogue import open_game, settled_game
from spielwerk.cli.conversation import Conversation
from spielwerk.cli.entry import UserError
from spielwerk.cli.reader import open_reader
from spielwerk.cli.table import HUMAN, TerminalTable
from spielwerk.cli.typed import role_named
from spielwerk.core import Game, Player, Role
from spielwerk.players import PlayerSpecError, parse_player, quick_soon


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="ROLE=PLAYER",
    help="Who plays a role: human (if nothing is said), random, mcts:1s, alphabeta:500ms, or any "
    "other player of the arena. Give it once a role.",
)
@click.option("--players", type=int, help="How many play, where that can be chosen.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Settle an option of the game; spielwerk games GAME lists them. As often as needed.",
)
@click.option(
    "--seed", default=0, show_default=True, help="Settles dice and what players leave to chance."
)
def command(
    game: str, seats: tuple[str, ...], players: int | None, options: tuple[str, ...], seed: int
) -> None:
    """Play a game of the library, or the rules in a file.

    Type moves as the rules write them, as "white (move e 2 e 4)", or short: "e2e4". Commands
    start with a slash; /help lists them.
    """
    opened = settled_game(open_game(game), players, options)
    machines = _seated(opened, seats)
    repeatable = any(player.counted for player in machines.values())
    if machines:
        opened = opened.quick() if repeatable else quick_soon(opened)
    Conversation(TerminalTable(opened, machines, seed), open_reader).run()


def _seated(game: Game, seats: Sequence[str]) -> dict[Role, Player]:
    """The machines at the table, as said on the command line."""
    players: dict[Role, Player] = {}
    for text in seats:
        name, equals, who = text.partition("=")
        role = role_named(name.strip(), game.roles)
        if not equals:
            raise UserError(f"--seat {text}: write ROLE=PLAYER, such as {game.roles[0]}=mcts:1s.")
        if role is None:
            raise UserError(
                f"--seat {text}: {game.name} has no role '{name}'; "
                f"its roles are {', '.join(game.roles)}."
            )
        players.pop(role, None)
        if who.strip() != HUMAN:
            try:
                players[role] = parse_player(who)
            except PlayerSpecError as problem:
                raise UserError(f"--seat {text}: {problem}") from None
    return players
