"""The server's log: lines for people, or one JSON object a line for machines.

No secret is ever logged: requests stand there by their route, not by their address.
"""

from __future__ import annotations

import json
import logging
import sys
import time


class _JsonLines(logging.Formatter):
    """One JSON object a line; what was given as ``extra={"facts": {...}}`` becomes its fields."""

    def format(self, record: logging.LogRecord) -> str:
        body: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            body["trace"] = self.formatException(record.exc_info)
        return json.dumps(body)


class _Lines(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{key}={value}" for key, value in getattr(record, "facts", {}).items())
        return f"{super().format(record)} {facts}".rstrip()


def set_up_logs(form: str) -> None:
    """Log to standard error, as ``text`` (warnings and worse) or ``json`` (everything)."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines() if form == "json" else _Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO if form == "json" else logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # what strangers say wrong, they are told
