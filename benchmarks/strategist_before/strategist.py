"""Our solver: search over simultaneous moves while others are near, space filling all the time.

It counts rounds (every sixth lets the quick ones jump). Against the rivals that matter it looks
ahead move by move (:mod:`.fight`), and for itself it always keeps a walk that it can follow to its
end (:mod:`.fill`). Where nobody can walk to it the walk decides, elsewhere the fight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.strategist_before.fight import Fight, weigh
from benchmarks.strategist_before.fill import LONGEST, Walks
from benchmarks.strategist_before.space import UNREACHED, neighbours, survivable, territory, walled
from spielwerk.games.speed import ACTIONS, ACTIVE, SPEED, Action, Arena, X, Y
from spielwerk.players.speed.decision import Clock, Decision, Picture, reserve
from spielwerk.players.speed.opponents import outlook

_SHARE = 0.75
"""The part of the time that goes to the fight while others are near, the rest is for walks, which
hardly get longer after 10 ms."""
_SHARE_ALONE = 0.3
"""The same where nobody can walk to us, but somebody might jump."""
_SHARE_FORCED = 0.2
"""The part that goes to walks where there is but one thing to do."""
_DEEPEST, _DEEPEST_ALONE = 8, 2
"""How many rounds ahead a fight is worth looking."""
_LONG = 200
"""Rounds of a walk beyond which a longer one says nothing while others are near."""
_ROOMY = 0.25
"""What a round of a typical walk counts against one of the longest: plans may be spoiled."""
_LIVING = 0.4
"""What such a walk counts against the value of a fight."""
_PATIENCE = 1_000
"""So many tries in a row that find no longer life end the search for walks."""
_PER_CELL = 1e-8
"""Seconds a fight takes for each cell it looks at, before that has been measured."""
_TELLING = 20_000
"""So many cells tell how long one takes."""
_GROWTH = 4
"""A fight takes at least so many times longer if it looks one round farther ahead."""


@dataclass(slots=True)
class _Memory:
    """What one round leaves to the next."""

    walks: Walks | None = None
    chosen: int = 0
    clock: int = -1
    per_cell: float = _PER_CELL
    """Seconds a fight takes for each cell it looks at."""


@dataclass(frozen=True, slots=True)
class _Outlook:
    """What fights have told about our actions."""

    worth: NDArray[np.float64]
    danger: NDArray[np.float64]
    depth: int


@dataclass(frozen=True)
class Strategist:
    """The solver with its settings. It keeps its longest walk from round to round."""

    rivals: int = 2
    """How many of the nearest opponents the search takes into account."""
    seed: int = 0
    _memory: _Memory = field(default_factory=_Memory, compare=False, repr=False)

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action of racer ``k`` (a row, from 0) within the time that is left."""
        safe = survivable(arena, k)
        if not safe:
            return Decision(ACTIONS[-1], note="There is nothing left to do.")
        time = left()
        margin = reserve(time)
        board = walled(arena)
        walks = self._walks(board, k)
        near = neighbours(board, k)
        if len(safe) == 1:
            foreseen = _Outlook(np.full(5, -2.0), np.ones(5), 0)
            self._fill(board, k, walks, safe, lambda: left() - (1 - _SHARE_FORCED) * time)
        else:
            share = _SHARE if near else _SHARE_ALONE
            kept = margin + (1 - share) * (time - margin)
            deepest = _DEEPEST if near else _DEEPEST_ALONE
            foreseen = self._fights(board, k, lambda: left() - kept, deepest)
            self._fill(board, k, walks, safe, lambda: left() - margin)
        totals = _totals(foreseen, walks, bool(near))
        chosen = max(safe, key=lambda action: (totals[action], -walks.used[action]))
        memory = self._memory
        memory.walks, memory.chosen, memory.clock = walks, chosen, int(arena.clock[0])
        return Decision(
            ACTIONS[chosen],
            _ratings(foreseen, walks, totals),
            partial(_pictures, arena.copy(), board, k, walks, chosen),
            _note(foreseen, walks, chosen, len(safe), near),
            tuple(ACTIONS[action] for action in walks.plan(chosen)),
        )

    def _walks(self, board: Arena, k: int) -> Walks:
        """Room for walks, with what is left of the one begun in the round before."""
        walks = Walks.room(board, k)
        memory = self._memory
        if memory.walks is not None and memory.clock + 1 == int(board.clock[0]):
            walks.follow(board, k, memory.walks.plan(memory.chosen)[1:])
        return walks

    def _fights(self, board: Arena, k: int, left: Clock, deepest: int) -> _Outlook:
        """Look ahead against each of the nearest rivals, deeper and deeper while time lasts."""
        fights = [Fight.between(board, k, row) for row in _nearest(board, k, self.rivals)]
        found = _Outlook(np.zeros(5), np.zeros(5), 0)
        spent = 0.0
        while found.depth < deepest and left() > _GROWTH * spent:
            before = left()
            tables = []
            for waiting, fight in enumerate(fights):
                table = self._table(fight, found.depth + 1, left, len(fights) - waiting)
                if table is None:
                    return found
                tables.append(weigh(table))
            found = _Outlook(
                np.min([worth for worth, _ in tables], axis=0),
                np.max([danger for _, danger in tables], axis=0),
                found.depth + 1,
            )
            spent = before - left()
        return found

    def _table(
        self, fight: Fight, depth: int, left: Clock, waiting: int
    ) -> NDArray[np.float64] | None:
        """The table of a fight, if there is time for it and for the others that are waiting."""
        before = left()
        memory = self._memory
        work = int(before / memory.per_cell / waiting)
        if work < 1:
            return None
        table = fight.table(depth, work)
        done = work - int(fight.budget[0])
        if done > _TELLING:
            spent = max(before - left(), 0.0) / done
            memory.per_cell += 0.3 * (max(spent, 1e-10) - memory.per_cell)
        return table

    def _fill(self, board: Arena, k: int, walks: Walks, safe: Sequence[int], left: Clock) -> None:
        """Look for longer walks until time is up, every other time for the best action."""
        longest, tries, in_vain = 0.0, 0, 0
        while left() > 2 * longest and in_vain < _PATIENCE:
            before, best = left(), int(np.argmax(walks.life))
            life = walks.life[best]
            first = best if tries % 2 else safe[tries // 2 % len(safe)]
            walks.explore(board, k, first, int(board.clock[0]) * 10_000 + tries + self.seed)
            longest = max(longest, before - left())
            in_vain = in_vain + 1 if walks.life[first] <= life else 0
            tries += 1


def _nearest(board: Arena, k: int, count: int) -> list[int]:
    """The living rivals that could be here first."""
    me = board.racers[k]
    others = [
        (abs(int(r[X]) - int(me[X])) + abs(int(r[Y]) - int(me[Y])) - 2 * int(r[SPEED]), row)
        for row, r in enumerate(board.racers)
        if row != k and r[ACTIVE]
    ]
    return [row for _, row in sorted(others)[:count]]


def _totals(foreseen: _Outlook, walks: Walks, near: bool) -> NDArray[np.float64]:
    """One number an action: the fight and some life where others are near, else life and luck."""
    life = walks.life + _ROOMY * walks.typical
    if near:
        return foreseen.worth + _LIVING * np.minimum(life, _LONG) / _LONG
    return np.asarray(life * (1.0 - foreseen.danger) ** 2, np.float64)


def _ratings(
    foreseen: _Outlook, walks: Walks, totals: NDArray[np.float64]
) -> dict[Action, dict[str, float]]:
    return {
        action: {
            "fight": float(foreseen.worth[number]),
            "danger": float(foreseen.danger[number]),
            "rounds": float(walks.rounds[number]),
            "total": float(totals[number]),
        }
        for number, action in enumerate(ACTIONS)
    }


def _note(foreseen: _Outlook, walks: Walks, chosen: int, choices: int, near: Sequence[int]) -> str:
    rounds = int(walks.rounds[chosen])
    life = f"{'at least ' * (rounds == LONGEST)}{rounds} rounds to live on free cells"
    if choices == 1:
        return f"There is nothing else to do; {life}."
    who = " and ".join(str(row + 1) for row in near)
    where = f"Player {who} can come" if near else "Nobody can walk here"
    return f"{where}: looked {foreseen.depth} rounds ahead; {life}."


def _pictures(arena: Arena, board: Arena, k: int, walks: Walks, chosen: int) -> dict[str, Picture]:
    """Whose the cells are, where opponents may be, how dangerous that is next round, our plan."""
    owner = territory(board)[1:-1, 1:-1]
    area = np.where(owner == k + 1, 1.0, np.where(owner > 0, 0.3, np.nan))
    probability, first = outlook(arena, k)
    return {
        "territory": area.astype(np.float32),
        "danger": np.where(first == 1, probability, np.nan).astype(np.float32),
        "probability": probability,
        "min steps": np.where(first == UNREACHED, np.nan, first).astype(np.float32),
        "best line": _best_line(arena, walks.places(board, k, chosen)),
    }


def _best_line(arena: Arena, places: Sequence[tuple[int, int]]) -> Picture:
    """The cells of the walk we mean to follow, brighter the sooner."""
    picture = np.full(arena.cells.shape, np.nan, np.float32)
    for index, (x, y) in enumerate(places):
        picture[y, x] = 1.0 - 0.9 * index / len(places)
    return picture
