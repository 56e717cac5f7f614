"""Looking at states and making given moves in them, as networks.

A *frame* is the memory in which one state (or 512 at once) is looked at and moved on:
:class:`Frame` says what stands where. :func:`looking` fills in what holds in a state,
:func:`moving` what follows from the moves made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from spielwerk.languages.gdl.circuit import Circuit, words
from spielwerk.languages.gdl.kernels.embedding import Embedding
from spielwerk.languages.gdl.kernels.network import GateTable
from spielwerk.languages.gdl.kernels.schedule import MemoryPlace, Schedule, WorkStage, schedule


@dataclass(frozen=True, slots=True)
class Frame:
    """Slots of a frame; parts that belong to roles are ranges, one a role.

    In a frame of one state the facts are packed as in a position, 64 to a slot.
    """

    packed: bool
    facts: int
    """How many slots the facts take, from slot 0 on."""
    moves: tuple[range, ...]
    """The moves made."""
    terminal: int
    """Whether ``terminal`` holds; in a frame of many states also where a role has no move."""
    goals: tuple[range, ...]
    legal: tuple[range, ...]
    following: int
    """The facts of the next state."""
    sees: tuple[range, ...]
    size: int

    @classmethod
    def of(cls, circuit: Circuit, *, packed: bool) -> Frame:
        facts = words(len(circuit.facts)) if packed else len(circuit.facts)
        moves, end = _ranges(facts, map(len, circuit.moves))
        goals, end = _ranges(end + 1, map(len, circuit.goals))
        legal, following = _ranges(end, map(len, circuit.moves))
        sees, end = _ranges(following + facts, map(len, circuit.sees))
        terminal = goals[0].start - 1
        return cls(packed, facts, moves, terminal, goals, legal, following, sees, end)

    def fact(self, number: int, start: int = 0) -> MemoryPlace:
        """The place of a fact among those that begin at slot ``start``."""
        if self.packed:
            return MemoryPlace(False, start + number // 64, number % 64)
        return MemoryPlace(False, start + number)


def _ranges(start: int, lengths: Iterable[int]) -> tuple[tuple[range, ...], int]:
    ranges = []
    for length in lengths:
        ranges.append(range(start, start + length))
        start += length
    return tuple(ranges), start


def looking(circuit: Circuit, frame: Frame) -> Schedule:
    """From the facts: terminal, goals and legal moves."""
    network, facts, home = _facts(circuit, frame)
    game = Embedding(circuit, network, facts)
    over = game[circuit.terminal]
    if not frame.packed:
        for legal in circuit.legal:
            over = network.either(over, network.any(game[x] for x in legal.tolist()) ^ 1)
    outputs = [(over, MemoryPlace(False, frame.terminal))]
    for pairs, slots in zip(circuit.goals, frame.goals, strict=True):
        outputs += _placed(game, (literal for _, literal in pairs), slots)
    for legal, slots in zip(circuit.legal, frame.legal, strict=True):
        outputs += _placed(game, legal.tolist(), slots)
    return schedule(network, home, [WorkStage(outputs)])


def moving(circuit: Circuit, frame: Frame) -> Schedule:
    """From the facts and the moves made: the facts of the next state, and what roles see."""
    network, facts, home = _facts(circuit, frame)
    game = Embedding(circuit, network, facts)
    made = [[network.input() for _ in slots] for slots in frame.moves]
    game.make(made)
    for literals, slots in zip(made, frame.moves, strict=True):
        home |= {x >> 1: MemoryPlace(False, slot) for x, slot in zip(literals, slots, strict=True)}
    outputs = [
        (game[literal], frame.fact(number, frame.following))
        for number, literal in enumerate(circuit.next.tolist())
    ]
    for pairs, slots in zip(circuit.sees, frame.sees, strict=True):
        outputs += _placed(game, (literal for _, literal in pairs), slots)
    return schedule(network, home, [WorkStage(outputs)])


def _facts(circuit: Circuit, frame: Frame) -> tuple[GateTable, list[int], dict[int, MemoryPlace]]:
    network = GateTable()
    facts = [network.input() for _ in circuit.facts]
    return network, facts, {x >> 1: frame.fact(number) for number, x in enumerate(facts)}


def _placed(
    game: Embedding, literals: Iterable[int], slots: Iterable[int]
) -> list[tuple[int, MemoryPlace]]:
    pairs = zip(literals, slots, strict=True)
    return [(game[literal], MemoryPlace(False, slot)) for literal, slot in pairs]
