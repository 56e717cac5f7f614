"""What only some systems have: tests that ask for it say so, and are skipped on the others.

The reasons stand in ``tests/skips.py`` as well, as those that no installation changes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import pytest

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="asks what only Linux tells")
posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has nothing like it")
ctrl_c = pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent differently there")


def interrupt(process: subprocess.Popen[Any]) -> None:
    """Ctrl-C for one process; on Windows, where that is for all of a terminal, its end."""
    if os.name == "nt":
        process.terminate()
    else:
        process.send_signal(signal.SIGINT)
