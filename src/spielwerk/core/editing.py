"""What an editor asks of a text of rules while somebody writes it, in no protocol's terms.

A language that wants more than colours in editors registers a function that makes an
:class:`EditedText` of a text (``Language.edit``). Its methods are pure: a place goes in, names,
suggestions or a description come out. What it leaves out has a sensible answer already, and
definition, references and renaming follow from :meth:`EditedText.mentions` alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import accumulate
from pathlib import PurePath

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.rule_text import RuleText
from spielwerk.core.source import Diagnostic, Span


class SymbolKind(StrEnum):
    """What sort of thing a name stands for; editors show a sign for each."""

    KEYWORD = "keyword"
    RELATION = "relation"
    FACT = "fact"
    MOVE = "move"
    ROLE = "role"
    CONSTANT = "constant"
    VARIABLE = "variable"
    ELEMENT = "element"
    ATTRIBUTE = "attribute"
    TYPE = "type"
    INSTANCE = "instance"
    LINK = "link"
    VALUE = "value"
    SECTION = "section"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that stands somewhere, and what it stands for there."""

    span: Span
    """Exactly the letters of the name."""
    symbol: str
    """The same text wherever the same thing is meant, and for nothing else."""
    defines: bool = False
    """Whether this place says what it is."""
    fixed: bool = False
    """Whether it belongs to others, so that it cannot be renamed from here."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A way to go on with what is being typed."""

    text: str
    kind: SymbolKind
    span: Span
    """What it takes the place of."""
    detail: str = ""
    """A few words beside it."""
    about: str = ""
    """What it means, in Markdown."""


@dataclass(frozen=True, slots=True)
class Description:
    """What there is to say about what stands at a place, in Markdown."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class OutlineSection:
    """A part of a text, as its outline shows it."""

    name: str
    kind: SymbolKind
    span: Span
    """All of it."""
    title: Span
    """Where its name stands."""
    detail: str = ""
    parts: tuple[OutlineSection, ...] = ()


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Other letters for a stretch of a text."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class QuickFix:
    """A way to mend a problem."""

    title: str
    edits: tuple[TextEdit, ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """Something that must be said before a text can be altered."""

    name: str
    value: str = ""
    """What it is unless somebody says otherwise."""
    choices: tuple[str, ...] = ()
    """All that it can be, where that is not up to the author."""
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Alteration:
    """A way to alter a text without writing it: to add something to a game, to rename it."""

    name: str
    """What it is called among those of its language."""
    title: str
    """What it does, in a few words."""
    of: str = ""
    """What it is done to, by the name that the author gave it."""
    blanks: tuple[Blank, ...] = ()


class EditedText:
    """A text as it stands in an editor, and what can be asked about it.

    Made for one version of the text and thrown away with it, so what it works out it may keep.
    """

    def __init__(self, rules: RuleText) -> None:
        self.rules = rules

    def mentions(self) -> Sequence[Mention]:
        """Every name in the text, and in the files it uses."""
        return ()

    def complete(self, line: int, column: int) -> Sequence[Suggestion]:
        """How to go on at a place."""
        return ()

    def describe(self, line: int, column: int) -> Description | None:
        """What there is to say about a place."""
        return None

    def outline(self) -> Sequence[OutlineSection]:
        """The parts of the text, in order."""
        return ()

    def formatted(self) -> str:
        """The text in its usual layout; as it is, where it cannot be laid out."""
        return self.rules.text

    def spelt(self, mention: Mention, name: str) -> str:
        """How a new name for something is written where it is mentioned.

        :raises SpielwerkError: nothing can be called so
        """
        if not re.fullmatch(r"[\w-]{1,200}", name):
            raise SpielwerkError(f"'{name}' is no name: use letters, digits, - and _.")
        return name

    def fixes(self, problem: Diagnostic) -> Sequence[QuickFix]:
        """How a problem can be mended: by the word that its hint suggests."""
        return suggested_fixes(self.rules.text, problem)

    def alterations(self, line: int, column: int) -> Sequence[Alteration]:
        """How the text can be altered at a place, as a picture of it offers."""
        return ()

    def altered(
        self, line: int, column: int, name: str, said: Mapping[str, str]
    ) -> Sequence[TextEdit]:
        """What to change for an alteration, with what was said for its blanks.

        :raises SpielwerkError: it cannot be done; the message says why
        """
        raise SpielwerkError("There is nothing here that could be altered so.")


def altered_lines(text: str, after: str, file: str) -> Sequence[TextEdit]:
    """The edits that make one text of another, line by line, so that all else stays in place."""
    before, then = text.splitlines(keepends=True), after.splitlines(keepends=True)
    lines = LineIndex(text, file)
    starts = [0, *accumulate(map(len, before))]
    return [
        TextEdit(lines.span(starts[a], starts[b]), "".join(then[c:d]))
        for tag, a, b, c, d in SequenceMatcher(None, before, then, autojunk=False).get_opcodes()
        if tag != "equal"
    ]


def edited_text(text: str, edits: Sequence[TextEdit]) -> str:
    """A text after edits, none of which overlap."""
    lines = LineIndex(text, "")
    places = [
        (lines.offset(e.span.line, e.span.column), lines.offset(e.span.end_line, e.span.end_column))
        for e in edits
    ]
    for (start, end), edit in sorted(zip(places, edits, strict=True), key=lambda p: p[0])[::-1]:
        text = text[:start] + edit.text + text[end:]
    return text


def said_blanks(alteration: Alteration, said: Mapping[str, str]) -> dict[str, str]:
    """What the blanks of an alteration hold, those that were not spoken of as they are.

    :raises SpielwerkError: one is empty, or none of the choices there are
    """
    found = {}
    for blank in alteration.blanks:
        value = said.get(blank.name, blank.value).strip()
        if blank.choices and value not in blank.choices:
            raise SpielwerkError(f"'{value}' is none of {', '.join(blank.choices[:8])}.")
        if (blank.needed and not value) or len(value) > 200:
            raise SpielwerkError(f"Say the {blank.name}, in at most 200 letters.")
        found[blank.name] = value
    return found


def mention_at(text: EditedText, line: int, column: int) -> Mention | None:
    """The name at a place of the text itself, the shortest where several do."""
    file = text.rules.file
    here = [m for m in text.mentions() if m.span.file == file and m.span.covers(line, column)]
    return min(here, key=lambda m: m.span.end_column - m.span.column, default=None)


def definitions_at(text: EditedText, line: int, column: int) -> Sequence[Span]:
    """Where it is said what stands at a place."""
    return [m.span for m in references_at(text, line, column) if m.defines]


def references_at(text: EditedText, line: int, column: int) -> Sequence[Mention]:
    """Every mention of what stands at a place, definitions included."""
    found = mention_at(text, line, column)
    if found is None:
        return ()
    return [m for m in text.mentions() if m.symbol == found.symbol]


def renaming_at(text: EditedText, line: int, column: int, name: str) -> Sequence[TextEdit]:
    """What to change so that what stands at a place has another name everywhere.

    :raises SpielwerkError: it has no name, belongs to others, or something else is called so
    """
    found = mention_at(text, line, column)
    if found is None:
        raise SpielwerkError("There is no name here that could be changed.")
    text.spelt(found, name)  # a name that cannot be is refused whosesoever it is
    mentions = [m for m in text.mentions() if m.symbol == found.symbol]
    if foreign := next((m for m in mentions if m.fixed), None):
        owner = PurePath(foreign.span.file).name
        raise SpielwerkError(f"This name belongs to {owner} and stays as it is.")
    return [TextEdit(m.span, text.spelt(m, name)) for m in dict.fromkeys(mentions)]


class LineIndex:
    """The lines of a text: offsets to places and back. Places count from 1, as in spans."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> Span:
        """The place of the characters from ``start`` up to ``end``."""
        return Span(self.file, *self.place(start), *self.place(end))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a place; the nearest there is, where the text has no such place."""
        if line > len(self._starts):
            return len(self.text)
        start = self._starts[max(line, 1) - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        return max(start, min(start + column - 1, end))


_MEANT = re.compile(r"D(?:o|id) you mean (?:'([^']+)'|(\?[^\s?]+|[^\s?']+))\?")
_SAID = re.compile(r"'([^'\n]+)'|(\?[\w-]+)|([\w.-]+)")


def suggested_word(problem: Diagnostic) -> str | None:
    """The word that the hint of a problem suggests."""
    found = _MEANT.search(problem.hint or "")
    return (found[1] or found[2]) if found else None


def suggested_fixes(text: str, problem: Diagnostic, within: Span | None = None) -> list[QuickFix]:
    """Put the word that a hint suggests in place of the wrong one.

    The wrong one is the word of the message that stands in the text, in the span of the problem
    or ``within`` another, and is most like the right one.
    """
    word, span = suggested_word(problem), within or problem.span
    if word is None or span is None:
        return []
    lines = LineIndex(text, span.file)
    start = lines.offset(span.line, span.column)
    end = lines.offset(span.end_line, span.end_column)
    wrong = max(_wrong_words(problem.message), key=lambda w: _likeness(w, word), default=None)
    here = _standing(wrong, text, start, end) if wrong else None
    if here is None:
        inside = (match[0] for match in re.finditer(r"\??[\w-]+", text[start:end]))
        near = max(inside, key=lambda w: _likeness(w, word), default=None)
        if near is None or near == word or _likeness(near, word) < 0.6:
            return []
        here = _standing(near, text, start, end)
    if here is None:
        return []
    edit = TextEdit(lines.span(*here), word)
    return [QuickFix(f"Write '{word}' instead of '{text[here[0] : here[1]]}'", (edit,))]


def _wrong_words(message: str) -> Iterator[str]:
    quoted = [found[1] for found in _SAID.finditer(message) if found[1]]
    said: Iterable[str] = quoted or (found[0] for found in _SAID.finditer(message))
    return iter(said)


def _standing(word: str, text: str, start: int, end: int) -> tuple[int, int] | None:
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", re.IGNORECASE)
    found = pattern.search(text, start, end)
    return found.span() if found else None


def _likeness(word: str, other: str) -> float:
    return SequenceMatcher(None, word.lower(), other.lower()).ratio()
