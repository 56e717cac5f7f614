"""Where questions of editors are answered: processes with limits, away from whoever asks.

One kind of process checks, which may take a while; another answers what somebody waits for while
typing, so that neither holds up the other. Questions go in, values of the core come out.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from spielwerk.confinement import Confined, Limits
from spielwerk.core import WordedDiagnostic
from spielwerk.editor.answers import converter

_ANSWERING = "spielwerk.editor.answers:answer"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AskedText:
    """A text that is asked about."""

    language: str
    text: str
    file: str
    folder: Path | None = None
    others: Mapping[str, str] = field(default_factory=dict)
    """The other texts that stand in the editor, by the paths of their files."""
    seconds: float | None = None
    """How long an answer may take, if less than the limit of the desk."""

    def to_json(self) -> dict[str, Any]:
        return {
            "language": self.language,
            "text": self.text,
            "file": self.file,
            "folder": None if self.folder is None else str(self.folder),
            "others": dict(self.others),
        }


class Desk:
    """The processes that answer."""

    def __init__(self, limits: Limits, checkers: int = 1) -> None:
        self._limits = limits
        self._checkers = Confined(_ANSWERING, limits, checkers)
        self._answerers = Confined(_ANSWERING, limits)
        self._turn: AbstractAsyncContextManager[object] = nullcontext()

    def in_turn(self, turn: AbstractAsyncContextManager[object]) -> Desk:
        """The same desk for somebody who waits for a turn before each question."""
        desk = copy(self)
        desk._turn = turn
        return desk

    async def check(self, text: AskedText) -> list[WordedDiagnostic]:
        """What is wrong with a text.

        :raises SpielwerkError: it cannot be checked within the limits
        """
        async with self._turn:
            said = await self._checkers.asked(
                {"ask": "check", **text.to_json()}, self._seconds(text)
            )
        found: list[WordedDiagnostic] = converter().structure(
            said["answer"], list[WordedDiagnostic]
        )
        return found

    async def draw(self, text: AskedText, show: str | None) -> dict[str, Any]:
        """A picture of the rules as ``svg``, and all ``kinds`` there are; see ``Language.draw``.

        :raises SpielwerkError: they cannot be drawn within the limits
        """
        async with self._turn:
            question = {"ask": "draw", **text.to_json(), "show": show}
            said = await self._checkers.asked(question, self._seconds(text))
        found: dict[str, Any] = said["answer"]
        return found

    async def ask(self, ask: str, text: AskedText, kind: type[T], **more: Any) -> T | None:
        """What the language says about a text; nothing where it says nothing.

        :raises SpielwerkError: the question means nothing, or takes too long
        """
        async with self._turn:
            question = {"ask": ask, **text.to_json(), **more}
            said = await self._answerers.asked(question, self._seconds(text))
        if said["answer"] is None:
            return None
        found: T = converter().structure(said["answer"], kind)
        return found

    def _seconds(self, text: AskedText) -> float | None:
        given = [one for one in (self._limits.seconds, text.seconds) if one is not None]
        return min(given, default=None)

    def close(self) -> None:
        """End all processes; a further question starts another."""
        self._checkers.kill()
        self._answerers.kill()
