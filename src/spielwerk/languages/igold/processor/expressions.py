"""Python expressions made from IGold elements, and the context they are made in.

The processor turns every selector, value and rule into an :class:`Expr`: Python text with its kind
and its meaning in words. A :class:`Scope` says which elements the context offers; an element that
the context cannot serve is an error here, never in play. In the text, ``s`` is the position,
``me`` the element an action or implication belongs to, ``who`` the executing actor, ``act`` the
action, and ``x`` the memory of a run of operations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from spielwerk.core import Span, say
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.limits import WRITTEN_OUT
from spielwerk.languages.igold.model import Problems, Type, kids
from spielwerk.languages.igold.source import Node, tag

ELEMENTS = ("actor", "object", "field", "space", "attribute", "action", "implication")
"""The kinds of elements that selectors select."""

TableKey = tuple[str, ...]

WORDS = {
    "actorThisBelongsTo": "the context is no attribute or link of an actor",
    "objectThisBelongsTo": "the context is no visibility or link of an object",
    "fieldThisBelongsTo": "the context is no visibility or link of a field",
    "spaceThisBelongsTo": "the context is no visibility or link of a space",
    "actorThisActionBelongsTo": "the action must belong to an actor",
    "actorThisImplicationBelongsTo": "the implication must belong to an actor",
    "objectThisActionBelongsTo": "the action must belong to an object",
    "objectThisImplicationBelongsTo": "the implication must belong to an object",
    "fieldThisActionBelongsTo": "the action must belong to a field",
    "fieldThisImplicationBelongsTo": "the implication must belong to a field",
    "spaceThisActionBelongsTo": "the action must belong to a space",
    "spaceThisImplicationBelongsTo": "the implication must belong to a space",
    "actorWhoExecutesThisAction": "nobody executes an action",
    "actorWhoMakesThisSelection": "there is no selection",
    "actorSelectedByInteractiveOperation": "no actor was selected",
    "objectSelectedByInteractiveOperation": "no object was selected",
    "fieldSelectedByInteractiveOperation": "no field was selected",
    "actorOfThisIteration": "there is no repetition over actors",
    "objectOfThisIteration": "there is no repetition over objects",
    "fieldOfThisIteration": "there is no repetition over fields",
    "actorOfThisSearch": "there is no search over actors",
    "objectOfThisSearch": "there is no search over objects",
    "fieldOfThisSearch": "there is no search over fields",
    "spaceOfThisSearch": "there is no search over spaces",
    "thisAction": "there is no action",
    "thisImplication": "there is no implication",
}
"""The words of a context, and what is missing where it does not know them."""


@dataclass(frozen=True, slots=True)
class Expr:
    """A Python expression."""

    py: str
    kind: str
    text: str
    types: frozenset[str] = frozenset()
    """Of an element: the concrete types it can have."""
    maybe: bool = False
    """Whether -1 stands for none."""
    slot: str = ""
    """Of the value of an attribute: the expression of the attribute."""

    @property
    def free(self) -> bool:
        """Whether it is the same for every actor and element."""
        return re.search(r"\b(me|who|act|x)\b", self.py) is None


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the file that something at run time can be blamed on."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Traced:
    """A rule in words, with functions that tell whether it holds and which values it compares."""

    text: str
    span: Span
    test: str
    operands: tuple[tuple[str, str, str, str], ...] = ()
    """Text, kind and function of each value, and the function of the attribute it is of."""
    parts: tuple[Traced, ...] = ()


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """A rule: Python that is true where it holds, its meaning, and what it compares."""

    py: str
    text: str
    node: Node | None = None
    operands: tuple[Expr, ...] = ()
    parts: tuple[CompiledRule, ...] = ()

    @property
    def free(self) -> bool:
        """Whether it is the same for every actor and element."""
        return Expr(self.py, "", "").free


@dataclass(frozen=True, slots=True)
class Scope:
    """What a context offers: elements by the words for them, and the innermost of each kind."""

    words: Mapping[str, Expr] = field(default_factory=dict)
    inner: Mapping[str, Expr] = field(default_factory=dict)
    where: str = "here"
    action: Type | None = None
    draw: Callable[[Node, str], Expr] | None = None
    """How chance is asked; nothing where a chance would answer differently each time."""

    def knows(self, expr: Expr, *words: str) -> Scope:
        """The scope with a further element that becomes the innermost of its kind."""
        return replace(
            self,
            words={**self.words, **dict.fromkeys(words, expr)},
            inner={**self.inner, expr.kind: expr},
        )

    def without_chance(self) -> Scope:
        return replace(self, draw=None)


Handler: TypeAlias = "Callable[[ExpressionCompiler, Node, Scope], Expr]"
"""Turns an element into an expression."""

SINGLES: dict[str, Handler] = {}
"""Selectors of one element, filled by :mod:`.selectors`."""
MANY: dict[str, Handler] = {}
"""Selectors of any number of elements, filled by :mod:`.selectors`."""
VALUES: dict[str, Handler] = {}
"""Values, filled by :mod:`.values`."""
RULES: dict[str, Callable[[ExpressionCompiler, Node, Scope], CompiledRule]] = {}
"""Rules, filled by :mod:`.rules`."""

NOTHING = Expr("-1", "none", "nothing", maybe=True)
"""Stands for an element that could not be found; a problem has been reported."""


class ExpressionCompiler:
    """Collects the functions, tables and sites that the expressions need."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.tables: dict[str, TableKey] = {}
        self.sites: list[Site] = []
        self.functions: list[str] = []
        self.constants: dict[str, object] = {}
        self.implicated: set[str] | None = set()
        """The ids of attributes that implications change; ``None`` where it could be any."""
        self._names = 0
        self._expanding: list[str] = []
        self.size = 0
        """How many elements were turned into expressions so far."""

    @property
    def problems(self) -> Problems:
        return self.definition.problems

    def name(self, stem: str) -> str:
        """A fresh name."""
        self._names += 1
        return f"{stem}{self._names}"

    def table(self, *key: str) -> str:
        """The name of a table that is filled when the elements of a match are known."""
        name = re.sub(r"\W", "_", "_".join(key))
        while self.tables.setdefault(name, key) != key:
            name += "_"
        return name

    def site(self, node: Node, text: str) -> int:
        self.sites.append(Site(self.problems.document.span(node), text))
        return len(self.sites) - 1

    def function(self, stem: str, lines: list[str], about: str) -> str:
        """Write a function of the position and its context."""
        name = self.name(stem)
        body = "\n".join(f"    {line}" for line in lines)
        comment = " ".join(about.split())[:110]
        self.functions.append(f"def {name}(s, me, who, act, x):  # {comment}\n{body}")
        return name

    def value_function(self, stem: str, expr: Expr) -> str:
        return self.function(stem, [f"return {expr.py}"], expr.text)

    def grow(self, node: Node) -> None:
        """Count an element.

        :raises SourceError: with named pieces and inherited parts in place there are too many
        """
        self.size += 1
        if self.size > WRITTEN_OUT:
            message = say(
                "Written out, the rules have more than {written_out:,} elements.",
                written_out=WRITTEN_OUT,
            )
            hint = "Named pieces that use others several times multiply: use fewer of them."
            self.problems.error("igold-too-large", node, message, hint)
            self.problems.stop_if_wrong()

    def counted(self, pool: Expr, node: Node, since: int | None = None) -> str:
        """What a loop goes through; every round counts as all that was made ``since`` a size."""
        cost = 1 if since is None else 1 + self.size - since
        return f"counted(s, {pool.py}, {cost}, {self.site(node, pool.text)})"

    def strict(self, expr: Expr, node: Node) -> Expr:
        """The expression with an error in place of none."""
        if not expr.maybe:
            return expr
        return replace(expr, py=f"need({expr.py}, {self.site(node, expr.text)})", maybe=False)

    def single(self, node: Node, scope: Scope) -> Expr:
        """Exactly one element; the expression raises where there is none."""
        return self.strict(self.loose(node, scope), node)

    def loose(self, node: Node, scope: Scope) -> Expr:
        """One element, or -1 where there is none."""
        self.grow(node)
        name = tag(node).replace("Opeartion", "Operation")
        if name not in WORDS:
            return SINGLES[name](self, node, scope)
        if (found := scope.words.get(name)) is None:
            self.outside(node, scope, WORDS[name])
            return replace(NOTHING, kind=_kind_of(name))
        return found

    def many(self, node: Node, scope: Scope) -> Expr:
        """Any number of elements, as something to iterate over."""
        self.grow(node)
        if (handler := MANY.get(tag(node))) is not None:
            return handler(self, node, scope)
        found = self.loose(node, scope)
        if not found.maybe:
            return replace(found, py=f"({found.py},)")
        return replace(found, py=f"some({found.py})", maybe=False)

    def value(self, node: Node, scope: Scope) -> Expr:
        """A value; an attribute selector stands for the value of its attribute."""
        self.grow(node)
        handler = VALUES.get(tag(node)) or VALUES["selectValueFromAttribute"]
        return handler(self, node, scope)

    def integer(self, node: Node, scope: Scope) -> Expr:
        """A value that must be a number."""
        return self.number(self.value(node, scope), node)

    def number(self, found: Expr, node: Node) -> Expr:
        """The expression, which must be a number; where its kind is open, play will tell."""
        if found.kind == "none":
            return self.needed(found, "integer", node)
        if found.kind not in ("integer", "decimal"):
            message = say(
                "A number is needed here, but {found_text} is of the kind {found_kind}.",
                found_text=found.text,
                found_kind=found.kind,
            )
            self.problems.error("igold-type", node, message)
        return found

    def whole(self, node: Node, scope: Scope) -> Expr:
        """A value that must be a whole number."""
        found = self.integer(node, scope)
        return found if found.py.isdecimal() else self.needed(found, "whole", node)

    def needed(self, found: Expr, kind: str, node: Node) -> Expr:
        """The expression with an error in place of a value of another kind."""
        py = f"needed({kind!r}, {found.py}, {self.site(node, found.text)})"
        return replace(found, py=py)

    def drawn(self, node: Node, scope: Scope) -> Expr:
        """A value or element by chance."""
        reference = str(node.get("chanceReference"))
        found = self.definition.find(node, "chance", reference)
        if found is None:
            return NOTHING
        if scope.draw is None:
            hint = "Draw in an operation, keep the result in an attribute or link, and use that."
            message = say(
                "Chance cannot be asked {scope_where}: it would answer anew each time.",
                scope_where=scope.where,
            )
            self.problems.error("igold-chance", node, message, hint)
            return replace(NOTHING, kind=tag(found.node).removesuffix("Chance"))
        return scope.draw(node, reference)

    def rule(self, node: Node, scope: Scope) -> CompiledRule:
        """One rule."""
        self.grow(node)
        return RULES[tag(node)](self, node, scope)

    def conjunction(self, nodes: Iterable[Node], scope: Scope) -> CompiledRule:
        """Rules that must all hold."""
        rules = [self.rule(node, scope) for node in nodes]
        return joined(rules, "and", "True")

    def condition(self, preconditions: Iterable[Node], scope: Scope) -> CompiledRule:
        """Preconditions of which one must hold."""
        rules = [self.conjunction(kids(node), scope) for node in preconditions]
        return joined(rules, "or", "False")

    def outside(self, node: Node, scope: Scope, why: str) -> None:
        """Report an element that the context cannot serve."""
        self.problems.error(
            "igold-context",
            node,
            say(
                "'{tag}' cannot stand {scope_where}: {why}.",
                tag=tag(node),
                scope_where=scope.where,
                why=why,
            ),
        )

    def types_of(self, kind: str) -> frozenset[str]:
        """All concrete types of a kind."""
        return frozenset(t.id for t in self.definition.of_kind(kind, concrete=True))

    def hosts(self, kind: str, types: frozenset[str]) -> list[Type]:
        """The types that an element of a kind can have."""
        if kind == "game":
            return [self.definition.game]
        return [self.definition.types[one] for one in sorted(types or self.types_of(kind))]

    def expanding(self, node: Node, reference: str) -> Iterator[bool]:
        """Guard the expansion of a named piece: it must not contain itself."""
        self.grow(node)
        if reference in self._expanding:
            chain = " uses ".join([*self._expanding, reference])
            self.problems.error(
                "igold-cycle", node, say("Named pieces go round: {chain}.", chain=chain)
            )
            return
        self._expanding.append(reference)
        try:
            yield True
        finally:
            self._expanding.pop()


def joined(rules: list[CompiledRule], word: str, empty: str) -> CompiledRule:
    """Rules joined by a word of Python."""
    if len(rules) == 1:
        return rules[0]
    py = f" {word} ".join(f"({rule.py})" for rule in rules) or empty
    text = f" {word} ".join(rule.text for rule in rules) or "always"
    return CompiledRule(py, text, parts=tuple(rules))


def _kind_of(name: str) -> str:
    found = next((kind for kind in ELEMENTS if name.startswith(kind)), None)
    return found or ("action" if name == "thisAction" else "implication")
