"""What :class:`spielwerk.core.NativeSearch` asks for, from a circuit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import Findings, Judgement, Move, State
from spielwerk.languages.gdl.circuit import Circuit
from spielwerk.languages.gdl.kernels import clock
from spielwerk.languages.gdl.program import term_text
from spielwerk.languages.gdl.search.expansion import RecordLayout
from spielwerk.languages.gdl.search.native import NativeGame
from spielwerk.languages.gdl.search.tree import NativeTree

_BLEND = 0.5
"""How much the judgement counts against random matches at a leaf of a tree, where there is one."""


class CircuitSearch:
    """Searches for one game. Kernels are made when a search is first asked for.

    :param position_of: the bit vector of a state of the contract
    """

    def __init__(self, circuit: Circuit, position_of: Callable[[State], bytes]) -> None:
        self._circuit = circuit
        self._position_of = position_of

    @classmethod
    def of(cls, circuit: Circuit, position_of: Callable[[State], bytes]) -> CircuitSearch | None:
        """Searches for a circuit, if it is small enough."""
        return cls(circuit, position_of) if RecordLayout.of(circuit).fits else None

    @cached_property
    def texts(self) -> list[list[Move]]:
        """For each role the texts of its moves."""
        return [[Move(term_text(move)) for move in own] for own in self._circuit.moves]

    def tree(
        self,
        *,
        seed: int,
        exploring: float,
        proving: bool,
        threads: int = 1,
        judgement: Judgement | None = None,
    ) -> StateTree:
        return StateTree(self, seed, exploring, proving, threads, judgement)

    def game(self, judgement: Judgement | None, *, clocked: bool = True) -> NativeGame:
        """Kernels and tables, with a judgement of positions if there is one."""
        phases = clock(self._circuit) if clocked else ({},)
        return NativeGame(self._circuit, phases, judgement)

    def position(self, state: State) -> bytes:
        return self._position_of(state)


class StateTree:
    """A tree search that is asked about states of the contract."""

    def __init__(
        self,
        search: CircuitSearch,
        seed: int,
        exploring: float,
        proving: bool,
        threads: int,
        judgement: Judgement | None,
    ) -> None:
        self._search = search
        self._how = seed, exploring, proving, threads, judgement
        self._tree = self._made(clocked=True)

    def _made(self, *, clocked: bool) -> NativeTree:
        seed, exploring, proving, threads, judgement = self._how
        return NativeTree(
            self._search.game(judgement, clocked=clocked),
            self._search.texts,
            seed=seed,
            exploring=exploring,
            proving=proving,
            threads=threads,
            blend=_BLEND if judgement is not None else 0.0,
        )

    def think(
        self, state: State, go_on: Callable[[], bool], rounds: int | None = None
    ) -> Findings:
        return self._tree.think(self._record(state), go_on, rounds)

    def _record(self, state: State) -> NDArray[np.int64]:
        """The record of a state; where its clock shows what it never should, without the clock."""
        position = self._search.position(state)
        record = self._tree.game.record(position)
        if record is None:
            self._tree = self._made(clocked=False)
            record = self._tree.game.record(position)
        assert record is not None
        return record

    @property
    def effort(self) -> tuple[int, int]:
        return self._tree.effort
