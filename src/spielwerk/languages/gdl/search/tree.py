"""Monte-Carlo tree search of a native game: the memory of a tree, its threads, what it shows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import ChoosesAtOnce, Move, SearchFindings, WeighedMove
from spielwerk.languages.gdl.compiled import dice
from spielwerk.languages.gdl.search.native import NativeGame, Worker, apart
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.runtime import Lock, runtime

_MEMORY = 256 << 20
"""Bytes for the nodes and edges of a tree."""
_MOST_NODES = 1 << 21
_EDGES_A_NODE = 24
"""Moves of a position for which there is room on average, at most."""
_SPARE_EDGES = 1 << 18
_CROWDED, _TOO_CROWDED = 0.5, 0.75
"""Where more of it is used a tree is cleared of what cannot happen any more, and where that is
not enough, of everything."""
_SLICE = 0.002
"""Seconds between two looks at the clock."""
_ALL = 1 << 40
_LONGEST = 2_000
_LINE = 8
_FADING = 0.5
"""What counts of random matches of earlier moves, in what is known of moves at any time."""
_LESSONS = (at.FIT, at.ALL_COUNTS, at.ALL_SUMS)
_SETTINGS = (
    at.EXPLORING, at.PROVING, at.LONGEST, at.BLEND, at.LOCK, at.ANY_WEIGHT,
)  # fmt: skip


class NativeTree:
    """A tree that is kept from move to move."""

    def __init__(
        self,
        game: NativeGame,
        texts: Sequence[Sequence[Move]],
        *,
        seed: int,
        exploring: float,
        proving: bool,
        threads: int,
        blend: float,
        anytime: float,
    ) -> None:
        self.game = game
        self._texts = texts
        generators = dice(seed, threads)
        game.prepare_playouts()
        self._workers = [Worker(game, own) for own in generators]
        self._memory = memory = _TreeMemory(game)
        memory.table[at.EXPLORING] = round(1_000_000 * exploring)
        memory.table[at.PROVING] = proving
        memory.table[at.LONGEST] = _LONGEST
        memory.table[at.BLEND] = round(1000 * blend)
        memory.table[at.ANY_WEIGHT] = round(1000 * anytime)
        self._lock = Lock()
        memory.table[at.LOCK] = self._lock.address if threads > 1 else 0

    def think(
        self,
        record: NDArray[np.int64],
        go_on: Callable[[], bool],
        rounds: int | None,
    ) -> SearchFindings:
        """Grow the tree from a record, and say what it shows."""
        self._plant(record)
        if len(self._workers) == 1:
            self._alone(go_on, _ALL if rounds is None else rounds)
        else:
            self._together(go_on, _ALL if rounds is None else rounds)
        if self._memory.table[at.BROKEN]:
            raise ChoosesAtOnce("Several roles choose at once.")
        return self._findings()

    @property
    def effort(self) -> tuple[int, int]:
        states = sum(int(w.table[at.PLAYED] + w.table[at.MADE]) for w in self._workers)
        return sum(int(w.table[at.ROUNDS]) for w in self._workers), states

    def _plant(self, record: NDArray[np.int64]) -> None:
        """Make a record the root. Where room gets scarce, what cannot happen any more goes."""
        for lessons in (at.ALL_COUNTS, at.ALL_SUMS):
            self._memory.arrays[lessons] *= _FADING
        self._call("plant", self._workers[0], record.ctypes.data)
        if self._memory.table[at.ROOT] < 0 or self._memory.used > _CROWDED:
            memory = _TreeMemory(self.game)
            if self._memory.table[at.ROOT] >= 0:
                self._memory.move_to(memory)
            if memory.used > _TOO_CROWDED:
                memory = _TreeMemory(self.game)
            memory.adopt(self._memory)
            self._memory = memory
            self._call("plant", self._workers[0], record.ctypes.data)
        if self._memory.table[at.BROKEN]:
            raise ChoosesAtOnce("Several roles choose at once.")

    def _call(self, name: str, worker: Worker, last: int) -> int:
        routine = getattr(runtime(), name)
        made: int = routine(self.game.address, self._memory.table.ctypes.data, worker.address, last)
        return made

    def _alone(self, go_on: Callable[[], bool], rounds: int) -> None:
        worker, some = self._workers[0], 1
        while rounds > 0 and go_on():
            began = time.perf_counter()
            some = min(some, rounds)
            made = self._call("grow", worker, some)
            rounds -= made
            if made < some:
                break
            took = time.perf_counter() - began
            some = max(1, min(4 * some, int(some * _SLICE / max(took, 1e-6))))

    def _together(self, go_on: Callable[[], bool], rounds: int) -> None:
        table = self._memory.table
        table[at.STOP] = 0
        share = -(-rounds // len(self._workers))
        threads = [
            Thread(target=self._call, args=("grow", worker, share), daemon=True)
            for worker in self._workers
        ]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads) and go_on():
                next(filter(Thread.is_alive, threads), threads[0]).join(_SLICE)
        finally:
            table[at.STOP] = 1
            for thread in threads:
                thread.join()
            table[at.STOP] = 0

    def _findings(self) -> SearchFindings:
        root = int(self._memory.table[at.ROOT])
        moves = self._weighed(root)
        return SearchFindings(
            tuple(moves), self._line(root, moves[0].move), int(self._memory.table[at.NODES])
        )

    def _weighed(self, node: int) -> list[WeighedMove]:
        """The moves of a node, the best first: proven wins, then by visits, proven losses last."""
        arrays = self._memory.arrays
        first, count = int(arrays[at.NODE_FIRST][node]), int(arrays[at.NODE_COUNT][node])
        mover = self._mover(node)
        weighed = []
        for edge in range(first, first + max(count, 0)):
            visits = int(arrays[at.EDGE_VISITS][edge])
            value = int(arrays[at.EDGE_TOTAL][edge]) / at.ONE / max(visits, 1)
            proof = int(arrays[at.EDGE_PROOF][edge])
            proven = proof >= 0
            if proven:
                value = (proof if mover == 0 else 100 - proof) / 100
            move = self._texts[mover][int(arrays[at.EDGE_MOVE][edge])]
            plies = int(arrays[at.EDGE_PLIES][edge]) if proven else 0
            weighed.append(WeighedMove(move, min(max(value, 0.0), 1.0), visits, proven, plies))
        return sorted(weighed, key=_promise, reverse=True)

    def _mover(self, node: int) -> int:
        size = self.game.layout.size
        standing = int(self._memory.arrays[at.NODE_RECORD][(node + 1) * size - 1])
        return standing >> 2 & 7

    def _line(self, node: int, move: Move) -> tuple[Move, ...]:
        line = [move]
        arrays = self._memory.arrays
        while len(line) < _LINE:
            first, count = int(arrays[at.NODE_FIRST][node]), int(arrays[at.NODE_COUNT][node])
            texts = self._texts[self._mover(node)]
            numbers = arrays[at.EDGE_MOVE][first : first + count].tolist()
            edge = first + [texts[number] for number in numbers].index(line[-1])
            node = int(arrays[at.EDGE_CHILD][edge])
            if node < 0 or arrays[at.NODE_COUNT][node] <= 0:
                break
            line.append(self._weighed(node)[0].move)
        return tuple(line)


class _TreeMemory:
    """The table and the arrays of one tree."""

    def __init__(self, game: NativeGame) -> None:
        self._game = game
        size, edges_each = game.layout.size, min(_EDGES_A_NODE, game.layout.moves)
        nodes = min(_MOST_NODES, _MEMORY // (8 * size + 28 + 34 * edges_each))
        edges = nodes * edges_each + _SPARE_EDGES
        slots = 1 << (2 * nodes - 1).bit_length()
        self.table = apart(at.TREE_SIZE, np.int64)
        self.arrays: dict[int, NDArray[Any]] = {
            at.NODE_RECORD: np.empty(nodes * size, np.int64),
            at.NODE_FIRST: np.empty(nodes, np.int32),
            at.NODE_COUNT: np.empty(nodes, np.int32),
            at.NODE_VISITS: np.empty(nodes, np.int32),
            at.NODE_PROOF: np.empty(nodes, np.int32),
            at.NODE_PLIES: np.empty(nodes, np.int32),
            at.EDGE_MOVE: np.empty(edges, np.uint16),
            at.EDGE_CHILD: np.empty(edges, np.int32),
            at.EDGE_VISITS: np.empty(edges, np.int32),
            at.EDGE_TOTAL: np.empty(edges, np.int64),
            at.EDGE_PROOF: np.empty(edges, np.int32),
            at.EDGE_PLIES: np.empty(edges, np.int32),
            at.EDGE_ANY_COUNT: np.empty(edges, np.float32),
            at.EDGE_ANY_SUM: np.empty(edges, np.float32),
            at.FIT: apart(at.FIT_SIZE, np.float32),
            at.ALL_COUNTS: apart(2 * game.layout.moves, np.float32),
            at.ALL_SUMS: apart(2 * game.layout.moves, np.float32),
            at.NODE_TABLE: np.zeros(slots, np.int32),
        }
        fit = self.arrays[at.FIT]
        fit[at.MEAN], fit[at.SPREAD] = 0.5, 0.02
        for place, array in self.arrays.items():
            self.table[place] = array.ctypes.data
        self.table[at.TABLE_MASK] = slots - 1
        self.table[at.MOST_NODES], self.table[at.MOST_EDGES] = nodes, edges

    @property
    def used(self) -> float:
        """Which part of it is."""
        table = self.table
        nodes = table[at.NODES] / table[at.MOST_NODES]
        return float(max(nodes, table[at.EDGES] / table[at.MOST_EDGES]))

    def move_to(self, other: _TreeMemory) -> None:
        """Copy what can be reached from the root."""
        renamed = np.full(int(self.table[at.MOST_NODES]), -1, np.int32)
        runtime().transplant(
            self._game.address,
            self.table.ctypes.data,
            other.table.ctypes.data,
            renamed.ctypes.data,
        )

    def adopt(self, other: _TreeMemory) -> None:
        """Go by the same settings."""
        for place in _SETTINGS:
            self.table[place] = other.table[place]
        for place in _LESSONS:
            self.arrays[place][:] = other.arrays[place]


def _promise(move: WeighedMove) -> tuple[float, ...]:
    value = move.value or 0.0
    if move.proven and value == 1:
        return 2, -move.plies
    if move.proven and value == 0:
        return 0, move.plies
    return 1, move.visits, value
