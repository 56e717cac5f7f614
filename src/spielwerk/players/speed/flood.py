"""Who reaches how many cells first, 64 cells at a time, compiled.

The question of :func:`.space.claim`, for searches that ask it thousands of times. Free cells are
bits, kept up to date as moves are made and taken back. The cells of each racer grow by one step at
a time, eight words at once (:mod:`.lanes`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from spielwerk.games.speed import ACTIVE, FREE, X, Y
from spielwerk.players.speed.lanes import LANES, bits_in, step, wide_step
from spielwerk.players.speed.space import compiled

_BITS = 64
_ONE = np.uint64(1)
_PER_STEP = 2
"""A step of a racer takes as long as so many times eight words, besides those that it looks at."""


class Bits(NamedTuple):
    """The free cells of a walled board, a bit each; bits lie along the side that needs fewer words.

    A column of words is a stripe of the board, 64 cells wide and as long as the other side; before
    the first and after the last comes a column of wall.
    """

    free: Any
    spots: Any
    """For each cell of the board, row by row, in which word it is."""
    masks: Any
    """And which bit of it: none if it belongs to the wall."""
    columns: int
    blocks: int
    """A column has so many times eight words, and then room for eight more."""
    left: Any
    grown: Any
    order: Any
    """Room for a flood: cells nobody has reached, those of each racer before and after a step, and
    who still grows."""


@compiled
def _words(size: int) -> Any:
    """So many words, the first where eight begin that processors fetch together."""
    words = np.zeros(size + LANES, np.uint64)
    skipped = (-words.ctypes.data // 8) % LANES
    return words[skipped : skipped + size]


@compiled
def lay_out(cells: Any, players: int) -> Bits:
    """The bits of a walled board, and room for floods from so many racers."""
    height, width = cells.shape[0] - 2, cells.shape[1] - 2
    lying = (width + _BITS - 1) // _BITS * height <= (height + _BITS - 1) // _BITS * width
    across, along = (width, height) if lying else (height, width)
    columns, blocks = (across + _BITS - 1) // _BITS, (along + LANES - 1) // LANES
    length = (blocks + 1) * LANES
    size = (columns + 2) * length
    free, left = _words(size), _words(size)
    spots = np.zeros(cells.size, np.int32)
    masks = np.zeros(cells.size, np.uint64)
    # Rows next to each other lie in different eights, so that a step reads whole ones.
    row_at = np.zeros(along, np.int64)
    for row in range(along):
        row_at[row] = row % blocks * LANES + row // blocks
    for y in range(height):
        for x in range(width):
            bit, row = (x, y) if lying else (y, x)
            place = (y + 1) * cells.shape[1] + x + 1
            spots[place] = (1 + (bit >> 6)) * length + row_at[row]
            masks[place] = _ONE << np.uint64(bit & 63)
            if cells[y + 1, x + 1] == FREE:
                free[spots[place]] |= masks[place]
    return Bits(
        free, spots, masks, columns, blocks, left, _words(2 * players * size),
        np.zeros(players, np.int64),
    )  # fmt: skip


@compiled
def take(bits: Any, places: Any, count: int) -> None:
    """The first so many places are no longer free."""
    for place in places[:count]:
        bits.free[bits.spots[place]] &= ~bits.masks[place]


@compiled
def give_back(bits: Any, places: Any, olds: Any, count: int) -> None:
    """Undo that; ``olds`` is what was on the places before they were taken one after another."""
    for i in range(count):
        if olds[i] == FREE:
            bits.free[bits.spots[places[i]]] |= bits.masks[places[i]]


@compiled
def flood(bits: Any, racers: Any, width: int, sizes: Any) -> int:
    """Write down how many cells each racer reaches first, all being equally quick (``sizes``).

    Of two that reach a cell in the same step it is the first one's. ``width`` is that of the walled
    board. Returns how much there was to do, in words times eight.
    """
    # Taking things out of a tuple costs as much as some steps, so it is done but once.
    free, left, grown, order, spots, masks, columns, blocks = (
        bits.free, bits.left, bits.grown, bits.order, bits.spots, bits.masks, bits.columns,
        bits.blocks,
    )  # fmt: skip
    size = free.size
    left[:] = free
    growing = 0
    for k in range(racers.shape[0]):
        sizes[k] = 0
        if racers[k, ACTIVE]:
            place = racers[k, Y] * width + racers[k, X]
            begin = 2 * k * size
            grown[begin : begin + 2 * size] = 0
            grown[begin + spots[place]] = masks[place]
            left[spots[place]] &= ~masks[place]
            order[growing] = k
            growing += 1
    now, work = 0, size // LANES
    while growing:
        work += growing * (columns * blocks + _PER_STEP)
        still = 0
        for i in range(growing):
            k = order[i]
            begin = 2 * k * size
            if grow(grown, begin + now, begin + size - now, left, columns, blocks):
                order[still] = k
                still += 1
            else:
                sizes[k] = _count(grown, begin + now, columns, blocks) - 1
        growing, now = still, size - now
    return int(work)


@compiled
def grow(grown: Any, old: int, new: int, left: Any, columns: int, blocks: int) -> bool:
    """Let a racer make one step from all its cells; whether it came to any that were left.

    Its words begin at ``old``, and those after the step at ``new``.
    """
    length = (blocks + 1) * LANES
    if columns == 1:
        return bool(step(grown, left, old, new, length, blocks) != np.uint64(0))
    came = np.uint64(0)
    for column in range(1, columns + 1):
        came |= wide_step(grown, left, old, new, column * length, blocks, length)
    return bool(came != np.uint64(0))


@compiled
def _count(grown: Any, begin: int, columns: int, blocks: int) -> int:
    """How many cells are in words that begin there."""
    total = np.uint64(0)
    length = (blocks + 1) * LANES
    for column in range(1, columns + 1):
        total += bits_in(grown, begin + column * length, blocks)
    return int(total)
