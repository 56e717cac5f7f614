"""A boolean network that is built gate by gate and stays small while it grows.

Literals are as in a circuit: ``2 * node``, plus one where negated; node 0 is false. Gates are
truth tables over up to three nodes. Constants fold, equal gates are shared, negations vanish
into the tables. Nodes without a table are inputs, or *ring* nodes: values that a cycle feeds
back to itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from spielwerk.languages.gdl.circuit import FALSE, TRUE
from spielwerk.languages.gdl.kernels.tables import (
    FULL,
    INPUTS,
    MAJORITY,
    SUM,
    apply,
    depends,
)

_A, _B, _ = INPUTS


class GateTable:
    """Gates and inputs; ``table[node]`` is 0 for inputs, ``fanin[node]`` the nodes a gate reads."""

    def __init__(self) -> None:
        self.table: list[int] = [0]
        self.fanin: list[tuple[int, ...]] = [()]
        self.rings: list[dict[int, int]] = []
        """For every cycle its ring nodes, each with the literal it takes over in the next round."""
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}

    def input(self) -> int:
        """A new input's literal."""
        self.table.append(0)
        self.fanin.append(())
        return 2 * (len(self.table) - 1)

    def both(self, a: int, b: int) -> int:
        return self.gate(_A & _B, a, b)

    def either(self, a: int, b: int) -> int:
        return self.gate(_A | _B, a, b)

    def differ(self, a: int, b: int) -> int:
        return self.gate(_A ^ _B, a, b)

    def sum(self, a: int, b: int, c: int) -> int:
        return self.gate(SUM, a, b, c)

    def majority(self, a: int, b: int, c: int) -> int:
        return self.gate(MAJORITY, a, b, c)

    def any(self, literals: Iterable[int]) -> int:
        return reduce(self.either, literals, FALSE)

    def gate(self, table: int, a: int, b: int, c: int = FALSE) -> int:
        """The literal of a gate over three literals, new only if nothing known will do."""
        nodes = sorted({a >> 1, b >> 1, c >> 1} - {0})
        pattern = dict(zip(nodes, INPUTS, strict=False)) | {0: 0}
        inputs = (pattern[x >> 1] ^ (FULL if x & 1 else 0) for x in (a, b, c))
        return self._share(apply(table, *inputs), nodes)

    def _share(self, table: int, nodes: list[int]) -> int:
        used = [node for i, node in enumerate(nodes) if depends(table, i)]
        if not used:
            return TRUE if table else FALSE
        if len(used) < len(nodes):
            renamed = [INPUTS[used.index(node)] if node in used else 0 for node in nodes]
            table = _rename(table, renamed)
        flip = table & 1
        if flip:
            table ^= FULL
        if len(used) == 1:
            return 2 * used[0] + flip
        key = table, tuple(used)
        if key not in self._known:
            self._known[key] = len(self.table)
            self.table.append(table)
            self.fanin.append(key[1])
        return 2 * self._known[key] + flip


def _rename(table: int, inputs: list[int]) -> int:
    return apply(table, *inputs, *[0] * (3 - len(inputs)))
