"""Alpha-beta search of a native game: its memory, its threads, and what it found."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from math import log
from threading import Thread

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import LOGIT, ChoosesAtOnce, Move, SearchFindings, WeighedMove
from spielwerk.languages.gdl.search.counters import facts_apart
from spielwerk.languages.gdl.search.native import NativeGame, Worker
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.runtime import runtime

_ENTRIES = 1 << 20
"""Positions that are remembered."""
_SLICE = 0.002
"""Seconds between two looks at the clock."""
_LINE = 8
_EXACT, _FIRM = 1, 4
_NO_MOVE = 65_535
_ASK = ctypes.CFUNCTYPE(ctypes.c_int64)


class NativeDeepening:
    """A search whose memory of positions is kept from move to move."""

    def __init__(
        self, game: NativeGame, facts: Sequence[str], texts: Sequence[Sequence[Move]], *,
        threads: int,
    ) -> None:  # fmt: skip
        self.game = game
        game.tell_apart(facts_apart(game, facts))
        self._texts = texts
        entries = np.zeros(2 * _ENTRIES, np.int64)
        self._threads = [_Thread(game, entries, number) for number in range(threads)]

    def think(
        self, record: NDArray[np.int64], go_on: Callable[[], bool], depth: int | None,
        earlier: Sequence[bytes] = (),
    ) -> SearchFindings:  # fmt: skip
        """Search a record deeper and deeper, and say what was found."""
        first, *others = self._threads
        hashes = np.array([self.game.hash(before) for before in earlier], np.int64)
        for own in self._threads:
            own.table[at.HALT] = 0
            own.table[at.EARLIER], own.table[at.EARLIER_COUNT] = hashes.ctypes.data, len(hashes)
        helpers = [
            Thread(target=other.deepen, args=(record, None, depth), daemon=True) for other in others
        ]
        for helper in helpers:
            helper.start()
        try:
            first.deepen(record, go_on, depth)
        finally:
            for other in others:
                other.table[at.HALT] = 1
            for helper in helpers:
                helper.join()
        if first.table[at.BROKEN_GAME]:
            raise ChoosesAtOnce("Several roles choose at once.")
        mover = int(record[-1]) >> 2 & 7
        weighed = first.weighed(self._texts[mover])
        line, last, choices = self._line(record, first.line())
        return SearchFindings(
            tuple(weighed),
            line,
            sum(int(own.worker.table[at.MADE]) for own in self._threads),
            int(first.table[at.DEPTH]),
            self.game.facts(last),
            choices,
        )

    @property
    def effort(self) -> tuple[int, int]:
        nodes = sum(own.nodes for own in self._threads)
        return nodes, sum(int(own.worker.table[at.MADE]) for own in self._threads)

    def _line(
        self, record: NDArray[np.int64], numbers: list[int]
    ) -> tuple[tuple[Move, ...], NDArray[np.int64], tuple[int, int] | None]:
        """The first moves of a line, the record at its end, and the roles' choices there."""
        line = []
        choices: dict[int, int] = {}
        for number in numbers:
            moves = self.game.moves(record).tolist()
            if number not in moves:
                break
            choices[int(record[-1]) >> 2 & 7] = len(moves)
            line.append(self._texts[int(record[-1]) >> 2 & 7][number])
            record = self.game.successors(record)[moves.index(number)]
        if not int(record[-1]) & 1:
            choices[int(record[-1]) >> 2 & 7] = len(self.game.moves(record))
        both = (choices[0], choices[1]) if choices.keys() == {0, 1} else None
        return tuple(line[:_LINE]), record, both


class _Thread:
    """One thread's own part of a search."""

    def __init__(self, game: NativeGame, entries: NDArray[np.int64], number: int) -> None:
        self._game = game
        self._number = number
        self.worker = Worker(game)
        self.nodes = 0
        layout, plies, most = game.layout, at.MOST_PLIES, game.layout.moves
        self.table = table = np.zeros(at.DEEPENING_SIZE, np.int64)
        self._kept: list[NDArray[np.generic]] = []
        table[at.TABLE], table[at.ENTRY_MASK] = self._keep(entries), _ENTRIES - 1
        table[at.HISTORY] = self._keep(np.zeros(layout.roles * most, np.int32))
        table[at.KILLERS] = self._keep(np.full(2 * plies, _NO_MOVE, np.uint16))
        table[at.PLY_RECORDS] = self._keep(np.empty(plies * most * layout.size, np.int64))
        self._moves = np.empty(plies * most, np.uint16)
        table[at.PLY_MOVES] = self._keep(self._moves)
        table[at.PLY_SCORES] = self._keep(np.empty(plies * most, np.int32))
        table[at.PLY_RANKS] = self._keep(np.empty(plies * most, np.int64))
        table[at.PLY_SUMS] = self._keep(np.empty(plies * most, np.int64))
        table[at.PLY_COUNTS] = self._keep(np.empty(plies * most, np.int32))
        table[at.PASS_RECORDS] = self._keep(np.zeros(plies * layout.size, np.int64))
        table[at.WAY] = self._keep(np.zeros(4 * plies, np.int64))
        self._lines = np.full((plies + 1) * plies, _NO_MOVE, np.uint16)
        table[at.LINES] = self._keep(self._lines)
        self._values, self._kinds, self._counts = (np.zeros(most, np.int32) for _ in range(3))
        table[at.ROOT_VALUES] = self._keep(self._values)
        table[at.ROOT_KINDS] = self._keep(self._kinds)
        table[at.ROOT_NODES] = self._keep(self._counts)
        table[at.OUTCOME_SCORES] = self._keep(np.array(list(map(_score, range(101))), np.int32))
        table[at.MOST_MOVES] = most
        table[at.START_DEPTH] = 1 + number % 2
        table[at.REFILL] = table[at.COUNTDOWN] = 16

    def _keep(self, array: NDArray[np.generic]) -> int:
        self._kept.append(array)
        return array.ctypes.data

    def deepen(
        self, record: NDArray[np.int64], go_on: Callable[[], bool] | None, depth: int | None
    ) -> None:
        """Search until told to stop."""
        table = self.table
        self._lines[:] = _NO_MOVE
        table[at.MOST_DEPTH] = min(depth or at.MOST_PLIES // 2, at.MOST_PLIES // 2)
        problem: list[BaseException] = []
        began = time.perf_counter()

        def ask() -> int:
            nonlocal began
            now = time.perf_counter()
            pace = _SLICE / max(now - began, 1e-6)
            table[at.REFILL] = max(1, min(100_000, int(table[at.REFILL] * min(pace, 2.0))))
            began = now
            try:
                return int(go_on is None or go_on())
            except BaseException as raised:
                problem.append(raised)
                return 0

        asked = _ASK(ask)
        address = ctypes.cast(asked, ctypes.c_void_p).value if go_on is not None else 0
        table[at.ASK] = address or 0
        runtime().deepen(
            self._game.address, table.ctypes.data, self.worker.address, record.ctypes.data
        )
        self.nodes += int(table[at.SEARCHED])
        if problem:
            raise problem[0]

    def weighed(self, texts: Sequence[Move]) -> list[WeighedMove]:
        """The root's moves, the one to make first."""
        best = int(self.table[at.ROOT_BEST])
        found = []
        for number in range(int(self.table[at.ROOT_COUNT])):
            value, kind = int(self._values[number]), int(self._kinds[number])
            proven = bool(kind & _FIRM) or abs(value) > at.SURE
            at_most = kind & 3 not in (0, _EXACT) and value > -at.SURE
            chance = _chance(value)
            plies = at.WIN - abs(value) if abs(value) > at.SURE else 0
            found.append(
                (
                    (number == best, kind & 3 == _EXACT, value),
                    WeighedMove(
                        texts[int(self._moves[number])],
                        chance,
                        int(self._counts[number]),
                        proven and not at_most,
                        plies,
                        at_most and chance > 0,
                    ),
                )
            )
        found.sort(key=lambda pair: pair[0], reverse=True)
        return [weighed for _, weighed in found]

    def line(self) -> list[int]:
        """The moves expected, by their numbers."""
        moves: list[int] = self._lines[: at.MOST_PLIES].tolist()
        return moves[: moves.index(_NO_MOVE)] if _NO_MOVE in moves else moves


def _score(outcome: int) -> int:
    if outcome in (0, 100):
        return at.WIN if outcome else -at.WIN
    return round(LOGIT * log(outcome / (100 - outcome)))


def _chance(score: int) -> float:
    if abs(score) > at.SURE:
        return float(score > 0)
    return float(1 / (1 + np.exp(-score / LOGIT)))
