"""Many matches of a circuit's game at once: what :class:`spielwerk.core.Batch` asks for.

Matches live in frames of 512 lanes (:mod:`..kernels.frames`), one bit a lane. Arrays with one row
a match are made of them when asked for.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import CHANCE, Move, MoveError, Role, State, TargetProcessor
from spielwerk.languages.gdl.circuit import Circuit, pack, unpack
from spielwerk.languages.gdl.compiled.sliced import LANES, LaneGroup, Sliced, dice
from spielwerk.languages.gdl.kernels import (
    WORDS,
    Frame,
    LlvmSource,
    kernel,
    lanes_of,
    stepwise_source,
    vectors,
)
from spielwerk.languages.gdl.program import term_text

_NO_GOAL = np.int16(2**15 - 1)
_LOOK = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 2)
_ADVANCE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)


class CircuitBatch:
    """``n`` matches that step together. Kernels are made when first needed.

    :param position_of: the bit vector (:mod:`..circuit.positions`) of a state of the contract for
        single states
    """

    def __init__(
        self, sliced: Sliced, n: int, seed: int, position_of: Callable[[State], bytes]
    ) -> None:
        if n < 1:
            raise ValueError("A batch holds at least one match.")
        self.n = n
        self._circuit = circuit = sliced.circuit
        self._sliced, self._position_of = sliced, position_of
        names = [CHANCE if role == "random" else Role(role) for role in circuit.roles]
        self._number = {role: number for number, role in enumerate(names)}
        self.roles: Sequence[Role] = tuple(role for role in names if role != CHANCE)
        self.moves: Mapping[Role, Sequence[Move]] = {
            role: tuple(Move(term_text(move)) for move in own)
            for role, own in zip(names, circuit.moves, strict=True)
        }
        self.facts: Sequence[str] = tuple(map(term_text, circuit.facts))
        self._frame = Frame.of(circuit, packed=False)
        groups = -(-n // LANES)
        self._frames = vectors(groups * self._frame.size).reshape(groups, self._frame.size, WORDS)
        self._dice = dice(seed, groups)
        self._groups: list[LaneGroup] = []
        self._lanes = np.arange(n)
        self.reset()

    @cached_property
    def _stepper(self) -> _Stepper:
        return _Stepper(self._circuit, self._sliced.processor)

    def states(self) -> NDArray[np.uint8]:
        return self._rows(self._columns(range(self._frame.facts)))

    def row(self, state: State) -> NDArray[np.uint8]:
        rows = unpack([self._position_of(state)], self._frame.facts)
        return rows.reshape(-1)

    def legal(self, role: Role) -> NDArray[np.bool_]:
        return self._rows(self._legal(role)).view(np.bool_)

    def terminal(self) -> NDArray[np.bool_]:
        slot = self._frame.terminal
        return self._seen(range(slot, slot + 1))[0, : self.n].view(np.bool_)

    def goals(self, role: Role) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """The goal values that a role can have, and one row a match: which of them hold now."""
        number = self._number[role]
        values = np.array([value for value, _ in self._circuit.goals[number]], dtype=np.int16)
        return values, self._rows(self._seen(self._frame.goals[number])).view(np.bool_)

    def outcomes(self) -> NDArray[np.int16]:
        found = np.full((self.n, len(self.roles)), -1, dtype=np.int16)
        over = np.flatnonzero(self.terminal())
        for column, role in enumerate(self.roles):
            values, held = self.goals(role)
            lowest = np.where(held[over], values, _NO_GOAL).min(axis=1, initial=_NO_GOAL)
            found[over, column] = np.where(lowest == _NO_GOAL, 0, np.minimum(lowest, 100))
        return found

    def step(self, choices: Mapping[Role, NDArray[np.intp]]) -> None:
        """Make one joint move in every match that is not over."""
        if unknown := choices.keys() - self._number.keys():
            raise MoveError(f"There is no role {', '.join(sorted(unknown))} in this game.")
        over = self.terminal()
        groups, roles = len(self._frames), len(self._number)
        settled = np.zeros((roles, groups * LANES), dtype=np.int64)
        for role, number in self._number.items():
            settled[number, : self.n] = self._settled(role, choices.get(role), over)
        chosen = np.ascontiguousarray(settled.reshape(roles, groups, LANES).swapaxes(0, 1))
        self._stepper.advance(self._frames, chosen)

    def _settled(
        self, role: Role, choice: NDArray[np.intp] | None, over: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """The number of each match's move; where the match is over any will do."""
        legal = self._legal(role)
        given = np.full(self.n, -1) if choice is None else np.asarray(choice, dtype=np.int64)
        if given.shape != (self.n,):
            raise MoveError(f"{role} needs {self.n} choices, one a match.")
        settled = np.where(over, 0, given)
        implied = settled == -1
        if implied.any():
            counts = np.add.reduce(legal, axis=0, dtype=np.int32)[: self.n]
            if len(unclear := np.flatnonzero(implied & (counts != 1))):
                lane = int(unclear[0])
                raise MoveError(
                    f"{role} has {counts[lane]} legal moves in match {lane}: choose one."
                )
            settled = np.where(implied, legal.argmax(axis=0)[: self.n], settled)
        fine = settled.view(np.uint64) < len(legal)
        if fine.all():
            places = settled * legal.shape[1] + self._lanes
            fine = legal.reshape(-1).take(places).view(np.bool_) | over
        if not fine.all():
            lane = int(fine.argmin())
            raise MoveError(f"Move {given[lane]} is not legal for {role} in match {lane}.")
        return settled

    def _legal(self, role: Role) -> NDArray[np.uint8]:
        return self._seen(self._frame.legal[self._number[role]])

    def reset(self, lanes: NDArray[np.bool_] | None = None) -> None:
        facts = self._frames[:, : self._frame.facts]
        marked = self._marked(lanes)
        facts &= np.repeat(~marked, self._frame.facts, axis=1)
        facts[:, self._circuit.initial] |= marked
        self._looked = False

    def place(
        self,
        rows: NDArray[np.uint8] | NDArray[np.bool_],
        lanes: NDArray[np.bool_] | None = None,
    ) -> None:
        """Put matches (all, or those marked) into the states of the rows, one row a match."""
        facts = self._frame.facts
        if rows.shape != (self.n, facts):
            raise ValueError(f"{self.n} rows of {facts} facts are needed, not {rows.shape}.")
        padded = np.tile(self._circuit.initial, (len(self._frames) * LANES, 1))
        padded[: self.n] = rows
        by_fact = padded.reshape(-1, LANES, facts).swapaxes(1, 2)
        wanted = lanes_of(np.ascontiguousarray(by_fact))
        now = self._frames[:, :facts]
        now ^= (now ^ wanted) & self._marked(lanes)
        self._looked = False

    def _marked(self, lanes: NDArray[np.bool_] | None) -> NDArray[np.uint64]:
        """The words of marked matches, a row a group; if none are, of all lanes there are."""
        padded = np.ones(len(self._frames) * LANES, dtype=np.bool_)
        if lanes is not None:
            padded[: self.n] = lanes
            padded[self.n :] = False
        return lanes_of(padded).reshape(-1, 1, WORDS)

    def playouts(self, steps: int) -> None:
        facts = self._frame.facts
        if not self._groups:
            self._groups = [self._sliced.group(own, None) for own in self._dice]
        for frame, group in zip(self._frames, self._groups, strict=True):
            group.memory[:facts] = frame[:facts]
            group.run(steps, freeze=True)
            frame[:facts] = group.memory[:facts]
        self._looked = False

    def playout_values(
        self, rows: NDArray[np.uint8], playouts: int, seed: int
    ) -> NDArray[np.float64]:
        """What states are worth in random play."""
        mean = self._sliced.values(pack(rows), playouts, seed).mean
        return mean[:, [self._number[role] for role in self.roles]]

    def _seen(self, slots: range) -> NDArray[np.uint8]:
        """The columns of what was seen; see :meth:`_columns`."""
        if not self._looked:
            self._stepper.look(self._frames)
            self._looked = True
        return self._columns(slots)

    def _columns(self, slots: range) -> NDArray[np.uint8]:
        """One row a slot, one column a lane, those of no match included."""
        words = np.ascontiguousarray(self._frames[:, slots.start : slots.stop].swapaxes(0, 1))
        masks = np.unpackbits(words.reshape(-1).view(np.uint8), bitorder="little")
        return masks.reshape(len(slots), len(self._frames) * LANES)

    def _rows(self, columns: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """One row a match. They lie side by side in memory: turning them around would cost most."""
        return columns[:, : self.n].T


class _Stepper:
    """The kernel for frames of 512 lanes."""

    def __init__(self, circuit: Circuit, processor: TargetProcessor | None) -> None:
        def build(processor: TargetProcessor) -> LlvmSource:
            return stepwise_source(circuit, ternary=processor.ternary)

        self._kernel = kernel("stepwise", circuit, build, processor)
        self._work = vectors(self._kernel.slots)
        self._look = _LOOK(self._kernel.address("look"))
        self._advance = _ADVANCE(self._kernel.address("advance"))

    def look(self, frames: NDArray[np.uint64]) -> None:
        """Look at all frames."""
        work = self._work.ctypes.data
        for frame in _addresses(frames):
            self._look(frame, work)

    def advance(self, frames: NDArray[np.uint64], choices: NDArray[np.int64]) -> None:
        """Make the moves in frames that were looked at, and look again."""
        work = self._work.ctypes.data
        for frame, own in zip(_addresses(frames), _addresses(choices), strict=True):
            self._advance(frame, work, own)


def _addresses(parts: NDArray[np.generic]) -> range:
    """Where the parts along the first axis begin in memory."""
    first = parts.ctypes.data
    return range(first, first + parts.nbytes, parts.nbytes // len(parts))
