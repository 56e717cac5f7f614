"""How much one address and one account may have at the same time, counted in the database.

Whoever is a guest costs nothing to become another, so guests count for their address alone; those
with a password count for both. Addresses are kept as hashes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    Table,
    bindparam,
    func,
    or_,
    select,
    true,
)

from spielwerk.server.accounts import Caller
from spielwerk.server.operation import REJECTED
from spielwerk.server.problems import Problem
from spielwerk.server.secrets import digest
from spielwerk.server.settings import Settings
from spielwerk.server.store import RowLookup, schema

_UNFINISHED = ("waiting", "opening", "running", "paused")


@dataclass(frozen=True, slots=True)
class Origin:
    """Whom limits count for."""

    address: str
    """As a hash."""
    account: str | None = None
    """Nothing for guests and strangers."""

    @classmethod
    def of(cls, address: str, caller: Caller) -> Origin:
        """That of a caller at an address."""
        known = caller.person is not None and not caller.person.guest
        return cls(hashed(address), caller.account if known else None)


def hashed(address: str) -> str:
    """An address as it is kept."""
    return digest(f"address {address}")


@dataclass(frozen=True, slots=True)
class Quota:
    """How many rows of a table an address and an account may have."""

    name: str
    table: Table
    address: ColumnElement[str]
    account: ColumnElement[str | None]
    per_address: int
    per_account: int
    counted: ColumnElement[bool]
    detail: str

    def counts(self) -> tuple[Select[Any], Select[Any]]:
        """How many an address has, and how many an account: made once, asked often."""
        count = select(func.count()).select_from(self.table).where(self.counted)
        whom: BindParameter[str] = bindparam("whom")
        return count.where(self.address == whom), count.where(self.account == whom)


class Quotas:
    """All quotas of the server."""

    def __init__(self, lookup: RowLookup, settings: Settings) -> None:
        self._lookup = lookup
        self._counts: dict[str, tuple[Select[Any], Select[Any]]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        match, rule, hero = schema.matches.c, schema.rules.c, schema.heroes.c
        self.matches = Quota(
            "matches",
            schema.matches,
            match.origin,
            match.founder,
            settings.matches_per_address,
            settings.matches_per_account,
            or_(*(match.phase == phase for phase in _UNFINISHED)),
            "You have {} unfinished matches; finish or leave some first.",
        )
        self.rules = Quota(
            "rules",
            schema.rules,
            rule.origin,
            rule.account,
            settings.rules_per_address,
            settings.rules_per_account,
            true(),
            "You have uploaded {} games, and there may be no more.",
        )
        self.heroes = Quota(
            "heroes",
            schema.heroes,
            hero.origin,
            hero.account,
            settings.heroes_per_address,
            settings.heroes_per_account,
            true(),
            "You keep {} heroes; delete some of them first.",
        )

    async def check(self, quota: Quota, origin: Origin, account: str | None = None) -> None:
        """Make sure that there may be one more; ``account`` is counted even if it is a guest's.

        :raises Problem: there may not
        """
        mine = account or origin.account
        if quota.name not in self._counts:
            self._counts[quota.name] = quota.counts()
        of_address, of_account = self._counts[quota.name]
        counts = [("address", of_address, origin.address, quota.per_address)]
        if mine is not None:
            counts.append(("account", of_account, mine, quota.per_account))
        for whose, query, whom, most in counts:
            ((there,),) = await self._lookup.rows(query, {"whom": whom})
            if there >= most:
                REJECTED.labels(f"{quota.name}-per-{whose}").inc()
                raise Problem(429, f"too-many-{quota.name}", quota.detail.format(there))

    @asynccontextmanager
    async def one_more(
        self, quota: Quota, origin: Origin, account: str | None = None
    ) -> AsyncIterator[None]:
        """Room for one more while it is being made: nobody makes two of the last one.

        :raises Problem: there is none
        """
        lock = self._locks.setdefault(origin.address, asyncio.Lock())
        async with lock:
            await self.check(quota, origin, account)
            yield
