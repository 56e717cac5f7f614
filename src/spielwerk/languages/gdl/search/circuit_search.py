"""What :class:`spielwerk.core.NativeSearch` asks for, from a circuit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from spielwerk.core import Judgement, Move, SearchFindings, State
from spielwerk.languages.gdl.circuit import Circuit, pack
from spielwerk.languages.gdl.kernels import RecordLayout, clock
from spielwerk.languages.gdl.program import term_text
from spielwerk.languages.gdl.search.deepening import NativeDeepening
from spielwerk.languages.gdl.search.native import NativeGame, SearchKernels
from spielwerk.languages.gdl.search.tree import NativeTree

_BLEND = 0.5
"""How much the judgement counts against random matches at a leaf of a tree, where there is one."""
_CROWD = 256
"""With more moves in the beginning a wide kernel makes successors sooner than a narrow one."""
_MOST_GATES = 100_000
"""Compiling kernels for more would take minutes."""


class CircuitSearch:
    """Searches for one game. Kernels are made when a search is first asked for.

    Kernels count on the game's clock (:mod:`..kernels.phases`). A state that somebody has put
    together may have a clock that shows what it never should: it is searched by kernels without.

    :param position_of: the bit vector of a state of the contract
    """

    def __init__(self, circuit: Circuit, position_of: Callable[[State], bytes]) -> None:
        self._circuit = circuit
        self._position_of = position_of

    @classmethod
    def of(cls, circuit: Circuit, position_of: Callable[[State], bytes]) -> CircuitSearch | None:
        """Searches for a circuit, if it is small enough."""
        small = len(circuit.kind) <= _MOST_GATES and RecordLayout.of(circuit).fits
        return cls(circuit, position_of) if small else None

    @cached_property
    def texts(self) -> list[list[Move]]:
        """For each role the texts of its moves."""
        return [[Move(term_text(move)) for move in own] for own in self._circuit.moves]

    @cached_property
    def facts(self) -> list[str]:
        """The texts of facts."""
        return [term_text(fact) for fact in self._circuit.facts]

    def tree(
        self,
        *,
        seed: int,
        exploring: float,
        proving: bool,
        threads: int = 1,
        judgement: Judgement | None = None,
        anytime: float = 0.0,
    ) -> StateTree:
        def make(clocked: bool) -> NativeTree:
            return NativeTree(
                self.game(judgement, clocked=clocked),
                self.texts,
                seed=seed,
                exploring=exploring,
                proving=proving,
                threads=threads,
                blend=_BLEND if judgement is not None else 0.0,
                anytime=anytime,
            )

        return StateTree(self, make)

    def deepening(self, judgement: Judgement, *, threads: int = 1) -> StateDeepening:
        def make(clocked: bool) -> NativeDeepening:
            game = self.game(judgement, clocked=clocked, narrow=self._few_moves)
            return NativeDeepening(game, self.facts, self.texts, threads=threads)

        return StateDeepening(self, make)

    def game(
        self, judgement: Judgement | None, *, clocked: bool = True, narrow: bool = False
    ) -> NativeGame:
        """Kernels and tables, with a judgement of positions if there is one."""
        return NativeGame(self._clocked if clocked else self._unclocked, judgement, narrow=narrow)

    @cached_property
    def _few_moves(self) -> bool:
        """Whether the moves of a position mostly fit into the lanes of a narrow kernel."""
        game = self.game(None, narrow=True)
        record = game.record(pack(self._circuit.initial[None])[0])
        return record is not None and len(game.moves(record)) <= _CROWD

    @cached_property
    def _clocked(self) -> SearchKernels:
        return SearchKernels(self._circuit, clock(self._circuit))

    @cached_property
    def _unclocked(self) -> SearchKernels:
        return SearchKernels(self._circuit, ({},))

    def position(self, state: State) -> bytes:
        return self._position_of(state)


class StateTree:
    """A tree search that is asked about states of the contract."""

    def __init__(self, search: CircuitSearch, make: Callable[[bool], NativeTree]) -> None:
        self._search, self._make = search, make
        self._tree = make(True)

    def think(
        self, state: State, go_on: Callable[[], bool], rounds: int | None = None
    ) -> SearchFindings:
        position = self._search.position(state)
        record = self._tree.game.record(position)
        if record is None:
            self._tree = self._make(False)
            record = self._tree.game.record(position)
        assert record is not None
        return self._tree.think(record, go_on, rounds)

    @property
    def effort(self) -> tuple[int, int]:
        return self._tree.effort


class StateDeepening:
    """An alpha-beta search that is asked about states of the contract."""

    def __init__(self, search: CircuitSearch, make: Callable[[bool], NativeDeepening]) -> None:
        self._search, self._make = search, make
        self._deepening = make(True)

    def think(
        self, state: State, go_on: Callable[[], bool], depth: int | None = None,
        earlier: Sequence[State] = (),
    ) -> SearchFindings:  # fmt: skip
        position = self._search.position(state)
        record = self._deepening.game.record(position)
        if record is None:
            self._deepening = self._make(False)
            record = self._deepening.game.record(position)
        assert record is not None
        known = [self._search.position(before) for before in earlier]
        return self._deepening.think(record, go_on, depth, known)

    @property
    def effort(self) -> tuple[int, int]:
        return self._deepening.effort
