"""What the server counts and measures, in the form Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Counts
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_REGISTRY = CollectorRegistry()
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Tally(Collector):
    """Counts what happens at every move. Without the locks of Prometheus: only the loop counts."""

    def __init__(self, name: str, about: str, labels: tuple[str, ...] = ()) -> None:
        self._name, self._about, self._labels = name, about, labels
        self._counts: Counts[tuple[str, ...]] = Counts() if labels else Counts({(): 0})
        _REGISTRY.register(self)

    def count(self, *labels: str) -> None:
        """One more."""
        self._counts[labels] += 1

    def collect(self) -> Iterator[CounterMetricFamily]:
        """As Prometheus wants it."""
        family = CounterMetricFamily(self._name, self._about, labels=self._labels)
        for labels, count in self._counts.items():
            family.add_metric(labels, count)
        yield family


class Durations(Collector):
    """Seconds that something took at every move; likewise."""

    def __init__(self, name: str, about: str) -> None:
        self._name, self._about = name, about
        self._counts = [0] * (len(_SECONDS) + 1)
        self._sum = 0.0
        _REGISTRY.register(self)

    def observe(self, seconds: float) -> None:
        """It took so long."""
        self._counts[bisect_left(_SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """As Prometheus wants it."""
        bounds = [*map(str, _SECONDS), "+Inf"]
        buckets = list(zip(bounds, map(float, accumulate(self._counts)), strict=True))
        yield HistogramMetricFamily(self._name, self._about, buckets, self._sum)


REQUESTS = Counter(
    "spielwerk_requests", "HTTP requests", ["method", "route", "status"], registry=_REGISTRY
)
ORDERS = Tally("spielwerk_orders", "Commands given to matches", ("order", "result"))
ORDER_SECONDS = Durations(
    "spielwerk_order_seconds", "From a command until what it brought about is safe"
)
UNTHOUGHT = Counter(
    "spielwerk_unthought_moves", "Moves of machines that they had not thought", ["why"],
    registry=_REGISTRY,
)  # fmt: skip
QUEUES = Gauge("spielwerk_waiting", "Those who wait for their turn", ["queue"], registry=_REGISTRY)
WORKING = Gauge("spielwerk_working", "Places taken in a queue", ["queue"], registry=_REGISTRY)
REJECTED = Counter(
    "spielwerk_rejections", "What limits have turned away", ["limit"], registry=_REGISTRY
)
LOOP_LAG = Histogram(
    "spielwerk_loop_lag_seconds",
    "How late the event loop comes to what is due",
    registry=_REGISTRY,
    buckets=_SECONDS,
)
PROCESSES = Gauge("spielwerk_processes", "Processes for what strangers bring", registry=_REGISTRY)
CONNECTIONS = Gauge("spielwerk_connections", "Open connections", registry=_REGISTRY)
MOVES = Tally("spielwerk_moves", "Moves that were made")
SOCKETS = Gauge("spielwerk_sockets", "Open WebSockets", registry=_REGISTRY)
TABLES = Gauge("spielwerk_tables", "Matches in memory", registry=_REGISTRY)


def exposition() -> bytes:
    """All of it, as Prometheus reads it."""
    return generate_latest(_REGISTRY)
