"""What those need who run the server: limits, numbers, a log, and memory that is kept tidy."""

from spielwerk.server.operation.limits import AddressLimits, Bucket
from spielwerk.server.operation.logs import set_up_logs
from spielwerk.server.operation.metrics import (
    CONTENT_TYPE,
    ORDER_SECONDS,
    ORDERS,
    REQUESTS,
    SOCKETS,
    TABLES,
    UNTHOUGHT,
    exposition,
)
from spielwerk.server.operation.tidying import Tidying

__all__ = [
    "CONTENT_TYPE",
    "ORDERS",
    "ORDER_SECONDS",
    "REQUESTS",
    "SOCKETS",
    "TABLES",
    "UNTHOUGHT",
    "AddressLimits",
    "Bucket",
    "Tidying",
    "exposition",
    "set_up_logs",
]
