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

from spielwerk.games.speed import ACTIONS, ACTIVE, SPEED, Action, Arena, X, Y
from spielwerk.players.speed.decision import Clock, Decision, Picture, reserve
from spielwerk.players.speed.fight import Fight, weigh
from spielwerk.players.speed.fill import LONGEST, Walks
from spielwerk.players.speed.forecast import SCENARIOS, Forecast
from spielwerk.players.speed.opponents import outlook
from spielwerk.players.speed.reach import neighbours
from spielwerk.players.speed.space import UNREACHED, survivable, territory, walled
from spielwerk.players.speed.style import USUAL, Style

_SHARE_ALONE = 0.3
"""The part of the time that goes to the fight where nobody can walk to us, but might jump."""
_SHARE_FORECAST = 0.1
"""The part of the time in which rivals are let stroll on."""
_SHARE_FORCED = 0.2
"""The part that goes to walks where there is but one thing to do."""
_DEEPEST, _DEEPEST_ALONE = 8, 2
"""How many rounds ahead a fight is worth looking."""
_DRIFT = 0.05
"""What an action is worth may fall by so much because a fight looks a round farther."""
_MUST_KILL = -2.0
"""What an action is worth that no answer lets us live through, or that was not looked at."""
_PER_UNIT = 4e-9
"""Seconds a fight takes for a unit of its work, before that has been measured."""
_TELLING = 20_000
"""So many units tell how long one takes."""


_Weighed = tuple[NDArray[np.float64], NDArray[np.float64]]
"""What each action is worth in a fight, and how many answers to it are deadly."""


@dataclass(slots=True)
class _Memory:
    """What one round leaves to the next."""

    walks: Walks | None = None
    forecast: Forecast | None = None
    chosen: int = 0
    clock: int = -1
    per_unit: float = _PER_UNIT
    """Seconds a fight takes for a unit of its work."""


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
    style: Style = USUAL
    """By what it weighs."""
    _memory: _Memory = field(default_factory=_Memory, compare=False, repr=False)

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action of racer ``k`` (a row, from 0) within the time that is left."""
        safe = survivable(arena, k)
        if not safe:
            return Decision(ACTIONS[-1], note="There is nothing left to do.")
        time = left()
        margin = reserve(time)
        board = walled(arena)
        near = neighbours(board, k)
        walks = self._walks(board, k, bool(near), lambda: left() - (1 - _SHARE_FORECAST) * time)
        if len(safe) == 1:
            foreseen = _Outlook(np.full(5, -2.0), np.ones(5), 0)
            self._fill(board, k, walks, safe, lambda: left() - (1 - _SHARE_FORCED) * time)
        else:
            share = self.style.share if near else _SHARE_ALONE
            kept = margin + (1 - share) * (time - margin)
            deepest = _DEEPEST if near else _DEEPEST_ALONE
            foreseen = self._fights(board, k, lambda: left() - kept, deepest)
            self._fill(board, k, walks, safe, lambda: left() - margin)
        totals = walks.rated(foreseen.worth, foreseen.danger, self.style, bool(near))
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

    def _walks(self, board: Arena, k: int, near: bool, left: Clock) -> Walks:
        """Room for walks, with what is left of the one begun in the round before."""
        memory = self._memory
        if memory.forecast is None or memory.forecast.first.size != board.cells.size:
            memory.forecast = Forecast.none(board)
        if (self.style.company if near else self.style.regain) < 1.0:
            self._foresee(board, k, memory.forecast, left)
        walks = Walks.room(board, k, memory.forecast, self.style, near)
        if memory.walks is not None and memory.clock + 1 == int(board.clock[0]):
            walks.follow(board, k, memory.walks.plan(memory.chosen)[1:])
        return walks

    def _foresee(self, board: Arena, k: int, forecast: Forecast, left: Clock) -> None:
        """Draw some scenarios anew, at least one."""
        worth = np.ones(board.cells.size)
        longest, seed = 0.0, int(board.clock[0]) * SCENARIOS + self.seed
        for number in range(SCENARIOS):
            before = left()
            if number and before < 2 * longest:
                break
            forecast.draw(board, k, worth, seed + number)
            longest = max(longest, before - left())
        forecast.settle()

    def _fights(self, board: Arena, k: int, left: Clock, deepest: int) -> _Outlook:
        """Look ahead against each of the nearest rivals, deeper and deeper while time lasts."""
        fights = [
            Fight.between(board, k, row, self.style) for row in _nearest(board, k, self.rivals)
        ]
        weighed = [(np.zeros(5), np.zeros(5)) for _ in fights]
        found = _Outlook(np.zeros(5), np.zeros(5), 0)
        spent, finished = 0.0, True
        while finished and found.depth < deepest and left() > spent:
            before, first = left(), int(np.argmax(found.worth))
            for number, fight in enumerate(fights):
                table = self._table(fight, found.depth + 1, first, left, len(fights) - number)
                after = weigh(table, self.style.caution)
                if not fight.finished:
                    after = farther(weighed[number], after, first)
                weighed[number] = after
                finished = finished and fight.finished
            if not finished and found.depth == 0:
                break
            found = _Outlook(
                np.min([worth for worth, _ in weighed], axis=0),
                np.max([danger for _, danger in weighed], axis=0),
                found.depth + finished,
            )
            spent = before - left()
        return found

    def _table(
        self, fight: Fight, depth: int, first: int, left: Clock, waiting: int
    ) -> NDArray[np.float64]:
        """The table of a fight as far as there is time, of which others wait for their share."""
        before = left()
        memory = self._memory
        work = int(before / memory.per_unit / waiting)
        table = fight.table(depth, work, first)
        done = work - int(fight.budget[0])
        if done > _TELLING:
            spent = max(before - left(), 0.0) / done
            memory.per_unit += 0.3 * (max(spent, 1e-10) - memory.per_unit)
        return table

    def _fill(self, board: Arena, k: int, walks: Walks, safe: Sequence[int], left: Clock) -> None:
        """Look for longer walks until time is up: one for each action, then mostly for the best."""
        longest, tries = 0.0, 0
        while left() > 2 * longest:
            before, best = left(), int(np.argmax(walks.life))
            each = tries if tries < len(safe) else tries // 2 % len(safe)
            first = best if tries >= len(safe) and tries % 2 else safe[each]
            walks.explore(board, k, first, int(board.clock[0]) * 10_000 + tries + self.seed)
            longest = max(longest, before - left())
            tries += 1


def farther(before: _Weighed, after: _Weighed, first: int) -> _Weighed:
    """What is known of a fight that was looked at in full and then a round farther in part.

    Values fall by a little just because one looks farther. So where that of the ``first`` action
    did, those of actions that were not looked at again are taken to have fallen as well: else they
    would be preferred for want of a second look.
    """
    done = after[0] > _MUST_KILL
    fall = min(max(after[0][first] - before[0][first], -_DRIFT), 0.0) if done[first] else 0.0
    there = before[0] > _MUST_KILL
    worth = np.where(done, after[0], np.where(there, before[0] + fall, before[0]))
    return worth, np.where(done, after[1], before[1])


def _nearest(board: Arena, k: int, count: int) -> list[int]:
    """The living rivals that could be here first."""
    me = board.racers[k]
    others = [
        (abs(int(r[X]) - int(me[X])) + abs(int(r[Y]) - int(me[Y])) - 2 * int(r[SPEED]), row)
        for row, r in enumerate(board.racers)
        if row != k and r[ACTIVE]
    ]
    return [row for _, row in sorted(others)[:count]]


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
