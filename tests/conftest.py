"""For all tests."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells let jobs in the background ignore Ctrl-C, and so would all programs that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
