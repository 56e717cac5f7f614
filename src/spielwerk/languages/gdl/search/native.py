"""A circuit made ready for search in native code: its kernels, its tables, and workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import Judgement, TargetProcessor
from spielwerk.languages.gdl.circuit import Circuit, unpack
from spielwerk.languages.gdl.kernels import (
    Kernel,
    LaneLayout,
    Lanes,
    LlvmSource,
    Phase,
    RecordLayout,
    expansion_source,
    kernel,
    outcome_source,
    phase_of,
    vectors,
)
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.runtime import runtime

_MOST_RECORDED = 1_024
"""Moves of a role: for more, keeping which were made would cost more than it says."""
_OF_WAYS = (at.PATH_NODE, at.PATH_EDGE, at.PATH_LENT)
_OF_LEAVES = (at.LEAF_NODE, at.LEAF_DEPTH, at.LEAF_BEGIN, at.LEAF_END)
_SCORES = range(-8_000, 8_001, 4)


def apart(count: int, kind: type[np.generic]) -> NDArray[Any]:
    """Zeros on cache lines of their own: what one thread writes holds up no other."""
    bytes_ = count * np.dtype(kind).itemsize
    return vectors(-(-bytes_ // 64)).reshape(-1).view(kind)[:count]


class SearchKernels:
    """Native code of a circuit, for any number of searches and threads."""

    def __init__(self, circuit: Circuit, phases: Sequence[Phase]) -> None:
        runtime()  # Compiling is for before the match, not for the first move.
        self.circuit = circuit
        self.layout = RecordLayout.of(circuit)
        self.phases = tuple(phases)

    @cached_property
    def wide(self) -> Kernel:
        """The kernel for successors in 512 lanes, from where random matches can begin."""
        return self._made("expansion", expansion_source)

    @cached_property
    def narrow(self) -> Kernel:
        """The same in 128 lanes: much quicker where it is about successors alone."""
        return self._made(
            "narrow expansion", partial(expansion_source, lanes=Lanes.SOME), careful=False
        )

    @cached_property
    def playouts(self) -> Kernel:
        """The kernel for random matches: made when first asked for, since that takes a while."""
        name = "recorded outcomes" if self.recording else "outcomes"
        return self._made(name, partial(outcome_source, recording=self.recording))

    @property
    def recording(self) -> bool:
        """Whether random matches keep which moves were made in them."""
        return self.layout.roles == 2 and self.layout.moves <= _MOST_RECORDED

    @property
    def lanes(self) -> LaneLayout:
        """The memory of random matches."""
        return LaneLayout.of(self.circuit, recording=self.recording)

    def _made(
        self, name: str, source: Callable[..., LlvmSource], *, careful: bool = True
    ) -> Kernel:
        def build(processor: TargetProcessor) -> LlvmSource:
            return source(self.circuit, self.phases, ternary=processor.ternary)

        return kernel(f"{name} of {len(self.phases)} phases", self.circuit, build, careful=careful)


class NativeGame:
    """The rules as kernels and tables, with a judgement of positions if there is one."""

    def __init__(
        self, kernels: SearchKernels, judgement: Judgement | None = None, *, narrow: bool = False
    ) -> None:
        self.kernels = kernels
        self.expansion = kernels.narrow if narrow else kernels.wide
        self.layout = layout = kernels.layout
        self._kept: list[NDArray[np.generic]] = []
        self.table = np.zeros(at.GAME_SIZE, dtype=np.int64)
        table = self.table
        table[at.FACT_WORDS], table[at.MOVE_WORDS] = layout.fact_words, layout.move_words
        table[at.SIZE], table[at.FACTS], table[at.ROLES] = layout.size, layout.facts, layout.roles
        table[at.CHOSEN], table[at.MOVERS] = layout.chosen, layout.movers
        table[at.OUTCOME_COUNT] = len(layout.outcomes)
        table[at.OUTCOME_ROLE] = self.keep(np.array([r for r, _ in layout.outcomes], np.int32))
        table[at.OUTCOME_VALUE] = self.keep(np.array([v for _, v in layout.outcomes], np.int32))
        table[at.PHASES] = len(kernels.phases)
        table[at.WIDTH] = (Lanes.SOME if narrow else Lanes.MANY).words
        for phase in range(len(kernels.phases)):
            table[at.LOOK + phase] = self.expansion.address(f"look{phase}")
            table[at.MOVE + phase] = self.expansion.address(f"move{phase}")
        chances = [1 / (1 + exp(-score / 1000)) for score in _SCORES]
        table[at.CHANCES] = self.keep(np.array(chances, np.float32))
        lanes = kernels.lanes
        table[at.WAITING], table[at.STATES] = lanes.waiting, lanes.states
        table[at.HASHED] = self.keep(np.full(layout.fact_words, -1, np.int64))
        table[at.CLOCKS] = self.keep(self._clocks())
        table[at.RECORD], table[at.RECORDED_MOVES] = lanes.record, lanes.recorded[1]
        if judgement is not None:
            self._judge_by(judgement)

    def _judge_by(self, judgement: Judgement) -> None:
        table, facts, roles = self.table, self.layout.facts, self.layout.roles
        first, second, weights = judgement.pairs.reshape(-1, 3).T
        both = np.concatenate([first, second]), np.concatenate([second, first])
        order = np.argsort(both[0], kind="stable")
        starts = np.searchsorted(both[0][order], np.arange(facts + 1)).astype(np.int32)
        table[at.JUDGED], table[at.BIAS] = 1, judgement.bias
        late = judgement.late if judgement.late is not None else np.zeros(facts, np.int32)
        table[at.SINGLE] = self.keep((judgement.facts.astype(np.int64) << 32) + late)
        table[at.COURSE_BEGIN], table[at.COURSE_CHANGE] = judgement.course
        free = judgement.freedom
        worth = np.zeros((roles, at.MOST_COUNTED), np.int32)
        if free is not None:
            worth[:] = [[free.worth(r, n) for n in range(at.MOST_COUNTED)] for r in range(2)]
        table[at.FREEDOM] = self.keep(worth)
        table[at.PAIR_START] = self.keep(starts)
        table[at.PAIR_OTHER] = self.keep(both[1][order].astype(np.uint16))
        table[at.PAIR_WEIGHT] = self.keep(np.tile(weights, 2)[order].astype(np.int32))

    def _clocks(self) -> NDArray[np.int64]:
        """Words of facts: which ones are the clock's, then what it shows in each phase."""
        phases = self.kernels.phases
        facts = np.zeros((1 + len(phases), 64 * self.layout.fact_words), np.uint8)
        for number, phase in enumerate(phases):
            for fact, holds in phase.items():
                facts[0, fact], facts[1 + number, fact] = 1, holds
        return np.packbits(facts, axis=1, bitorder="little").view(np.int64)

    def tell_apart(self, facts: NDArray[np.uint8]) -> None:
        """Say which facts make positions different ones."""
        padded = np.ones(64 * self.layout.fact_words, np.uint8)
        padded[: len(facts)] = facts
        self.table[at.HASHED] = self.keep(np.packbits(padded, bitorder="little").view(np.int64))

    def hash(self, position: bytes) -> int:
        """The number under which a position is known."""
        return int(runtime().hash_apart(self.address, position))

    def keep(self, array: NDArray[np.generic]) -> int:
        """The address of an array that stays."""
        self._kept.append(array)
        return array.ctypes.data

    def prepare_playouts(self) -> None:
        """Make ready for random matches."""
        self.table[at.PLAY] = self.kernels.playouts.address("settle_lanes")

    def record(self, position: bytes) -> NDArray[np.int64] | None:
        """All that search knows of a position; nothing where its clock shows an unknown phase."""
        phase = phase_of(self.kernels.phases, unpack([position], self.layout.facts)[0])
        if phase is None:
            return None
        record = np.zeros(self.layout.size, dtype=np.int64)
        record[: self.layout.fact_words] = np.frombuffer(position, dtype=np.int64)
        worker = self.worker
        runtime().look_at(self.address, worker.address, record.ctypes.data, phase)
        return record

    def facts(self, record: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Which facts hold in a record."""
        words = np.ascontiguousarray(record[: self.layout.fact_words]).view(np.uint8)
        return np.unpackbits(words, bitorder="little")[: self.layout.facts]

    @property
    def address(self) -> int:
        return self.table.ctypes.data

    @cached_property
    def worker(self) -> Worker:
        return Worker(self)

    def moves(self, record: NDArray[np.int64]) -> NDArray[np.uint16]:
        """The numbers of the mover's moves."""
        moves = np.zeros(self.layout.moves, dtype=np.uint16)
        n = runtime().list_moves(self.address, record.ctypes.data, moves.ctypes.data)
        return moves[:n]

    def successors(self, record: NDArray[np.int64]) -> NDArray[np.int64]:
        """The records after each of the mover's moves."""
        moves = self.moves(record)
        out = np.zeros((len(moves), self.layout.size), dtype=np.int64)
        runtime().successors(
            self.address, self.worker.address, record.ctypes.data, moves.ctypes.data,
            len(moves), out.ctypes.data,
        )  # fmt: skip
        return out


class Worker:
    """The memory of one thread."""

    def __init__(self, game: NativeGame, generators: NDArray[np.uint64] | None = None) -> None:
        layout = game.layout
        self.table = apart(at.WORKER_SIZE, np.int64)
        self._kept: list[NDArray[np.generic]] = []
        table = self.table
        table[at.FRAME] = self._keep(vectors(layout.rows))
        table[at.WORK] = self._keep(vectors(game.expansion.slots))
        table[at.SQUARE] = self._keep(vectors(8))
        moves = max(layout.moves, at.LANE_COUNT)
        table[at.EVERY_MOVE] = table[at.MOVE_LIST] = self._keep(apart(moves, np.uint16))
        table[at.VALUES] = self._keep(apart(8, np.float32))
        if generators is not None:
            lanes = game.kernels.lanes
            group = vectors(lanes.size)
            group[lanes.random : lanes.random + 4] = generators
            group[lanes.live] = np.uint64(2**64 - 1)
            self.lanes = group
            table[at.LANES] = self._keep(group)
            table[at.LANE_WORK] = self._keep(vectors(game.kernels.playouts.slots))
            self.out = vectors(len(layout.outcomes) + 1)
            table[at.OUT] = self._keep(self.out)
            table[at.EVERY_SUM] = self._keep(apart(8 * moves, np.float32))
            table[at.EVERY_RECORD] = self._keep(apart((moves + 1) * layout.size, np.int64))
            table[at.MOVE_COUNTS] = self._keep(apart(2 * layout.moves, np.float32))
            table[at.MOVE_SUMS] = self._keep(apart(2 * layout.moves, np.float32))
            ways, leaves = at.MOST_LEAVES * at.PATH_LENGTH, at.MOST_LEAVES
            self.gathered = {
                **{place: apart(ways, np.int32) for place in _OF_WAYS},
                **{place: apart(leaves, np.int32) for place in _OF_LEAVES},
            }
            for place, array in self.gathered.items():
                table[place] = array.ctypes.data

    def _keep(self, array: NDArray[np.generic]) -> int:
        self._kept.append(array)
        return array.ctypes.data

    @property
    def address(self) -> int:
        return self.table.ctypes.data
