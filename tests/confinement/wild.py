"""What a confined process may be asked to do in the tests, most of it bad."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any

from spielwerk.core import Diagnostic, LimitExceeded, MoveSyntaxError, Severity, SourceError, Span
from spielwerk.core.errors import UnknownGame

asked = 0


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer, if there is one."""
    global asked
    asked += 1
    return globals()["do_" + question["do"]](question)


def do_echo(question: dict[str, Any]) -> dict[str, Any]:
    return {**question, "pid": os.getpid(), "asked": asked}


def do_miss_a_part(question: dict[str, Any]) -> dict[str, Any]:
    raise ModuleNotFoundError("No module named 'numba'", name="numba")


def do_environment(question: dict[str, Any]) -> dict[str, Any]:
    return dict(os.environ)


def do_sleep(question: dict[str, Any]) -> dict[str, Any]:
    time.sleep(question["seconds"])
    return {}


def do_spin(question: dict[str, Any]) -> dict[str, Any]:
    while True:
        pass


def do_hold_the_lock(question: dict[str, Any]) -> dict[str, Any]:
    """One call that lets no other thread of its process run."""
    return {"sum": sum(range(10**12))}


def do_eat(question: dict[str, Any]) -> dict[str, Any]:
    return {"bytes": len(bytearray(question["bytes"]))}


def do_print(question: dict[str, Any]) -> dict[str, Any]:
    for stream in (sys.stdout, sys.stderr):
        print("spam\n" * 100_000, file=stream, flush=True)
    os.write(1, b'{"answer": {"forged": true}}\n')
    return {"read": sys.stdin.read()}


def do_flood(question: dict[str, Any]) -> dict[str, Any]:
    return {"much": "x" * question["bytes"]}


def do_babble(question: dict[str, Any]) -> dict[str, Any]:
    """Write to whatever is open, for ever."""
    while True:
        for stream in range(3, 12):
            try:
                os.write(stream, question["text"].encode())
            except OSError:
                continue


def do_exit(question: dict[str, Any]) -> dict[str, Any]:
    sys.exit(3)


def do_die(question: dict[str, Any]) -> dict[str, Any]:
    os._exit(9)


def do_fail(question: dict[str, Any]) -> dict[str, Any]:
    raise KeyError("a mistake of ours")


def do_recurse(question: dict[str, Any]) -> dict[str, Any]:
    return do_recurse(question)


def do_nonsense(question: dict[str, Any]) -> Any:
    return [1, 2, 3]


def do_unspeakable(question: dict[str, Any]) -> Any:
    return {"set": {1, 2}}


def do_multiply(question: dict[str, Any]) -> dict[str, Any]:
    """Start processes that would go on for a minute, and wait for none."""
    line = [sys.executable, "-c", "import time; time.sleep(60)"]
    children = [subprocess.Popen(line).pid for _ in range(question["times"])]
    if question.get("then") == "die":
        os._exit(9)
    return {"children": children}


def do_refuse(question: dict[str, Any]) -> dict[str, Any]:
    place = Span("rules.gdl", 2, 1, 2, 5)
    match question["how"]:
        case "source":
            raise SourceError([Diagnostic("code", Severity.ERROR, "Wrong.", place, "Do so.")])
        case "move":
            raise MoveSyntaxError("This is no move.")
        case "limit":
            raise LimitExceeded("Too much.")
        case _:
            raise UnknownGame("chss", ["chess"])


def do_work(question: dict[str, Any]) -> dict[str, Any]:
    """Use a processor for so long, however often others use it meanwhile."""
    until = time.process_time() + question["seconds"]
    while time.process_time() < until:
        pass
    return {"worked": True}
