"""A process with hard limits that answers questions: for players that think and rules of strangers.

Questions and answers are JSON objects, one a line. A process that takes too long, needs too much
memory, says too much or dies is killed, and the next question starts another. Nothing it does
slows the event loop, and it yields the processor to those who serve people.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from typing import Any

from spielwerk.core import SpielwerkError

__all__ = ["Confined", "Overrun"]

_MAX_LINE = 4_000_000
"""Bytes of one answer."""
_START_SECONDS = 30.0


class Overrun(SpielwerkError):
    """The process broke its limits and was stopped; the message says which."""


class Confined:
    """One process, started when it is first asked."""

    def __init__(self, module: str, memory: int) -> None:
        """``module`` is what it runs, ``memory`` how many bytes it may need beyond its start."""
        self._module = module
        self._memory = memory
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a question; questions wait for each other.

        :raises Overrun: a limit was hit, and the process is gone
        """
        async with self._turn:
            try:
                if self._process is None:
                    async with asyncio.timeout(_START_SECONDS):
                        await self._start()
                async with asyncio.timeout(seconds):
                    return await self._exchange(question)
            except BaseException as problem:  # whatever happened, its next answer would be late
                self.kill()
                if (why := _broken(problem, seconds)) is not None:
                    raise Overrun(why) from None
                raise

    def kill(self) -> None:
        """Stop it at once."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def _start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            str(self._memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_MAX_LINE,
            env={**_harmless(os.environ), "OMP_NUM_THREADS": "1"},
        )
        await self._read()  # it says that it is ready

    async def _exchange(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process is not None, "a process is asked after it was started"
        assert self._process.stdin is not None, "its input is a pipe"
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        await self._process.stdin.drain()
        return await self._read()

    async def _read(self) -> dict[str, Any]:
        assert self._process is not None, "a process is read after it was started"
        assert self._process.stdout is not None, "its output is a pipe"
        answer = json.loads(await self._process.stdout.readuntil())
        if not isinstance(answer, dict):
            raise ValueError("an answer is an object")
        return answer


def _harmless(environment: os._Environ[str]) -> dict[str, str]:
    """The environment without our settings: the database's address is none of its business."""
    return {k: v for k, v in environment.items() if not k.startswith("SPIELWERK_")}


def _broken(problem: BaseException, seconds: float) -> str | None:
    """Which limit was broken, if it was one."""
    match problem:
        case TimeoutError():
            return f"It took longer than {seconds:g} seconds."
        case asyncio.IncompleteReadError() | ConnectionError():
            return "It needed too much memory, or broke down."
        case asyncio.LimitOverrunError() | ValueError():
            return "It said too much, or nothing sensible."
    return None
