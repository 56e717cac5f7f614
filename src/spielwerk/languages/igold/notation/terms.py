"""Expressions of the compact notation, read into terms: what stands where, before it has a meaning.

``me.hand.top.rank < target.hand.top.rank`` becomes a tree of :class:`Expression`. Which element of
the language a term stands for depends on what the names in it are: :mod:`.meaning` says that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from spielwerk.core import SpielwerkError, say

DEEPEST = 120
LARGEST = 3_000
"""So many parts an expression may have where shorthands are written out."""
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<quoted>`[^`]+`)
  | (?P<raw><[A-Za-z][\w:.-]*(?:\s+[\w:.-]+="[^"]*")*\s*>)
  | (?P<number>\d+\.\d+|\d+)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<mark>==|!=|<=|>=|\+=|-=|\*=|/=|[-+*/%<>=(){}\[\],:.;|])
  )""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(r'([\w:.-]+)="([^"]*)"')
COMPARISONS = {
    "==": "equal",
    "!=": "notEqual",
    "<": "lessThan",
    "<=": "lessOrEqual",
    ">": "greaterThan",
    ">=": "greaterOrEqual",
}
KEYWORDS = frozenset(
    [
        "and",
        "or",
        "not",
        "is",
        "in",
        "among",
        "has",
        "where",
        "then",
        "else",
        "if",
        "by",
        "when",
        "until",
        "to",
        "from",
        "into",
        "with",
        "owned",
        "connected",
        "a",
        "an",
        "named",
        "unnamed",
        "except",
        "seconds",
        "priority",
        "freely",
        "below",
    ]
)
"""Names that mean something of their own between others."""


class TermError(SpielwerkError):
    """An expression cannot be read, or has no meaning; ``start`` and ``end`` are its offsets."""

    def __init__(self, message: str, start: int, end: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.start, self.end, self.hint = start, end, hint


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Expression:
    """One part of an expression: an operation on others, a name, or a literal."""

    op: str
    text: str = ""
    args: tuple[Expression, ...] = ()
    start: int = 0
    end: int = 0
    group: int = 0
    """How many brackets stand around it."""
    attributes: tuple[tuple[str, str], ...] = ()


def tokens_of(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a stretch of text."""
    stop = len(text) if end is None else end
    found = []
    while start < stop:
        if not text[start:stop].strip():
            break
        here = _TOKEN.match(text, start, stop)
        if here is None:
            blank = len(text[start:stop]) - len(text[start:stop].lstrip())
            at = start + blank
            raise TermError(say("This cannot be read: {text}", text=text[at : at + 12]), at, at + 1)
        kind = str(here.lastgroup)
        found.append(Token(kind, here.group(kind), here.start(kind), here.end(kind)))
        start = here.end()
    return found


def unquoted(text: str) -> str:
    """What stands between quotes."""
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text[1:-1])


def quoted(text: str) -> str:
    """A text in quotes."""
    safe = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{safe}"'


@dataclass(frozen=True, slots=True)
class Shorthand:
    """A named expression with parameters: ``let card(who): who.hand.top``."""

    parameters: tuple[str, ...]
    body: Expression


class TermReader:
    """Reads terms from tokens, one after another."""

    def __init__(
        self, tokens: list[Token], end: int, shorthands: Mapping[str, Shorthand] | None = None
    ) -> None:
        self.tokens = tokens
        self._shorthands = shorthands or {}
        self.at = 0
        self.end = end
        self._depth = 0

    def peek(self, ahead: int = 0) -> Token:
        place = self.at + ahead
        if place < len(self.tokens):
            return self.tokens[place]
        return Token("end", "", self.end, self.end + 1)

    def next(self) -> Token:
        token = self.peek()
        self.at += 1
        return token

    def sees(self, *texts: str) -> bool:
        """Whether the next tokens are these."""
        return all(
            self.peek(n).text == text and self.peek(n).kind in ("name", "mark")
            for n, text in enumerate(texts)
        )

    def take(self, *texts: str) -> bool:
        """Read these tokens, if they come next."""
        if not self.sees(*texts):
            return False
        self.at += len(texts)
        return True

    def need(self, text: str) -> Token:
        if not self.sees(text):
            raise self.unexpected(say("'{text}' is missing here.", text=text))
        return self.next()

    def unexpected(self, message: str | None = None, hint: str | None = None) -> TermError:
        token = self.peek()
        what = token.text or say("the end")
        return TermError(
            message or say("'{what}' was not expected here.", what=what),
            token.start,
            token.end,
            hint,
        )

    def done(self) -> bool:
        return self.peek().kind == "end"

    # From the loosest to the tightest

    def term(self) -> Expression:
        """One whole expression."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise self.unexpected(say("This is nested too deeply."))
        found = self._or()
        self._depth -= 1
        return found

    def _or(self) -> Expression:
        first = self._and()
        parts = [first]
        while self.sees("or") and not (self.sees("or", "where") or self.sees("or", "if")):
            self.next()
            parts.append(self._and())
        return first if len(parts) == 1 else _joined("or", "", parts)

    def _and(self) -> Expression:
        parts = [self._not()]
        while self.take("and"):
            parts.append(self._not())
        return parts[0] if len(parts) == 1 else _joined("and", "", parts)

    def _not(self) -> Expression:
        token = self.peek()
        if self.take("not"):
            inner = self._not()
            return Expression("not", "", (inner,), token.start, inner.end)
        return self._comparison()

    def _comparison(self) -> Expression:
        left = self._where()
        token = self.peek()
        if token.kind == "mark" and token.text in COMPARISONS:
            self.next()
            right = self._where()
            return _joined("compare", token.text, [left, right])
        if self.take("is"):
            return self._is(left)
        if self.take("has"):
            for words in (("not", "started"), ("started",), ("finished",)):
                if self.take(*words):
                    return _joined("progress", " ".join(words), [left])
            if self.take("a") or self.take("an"):
                return _joined("holds", self.type_name(), [left])
            return _joined("has", "", [left, self._where()])
        for words in (("in",), ("among",), ("owned", "by"), ("connected", "to")):
            if self.take(*words):
                return _joined("relation", words[0], [left, self._where()])
        return left

    def _is(self, left: Expression) -> Expression:
        if self.take("a") or self.take("an"):
            return _joined("kind", self.type_name(), [left])
        for words in (("empty",), ("set",), ("on", "top"), ("active",), ("under", "way"),
                      ("owned",)):  # fmt: skip
            if self.take(*words):
                return _joined("quality", " ".join(words), [left])
        if self.take("like"):
            return _joined("relation", "like", [left, self._where()])
        if left.op == "name" and left.text in ("phase", "state", "step") and not left.group:
            return _joined("current", f"{left.text} {self.type_name()}", [left])
        return _joined("relation", "is", [left, self._where()])

    def _where(self) -> Expression:
        left = self._sum()
        if not self.sees("where"):
            return left
        parts = [left]
        while self.take("where") or (len(parts) > 1 and self.take("or", "where")):
            parts.append(self._or())
        return _joined("where", "", parts)

    def _sum(self) -> Expression:
        return self._chain(("+", "-"), self._product)

    def _product(self) -> Expression:
        return self._chain(("*", "/", "%"), self.value)

    def _chain(self, marks: tuple[str, ...], inner: object) -> Expression:
        read = inner
        assert callable(read)
        left: Expression = read()
        while self.peek().kind == "mark" and self.peek().text in marks:
            mark = self.next().text
            right = read()
            if left.op == "sum" and left.text == mark and mark in "+*" and not left.group:
                left = _joined("sum", mark, [*left.args, right])
            else:
                left = _joined("sum", mark, [left, right])
        return left

    def value(self) -> Expression:
        """A value without operators: a number, a name with what is behind its dots, a call."""
        left = self._atom()
        while self.take("."):
            token = self.next()
            if token.kind not in ("name", "quoted"):
                self.at -= 1
                raise self.unexpected(say("Behind the dot stands a name."))
            name = token.text.strip("`")
            left = Expression("dot", name, (left,), left.start, token.end)
        return left

    def _atom(self) -> Expression:
        token = self.next()
        match token.kind:
            case "number":
                return Expression("number", token.text, (), token.start, token.end)
            case "string":
                return Expression("string", unquoted(token.text), (), token.start, token.end)
            case "quoted":
                return Expression("name", token.text.strip("`"), (), token.start, token.end)
            case "raw":
                return self.raw(token)
            case "name" if token.text == "if":
                return self._conditional(token)
            case "name" if token.text == "only":
                inner = self._where()
                return Expression("only", "", (inner,), token.start, inner.end)
            case "name" if token.text == "start" and self.take("of"):
                end = self.next()
                return Expression("start", end.text, (), token.start, end.end)
            case "name" if token.text in self._shorthands:
                return self._written_out(token)
            case "name" if token.text not in KEYWORDS:
                if self.sees("(") and self.peek().start == token.end:
                    return self._call(token)
                return Expression("name", token.text, (), token.start, token.end)
            case "mark" if token.text == "-" and self.peek().kind == "number":
                number = self.next()
                return Expression("number", f"-{number.text}", (), token.start, number.end)
            case "mark" if token.text == "(":
                inner = self.term()
                self.need(")")
                return Expression(
                    inner.op,
                    inner.text,
                    inner.args,
                    inner.start,
                    inner.end,
                    inner.group + 1,
                    inner.attributes,
                )
            case "mark" if token.text == "{":
                return self._set(token)
        self.at -= 1
        raise self.unexpected()

    def _written_out(self, token: Token) -> Expression:
        """What a shorthand stands for, with what stands in its brackets put in."""
        known = self._shorthands[token.text]
        given: tuple[Expression, ...] = ()
        end = token.end
        if self.sees("(") and self.peek().start == token.end:
            call = self._call(token)
            given, end = call.args, call.end
        if len(given) != len(known.parameters):
            wanted = ", ".join(known.parameters)
            raise TermError(
                say("This is written {name}({wanted}).", name=token.text, wanted=wanted),
                token.start,
                end,
            )
        table = dict(zip(known.parameters, given, strict=True))
        found = _put_in(known.body, table, token.start, end)
        if _size(found) > LARGEST:
            raise TermError(say("This shorthand stands for too much."), token.start, end)
        return found

    def _set(self, token: Token) -> Expression:
        parts = []
        while not self.sees("}"):
            parts.append(self.value())
            if not self.take(","):
                break
        end = self.need("}")
        return Expression("set", "", tuple(parts), token.start, end.end)

    def _conditional(self, token: Token) -> Expression:
        rule = self.term()
        self.need("then")
        one = self.term()
        self.need("else")
        other = self.term()
        return Expression("if", "", (rule, one, other), token.start, other.end)

    def _call(self, token: Token) -> Expression:
        self.need("(")
        parts: list[Expression] = []
        op = "call"
        while not self.sees(")"):
            parts.append(self.term())
            if self.take(":"):
                op = "each"
                parts.append(self.term())
            if not self.take(","):
                break
        end = self.need(")")
        return Expression(op, token.text, tuple(parts), token.start, end.end)

    def raw(self, token: Token) -> Expression:
        name = re.match(r"<([\w:.-]+)", token.text)
        assert name is not None
        attributes = tuple(_ATTRIBUTE.findall(token.text))
        parts: list[Expression] = []
        end = token.end
        if self.sees("(") and self.peek().start == token.end:
            self.next()
            while not self.sees(")"):
                parts.append(self.term())
                if not self.take(","):
                    break
            end = self.need(")").end
        return Expression("raw", name[1], tuple(parts), token.start, end, 0, attributes)

    def type_name(self) -> str:
        """The id of a type, which may have dots in it."""
        token = self.next()
        if token.kind == "quoted":
            return token.text.strip("`")
        if token.kind != "name":
            self.at -= 1
            raise self.unexpected(say("Here stands the name of a type."))
        name = token.text
        end = token.end
        while self.sees(".") and self.peek().start == end and self.peek(1).kind == "name":
            self.next()
            more = self.next()
            name, end = f"{name}.{more.text}", more.end
        return name


def _size(term: Expression) -> int:
    return 1 + sum(_size(part) for part in term.args)


def _put_in(term: Expression, table: Mapping[str, Expression], start: int, end: int) -> Expression:
    """A term with others in place of names; all of it stands where it is used."""
    if term.op == "name" and term.text in table:
        found = table[term.text]
        return replace(found, group=found.group + term.group)
    args = tuple(_put_in(part, table, start, end) for part in term.args)
    return replace(term, args=args, start=start, end=end)


def _joined(op: str, text: str, parts: list[Expression]) -> Expression:
    return Expression(op, text, tuple(parts), parts[0].start, max(part.end for part in parts))


def read_term(text: str, start: int = 0, end: int | None = None) -> Expression:
    """The one term that a stretch of text is.

    :raises TermError: it is none
    """
    stop = len(text) if end is None else end
    reader = TermReader(tokens_of(text, start, stop), stop)
    found = reader.term()
    if not reader.done():
        raise reader.unexpected()
    return found
