"""A ground game as a boolean circuit: the form in which it runs fastest.

Nodes are numbered: node 0 is the constant false, then come the facts, then the moves of each
role in turn, then the gates. A *literal* is ``2 * node``, plus one where it is negated, so
literal 0 is false and literal 1 is true. Every gate combines two literals of earlier nodes
(except inside a cycle, see :attr:`Circuit.cycles`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from spielwerk.languages.gdl.program import Term

FALSE = 0
TRUE = 1


class GateKind(IntEnum):
    """What a gate does with its two literals."""

    AND = 0
    OR = 1
    XOR = 2


@dataclass(frozen=True, slots=True, eq=False)
class Circuit:
    """Everything a kernel needs to run a game."""

    roles: tuple[str, ...]
    """All roles in source order, ``random`` included."""
    facts: tuple[Term, ...]
    """The facts that can ever be true, sorted by their text."""
    moves: tuple[tuple[Term, ...], ...]
    """For each role the moves that can ever be legal, sorted by their text."""
    initial: NDArray[np.bool_]
    """For each fact, whether it holds at the start."""
    kind: NDArray[np.uint8]
    """For each gate, its :class:`Gate`."""
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    """For each gate, its two literals."""
    split: int
    """Gates before this index depend on facts only; the others on the moves made, too."""
    cycles: tuple[tuple[int, int], ...]
    """Half-open ranges of gates that refer to each other in a ring (positive recursion).

    Starting from false they are evaluated again and again until nothing changes.
    """
    legal: tuple[NDArray[np.int32], ...]
    """For each role, one literal a move."""
    next: NDArray[np.int32]
    """One literal a fact: whether it holds in the next state."""
    terminal: int
    """The literal of ``terminal``."""
    goals: tuple[tuple[tuple[int, int], ...], ...]
    """For each role its pairs of goal value and literal."""
    sees: tuple[tuple[tuple[Term, int], ...], ...]
    """For each role its pairs of percept and literal (GDL-II)."""

    @property
    def first_move(self) -> int:
        """The node of the first role's first move."""
        return 1 + len(self.facts)

    @property
    def first_gate(self) -> int:
        """The node of gate 0."""
        return self.first_move + sum(map(len, self.moves))
