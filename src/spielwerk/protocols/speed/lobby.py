"""Where clients wait for a race: it begins when enough are there, or when the first waited enough.

Empty seats are then filled with bots. Each race has a number, and its size, its seats and its seed
follow from the server's seed and that number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from spielwerk.core import SpielwerkError
from spielwerk.games.speed import DEADLINES, PLAYERS, Speed
from spielwerk.players.speed import BOTS, SpeedPlayer
from spielwerk.protocols.speed.feed import Feed
from spielwerk.protocols.speed.heat import Heat, Played, RaceSeat
from spielwerk.protocols.speed.keys import code_name
from spielwerk.protocols.speed.seats import LOG, BotSeat, ClientSeat


@dataclass(frozen=True)
class RaceTerms:
    """How races are run. What is not given is drawn for each race."""

    players: int | None = None
    width: int | None = None
    height: int | None = None
    deadlines: tuple[int, int] = DEADLINES
    grace: float = 2.0
    """Seconds a server waits longer than it says."""
    wait: float = 30.0
    """Seconds until bots fill the seats that are empty."""
    seed: int = 0
    bots: Sequence[SpeedPlayer] = field(default_factory=lambda: [bot() for bot in BOTS])

    def __post_init__(self) -> None:
        Speed(self.players or PLAYERS[0], self.width, self.height, self.deadlines)
        if not self.bots:
            raise SpielwerkError("Name at least one bot to fill empty seats.")
        if self.grace < 0 or self.wait < 0:
            raise SpielwerkError("Grace and waiting time are seconds, 0 or more.")


class Lobby:
    """The clients that wait, and the races they get into."""

    def __init__(self, terms: RaceTerms, feed: Feed, keep: Callable[[int, Played], None]) -> None:
        """``keep`` is handed every race that is over, with its number."""
        self._terms = terms
        self._feed = feed
        self._keep = keep
        self._waiting: list[ClientSeat] = []
        self._number = 0
        self._size = self._drawn_size()
        self._alarm: asyncio.TimerHandle | None = None
        self._races: set[asyncio.Task[None]] = set()

    def enter(self, client: ClientSeat) -> None:
        """Wait for a race, which may begin at once."""
        self._waiting.append(client)
        if len(self._waiting) >= self._size:
            self._begin()
        elif self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(self._terms.wait, self._begin)

    def leave(self, client: ClientSeat) -> None:
        """Stop waiting; whoever races already is not affected."""
        if client in self._waiting:
            self._waiting.remove(client)
            if not self._waiting:
                self._calm()

    async def prepare(self) -> None:
        """Load whatever bots need, so that no race waits for it."""
        for bot in self._terms.bots:
            await asyncio.to_thread(bot.ready)

    async def close(self) -> None:
        """Break off all races."""
        self._calm()
        for race in self._races:
            race.cancel()
        await asyncio.gather(*self._races, return_exceptions=True)

    def _begin(self) -> None:
        self._calm()
        clients, self._waiting = self._waiting, []
        race = asyncio.create_task(self._looked_after(self._number, self._size, clients))
        self._races.add(race)
        race.add_done_callback(self._races.discard)
        self._number += 1
        self._size = self._drawn_size()

    async def _looked_after(self, number: int, size: int, clients: Sequence[ClientSeat]) -> None:
        try:
            await self._race(number, size, clients)
        except Exception:
            LOG.exception("Race %d broke off.", number)
            for client in clients:
                client.part()

    async def _race(self, number: int, size: int, clients: Sequence[ClientSeat]) -> None:
        terms = self._terms
        rng = Random(f"{terms.seed}/seats/{number}")
        seats: list[RaceSeat] = list(clients)
        kinds = [terms.bots[i % len(terms.bots)] for i in range(size - len(clients))]
        for bot, kind in enumerate(kinds):
            name = f"{code_name(f'{number}/{bot}')} ({kind})"
            seats.append(BotSeat(kind, name, rng.getrandbits(32)))
        rng.shuffle(seats)
        seated = dict(enumerate(seats, start=1))
        witness = next((n for n, seat in seated.items() if seat in clients), 1)
        game = Speed(size, terms.width, terms.height, terms.deadlines)
        heat = Heat(
            game,
            rng.getrandbits(32),
            seated,
            grace=terms.grace,
            witness=witness,
            feed=self._feed,
        )
        self._keep(number, await heat.run())

    def _drawn_size(self) -> int:
        rng = Random(f"{self._terms.seed}/size/{self._number}")
        return self._terms.players or rng.randint(*PLAYERS)

    def _calm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
