"""Monte-Carlo tree search of a native game: the memory of a tree, its threads, and what is in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Thread

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import ChoosesAtOnce, Findings, Move, Weighed
from spielwerk.languages.gdl.compiled.sliced import dice
from spielwerk.languages.gdl.search.native import NativeGame, Worker
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.runtime import runtime

_MEMORY = 256 << 20
"""Bytes for the nodes and edges of a tree."""
_MOST_NODES = 1 << 20
_EDGES_A_NODE = 24
_SLICE = 0.002
"""Seconds between two looks at the clock."""
_ALL = 1 << 40
_LONGEST = 2_000
_LINE = 8


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
    ) -> None:
        self.game = game
        self._texts = texts
        generators = dice(seed, threads)
        assert game.playouts
        self._workers = [Worker(game, own) for own in generators]
        size = game.layout.size
        edges = _EDGES_A_NODE
        nodes = min(_MOST_NODES, _MEMORY // (8 * size + 28 + 26 * edges))
        self._nodes, self._edges = nodes, nodes * edges + (1 << 18)
        self.table = table = np.zeros(at.TREE_SIZE, dtype=np.int64)
        self._arrays: dict[int, NDArray[np.generic]] = {}
        for place, kind, count in (
            (at.NODE_RECORD, np.int64, nodes * size),
            (at.NODE_FIRST, np.int32, nodes),
            (at.NODE_COUNT, np.int32, nodes),
            (at.NODE_VISITS, np.int32, nodes),
            (at.NODE_PROOF, np.int32, nodes),
            (at.NODE_PLIES, np.int32, nodes),
            (at.EDGE_MOVE, np.uint16, self._edges),
            (at.EDGE_CHILD, np.int32, self._edges),
            (at.EDGE_VISITS, np.int32, self._edges),
            (at.EDGE_TOTAL, np.int64, self._edges),
            (at.EDGE_PROOF, np.int32, self._edges),
            (at.EDGE_PLIES, np.int32, self._edges),
        ):
            self._arrays[place] = np.empty(count, dtype=kind)
            table[place] = self._arrays[place].ctypes.data
        slots = 1 << (2 * nodes - 1).bit_length()
        self._arrays[at.NODE_TABLE] = np.zeros(slots, dtype=np.int32)
        table[at.NODE_TABLE] = self._arrays[at.NODE_TABLE].ctypes.data
        table[at.TABLE_MASK] = slots - 1
        table[at.MOST_NODES], table[at.MOST_EDGES] = nodes, self._edges
        table[at.EXPLORING] = round(1_000_000 * exploring)
        table[at.PROVING] = proving
        table[at.LONGEST] = _LONGEST
        table[at.BLEND] = round(1000 * blend)

    def think(
        self,
        record: NDArray[np.int64],
        go_on: Callable[[], bool],
        rounds: int | None,
    ) -> Findings:
        """Grow the tree from a record, and say what it shows."""
        self._plant(record)
        if len(self._workers) == 1:
            self._alone(go_on, _ALL if rounds is None else rounds)
        else:
            self._together(go_on, _ALL if rounds is None else rounds)
        if self.table[at.BROKEN]:
            raise ChoosesAtOnce("Several roles choose at once.")
        return self._findings()

    @property
    def effort(self) -> tuple[int, int]:
        states = sum(int(w.table[at.PLAYED] + w.table[at.MADE]) for w in self._workers)
        return int(self.table[at.ROUNDS]), states

    def _plant(self, record: NDArray[np.int64]) -> None:
        table = self.table
        if table[at.NODES] > self._nodes // 2 or table[at.EDGES] > self._edges // 2:
            table[at.NODES] = table[at.EDGES] = 0
            self._arrays[at.NODE_TABLE][:] = 0
        self._call("plant", self._workers[0], record.ctypes.data)
        if table[at.BROKEN]:
            raise ChoosesAtOnce("Several roles choose at once.")

    def _call(self, name: str, worker: Worker, last: int) -> int:
        routine = getattr(runtime(), name)
        made: int = routine(self.game.address, self.table.ctypes.data, worker.address, last)
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
        table = self.table
        table[at.STOP] = 0
        share = -(-rounds // len(self._workers))
        threads = [
            Thread(target=self._call, args=("grow", worker, share), daemon=True)
            for worker in self._workers
        ]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads) and go_on():
            threads[0].join(_SLICE)
            if not threads[0].is_alive():
                time.sleep(_SLICE / 4)
        table[at.STOP] = 1
        for thread in threads:
            thread.join()
        table[at.STOP] = 0

    def _findings(self) -> Findings:
        root = int(self.table[at.ROOT])
        moves = self._weighed(root)
        return Findings(tuple(moves), self._line(root, moves[0].move), int(self.table[at.NODES]))

    def _weighed(self, node: int) -> list[Weighed]:
        """The moves of a node, the best first: proven wins, then by visits, proven losses last."""
        arrays = self._arrays
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
            weighed.append(Weighed(move, min(max(value, 0.0), 1.0), visits, proven, plies))
        return sorted(weighed, key=_promise, reverse=True)

    def _mover(self, node: int) -> int:
        size = self.game.layout.size
        standing = int(self._arrays[at.NODE_RECORD][(node + 1) * size - 1])
        return standing >> 2 & 7

    def _line(self, node: int, move: Move) -> tuple[Move, ...]:
        line = [move]
        arrays = self._arrays
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


def _promise(move: Weighed) -> tuple[float, ...]:
    value = move.value or 0.0
    if move.proven and value == 1:
        return 2, -move.plies
    if move.proven and value == 0:
        return 0, move.plies
    return 1, move.visits, value
