"""The infix notation of GDL, as Prolog writers know it: ``q(B) :- p(a,B) & ~p(B,c)``.

Variables start with a capital letter, ``&`` (or a comma) joins conditions, ``|`` separates
alternatives, ``~`` negates, ``%`` starts a comment; a full stop after a rule is allowed. Words
that would read as something else stand in single quotes, after a question mark where they are
variables; a variable whose name starts with a capital is ``?Row``, since ``Row`` means ``?row``.
Text becomes a :class:`Program`; the way back is :mod:`.infix_writing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spielwerk.core import SaidText, Span, say
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
from spielwerk.languages.gdl.text.places import PlacedText
from spielwerk.languages.gdl.text.spelling import keyword, with_chance
from spielwerk.languages.gdl.text.syntax import Reading


def read_infix(text: str, *, file: str = "<text>", dialect: Dialect = Dialect.GGP) -> Reading:
    """Read rules in infix notation."""
    source = PlacedText(text.removeprefix("\ufeff"), file)
    if not source.is_readable():
        return Reading(Program((), dialect, {}, file), tuple(source.problems), gave_up=True)
    return _Parser(source).run(dialect)


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
_JOINING = frozenset([":-", "&", ",", "|", "~", "(", ".."])
"""What a clause cannot end with."""
_UNWRITABLE = re.compile(r"""[\s();"]|^$""")
"""What a quoted word may not contain, because the prefix notation could not hold it."""


class _Parser:
    """Recursive descent over the tokens, one clause at a time."""

    def __init__(self, source: PlacedText) -> None:
        self.source = source
        self.headers: dict[str, list[str]] = {}
        self.tokens = list(self.scan())
        self.position = 0
        self.margin = 1
        """The column at which the present clause starts."""
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
            self.margin = source.column(token.start)
            self.depth = self.conditions = 0
            try:
                rules.append(self.clause())
            except Misread as problem:
                self.position = self.next_clause(first)
                self.inside(problem).report(source)
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

    def next_clause(self, first: int) -> int:
        """Where the next clause starts: at this one's margin, or after a stop."""
        place = first + 1
        while self.tokens[place].kind != "end":
            before = self.tokens[place - 1].text
            if before == "." or self.is_rule(place):
                break
            if self.at_margin(place) and before not in _JOINING:
                break
            place += 1
        return place

    def at_margin(self, place: int) -> bool:
        """Whether a word stands where this clause or one before it began its line."""
        token, source = self.tokens[place], self.source
        if token.kind in ("mark", "end") or not source.first_on_its_line(token.start):
            return False
        return source.column(token.start) <= self.margin

    def is_rule(self, place: int) -> bool:
        """Whether a rule with conditions must start here: a head at the margin, and an arrow."""
        if not self.at_margin(place) or self.tokens[place].kind != "name":
            return False
        place += 1
        depth = 0
        while depth or self.tokens[place].text == "(":
            if self.tokens[place].kind == "end" or self.at_margin(place):
                return False
            depth += {"(": 1, ")": -1}.get(self.tokens[place].text, 0)
            place += 1
        return self.tokens[place].text == ":-"

    def inside(self, problem: Misread) -> Misread:
        """The problem, at the end of its clause where it only shows in the next one."""
        last = self.tokens[self.position - 1]
        if not isinstance(problem, _Unexpected) or problem.place.start <= last.start:
            return problem
        return Misread(
            problem.code,
            last,
            say(
                "The rule is not finished: expected {problem_wanted} behind '{last_text}'.",
                problem_wanted=_expected(problem.wanted),
                last_text=last.text,
            ),
            problem.hint,
        )

    def clause(self) -> Rule:
        first = self.tokens[self.position]
        head = self.atom()
        if head.relation in CONNECTIVES:
            raise connective_head(first, head.relation, "':-'")
        body = self.disjunction(first) if self.takes(":-") else ()
        span = self.source.span(first.start, self.tokens[self.position - 1].end)
        if not self.takes("."):
            self.expect_end("'&', '|'" if body else "':-'")
        return Rule(head, body, span, first.sentence)

    def expect_end(self, more: str) -> None:
        """On the line on which a clause ends only another one can follow."""
        token, last = self.tokens[self.position], self.tokens[self.position - 1]
        if token.kind in ("name", "end") or "\n" in self.source.text[last.end : token.start]:
            return
        raise _Unexpected(
            token,
            say("{more} or the end of the rule", more=_expected(more)),
            _SLIPS.get(token.text),
        )

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
        if self.is_rule(self.position):
            raise _Unexpected(first, "a condition")
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
                say(
                    "'{atom_relation}' is not used like this in the infix notation.",
                    atom_relation=atom.relation,
                ),
                "Write ~p(X) for not, p(X) & q(X), (p(X) | q(X)), and distinct(X, Y).",
            )
        return (atom,)

    def atom(self) -> Atom:
        token = self.tokens[self.position]
        if token.kind != "name":
            raise _Unexpected(token, "the name of a relation", _SLIPS.get(token.text))
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
            raise _Unexpected(token, "a term")
        self.position += 1
        name = _word(token)
        if self.takes(".."):
            high = self.tokens[self.position]
            if high.kind != "name":
                raise _Unexpected(high, "the end of the range")
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
            raise _Unexpected(self.tokens[self.position], f"'{mark}'")

    def descend(self, token: _Token) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Misread(
                "gdl-nested-too-deeply",
                token,
                say("Forms nest more than {max_depth} levels deep here.", max_depth=MAX_DEPTH),
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
            say(
                "This word has {count:,} characters; at most {max_word:,} are allowed.",
                count=len(text),
                max_word=MAX_WORD,
            ),
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
            say("{text} cannot be a word of GDL.", text=text),
            "Words are not empty and contain no blanks, parentheses, semicolons or double quotes, "
            "and only variables start with a question mark.",
        )
    return word


def _expected(text: str) -> str:
    """What was expected, to be said in any language."""
    return text if isinstance(text, SaidText) else say(text)


class _Unexpected(Misread):
    """Something else should stand here."""

    def __init__(self, token: _Token, wanted: str, hint: str | None = None) -> None:
        self.wanted = wanted
        found = token.text if token.kind == "end" else f"'{token.text}'"
        super().__init__(
            "gdl-unexpected",
            token,
            say("Expected {wanted}, found {found}.", wanted=_expected(wanted), found=found),
            hint or _RULE_READS,
        )


_RULE_READS = (
    "A rule reads head(X) :- condition(X) & ~other(X); variables start with a capital letter."
)
_SLIPS = {
    ";": "Write | for 'or'; comments start with %.",
    "<": "Write :- between what follows and its conditions.",
    ":": "Write :- between what follows and its conditions.",
    "&": "Write one & between conditions.",
    "|": "Write one | between alternatives.",
    "!": "Write ~ for 'not'.",
    "\\": "Write ~ for 'not', and distinct(X, Y) for terms that differ.",
    "=": "Write ~distinct(X, Y) for equal terms, and distinct(X, Y) for those that differ.",
    ")": "Delete it, or add the '(' that belongs to it.",
}
"""What writers of other languages put where something else belongs."""
