"""How to go on with a GDL text at a place: words of the language, relations, terms, variables.

What a text knows (:class:`~.sources.RuleNames`) and an offset go in, suggestions come out. What is
suggested depends on the place: conditions where conditions stand, moves where a move is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from spielwerk.core import Suggestion, SymbolKind
from spielwerk.languages.gdl.editing.context import Cursor, cursor_at
from spielwerk.languages.gdl.editing.describing import keyword_text, symbol_text
from spielwerk.languages.gdl.editing.sources import RuleNames, shipped_folder
from spielwerk.languages.gdl.presentation import HEADERS
from spielwerk.languages.gdl.program import CONNECTIVES, RELATIONS, WORDS, Argument, WordPlace


def completions_at(names: RuleNames, offset: int) -> Sequence[Suggestion]:
    """How to go on at an offset."""
    return _Completion(names).run(offset)


class _Completion:
    def __init__(self, names: RuleNames) -> None:
        self.names = names

    def run(self, offset: int) -> Sequence[Suggestion]:
        cursor = cursor_at(self.names.read, offset)
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
        infix = self.names.read.infix
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
            if self.names.read.infix:
                fits = fits and (word.kind != "connective" or word.name == "distinct")
            elif above == "<=" and not opened:
                fits = fits and bare
            if fits:
                text = keyword_text(word.name)
                yield self._suggest(cursor, word.name, SymbolKind.KEYWORD, word.form, text)
        bare_only = not self.names.read.infix and not opened
        yield from self._symbols(
            cursor, ("relation",), lambda arity: arity == 0 if bare_only else True
        )

    def _terms(self, cursor: Cursor, name: str, number: int) -> Iterator[Suggestion]:
        """What an argument can be."""
        opened = cursor.path[-1][0] == "" and not self.names.read.infix
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
            for symbol, known in self.names.sorts.items():
                if symbol.startswith("term ") and sort in known:
                    yield from self._term(cursor, symbol, sort, opened)
            return
        same = [
            word
            for (symbol, place), words in self.names.own.arguments.items()
            for word in words
            if place == number and symbol.split(" ", 1)[1].rpartition("/")[0] == name
        ]
        for word in dict.fromkeys(same):
            yield self._suggest(cursor, word, SymbolKind.CONSTANT, f"stands here in {name}")
        if not same:
            for symbol in self.names.sorts:
                if symbol.startswith("term "):
                    yield from self._term(cursor, symbol, SymbolKind.CONSTANT, opened)

    def _term(
        self, cursor: Cursor, symbol: str, sort: SymbolKind, opened: bool
    ) -> Iterator[Suggestion]:
        name, _, arity = symbol.partition(" ")[2].rpartition("/")
        if self.names.read.infix or (int(arity) > 0) == opened:
            shape = self.names.own.shapes.get(symbol, name)
            yield self._suggest(cursor, name, sort, shape, symbol_text(self.names, symbol))

    def _symbols(
        self, cursor: Cursor, kinds: tuple[str, ...], fits: Callable[[int], bool]
    ) -> Iterator[Suggestion]:
        for symbol in self.names.sorts:
            kind, _, rest = symbol.partition(" ")
            name, _, arity = rest.rpartition("/")
            if kind in kinds and fits(int(arity)):
                count = "no arguments" if arity == "0" else f"{arity} arguments"
                detail = f"{count}: {self.names.shape(symbol, name)}"
                sort = SymbolKind.RELATION if kind == "relation" else SymbolKind.CONSTANT
                yield self._suggest(cursor, name, sort, detail, symbol_text(self.names, symbol))

    def _variables(self, cursor: Cursor) -> Iterator[Suggestion]:
        text = self.names.rules.text[slice(*cursor.clause)]
        pattern = r"\b[A-Z_][\w-]*" if self.names.read.infix else r"\?[^\s();\"]+"
        here = cursor.start - cursor.clause[0]
        for one in dict.fromkeys(m[0] for m in re.finditer(pattern, text) if m.start() != here):
            yield self._suggest(cursor, one, SymbolKind.VARIABLE, "variable of this rule")

    def _files(self, cursor: Cursor) -> Iterator[Suggestion]:
        if not any(name == "include" for name, _ in cursor.path):
            return
        for path in sorted(shipped_folder().glob("*.gdl")):
            yield self._suggest(cursor, path.name, SymbolKind.FILE, "shipped")
        if self.names.rules.folder is not None:
            for path in sorted(self.names.rules.folder.glob("*.gdl"))[:100]:
                if path.name != Path(self.names.rules.file).name:
                    yield self._suggest(cursor, path.name, SymbolKind.FILE, "beside this file")

    def _suggest(
        self, cursor: Cursor, text: str, kind: SymbolKind, detail: str = "", about: str = ""
    ) -> Suggestion:
        return Suggestion(
            text, kind, self.names.lines.span(cursor.start, cursor.end), detail, about
        )
