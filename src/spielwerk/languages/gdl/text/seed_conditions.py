"""The seed dialect's context conditions: which forms are allowed where.

They are narrower than GDL itself: the first argument of ``legal`` is always a variable, a
function takes no nested terms, only a relation of the author's own can be negated. A form goes
in; whether it conforms comes out, and the reasons why not are reported to its source.
"""

from __future__ import annotations

import re

from spielwerk.core import say
from spielwerk.languages.gdl.program import WORDS, ArgumentShape, Part
from spielwerk.languages.gdl.text.forms import Form, Node, Symbol
from spielwerk.languages.gdl.text.places import PlacedText
from spielwerk.languages.gdl.text.spelling import keyword


def conforms(node: Node, source: PlacedText) -> bool:
    """Whether an outermost form keeps all conditions; reports those it does not keep."""
    before = len(source.problems)
    _report(node, source)
    return len(source.problems) == before


_OF_A_FUNCTION = ArgumentShape((frozenset([Part.TOKEN, Part.VALUE]),), at_least=0)
_WORD = re.compile(r"\??[A-Za-z_$][A-Za-z_0-9$]*|\d+|<=", re.ASCII)


def _report(node: Node, source: PlacedText) -> None:
    if isinstance(node, Symbol):
        source.report(
            "gdl-seed-bare-word",
            node.start,
            node.end,
            say("'{node_name}' stands outside of all parentheses.", node_name=node.name),
            say("Write ({node_name} ...).", node_name=node.name),
        )
        return
    for item in node.items:
        if isinstance(item, Symbol) and not _WORD.fullmatch(item.name):
            source.report(
                "gdl-seed-word",
                item.start,
                item.end,
                say("'{item_name}' is not a word of the seed dialect.", item_name=item.name),
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


def _report_arguments(form: Form, name: str, arguments: list[Node], source: PlacedText) -> None:
    shape = _shape(name) or _OF_A_FUNCTION
    parts = shape.parts(len(arguments))
    if parts is None:
        source.report(
            "gdl-seed-argument-count",
            form.start,
            form.end,
            say(
                "'{name}' takes {listed}, not {given}.",
                name=name,
                listed=shape.wanted(),
                given=len(arguments) or "none",
            ),
            "The seed dialect is strict; the ggp dialect allows more for some words.",
        )
        return
    for position, (argument, allowed) in enumerate(zip(arguments, parts, strict=True), start=1):
        part = _part(argument)
        if part not in allowed:
            source.report(
                "gdl-seed-argument-kind",
                argument.start,
                argument.end,
                say(
                    "Argument {position} of '{name}' is a {part}.",
                    position=position,
                    name=name,
                    part=part,
                ),
                say("It must be a {listed}.", listed=" or a ".join(sorted(allowed))),
            )


def _parts(form: Form) -> tuple[str | None, list[Node]]:
    """The word that decides what a form is, and its arguments. ``<= terminal`` is one word."""
    if not form.items:
        return None, []
    first, *rest = form.items
    if isinstance(first, Form) or first.name.startswith("?"):
        return None, rest
    name = keyword(first.name)
    if (
        name == "<="
        and rest
        and isinstance(rest[0], Symbol)
        and keyword(rest[0].name) == "terminal"
    ):
        return "terminal", rest[1:]
    return name, rest


def _part(node: Node) -> Part:
    if isinstance(node, Symbol):
        return Part.TOKEN if node.name.startswith("?") else Part.VALUE
    name, _ = _parts(node)
    return Part.FUNCTION if name is None or _shape(name) is None else Part.BUILT_IN


def _shape(name: str) -> ArgumentShape | None:
    """What the arguments of a word are, if the seed dialect knows it."""
    return WORDS[name].seed if name in WORDS else None
