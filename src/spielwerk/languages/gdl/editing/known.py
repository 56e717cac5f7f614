"""What follows about the relations of a GDL text: who concludes them, what they depend on.

Clauses go in, :class:`Relations` come out; hovering shows it. It is worked out on texts that are
half written, so it counts what is there and claims nothing about what is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from spielwerk.languages.gdl.editing.clauses import name_of, parts_of
from spielwerk.languages.gdl.program import CONNECTIVES
from spielwerk.languages.gdl.text import Form, Node

Signature = tuple[str, int]
_MOST_ROUNDS = 200
"""So many strata are told apart; no game has more."""


@dataclass(slots=True)
class Relations:
    """Relations by name and number of arguments."""

    facts: dict[Signature, int] = field(default_factory=dict)
    rules: dict[Signature, int] = field(default_factory=dict)
    reads: dict[Signature, set[tuple[Signature, bool]]] = field(default_factory=dict)
    """What the conditions of a relation's rules ask for, and whether negated."""

    def below(self, relation: Signature) -> set[Signature]:
        """All that a relation depends on, directly or not."""
        found: set[Signature] = set()
        pending = [relation]
        while pending:
            for other, _ in self.reads.get(pending.pop(), ()):
                if other not in found:
                    found.add(other)
                    pending.append(other)
        return found

    def stratum(self, relation: Signature) -> int | None:
        """How many negations lie below a relation; none where it depends on its own negation."""
        levels: dict[Signature, int] = {}
        concerned = self.below(relation) | {relation}
        for _ in range(min(_MOST_ROUNDS, len(concerned) + 1)):
            changed = False
            for one in concerned:
                asked = self.reads.get(one, ())
                level = max((levels.get(o, 0) + negated for o, negated in asked), default=0)
                if level > levels.get(one, 0):
                    levels[one], changed = level, True
            if not changed:
                return levels.get(relation, 0)
        return None


def relations_in(clauses: Iterable[Node]) -> Relations:
    """The relations of some clauses."""
    found = Relations()
    for clause in clauses:
        head, body = parts_of(clause)
        signature = _signature(head) if head is not None else None
        if signature is None:
            continue
        counts = found.rules if body else found.facts
        counts[signature] = counts.get(signature, 0) + 1
        for condition in body:
            found.reads.setdefault(signature, set()).update(_asked(condition, negated=False))
    return found


def _signature(node: Node) -> Signature | None:
    name = name_of(node)
    return None if name is None else (name, len(node.items) - 1 if isinstance(node, Form) else 0)


def _asked(node: Node, *, negated: bool) -> Iterator[tuple[Signature, bool]]:
    signature = _signature(node)
    if signature is None:
        return
    if signature[0] not in CONNECTIVES:
        yield signature, negated
    elif signature[0] != "distinct" and isinstance(node, Form):
        for item in node.items[1:]:
            yield from _asked(item, negated=negated or signature[0] == "not")
