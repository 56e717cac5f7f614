"""One state at a time, for search: legal moves, successor, end and goals of a position.

Positions are bit vectors (:mod:`..circuit.positions`). Moves go in as numbers in the circuit's
order and come out as whatever the caller wants to see for them. Making a move also looks at what
comes after it, so that asking about the newest position costs next to nothing.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Generic, NoReturn, TypeVar

import numpy as np

from spielwerk.core import MoveError, TargetProcessor
from spielwerk.languages.gdl.circuit import Circuit, pack
from spielwerk.languages.gdl.kernels import Workspace, kernel, single_source
from spielwerk.languages.gdl.program import Term

M = TypeVar("M")


class Scalar(Generic[M]):
    """A circuit made ready for single states.

    :param moves: for each role the objects to answer with for its moves, in the circuit's order
    """

    def __init__(
        self,
        circuit: Circuit,
        moves: Sequence[Sequence[M]],
        processor: TargetProcessor | None = None,
    ) -> None:
        self.circuit = circuit
        self.initial = pack(circuit.initial[None, :])[0]
        self._kernel = kernel("single", circuit, lambda _: single_source(circuit), processor)
        self._memory = np.zeros(self._kernel.slots, dtype=np.int64)
        self._address = self._memory.ctypes.data
        self._objects: list[object] = []
        space = Workspace.of(circuit)
        self._point(space.goals, [[value for value, _ in own] for own in circuit.goals])
        self._point(space.legal, moves)
        self._point(space.sees, [[percept for percept, _ in own] for own in circuit.sees])
        numbers = [ctypes.c_int64] * len(circuit.roles)
        self._look = self._function("look")
        self._goals = self._function("goals")
        self._apply = self._function("apply", *numbers)
        self._perceive = self._function("perceive", *numbers)
        self._sight = self._look(self.initial, self._address)

    def _point(self, starts: Sequence[int], objects: Sequence[Sequence[object]]) -> None:
        """Let the kernel answer with these objects, and keep them."""
        for start, own in zip(starts, objects, strict=True):
            kept = list(own)
            self._objects += kept
            self._memory[start : start + len(kept)] = [id(item) for item in kept]

    def _function(self, name: str, *arguments: Any) -> Any:
        """A function of the kernel, called under the interpreter's lock: it makes objects."""
        kind = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p, *arguments)
        return kind(self._kernel.address(name))

    @property
    def gates(self) -> int:
        """How many gates the native code has."""
        return self._kernel.gates

    def terminal(self, position: bytes) -> bool:
        sight = self._sight
        if sight[0] is not position:
            sight = self._see(position)
        return sight[1]  # type: ignore[no-any-return]

    def legal(self, position: bytes, role: int) -> tuple[M, ...]:
        """The moves that a role may make, in the circuit's order."""
        sight = self._sight
        if sight[0] is not position:
            sight = self._see(position)
        return sight[2 + role]  # type: ignore[no-any-return]

    def goals(self, position: bytes) -> tuple[tuple[int, ...], ...]:
        """For each role the values of its goals that hold."""
        goals: tuple[tuple[int, ...], ...] = self._goals(position, self._address)
        return goals or self._refuse(position)

    def apply(self, position: bytes, joint: Sequence[int]) -> bytes:
        """The position after one move of each role.

        Only moves that are legal for their roles have a meaning here.

        :raises MoveError: a role has no move of that number
        """
        sight = self._apply(position, self._address, *joint)
        if not sight:
            self._refuse(position, joint)
        self._sight = sight
        return sight[0]  # type: ignore[no-any-return]

    def sees(self, position: bytes, joint: Sequence[int]) -> tuple[tuple[Term, ...], ...]:
        """For each role what it perceives when one move of each role is made.

        :raises MoveError: a role has no move of that number
        """
        seen: tuple[tuple[Term, ...], ...] = self._perceive(position, self._address, *joint)
        return seen or self._refuse(position, joint)

    def _see(self, position: bytes) -> Any:
        sight = self._look(position, self._address)
        if not sight:
            self._refuse(position)
        self._sight = sight
        return sight

    def _refuse(self, position: bytes, joint: Sequence[int] = ()) -> NoReturn:
        if len(position) != len(self.initial):
            raise ValueError(f"A position of this game has {len(self.initial)} bytes.")
        counts = ", ".join(str(len(own)) for own in self.circuit.moves)
        raise MoveError(f"{tuple(joint)} does not number one move of each role, of {counts}.")
