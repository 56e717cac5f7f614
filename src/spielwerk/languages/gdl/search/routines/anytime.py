"""Moves at any time: what random matches say of a move in which it was made sooner or later.

Few random matches begin with a certain move of many, but many of them make it some time. How much
that says of making it now differs from game to game (nearly all in hex, nearly nothing in connect
four), and so it is learnt while searching: over all nodes, what moves bring at once is fitted by
what they bring at any time. How far to go by it follows from the line's slope, and from how much
of what moves seem to bring at once is luck. For two roles that share a fixed sum only.
"""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import OVER
from spielwerk.languages.gdl.search.dialect import (
    Longs,
    bits,
    floats,
    ints,
    longs,
    past,
    shorts,
    ushr,
)
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.routines.positions import share

_FADING = 0.999
"""What nodes that were made earlier count."""
_LEAST = 64.0
"""So many random matches must have made a move to say something of it."""
_BLIND = 0.5
"""Where less of what moves seem to bring at once is luck, that says enough."""
USUAL = 1000.0
"""What a move brings in all the tree counts as so many random matches of a node."""


def reset_moves(g: Longs, w: Longs) -> None:
    """Begin to count."""
    counts = floats(w[at.MOVE_COUNTS])
    sums = floats(w[at.MOVE_SUMS])
    for i in range(2 * g[at.RECORDED_MOVES]):
        counts[i] = 0.0
        sums[i] = 0.0


def add_matches(g: Longs, w: Longs) -> None:
    """Add the random matches that were just played from the leaf at hand."""
    counts = floats(w[at.MOVE_COUNTS])
    sums = floats(w[at.MOVE_SUMS])
    out = longs(w[at.OUT])
    ended = past(out, 8 * g[at.OUTCOME_COUNT])
    roles = ints(g[at.OUTCOME_ROLE])
    worth = ints(g[at.OUTCOME_VALUE])
    moves = g[at.RECORDED_MOVES]
    made = past(longs(w[at.LANES]), 8 * g[at.RECORD])
    begin = w[at.LANE] >> 6
    end = begin + (w[at.LANES_EACH] >> 6)
    for role in range(2):
        for move in range(moves):
            number = 0
            for k in range(begin, end):
                number += bits(made[k] & ended[k])
            if number:
                total = 0
                for i in range(g[at.OUTCOME_COUNT]):
                    if roles[i] == role:
                        hits = 0
                        for k in range(begin, end):
                            hits += bits(made[k] & out[8 * i + k])
                        total += hits * worth[i]
                counts[role * moves + move] += float(number)
                sums[role * moves + move] += 0.01 * float(total)
            made = past(made, 8)


def fit(g: Longs, t: Longs, w: Longs, count: int, mover: int) -> None:
    """Learn from the moves of one more node how at once follows from at any time."""
    size = g[at.SIZE]
    moves = shorts(w[at.MOVE_LIST])
    buffer = longs(w[at.BUFFER])
    sums = floats(w[at.SUMS])
    known = 0.0
    once = 0.0
    ever = 0.0
    once_squares = 0.0
    ever_squares = 0.0
    products = 0.0
    for i in range(count):
        x = at_any_time(g, t, w, mover, moves[i])
        if x >= 0.0 and ushr(buffer[i * size + size - 1], OVER) & 1 == 0:
            y = sums[8 * i + mover]
            known = known + 1.0
            once = once + y
            ever = ever + x
            once_squares = once_squares + y * y
            ever_squares = ever_squares + x * x
            products = products + x * y
    if known < 2.0:
        return
    line = floats(t[at.FIT])
    mean = once / known
    matches = float(max(w[at.LANES_EACH] // count, 1))
    line[at.TOGETHER] = _FADING * line[at.TOGETHER] + products - ever * mean
    line[at.ANY_SPREAD] = _FADING * line[at.ANY_SPREAD] + ever_squares - ever * ever / known
    line[at.ONCE_SPREAD] = _FADING * line[at.ONCE_SPREAD] + once_squares - once * mean
    line[at.LUCK] = _FADING * line[at.LUCK] + (known - 1.0) * mean * (1.0 - mean) / matches
    slope = line[at.TOGETHER] / max(line[at.ANY_SPREAD], 0.000001)
    line[at.SLOPE] = max(0.0, min(1.5, slope))
    blind = line[at.LUCK] / max(line[at.ONCE_SPREAD], 0.000001)
    line[at.TRUST] = min(1.0, line[at.SLOPE]) * min(1.0, blind) if blind >= _BLIND else 0.0


def at_any_time(g: Longs, t: Longs, w: Longs, mover: int, move: int) -> float:
    """What a move brings at any time in the matches just played and, so far as these are few, in
    all the tree; -1 where nothing is known."""
    before = usual(g, t, mover, move)
    if before < 0.0:
        return -1.0
    place = mover * g[at.RECORDED_MOVES] + move
    number = floats(w[at.MOVE_COUNTS])[place]
    return (floats(w[at.MOVE_SUMS])[place] + USUAL * before) / (number + USUAL)


def mean_at_any_time(g: Longs, t: Longs, w: Longs, count: int, mover: int) -> float:
    """The mean over the open moves of a node of what they bring at any time."""
    size = g[at.SIZE]
    moves = shorts(w[at.MOVE_LIST])
    buffer = longs(w[at.BUFFER])
    total = 0.0
    known = 0.0
    for i in range(count):
        brought = at_any_time(g, t, w, mover, moves[i])
        if brought >= 0.0 and ushr(buffer[i * size + size - 1], OVER) & 1 == 0:
            total = total + brought
            known = known + 1.0
    return total / max(known, 1.0)


def lead(g: Longs, t: Longs, w: Longs, mover: int, move: int, mean: float) -> float:
    """By how much a move should be better than the others, going by what it brings at any time."""
    brought = at_any_time(g, t, w, mover, move)
    if brought < 0.0:
        return 0.0
    return floats(t[at.FIT])[at.SLOPE] * (brought - mean)


def add_first_moves(g: Longs, w: Longs, count: int, mover: int) -> None:
    """The random matches that began with a move made it, too."""
    moves = shorts(w[at.MOVE_LIST])
    sums = floats(w[at.SUMS])
    lanes = w[at.LANES_EACH]
    for i in range(count):
        some = min(lanes, count - (i // lanes) * lanes)
        here = i % lanes
        matches = float(share(here + 1, some, lanes) - share(here, some, lanes))
        note_move(g, w, mover, moves[i], matches, sums[8 * i + mover])


def note_move(g: Longs, w: Longs, role: int, move: int, matches: float, value: float) -> None:
    place = role * g[at.RECORDED_MOVES] + move
    counts = floats(w[at.MOVE_COUNTS])
    sums = floats(w[at.MOVE_SUMS])
    counts[place] = counts[place] + matches
    sums[place] = sums[place] + matches * value


def note_all(g: Longs, t: Longs, w: Longs) -> None:
    """Add what was counted to what is known in all the tree."""
    counts = floats(w[at.MOVE_COUNTS])
    sums = floats(w[at.MOVE_SUMS])
    all_counts = floats(t[at.ALL_COUNTS])
    all_sums = floats(t[at.ALL_SUMS])
    for i in range(2 * g[at.RECORDED_MOVES]):
        all_counts[i] = all_counts[i] + counts[i]
        all_sums[i] = all_sums[i] + sums[i]


def usual(g: Longs, t: Longs, mover: int, move: int) -> float:
    """What a move brings at any time in all the tree, if that is known, else -1."""
    place = mover * g[at.RECORDED_MOVES] + move
    counts = floats(t[at.ALL_COUNTS])
    if counts[place] < _LEAST:
        return -1.0
    return floats(t[at.ALL_SUMS])[place] / counts[place]


def note_below(g: Longs, t: Longs, w: Longs, node: int, mover: int) -> None:
    """Give the edges of a node their shares of what was counted."""
    counts = past(floats(w[at.MOVE_COUNTS]), mover * g[at.RECORDED_MOVES])
    sums = past(floats(w[at.MOVE_SUMS]), mover * g[at.RECORDED_MOVES])
    first = ints(t[at.NODE_FIRST])[node]
    moves = shorts(t[at.EDGE_MOVE])
    edge_counts = floats(t[at.EDGE_ANY_COUNT])
    edge_sums = floats(t[at.EDGE_ANY_SUM])
    for edge in range(first, first + ints(t[at.NODE_COUNT])[node]):
        edge_counts[edge] = edge_counts[edge] + counts[moves[edge]]
        edge_sums[edge] = edge_sums[edge] + sums[moves[edge]]
