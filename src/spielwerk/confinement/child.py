"""Inside a confined process: limits upon itself, then questions and answers, one JSON a line.

It is told on its command line which function answers and what it may use. An error raised on
purpose is an answer; any other ends the process, and so does the end of its input, wherever it is
just then: nobody is left who wants to know.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from spielwerk.confinement import platform
from spielwerk.confinement.errors import error_to_json
from spielwerk.core import LimitExceeded, SpielwerkError, part_missing

BOOT = f"import sys; sys.path[:] = sys.argv[5:]; from {__name__} import main; main()"
"""What Python runs: it finds modules where whoever started it does."""
OUT_OF_MEMORY = 3
"""The exit status of a process that needed too much."""
HEARD = b""
"""The line it says when a question has arrived, before it answers: if it dies without having said
so, that is not for what it was asked."""

Answering = Callable[[dict[str, Any]], dict[str, Any]]


def main() -> None:
    """Answer until nobody asks any more."""
    answering, *said = sys.argv[1:5]
    memory, trusted, polite = map(json.loads, said)
    platform.die_with_parent()
    questions, out = _own_streams()
    try:
        answer = _function(answering)
    except Exception as problem:
        _say(out, _broken(problem))
        return
    lines = _read_on(questions)
    _confine(memory, trusted, polite)
    _say(out, {"answer": {}})
    while True:
        line = lines.get()
        _send(out, HEARD)
        _say(out, _reply(answer, line))


def _function(name: str) -> Answering:
    module, _, function = name.partition(":")
    answering: Answering = getattr(import_module(module), function)
    return answering


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """The way in and out, which nobody else here knows: what is printed goes nowhere."""
    ours = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    return ours


def _read_on(questions: BinaryIO) -> SimpleQueue[bytes]:
    """Questions as they come, read beside the work so that their end is noticed at any time."""
    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in questions:
            lines.put(line)
        os._exit(0)

    Thread(target=read, daemon=True).start()
    return lines


def _confine(memory: int | None, trusted: bool, polite: bool) -> None:
    if polite:
        platform.yield_processor()
    if not trusted:
        platform.forbid_processes()
    if memory is not None:
        platform.limit_memory(memory)


def _reply(answer: Answering, line: bytes) -> dict[str, Any]:
    try:
        return {"answer": answer(json.loads(line))}
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except SpielwerkError as problem:
        return {"error": error_to_json(problem)}
    except RecursionError:
        return {"error": error_to_json(LimitExceeded("It goes too deep."))}
    except (Exception, SystemExit) as problem:
        return _broken(problem)


def _broken(problem: BaseException) -> dict[str, Any]:
    if isinstance(problem, ImportError) and (missing := part_missing(problem)) is not None:
        return {"error": error_to_json(missing)}
    return {"broken": f"{type(problem).__name__}: {problem}"[:200]}


def _say(out: BinaryIO, body: dict[str, Any]) -> None:
    try:
        line = json.dumps(body).encode()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except (TypeError, ValueError, RecursionError) as problem:
        line = json.dumps(_broken(problem)).encode()
    _send(out, line)


def _send(out: BinaryIO, line: bytes) -> None:
    out.write(line + b"\n")
    out.flush()
