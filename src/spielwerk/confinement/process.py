"""Processes with limits that answer questions: for rules of strangers and players that think.

Questions and answers are JSON objects. A process that takes too long, needs too much memory, says
too much or breaks down is killed, and the next question starts another. Every process has a
thread here that starts it and talks to it; a question is a future, which blocking code waits for
(:meth:`Confined.ask`) and the event loop awaits (:meth:`Confined.asked`).
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from subprocess import Popen
from threading import Lock, Thread, Timer
from types import TracebackType
from typing import Any

from spielwerk.confinement import platform
from spielwerk.confinement.child import BOOT, OUT_OF_MEMORY
from spielwerk.confinement.errors import error_from_json
from spielwerk.core import Json, LimitExceeded, SpielwerkError

__all__ = ["Confined", "Limits", "Overrun"]

_CHUNK = 1 << 16
_STOPPED = "It was stopped."


@dataclass(frozen=True, slots=True)
class Limits:
    """What a process may use, and what it may do."""

    seconds: float | None = 30.0
    """For one answer."""
    memory: int | None = 1_000_000_000
    """Bytes beyond what it has when it is ready for questions."""
    answer: int = 4_000_000
    """Bytes of one answer."""
    start_seconds: float = 30.0
    """Until it is ready."""
    trusted: bool = False
    """Whether it may start processes, is as important as we are, and knows our settings."""


class Overrun(LimitExceeded):
    """A process broke its limits and was stopped; the message says which."""


@dataclass(slots=True, eq=False)
class _Task:
    """A question on its way."""

    line: bytes
    seconds: float | None
    future: Future[dict[str, Any]] = field(default_factory=Future)
    settled: bool = False
    """Whether somebody has decided what becomes of it."""
    worker: _Worker | None = None


class Confined:
    """At most so many processes that answer the same kind of questions, started when asked.

    A question goes to the process that answered last, if it is free, since that knows most.
    """

    def __init__(self, answering: str, limits: Limits | None = None, most: int = 1) -> None:
        """``answering`` is the function that answers, as ``package.module:function``."""
        self.limits = limits or Limits()
        self._answering = answering
        self._most = most
        self._lock = Lock()
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._waiting: deque[_Task] = deque()

    def __enter__(self) -> Confined:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def ask(self, question: Mapping[str, Json], seconds: float | None = None) -> dict[str, Any]:
        """The answer to a question, within so many seconds if other than the limit's.

        :raises Overrun: a limit was broken, and the process is gone
        :raises SpielwerkError: what the answering function raised on purpose
        """
        assert not _is_event_loop(), "the event loop does not wait: it uses asked()"
        return self.submit(question, seconds).result()

    async def asked(
        self, question: Mapping[str, Json], seconds: float | None = None
    ) -> dict[str, Any]:
        """The same for the event loop. Whoever is cancelled has the process stopped."""
        task = self._put(question, seconds)
        try:
            return await asyncio.wrap_future(task.future)
        except asyncio.CancelledError:
            self._give_up(task, _STOPPED)
            raise

    def submit(
        self, question: Mapping[str, Json], seconds: float | None = None
    ) -> Future[dict[str, Any]]:
        """The same as a future."""
        return self._put(question, seconds).future

    def kill(self) -> None:
        """Stop all processes at once, and tell those who wait; a further question starts anew."""
        with self._lock:
            workers, tasks = [*self._idle, *self._busy], list(self._waiting)
            for emptied in (self._idle, self._busy, self._waiting):
                emptied.clear()
        for worker in workers:
            worker.dismiss()
            if worker.task is not None:
                tasks.append(worker.task)
        for task in tasks:
            self._settle(task, Overrun(_STOPPED))

    def _put(self, question: Mapping[str, Json], seconds: float | None) -> _Task:
        line = json.dumps(question).encode() + b"\n"
        task = _Task(line, self.limits.seconds if seconds is None else seconds)
        with self._lock:
            if self._idle:
                self._assign(task, self._idle.pop())
            elif len(self._busy) < self._most:
                self._assign(task, self._hire())
            else:
                self._waiting.append(task)
        return task

    def _hire(self) -> _Worker:
        worker = _Worker(self._answering, self.limits)
        Thread(target=self._work, args=(worker,), name=self._answering, daemon=True).start()
        return worker

    def _assign(self, task: _Task, worker: _Worker) -> None:
        self._busy.add(worker)
        task.worker, worker.task = worker, task
        worker.inbox.put(task)

    def _work(self, worker: _Worker) -> None:
        """What a worker's thread does."""
        while (task := worker.inbox.get()) is not None:
            try:
                self._settle(task, worker.answer(task, partial(self._give_up, task)))
            except SpielwerkError as problem:
                self._settle(task, problem)
            self._next(worker)
        worker.end()

    def _next(self, worker: _Worker) -> None:
        with self._lock:
            worker.task = None
            if worker not in self._busy:
                return
            self._busy.discard(worker)
            if self._waiting:
                self._assign(self._waiting.popleft(), worker)
            else:
                self._idle.append(worker)

    def _settle(self, task: _Task, outcome: dict[str, Any] | SpielwerkError) -> None:
        with self._lock:
            first, task.settled = not task.settled, True
        if first:
            _tell(task, outcome)

    def _give_up(self, task: _Task, why: str) -> None:
        """Stop whoever works at a question. Its thread may hang for ever: others go on."""
        with self._lock:
            if task.settled:
                return
            task.settled = True
            if task.worker is None:
                self._waiting.remove(task)
            else:
                self._busy.discard(task.worker)
                task.worker.dismiss()
                if self._waiting:
                    self._assign(self._waiting.popleft(), self._hire())
        _tell(task, Overrun(why))


def _tell(task: _Task, outcome: dict[str, Any] | SpielwerkError) -> None:
    with suppress(InvalidStateError):  # nobody wants to know any more
        if isinstance(outcome, SpielwerkError):
            task.future.set_exception(outcome)
        else:
            task.future.set_result(outcome)


class _Worker:
    """One process after the other, and the thread that starts it, talks to it and buries it.

    The thread lives longer than the process, as the system ends a process together with the
    thread that started it.
    """

    def __init__(self, answering: str, limits: Limits) -> None:
        self.inbox: SimpleQueue[_Task | None] = SimpleQueue()
        self.task: _Task | None = None
        self._answering = answering
        self._limits = limits
        self._process: Popen[bytes] | None = None
        self._dismissed = False
        self._said = bytearray()

    def answer(self, task: _Task, give_up: Callable[[str], None]) -> dict[str, Any]:
        """The answer to a question; ``give_up`` is called when it takes too long.

        :raises SpielwerkError: what the process raised on purpose, or :class:`Overrun`
        """
        limits = self._limits
        try:
            if self._process is None or self._process.poll() is not None:
                with _timer(limits.start_seconds, give_up, "It was not ready within"):
                    self._start()
            with _timer(task.seconds, give_up, "It took longer than"):
                return self._exchange(task.line)
        except Overrun:
            self.end()
            raise
        except OSError as problem:
            why = self._death() if self._process else f"It cannot be started: {problem}."
            self.end()
            raise Overrun(why) from None
        except (ValueError, KeyError, TypeError, RecursionError):
            self.end()
            raise Overrun("It said nothing sensible.") from None

    def dismiss(self) -> None:
        """Kill the process from another thread; the worker's own ends."""
        self._dismissed = True
        if self._process is not None:
            platform.kill(self._process)
        self.inbox.put(None)

    def end(self) -> None:
        """Kill the process, if there is one, and bury it."""
        process, self._process = self._process, None
        if process is None:
            return
        platform.kill(process)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _start(self) -> None:
        self.end()
        self._said.clear()
        limits = self._limits
        told = [self._answering, json.dumps(limits.memory), json.dumps(limits.trusted)]
        command = [sys.executable, "-P", "-c", BOOT, *told, *sys.path]
        self._process = platform.start(command, _environment(limits.trusted))
        if self._dismissed:
            raise Overrun(_STOPPED)
        self._hear()  # that it is ready

    def _exchange(self, line: bytes) -> dict[str, Any]:
        assert self._process is not None, "a process is asked after it was started"
        assert self._process.stdin is not None, "its input is a pipe"
        rest = memoryview(line)
        while rest:
            rest = rest[self._process.stdin.write(rest) :]
        return self._hear()

    def _hear(self) -> dict[str, Any]:
        reply = json.loads(self._read())
        if "broken" in reply:
            raise Overrun(f"It broke down: {reply['broken']}")
        if "error" in reply:
            raise error_from_json(reply["error"])
        answer = reply["answer"]
        if not isinstance(answer, dict):
            raise TypeError("an answer is an object")
        return answer

    def _read(self) -> bytes:
        """The next line that the process says."""
        assert self._process is not None, "a process is read after it was started"
        assert self._process.stdout is not None, "its output is a pipe"
        while (end := self._said.find(b"\n")) < 0:
            if len(self._said) > self._limits.answer:
                raise Overrun(f"It said more than {self._limits.answer:,} bytes at once.")
            chunk = self._process.stdout.read(_CHUNK)
            if not chunk:
                raise Overrun(self._death())
            self._said += chunk
        line = bytes(self._said[:end])
        del self._said[: end + 1]
        return line

    def _death(self) -> str:
        """Why the process is gone, as far as its end tells."""
        assert self._process is not None, "there was one"
        platform.kill(self._process)  # first what it has started; of itself this changes nothing
        status = self._process.wait()
        most = "" if self._limits.memory is None else f"{self._limits.memory / 1e6:,.0f} MB"
        if status == OUT_OF_MEMORY and most:
            return f"It needed more than {most} of memory."
        perhaps = f", maybe as it needed more than {most} of memory" if most else ""
        return f"Its process ended with status {status}{perhaps}."


@contextmanager
def _timer(seconds: float | None, give_up: Callable[[str], None], late: str) -> Iterator[None]:
    if seconds is None:
        yield
        return
    timer = Timer(seconds, give_up, (f"{late} {seconds:g} seconds.",))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _environment(trusted: bool) -> dict[str, str]:
    """The environment; the address of our database is none of a stranger's business."""
    if trusted:
        return dict(os.environ)
    ours = {key: value for key, value in os.environ.items() if not key.startswith("SPIELWERK_")}
    return {**ours, "OMP_NUM_THREADS": "1"}


def _is_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
