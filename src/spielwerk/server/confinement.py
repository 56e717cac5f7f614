"""Inside a confined process: limits upon itself, then questions and answers line by line."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any

from spielwerk.core import SpielwerkError

__all__ = ["answer_questions"]

_DIE_WITH_PARENT = 1
"""Linux's PR_SET_PDEATHSIG: a server that was killed leaves nobody behind who thinks for ever."""
_NICE = 10
"""Serving people comes first."""


def answer_questions(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer until nobody asks any more. The memory allowed stands on the command line.

    An error we raise on purpose is an answer; running out of memory ends the process.
    """
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # whatever rules or players print goes nowhere
    _confine(int(sys.argv[1]))
    _say(out, {"ready": True})
    for line in sys.stdin:
        try:
            reply = answer(json.loads(line))
        except MemoryError:
            os._exit(3)
        except SpielwerkError as problem:
            reply = {"error": str(problem)}
        except RecursionError:
            reply = {"error": "It goes too deep."}
        _say(out, reply)


def _say(out: Any, body: dict[str, Any]) -> None:
    out.write(json.dumps(body) + "\n")
    out.flush()


def _confine(memory: int) -> None:
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    os.nice(_NICE)
    with open("/proc/self/statm", encoding="ascii") as status:
        used = int(status.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
