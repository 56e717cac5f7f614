"""One table at work: takes orders one after another, writes down what happens, then tells.

The host is the only one to change its table. An order goes through :func:`.orders.conduct`, its
entries into the ledger, and only when they are safe the table moves on and the watchers wake.
Recent tables are kept, so that whoever lost the connection goes on where it was.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spielwerk.core import Json, Role
from spielwerk.server.entries import Entry
from spielwerk.server.ledger import Append, Ledger, Listing, LostTable
from spielwerk.server.orders import Order, Wake, conduct
from spielwerk.server.patch import difference
from spielwerk.server.picture import news, picture
from spielwerk.server.table import Table

__all__ = ["KEPT", "MatchHost", "Moment", "listing_of"]

_log = logging.getLogger(__name__)

KEPT = 128
"""How many moments back a watcher may have been and still gets a difference."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at one place of its log, and what led there from the moment before."""

    table: Table
    entries: tuple[Entry, ...] = ()


class MatchHost:
    """One table in the process that owns it."""

    def __init__(
        self,
        match: str,
        moments: Sequence[Moment],
        ledger: Ledger,
        *,
        second: float = 0.0,
        after: Callable[[MatchHost], None] = lambda host: None,
    ) -> None:
        """``moments`` are the last ones of the log; the match's clock shows ``second`` now.

        ``after`` is called once at the beginning and then after every order.
        """
        self.match = match
        self._moments = deque(moments, KEPT)
        self._ledger = ledger
        self._zero = time.monotonic() - second
        self._after = after
        self._inbox: asyncio.Queue[tuple[Order, asyncio.Future[int]]] = asyncio.Queue()
        self._watchers: set[asyncio.Event] = set()
        self._frames: dict[tuple[Role | None, int | None], str] = {}
        self._pictures: dict[tuple[Role | None, int], dict[str, Json]] = {}
        self._task = asyncio.create_task(self._work(), name=f"table {match}")
        self.lost = False
        """Whether another process has the table."""
        self.touched = time.monotonic()
        after(self)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self._moments[-1].table

    @property
    def watched(self) -> bool:
        """Whether anybody is connected to it."""
        return bool(self._watchers)

    def now(self) -> float:
        """The second of the match."""
        return round(time.monotonic() - self._zero, 3)

    async def submit(self, order: Order) -> int:
        """Carry out an order; the number of the log's last entry when it is safe.

        :raises Refusal: the table does not do that
        :raises LostTable: another process has the table
        """
        if self.lost:
            raise LostTable("Another process has this table now.")
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((order, done))
        return await done

    def watch(self) -> asyncio.Event:
        """An event that is set whenever the table has moved on; :meth:`unwatch` it in the end."""
        watcher = asyncio.Event()
        self._watchers.add(watcher)
        return watcher

    def unwatch(self, watcher: asyncio.Event) -> None:
        """No more news, please."""
        self._watchers.discard(watcher)

    def frame(self, role: Role | None, since: int | None) -> str:
        """What brings an observer who has seen number ``since`` up to date, as JSON text.

        Observers of the same role at the same place share one text. The whole picture is given
        where there is no ``since``, or it is too long ago.
        """
        key = (role, since)
        if key not in self._frames:
            self._frames[key] = self._compose(role, since)
        return f'{{"now":{self.now()},{self._frames[key][1:]}'

    def close(self) -> None:
        """Stop working. What was not written has not happened."""
        self._task.cancel()
        self._give_up(LostTable("This process has let go of the table."))

    def _compose(self, role: Role | None, since: int | None) -> str:
        table = self.table
        then = None if since is None else self._moment(since)
        body: dict[str, Json]
        if then is None:
            body = {"type": "view", "seq": table.number, "picture": self._picture(table, role)}
        else:
            told = [
                item
                for moment in self._moments
                if moment.table.number > then.number
                for entry in moment.entries
                if (item := news(table, entry, role)) is not None
            ]
            steps = difference(self._picture(then, role), self._picture(table, role))
            body = {
                "type": "update",
                "seq": table.number,
                "from": since,
                "patch": steps,
                "events": told,
            }
        return json.dumps(body, separators=(",", ":"))

    def _picture(self, table: Table, role: Role | None) -> dict[str, Json]:
        key = (role, table.number)
        if key not in self._pictures:
            self._pictures[key] = picture(table, role)
        return self._pictures[key]

    def _moment(self, number: int) -> Table | None:
        for moment in reversed(self._moments):
            if moment.table.number <= number:
                return moment.table if moment.table.number == number else None
        return None

    async def _work(self) -> None:
        while True:
            order, done = await self._next()
            try:
                await self._carry_out(order)
            except Exception as problem:
                if isinstance(problem, LostTable):
                    self.lost = True
                    self._wake()
                if done is not None and not done.done():
                    done.set_exception(problem)
                elif not isinstance(problem, LostTable):
                    _log.exception("table %s: its clock could not be looked at", self.match)
                    await asyncio.sleep(1)
                if self.lost:
                    self._give_up(problem)
                    return
            else:
                if done is not None and not done.done():
                    done.set_result(self.table.number)
            self._after(self)

    async def _next(self) -> tuple[Order, asyncio.Future[int] | None]:
        """The next order, or a look at the clock when it is time for one."""
        match = self.table.match
        deadline = None if match is None or self.table.over else match.next_deadline
        if deadline is None:
            return await self._inbox.get()
        patience = max(deadline - self.now(), 0.0) + 0.002
        try:
            async with asyncio.timeout(patience):
                return await self._inbox.get()
        except TimeoutError:
            return Wake(), None

    async def _carry_out(self, order: Order) -> None:
        self.touched = time.monotonic()
        before, at = self.table, self.now()
        table, entries = conduct(before, order, at)
        if not entries:
            return
        listing = listing_of(table)
        changed = None if listing == listing_of(before) else listing
        await self._ledger.append(
            Append(self.match, before.number, entries, time.time(), at, changed)
        )
        self._moments.append(Moment(table, entries))
        self._frames.clear()
        self._pictures = {key: p for key, p in self._pictures.items() if key[1] == before.number}
        self._wake()

    def _wake(self) -> None:
        for watcher in self._watchers:
            watcher.set()

    def _give_up(self, problem: Exception) -> None:
        while not self._inbox.empty():
            _, done = self._inbox.get_nowait()
            if not done.done():
                done.set_exception(problem)


def listing_of(table: Table) -> Listing:
    """What the lobby shows of a table."""
    seats = {
        role: table.seats[role].name if role in table.seats else None for role in table.game.roles
    }
    return Listing(str(table.phase), json.dumps(seats))
