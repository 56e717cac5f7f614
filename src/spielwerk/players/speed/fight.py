"""Search over simultaneous moves against one rival, compiled.

Both choose at once, so a position is a table: our actions by theirs. A table is worth its best row,
and a row counts partly by its worst answer, partly by the mean of all answers: rivals are neither
clairvoyant nor careless. Leaves are judged by who reaches which cells first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed import (
    ACTIVE,
    MAX_MARKS,
    SPEED,
    Arena,
    X,
    Y,
    play_arrays,
    undo_arrays,
)
from spielwerk.players.speed.flood import Bits, flood, give_back, lay_out, take
from spielwerk.players.speed.lanes import lent
from spielwerk.players.speed.space import compiled, survives
from spielwerk.players.speed.style import USUAL, Style

_ACTIONS = 5
_FASTER, _STRAIGHT = 3, 4
_LAST_ROUNDS = 2
"""In so many last rounds of a fight only those speed up who did so in the round before."""
_LOST, _BOTH_LOST, _WON = -1.0, -0.8, 1.0
"""The ends of a fight; all positions between them count from -0.5 to 0.5."""
_TELL_APART = 0.1
"""Our own actions are told apart by so much: walks have a say in which of them is chosen."""
_DEADLY = -0.7
"""Below this a value can only be a death."""
_MOVE = 100
"""Making a move takes as long as growing so many times eight words."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Racer ``me`` against racer ``rival`` on a walled board; all others stand still."""

    arena: Arena
    me: int
    rival: int
    style: Style
    budget: NDArray[np.int64]
    """How much work may still be done; below zero the search gives up."""

    @classmethod
    def between(cls, arena: Arena, me: int, rival: int, style: Style = USUAL) -> Fight:
        """A fight about to begin."""
        return cls(arena, me, rival, style, np.zeros(1, np.int64))

    def table(self, depth: int, work: int, first: int = _STRAIGHT) -> NDArray[np.float64]:
        """Values -1..1 of our actions by theirs, so many rounds ahead, beginning with one of ours.

        It may do as much as ``work`` says, in eights of words that grow in floods: that tells its
        time better than positions do. Rows that it did not come to and actions that must kill have
        no number (NaN).
        """
        self.budget[0] = work
        table = np.full((_ACTIONS, _ACTIONS), np.nan)
        search(
            self.arena.cells.copy(),
            self.arena.racers.copy(),
            self.arena.clock.copy(),
            self.me,
            self.rival,
            depth,
            first,
            self.style,
            self.budget,
            table,
        )
        return table

    @property
    def finished(self) -> bool:
        """Whether the last table is complete."""
        return bool(self.budget[0] >= 0)


def weigh(
    table: NDArray[np.float64], caution: float = 0.7
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each row of a table is worth (-2 if it must kill), and how many answers are deadly."""
    weighed: tuple[NDArray[np.float64], NDArray[np.float64]] = weigh_table(table, caution)
    return weighed


@compiled
def weigh_table(table: Any, caution: float) -> tuple[Any, Any]:
    """:func:`weigh` for compiled code."""
    worth = np.full(_ACTIONS, -2.0)
    danger = np.ones(_ACTIONS)
    for action in range(_ACTIONS):
        answers, deadly, worst, total = 0, 0, 2.0, 0.0
        for value in table[action]:
            if not np.isnan(value):
                answers += 1
                deadly += value < _DEADLY
                worst = min(worst, value)
                total += value
        if answers:
            worth[action] = caution * worst + (1.0 - caution) * total / answers
            danger[action] = deadly / answers
    return worth, danger


@compiled
def _options(
    cells: Any, racers: Any, k: int, clock: int, frozen: bool, hurries: bool, first: int, into: Any
) -> int:
    """The actions that survive the trails, a certain one first; where there is none, going on.

    Frozen: one of them. Who does not hurry does not speed up unless it must.
    """
    count = 0
    if frozen and survives(cells, racers[k], _STRAIGHT, clock):
        into[0] = _STRAIGHT
        return 1
    for action in range(_ACTIONS):
        if (hurries or action != _FASTER) and survives(cells, racers[k], action, clock):
            into[count] = action
            if action == first:
                into[0], into[count] = into[count], into[0]
            count += 1
    if count == 0:
        into[0] = _FASTER if survives(cells, racers[k], _FASTER, clock) else _STRAIGHT
        return 1
    return 1 if frozen else count


@compiled
def _reach(speed: int, depth: int) -> int:
    return speed * depth + depth * (depth + 1) // 2


@compiled
def _judge(
    bits: Any, racers: Any, width: int, me: int, style: Any, sizes: Any, budget: Any
) -> float:
    """Our cells against those of the strongest rival, -0.5..0.5."""
    budget[0] -= flood(bits, racers, width, sizes)
    mine, theirs = 0.0, 0.0
    for k in range(racers.shape[0]):
        if racers[k, ACTIVE]:
            haste = style.haste if k == me else style.their_haste
            room = max(0.0, sizes[k] - haste * racers[k, SPEED] * (racers[k, SPEED] - 1) / 2.0)
            if k == me:
                mine = room
            else:
                theirs = max(theirs, room)
    return 0.5 * (mine - theirs) / (mine + theirs + 10.0)


@compiled
def _make(
    cells: Any, racers: Any, clock: Any, bits: Any, me: int, rival: int, act: Any, trail: Any
) -> int:
    """Let two racers act and everybody else stand still; who stands still, as bits."""
    places, olds, owners, befores, counts = trail
    still = 0
    for k in range(racers.shape[0]):
        if k != me and k != rival and racers[k, ACTIVE]:
            racers[k, ACTIVE] = 0
            still |= 1 << k
    play_arrays(cells, racers, clock, act, places, olds, owners, befores, counts)
    for k in range(racers.shape[0]):
        if still >> k & 1:
            racers[k, ACTIVE] = 1
    take(bits, places, counts[0])
    return still


@compiled
def _unmake(cells: Any, racers: Any, clock: Any, bits: Any, still: int, trail: Any) -> None:
    """Take that back."""
    places, olds, _owners, befores, counts = trail
    undo_arrays(cells, racers, clock, places, olds, befores, counts)
    for k in range(racers.shape[0]):
        if still >> k & 1:
            racers[k, ACTIVE] = 1
    give_back(bits, places, olds, counts[0])


@compiled
def _value(
    cells: Any, racers: Any, clock: Any, me: int, rival: int, depth: int, least: float, most: float,
    style: Any, budget: Any, room: Any, bits: Any, table: Any,
) -> float:  # fmt: skip
    """What a position is worth, as far as it is between ``least`` and ``most``."""
    places, olds, owners, befores, counts, choices, actions, telling, sizes = room
    budget[0] -= _MOVE
    if not racers[me, ACTIVE]:
        return float((_LOST if racers[rival, ACTIVE] else _BOTH_LOST) - 0.01 * depth)
    if not racers[rival, ACTIVE] and racers[:, ACTIVE].sum() == 1:
        return _WON
    if depth == 0 or not racers[rival, ACTIVE]:
        return float(_judge(bits, racers, cells.shape[1], me, style, sizes, budget))
    apart = abs(racers[me, X] - racers[rival, X]) + abs(racers[me, Y] - racers[rival, Y])
    reach = _reach(racers[me, SPEED], depth) + _reach(racers[rival, SPEED], depth)
    mine, theirs = choices[depth, 0], choices[depth, 1]
    root = depth == places.shape[0] - 1
    now, known = clock[0], telling[depth]
    # What speed is good for shows some rounds later.
    early = root or depth > _LAST_ROUNDS
    hurries = early or actions[depth + 1, me] == _FASTER
    ours = _options(cells, racers, me, now, False, hurries, known[0], mine)
    hurries = early or actions[depth + 1, rival] == _FASTER
    far = apart > reach + 2
    answers = _options(cells, racers, rival, now, far, hurries, known[1], theirs)
    best = -2.0
    trail = (places[depth], olds[depth], owners[depth], befores[depth], counts[depth])
    act = actions[depth]
    for i in range(ours):
        worst, total, seen = 2.0, 0.0, 0
        for j in range(answers):
            act[me], act[rival] = mine[i], theirs[j]
            enough = best - _TELL_APART if root else max(best, least)
            still = _make(cells, racers, clock, bits, me, rival, act, trail)
            value = _value(
                cells, racers, clock, me, rival, depth - 1, enough, min(worst, most),
                style, budget, room, bits, table,
            )  # fmt: skip
            _unmake(cells, racers, clock, bits, still, trail)
            if budget[0] < 0:
                if root:
                    table[mine[i]] = np.nan
                return 0.0
            if root:
                table[mine[i], theirs[j]] = value
            if value < worst:
                worst = value
                known[1] = theirs[j]
            total += value
            seen += 1
            if not root and worst < enough:
                break
        value = style.caution * worst + (1.0 - style.caution) * total / seen
        if value > best:
            best = value
            known[0] = mine[i]
        if not root and best > most:
            break
    return best


@compiled
def search(
    cells: Any,
    racers: Any,
    clock: Any,
    me: int,
    rival: int,
    depth: int,
    first: int,
    style: Any,
    budget: Any,
    table: Any,
) -> None:
    players = racers.shape[0]
    levels = depth + 1
    room = (
        np.zeros((levels, MAX_MARKS), np.int32),
        np.zeros((levels, MAX_MARKS), np.uint8),
        np.zeros((levels, MAX_MARKS), np.int32),
        np.zeros((levels, players, 5), np.int32),
        np.zeros((levels, 1), np.int32),
        np.zeros((levels, 2, _ACTIONS), np.int32),
        np.full((levels, players), _STRAIGHT, np.int32),
        np.full((levels, 2), _STRAIGHT, np.int32),
        np.zeros(players, np.int32),
    )
    room[7][depth, 0] = first
    _search(
        cells, racers, clock, me, rival, depth, style, budget, room, lay_out(cells, players), table
    )  # fmt: skip


@compiled
def _search(
    cells: Any, racers: Any, clock: Any, me: int, rival: int, depth: int, style: Any, budget: Any,
    room: Any, bits: Any, table: Any,
) -> None:  # fmt: skip
    """The same with room for it. Arrays change hands so often that nobody counts their users."""
    places, olds, owners, befores, counts, choices, actions, telling, sizes = room
    _value(
        lent(cells), lent(racers), lent(clock), me, rival, depth, -2.0, 2.0, style, lent(budget),
        (
            lent(places), lent(olds), lent(owners), lent(befores), lent(counts), lent(choices),
            lent(actions), lent(telling), lent(sizes),
        ),
        Bits(
            lent(bits.free), lent(bits.spots), lent(bits.masks), bits.columns, bits.blocks,
            lent(bits.left), lent(bits.grown), lent(bits.order),
        ),
        lent(table),
    )  # fmt: skip
