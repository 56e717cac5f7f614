"""New leaves of a tree that share the lanes: a random match is played in every lane at once.

A game of few moves needs no 512 random matches a leaf. So several leaves of one phase of the clock
get some words of 64 lanes each, as many as their moves need, and are played from together.
"""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import OUTCOMES
from spielwerk.languages.gdl.search.dialect import Longs, floats, ints, longs, past, shorts, ushr
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.routines.anytime import add_matches, reset_moves
from spielwerk.languages.gdl.search.routines.positions import (
    chance_of,
    clear,
    collect_at,
    count_moves,
    following,
    forget,
    go_on,
    judge,
    lanes_in,
    list_moves,
    mean_values,
    phase_of_record,
    play_lanes,
    prepare,
    share,
)

_EACH = 8
"""So many random matches should begin with each move of a leaf."""


def words_for(count: int) -> int:
    """How many words of lanes a leaf with so many moves should have."""
    return max(1, min(at.LANE_COUNT >> 6, (_EACH * count + 63) >> 6))


def share_lanes(g: Longs, t: Longs, w: Longs, first: int, leaves: int) -> None:
    """Give all lanes to a leaf and others of its phase, as many as find room."""
    size = g[at.SIZE]
    records = longs(t[at.NODE_RECORD])
    nodes = ints(w[at.LEAF_NODE])
    begins = ints(w[at.LEAF_BEGIN])
    ends = ints(w[at.LEAF_END])
    phase = phase_of_record(g, past(records, nodes[first] * size))
    left = at.LANE_COUNT >> 6
    members = 0
    for leaf in range(first, leaves):
        begins[leaf] = -1
        if ends[leaf] == 0:
            record = past(records, nodes[leaf] * size)
            words = words_for(count_moves(g, record))
            if words <= left and phase_of_record(g, record) == phase:
                begins[leaf] = 0
                ends[leaf] = words
                left -= words
                members += 1
    word = 0
    for leaf in range(first, leaves):
        if begins[leaf] == 0:
            more = (left + members - 1) // members
            left -= more
            members -= 1
            begins[leaf] = word
            word += ends[leaf] + more
            ends[leaf] = word


def turn_to(g: Longs, w: Longs, leaf: int) -> None:
    """Take a leaf in hand."""
    begin = ints(w[at.LEAF_BEGIN])[leaf]
    w[at.LANE] = 64 * begin
    w[at.LANES_EACH] = 64 * (ints(w[at.LEAF_END])[leaf] - begin)
    w[at.MOVE_LIST] = w[at.EVERY_MOVE] + 2 * 64 * begin
    w[at.SUMS] = w[at.EVERY_SUM] + 4 * 8 * 64 * begin
    w[at.BUFFER] = w[at.EVERY_RECORD] + 8 * g[at.SIZE] * 64 * begin


def play_from(g: Longs, t: Longs, w: Longs, first: int, leaves: int) -> None:
    """Play random matches from all successors of the leaves that share the lanes."""
    size = g[at.SIZE]
    records = longs(t[at.NODE_RECORD])
    nodes = ints(w[at.LEAF_NODE])
    begins = ints(w[at.LEAF_BEGIN])
    phase = phase_of_record(g, past(records, nodes[first] * size))
    for leaf in range(first, leaves):
        if begins[leaf] >= 0:
            turn_to(g, w, leaf)
            list_moves(g, past(records, nodes[leaf] * size), shorts(w[at.MOVE_LIST]))
    # A leaf with more moves than there are lanes has them all, several times.
    count = count_moves(g, past(records, nodes[first] * size))
    for begin in range(0, max(count, 1), at.LANE_COUNT):
        if g[at.JUDGED]:
            advance_all(g, t, w, first, leaves, begin, 0)
            for leaf in range(first, leaves):
                if begins[leaf] >= 0:
                    turn_to(g, w, leaf)
                    some = part_of(g, past(records, nodes[leaf] * size), begin)
                    own = past(longs(w[at.BUFFER]), begin * size)
                    collect_at(g, w, w[at.LANE] >> 6, some, 0, size, own, size)
        advance_all(g, t, w, first, leaves, begin, 1)
        if g[at.JUDGED] == 0:
            for leaf in range(first, leaves):
                if begins[leaf] >= 0:
                    turn_to(g, w, leaf)
                    some = part_of(g, past(records, nodes[leaf] * size), begin)
                    standings(g, w, some, past(longs(w[at.BUFFER]), begin * size))
        play_lanes(g, w, following(g, phase), t[at.LONGEST])
        for leaf in range(first, leaves):
            if begins[leaf] >= 0 and begin + at.LANE_COUNT < count:
                tell(g, t, w, leaf, begin)


def part_of(g: Longs, record: Longs, begin: int) -> int:
    """How many of a position's moves from one on have lanes at the same time."""
    return min(at.LANE_COUNT, count_moves(g, record) - begin)


def advance_all(
    g: Longs, t: Longs, w: Longs, first: int, leaves: int, begin: int, spread: int
) -> None:
    """Make moves of all leaves that share the lanes, from one on."""
    records = longs(t[at.NODE_RECORD])
    nodes = ints(w[at.LEAF_NODE])
    begins = ints(w[at.LEAF_BEGIN])
    ends = ints(w[at.LEAF_END])
    clear(g, w)
    for leaf in range(first, leaves):
        if begins[leaf] >= 0:
            turn_to(g, w, leaf)
            record = past(records, nodes[leaf] * g[at.SIZE])
            moves = past(shorts(w[at.MOVE_LIST]), begin)
            some = part_of(g, record, begin)
            prepare(g, w, record, moves, some, begins[leaf], ends[leaf], spread)
    go_on(g, w, phase_of_record(g, past(records, nodes[first] * g[at.SIZE])))
    for leaf in range(first, leaves):
        if begins[leaf] >= 0:
            turn_to(g, w, leaf)
            some = part_of(g, past(records, nodes[leaf] * g[at.SIZE]), begin)
            forget(g, w, past(shorts(w[at.MOVE_LIST]), begin), some, begins[leaf], ends[leaf])


def tell(g: Longs, t: Longs, w: Longs, leaf: int, begin: int) -> None:
    """What random matches brought that began with a leaf's moves from one on, in ``SUMS``."""
    turn_to(g, w, leaf)
    size = g[at.SIZE]
    record = past(longs(t[at.NODE_RECORD]), ints(w[at.LEAF_NODE])[leaf] * size)
    buffer = longs(w[at.BUFFER])
    sums = floats(w[at.SUMS])
    out = longs(w[at.OUT])
    some = part_of(g, record, begin)
    if records_moves(g, t):
        if begin == 0:
            reset_moves(g, w)
        add_matches(g, w)
    for i in range(some):
        lane = w[at.LANE] + share(i, some, w[at.LANES_EACH])
        end = w[at.LANE] + share(i + 1, some, w[at.LANES_EACH])
        chance = 0.5
        if g[at.JUDGED] and lanes_in(out, g[at.OUTCOME_COUNT], lane, end) < end - lane:
            chance = chance_of(g, judge(g, past(buffer, (begin + i) * size)))
        mean_values(g, w, lane, end, chance, past(sums, 8 * (begin + i)))


def records_moves(g: Longs, t: Longs) -> bool:
    """Whether it is kept which moves are made in random matches."""
    return g[at.RECORDED_MOVES] != 0 and t[at.PROVING] != 0 and t[at.ANY_WEIGHT] != 0


def standings(g: Longs, w: Longs, count: int, out: Longs) -> None:
    """The last words of the records of successors that share the lanes, each in its place."""
    size = g[at.SIZE]
    for i in range(count):
        lane = w[at.LANE] + share(i, count, w[at.LANES_EACH])
        out[i * size + size - 1] = standing_of(g, w, lane)


def standing_of(g: Longs, w: Longs, lane: int) -> int:
    """The last word of the record in a lane."""
    frame = longs(w[at.FRAME])
    row = 512 * (g[at.SIZE] - 1) + (lane >> 6)
    standing = 0
    for bit in range(OUTCOMES + g[at.OUTCOME_COUNT]):
        standing = standing | ((ushr(frame[row + 8 * bit], lane & 63) & 1) << bit)
    return standing
