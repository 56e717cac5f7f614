"""One table at work: takes orders one after another, writes down what happens, then tells.

In the process that owns the table an order goes through :func:`.orders.conduct`, its entries into
the ledger, and only when they are safe the table moves on and the watchers wake. In all others the
host follows the log. Recent tables are kept, so that whoever lost the connection goes on where it
was, wherever it connects.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import takewhile

from spielwerk.confinement import Overrun
from spielwerk.core import Json, Role
from spielwerk.server.conduct import conduct
from spielwerk.server.entries import Entry
from spielwerk.server.ledger import Append, Ledger, Listing, LostTable
from spielwerk.server.orders import Abandon, Order, Wake
from spielwerk.server.patch import difference
from spielwerk.server.picture import news, picture
from spielwerk.server.presence import Presence, Present
from spielwerk.server.table import Table

__all__ = ["KEPT", "MatchHost", "Moment", "listing_of"]

_log = logging.getLogger(__name__)

_to_text = json.JSONEncoder(separators=(",", ":")).encode

KEPT = 128
"""How many moments back a watcher may have been and still gets a difference."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at one place of its log, and what led there from the moment before."""

    table: Table
    entries: tuple[Entry, ...] = ()


class MatchHost:
    """One table in one process."""

    def __init__(
        self,
        match: str,
        moments: Sequence[Moment],
        ledger: Ledger,
        after: Callable[[MatchHost], None] = lambda host: None,
        moved: Callable[[MatchHost], None] = lambda host: None,
    ) -> None:
        """``moments`` are the last ones of the log.

        ``after`` is called after every order, ``moved`` when others are connected here than before.

        Before anything else the host is told whether it owns the table or follows its owner.
        """
        self.match = match
        self.owner: str | None = ""
        """The process that owns the table; ``None`` if it is this one."""
        self.touched = time.monotonic()
        self._moments = deque(moments, KEPT)
        self._ledger = ledger
        self._after = after
        self._moved = moved
        self.presence = Presence()
        self._zero = time.monotonic()
        self._inbox: asyncio.Queue[tuple[Order, asyncio.Future[int]]] = asyncio.Queue()
        self._watchers: set[asyncio.Event] = set()
        self._frames: dict[tuple[Role | None, int | None], str] = {}
        self._pictures: dict[tuple[Role | None, int], dict[str, Json]] = {}
        self._task: asyncio.Task[None] | None = None
        self._busy = False

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self._moments[-1].table

    @property
    def idle(self) -> bool:
        """Whether nobody watches, no order waits and no clock runs."""
        if self._watchers or self._busy or not self._inbox.empty():
            return False
        match = self.table.match
        return match is None or self.table.over or match.next_deadline is None

    def now(self) -> float:
        """The second of the match."""
        return round(time.monotonic() - self._zero, 3)

    def own(self, second: float) -> None:
        """Carry out orders from now on; the match's clock shows ``second``."""
        self.owner = None
        self._zero = time.monotonic() - second
        self._task = asyncio.create_task(self._work(), name=f"table {self.match}")

    def follow(self, owner: str, second: float) -> None:
        """Another process owns the table; the match's clock shows ``second``."""
        if self.owner is None:
            self.close()
        self.owner = owner
        self._zero = time.monotonic() - second

    def advance(self, moments: Sequence[Moment]) -> None:
        """Take over what was appended to the log."""
        before = self.table.number
        self._moments.extend(moments)
        self._frames.clear()
        self._pictures = {key: p for key, p in self._pictures.items() if key[1] == before}
        self._wake()

    async def submit(self, order: Order) -> int:
        """Carry out an order; the number of the log's last entry when it is safe.

        :raises Refusal: the table does not do that
        :raises LostTable: another process has the table
        """
        if self.owner is not None:
            raise LostTable("Another process has this table now.")
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((order, done))
        return await done

    def watch(self, role: Role | None) -> asyncio.Event:
        """An event that is set whenever there is something new; :meth:`unwatch` it in the end."""
        watcher = asyncio.Event()
        self._watchers.add(watcher)
        if self.presence.come(role):
            self._wake()
            self._moved(self)
        return watcher

    def unwatch(self, watcher: asyncio.Event, role: Role | None) -> None:
        """No more news, please."""
        self._watchers.discard(watcher)
        if self.presence.go(role):
            self._wake()
            self._moved(self)

    def hear(self, worker: str, present: Present) -> None:
        """Another process tells who is connected there."""
        if not self.presence.knows(worker):
            self._moved(self)  # it is new here and does not know whom we have
        if self.presence.hear(worker, present):
            self._wake()

    def forget(self, workers: Collection[str]) -> None:
        """These processes are gone, and everybody who was connected there."""
        if self.presence.forget(workers):
            self._wake()

    def _wake(self) -> None:
        for watcher in self._watchers:
            watcher.set()

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
        """Stop carrying out orders. What was not written has not happened."""
        self.owner = ""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        while not self._inbox.empty():
            _, done = self._inbox.get_nowait()
            if not done.done():
                done.set_exception(LostTable("This process has let go of the table."))

    def _compose(self, role: Role | None, since: int | None) -> str:
        table = self.table
        then = None if since is None else self._moment(since)
        body: dict[str, Json]
        if then is None:
            body = {"type": "view", "seq": table.number, "picture": self._picture(table, role)}
        else:
            body = {
                "type": "update",
                "seq": table.number,
                "from": since,
                "patch": difference(self._picture(then, role), self._picture(table, role)),
                "events": self._news_since(then.number, role),
            }
        return _to_text(body)

    def _news_since(self, number: int, role: Role | None) -> list[dict[str, Json]]:
        new = list(takewhile(lambda moment: moment.table.number > number, reversed(self._moments)))
        return [
            item
            for moment in reversed(new)
            for entry in moment.entries
            if (item := news(self.table, entry, role)) is not None
        ]

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
        self._after(self)
        while True:
            order, done = await self._next()
            self._busy = True
            try:
                await self._carry_out(order)
            except asyncio.CancelledError:
                if done is not None and not done.done():
                    done.set_exception(LostTable("This process has let go of the table."))
                raise
            except Exception as problem:
                if done is not None and not done.done():
                    done.set_exception(problem)
                elif not isinstance(problem, LostTable):
                    _log.exception("table %s: its clock could not be looked at", self.match)
                    await asyncio.sleep(1)
                if isinstance(problem, LostTable):
                    self._task = None
                    self.close()
                    return
            else:
                if done is not None and not done.done():
                    done.set_result(self.table.number)
            self._busy = False
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
        table, entries = await self._conduct(order, at)
        if not entries:
            return
        same = table.phase is before.phase and table.seats == before.seats
        changed = None if same else listing_of(table)
        await self._ledger.append(
            Append(self.match, before.number, entries, time.time(), at, changed)
        )
        self.advance([Moment(table, entries)])

    async def _conduct(self, order: Order, at: float) -> tuple[Table, tuple[Entry, ...]]:
        """What follows from an order; confined rules are asked in a thread, others at once."""
        if not self.table.game.confined:
            return conduct(self.table, order, at)
        try:
            return await asyncio.to_thread(conduct, self.table, order, at)
        except Overrun as problem:
            return conduct(self.table, Abandon(f"The rules broke their limits. {problem}"), at)


def listing_of(table: Table) -> Listing:
    """What the lobby shows of a table."""
    seats = {
        role: table.seats[role].name if role in table.seats else None for role in table.game.roles
    }
    return Listing(str(table.phase), json.dumps(seats), table.tended)
