"""Books of others, read in a process of their own with a budget of time and memory.

Grounding cannot be interrupted and can take all memory; a process can be stopped. Questions go in
as JSON, answers come out, or a :class:`LimitExceeded` that names the budget.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Thread
from types import TracebackType
from typing import Any

from spielwerk.core import (
    Diagnostic,
    LimitExceeded,
    Severity,
    SourceError,
    Span,
    SpielwerkError,
)

__all__ = ["Budget", "Confined", "diagnostic_of"]

_MODULE = "spielwerk.languages.rulebook.confined"


@dataclass(frozen=True, slots=True)
class Budget:
    """What books of others may use for one question."""

    seconds: float = 30.0
    megabytes: int = 1_000


class Confined:
    """A process that answers questions about books, and is stopped where it exceeds its budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._process = subprocess.Popen(
            [sys.executable, "-m", _MODULE, str(budget.megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        self._lines: Queue[str] = Queue()
        Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Confined:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question.

        :raises LimitExceeded: it took too long or too much memory; the process is stopped
        :raises SpielwerkError: what was wrong with the question
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self.budget.seconds)
        except (Empty, OSError):
            self._process.kill()
            raise LimitExceeded(
                f"The rulebooks were not read within {self.budget.seconds:g} seconds. A rule that "
                "counts on for ever or combines everything with everything does that."
            ) from None
        if not line:
            raise LimitExceeded(
                f"The rulebooks need more than {self.budget.megabytes:,} MB of memory. A rule that "
                "combines everything with everything does that."
            )
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise _error_of(reply)
        return reply

    def _listen(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line)
        except ValueError:  # closed while we listened
            return
        self._lines.put("")


def diagnostic_of(body: dict[str, Any]) -> Diagnostic:
    """The diagnostic that was sent as JSON."""
    span = None
    if body["file"] is not None:
        ends = (body["line"], body["column"], body["end_line"], body["end_column"])
        span = Span(body["file"], *ends)
    severity = Severity(body["severity"])
    return Diagnostic(body["code"], severity, body["message"], span, body["hint"])


def _error_of(reply: dict[str, Any]) -> SpielwerkError:
    from spielwerk.languages.rulebook.hero import HeroError, HeroProblem

    if reply["error"] == "source":
        return SourceError([diagnostic_of(d) for d in reply["diagnostics"]])
    if reply["error"] == "hero":
        return HeroError([HeroProblem(p["where"], p["message"]) for p in reply["problems"]])
    if reply["error"] == "memory":
        return LimitExceeded("The rulebooks need more memory than they may use.")
    return SpielwerkError(reply["message"])


def _serve() -> None:
    """Answer questions line by line until nobody asks any more."""
    from spielwerk.languages.rulebook.questions import answer
    from spielwerk.languages.rulebook.shelf import library

    _limit(int(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(_reply(line, lambda question: answer(question, library()))), flush=True)


def _reply(line: str, answer: Any) -> dict[str, Any]:
    from spielwerk.languages.rulebook.hero import HeroError

    try:
        reply: dict[str, Any] = answer(json.loads(line))
    except MemoryError:
        os._exit(3)
    except SourceError as problem:
        return {"error": "source", "diagnostics": [d.to_json() for d in problem.diagnostics]}
    except HeroError as problem:
        return {"error": "hero", "problems": [p.to_json() for p in problem.problems]}
    except SpielwerkError as problem:
        return {
            "error": "memory" if "bad_alloc" in str(problem) else "other",
            "message": str(problem),
        }
    return reply


def _limit(megabytes: int) -> None:
    with open("/proc/self/statm", encoding="ascii") as status:
        used = int(status.read().split()[0]) * resource.getpagesize()
    most = used + megabytes * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(10)


if __name__ == "__main__":
    _serve()
