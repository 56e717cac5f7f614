"""One legal move for every lane, exactly uniform and independent of all other lanes.

The legal moves of a role hang in a search tree whose nodes know, bit-sliced, how many moves
below them are legal. Each lane draws a rank below its own count (``playout.ll`` does that, by
rejection), and :func:`select` walks the rank down all branches at once by comparing and
subtracting. Counting takes two gates a move, selecting five.

Walking the moves in a random order that 64 lanes share takes three gates a move, but lanes in the
same state then choose the same move: see ``docs/engines.md`` for what that does to means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielwerk.languages.gdl.circuit import FALSE, TRUE
from spielwerk.languages.gdl.kernels.network import GateTable


@dataclass(frozen=True, slots=True)
class Counted:
    """Some moves in order: those on the left, one in the middle, those on the right."""

    size: int
    total: tuple[int, ...]
    """How many of them are legal: literals, lowest bit first."""
    middle: int
    left: Counted | None = None
    right: Counted | None = None


def count(network: GateTable, legal: Sequence[int]) -> Counted:
    """The tree over the literals of at least one move."""
    size = len(legal)
    if size == 1:
        return Counted(1, (legal[0],), legal[0])
    split = (1 << (size.bit_length() - 1)) - 1
    left = count(network, legal[:split])
    right = count(network, legal[split + 1 :]) if split + 1 < size else None
    carry, total = legal[split], []
    width = max(len(left.total), len(right.total) if right else 0)
    for x, y in zip(_widen(left, width), _widen(right, width), strict=True):
        total.append(network.sum(x, y, carry))
        carry = network.majority(x, y, carry)
    bits = size.bit_length()
    return Counted(size, tuple([*total, carry][:bits]), legal[split], left, right)


def _widen(tree: Counted | None, width: int) -> tuple[int, ...]:
    total = tree.total if tree else ()
    return total + (FALSE,) * (width - len(total))


def decrement(network: GateTable, number: Sequence[int]) -> list[int]:
    """One less, and zero for zero."""
    borrow = TRUE
    less = []
    for bit in number:
        less.append(network.differ(bit, borrow))
        borrow = network.both(bit ^ 1, borrow)
    return [network.both(bit, borrow ^ 1) for bit in less]


def select(network: GateTable, tree: Counted, rank: Sequence[int], here: int = TRUE) -> list[int]:
    """For each move, in which of the lanes ``here`` it is the one of that rank.

    ``rank`` is below the tree's total in every lane that matters.
    """
    if tree.left is None:
        return [here]
    below, below_or_middle = FALSE, tree.middle
    rest = []
    for bit, total in zip(rank, _pad(tree.left.total, len(rank)), strict=True):
        rest.append(network.sum(bit, total, below_or_middle))
        below = network.majority(bit ^ 1, total, below)
        below_or_middle = network.majority(bit ^ 1, total, below_or_middle)
    left = network.both(here, below)
    middle = network.gate(0b00100000, here, below, below_or_middle)
    picks = select(network, tree.left, rank[: (tree.left.size - 1).bit_length()], left)
    picks.append(middle)
    if tree.right is not None:
        right = network.both(here, below_or_middle ^ 1)
        bits = (tree.right.size - 1).bit_length()
        picks += select(network, tree.right, rest[:bits], right)
    return picks


def _pad(bits: Sequence[int], width: int) -> list[int]:
    return [*bits, *[FALSE] * (width - len(bits))]
