"""Processes with limits that answer questions: for rules of strangers and players that think.

Questions and answers are JSON objects. A process that takes too long, needs too much memory, says
too much or breaks down is killed, and the next question starts another. Asking blocks; for those
who cannot wait a thread does it (:meth:`Confined.submit`, :meth:`Confined.asked`).
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from queue import LifoQueue
from subprocess import Popen
from threading import Lock, Thread, Timer
from types import TracebackType
from typing import Any

from spielwerk.confinement import platform
from spielwerk.confinement.child import BOOT, OUT_OF_MEMORY
from spielwerk.confinement.crew import Crew
from spielwerk.confinement.errors import error_from_json
from spielwerk.core import Json, LimitExceeded, SpielwerkError

_CHUNK = 1 << 16
_STOPPED = "It was stopped."
_BUSY = 12
"""How many times as long as it may work a process is waited for on a busy machine."""
_MOMENT = 0.02
"""Seconds of work that do not count."""


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
    """Whether it may start processes and knows our settings."""
    polite: bool = True
    """Whether it lets others go first; whoever is awaited by a clock should not."""
    crew: Crew | None = None
    """With whom it shares the places for processes; alone, it has as many as it likes."""
    stays: bool = False
    """Whether it keeps its place while nobody asks, because it remembers something."""


class Overrun(LimitExceeded):
    """A process broke its limits and was stopped; the message says which."""


class HeldUp(Overrun):
    """A process was stopped, or never began, because the machine had no time for it."""


class Confined:
    """At most so many processes that answer the same kind of questions, started when asked.

    A question goes to the free process that answered last, since that knows most.
    """

    def __init__(self, answering: str, limits: Limits | None = None, most: int = 1) -> None:
        """``answering`` is the function that answers, as ``package.module:function``."""
        self.limits = limits or Limits()
        self._processes = [_Process(answering, self.limits) for _ in range(most)]
        self._free: LifoQueue[_Process] = LifoQueue()
        for process in self._processes:
            self._free.put(process)

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
        asking = self._asking(question, seconds)
        asking.run()
        return asking.future.result()

    async def asked(
        self, question: Mapping[str, Json], seconds: float | None = None
    ) -> dict[str, Any]:
        """The same for the event loop. Whoever is cancelled has the process stopped."""
        import asyncio  # which takes longer to load than the rest of this package

        asking = self._asking(question, seconds)
        asking.start()
        try:
            return await asyncio.wrap_future(asking.future)
        except asyncio.CancelledError:
            asking.give_up()
            raise

    def submit(
        self, question: Mapping[str, Json], seconds: float | None = None
    ) -> Future[dict[str, Any]]:
        """The same as a future."""
        asking = self._asking(question, seconds)
        asking.start()
        return asking.future

    def kill(self) -> None:
        """Stop all processes at once; whoever still waits for one, or asks later, gets another."""
        for process in self._processes:
            process.kill()

    def _asking(self, question: Mapping[str, Json], seconds: float | None) -> _Asking:
        line = json.dumps(question).encode() + b"\n"
        return _Asking(self._free, line, self.limits.seconds if seconds is None else seconds)


class _Asking(Thread):
    """A question on its way: it waits for a free process, and for the answer."""

    def __init__(self, free: LifoQueue[_Process], line: bytes, seconds: float | None) -> None:
        super().__init__(name="asks a process", daemon=True)
        self.future: Future[dict[str, Any]] = Future()
        self._free = free
        self._line = line
        self._seconds = seconds
        self._process: _Process | None = None

    def run(self) -> None:
        self._process = self._free.get()
        try:
            if self.future.set_running_or_notify_cancel():
                self.future.set_result(self._process.ask(self._line, self._seconds))
        except SpielwerkError as problem:
            self.future.set_exception(problem)
        finally:
            self._free.put(self._process)

    def give_up(self) -> None:
        """Nobody wants to know any more."""
        if not self.future.cancel() and self._process is not None:
            self._process.stop(self._line, Overrun(_STOPPED))


class _Process:
    """One process after the other, asked one question at a time."""

    def __init__(self, answering: str, limits: Limits) -> None:
        self._answering = answering
        self._limits = limits
        self._running: Popen[bytes] | None = None
        self._said = bytearray()
        self._lock = Lock()
        self._line: bytes | None = None
        """The question that it is at."""
        self._stopped: Overrun | None = None
        """Why that was given up."""

    def ask(self, line: bytes, seconds: float | None) -> dict[str, Any]:
        """The answer to a question.

        :raises Overrun: a limit was broken, and the process is gone
        :raises SpielwerkError: what the answering function raised on purpose
        """
        crew, limits = self._limits.crew, self._limits
        if crew is not None and not crew.begin(self, self._give_way, seconds, stays=limits.stays):
            raise HeldUp("All processes for such questions were busy; try again later.")
        with self._lock:
            self._line, self._stopped = line, None
        said = None
        try:
            if not self._lives() or (said := self._answer(line, seconds)) is None:
                with self._timer(self._limits.start_seconds, "It was not ready within"):
                    self._start()
                if (said := self._answer(line, seconds)) is None:
                    raise Overrun(self._death())
        except Overrun as problem:
            raise self._stopped or problem from None
        finally:
            with self._lock:
                self._line = None
                if said is None or self._stopped:
                    self._end()
            if crew is not None:
                (crew.rest if self._running is not None else crew.leave)(self)
        if isinstance(said, SpielwerkError):
            raise said
        return said

    def _lives(self) -> bool:
        """Whether there is a process, as far as the system has told."""
        return self._running is not None and self._running.poll() is None

    def _answer(self, line: bytes, seconds: float | None) -> dict[str, Any] | SpielwerkError | None:
        """What it says to a question; nothing if it died before it could hear one."""
        with self._timer(seconds, "It took longer than"):
            heard = self._tell(line) and self._read() is not None
            return self._hear() if heard else None

    def stop(self, line: bytes, why: Overrun) -> None:
        """Kill the process, if it is still at this very question."""
        with self._lock:
            if self._line is line:
                self._stopped = why
                if self._running is not None:
                    platform.kill(self._running)

    def kill(self) -> None:
        """Kill the process, whatever it does."""
        if (line := self._line) is not None:
            self.stop(line, Overrun(_STOPPED))
        with self._lock:
            gone = self._line is None
            if gone:
                self._end()
        if gone and self._limits.crew is not None:
            self._limits.crew.leave(self)

    def _give_way(self) -> None:
        """Another needs the place of this process, which nobody asks anything now."""
        with self._lock:
            self._end()

    @contextmanager
    def _timer(self, seconds: float | None, late: str) -> Iterator[None]:
        """Give up a question that takes longer than it may.

        What counts is what the process worked, where the system tells: on a busy machine it waits
        its turn, and that is not its fault. Nobody waits for ever, though.
        """
        if seconds is None:
            yield
            return
        watch = _Watch(self, self._line, seconds, f"{late} {seconds:g} seconds.")
        watch.look_in(seconds)
        try:
            yield
        finally:
            watch.end()

    def work_done(self) -> tuple[float, bool] | None:
        """What the running process has worked, and whether it wants to go on; if that is known."""
        running = self._running
        return None if running is None else platform.work_done(running)

    def _start(self) -> None:
        limits = self._limits
        allowed = limits.memory, limits.trusted, limits.polite
        told = [self._answering, *map(json.dumps, allowed)]
        command = [sys.executable, "-P", "-c", BOOT, *told, *sys.path]
        with self._lock:
            self._end()
            if self._stopped:
                raise self._stopped
            try:
                self._running = platform.start(command, _environment(limits.trusted))
            except OSError as problem:
                raise Overrun(f"It cannot be started: {problem}.") from None
        if isinstance(said := self._hear(), SpielwerkError):  # else that it is ready
            raise said

    def _end(self) -> None:
        """Kill the process, if there is one, and bury it."""
        process, self._running = self._running, None
        self._said.clear()
        if process is not None:
            platform.kill(process)
            with process:  # closes its pipes and waits for it
                pass

    def _tell(self, line: bytes) -> bool:
        """Whether there was somebody to take a question."""
        assert self._running is not None, "a process is asked after it was started"
        assert self._running.stdin is not None, "its input is a pipe"
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[self._running.stdin.write(rest) :]
        except OSError:
            return False
        return True

    def _hear(self) -> dict[str, Any] | SpielwerkError:
        """What the process answers, or raises on purpose."""
        if (line := self._read()) is None:
            raise Overrun(self._death())
        try:
            reply = json.loads(line)
            if "broken" in reply:
                raise Overrun(f"It broke down: {reply['broken']}")
            if "error" in reply:
                return error_from_json(reply["error"])
            return dict(reply["answer"].items())
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
            raise Overrun("It said nothing sensible.") from None

    def _read(self) -> bytes | None:
        """The next line that the process says; nothing if it is gone."""
        assert self._running is not None, "a process is read after it was started"
        assert self._running.stdout is not None, "its output is a pipe"
        while (end := self._said.find(b"\n")) < 0:
            if len(self._said) > self._limits.answer:
                raise Overrun(f"It said more than {self._limits.answer:,} bytes at once.")
            chunk = self._running.stdout.read(_CHUNK)
            if not chunk:
                return None
            self._said += chunk
        line = bytes(self._said[:end])
        del self._said[: end + 1]
        return line

    def _death(self) -> str:
        """Why the process is gone, as far as its end tells."""
        assert self._running is not None, "there was one"
        platform.kill(self._running)  # first what it has started; of itself this changes nothing
        status = self._running.wait()
        most = "" if self._limits.memory is None else f"{self._limits.memory / 1e6:,.0f} MB"
        if status == OUT_OF_MEMORY and most:
            return f"It needed more than {most} of memory."
        perhaps = f", maybe as it needed more than {most} of memory" if most else ""
        return f"Its process ended with status {status}{perhaps}."


def _environment(trusted: bool) -> dict[str, str]:
    """The environment; the address of our database is none of a stranger's business."""
    if trusted:
        return dict(os.environ)
    told = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("SPIELWERK_") or key == "SPIELWERK_CACHE"
    }
    return {**told, "OMP_NUM_THREADS": "1"}


class _Watch:
    """Looks after a while whether a question has had its time, and then again."""

    def __init__(self, process: _Process, line: bytes | None, seconds: float, late: str) -> None:
        self._process, self._line, self._late = process, line, late
        self._seconds = seconds
        self._before = self._last = (process.work_done() or (0.0, False))[0]
        self._until = time.monotonic() + _BUSY * seconds
        self._timer: Timer | None = None
        self._over = False

    def look_in(self, seconds: float) -> None:
        """Look again in so many seconds."""
        if self._over:
            return
        self._timer = Timer(seconds, self._look)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """There is an answer."""
        self._over = True
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        worked, wants = self._process.work_done() or (self._before + self._seconds, False)
        left = self._seconds - (worked - self._before)
        waits = self._until - time.monotonic()
        held_up = wants or worked - self._last > _MOMENT
        self._last = worked
        if held_up and left > _MOMENT and waits > 0:
            self.look_in(min(left, waits))
        elif self._line is not None:
            kind = HeldUp if held_up and left > _MOMENT else Overrun
            self._process.stop(self._line, kind(self._late))
