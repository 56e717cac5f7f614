"""What can go wrong, as a tree that callers can tell apart.

::

    SpielwerkError
    ├── SourceError          a source was refused; carries its diagnostics
    ├── UnknownGame          no game of that name; carries suggestions
    ├── MoveError
    │   ├── MoveSyntaxError  the text is not a move of this game
    │   ├── IllegalMove      a move, but not a legal one now; carries an explanation
    │   └── NotYourTurn      this role does not choose now
    ├── NotOver              an outcome was asked of a state that is not over
    ├── RecordError          a record or save file does not fit; carries the line
    ├── ConformanceError     a game breaks a promise of the contract
    └── LimitExceeded        a stated limit of time, size or depth was hit

Messages say what is wrong, where, and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core.explanation import Explanation
from spielwerk.core.source import Diagnostic


class SpielwerkError(Exception):
    """The root of everything Spielwerk raises on purpose."""


class SourceError(SpielwerkError):
    """A source text was refused; ``diagnostics`` say what is wrong and where."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(str(d) for d in diagnostics))
        self.diagnostics = tuple(diagnostics)


class UnknownGame(SpielwerkError):
    """No game of this name is known; ``suggestions`` are the nearest names."""

    def __init__(self, name: str, suggestions: Sequence[str] = ()) -> None:
        near = f" Did you mean {' or '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"There is no game called '{name}'.{near} 'spielwerk games' lists all.")
        self.name = name
        self.suggestions = tuple(suggestions)


class MoveError(SpielwerkError):
    """Something is wrong with a move."""


class MoveSyntaxError(MoveError):
    """The text is not a move of this game at all."""


class IllegalMove(MoveError):
    """The move is not legal in this state; ``explanation`` says why."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(str(explanation))
        self.explanation = explanation


class NotYourTurn(MoveError):
    """The role does not choose in this state."""


class NotOver(SpielwerkError):
    """The outcome of a state was asked for that is not over."""


class RecordError(SpielwerkError):
    """A record does not fit its game or was damaged; ``line`` is where (from 1)."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line is not None else message)
        self.line = line


class ConformanceError(SpielwerkError):
    """A game breaks a promise of the contract; the message says which, what was seen, and where."""


class LimitExceeded(SpielwerkError):
    """A stated limit was hit. The message names the limit and how to raise it."""
