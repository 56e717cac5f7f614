"""Limits on how much one client may ask for: rates by bucket, sockets by address."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from spielwerk.server.operation.metrics import REJECTED

_ADDRESSES = 100_000
"""How many addresses are remembered; the longest silent is forgotten first."""
_HOUSEHOLD = 64
"""Bits of an IPv6 address that tell networks apart: who has one has all addresses in it."""


def whose(scope: Scope) -> str:
    """Whom the limits of a request or a socket count for: its address, always spelled alike."""
    client = scope.get("client")
    return household(client[0]) if client else "unknown"


@lru_cache(10_000)
def household(address: str) -> str:
    """An address as limits know it: of IPv6 the network, since anybody has billions in one."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:80]
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ip_network((known, _HOUSEHOLD), strict=False))


class Bucket:
    """Holds ``burst`` tokens and refills at ``rate`` a second; whoever finds none must wait."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._then = time.monotonic()

    def take(self, tokens: int = 1) -> bool:
        """Whether there were so many tokens; if so, they are taken."""
        if self._refilled() < tokens:
            return False
        self._left -= tokens
        return True

    def debt(self) -> float:
        """Take a token now or on credit; the seconds to wait until it was there."""
        self._left = self._refilled() - 1
        return max(-self._left / self._rate, 0.0)

    def _refilled(self) -> float:
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        return self._left


class AddressLimits:
    """What each address has used of its share."""

    def __init__(self, name: str, rate: float, burst: int, sockets: int = 0) -> None:
        """``name`` is for the numbers."""
        self._name = name
        self._rate = rate
        self._burst = burst
        self._most = sockets
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._sockets: Counter[str] = Counter()

    def request(self, address: str) -> bool:
        """Whether the address may make one more request now."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
            if len(self._buckets) > _ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        if bucket.take():
            return True
        REJECTED.labels(self._name).inc()
        return False

    @contextmanager
    def socket(self, address: str) -> Iterator[bool]:
        """Count a socket while it is open; says whether the address may have it."""
        self._sockets[address] += 1
        welcome = self._sockets[address] <= self._most
        if not welcome:
            REJECTED.labels("sockets").inc()
        try:
            yield welcome
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    @property
    def sockets(self) -> int:
        """How many sockets are open in all."""
        return self._sockets.total()


class AddressLoads:
    """How much is kept in memory for each address while it waits."""

    def __init__(self, name: str, most: int) -> None:
        """``name`` is for the numbers."""
        self._name = name
        self._most = most
        self._kept: Counter[str] = Counter()

    @contextmanager
    def of(self, address: str) -> Iterator[Callable[[int], bool]]:
        """Says of so much more whether the address may have it kept, until the end."""
        mine = 0

        def more(size: int) -> bool:
            nonlocal mine
            mine += size
            self._kept[address] += size
            if self._kept[address] <= self._most:
                return True
            REJECTED.labels(self._name).inc()
            return False

        try:
            yield more
        finally:
            self._kept[address] -= mine
            if not self._kept[address]:
                del self._kept[address]
