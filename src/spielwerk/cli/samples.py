"""Sample matches for ``spielwerk serve --demo``: some to look back at, some to watch, some to join.

They come about as all matches do: a client asks the server for tables, and machines sit down. What
cannot be founded, because a part of Spielwerk is not installed, is left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

TO_LOOK_BACK = {
    "tic-tac-toe": {"xplayer": "medium", "oplayer": "greedy"},
    "connect-four": {"red": "mcts:iterations=200", "yellow": "easy"},
    "kuhn-poker": {"first": "greedy", "second": "easy"},
}
"""Games with machines at all seats, which are over within a few seconds."""
TO_WATCH = {
    "chess": {"white": "medium", "black": "medium"},
    "citadels": {"anna": "easy", "ben": "easy", "carla": "easy", "dennis": "easy"},
}
TO_JOIN = {"reversi": {"white": "easy"}, "checkers": {"black": "medium"}}
"""Games with a seat that is free."""


@contextmanager
def passing_database() -> Iterator[str]:
    """The name of a database that is thrown away afterwards."""
    with TemporaryDirectory(prefix="spielwerk-demo-", ignore_cleanup_errors=True) as folder:
        yield str(Path(folder) / "demo.sqlite3")


def found_beside(address: str, tell: Callable[[str], None]) -> None:
    """Found the matches while the server goes on."""
    Thread(target=lambda: asyncio.run(found_all(address, tell)), daemon=True).start()


async def found_all(address: str, tell: Callable[[str], None]) -> None:
    """Found the matches, and tell where the first ones can be looked back at when they are over."""
    from spielwerk.client import ApiError, Client, Closed

    async with Client(address) as client:
        over = []
        for games in (TO_LOOK_BACK, TO_WATCH, TO_JOIN):
            for game, bots in games.items():
                try:
                    seat = await client.found(game, bots=bots, watch=True, name="Demo")
                except (ApiError, Closed):
                    continue
                if games is TO_LOOK_BACK:
                    over.append((game, seat.match))
        for game, match in over:
            try:
                async with client.watch(match).connect() as table:
                    await table.until(lambda shown: shown["phase"] == "ended", seconds=None)
            except Closed:
                return
            tell(f"A match of {game} to look back at: {address}/#/replay/{match}")
    tell(f"Matches to watch and tables with a free seat: {address}/#/tables")
