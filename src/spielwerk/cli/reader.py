"""Where the lines of a player come from: a terminal with completion and history, or a pipe.

On a terminal prompt_toolkit reads; piped input is read line by line and echoed behind its
prompt, so that a transcript looks the same as what a player sees.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

_LONGEST_LINE = 10_000


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
        self._session = _session(complete)

    def ask(self, prompt: str) -> str:
        return self._session.prompt(prompt).strip()[:_LONGEST_LINE]

    def hand_over(self, name: str) -> None:
        click.clear()
        self._session.prompt(f"{name} is next. Press Enter when only {name} looks here. ")
        click.clear()


def _session(complete: Callable[[str], Iterable[str]]) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import FileHistory, History, InMemoryHistory

    class Lines(Completer):
        def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
            typed = document.text_before_cursor
            return [Completion(line, -len(typed)) for line in complete(typed)]

    history: History = InMemoryHistory()
    if place := _history_file():
        history = FileHistory(str(place))
    return PromptSession(history=history, completer=Lines(), complete_while_typing=False)


def _history_file() -> Path | None:
    """Where lines typed before are kept; ``None`` where that place cannot be written."""
    try:
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        place = Path(home) / "spielwerk" / "history"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    except (OSError, RuntimeError):
        return None
    return place
