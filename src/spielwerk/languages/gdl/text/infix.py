"""The infix notation of GDL, as Prolog writers know it: ``q(B) :- p(a,B) & ~p(B,c)``.

Variables start with a capital letter, ``&`` (or a comma) joins conditions, ``|`` separates
alternatives, ``~`` negates, ``%`` starts a comment; a full stop after a rule is allowed. Words
that would read as something else stand in single quotes, after a question mark where they are
variables; a variable whose name starts with a capital is ``?Row``, since ``Row`` means ``?row``.
Text becomes a :class:`Program` and a program becomes text, without loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spielwerk.core import Span
from spielwerk.languages.gdl.program import (
    CONNECTIVES,
    MAX_DEPTH,
    RELATIONS,
    Atom,
    Dialect,
    Distinct,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Term,
    Var,
)
from spielwerk.languages.gdl.text.layout import written
from spielwerk.languages.gdl.text.limits import (
    MAX_ARGUMENTS,
    MAX_CONDITIONS,
    MAX_WORD,
)
from spielwerk.languages.gdl.text.misread import (
    Misread,
    connective_head,
    long_rule,
    many_arguments,
)
from spielwerk.languages.gdl.text.places import Comment, PlacedText
from spielwerk.languages.gdl.text.spelling import keyword, with_chance
from spielwerk.languages.gdl.text.syntax import Reading


def read_infix(text: str, *, file: str = "<text>", dialect: Dialect = Dialect.GGP) -> Reading:
    """Read rules in infix notation."""
    source = PlacedText(text.removeprefix("\ufeff"), file)
    if not source.is_readable():
        return Reading(Program((), dialect, {}, file), tuple(source.problems), gave_up=True)
    return _Parser(source).run(dialect)


def write_infix(program: Program, comments: Sequence[Comment] | None = None) -> str:
    """A program in infix notation; reading it gives an equal program.

    With the ``comments`` of the text that it was read from these stay at their places.
    """
    return written(program, "%", _rule_lines, comments)


# Reading


@dataclass(slots=True, eq=False)
class _Token:
    """A piece of the text. ``kind`` is a group of :data:`_TOKEN`, or ``end`` after the last one."""

    kind: str
    text: str
    start: int
    end: int
    sentence: str | None = None
    """What the author says in ``%:`` comments right before it."""


_WORD = r"[A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*"
_TOKEN = re.compile(
    rf"""(?P<comment>%[^\n]*)
    | (?P<mark>:-|\.\.|[()&,|~.])
    | (?P<variable>[A-Z_]{_WORD} | \?[A-Za-z]{_WORD} | \?'(?:[^'\\\n]|\\['\\])*')
    | (?P<name>-?[a-z0-9]{_WORD} | '(?:[^'\\\n]|\\['\\])*' | "[^"\n]*")
    | (?P<other>\S)
    """,
    re.VERBOSE,
)
_UNWRITABLE = re.compile(r"""[\s();"]|^$""")
"""What a quoted word may not contain, because the prefix notation could not hold it."""


class _Parser:
    """Recursive descent over the tokens, one clause at a time."""

    def __init__(self, source: PlacedText) -> None:
        self.source = source
        self.headers: dict[str, list[str]] = {}
        self.tokens = list(self.scan())
        self.position = 0
        self.depth = 0
        self.conditions = 0

    def scan(self) -> Iterator[_Token]:
        sentence: list[str] = []
        for match in _TOKEN.finditer(self.source.text):
            kind, text = match.lastgroup or "", match.group()
            if kind == "comment":
                said = text.startswith(("%:", "%!"))
                self.source.note_comment(match.start(), text, "%", said=said)
                if text.startswith("%:"):
                    sentence.append(text[2:].strip())
                elif text.startswith("%!"):
                    key, _, value = text[2:].strip().partition(" ")
                    if key:
                        self.headers.setdefault(key.lower(), []).append(value.strip())
            else:
                yield _Token(kind, text, *match.span(), " ".join(sentence) or None)
                sentence.clear()
        end = len(self.source.text)
        yield _Token("end", "the end of the text", end, end)

    def run(self, dialect: Dialect) -> Reading:
        source = self.source
        rules: list[Rule] = []
        doubtful: set[str] = set()
        while (token := self.tokens[self.position]).kind != "end":
            if source.is_hopeless(len(rules), token.start):
                break
            first = self.position
            self.depth = self.conditions = 0
            try:
                rules.append(self.clause())
            except Misread as problem:
                problem.report(source)
                self.skip(first)
                names = self.tokens[first : self.position]
                doubtful.update(keyword(token.text) for token in names if token.kind == "name")
        headers = {key: tuple(values) for key, values in self.headers.items()}
        return Reading(
            Program(tuple(with_chance(rules)), dialect, headers, source.file),
            tuple(source.problems),
            frozenset(doubtful),
            gave_up=self.tokens[self.position].kind != "end",
            comments=tuple(source.comments),
        )

    def skip(self, first: int) -> None:
        """Go to where the next clause seems to start: at this one's margin, or after a stop."""
        source = self.source
        margin = source.column(self.tokens[first].start)
        self.position = max(self.position, first + 1)
        while (token := self.tokens[self.position]).kind != "end":
            if self.tokens[self.position - 1].text == ".":
                return
            if source.column(token.start) <= margin and source.first_on_its_line(token.start):
                return
            self.position += 1

    def clause(self) -> Rule:
        first = self.tokens[self.position]
        head = self.atom()
        if head.relation in CONNECTIVES:
            raise connective_head(first, head.relation, "':-'")
        body = self.disjunction(first) if self.takes(":-") else ()
        span = self.source.span(first.start, self.tokens[self.position - 1].end)
        self.takes(".")
        return Rule(head, body, span, first.sentence)

    def disjunction(self, first: _Token) -> tuple[Literal, ...]:
        """A conjunction, or several of them in one ``or``."""
        branches = [self.conjunction()]
        while self.takes("|"):
            branches.append(self.conjunction())
        if len(branches) == 1:
            return branches[0]
        return (Or(tuple(branches), self.span_from(first)),)

    def conjunction(self) -> tuple[Literal, ...]:
        literals = [*self.literal()]
        while self.takes("&") or self.takes(","):
            literals += self.literal()
        return tuple(literals)

    def literal(self) -> tuple[Literal, ...]:
        first = self.tokens[self.position]
        self.conditions += 1
        if self.conditions > MAX_CONDITIONS:
            raise long_rule(first)
        if self.takes("~"):
            self.descend(first)
            inner = self.literal()
            self.depth -= 1
            span = self.span_from(first)
            return (Not(inner[0] if len(inner) == 1 else Or((inner,), span), span),)
        if self.takes("("):
            self.descend(first)
            inner = self.disjunction(self.tokens[self.position])
            self.expect(")")
            self.depth -= 1
            return inner
        atom = self.atom()
        if atom.relation == "distinct" and len(atom.args) == 2:
            return (Distinct(*atom.args, atom.span),)
        if atom.relation in CONNECTIVES:
            raise Misread(
                "gdl-connective-arguments",
                first,
                f"'{atom.relation}' is not used like this in the infix notation.",
                "Write ~p(X) for not, p(X) & q(X), (p(X) | q(X)), and distinct(X, Y).",
            )
        return (atom,)

    def atom(self) -> Atom:
        token = self.tokens[self.position]
        if token.kind != "name":
            raise _unexpected(token, "the name of a relation")
        self.position += 1
        name = keyword(_word(token))
        if self.tokens[self.position].text == "(" and self.tokens[self.position + 1].text == ")":
            self.position += 2
            # As in the prefix notation, p() and p are two relations.
            return Atom(name if name in RELATIONS else f"({name})", (), self.span_from(token))
        return Atom(name, self.arguments(), self.span_from(token))

    def arguments(self) -> tuple[Term, ...]:
        opening = self.tokens[self.position]
        if not self.takes("("):
            return ()
        self.descend(opening)
        terms = [self.term()]
        while self.takes(","):
            terms.append(self.term())
        self.expect(")")
        self.depth -= 1
        if len(terms) > MAX_ARGUMENTS:
            raise many_arguments(opening, len(terms))
        return tuple(terms)

    def term(self) -> Term:
        token = self.tokens[self.position]
        if token.kind == "variable":
            self.position += 1
            return Var(_word(token))
        if token.kind != "name":
            raise _unexpected(token, "a term")
        self.position += 1
        name = _word(token)
        if self.takes(".."):
            high = self.tokens[self.position]
            if high.kind != "name":
                raise _unexpected(high, "the end of the range")
            self.position += 1
            return (name, "..", _word(high))
        arguments = self.arguments()
        return (name, *arguments) if arguments else name

    def takes(self, mark: str) -> bool:
        token = self.tokens[self.position]
        if token.kind != "mark" or token.text != mark:
            return False
        self.position += 1
        return True

    def expect(self, mark: str) -> None:
        if not self.takes(mark):
            raise _unexpected(self.tokens[self.position], f"'{mark}'")

    def descend(self, token: _Token) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Misread(
                "gdl-nested-too-deeply",
                token,
                f"Forms nest more than {MAX_DEPTH} levels deep here.",
                "Split the term or the rule; no game needs to nest that deeply.",
            )

    def span_from(self, first: _Token) -> Span:
        return self.source.span(first.start, self.tokens[self.position - 1].end)


def _word(token: _Token) -> str:
    """The word that a name or variable means: ``Row`` is ``?row``, what has a mark is as it is."""
    text = token.text
    if len(text) > MAX_WORD:
        raise Misread(
            "gdl-long-word",
            token,
            f"This word has {len(text):,} characters; at most {MAX_WORD:,} are allowed.",
            "Is there a blank missing?",
        )
    if text.startswith('"'):
        return text
    word = text.removeprefix("?")
    if text == "_":
        raise Misread(
            "gdl-unnamed-variable", token, "A variable needs a name.", "Write one, such as X."
        )
    if not text.endswith("'"):
        capital = token.kind == "variable" and word is text
        return f"{word[0].lower()}{word[1:]}" if capital else word
    word = re.sub(r"\\(.)", r"\1", word[1:-1])
    looks_variable = token.kind == "name" and word.startswith("?")
    if looks_variable or _UNWRITABLE.search(word) or not word.isprintable():
        raise Misread(
            "gdl-strange-word",
            token,
            f"{text} cannot be a word of GDL.",
            "Words are not empty and contain no blanks, parentheses, semicolons or double quotes, "
            "and only variables start with a question mark.",
        )
    return word


def _unexpected(token: _Token, wanted: str) -> Misread:
    found = token.text if token.kind == "end" else f"'{token.text}'"
    return Misread(
        "gdl-unexpected",
        token,
        f"Expected {wanted}, found {found}.",
        "A rule reads head(X) :- condition(X) & ~other(X); variables start with a capital letter.",
    )


# Writing

_PLAIN_NAME = re.compile(r"-?[a-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")
_PLAIN_VARIABLE = re.compile(r"(?:[A-Za-z]|_[A-Za-z0-9_])[A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")


def _rule_lines(rule: Rule) -> Iterator[str]:
    if not rule.body:
        yield _literal_text(rule.head)
        return
    yield f"{_literal_text(rule.head)} :-"
    *others, last = map(_literal_text, rule.body)
    yield from (f"    {literal} &" for literal in others)
    yield f"    {last}"


def _literal_text(literal: Literal) -> str:
    match literal:
        case Atom(relation, args):
            return _applied(relation, args)
        case Not(inner):
            return f"~{_literal_text(inner)}"
        case Distinct(left, right):
            return _applied("distinct", (left, right))
        case Or(branches):
            return f"({' | '.join(' & '.join(map(_literal_text, b)) for b in branches)})"


def _applied(name: str, args: Sequence[Term]) -> str:
    if not args and name.startswith("("):
        return f"{_name_text(name[1:-1])}()"
    if not args:
        return _name_text(name)
    return f"{_name_text(name)}({', '.join(map(_term_text, args))})"


def _term_text(term: Term) -> str:
    match term:
        case Var(name):
            if _PLAIN_VARIABLE.fullmatch(name):
                return f"?{name}" if name[0].isupper() else name[0].upper() + name[1:]
            return f"?{_quoted(name)}"
        case str():
            return _name_text(term)
        case (str() as low, "..", str() as high):
            return f"{_name_text(low)}..{_name_text(high)}"
        case _:
            return _applied(str(term[0]), term[1:])


def _name_text(name: str) -> str:
    plain = name.startswith('"') or _PLAIN_NAME.fullmatch(name)
    return name if plain else _quoted(name)


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
