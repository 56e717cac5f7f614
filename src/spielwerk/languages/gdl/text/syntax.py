"""The prefix notation of GDL: text to :class:`Program` and back.

Reading never gives up at the first mistake: whatever can be understood becomes rules, and each
mistake becomes a diagnostic with its own place. Time and memory are linear in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from spielwerk.core import Diagnostic, MoveSyntaxError, Span, say
from spielwerk.languages.gdl.program import (
    CONNECTIVES,
    RELATIONS,
    WORDS,
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
from spielwerk.languages.gdl.text.forms import Form, Node, Symbol, read_forms, symbols_in
from spielwerk.languages.gdl.text.layout import written
from spielwerk.languages.gdl.text.limits import MAX_ARGUMENTS, MAX_CONDITIONS
from spielwerk.languages.gdl.text.misread import (
    Misread,
    connective_head,
    long_rule,
    many_arguments,
)
from spielwerk.languages.gdl.text.places import Comment, PlacedText
from spielwerk.languages.gdl.text.seed_conditions import conforms
from spielwerk.languages.gdl.text.seed_types import take_types, with_types
from spielwerk.languages.gdl.text.spelling import keyword, with_chance


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood of a text, and what is wrong with it."""

    program: Program
    diagnostics: tuple[Diagnostic, ...] = ()
    doubtful: frozenset[str] = frozenset()
    """The words in the parts that were not understood: of these, absence proves nothing."""
    gave_up: bool = False
    """Whether a part was not read at all."""
    comments: tuple[Comment, ...] = ()
    """All that stands beside the rules, headers and sentences included."""


def read(text: str, *, file: str = "<text>", dialect: Dialect = Dialect.GGP) -> Reading:
    """Read rules in prefix notation."""
    source = PlacedText(text.removeprefix("\ufeff"), file)
    builder = _Builder(source, dialect)
    seed = dialect is Dialect.SEED
    rules: list[Rule] = []
    damaged: list[Node] = []

    def accept(node: Node, sentence: str | None) -> None:
        rule = builder.rule(node, sentence) if not seed or conforms(node, source) else None
        if rule is None:
            damaged.append(node)
        else:
            rules.append(rule)

    extras = read_forms(
        source,
        accept,
        comment=_COMMENT.get(dialect, ";"),
        rules_nest=seed,
    )
    damaged.extend(extras.damaged)
    return Reading(
        Program(
            tuple(rules if dialect.in_turn else with_chance(rules)),
            dialect,
            {k: tuple(v) for k, v in extras.headers.items()},
            file,
        ),
        tuple(sorted(source.problems, key=_place)),
        frozenset(keyword(name) for node in damaged for name in symbols_in(node)),
        extras.gave_up,
        tuple(source.comments),
    )


_COMMENT = {Dialect.SEED: "//", Dialect.SEED_2: "//;"}
"""How comments start, where it is not with a semicolon."""


def parse_term(text: str) -> Term:
    """One term, such as a move or a fact.

    :raises MoveSyntaxError: it is not one; the message names the column
    """
    nodes = _nodes(text)
    if not nodes:
        raise MoveSyntaxError("Nothing was given; expected a term such as (mark 1 2) or noop.")
    if len(nodes) > 1:
        raise MoveSyntaxError(
            f"Column {nodes[1].start + 1}: one term was expected, but more follows. "
            "Put a term of several words in parentheses: (mark 1 2)."
        )
    return _terms(nodes)[0]


def parse_terms(text: str) -> tuple[Term, ...]:
    """All terms of a text.

    :raises MoveSyntaxError: something in it is none; the message names the column
    """
    return _terms(_nodes(text))


def _nodes(text: str) -> list[Node]:
    source = PlacedText(text, "<term>")
    nodes: list[Node] = []
    read_forms(source, lambda node, _: nodes.append(node))
    if source.problems:
        problem = source.problems[0]
        column = problem.span.column if problem.span else 1
        raise MoveSyntaxError(f"Column {column}: {problem.message} {problem.hint}")
    return nodes


def _terms(nodes: Iterable[Node]) -> tuple[Term, ...]:
    try:
        return tuple(map(_term, nodes))
    except Misread as problem:
        raise MoveSyntaxError(
            f"Column {problem.place.start + 1}: {problem.message} {problem.hint}"
        ) from None


def write(program: Program, comments: Sequence[Comment] | None = None) -> str:
    """A program as text; reading it again gives an equal program.

    With the ``comments`` of the text that it was read from these stay at their places.
    """
    mark = _COMMENT.get(program.dialect, ";")[:2]
    return written(program, mark, _rule_lines, comments)


class _Builder:
    """Turns forms into rules with their places."""

    def __init__(self, source: PlacedText, dialect: Dialect = Dialect.GGP) -> None:
        self.source = source
        self.in_turn = dialect.in_turn
        self.with_types = dialect is Dialect.SEED_2
        self.conditions = 0
        """How many conditions the present rule has had so far."""

    def name(self, node: Node) -> str | None:
        """The word that a symbol is; in the seed dialect capitals count for all of them."""
        if not isinstance(node, Symbol):
            return None
        return node.name if self.in_turn else keyword(node.name)

    def span(self, node: Node) -> Span:
        return self.source.span(node.start, node.end)

    def rule(self, node: Node, sentence: str | None) -> Rule | None:
        """The rule that a form means; none, and a report, where it means nothing."""
        typed = take_types(node) if self.with_types else []
        try:
            if isinstance(node, Form) and node.items and self.name(node.items[0]) == "<=":
                rule = self.implication(node, sentence)
            else:
                head = self.head(node)
                rule = Rule(head, (), head.span, sentence)
            if rule is None or not typed:
                return rule
            return replace(rule, typed=tuple((_term(term), kind) for term, kind in typed))
        except Misread as problem:
            problem.report(self.source)
            return None

    def implication(self, node: Form, sentence: str | None) -> Rule | None:
        if len(node.items) == 1:
            raise Misread(
                "gdl-empty-rule",
                node,
                "This rule has no head.",
                "Write what follows after '<=', then its conditions.",
            )
        problems: list[Misread] = []
        body: list[Literal] = []
        self.conditions = 0
        try:
            head = self.head(node.items[1])
        except Misread as misread:
            problems.append(misread)
        for item in node.items[2:]:
            try:
                body.extend(self.conjunction(item))
            except Misread as misread:
                problems.append(misread)
                if misread.code == "gdl-long-rule":
                    break
        for problem in problems:
            problem.report(self.source)
        return None if problems else Rule(head, tuple(body), self.span(node), sentence)

    def head(self, node: Node) -> Atom:
        atom = self.atom(node)
        if atom.relation in CONNECTIVES:
            raise connective_head(node, atom.relation, "it in a rule (<= head condition ...)")
        return atom

    def conjunction(self, node: Node) -> Iterator[Literal]:
        """The literals of a condition: several where it is an ``and``."""
        name = self.name(node.items[0]) if isinstance(node, Form) and node.items else None
        if isinstance(node, Form) and (name == "and" or (name == "or" and len(node.items) == 2)):
            if len(node.items) == 1:
                raise _misused(node, "and")
            for item in node.items[1:]:
                yield from self.conjunction(item)
        elif self.in_turn and isinstance(node, Form) and name == "distinct":
            yield from self.all_distinct(node)
        else:
            yield self.literal(node)

    def all_distinct(self, node: Form) -> Iterator[Literal]:
        """Every two of any number of terms are different."""
        if len(node.items) < 3:
            raise _misused(node, "distinct")
        for left, right in combinations(map(_term, node.items[1:]), 2):
            yield Distinct(left, right, self.span(node))

    def literal(self, node: Node) -> Literal:
        self.conditions += 1
        if self.conditions > MAX_CONDITIONS:
            raise long_rule(node)
        if isinstance(node, Form) and node.items:
            name = self.name(node.items[0])
            if name == "not":
                return self.negation(node)
            if name == "distinct":
                if len(node.items) != 3:
                    raise _misused(node, "distinct")
                return Distinct(_term(node.items[1]), _term(node.items[2]), self.span(node))
            if name == "or":
                if len(node.items) == 1:
                    raise _misused(node, "or")
                branches = tuple(tuple(self.conjunction(item)) for item in node.items[1:])
                return Or(branches, self.span(node))
        atom = self.atom(node)
        if atom.relation in CONNECTIVES:
            raise _misused(node, atom.relation)
        return atom

    def negation(self, node: Form) -> Not:
        if len(node.items) != 2:
            raise _misused(node, "not")
        inner = tuple(self.conjunction(node.items[1]))
        if len(inner) == 1:
            return Not(inner[0], self.span(node))
        return Not(Or((inner,), self.span(node.items[1])), self.span(node))

    def atom(self, node: Node) -> Atom:
        if isinstance(node, Symbol):
            return Atom(_relation(node, exactly=self.in_turn), (), self.span(node))
        if not node.items:
            raise _empty(node)
        relation = _relation(node.items[0], exactly=self.in_turn)
        if self.in_turn:
            return Atom(relation, _gathered(relation, _arguments(node)), self.span(node))
        if len(node.items) == 1 and relation not in RELATIONS | CONNECTIVES:
            # In KIF the sentence (open) and the proposition open are different things.
            relation = f"({relation})"
        return Atom(relation, _arguments(node), self.span(node))


def _gathered(relation: str, args: tuple[Term, ...]) -> tuple[Term, ...]:
    """The arguments of a word with its move as one term.

    The seed writes moves both as ``(legal ?p (move ?x))`` and as ``(legal ?p move ?x)``.
    """
    place = _GATHERED.get(relation)
    if place is None or len(args) <= place + 1 or not isinstance(args[place], str):
        return args
    return (*args[:place], args[place:])


_GATHERED = {"legal": 1, "does": 1}


def _term(node: Node) -> Term:
    if isinstance(node, Symbol):
        name = node.name
        return _variable(node) if name[0] == "?" else name
    items = node.items
    if not items:
        raise _empty(node)
    function = _relation(items[0], "function")
    if len(items) == 1:
        return function
    return (function, *_arguments(node))


def _variable(symbol: Symbol) -> Var:
    if len(symbol.name) == 1:
        raise Misread(
            "gdl-unnamed-variable",
            symbol,
            "A variable needs a name.",
            "Write a word directly after the question mark: ?x",
        )
    return Var(symbol.name[1:])


def _relation(node: Node, kind: str = "relation", *, exactly: bool = False) -> str:
    """The name that a form starts with."""
    if isinstance(node, Form):
        raise Misread(
            "gdl-form-as-name",
            node,
            say("A form must start with the name of a {kind}, not with another form.", kind=kind),
            "Write (name argument ...); is there one '(' too many?",
        )
    name = node.name
    if name[0] == "?":
        raise Misread(
            "gdl-variable-as-name",
            node,
            say(
                "The variable {name} stands where the name of a {kind} must.", name=name, kind=kind
            ),
            say("A variable can be an argument, but not a {kind}.", kind=kind),
        )
    if name[0] == '"':
        raise Misread(
            "gdl-string-as-name",
            node,
            say("The text {name} stands where the name of a {kind} must.", name=name, kind=kind),
            "Only the file of an include is written in quotation marks.",
        )
    if name[:2] == "<=" and name != "<=":
        raise Misread(
            "gdl-arrow-without-space",
            node,
            say("'{name}' is read as one word.", name=name),
            say("Put a space after the arrow: (<= {name} ...)", name=name[2:]),
        )
    return keyword(name) if kind == "relation" and not exactly else name


def _arguments(form: Form) -> tuple[Term, ...]:
    count = len(form.items) - 1
    if count > MAX_ARGUMENTS:
        raise many_arguments(form, count)
    return tuple(map(_term, form.items[1:]))


def _empty(node: Form) -> Misread:
    return Misread(
        "gdl-empty-form",
        node,
        "There is nothing between these parentheses.",
        "Delete them, or write a name and its arguments inside.",
    )


def _misused(node: Node, name: str) -> Misread:
    return Misread(
        "gdl-connective-arguments",
        node,
        say("'{name}' takes {takes}.", name=name, takes=say(WORDS[name].takes)),
        say("Write it like {example}.", example=WORDS[name].example),
    )


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    return (diagnostic.span.line, diagnostic.span.column) if diagnostic.span else (0, 0)


def _rule_lines(given: Rule) -> Iterator[str]:
    rule = with_types(given)
    if not rule.body:
        yield str(rule)
        return
    yield f"(<= {rule.head}"
    *others, last = map(str, rule.body)
    yield from (f"    {literal}" for literal in others)
    yield f"    {last})"
