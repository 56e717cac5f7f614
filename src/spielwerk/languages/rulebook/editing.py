"""Rulebooks in an editor: one file of a book, with the others and the books it stands on.

A text and a place go in; words with their meanings, the things of the world that books declare,
and where all of these stand come out (:class:`EditedRulebook`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from spielwerk.core import (
    Description,
    EditedText,
    LineIndex,
    Mention,
    OutlineSection,
    RuleText,
    Span,
    SpielwerkError,
    Suggestion,
    SymbolKind,
    mention_at,
)
from spielwerk.languages.rulebook.features import FEATURES
from spielwerk.languages.rulebook.folder import MAX_FILES, MAX_SIZE
from spielwerk.languages.rulebook.layout import laid_out
from spielwerk.languages.rulebook.meanings import RULE_WORDS, SUB_PROGRAMS
from spielwerk.languages.rulebook.shelf import Shelf, UnknownRulebook, library
from spielwerk.languages.rulebook.wording import FileWords, words_of

_DIRECTIVES = {
    "#program": "begins a sub-program",
    "#include": "takes in another file of the book",
    "#show": "says what is shown",
    "#const": "names a value",
    "#min": "the smallest of some values",
    "#max": "the largest of some values",
    "#count": "how many there are",
    "#sum": "the sum of some values",
}
_NAME = re.compile(r"_*[a-z][\w']{0,199}")


def edit_rulebook(rules: RuleText, others: Mapping[str, str]) -> EditedText:
    """One file of a rulebook as it stands in an editor."""
    return EditedRulebook(rules, others)


class EditedRulebook(EditedText):
    """One file of a rulebook as it stands in an editor."""

    def __init__(self, rules: RuleText, others: Mapping[str, str]) -> None:
        super().__init__(rules)
        self.others = others
        self.lines = LineIndex(rules.text, rules.file)
        self.words = words_of(rules.text, rules.file)

    @cached_property
    def _book(self) -> list[FileWords]:
        """The files of this book, the edited one first."""
        found = [self.words]
        folder = self.rules.folder
        if folder is None:
            return found
        paths = sorted(folder.glob("**/*.lp"))[:MAX_FILES]
        texts = ((path, self._text(path)) for path in paths if str(path) != self.rules.file)
        return found + [words_of(text, str(path)) for path, text in texts if text is not None]

    def _text(self, path: Path) -> str | None:
        return self.others[str(path)] if str(path) in self.others else _text_of(path)

    @cached_property
    def _all(self) -> list[FileWords]:
        """The files of this book and of those it stands on."""
        found = list(self._book)
        folder = self.rules.folder
        beside = (folder.resolve().parent,) if folder is not None else ()
        shelf = Shelf((*beside, *library().folders))
        own = folder.resolve().name if folder is not None else ""
        pending, seen = [name for words in found for name in words.depends], {own}
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            try:
                paths = sorted(shelf.find(name).glob("**/*.lp"))[:MAX_FILES]
            except UnknownRulebook:
                continue
            texts = ((path, _text_of(path)) for path in paths)
            further = [words_of(t, str(p), True) for p, t in texts if t is not None]
            pending += [need for words in further for need in words.depends]
            found += further
        return found

    # Names

    def mentions(self) -> Sequence[Mention]:
        return self._mentions

    @cached_property
    def _mentions(self) -> list[Mention]:
        return [mention for words in self._all for mention in words.mentions]

    @cached_property
    def _by_symbol(self) -> dict[str, list[Mention]]:
        found: dict[str, list[Mention]] = {}
        for mention in self._mentions:
            found.setdefault(mention.symbol, []).append(mention)
        return found

    def spelt(self, mention: Mention, name: str) -> str:
        symbol = mention.symbol
        kind, _, known = symbol.partition(" ")
        if kind == "variable":
            if not re.fullmatch(r"_*[A-Z][\w']{0,199}", name):
                raise SpielwerkError(f"'{name}' is no variable: it begins with a capital letter.")
        elif kind in ("predicate", "term"):
            word, _, arity = known.rpartition("/")
            if (word, int(arity)) in RULE_WORDS or word in FEATURES:
                raise SpielwerkError(f"'{word}' is a word of the language.")
            if not _NAME.fullmatch(name):
                raise SpielwerkError(f"'{name}' is no name: it begins with a small letter.")
        elif '"' in name or "\n" in name or not name:
            raise SpielwerkError("A name of a thing is a text without quotation marks.")
        taken = f"{symbol.rpartition(' ')[0]} {name}" if kind == "variable" else f"{kind} {name}"
        if kind in ("predicate", "term"):
            taken = f"{kind} {name}/{known.rpartition('/')[2]}"
        if taken in self._by_symbol:
            raise SpielwerkError(f"There is a {kind} '{name}' already.")
        return name

    # Completion

    def complete(self, line: int, column: int) -> Sequence[Suggestion]:
        offset = self.lines.offset(line, column)
        text = self.rules.text
        start_of_line = text.rfind("\n", 0, offset) + 1
        before = text[start_of_line:offset]
        if _in_comment(before):
            return ()
        if (sub := re.search(r"#program\s+(\w*)$", before)) is not None:
            span = self._word(offset, len(sub[1]))
            return [
                Suggestion(name, SymbolKind.SECTION, span, "sub-program", about)
                for name, about in SUB_PROGRAMS.items()
            ]
        if (path := re.search(r'#include\s*"([^"]*)$', before)) is not None:
            return list(self._files(self.lines.span(offset - len(path[1]), offset)))
        if (thing := re.search(r'(\w+)\(\(?(?:"[^"]*";)*"([^"]*)$', before)) is not None:
            feature = thing[1].removeprefix("known_")
            return list(self._things(feature, self._string(offset, len(thing[2]))))
        typed = re.search(r"#?\w*$", before)
        return list(self._names(self._word(offset, len(typed[0]) if typed else 0)))

    def _names(self, span: Span) -> Iterator[Suggestion]:
        for name, about in _DIRECTIVES.items():
            yield Suggestion(name, SymbolKind.KEYWORD, span, "", about)
        for word in RULE_WORDS.values():
            yield Suggestion(word.name, SymbolKind.RELATION, span, word.form, word.meaning)
        known = {f"predicate {name}/{arity}" for name, arity in RULE_WORDS}
        for symbol, mentions in self._by_symbol.items():
            kind, _, rest = symbol.partition(" ")
            name, _, arity = rest.rpartition("/")
            if kind == "predicate" and symbol not in known and any(m.defines for m in mentions):
                yield Suggestion(
                    name, SymbolKind.RELATION, span, f"{arity} arguments", self._about(symbol)
                )

    def _things(self, feature: str, span: Span) -> Iterator[Suggestion]:
        for symbol, mentions in self._by_symbol.items():
            kind, _, name = symbol.partition(" ")
            if kind == feature and any(m.defines for m in mentions):
                yield Suggestion(name, SymbolKind.CONSTANT, span, feature, "")

    def _files(self, span: Span) -> Iterator[Suggestion]:
        folder = self.rules.folder
        for path in sorted(folder.glob("**/*.lp"))[:MAX_FILES] if folder is not None else ():
            if str(path) != self.rules.file:
                name = path.relative_to(folder).as_posix() if folder else path.name
                yield Suggestion(name, SymbolKind.FILE, span, "a file of this book")

    def _word(self, offset: int, typed: int) -> Span:
        follows = re.compile(r"\w*").match(self.rules.text, offset)
        return self.lines.span(offset - typed, follows.end() if follows else offset)

    def _string(self, offset: int, typed: int) -> Span:
        follows = re.compile(r'[^"\n,;)]*').match(self.rules.text, offset)
        end = follows.end() if follows and self.rules.text[follows.end() :][:1] == '"' else offset
        return self.lines.span(offset - typed, end)

    # Descriptions

    def describe(self, line: int, column: int) -> Description | None:
        found = mention_at(self, line, column)
        if found is not None:
            return Description(self._about(found.symbol), found.span)
        offset = self.lines.offset(line, column)
        for one in re.finditer(r"#[a-z]+|\b\w+\b", self.rules.text):
            if one.start() <= offset <= one.end():
                about = _DIRECTIVES.get(one[0]) or SUB_PROGRAMS.get(one[0])
                if about is None:
                    return None
                return Description(f"**{one[0]}**: {about}.", self.lines.span(*one.span()))
        return None

    def _about(self, symbol: str) -> str:
        kind, _, rest = symbol.partition(" ")
        if kind == "variable":
            return f"**{rest.rpartition(' ')[2]}**: a variable of this statement."
        mentions = self._by_symbol.get(symbol, [])
        defined = [m for m in mentions if m.defines]
        parts = [f"**{rest}**: {kind}."]
        if kind in ("predicate", "term"):
            name, _, arity = rest.rpartition("/")
            word = RULE_WORDS.get((name, int(arity)))
            what = f"{word.meaning}." if word else f"a {kind} with {arity} arguments."
            parts = [f"**{word.form if word else name}**", what[:1].upper() + what[1:]]
        if defined:
            places = dict.fromkeys(_place(m) for m in defined)
            shown = ", ".join(list(places)[:4]) + (", …" if len(places) > 4 else "")
            word_said = "Derived" if kind == "predicate" else "Declared"
            parts.append(f"{word_said} {_times(len(defined))}: {shown}.")
        parts.append(f"Used {_times(len(mentions) - len(defined))} in the books.")
        return "\n\n".join(parts)

    # Outline and layout

    def outline(self) -> Sequence[OutlineSection]:
        """Sub-programs, and in each what its statements derive."""
        programs: list[tuple[str, list[OutlineSection], int, int]] = [("base", [], 0, 0)]
        for one in self.words.statements:
            if one.head == "#program":
                programs.append((one.program, [], one.start, one.end))
                continue
            parts = programs[-1][1]
            kind = SymbolKind.FILE if one.head == "#include" else SymbolKind.RELATION
            span = self.lines.span(one.start, one.end)
            title = self.lines.span(one.start, one.start + len(one.head))
            if parts and parts[-1].name == one.head and kind is SymbolKind.RELATION:
                last = parts.pop()
                count = int(last.detail.split(" ")[0] or 1) + 1 if last.detail else 2
                whole = self.lines.span(
                    self.lines.offset(last.span.line, last.span.column), one.end
                )
                parts.append(
                    OutlineSection(one.head, kind, whole, last.title, f"{count} statements")
                )
            else:
                parts.append(OutlineSection(one.head, kind, span, title))
        found: list[OutlineSection] = []
        for number, (name, parts, start, end) in enumerate(programs):
            if number == 0:
                found += parts
                continue
            title = self.lines.span(start, end)
            final = parts[-1].span if parts else title
            finish = self.lines.offset(final.end_line, final.end_column)
            whole = self.lines.span(start, max(end, finish))
            found.append(OutlineSection(name, SymbolKind.SECTION, whole, title, "", tuple(parts)))
        return found

    def formatted(self) -> str:
        return laid_out(self.rules.text, self.rules.file)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _in_comment(before: str) -> bool:
    bare = re.sub(r'"(?:\\.|[^"\\])*"?', "", before)
    return "%" in bare


def _place(mention: Mention) -> str:
    return f"{Path(mention.span.file).name}:{mention.span.line}"


def _text_of(path: Path) -> str | None:
    try:
        stamp = path.stat()
    except OSError:
        return None
    return _kept_text(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=500)
def _kept_text(path: Path, changed: int, size: int) -> str | None:
    """The text of a file, read again where it has changed."""
    if size > MAX_SIZE:
        return None
    try:
        return path.read_text("utf-8-sig")
    except (OSError, ValueError):
        return None
