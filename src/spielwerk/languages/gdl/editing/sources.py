"""The names of a GDL text together with those of the files it includes.

A text and what else stands in the editor go in; everything that is known about names comes out
(:class:`RuleNames`), for completion and descriptions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from spielwerk.core import LineIndex, Mention, RuleText, SymbolKind
from spielwerk.languages.gdl.editing.clauses import ClauseText, read_clauses
from spielwerk.languages.gdl.editing.known import Relations, relations_in
from spielwerk.languages.gdl.editing.naming import Naming, names_in
from spielwerk.languages.gdl.text import MAX_SIZE

_MOST_FILES = 20


class RuleNames:
    """All names that a text can use."""

    def __init__(self, rules: RuleText, others: Mapping[str, str]) -> None:
        self.rules = rules
        self.others = others
        self.lines = LineIndex(rules.text, rules.file)
        self.read: ClauseText = read_clauses(rules.text, rules.file)
        self.own: Naming = names_in(self.read, self.lines)

    @cached_property
    def mentions(self) -> list[Mention]:
        """Every name in the text and in what it includes."""
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
        shipped = shipped_folder() / name
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

    @cached_property
    def sorts(self) -> dict[str, set[SymbolKind]]:
        """How each name is used; of included files the relations only."""
        known = dict(self.own.sorts)
        for naming in self.included.values():
            for symbol, sorts in naming.sorts.items():
                if symbol.startswith("relation "):
                    known.setdefault(symbol, sorts)
        return known

    def shape(self, symbol: str, name: str) -> str:
        """How a name is written, with its arguments."""
        for naming in (self.own, *self.included.values()):
            if symbol in naming.shapes:
                return naming.shapes[symbol]
        return name


def shipped_folder() -> Path:
    """Where the files stand that come with Spielwerk."""
    return Path(str(files("spielwerk").joinpath("library", "gdl", "include")))
