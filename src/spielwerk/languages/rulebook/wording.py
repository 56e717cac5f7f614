"""The words of a file of a rulebook with their places, while it is being written.

A text goes in; its statements, and every name in them with what it stands for, come out
(:class:`FileWords`). clingo reads whole files only and forgets where names stand, so this reads
for itself, and passes over what it does not understand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from spielwerk.core import LineIndex, Mention
from spielwerk.languages.rulebook.features import FEATURES

_TOKEN = re.compile(
    r"""(?P<comment>%\*.*?(?:\*%|\Z)|%[^\n]*)
    | (?P<string>"(?:\\.|[^"\\\n])*"?)
    | (?P<directive>\#[a-z]\w*)
    | (?P<name>_*[a-z][\w']*)
    | (?P<variable>_*[A-Z][\w']*)
    | (?P<number>\d+)
    | (?P<mark>:-|\.\.|:~|!=|<=|>=|\S)
    """,
    re.VERBOSE | re.DOTALL,
)
_KEYED = {"message": True, "house_rule": False}
"""Words whose first argument is the key of a text, and whether they define it."""
_BOOKS = ("rulebook", "rulebook_version", "rulebook_title", "rulebook_notice")


@dataclass(frozen=True, slots=True)
class WrittenStatement:
    """A statement from its first letter to its full stop."""

    start: int
    end: int
    program: str
    head: str
    """What it derives: a name, or the directive that it is."""
    rule: bool
    """Whether it has conditions."""
    commented: bool
    """Whether a comment stands in the middle of it."""


@dataclass(slots=True)
class FileWords:
    """What stands in one file."""

    mentions: list[Mention] = field(default_factory=list)
    statements: list[WrittenStatement] = field(default_factory=list)
    depends: list[str] = field(default_factory=list)
    """The books that this one stands on."""


@lru_cache(maxsize=300)
def words_of(text: str, file: str, fixed: bool = False) -> FileWords:
    """The words of a file; ``fixed`` where it belongs to another book."""
    reader = _WordReader(LineIndex(text, file), fixed)
    reader.run()
    return reader.found


@dataclass(slots=True)
class _Call:
    """A name with parentheses that are still open."""

    word: re.Match[str] | None
    commas: int = 0
    """Up to now; only the first of several alternatives is counted."""
    alternatives: bool = False
    strings: list[tuple[int, re.Match[str]]] = field(default_factory=list)
    """The texts among its arguments, with the number of the argument."""


class _WordReader:
    def __init__(self, lines: LineIndex, fixed: bool) -> None:
        self.lines = lines
        self.fixed = fixed
        self.found = FileWords()
        self.program = "base"
        self.number = 0

    def run(self) -> None:
        tokens: list[re.Match[str]] = []
        commented = False
        for token in _TOKEN.finditer(self.lines.text):
            if token.lastgroup == "comment":
                commented = commented or bool(tokens)
                continue
            tokens.append(token)
            if token.group() == ".":
                self._statement(tokens, commented)
                tokens, commented = [], False
        if tokens:
            self._statement(tokens, commented)

    def _statement(self, tokens: list[re.Match[str]], commented: bool) -> None:
        self.number += 1
        first = tokens[0]
        if first.group() == "#program" and len(tokens) > 1:
            self.program = tokens[1].group()
        arrow = next((n for n, t in enumerate(tokens) if t.group() == ":-"), len(tokens))
        if first.lastgroup != "directive":
            self._atoms(tokens, arrow)
        place = self.lines.text[first.start() : tokens[-1].end()]
        head = first.group() if first.lastgroup in ("name", "directive") else place[:20]
        self.found.statements.append(
            WrittenStatement(
                first.start(),
                tokens[-1].end(),
                self.program,
                head,
                arrow < len(tokens),
                commented,
            )
        )

    def _atoms(self, tokens: list[re.Match[str]], arrow: int) -> None:
        open_calls: list[_Call] = []
        for n, token in enumerate(tokens):
            mark = token.group()
            follows = tokens[n + 1].group() if n + 1 < len(tokens) else ""
            match token.lastgroup:
                case "name" if follows == "(":
                    pass  # noted when its parentheses close and its arguments are counted
                case "name" if mark != "not":
                    self._note_name(token, 0, outer=not _calls(open_calls), head=n < arrow)
                case "variable" if mark.strip("_"):
                    symbol = f"variable {self.lines.file} {self.number} {mark}"
                    self._note(token, symbol)
                case "string":
                    self._place_string(open_calls, token)
                case _ if mark == "(":
                    named = n > 0 and tokens[n - 1].lastgroup == "name"
                    open_calls.append(_Call(tokens[n - 1] if named else None))
                case _ if mark == ")" and open_calls:
                    call = open_calls.pop()
                    self._close(
                        call, open_calls, head=n < arrow, empty=tokens[n - 1].group() == "("
                    )
                case _ if mark == "," and open_calls:
                    open_calls[-1].commas += not open_calls[-1].alternatives
                case _ if mark == ";" and open_calls:
                    open_calls[-1].alternatives = True
        for call in reversed(open_calls):
            self._close(call, [], head=False, empty=False)

    def _place_string(self, open_calls: list[_Call], token: re.Match[str]) -> None:
        """A text belongs to the innermost name around it; brackets without a name are a choice."""
        for call in reversed(open_calls):
            if call.word is not None:
                call.strings.append((call.commas, token))
                return

    def _close(self, call: _Call, around: list[_Call], *, head: bool, empty: bool) -> None:
        if call.word is None:
            return
        arity = 0 if empty else call.commas + 1
        outer = not _calls(around)
        self._note_name(call.word, arity, outer=outer, head=head)
        self._note_things(call, outer=outer)

    def _note_name(self, word: re.Match[str], arity: int, *, outer: bool, head: bool) -> None:
        kind = "predicate" if outer else "term"
        self._note(word, f"{kind} {word.group()}/{arity}", defines=outer and head)

    def _note_things(self, call: _Call, *, outer: bool) -> None:
        """The things, keys and books that the texts among the arguments name."""
        assert call.word is not None, "only names have arguments of their own"
        name = call.word.group()
        for place, token in call.strings:
            for symbol, defines in _meant(name, place, outer):
                self._note_text(token, f"{symbol} {_inner(token)}", defines)
            if name == "rulebook_depends" and place == 1:
                self.found.depends.append(_inner(token))

    def _note(self, word: re.Match[str], symbol: str, *, defines: bool = False) -> None:
        span = self.lines.span(*word.span())
        self.found.mentions.append(Mention(span, symbol, defines, self.fixed))

    def _note_text(self, token: re.Match[str], symbol: str, defines: bool) -> None:
        closed = len(token.group()) > 1 and token.group().endswith('"')
        span = self.lines.span(token.start() + 1, token.end() - closed)
        self.found.mentions.append(Mention(span, symbol, defines, self.fixed))


def _meant(name: str, place: int, outer: bool) -> Iterator[tuple[str, bool]]:
    """What a text at a place of a word's arguments names, and whether that declares it."""
    feature = name.removeprefix("known_")
    if place == 0 and name in FEATURES:
        yield name, False
    elif name == "known_race_variant" and outer:
        yield ("race", False) if place == 0 else ("race_variant", True)
    elif place == 0 and feature != name and outer:
        yield feature, True
    elif place == 0 and name in _KEYED and outer:
        yield "message", _KEYED[name]
    elif place == 0 and name in _BOOKS and outer:
        yield "rulebook", name == "rulebook"


def _calls(open_calls: list[_Call]) -> bool:
    return any(call.word is not None for call in open_calls)


def _inner(token: re.Match[str]) -> str:
    return token.group().strip('"')
