"""A GDL text as editors ask about it: completion, descriptions, outline, layout, names.

Both notations and all dialects go through the same answers; :mod:`.clauses` has made them alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from spielwerk.core import (
    Description,
    EditedText,
    LineIndex,
    Mention,
    RuleText,
    Section,
    SpielwerkError,
    Suggestion,
    SymbolKind,
    mention_at,
)
from spielwerk.languages.gdl.editing.clauses import (
    ClauseText,
    name_of,
    parts_of,
    read_clauses,
    symbols_below,
)
from spielwerk.languages.gdl.editing.context import Cursor, cursor_at
from spielwerk.languages.gdl.editing.known import Relations, relations_in
from spielwerk.languages.gdl.editing.layout import laid_out
from spielwerk.languages.gdl.editing.naming import Naming, names_in
from spielwerk.languages.gdl.presentation import HEADERS
from spielwerk.languages.gdl.program import (
    CONNECTIVES,
    RELATIONS,
    WORDS,
    Argument,
    Dialect,
    WordPlace,
)
from spielwerk.languages.gdl.text import MAX_SIZE, Node, Symbol

_MOST_FILES = 20
_SHOWN = 8
"""How many values or sentences a description shows."""
_DIALECTS = {Dialect.GDL_II: "GDL-II", Dialect.SEED: "the seed dialect"}
_PREFIX_NAME = re.compile(r"[^\s();\"?<][^\s();\"]{0,199}")
_INFIX_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,199}")


def edit_gdl(rules: RuleText, others: Mapping[str, str]) -> EditedText:
    """A text of GDL as it stands in an editor, with the files that it includes."""
    return EditedGdl(rules, others)


class EditedGdl(EditedText):
    """A text of GDL as it stands in an editor."""

    def __init__(self, rules: RuleText, others: Mapping[str, str]) -> None:
        super().__init__(rules)
        self.others = others
        self.lines = LineIndex(rules.text, rules.file)
        self.read: ClauseText = read_clauses(rules.text, rules.file)
        self.own: Naming = names_in(self.read, self.lines)

    # Names

    def mentions(self) -> Sequence[Mention]:
        return [*self.own.mentions, *(m for n in self.included.values() for m in n.mentions)]

    @cached_property
    def _included_texts(self) -> dict[str, tuple[ClauseText, bool]]:
        """The files that the text includes, with whether they are shipped."""
        found: dict[str, tuple[ClauseText, bool]] = {}
        pending = [name for name, _ in self.own.includes]
        while pending and len(found) < _MOST_FILES:
            path, shipped = self._included_path(pending.pop())
            if path is None or str(path) in found:
                continue
            try:
                text = self.others.get(str(path)) or path.read_text("utf-8")[:MAX_SIZE]
            except (OSError, ValueError):
                continue
            read = read_clauses(text, str(path))
            found[str(path)] = (read, shipped)
            naming = names_in(read, LineIndex(text, str(path)), fixed=shipped)
            pending += [name for name, _ in naming.includes]
        return found

    def _included_path(self, name: str) -> tuple[Path | None, bool]:
        if re.fullmatch(r"[\w. /-]+", name) is None or ".." in name or name.startswith("/"):
            return None, False
        if self.rules.folder is not None:
            root = self.rules.folder.resolve()
            own = (root / name).resolve()
            if own.is_relative_to(root) and own.is_file():
                return own, False
        shipped = _shipped() / name
        return (shipped, True) if "/" not in name and shipped.is_file() else (None, False)

    @cached_property
    def included(self) -> dict[str, Naming]:
        """The names of the files that the text includes."""
        return {
            file: names_in(read, LineIndex(read.text, file), fixed=shipped)
            for file, (read, shipped) in self._included_texts.items()
        }

    @cached_property
    def relations(self) -> Relations:
        """What follows about relations, included ones too."""
        read = [self.read, *(one for one, _ in self._included_texts.values())]
        return relations_in(clause for text in read for clause in text.clauses)

    def spelt(self, symbol: str, name: str) -> str:
        kind, _, known = symbol.partition(" ")
        bare = name.removeprefix("?")
        pattern = _INFIX_NAME if self.read.infix else _PREFIX_NAME
        if not pattern.fullmatch(bare) or (kind != "variable" and name.startswith("?")):
            raise SpielwerkError(f"'{name}' is no name for a {kind}.")
        if kind == "variable":
            return bare[0].upper() + bare[1:] if self.read.infix else f"?{bare}"
        if bare.lower() in WORDS:
            raise SpielwerkError(f"'{bare}' is a word of the language.")
        taken = f"{kind} {bare.lower()}/{known.rpartition('/')[2]}"
        if kind == "relation" and any(m.symbol == taken for m in self.mentions()):
            raise SpielwerkError(f"There is a relation {bare} of as many arguments already.")
        return bare.lower() if self.read.infix else bare

    # Completion

    def complete(self, line: int, column: int) -> Sequence[Suggestion]:
        cursor = cursor_at(self.read, self.lines.offset(line, column))
        match cursor.place:
            case "comment":
                return ()
            case "header":
                return [
                    self._suggest(cursor, header.key, SymbolKind.KEYWORD, "header", header.meaning)
                    for header in HEADERS.values()
                ]
            case "file":
                return list(self._files(cursor))
        if cursor.typed.startswith("?"):
            return list(self._variables(cursor))
        if not cursor.path:
            return ()
        found: dict[str, Suggestion] = {}
        for one in self._words(cursor):
            found.setdefault(one.text, one)
        return list(found.values())

    def _words(self, cursor: Cursor) -> Iterator[Suggestion]:
        name, index = cursor.path[-1]
        infix = self.read.infix
        if name == "" or (infix and name in CONNECTIVES) or (name == "<=" and not infix):
            opened = name == "" and not infix
            above, at = cursor.path[-2] if opened and len(cursor.path) > 1 else (name, index)
            yield from self._heads(cursor, above, at, opened=opened)
            return
        if not infix and index == 0:
            return
        yield from self._terms(cursor, name, index - 1)
        yield from self._variables(cursor)

    def _heads(self, cursor: Cursor, above: str, at: int, *, opened: bool) -> Iterator[Suggestion]:
        """What a form can begin with."""
        kinds = WORDS[above].arguments if above in RELATIONS else ()
        if 0 < at <= len(kinds):
            yield from self._terms(cursor, above, at - 1)
            return
        if above not in CONNECTIVES and above != "":
            yield from self._symbols(cursor, ("term",), lambda arity: arity > 0)
            return
        body = above not in ("", "<=") or (above == "<=" and at > 1)
        places = {WordPlace.BODY} if body else {WordPlace.HEAD, WordPlace.FACT}
        for word in WORDS.values():
            bare = not word.arguments and word.kind == "relation"
            fits = places & word.places and word.kind != "role"
            if above == "<=" and word.name == "<=":
                continue
            if self.read.infix:
                fits = fits and (word.kind != "connective" or word.name == "distinct")
            elif above == "<=" and not opened:
                fits = fits and bare
            if fits:
                text = _keyword_text(word.name)
                yield self._suggest(cursor, word.name, SymbolKind.KEYWORD, word.form, text)
        bare_only = not self.read.infix and not opened
        yield from self._symbols(
            cursor, ("relation",), lambda arity: arity == 0 if bare_only else True
        )

    def _terms(self, cursor: Cursor, name: str, number: int) -> Iterator[Suggestion]:
        """What an argument can be."""
        opened = cursor.path[-1][0] == "" and not self.read.infix
        kinds = WORDS[name].arguments if name in RELATIONS else ()
        wanted = kinds[number] if number < len(kinds) else None
        sorts = {
            Argument.FACT: SymbolKind.FACT,
            Argument.MOVE: SymbolKind.MOVE,
            Argument.ROLE: SymbolKind.ROLE,
            Argument.PERCEPT: SymbolKind.FACT,
        }
        if wanted in sorts:
            sort = sorts[wanted]
            for symbol, known in self._known_sorts.items():
                if symbol.startswith("term ") and sort in known:
                    yield from self._term(cursor, symbol, sort, opened)
            return
        same = [
            word
            for (symbol, place), words in self.own.arguments.items()
            for word in words
            if place == number and symbol.split(" ", 1)[1].rpartition("/")[0] == name
        ]
        for word in dict.fromkeys(same):
            yield self._suggest(cursor, word, SymbolKind.CONSTANT, f"stands here in {name}")
        if not same:
            for symbol in self._known_sorts:
                if symbol.startswith("term "):
                    yield from self._term(cursor, symbol, SymbolKind.CONSTANT, opened)

    def _term(
        self, cursor: Cursor, symbol: str, sort: SymbolKind, opened: bool
    ) -> Iterator[Suggestion]:
        name, _, arity = symbol.partition(" ")[2].rpartition("/")
        if self.read.infix or (int(arity) > 0) == opened:
            shape = self.own.shapes.get(symbol, name)
            yield self._suggest(cursor, name, sort, shape, self._symbol_text(symbol))

    def _symbols(self, cursor: Cursor, kinds: tuple[str, ...], fits: object) -> Iterator[Suggestion]:
        assert callable(fits)
        for symbol in self._known_sorts:
            kind, _, rest = symbol.partition(" ")
            name, _, arity = rest.rpartition("/")
            if kind in kinds and fits(int(arity)):
                count = "no arguments" if arity == "0" else f"{arity} arguments"
                detail = f"{count}: {self._shape(symbol, name)}"
                sort = SymbolKind.RELATION if kind == "relation" else SymbolKind.CONSTANT
                yield self._suggest(cursor, name, sort, detail, self._symbol_text(symbol))

    def _variables(self, cursor: Cursor) -> Iterator[Suggestion]:
        text = self.rules.text[slice(*cursor.clause)]
        pattern = r"\b[A-Z_][\w-]*" if self.read.infix else r"\?[^\s();\"]+"
        here = cursor.start - cursor.clause[0]
        for one in dict.fromkeys(m[0] for m in re.finditer(pattern, text) if m.start() != here):
            yield self._suggest(cursor, one, SymbolKind.VARIABLE, "variable of this rule")

    def _files(self, cursor: Cursor) -> Iterator[Suggestion]:
        if not any(name == "include" for name, _ in cursor.path):
            return
        for path in sorted(_shipped().glob("*.gdl")):
            yield self._suggest(cursor, path.name, SymbolKind.FILE, "shipped")
        if self.rules.folder is not None:
            for path in sorted(self.rules.folder.glob("*.gdl"))[:100]:
                if path.name != Path(self.rules.file).name:
                    yield self._suggest(cursor, path.name, SymbolKind.FILE, "beside this file")

    def _suggest(
        self, cursor: Cursor, text: str, kind: SymbolKind, detail: str = "", about: str = ""
    ) -> Suggestion:
        return Suggestion(text, kind, self.lines.span(cursor.start, cursor.end), detail, about)

    @cached_property
    def _known_sorts(self) -> dict[str, set[SymbolKind]]:
        known = dict(self.own.sorts)
        for naming in self.included.values():
            for symbol, sorts in naming.sorts.items():
                if symbol.startswith("relation "):
                    known.setdefault(symbol, sorts)
        return known

    def _shape(self, symbol: str, name: str) -> str:
        for naming in (self.own, *self.included.values()):
            if symbol in naming.shapes:
                return naming.shapes[symbol]
        return name

    # Descriptions

    def describe(self, line: int, column: int) -> Description | None:
        offset = self.lines.offset(line, column)
        for symbol in (one for clause in self._around(offset) for one in symbols_below(clause)):
            if symbol.start <= offset <= symbol.end and symbol.name in WORDS:
                span = self.lines.span(symbol.start, symbol.end)
                return Description(_keyword_text(symbol.name), span)
        found = mention_at(self, line, column)
        if found is not None:
            return Description(self._symbol_text(found.symbol), found.span)
        return self._describe_header(offset)

    def _describe_header(self, offset: int) -> Description | None:
        for comment in self.read.comments:
            known = re.match(r"(?:;|//|%)!\s*(\S+)", comment.text)
            if known is None or known[1].lower() not in HEADERS:
                continue
            start, end = comment.start + known.start(1), comment.start + known.end(1)
            if start <= offset <= end:
                header = HEADERS[known[1].lower()]
                text = f"**{header.key}**: {header.meaning}\n\n```gdl\n{header}\n```"
                return Description(text, self.lines.span(start, end))
        return None

    def _around(self, offset: int) -> list[Node]:
        return [clause for clause in self.read.clauses if clause.start <= offset <= clause.end]

    def _symbol_text(self, symbol: str) -> str:
        kind, _, rest = symbol.partition(" ")
        if kind == "variable":
            return f"**{rest.split(' ', 1)[1]}**: a variable of this rule."
        name, _, arity = rest.rpartition("/")
        count = "no arguments" if arity == "0" else f"{arity} argument{'s'[: arity != '1']}"
        if kind == "relation":
            parts = [f"**{name}**: a relation with {count}.", *self._relation_facts(name, int(arity))]
        else:
            sorts = self.own.sorts.get(symbol, set())
            what = [
                word
                for sort, word in (
                    (SymbolKind.ROLE, "a player"),
                    (SymbolKind.FACT, "a fact of the state"),
                    (SymbolKind.MOVE, "a move"),
                )
                if sort in sorts
            ]
            said = " and ".join(what) or ("a constant" if arity == "0" else "a function")
            parts = [f"**{name}**: {said}{'' if arity == '0' else f' with {count}'}."]
        if symbol in self.own.shapes:
            parts.append(f"```gdl\n{self.own.shapes[symbol]}\n```")
        parts += self._arguments_text(symbol, int(arity))
        lines = [m.span.line for m in self.own.mentions if m.symbol == symbol and m.defines]
        used = sum(1 for m in self.own.mentions if m.symbol == symbol and not m.defines)
        if lines:
            shown = ", ".join(map(str, lines[:_SHOWN])) + (", …" if len(lines) > _SHOWN else "")
            parts.append(f"Concluded in line {shown}; used {used} times.")
        return "\n\n".join(parts)

    def _relation_facts(self, name: str, arity: int) -> Iterator[str]:
        relations, here = self.relations, (name, arity)
        facts, rules = relations.facts.get(here, 0), relations.rules.get(here, 0)
        if facts or rules:
            below = {other for other, _ in relations.below(here)}
            changes = (
                "depends on the moves"
                if "does" in below
                else "depends on the state"
                if below & {"true", "legal"}
                else "is the same in every state"
            )
            level = relations.stratum(here)
            strata = "not stratified" if level is None else f"stratum {level}"
            circle = ", recursive" if here in relations.below(here) else ""
            yield f"{facts} facts and {rules} rules; it {changes} ({strata}{circle})."
        for file, naming in self.included.items():
            if any(m.symbol == f"relation {name}/{arity}" and m.defines for m in naming.mentions):
                yield f"From the included file `{Path(file).name}`."

    def _arguments_text(self, symbol: str, arity: int) -> Iterator[str]:
        for place in range(arity):
            words = list(self.own.arguments.get((symbol, place), ()))
            if words:
                shown = ", ".join(f"`{w}`" for w in words[:_SHOWN])
                more = ", …" if len(words) > _SHOWN else ""
                yield f"Argument {place + 1}: {shown}{more}"

    # Outline and layout

    def outline(self) -> Sequence[Section]:
        """Rules by what they conclude, facts of a relation together, below the author's headings."""
        found: list[Section] = []
        headings = [
            (comment.start, title[1].strip())
            for comment in self.read.comments
            if (title := re.match(r"(?:;+|//|%+)\s*-{3,}\s*(.+?)\s*-*$", comment.text))
        ]
        items = self._items()
        bounds = [start for start, _ in headings]
        found += [one for start, one in items if not bounds or start < bounds[0]]
        for number, (start, title) in enumerate(headings):
            end = bounds[number + 1] if number + 1 < len(bounds) else len(self.rules.text)
            parts = tuple(one for at, one in items if start <= at < end)
            place = self.lines.span(start, self.rules.text.find("\n", start) % (end + 1))
            last = self.lines.span(start, len(self.rules.text[:end].rstrip()))
            found.append(Section(title, SymbolKind.SECTION, last, place, "", parts))
        return found

    def _items(self) -> list[tuple[int, Section]]:
        found: list[tuple[int, Section]] = []
        run = ""
        first = count = 0
        for clause in self.read.clauses:
            head, body = parts_of(clause)
            name = (name_of(head) or "?") if head is not None else "?"
            kind = SymbolKind.KEYWORD if name in WORDS else SymbolKind.RELATION
            fact = head is clause
            if fact and name == run and found:
                count += 1
                last = found.pop()
                span = self.lines.span(first, clause.end)
                found.append(
                    (last[0], Section(name, kind, span, last[1].title, f"{count} facts"))
                )
                continue
            run, first, count = (name if fact else ""), clause.start, 1
            title = head if head is not None else clause
            text = " ".join(self.rules.text[title.start : title.end].split())
            detail = f"{len(body)} conditions" if body else ""
            where = title if isinstance(title, Symbol) or not title.items else title.items[0]
            span = self.lines.span(clause.start, clause.end)
            selected = self.lines.span(where.start, where.end)
            found.append((clause.start, Section(text[:80], kind, span, selected, detail)))
        return found

    def formatted(self) -> str:
        return laid_out(self.read)


def _keyword_text(name: str) -> str:
    word = WORDS[name]
    places = " or ".join(
        said
        for place, said in (
            (WordPlace.FACT, "by itself"),
            (WordPlace.HEAD, "as what a rule concludes"),
            (WordPlace.BODY, "as a condition"),
            (WordPlace.TERM, "in a term"),
        )
        if place in word.places
    )
    known = f" Known in {_DIALECTS[word.dialect]}." if word.dialect in _DIALECTS else ""
    return (
        f"**{word.form}**\n\n{word.meaning[:1].upper()}{word.meaning[1:]}. "
        f"Stands {places}.{known}\n\n```gdl\n{word.example}\n```"
    )


def _shipped() -> Path:
    return Path(str(files("spielwerk").joinpath("library", "gdl", "include")))
