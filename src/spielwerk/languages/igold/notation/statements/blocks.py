"""Lines, blocks of statements, and statements that begin with no word of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lxml import etree

from spielwerk.core import say
from spielwerk.languages.igold.notation.lines import SourceLine, wrong
from spielwerk.languages.igold.notation.meaning import Meaning, group_of
from spielwerk.languages.igold.notation.terms import (
    Expression,
    Shorthand,
    TermError,
    TermReader,
    tokens_of,
    unquoted,
)
from spielwerk.languages.igold.source import Node, tag

CHANGES = {
    "=": ("setAttributeValue", "setTo"),
    "+=": ("increaseAttributeValue", "increaseBy"),
    "-=": ("decreaseAttributeValue", "decreaseBy"),
    "*=": ("multiplyAttributeValue", "multiplyBy"),
    "/=": ("divideAttributeValue", "divideBy"),
}
ENDS = {
    "state": "setCurrentPhaseStateExecutionFinished",
    "phase": "setCurrentPhaseExecutionFinished",
    "game": "finishGame",
    "action": "setActionExecutionFinished",
}
SELECTED = {"actor": "Actors", "object": "Objects", "field": "Fields"}


def comment_node(text: str) -> Node:
    """A comment of XML."""
    return etree.Comment(f" {text.replace('--', '- -').rstrip('-')} ")


def joined_comments(lines: Sequence[SourceLine]) -> Iterator[SourceLine | str]:
    """Lines as they are, and comments that belong together as one text."""
    said: list[str] = []
    for line in lines:
        if not line.text and line.comment is not None:
            if said and line.comment.startswith("#") != said[-1].startswith("#"):
                yield "\n".join(said)
                said = []
            if line.comment:
                said.append(line.comment)
            elif said:
                yield "\n".join(said)
                said = []
            continue
        if line.comment:
            said.append(line.comment)
        if said:
            yield "\n".join(said)
            said = []
        yield line
    if said:
        yield "\n".join(said)


Handler = Callable[["Statements", Node, TermReader, SourceLine], None]
STATEMENTS: dict[str, Handler] = {}
"""Who reads on behind the first word of a statement."""


def statement(*words: str) -> Callable[[Handler], Handler]:
    """Register who reads statements that begin with one of these words."""

    def register(handler: Handler) -> Handler:
        STATEMENTS.update(dict.fromkeys(words, handler))
        return handler

    return register


class Statements:
    """Reads statements; :class:`~.reading.NotationReader` adds declarations."""

    def __init__(self, file: str, meaning: Meaning) -> None:
        self.file = file
        self.meaning = meaning
        self.line = SourceLine(1, 1, "")
        self.shorthands: dict[str, Shorthand] = {}
        self._chains: set[Node] = set()
        """What stands behind an ``else if``."""

    def reader(self, line: SourceLine) -> TermReader:
        """The tokens of a line; from now on, places are those of this line."""
        self.line = line
        self.meaning.spot = lambda start, end: line.place(self.file, start, end)
        try:
            return TermReader(tokens_of(line.text), len(line.text), self.shorthands)
        except TermError as problem:
            raise self.located(problem, line) from None

    def located(self, problem: TermError, line: SourceLine) -> Exception:
        return wrong(
            problem.args[0], line.place(self.file, problem.start, problem.end), problem.hint
        )

    def within(self, line: SourceLine, read: Callable[[TermReader], None]) -> None:
        """Read a line; what is wrong with it is told with its place."""
        try:
            read(self.reader(line))
        except TermError as problem:
            raise self.located(problem, line) from None
        except RecursionError:
            raise wrong(say("This is nested too deeply."), line.place(self.file)) from None

    def all_read(self, r: TermReader) -> None:
        if not r.done():
            raise r.unexpected()

    def make(
        self,
        name: str,
        at: Expression | tuple[int, int] | None,
        /,
        *children: Node,
        **attributes: str,
    ) -> Node:
        return self.meaning.make(name, at or (0, len(self.line.text)), *children, **attributes)

    def block(self, parent: Node, lines: Sequence[SourceLine]) -> None:
        """The operations of lines, into an element."""
        for one in joined_comments(lines):
            if isinstance(one, str):
                parent.append(comment_node(one))
            else:
                line = one
                self.within(line, lambda r, line=line: self.statements(parent, r, line))  # type: ignore[misc]

    def body(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """What stands behind a colon: on the same line, or below it."""
        if not r.take(":"):
            if line.children:
                raise r.unexpected(say("Before an indented block stands a colon."))
            return
        if not r.done():
            if line.children:
                message = say("A block stands behind the colon or below it, not both.")
                raise TermError(message, r.peek().start, r.peek().end)
            self.statements(parent, r, line)
        else:
            spot = self.meaning.spot
            self.block(parent, line.children)
            self.meaning.spot, self.line = spot, line

    def statements(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """Statements with semicolons between them."""
        while True:
            self.statement(parent, r, line)
            if not r.take(";"):
                break
        self.all_read(r)

    def statement(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """One statement."""
        token = r.peek()
        if token.kind == "name" and token.text == "else":
            self._otherwise(parent, r, line)
            return
        handler = STATEMENTS.get(token.text) if token.kind == "name" else None
        if handler is not None and not _is_term(r):
            r.next()
            handler(self, parent, r, line)
        elif token.kind == "raw" and _stands_alone(r):
            self.raw_line(parent, r, line)
        else:
            self._change(parent, r, line)
        if line.children and r.done() and not self._took(line):
            raise wrong(
                say("Nothing can be indented below this."), line.children[0].place(self.file)
            )

    def _took(self, line: SourceLine) -> bool:
        head = line.text.rstrip()
        return head.endswith((":", ">")) or head.startswith("<")

    def operation(
        self, parent: Node, inner: Node, at: Expression | tuple[int, int] | None = None
    ) -> None:
        """Add an operation in the group it belongs to."""
        group = group_of(tag(inner))
        parent.append(inner if group is None else self.make(group, at, inner))

    def raw_line(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """``<element attribute="value">`` with what stands in it below."""
        start = r.peek()
        term = r.raw(r.next())
        node = self.meaning.raw(term)
        if r.peek().kind == "string":
            node.text = unquoted(r.next().text)
        parent.append(node)
        if r.done():
            spot = self.meaning.spot
            self.raw_block(node, line.children)
            self.meaning.spot, self.line = spot, line
        elif line.children:
            raise TermError(say("Nothing can be indented below this."), start.start, start.end)

    def raw_block(self, parent: Node, lines: Sequence[SourceLine]) -> None:
        """Lines below an element as in XML: further ones, statements, or ``= expression``."""
        for one in joined_comments(lines):
            if isinstance(one, str):
                parent.append(comment_node(one))
            else:
                line = one
                self.within(line, lambda r, line=line: self._raw_inner(parent, r, line))  # type: ignore[misc]

    def _raw_inner(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        if r.take("="):
            for node in self.meaning.rules(t) if (t := r.term()).op == "and" else [self._any(t)]:
                parent.append(node)
            self.all_read(r)
        elif r.peek().kind == "raw" and _stands_alone(r):
            self.raw_line(parent, r, line)
            self.all_read(r)
        else:
            self.statements(parent, r, line)

    def _any(self, term: Expression) -> Node:
        rules = ("compare", "relation", "quality", "kind", "holds", "has", "current", "progress",
                 "start", "not", "or", "and")  # fmt: skip
        known = term.op == "name" and self.meaning.symbols.types.get(term.text) == "rule"
        if term.op in rules or known:
            return self.meaning.rule(term)
        return self.meaning.element(term)

    def _change(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        target = r.term()
        mark = r.peek().text
        if mark not in CHANGES or r.peek().kind != "mark":
            raise r.unexpected(
                say("This is no statement."),
                say("Statements change something: x = 1, x += 1, move a to b, if ..., do ..."),
            )
        r.next()
        value = r.term()
        at = (target.start, value.end)
        entry = self.meaning._entry(target)
        if entry.startswith("link ") and entry != "link attribute" and mark == "=":
            kind = entry[5:]
            what = self.meaning.wrapped(f"{kind}ToLinkTo", value)
            self.operation(
                parent, self.make(f"set{kind.capitalize()}Link", at, what, self.slot(target)), at
            )
            return
        name, wrapper = CHANGES[mark]
        which = self.meaning.wrapped("whichAttribute", target)
        by = self.meaning.wrapped(wrapper, value)
        node = self.make(name, at, which, by)
        self.priority(node, r)
        if tag(parent) == "impact":
            parent.append(node)
        else:
            self.operation(parent, node, at)

    def priority(self, node: Node, r: TermReader) -> None:
        if r.take("priority"):
            node.set("priority", r.next().text)

    def slot(self, target: Expression) -> Node:
        host, name = self.meaning.link(target)
        by = self.make("byLinkId", target, linkIdReference=name)
        return self.make("linkToSet", target, *host, by)

    def conditional(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        node = self.make("conditionalOperation", None)
        while True:
            test = r.term()
            node.append(self.make("precondition", test, *self.meaning.rules(test)))
            if not r.take("or", "if"):
                break
        inner = self.make("operations", None)
        node.append(inner)
        parent.append(node)
        self.body(inner, r, line)

    def _otherwise(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        r.next()
        before = next((one for one in reversed(parent) if isinstance(one.tag, str)), None)
        while before is not None and tag(before) == "conditionalOperation" and len(before):
            last = before[-1]
            if tag(last) != "otherwise":
                break
            before = last[-1] if last in self._chains and len(last) else None
        if before is None or tag(before) != "conditionalOperation":
            token = r.peek()
            raise TermError(say("There is no 'if' above this 'else'."), 0, token.start)
        node = self.make("otherwise", None)
        before.append(node)
        if r.take("if"):
            self._chains.add(node)
            self.conditional(node, r, line)
        else:
            self.body(node, r, line)

    def word(self, r: TermReader) -> str:
        """A value of an attribute: in quotes, or a word."""
        token = r.next()
        if token.kind == "string":
            return unquoted(token.text)
        text, end = token.text.strip("`"), token.end
        while (r.peek().start == end and r.peek().text in (".", "-")) or (
            r.peek().start == end and r.peek().kind in ("name", "number")
        ):
            more = r.next()
            text, end = text + more.text, more.end
        return text

    def labels(self, r: TermReader, name: str = "label") -> list[Node]:
        """``"Deck" | "Stapel"``: the English and the German word."""
        found = []
        for language in ("en", "de"):
            token = r.peek()
            if token.kind == "string":
                r.next()
                text = unquoted(token.text)
                if text:
                    at = (token.start, token.end)
                    found.append(self.make(name, at, language=language, text=text))
            if not r.take("|"):
                break
        return found


def _stands_alone(r: TermReader) -> bool:
    """Whether an element as in XML is all there is, and does not begin an expression."""
    here = r.at
    r.raw(r.next())
    alone = r.done() or r.sees(";") or r.peek().kind == "string"
    r.at = here
    return alone


def _is_term(r: TermReader) -> bool:
    """Whether a word that begins statements is a name here: behind it something is changed."""
    after = r.peek(1)
    return after.kind == "mark" and (after.text in CHANGES or after.text == ".")


statement("if")(Statements.conditional)
