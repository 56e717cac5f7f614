"""What the server counts and measures, in the form Prometheus reads."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_REGISTRY = CollectorRegistry()

REQUESTS = Counter(
    "spielwerk_requests", "HTTP requests", ["method", "route", "status"], registry=_REGISTRY
)
ORDERS = Counter(
    "spielwerk_orders", "Commands given to matches", ["order", "result"], registry=_REGISTRY
)
ORDER_SECONDS = Histogram(
    "spielwerk_order_seconds",
    "From a command until what it brought about is safe",
    registry=_REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
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
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
)
PROCESSES = Gauge("spielwerk_processes", "Processes for what strangers bring", registry=_REGISTRY)
CONNECTIONS = Gauge("spielwerk_connections", "Open connections", registry=_REGISTRY)
MOVES = Counter("spielwerk_moves", "Moves that were made", registry=_REGISTRY)
SOCKETS = Gauge("spielwerk_sockets", "Open WebSockets", registry=_REGISTRY)
TABLES = Gauge("spielwerk_tables", "Matches in memory", registry=_REGISTRY)


def exposition() -> bytes:
    """All of it, as Prometheus reads it."""
    return generate_latest(_REGISTRY)
