"""Every name of a GDL text and what it stands for: relations, terms and the variables of a rule.

Relations are told apart by their number of arguments, as the language does. Facts, moves, roles
and other constants share one kind of symbol, ``term``, because rules may hand the one on as the
other; how a term is used is noted beside it (:class:`Naming`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from spielwerk.core import LineIndex, Mention, SymbolKind
from spielwerk.languages.gdl.editing.clauses import ClauseText, name_of, parts_of, read_clauses
from spielwerk.languages.gdl.program import CONNECTIVES, RELATIONS, WORDS, Argument
from spielwerk.languages.gdl.text import Form, Node, PlacedText, Symbol, read_forms

ARITIES = {"number": 1, "letter": 1, "succ": 2, "less": 2, "at-most": 2}
"""Of the relations over numbers; those not here have three arguments."""
_DEFINING = frozenset(["init", "next", "base", "legal", "input", "sees", "role"])
_SORTS = {
    Argument.FACT: SymbolKind.FACT,
    Argument.MOVE: SymbolKind.MOVE,
    Argument.ROLE: SymbolKind.ROLE,
    Argument.PERCEPT: SymbolKind.FACT,
    Argument.POINTS: SymbolKind.CONSTANT,
}
_HEADER = re.compile(r"(?:;|//|%)!\s*(\S+)\s*(.*)")
_VARIABLE = re.compile(r"\?([\w-]+)")


@dataclass(slots=True)
class Naming:
    """All names of a text."""

    mentions: list[Mention] = field(default_factory=list)
    sorts: dict[str, set[SymbolKind]] = field(default_factory=dict)
    """How each symbol is used."""
    shapes: dict[str, str] = field(default_factory=dict)
    """Of each symbol, the first form in which it is written."""
    arguments: dict[tuple[str, int], dict[str, None]] = field(default_factory=dict)
    """The constants that stand at each place of a symbol's arguments."""
    includes: list[tuple[str, Symbol]] = field(default_factory=list)


def names_in(read: ClauseText, lines: LineIndex, *, fixed: bool = False) -> Naming:
    """The names of a text; ``fixed`` where it belongs to somebody else."""
    return _Namer(read, lines, fixed).run()


def relation_symbol(name: str, arity: int) -> str:
    return f"relation {name}/{arity}"


class _Namer:
    def __init__(self, read: ClauseText, lines: LineIndex, fixed: bool) -> None:
        self.read = read
        self.lines = lines
        self.fixed = fixed
        self.found = Naming()
        self.clause = 0

    def run(self) -> Naming:
        comments = iter(self.read.comments)
        comment = next(comments, None)
        for number, clause in enumerate(self.read.clauses):
            self.clause = number
            while comment is not None and comment.start < clause.start:
                self._comment(comment.text, comment.start)
                comment = next(comments, None)
            self._clause(clause)
        self.clause += 1
        while comment is not None:
            self._comment(comment.text, comment.start)
            comment = next(comments, None)
        return self.found

    def _clause(self, clause: Node) -> None:
        head, body = parts_of(clause)
        if head is not None:
            self._atom(head, head=True)
        for condition in body:
            self._atom(condition, head=False)

    def _atom(self, node: Node, *, head: bool) -> None:
        name, arguments = name_of(node), node.items[1:] if isinstance(node, Form) else []
        word = node.items[0] if isinstance(node, Form) and node.items else node
        if name is None or not isinstance(word, Symbol):
            for item in node.items if isinstance(node, Form) else ():
                self._atom(item, head=False)
        elif name in CONNECTIVES:
            for item in arguments:
                if name == "distinct":
                    self._term(item)
                else:
                    self._atom(item, head=False)
        elif name in RELATIONS:
            self._keyword(name, arguments, head)
        elif name in WORDS and WORDS[name].kind == "comfort" and head:
            self._comfort(name, arguments)
        elif name.startswith("?"):
            self._term(node)
        else:
            symbol = relation_symbol(name, len(arguments))
            self._note(word, symbol, SymbolKind.RELATION, defines=head, shape=node)
            self._terms(symbol, arguments)

    def _keyword(self, name: str, arguments: list[Node], head: bool) -> None:
        kinds = WORDS[name].arguments
        for number, item in enumerate(arguments):
            if number >= len(kinds):  # the seed dialect lets conditions stand in `terminal`
                self._atom(item, head=False)
                continue
            sort = _SORTS.get(kinds[number], SymbolKind.CONSTANT)
            defines = head and name in _DEFINING and (sort is not SymbolKind.ROLE or name == "role")
            self._term(item, sort, defines=defines)

    def _comfort(self, name: str, arguments: list[Node]) -> None:
        if name == "include":
            for item in arguments:
                if isinstance(item, Symbol):
                    self.found.includes.append((item.name.strip('"'), item))
            return
        for item in arguments:
            own = isinstance(item, Form) and len(item.items) == 2
            word = item.items[1] if isinstance(item, Form) and own else item
            over = name_of(item)
            known = over is not None and over[0].isalpha() and len(over) > 1 and over != ".."
            if known and over is not None and isinstance(word, Symbol):
                symbol = relation_symbol(word.name, ARITIES.get(over, 3))
                self._note(word, symbol, SymbolKind.RELATION, defines=True, shape=None)

    def _terms(self, symbol: str, arguments: list[Node]) -> None:
        for number, item in enumerate(arguments):
            if isinstance(item, Symbol) and not item.name.startswith("?"):
                self.found.arguments.setdefault((symbol, number), {})[item.name] = None
            self._term(item)

    def _term(self, node: Node, sort: SymbolKind | None = None, *, defines: bool = False) -> None:
        if isinstance(node, Symbol):
            if node.name.startswith("?"):
                if not self.fixed:
                    self._note(node, f"variable {self.clause} {node.name}", SymbolKind.VARIABLE)
            elif not node.name.startswith('"') and node.name != "..":
                sort = sort or SymbolKind.CONSTANT
                self._note(node, f"term {node.name}/0", sort, defines=defines)
            return
        if not node.items or not isinstance(word := node.items[0], Symbol):
            return
        arguments = node.items[1:]
        if len(arguments) == 2 and name_of(arguments[0]) == "..":
            return
        symbol = f"term {word.name}/{len(arguments)}"
        self._note(word, symbol, sort or SymbolKind.CONSTANT, defines=defines, shape=node)
        self._terms(symbol, arguments)

    def _note(
        self,
        word: Symbol,
        symbol: str,
        sort: SymbolKind,
        *,
        defines: bool = False,
        shape: Node | None = None,
    ) -> None:
        found = self.found
        first = symbol not in found.sorts
        found.sorts.setdefault(symbol, set()).add(sort)
        if shape is not None and symbol not in found.shapes:
            text = self.read.text[shape.start : shape.end]
            found.shapes[symbol] = " ".join(text.split())
        defines = defines or (sort is SymbolKind.VARIABLE and first)
        span = self.lines.span(word.start, word.end)
        found.mentions.append(Mention(span, symbol, defines, self.fixed))

    # What authors say in comments

    def _comment(self, text: str, start: int) -> None:
        if self.fixed:
            return
        mark = len(self.read.mark)
        if text[mark : mark + 1] == ":":
            for one in _VARIABLE.finditer(text):
                span = self.lines.span(start + one.start(), start + one.end())
                symbol = f"variable {self.clause} {one.group()}"
                self.found.mentions.append(Mention(span, symbol))
        elif found := _HEADER.match(text):
            for word in _header_words(found[1].lower(), found[2]):
                self._shifted(word, start + found.start(2))

    def _shifted(self, node: Node, by: int) -> None:
        """A term in a header; variables of headers are those of the header alone."""
        word = node.items[0] if isinstance(node, Form) and node.items else node
        if not isinstance(word, Symbol) or word.name.startswith("?"):
            return
        arity = len(node.items) - 1 if isinstance(node, Form) else 0
        symbol = f"term {word.name}/{arity}"
        self.found.mentions.append(Mention(self.lines.span(by + word.start, by + word.end), symbol))
        for item in node.items[1:] if isinstance(node, Form) else ():
            self._shifted(item, by)


def _header_words(key: str, value: str) -> Iterator[Node]:
    """The terms that a header speaks of."""
    nodes: list[Node] = []
    read_forms(PlacedText(value, ""), lambda node, _: nodes.append(node))
    if key in ("grid", "notation"):
        yield from (node for node in nodes if isinstance(node, Form))
    elif key in ("columns", "rows"):
        yield from nodes
    elif key == "piece":
        yield from nodes[:1]


def included_names(text: str, file: str, *, shipped: bool) -> Naming:
    """The names of an included file."""
    lines = LineIndex(text, file)
    return names_in(read_clauses(text, file), lines, fixed=shipped)
