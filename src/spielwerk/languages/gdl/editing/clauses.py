"""A GDL text as forms, in either notation, however much of it is still missing.

What comes out is the same for both: ``p(X) :- ~q(X)`` and ``(<= (p ?x) (not (q ?x)))`` are equal
but for their places, so that nobody else here has to know the notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spielwerk.languages.gdl.load import is_infix, is_seed
from spielwerk.languages.gdl.program import MAX_DEPTH
from spielwerk.languages.gdl.text import Form, Node, PlacedText, Symbol, keyword, read_forms

_COMMENTS = {
    ";": re.compile(r'"[^"\n]*"?|(;[^\n]*)'),
    "//": re.compile(r'"[^"\n]*"?|(//[^\n]*)'),
    "%": re.compile(r"'(?:[^'\\\n]|\\.)*'|\"[^\"\n]*\"?|(%[^\n]*)"),
}


@dataclass(frozen=True, slots=True)
class WrittenComment:
    """A comment, with its marks; it ends with its line."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A text of rules taken apart."""

    text: str
    infix: bool
    mark: str
    """What comments begin with."""
    clauses: tuple[Node, ...]
    """The facts and rules in order; a rule is a form that begins with ``<=``."""
    comments: tuple[WrittenComment, ...]
    whole: bool
    """Whether all of it could be taken apart."""


def comment_mark(text: str, file: str) -> str:
    """What comments begin with, which tells the notation and dialect, too."""
    if is_infix(text, file):
        return "%"
    return "//" if is_seed(text, file) else ";"


def read_clauses(text: str, file: str) -> ClauseText:
    """Take a text apart."""
    mark = comment_mark(text, file)
    infix = mark == "%"
    found = _COMMENTS[mark].finditer(text)
    comments = tuple(WrittenComment(one[1], one.start(1)) for one in found if one[1])
    if infix:
        nodes, whole = _Infix(text).run()
    else:
        source = PlacedText(text, file)
        nodes = []
        extras = read_forms(
            source, lambda node, _: nodes.append(node), comment=mark, rules_nest=mark == "//"
        )
        nodes += extras.damaged
        whole = not source.problems
    for symbol in (one for node in nodes for one in symbols_below(node)):
        symbol.name = keyword(symbol.name)
    return ClauseText(
        text, infix, mark, tuple(sorted(nodes, key=lambda n: n.start)), comments, whole
    )


def parts_of(clause: Node) -> tuple[Node | None, list[Node]]:
    """The head of a clause and its conditions."""
    if isinstance(clause, Form) and clause.items and name_of(clause.items[0]) == "<=":
        return (clause.items[1] if len(clause.items) > 1 else None), clause.items[2:]
    return clause, []


def name_of(node: Node) -> str | None:
    """The name that a form begins with, or that a symbol is."""
    if isinstance(node, Form):
        return name_of(node.items[0]) if node.items and isinstance(node.items[0], Symbol) else None
    return node.name


def symbols_below(node: Node) -> Iterator[Symbol]:
    """Every symbol in a node, from left to right."""
    if isinstance(node, Symbol):
        yield node
        return
    for item in node.items:
        yield from symbols_below(item)


# The infix notation

_WORD = r"[A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*"
TOKEN = re.compile(
    rf"""(?P<comment>%[^\n]*)
    | (?P<mark>:-|\.\.|[()&,|~.])
    | (?P<variable>[A-Z_]{_WORD} | \?[A-Za-z]{_WORD} | \?'(?:[^'\\\n]|\\['\\])*')
    | (?P<name>-?[a-z0-9]{_WORD} | '(?:[^'\\\n]|\\['\\])*' | "[^"\n]*"?)
    | (?P<other>\S)
    """,
    re.VERBOSE,
)


class _Infix:
    """Recursive descent that never gives up: what it does not expect it passes over."""

    def __init__(self, text: str) -> None:
        found = [one for one in TOKEN.finditer(text) if one.lastgroup != "comment"]
        self.tokens = found
        self.position = 0
        self.depth = 0
        self.whole = True

    def run(self) -> tuple[list[Node], bool]:
        nodes = []
        while self.position < len(self.tokens):
            if self.at("name"):
                nodes.append(self.clause())
            else:
                self.whole = False
                self.position += 1
        return nodes, self.whole

    def at(self, kind: str) -> bool:
        return self.position < len(self.tokens) and self.tokens[self.position].lastgroup == kind

    def takes(self, mark: str) -> re.Match[str] | None:
        if self.position < len(self.tokens) and self.tokens[self.position].group() == mark:
            self.position += 1
            return self.tokens[self.position - 1]
        return None

    def end(self) -> int:
        return self.tokens[self.position - 1].end()

    def clause(self) -> Node:
        head = self.term()
        if arrow := self.takes(":-"):
            body = self.conditions()
            head = Form(head.start, self.end(), [Symbol("<=", *arrow.span()), head, *body])
        self.takes(".")
        return head

    def conditions(self) -> list[Node]:
        """What is joined by ``&`` or a comma; alternatives are one ``or``."""
        branches = [self.conjunction()]
        bar = None
        while found := self.takes("|"):
            bar = bar or found
            branches.append(self.conjunction())
        if bar is None:
            return branches[0]
        items = [node for branch in branches for node in branch]
        start = items[0].start if items else bar.start()
        return [Form(start, self.end(), [Symbol("or", *bar.span()), *items])]

    def conjunction(self) -> list[Node]:
        found = self.literal()
        while self.takes("&") or self.takes(","):
            found += self.literal()
        return found

    def literal(self) -> list[Node]:
        if tilde := self.takes("~"):
            inner = self.literal()
            return [Form(tilde.start(), self.end(), [Symbol("not", *tilde.span()), *inner])]
        if self.takes("("):
            self.depth += 1
            inner = self.conditions() if self.depth < MAX_DEPTH else []
            self.depth -= 1
            self.whole &= self.takes(")") is not None
            return inner
        if self.at("name") or self.at("variable"):
            return [self.term()]
        self.whole = False
        return []

    def term(self) -> Node:
        token = self.tokens[self.position]
        self.position += 1
        symbol = Symbol(_meant(token), *token.span())
        if self.takes(".."):
            items: list[Node] = [symbol, Symbol("..", *self.tokens[self.position - 1].span())]
            if self.at("name"):
                items.append(self.term())
            return Form(token.start(), self.end(), items)
        if self.depth >= MAX_DEPTH or not self.takes("("):
            return symbol
        self.depth += 1
        form = Form(token.start(), 0, [symbol])
        while self.at("name") or self.at("variable"):
            form.items.append(self.term())
            if not self.takes(","):
                break
        self.depth -= 1
        self.whole &= self.takes(")") is not None
        form.end = self.end()
        return form


def _meant(token: re.Match[str]) -> str:
    """The word that a token means, as the prefix notation has it: ``Row`` is ``?row``."""
    text = token.group()
    if text.startswith('"'):
        return text
    word = text.removeprefix("?")
    if word.endswith("'"):
        word = re.sub(r"\\(.)", r"\1", word[1:-1])
    if token.lastgroup != "variable":
        return word
    return f"?{word[:1].lower()}{word[1:]}" if word is text else f"?{word}"
