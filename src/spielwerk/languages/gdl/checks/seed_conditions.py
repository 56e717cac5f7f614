"""The seed dialect's context conditions: which forms are allowed where.

They are narrower than GDL itself: the first argument of ``legal`` is always a variable, a
function takes no nested terms, only a relation of the author's own can be negated. A form goes
in; whether it conforms comes out, and the reasons why not are reported to its source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from spielwerk.core import Diagnostic
from spielwerk.languages.gdl.text.forms import Form, Node, Symbol, read_forms
from spielwerk.languages.gdl.text.places import Source

__all__ = ["check_conditions", "conforms"]


def check_conditions(text: str, *, file: str = "<text>") -> tuple[Diagnostic, ...]:
    """What is wrong with a text in the seed dialect, be it a whole game or a fragment of one."""
    source = Source(text, file)
    read_forms(source, lambda node, _: _report(node, source), comment="//", rules_nest=True)
    return tuple(source.problems)


def conforms(node: Node, source: Source) -> bool:
    """Whether an outermost form keeps all conditions; reports those it does not keep."""
    before = len(source.problems)
    _report(node, source)
    return len(source.problems) == before


class _Kind(StrEnum):
    """What the seed's grammar calls the parts of a form."""

    TOKEN = "variable"
    VALUE = "constant"
    FUNCTION = "form that starts with a relation of your own"
    BUILT_IN = "form that starts with a word of the language"


_TERM = frozenset([_Kind.TOKEN, _Kind.VALUE])
_EXPRESSION = frozenset([_Kind.FUNCTION, _Kind.BUILT_IN])
_FUNCTION = frozenset([_Kind.FUNCTION])
_ANYTHING = frozenset(_Kind)


@dataclass(frozen=True, slots=True)
class _Condition:
    """What the arguments of a word are: these, one after the other, or any number alike."""

    arguments: tuple[frozenset[_Kind], ...]
    at_least: int | None = None
    """Where set, the last kind repeats, and there are at least so many arguments."""

    def kinds(self, count: int) -> tuple[frozenset[_Kind], ...] | None:
        """What each of ``count`` arguments may be, or none if there may not be so many."""
        if self.at_least is None:
            return self.arguments if count == len(self.arguments) else None
        if count < self.at_least:
            return None
        return self.arguments * count

    def wanted(self) -> str:
        if self.at_least:
            return f"at least {self.at_least} arguments"
        count = len(self.arguments)
        return "exactly one argument" if count == 1 else f"exactly {count} arguments"


_CONDITIONS = {
    "role": _Condition((_ANYTHING,)),
    "init": _Condition((_FUNCTION,)),
    "terminal": _Condition((_EXPRESSION,), at_least=0),
    "<=": _Condition((_EXPRESSION,), at_least=2),
    "next": _Condition((_FUNCTION,)),
    "true": _Condition((_FUNCTION,)),
    "legal": _Condition((frozenset([_Kind.TOKEN]), _FUNCTION)),
    "does": _Condition((_TERM, _FUNCTION)),
    "not": _Condition((_FUNCTION,)),
    "distinct": _Condition((_TERM, _TERM)),
    "goal": _Condition((frozenset([_Kind.TOKEN]), frozenset([_Kind.VALUE]))),
}
_OF_A_FUNCTION = _Condition((_TERM,), at_least=0)
_WORD = re.compile(r"\??[a-z_$][a-z_0-9$]*|\d+|<=", re.ASCII)


def _report(node: Node, source: Source) -> None:
    if isinstance(node, Symbol):
        source.report(
            "gdl-seed-bare-word",
            node.start,
            node.end,
            f"'{node.name}' stands outside of all parentheses.",
            f"Write ({node.name} ...).",
        )
        return
    for item in node.items:
        if isinstance(item, Symbol) and not _WORD.fullmatch(item.name):
            source.report(
                "gdl-seed-word",
                item.start,
                item.end,
                f"'{item.name}' is not a word of the seed dialect.",
                "Words are made of letters, digits and underscores; variables start with '?'.",
            )
    name, arguments = _parts(node)
    if name is None:
        source.report(
            "gdl-seed-no-name",
            node.start,
            node.end,
            "A form must start with the name of a relation.",
            "Write (name argument ...).",
        )
    else:
        _report_arguments(node, name, arguments, source)
    for item in arguments:
        if isinstance(item, Form):
            _report(item, source)


def _report_arguments(form: Form, name: str, arguments: list[Node], source: Source) -> None:
    condition = _CONDITIONS.get(name, _OF_A_FUNCTION)
    kinds = condition.kinds(len(arguments))
    if kinds is None:
        source.report(
            "gdl-seed-argument-count",
            form.start,
            form.end,
            f"'{name}' takes {condition.wanted()}, not {len(arguments) or 'none'}.",
            "The seed dialect is strict; the ggp dialect allows more for some words.",
        )
        return
    for position, (argument, allowed) in enumerate(zip(arguments, kinds, strict=True), start=1):
        kind = _kind(argument)
        if kind not in allowed:
            source.report(
                "gdl-seed-argument-kind",
                argument.start,
                argument.end,
                f"Argument {position} of '{name}' is a {kind}.",
                f"It must be a {' or a '.join(sorted(allowed))}.",
            )


def _parts(form: Form) -> tuple[str | None, list[Node]]:
    """The word that decides what a form is, and its arguments. ``<= terminal`` is one word."""
    if not form.items:
        return None, []
    first, *rest = form.items
    if isinstance(first, Form) or first.name.startswith("?"):
        return None, rest
    if first.name == "<=" and rest and isinstance(rest[0], Symbol) and rest[0].name == "terminal":
        return "terminal", rest[1:]
    return first.name, rest


def _kind(node: Node) -> _Kind:
    if isinstance(node, Symbol):
        return _Kind.TOKEN if node.name.startswith("?") else _Kind.VALUE
    name, _ = _parts(node)
    return _Kind.BUILT_IN if name in _CONDITIONS else _Kind.FUNCTION
