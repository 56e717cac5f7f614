"""Where the lines of a player come from: a terminal with completion and history, or a pipe.

On a terminal Python's own readline reads, where the system has one; piped input is read line by
line and echoed behind its prompt, so that a transcript looks the same as what a player sees.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

import click

_LONGEST_LINE = 10_000
_REMEMBERED = 1_000
"""Lines of matches before that the arrows find."""


class LineReader(Protocol):
    """Asks for a line at a time."""

    def ask(self, prompt: str) -> str:
        """The next line.

        :raises EOFError: there are no more
        :raises KeyboardInterrupt: the person wants to stop
        """

    def hand_over(self, name: str) -> None:
        """Let another person take the seat in front of the screen, who may see other things."""


def open_reader(complete: Callable[[str], Iterable[str]]) -> LineReader:
    """A reader for this process; ``complete`` gives the lines that a typed beginning can become."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return _Terminal(complete)
    return _Pipe()


class _Pipe:
    def ask(self, prompt: str) -> str:
        line = sys.stdin.readline(_LONGEST_LINE)
        if not line:
            raise EOFError
        line = line.strip()
        click.echo(f"{prompt}{line}")
        return line

    def hand_over(self, name: str) -> None:
        pass


class _Terminal:
    def __init__(self, complete: Callable[[str], Iterable[str]]) -> None:
        _complete_and_remember(complete)

    def ask(self, prompt: str) -> str:
        return input(prompt).strip()[:_LONGEST_LINE]

    def hand_over(self, name: str) -> None:
        click.clear()
        input(f"{name} is next. Press Enter when only {name} looks here. ")
        click.clear()


def _complete_and_remember(complete: Callable[[str], Iterable[str]]) -> None:
    """Let the tab key complete whole lines, and the arrows find lines of before."""
    try:
        import readline
    except ImportError:  # where a system has none, its terminal may still know the last lines
        return

    found: list[str] = []

    def nth(typed: str, number: int) -> str | None:
        if number == 0:
            found[:] = complete(typed)
        return found[number] if number < len(found) else None

    readline.set_completer(nth)
    readline.set_completer_delims("")
    edited = "libedit" in (readline.__doc__ or "")  # what macOS has instead, with other words
    readline.parse_and_bind("bind ^I rl_complete" if edited else "tab: complete")
    if place := _history_file():
        with contextlib.suppress(OSError):  # no such file, or one that readline cannot read
            readline.read_history_file(place)
        atexit.register(_keep_history, place)


def _keep_history(place: Path) -> None:
    import readline

    readline.set_history_length(_REMEMBERED)
    with contextlib.suppress(OSError):
        readline.write_history_file(place)


def _history_file() -> Path | None:
    """Where lines typed before are kept; ``None`` where that place cannot be written."""
    try:
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        place = Path(home) / "spielwerk" / "lines"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    except (OSError, RuntimeError):
        return None
    return place
