"""Random matches of a circuit's game, 512 at a time on one thread.

Bit ``i`` of a machine word belongs to match ``i``, so that a gate costs one instruction for up to
512 matches. All lanes draw their moves uniformly and independently of each other, and a lane whose
match has ended starts the next one at once. Positions (:mod:`..circuit.positions`) go in, tallies
of outcomes come out. The same seed gives the same matches on every machine.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import LimitExceeded, TargetProcessor
from spielwerk.languages.gdl.circuit import Circuit, unpack
from spielwerk.languages.gdl.kernels import (
    QUOTA_BITS,
    WORDS,
    Kernel,
    LaneLayout,
    LlvmSource,
    Phase,
    clock,
    kernel,
    lanes_of,
    phase_of,
    playout_source,
    vectors,
)

LANES = 64 * WORDS
"""Matches that one instruction carries on."""
LONGEST = 2_000
"""Steps a random match may take unless told otherwise."""
_SLICE = 1_200
"""Steps between two chances to interrupt: a multiple of every number of phases."""
_ALL, _NONE = np.uint64(2**64 - 1), np.uint64(0)
_BITS = np.arange(QUOTA_BITS)[:, None]
_RUN = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 4)

Dice: TypeAlias = NDArray[np.uint64]
"""The state of a group's random generators."""


def dice(seed: int, groups: int) -> Dice:
    """Generators for so many groups (along the first axis), all different."""
    states = np.random.SeedSequence(seed).generate_state(groups * 4 * WORDS, np.uint64)
    return states.astype(np.uint64, copy=False).reshape(groups, 4, WORDS)


@dataclass(frozen=True, slots=True)
class PlayoutTally:
    """What happened in some random matches."""

    states: int
    playouts: int
    """Matches that ended: in a terminal state, or because a role had no move left."""
    outcomes: Mapping[str, Mapping[int, int]]
    """For each role how many matches gave it which value."""

    def mean(self, role: str) -> float:
        """The mean outcome of ``role``; not a number if no match ended."""
        points = sum(value * count for value, count in self.outcomes[role].items())
        return points / self.playouts if self.playouts else float("nan")


@dataclass(frozen=True, slots=True)
class Values:
    """What positions are worth in random play."""

    mean: NDArray[np.float64]
    """One row a position, one column a role: its mean outcome, not a number if no match ended."""
    playouts: NDArray[np.int64]
    """For each position how many matches ended."""


def _masks(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """One truth value a lane."""
    return np.unpackbits(words.copy().view(np.uint8), bitorder="little").view(np.bool_)


class LaneGroup:
    """512 lanes in memory; ``memory`` is laid out as :class:`.Layout` says."""

    def __init__(
        self, kernel: Kernel, layout: LaneLayout, dice: Dice, phase: int, phases: int
    ) -> None:
        self.memory = vectors(layout.size)
        self.memory[layout.random : layout.random + len(dice)] = dice
        self.memory[layout.live] = _ALL
        self._work = vectors(kernel.slots)
        self._layout, self._kernel = layout, kernel
        self._root, self._phase, self._phases = phase, phase, phases
        self._run = _RUN(kernel.address("run"))

    def place(self, rows: NDArray[np.uint8]) -> None:
        """Put the lanes of word ``i`` into the state ``rows[i]``, and let them return to it."""
        facts, roots = self._layout.facts, self._layout.roots
        self.memory[:facts] = self.memory[roots : roots + facts] = np.where(rows.T, _ALL, _NONE)

    def grant(self, playouts: NDArray[np.int64]) -> None:
        """Let each of the 512 lanes play so many matches and no more."""
        layout = self._layout
        self.memory[layout.limited] = _ALL
        self.memory[layout.live] = lanes_of(playouts > 0)
        later = np.maximum(playouts, 1) - 1
        quota = self.memory[layout.quota : layout.quota + QUOTA_BITS]
        quota[:] = lanes_of(later >> _BITS & 1 == 1) if later.any() else 0

    def run(self, steps: int, *, freeze: bool = False) -> int:
        """At most so many steps of all live lanes; answers how many were made.

        Lanes that end return to their roots, or stay as they are where ``freeze`` says so.
        """
        memory, work = self.memory.ctypes.data, self._work.ctypes.data
        done = 0
        while done < steps:
            some = min(_SLICE, steps - done)
            made = self._run(memory, work, self._root, self._phase, some, freeze)
            self._phase = (self._phase + made) % self._phases
            done += made
            if made < some:
                break
        return done

    def lanes(self, slot: Literal["live", "waiting"]) -> NDArray[np.bool_]:
        """For each lane whether it has matches left to play, or has ended and is yet to restart."""
        return _masks(self.memory[getattr(self._layout, slot)])

    def facts(self, lane: int) -> NDArray[np.uint8]:
        """What holds in the state of one lane."""
        words = self.memory[: self._layout.facts, lane // 64]
        return (words >> np.uint64(lane % 64) & np.uint64(1)).astype(np.uint8)

    def endings(self) -> tuple[NDArray[np.bool_], dict[tuple[int, int], NDArray[np.bool_]]]:
        """Which lanes had ended when the last step looked at them; where which outcome holds.

        Lanes that were not playing are as good as unknown.
        """
        ended = _masks(self._work[0])
        outcomes = enumerate(self._layout.outcomes, 1)
        return ended, {outcome: ended & _masks(self._work[slot]) for slot, outcome in outcomes}

    def clear(self) -> None:
        """Forget what was counted."""
        self.memory[self._layout.states :] = 0

    @property
    def states(self) -> NDArray[np.uint64]:
        """How many states each word's lanes have seen."""
        states: NDArray[np.uint64] = self.memory[self._layout.states]
        return states

    @property
    def playouts(self) -> NDArray[np.uint64]:
        """How many matches of each word's lanes have ended."""
        playouts: NDArray[np.uint64] = self.memory[self._layout.playouts]
        return playouts

    @property
    def sums(self) -> NDArray[np.uint64]:
        """How often each outcome of the layout came about in each word."""
        return self.memory[self._layout.sums :]


class Sliced:
    """A circuit made ready for random matches. Kernels are made when first needed."""

    def __init__(self, circuit: Circuit, processor: TargetProcessor | None = None) -> None:
        self.circuit = circuit
        self.layout = LaneLayout.of(circuit)
        self.processor = processor

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The game's clock (:mod:`..kernels.phases`)."""
        return clock(self.circuit)

    @cached_property
    def clocked(self) -> Kernel:
        """Plays lanes that all show the same phase of the clock."""
        return self._kernel("clocked playouts", self.phases)

    @cached_property
    def unclocked(self) -> Kernel:
        """Plays any lanes side by side."""
        return self._kernel("unclocked playouts", ({},))

    def _kernel(self, name: str, phases: Sequence[Phase]) -> Kernel:
        def build(processor: TargetProcessor) -> LlvmSource:
            return playout_source(self.circuit, phases, ternary=processor.ternary)

        return kernel(name, self.circuit, build, self.processor)

    def group(self, generators: Dice, phase: int | None = 0) -> LaneGroup:
        """Lanes that play without end once they are placed; in no common phase if ``None``."""
        if phase is None:
            return LaneGroup(self.unclocked, self.layout, generators, 0, 1)
        return LaneGroup(self.clocked, self.layout, generators, phase, len(self.phases))

    def initial_group(self, seed: int) -> LaneGroup:
        """Lanes at the start of the game."""
        group = self.group(dice(seed, 1)[0])
        group.place(np.tile(self.circuit.initial, (WORDS, 1)))
        return group

    def playouts(self, n: int, seed: int, *, longest: int = LONGEST) -> PlayoutTally:
        """``n`` independent random matches from the start.

        A lane has ``longest`` steps for each of its matches; what is not over then is left out.
        """
        share, rest = divmod(n, LANES)
        quota = share + (np.arange(LANES) < rest)
        if quota.max() >= 1 << QUOTA_BITS:
            raise LimitExceeded(f"At most {LANES << QUOTA_BITS} random matches go in one run.")
        group = self.initial_group(seed)
        group.grant(quota)
        group.run(int(quota.max()) * longest)
        return self.tally(group)

    def tally(self, group: LaneGroup) -> PlayoutTally:
        """What has happened in a group so far."""
        playouts = int(group.playouts.sum())
        outcomes = {role: {0: playouts} for role in self.circuit.roles}
        counts = group.sums.sum(axis=1).tolist()
        for (role, value), count in zip(self.layout.outcomes, counts, strict=True):
            own = outcomes[self.circuit.roles[role]]
            own[value] = count
            own[0] -= count
        return PlayoutTally(int(group.states.sum()), playouts, outcomes)

    def values(
        self, positions: Sequence[bytes], playouts: int, seed: int, *, longest: int = LONGEST
    ) -> Values:
        """What positions are worth: at least ``playouts`` random matches from each of them.

        Matches come in helpings of 64, and of 512 for a single position: these cost no more
        than one. ``longest`` is as for :meth:`playouts`.
        """
        rows = unpack(positions, self.layout.facts)
        helpings = max(1, -(-playouts // 64))
        wide = min(helpings, max(1, WORDS // max(1, len(rows))))
        quota = -(-helpings // wide)
        if quota >= 1 << QUOTA_BITS:
            most = 64 * wide << QUOTA_BITS
            raise LimitExceeded(f"At most {most} random matches go with a position.")
        sums = np.zeros((len(rows), len(self.layout.outcomes)), dtype=np.int64)
        ended = np.zeros(len(rows), dtype=np.int64)
        for words, group in self._groups(rows, wide, seed):
            group.grant(np.repeat(np.where(words < 0, 0, quota), 64))
            group.run(quota * longest)
            used = words >= 0
            np.add.at(sums, words[used], group.sums.T[used].astype(np.int64))
            np.add.at(ended, words[used], group.playouts[used].astype(np.int64))
        return Values(self._means(sums, ended), ended)

    def _groups(
        self, rows: NDArray[np.uint8], wide: int, seed: int
    ) -> Iterator[tuple[NDArray[np.int64], LaneGroup]]:
        """Groups that hold each row in ``wide`` words, with the row of every word or -1.

        Rows of one group are in the same phase.
        """
        by_phase: dict[int | None, list[int]] = {}
        for number, row in enumerate(rows):
            by_phase.setdefault(phase_of(self.phases, row), []).append(number)
        words = [
            (phase, own[i : i + WORDS])
            for phase, numbers in by_phase.items()
            for own in [np.repeat(numbers, wide)]
            for i in range(0, len(own), WORDS)
        ]
        for (phase, own), generators in zip(words, dice(seed, len(words)), strict=True):
            full = np.full(WORDS, -1)
            full[: len(own)] = own
            group = self.group(generators, phase)
            group.place(rows[full])
            yield full, group

    def _means(self, sums: NDArray[np.int64], ended: NDArray[np.int64]) -> NDArray[np.float64]:
        worth = np.zeros((len(self.layout.outcomes), len(self.circuit.roles)), dtype=np.int64)
        for number, (role, value) in enumerate(self.layout.outcomes):
            worth[number, role] = value
        points = sums @ worth
        mean = np.full(points.shape, np.nan)
        np.divide(points, ended[:, None], out=mean, where=ended[:, None] > 0)
        return mean
