"""Many matches of a circuit's game at once: what :class:`spielwerk.core.Batch` asks for.

Matches live in frames of 512 lanes (:mod:`.kernels.frames`), one bit a lane. Arrays with one row
a match are made of them when asked for.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import CHANCE, Move, MoveError, Role, State
from spielwerk.languages.gdl.circuit import Circuit
from spielwerk.languages.gdl.kernels.frames import Frame
from spielwerk.languages.gdl.kernels.machine import Processor, kernel
from spielwerk.languages.gdl.kernels.source import Source
from spielwerk.languages.gdl.kernels.stepwise import stepwise_source
from spielwerk.languages.gdl.kernels.vectors import WORDS, lanes_of, masks_of, vectors
from spielwerk.languages.gdl.positions import pack, unpack
from spielwerk.languages.gdl.rules import term_text
from spielwerk.languages.gdl.sliced import LANES, Group, Sliced, dice

__all__ = ["CircuitBatch"]

_NO_GOAL = np.int16(2**15 - 1)
_LOOK = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 2)
_ADVANCE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)


class CircuitBatch:
    """``n`` matches that step together. Kernels are made when first needed.

    :param position_of: the bit vector (:mod:`.positions`) of a state of the one-state contract
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
        self._frame = Frame.of(circuit, packed=False)
        groups = -(-n // LANES)
        self._frames = vectors(groups * self._frame.size).reshape(groups, self._frame.size, WORDS)
        self._dice = dice(seed, groups)
        self._groups: list[Group] = []
        self.reset()

    @cached_property
    def _stepper(self) -> _Stepper:
        return _Stepper(self._circuit, self._sliced.processor)

    def states(self) -> NDArray[np.uint8]:
        return self._rows(range(self._frame.facts))

    def row(self, state: State) -> NDArray[np.uint8]:
        rows = unpack([self._position_of(state)], self._frame.facts)
        return rows.reshape(-1)

    def legal(self, role: Role) -> NDArray[np.bool_]:
        return self._seen(self._frame.legal[self._number[role]]).view(np.bool_)

    def terminal(self) -> NDArray[np.bool_]:
        slot = self._frame.terminal
        return self._seen(range(slot, slot + 1)).reshape(-1).view(np.bool_)

    def outcomes(self) -> NDArray[np.int16]:
        found = np.full((self.n, len(self.roles)), -1, dtype=np.int16)
        over = self.terminal()
        for column, role in enumerate(self.roles):
            number = self._number[role]
            values = np.array([value for value, _ in self._circuit.goals[number]], dtype=np.int16)
            held = self._seen(self._frame.goals[number])[over]
            lowest = np.where(held, values, _NO_GOAL).min(axis=1, initial=_NO_GOAL)
            found[over, column] = np.where(lowest == _NO_GOAL, 0, np.minimum(lowest, 100))
        return found

    def step(self, choices: Mapping[Role, NDArray[np.intp]]) -> None:
        """Make one joint move in every match that is not over; see :class:`.core.Batch`."""
        if unknown := choices.keys() - self._number.keys():
            raise MoveError(f"There is no role {', '.join(sorted(unknown))} in this game.")
        over = self.terminal()
        groups, roles = len(self._frames), len(self._number)
        settled = np.zeros((roles, groups * LANES), dtype=np.int64)
        for role, number in self._number.items():
            settled[number, : self.n] = self._settled(role, choices.get(role), over)
        chosen = np.ascontiguousarray(settled.reshape(roles, groups, LANES).swapaxes(0, 1))
        for frame, own in zip(self._frames, chosen, strict=True):
            self._stepper.advance(frame, own)

    def _settled(
        self, role: Role, choice: NDArray[np.intp] | None, over: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """The number of each match's move; where the match is over any will do."""
        legal = self.legal(role)
        given = np.full(self.n, -1) if choice is None else np.asarray(choice, dtype=np.int64)
        if given.shape != (self.n,):
            raise MoveError(f"{role} needs {self.n} choices, one a match.")
        implied = (given == -1) & ~over
        if len(unclear := np.flatnonzero(implied & (legal.sum(axis=1) != 1))):
            count = int(legal[unclear[0]].sum())
            raise MoveError(f"{role} has {count} legal moves in match {unclear[0]}: choose one.")
        settled = np.where(implied, legal.argmax(axis=1), np.where(over, 0, given))
        inside = (settled >= 0) & (settled < legal.shape[1])
        fine = over | (inside & legal[np.arange(self.n), np.where(inside, settled, 0)])
        if len(wrong := np.flatnonzero(~fine)):
            lane = int(wrong[0])
            raise MoveError(f"Move {given[lane]} is not legal for {role} in match {lane}.")
        return settled

    def reset(self, lanes: NDArray[np.bool_] | None = None) -> None:
        self.place(np.tile(self._circuit.initial, (self.n, 1)), lanes)

    def place(
        self,
        rows: NDArray[np.uint8] | NDArray[np.bool_],
        lanes: NDArray[np.bool_] | None = None,
    ) -> None:
        """Put matches (all, or those marked) into the states of the rows, one row a match."""
        facts = self._frame.facts
        if rows.shape != (self.n, facts):
            raise ValueError(f"{self.n} rows of {facts} facts are needed, not {rows.shape}.")
        if lanes is not None:
            rows = np.where(lanes[:, None], rows, self.states())
        padded = np.tile(self._circuit.initial, (len(self._frames) * LANES, 1))
        padded[: self.n] = rows
        by_fact = padded.reshape(-1, LANES, facts).swapaxes(1, 2)
        self._frames[:, :facts] = lanes_of(np.ascontiguousarray(by_fact))
        self._looked = False

    def playouts(self, steps: int) -> None:
        facts = self._frame.facts
        if not self._groups:
            self._groups = [self._sliced.group(own, None) for own in self._dice]
        for frame, group in zip(self._frames, self._groups, strict=True):
            group.memory[:facts] = frame[:facts]
            group.grant(np.ones(LANES, dtype=np.int64))
            group.run(steps, freeze=True)
            frame[:facts] = group.memory[:facts]
        self._looked = False

    def playout_values(
        self, rows: NDArray[np.uint8], playouts: int, seed: int
    ) -> NDArray[np.float64]:
        """What states are worth in random play; see :class:`.core.Batch`."""
        mean = self._sliced.values(pack(rows), playouts, seed).mean
        return mean[:, [self._number[role] for role in self.roles]]

    def _seen(self, slots: range) -> NDArray[np.uint8]:
        """What was seen in each match: one row a match, one column a slot."""
        if not self._looked:
            for frame in self._frames:
                self._stepper.look(frame)
            self._looked = True
        return self._rows(slots)

    def _rows(self, slots: range) -> NDArray[np.uint8]:
        words = np.ascontiguousarray(self._frames[:, slots.start : slots.stop])
        masks = masks_of(words).swapaxes(1, 2)
        return np.ascontiguousarray(masks.reshape(-1, len(slots))[: self.n])


class _Stepper:
    """The kernel for frames of 512 lanes."""

    def __init__(self, circuit: Circuit, processor: Processor | None) -> None:
        def build(processor: Processor) -> Source:
            return stepwise_source(circuit, ternary=processor.ternary)

        self._kernel = kernel("stepwise", circuit, build, processor)
        self._work = vectors(self._kernel.slots)
        self._look = _LOOK(self._kernel.address("look"))
        self._advance = _ADVANCE(self._kernel.address("advance"))

    def look(self, frame: NDArray[np.uint64]) -> None:
        self._look(frame.ctypes.data, self._work.ctypes.data)

    def advance(self, frame: NDArray[np.uint64], choices: NDArray[np.int64]) -> None:
        """Make the moves in a frame that was looked at, and look again."""
        self._advance(frame.ctypes.data, self._work.ctypes.data, choices.ctypes.data)
