"""For all tests."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# How long an example takes says more about the machine's other work than about the example.
settings.register_profile(
    "any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-machine")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells let jobs in the background ignore Ctrl-C, and so would all programs that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
