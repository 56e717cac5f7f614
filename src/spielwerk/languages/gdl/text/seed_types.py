"""Types before terms, as the later version of the seed dialect has them.

``mark:?x``, ``[1,3]:?x`` and ``[0,12]:(count ?n)`` are terms with a type or a range before them.
Read, a form goes in; it is left without the types, and the terms that had one come out. To be
written, a rule goes in, and comes out with its types before its terms.
"""

from __future__ import annotations

import re
from dataclasses import replace

from spielwerk.languages.gdl.program import Atom, Distinct, Literal, Not, Or, Rule, Term, term_text
from spielwerk.languages.gdl.text.forms import Form, Node, Symbol

_TYPED = re.compile(r"(\[[^\[\]]*\]|[^\W\d][\w-]*):(.*)", re.DOTALL)


def take_types(node: Node) -> list[tuple[Node, str]]:
    """Take all types out of a form; gives the terms they stood before, with their types."""
    typed: list[tuple[Node, str]] = []
    forms = [node] if isinstance(node, Form) else []
    while forms:
        form = forms.pop()
        form.items = _bare(_whole_ranges(form.items), typed)
        forms += [item for item in form.items if isinstance(item, Form)]
    return typed


def _whole_ranges(items: list[Node]) -> list[Node]:
    """The items with ranges in which there are blanks (``[1, 3]``) put together."""
    whole: list[Node] = []
    for item in items:
        last = whole[-1] if whole else None
        if isinstance(item, Symbol) and isinstance(last, Symbol) and _is_open(last.name):
            whole[-1] = Symbol(last.name + item.name, last.start, item.end)
        else:
            whole.append(item)
    return whole


def _is_open(name: str) -> bool:
    return name.startswith("[") and "]" not in name


def _bare(items: list[Node], typed: list[tuple[Node, str]]) -> list[Node]:
    bare: list[Node] = []
    waiting: list[str] = []
    """Types whose term is still to come."""
    for item in items:
        term: Node | None = item
        kinds = waiting
        waiting = []
        while isinstance(term, Symbol) and (found := _TYPED.fullmatch(term.name)):
            kinds.append(found[1])
            rest = found[2]
            term = Symbol(rest, term.end - len(rest), term.end) if rest else None
        if term is None:
            waiting = kinds
            continue
        typed += [(term, kind) for kind in kinds]
        bare.append(term)
    return bare


def with_types(rule: Rule) -> Rule:
    """The rule as it is written: a type stands before the term where that comes up first."""
    if not rule.typed:
        return rule
    waiting: dict[Term, str] = {}
    for term, kind in dict.fromkeys(rule.typed):
        waiting[term] = f"{waiting.get(term, '')}{kind}:"

    def written(term: Term) -> Term:
        kinds = waiting.pop(term, "")
        inside = tuple(map(written, term)) if isinstance(term, tuple) else term
        return f"{kinds}{term_text(inside)}" if kinds else inside

    def literal_written(literal: Literal) -> Literal:
        match literal:
            case Atom(_, args):
                return replace(literal, args=tuple(map(written, args)))
            case Not(inner):
                return replace(literal, literal=literal_written(inner))
            case Distinct(left, right):
                return replace(literal, left=written(left), right=written(right))
            case Or(branches):
                return replace(
                    literal, branches=tuple(tuple(map(literal_written, b)) for b in branches)
                )

    head = replace(rule.head, args=tuple(map(written, rule.head.args)))
    return replace(rule, head=head, body=tuple(map(literal_written, rule.body)))
