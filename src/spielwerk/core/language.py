"""A rule language is one value that says what can be done with rules written in it.

Whoever registers a :class:`Language` under the entry points ``spielwerk.languages`` gets its files
checked, played, hosted and drawn like all others; ``docs/add-a-language.md`` builds one. A game in
Python registers an :class:`Entry` under ``spielwerk.games``. Both are made when the catalogue is
listed, so their modules import engines only inside the functions that need them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from spielwerk.core.debugging import Debugger
from spielwerk.core.editing import EditedText
from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Game, Json, Role
from spielwerk.core.rule_text import RuleText, read_text_file
from spielwerk.core.sentences import WordedDiagnostic, worded
from spielwerk.core.source import Diagnostic

G = TypeVar("G", bound=Game)


@dataclass(frozen=True, slots=True)
class GameOption:
    """Something about a game that is settled before a match."""

    name: str
    default: Json
    choices: tuple[str, ...] = ()
    """What it can be, where that is a choice of words."""
    low: int | None = None
    high: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    """What people call it, by language."""
    choice_labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def read(self, text: str) -> Json:
        """The value that a text means.

        :raises SpielwerkError: it can have no such value
        """
        if isinstance(self.default, bool):
            if text.lower() not in ("true", "false", "yes", "no", "1", "0"):
                raise SpielwerkError(f"'{self.name}' is true or false, not '{text[:40]}'.")
            return text.lower() in ("true", "yes", "1")
        if self.choices:
            known = {one.lower(): one for one in self.choices}
            if text.lower() not in known:
                listed = ", ".join(self.choices)
                raise SpielwerkError(f"'{self.name}' is one of {listed}, not '{text[:40]}'.")
            return known[text.lower()]
        if not text.removeprefix("-").isdecimal() or len(text) > 9:
            raise SpielwerkError(f"'{self.name}' is a whole number, not '{text[:40]}'.")
        value = int(text)
        low, high = self.low, self.high
        if (low is not None and value < low) or (high is not None and value > high):
            raise SpielwerkError(f"'{self.name}' is between {low} and {high}, not {value}.")
        return value

    def to_json(self) -> dict[str, Json]:
        """The option as programs and pages are told of it."""
        return {
            "name": self.name,
            "default": self.default,
            "choices": list(self.choices),
            "low": self.low,
            "high": self.high,
            "labels": dict(self.labels),
            "choiceLabels": {one: dict(told) for one, told in self.choice_labels.items()},
        }


def variant_text(settled: Mapping[str, Json]) -> str:
    """Options as they stand in the name of a game: ``deck=haunted,goal=50``."""
    return ",".join(
        f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        for key, value in settled.items()
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """A game that is there under a name of its own, as it stands in the catalogue."""

    name: str
    title: str
    about: str
    roles: tuple[Role, ...]
    hidden: bool
    """Whether some role may not see everything."""
    open: Callable[[], Game]
    """Makes the game ready to run."""
    sized: Mapping[int, Callable[[], Game]] = field(default_factory=dict)
    """The same for other numbers of players: the game called ``name:5`` is for five."""
    language: str = "native"
    """What the rules are written in: the name of a rule language, unless they are a program."""
    options: tuple[GameOption, ...] = ()
    """What can be settled before a match: ``citadels:5,deck=haunted`` is such a game's name."""

    @property
    def sizes(self) -> list[int]:
        """For how many players it is there, in order."""
        return sorted({len(self.roles), *self.sized})


@dataclass(frozen=True, slots=True)
class Confines:
    """What a stranger's rules may use where they are run for others."""

    seconds: float = 5.0
    """For the answer to one question."""
    megabytes: int = 400
    """Beyond what the process needs to start."""
    characters: int = 200_000
    """Of the text."""


@dataclass(frozen=True, slots=True)
class RulesImprint:
    """What rules that are no game say of themselves."""

    title: str
    needs: tuple[str, ...] = ()
    """The names of the rules that they are used with."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question about a state that only this language can answer, in the terms of its rules."""

    about: str
    """What it tells, for a list of all."""
    answer: Callable[[Any, str], str | Sequence[str]]
    """From a state and the rest of the question: a text, or all that was found. Raises
    SpielwerkError where the question means nothing."""
    argument: str = ""
    """What the rest is, as the list shows it."""
    words: Callable[[Any], Sequence[str]] | None = None
    """What the rest can be in a game, for completion."""
    to_file: bool = False
    """Whether the rest names a file that the answer is written to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language(Generic[G]):
    """A rule language: which files are written in it, and what can be done with one.

    What a language cannot do is ``None``; whoever is asked for it says so.
    """

    name: str
    """Its id in lower case: diagnostics begin with it."""
    title: str
    """What people call it."""
    suffixes: tuple[str, ...] = ()
    """How the names of its files end, in lower case."""
    folder_file: str | None = None
    """Where rules are a folder: the file that each such folder has."""
    longest: int = 1_000_000
    """How many bytes a file may have."""
    keywords: tuple[str, ...] = ()
    """The words that an editor sets apart."""

    check: Callable[[RuleText], Sequence[Diagnostic]]
    """Everything that is wrong with a text."""
    open: Callable[[RuleText], G] | None = None
    """The game that a text describes. Raises SourceError where the rules are wrong."""
    library: Callable[[], Iterable[Entry]] | None = None
    """Games that come with the language, listed without making one ready to run."""
    options: Callable[[G], Iterable[GameOption]] | None = None
    """What can be settled about a game before a match."""
    probe: Callable[[G], Sequence[Diagnostic]] | None = None
    """What goes wrong in matches of a game, found by playing some."""
    explain: Mapping[str, Inquiry] | None = None
    """What else can be asked about a state, by the word that asks it in a terminal."""
    debug: Callable[[G, int], Debugger[G]] = Debugger
    """A match of a game, from a seed, to be looked into step by step; by itself from decision to
    decision."""
    draw: Mapping[str, Callable[[G], str]] | None = None
    """Pictures of a game as SVG, each by what it shows; :func:`part` leads to the source."""
    edit: Callable[[RuleText, Mapping[str, str]], EditedText] | None = None
    """What an editor can ask about a text. Where rules are a folder the text is that of one file;
    the other texts are those that stand in the editor, too, each by the path of its file."""
    translations: Mapping[str, Callable[[], Mapping[str, str]]] = field(default_factory=dict)
    """What its checks say in other languages than English, such as ``de``: a table of sentences."""
    confine: Confines | None = None
    """Within what limits strangers may bring rules; never, where there are none."""
    bundle: Callable[[Sequence[tuple[str, str]]], str] | None = None
    """Where rules are several files: these, by their names, as the one text that is brought.
    Raises SourceError where they are none."""
    imprint: Callable[[RuleText], RulesImprint] | None = None
    """Where brought rules are no game: what they say of themselves."""
    example: Callable[[], str] | None = None
    """A text to begin with, where no game of the library is one."""

    def worded(self, problem: Diagnostic) -> WordedDiagnostic:
        """A problem in all languages in which it can be told."""
        return worded(problem, {name: table() for name, table in self.translations.items()})

    def owns(self, path: Path) -> bool:
        """Whether a file, or a folder, is written in this language."""
        return self.owns_name(path.name) or (
            self.folder_file is not None and (path / self.folder_file).is_file()
        )

    def owns_name(self, name: str) -> bool:
        """Whether files of this name are written in it; no file is looked at."""
        return name.lower().endswith(self.suffixes)

    def brought(self, text: str) -> RuleText:
        """Rules that a stranger brings as a text: they may use no files."""
        return RuleText(text, f"rules{self.suffixes[0]}" if self.suffixes else "rules")

    def read(self, path: Path) -> RuleText:
        """The rules at a path, which may use what stands beside them.

        :raises SourceError: they cannot be read
        """
        if self.folder_file is not None and path.is_dir():
            return RuleText("", str(path), path)
        return RuleText(read_text_file(path, self.name, self.longest), str(path), path.parent)
