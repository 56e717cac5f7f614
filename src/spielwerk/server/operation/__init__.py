"""What those need who run the server: limits, numbers, a log, and memory that is kept tidy."""

from spielwerk.server.operation.health import Wellbeing
from spielwerk.server.operation.lag import LoopWatch
from spielwerk.server.operation.limits import (
    AddressLimits,
    AddressLoads,
    Bucket,
    household,
    whose,
)
from spielwerk.server.operation.logs import set_up_logs
from spielwerk.server.operation.metrics import (
    CONNECTIONS,
    CONTENT_TYPE,
    MOVES,
    ORDER_SECONDS,
    ORDERS,
    PROCESSES,
    REJECTED,
    REQUESTS,
    SOCKETS,
    TABLES,
    UNTHOUGHT,
    exposition,
)
from spielwerk.server.operation.tidying import Tidying
from spielwerk.server.operation.turns import Turns

__all__ = [
    "CONNECTIONS",
    "CONTENT_TYPE",
    "MOVES",
    "ORDERS",
    "ORDER_SECONDS",
    "PROCESSES",
    "REJECTED",
    "REQUESTS",
    "SOCKETS",
    "TABLES",
    "UNTHOUGHT",
    "AddressLimits",
    "AddressLoads",
    "Bucket",
    "LoopWatch",
    "Tidying",
    "Turns",
    "Wellbeing",
    "exposition",
    "household",
    "set_up_logs",
    "whose",
]
