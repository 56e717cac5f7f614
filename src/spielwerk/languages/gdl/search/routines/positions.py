"""Positions in native code: successors, judgement, random matches."""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import MOVER, OUTCOMES, PHASE
from spielwerk.languages.gdl.search.dialect import (
    Floats,
    Longs,
    Shorts,
    bits,
    floats,
    gates,
    ints,
    longs,
    lowest,
    past,
    play_out,
    shorts,
    transpose,
    ushr,
)
from spielwerk.languages.gdl.search.routines import memory as at

_SCORE_LIMIT = 8_000


def mover_of(g: Longs, record: Longs) -> int:
    """The role that chooses."""
    return ushr(record[g[at.SIZE] - 1], MOVER) & 7


def phase_of_record(g: Longs, record: Longs) -> int:
    return ushr(record[g[at.SIZE] - 1], PHASE) & 3


def list_moves(g: Longs, record: Longs, moves: Shorts) -> int:
    """The mover's moves in ascending order; answers how many there are."""
    count = 0
    first = g[at.FACT_WORDS]
    for i in range(g[at.MOVE_WORDS]):
        word = record[first + i]
        while word != 0:
            moves[count] = 64 * i + lowest(word)
            count += 1
            word = word & (word - 1)
    return count


def outcome_of(g: Longs, record: Longs, role: int) -> int:
    """What a role gets in a record of a finished match."""
    roles = ints(g[at.OUTCOME_ROLE])
    values = ints(g[at.OUTCOME_VALUE])
    word = ushr(record[g[at.SIZE] - 1], OUTCOMES)
    while word != 0:
        i = lowest(word)
        if roles[i] == role:
            return values[i]
        word = word & (word - 1)
    return 0


def clear(g: Longs, w: Longs) -> None:
    """Take all positions out of the lanes."""
    frame = longs(w[at.FRAME])
    for i in range(g[at.WIDTH] * g[at.FACTS]):
        frame[i] = 0
    movers = past(frame, g[at.WIDTH] * g[at.MOVERS])
    for i in range(g[at.WIDTH] * g[at.ROLES]):
        movers[i] = 0


def place(g: Longs, w: Longs, record: Longs, begin: int, end: int) -> None:
    """Put a position into the lanes of some words, which are clear."""
    frame = longs(w[at.FRAME])
    width = g[at.WIDTH]
    for i in range(g[at.FACT_WORDS]):
        word = record[i]
        while word != 0:
            row = width * (64 * i + lowest(word))
            for k in range(begin, end):
                frame[row + k] = -1
            word = word & (word - 1)


def look_at(g: Longs, w: Longs, record: Longs, phase: int) -> None:
    """Fill in the rest of a record of which the facts are there."""
    clear(g, w)
    place(g, w, record, 0, g[at.WIDTH])
    gates(g[at.LOOK + phase], longs(w[at.FRAME]), longs(w[at.WORK]))
    collect(g, w, 1, 0, g[at.SIZE], record, g[at.SIZE])


def advance(g: Longs, w: Longs, record: Longs, moves: Shorts, count: int) -> None:
    """Make moves of a position in the lanes: the first in lane 0 and so on."""
    clear(g, w)
    prepare(g, w, record, moves, count, 0, g[at.WIDTH], 0)
    go_on(g, w, phase_of_record(g, record))
    forget(g, w, moves, count, 0, g[at.WIDTH])


def prepare(
    g: Longs, w: Longs, record: Longs, moves: Shorts, count: int, begin: int, end: int, spread: int
) -> None:
    """Put a position and moves of it into the lanes of some words, which are clear: the first in
    their first lane and so on, or all of them in equal shares."""
    frame = longs(w[at.FRAME])
    width = g[at.WIDTH]
    place(g, w, record, begin, end)
    movers = past(frame, width * (g[at.MOVERS] + mover_of(g, record)))
    for k in range(begin, end):
        movers[k] = -1
    chosen = past(frame, width * g[at.CHOSEN] + begin)
    lanes = 64 * (end - begin)
    for move in range(count):
        row = width * moves[move]
        first = share(move, count, lanes) if spread else move
        last = share(move + 1, count, lanes) if spread else move + 1
        for lane in range(first, last):
            chosen[row + (lane >> 6)] |= 1 << (lane & 63)


def go_on(g: Longs, w: Longs, phase: int) -> None:
    """Make what moves stand in the lanes, and see what there is then."""
    frame = longs(w[at.FRAME])
    gates(g[at.MOVE + phase], frame, longs(w[at.WORK]))
    gates(g[at.LOOK + following(g, phase)], frame, longs(w[at.WORK]))


def following(g: Longs, phase: int) -> int:
    """The phase after a phase."""
    return phase + 1 if phase + 1 < g[at.PHASES] else 0


def forget(g: Longs, w: Longs, moves: Shorts, count: int, begin: int, end: int) -> None:
    """Clear the moves that stood in the lanes of some words, once they are made."""
    width = g[at.WIDTH]
    chosen = past(longs(w[at.FRAME]), width * g[at.CHOSEN])
    for move in range(count):
        row = width * moves[move]
        for k in range(begin, end):
            chosen[row + k] = 0
    w[at.MADE] += count


def share(part: int, parts: int, lanes: int) -> int:
    """Where a part begins when lanes are shared out."""
    return (part * lanes + parts - 1) // parts


def collect(g: Longs, w: Longs, count: int, first: int, last: int, out: Longs, size: int) -> None:
    """Longs ``first`` to ``last`` of the records of the first lanes, ``size`` words apart."""
    collect_at(g, w, 0, count, first, last, out, size)


def collect_at(
    g: Longs, w: Longs, start: int, count: int, first: int, last: int, out: Longs, size: int
) -> None:
    """The same of lanes from a word on."""
    frame = longs(w[at.FRAME])
    square = longs(w[at.SQUARE])
    width = g[at.WIDTH]
    for begin in range(0, count, 64):
        some = min(64, count - begin)
        for word in range(first, last):
            transpose(past(frame, 64 * width * word + start + (begin >> 6)), square, width)
            row = begin * size + word - first
            for lane in range(some):
                out[row] = square[lane]
                row += size


def successors(g: Longs, w: Longs, record: Longs, moves: Shorts, count: int, out: Longs) -> None:
    """The records after each of the mover's moves, in a row."""
    lanes = 64 * g[at.WIDTH]
    for begin in range(0, count, lanes):
        some = min(lanes, count - begin)
        advance(g, w, record, past(moves, begin), some)
        collect(g, w, some, 0, g[at.SIZE], past(out, begin * g[at.SIZE]), g[at.SIZE])


def play_lanes(g: Longs, w: Longs, phase: int, most: int) -> None:
    """Random matches from what stands in the frame; outcomes of all lanes are in ``OUT`` then."""
    frame = longs(w[at.FRAME])
    lanes = longs(w[at.LANES])
    out = longs(w[at.OUT])
    for i in range(8 * g[at.FACTS]):
        lanes[i] = frame[i]
    waiting = past(lanes, 8 * g[at.WAITING])
    states = past(lanes, 8 * g[at.STATES])
    for k in range(8):
        waiting[k] = 0
        states[k] = 0
    for i in range(8 * g[at.OUTCOME_COUNT] + 8):
        out[i] = 0
    made = past(lanes, 8 * g[at.RECORD])
    for i in range(8 * g[at.ROLES] * g[at.RECORDED_MOVES]):
        made[i] = 0
    play_out(g[at.PLAY], lanes, longs(w[at.LANE_WORK]), out, phase, most)
    for k in range(8):
        w[at.PLAYED] += states[k]


def lanes_in(out: Longs, outcome: int, begin: int, end: int) -> int:
    """In how many of some lanes an outcome came about."""
    count = 0
    for k in range(begin >> 6, (end + 63) >> 6):
        word = out[8 * outcome + k]
        if 64 * k < begin:
            word = word & (-1 << (begin & 63))
        if 64 * k + 64 > end:
            word = word & ~(-1 << (end & 63))
        count += bits(word)
    return count


def mean_values(g: Longs, w: Longs, begin: int, end: int, undecided: float, values: Floats) -> None:
    """What each role got on average in some lanes, from 0 to 1; ``undecided`` for the first role
    in matches that did not end, and what is left for the others."""
    out = longs(w[at.OUT])
    roles = ints(g[at.OUTCOME_ROLE])
    worth = ints(g[at.OUTCOME_VALUE])
    count = g[at.OUTCOME_COUNT]
    open_ = end - begin - lanes_in(out, count, begin, end)
    for role in range(g[at.ROLES]):
        share = undecided if role == 0 else 1.0 - undecided
        values[role] = share * float(open_)
    for i in range(count):
        hits = lanes_in(out, i, begin, end)
        values[roles[i]] += 0.01 * float(worth[i] * hits)
    for role in range(g[at.ROLES]):
        values[role] = values[role] / float(end - begin)


def sums_of(g: Longs, record: Longs) -> int:
    """The sums of a position's weights: of the beginning, in the upper half of a word, and of what
    is added when it is late."""
    single = longs(g[at.SINGLE])
    sums = g[at.BIAS] << 32
    for i in range(g[at.FACT_WORDS]):
        word = record[i]
        while word != 0:
            fact = 64 * i + lowest(word)
            sums += single[fact] + (pairs_of(g, record, fact, 0, fact) << 32)
            word = word & (word - 1)
    return sums


def pairs_of(g: Longs, record: Longs, fact: int, low: int, high: int) -> int:
    """The weights of a fact's pairs with facts from ``low`` to ``high`` that hold."""
    start = ints(g[at.PAIR_START])
    begin = start[fact]
    end = start[fact + 1]
    score = 0
    if begin < end:
        other = shorts(g[at.PAIR_OTHER])
        weight = ints(g[at.PAIR_WEIGHT])
        for i in range(begin, end):
            partner = other[i]
            if low <= partner < high and ushr(record[partner >> 6], partner & 63) & 1:
                score += weight[i]
    return score


def sums_after(g: Longs, before: Longs, sums: int, after: Longs) -> int:
    """The sums of a position, from those of one which differs little from it."""
    single = longs(g[at.SINGLE])
    for i in range(g[at.FACT_WORDS]):
        changed = before[i] ^ after[i]
        while changed != 0:
            bit = lowest(changed)
            fact = 64 * i + bit
            # Facts below this one count as they are afterwards, those above as they were.
            pairs = pairs_of(g, after, fact, 0, fact) + pairs_of(g, before, fact, fact + 1, 65536)
            weight = single[fact] + (pairs << 32)
            if ushr(after[i], bit) & 1:
                sums += weight
            else:
                sums -= weight
            changed = changed & (changed - 1)
    return sums


def worth(g: Longs, record: Longs, sums: int) -> int:
    """What a position is worth by its sums, to the first role, in thousandths of a logit."""
    late = (sums << 32) >> 32
    score = (sums - late) >> 32
    if late != 0:
        held = 0
        for i in range(g[at.FACT_WORDS]):
            held += bits(record[i])
        change = g[at.COURSE_CHANGE]
        way = held - g[at.COURSE_BEGIN]
        if change < 0:
            way = -way
            change = -change
        score += late * max(0, min(way, change)) // change
    return score


def judge(g: Longs, record: Longs) -> int:
    """What a position is worth to the first role, but for the moves that there are."""
    return worth(g, record, sums_of(g, record))


def count_moves(g: Longs, record: Longs) -> int:
    """How many moves the mover has."""
    count = 0
    first = g[at.FACT_WORDS]
    for i in range(g[at.MOVE_WORDS]):
        count += bits(record[first + i])
    return count


def freedom(g: Longs, role: int, count: int) -> int:
    """What it is worth to the first role that a role has so many moves."""
    return ints(g[at.FREEDOM])[role * at.MOST_COUNTED + min(count, at.MOST_COUNTED - 1)]


def chance_of(g: Longs, score: int) -> float:
    """A score as what the first role can expect, from 0 to 1."""
    table = floats(g[at.CHANCES])
    return table[(max(-_SCORE_LIMIT, min(_SCORE_LIMIT, score)) + _SCORE_LIMIT) >> 2]


def hash_of(g: Longs, record: Longs) -> int:
    """A number for a position's facts, different for different ones but for bad luck."""
    mixed = 0x1F83D9ABFB41BD6B
    for i in range(g[at.FACT_WORDS]):
        mixed = (mixed ^ record[i]) * 0x5851F42D4C957F2D
        mixed = mixed ^ ushr(mixed, 29)
    mixed = mixed * 0x2545F4914F6CDD1D
    return mixed ^ ushr(mixed, 32)


def hash_apart(g: Longs, record: Longs) -> int:
    """The same for positions that differ only in what counts on until something happens."""
    mixed = 0x1F83D9ABFB41BD6B
    hashed = longs(g[at.HASHED])
    for i in range(g[at.FACT_WORDS]):
        mixed = (mixed ^ (record[i] & hashed[i])) * 0x5851F42D4C957F2D
        mixed = mixed ^ ushr(mixed, 29)
    mixed = mixed * 0x2545F4914F6CDD1D
    return mixed ^ ushr(mixed, 32)


def pass_turn(g: Longs, w: Longs, record: Longs, out: Longs) -> None:
    """The record of the same position with the clock a phase further."""
    phase = following(g, phase_of_record(g, record))
    words = g[at.FACT_WORDS]
    clocks = longs(g[at.CLOCKS])
    shown = past(clocks, words * (phase + 1))
    for i in range(words):
        out[i] = (record[i] & ~clocks[i]) | shown[i]
    look_at(g, w, out, phase)
    w[at.MADE] += 1


def same_facts(g: Longs, one: Longs, other: Longs) -> bool:
    differ = 0
    for i in range(g[at.FACT_WORDS]):
        differ = differ | (one[i] ^ other[i])
    return differ == 0


def copy_record(g: Longs, source: Longs, target: Longs) -> None:
    for i in range(g[at.SIZE]):
        target[i] = source[i]


def as_whole(value: float) -> int:
    """A value from 0 to 1 as it is summed up."""
    return int(value * float(at.ONE) + 0.5)
