"""What goes wrong again and again: one line in the log for each incident, and one when it is over.

Whoever tries something says how it went, as often as they like.
"""

from __future__ import annotations

import logging
import time

_QUIET = 60.0
"""Seconds without another failure after which a further one is a new incident."""


class Incident:
    """One kind of failure."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        """``what`` is said in the log."""
        self._log = log
        self._what = what
        self._since: float | None = None
        """When it failed last, if it has not gone well since."""

    def failed(self, problem: object) -> None:
        """It did not go well."""
        now = time.monotonic()
        if self._since is None or now - self._since > _QUIET:
            self._log.error("%s: %s", self._what, problem)
        self._since = now

    def went_well(self) -> None:
        """It did."""
        if self._since is not None:
            self._since = None
            self._log.warning("%s: that is over", self._what)
