"""Tutorials: from an empty file to a game, in steps of which each says when it is done.

A file of ``library/tutorials`` goes in, a :class:`Tutorial` comes out. What a step adds to the text
and what is asked of it are data, so that the studio, the page in ``docs/`` and the test that goes
through it cannot differ.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from spielwerk.core import Json

_TESTED = "game rules\n"
"""What tests of a step are about: the text as it is then."""


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """One step: what it says, in each language, what it changes, and when it is done."""

    title: Mapping[str, str]
    text: Mapping[str, str]
    put: str = ""
    """What is to be written: at the end, if nothing else is said. May be nothing."""
    before: str = ""
    """What it stands before."""
    replaces: str = ""
    """What it stands instead of."""
    has: tuple[str, ...] = ()
    """What the text has when the step is done, spaces aside; what begins with a line break, at the
    beginning of a line."""
    lacks: tuple[str, ...] = ()
    """What it has no longer."""
    test: str = ""
    """Scenario tests that are then as expected; none where the rules are not whole yet."""

    def applied(self, text: str) -> str:
        """The text with what this step adds.

        :raises ValueError: the text has no such place
        """
        if self.replaces or self.before:
            here = text.find(self.replaces or self.before)
            if here < 0:
                raise ValueError(f"There is no '{self.replaces or self.before}'.")
            return text[:here] + self.put + text[here + len(self.replaces) :]
        return text + self.put

    def is_written(self, text: str) -> bool:
        """Whether a text has and lacks what it should; tests are not asked."""
        bare = _squeezed(text)
        lines = "".join("\n" + _squeezed(line) for line in text.splitlines())
        return all(
            "\n" + _squeezed(one) in lines if one.startswith("\n") else _squeezed(one) in bare
            for one in self.has
        ) and not any(_squeezed(one) in bare for one in self.lacks)

    def to_json(self) -> dict[str, Json]:
        return {
            "title": dict(self.title),
            "text": dict(self.text),
            "put": self.put,
            "before": self.before,
            "replaces": self.replaces,
            "has": list(self.has),
            "lacks": list(self.lacks),
            "test": self.test,
        }


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A game that is written step by step."""

    language: str
    """The name of the rule language."""
    file: str
    """What the file is called, for those who write it on their own machine."""
    title: Mapping[str, str]
    about: Mapping[str, str]
    steps: tuple[TutorialStep, ...]

    def texts(self) -> Iterator[str]:
        """The text after each step."""
        text = ""
        for step in self.steps:
            text = step.applied(text)
            yield text

    def to_json(self) -> dict[str, Json]:
        return {
            "language": self.language,
            "title": dict(self.title),
            "about": dict(self.about),
            "steps": [step.to_json() for step in self.steps],
        }


@cache
def tutorials() -> Mapping[str, Tutorial]:
    """The tutorials, by the names of their languages."""
    folder = files("spielwerk").joinpath("library", "tutorials")
    found = sorted(one.name for one in folder.iterdir() if one.name.endswith(".toml"))
    return {
        language: _tutorial(language, tomllib.loads(folder.joinpath(name).read_text("utf-8")))
        for name in found
        for language in (name.removesuffix(".toml"),)
    }


def _tutorial(language: str, row: Mapping[str, Any]) -> Tutorial:
    steps = tuple(_step(one) for one in row["steps"])
    return Tutorial(language, row["file"], row["title"], row["about"], steps)


def _step(row: Mapping[str, Any]) -> TutorialStep:
    replaces = row.get("replaces", "").removesuffix("\n")
    return TutorialStep(
        title=row["title"],
        text=row["text"],
        put=row.get("put", "").removesuffix("\n") if replaces else row.get("put", ""),
        before=row.get("before", ""),
        replaces=replaces,
        has=tuple(row.get("has", ())),
        lacks=tuple(row.get("lacks", ())),
        test=_TESTED + row["test"] if "test" in row else "",
    )


def _squeezed(text: str) -> str:
    return "".join(text.split())
