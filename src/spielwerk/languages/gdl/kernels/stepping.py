"""One random step of many matches as a network: what a kernel does before and after the dice.

Input is a circuit and the facts known in one phase of its clock (:mod:`.phases`). The first
stage looks: which lanes have ended, with which outcome, and how many moves each role has. Then
the kernel draws a rank for every role that has a choice, and the second stage makes the moves
and the next state. :class:`Layout` says where all this stands in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from spielwerk.languages.gdl.circuit import FALSE, TRUE, Circuit
from spielwerk.languages.gdl.kernels.choice import count, decrement, select
from spielwerk.languages.gdl.kernels.embedding import Embedding
from spielwerk.languages.gdl.kernels.network import GateTable
from spielwerk.languages.gdl.kernels.outcomes import outcome_values, outcomes
from spielwerk.languages.gdl.kernels.schedule import MemoryPlace, Schedule, WorkStage, schedule

QUOTA_BITS = 20
"""A lane plays at most two to this many matches in one run."""
_OR_NOW = 0b11110100
"""The first, or the second without the third."""


@dataclass(frozen=True)
class LaneLayout:
    """Where what stands in the memory of a group of lanes, counted in vectors.

    The facts come first, then the roots to which finished lanes return, then the rest.
    """

    facts: int
    outcomes: tuple[tuple[int, int], ...]
    """The roles, by number, with the values that are counted."""
    recorded: tuple[int, int] = (0, 0)
    """Roles, and moves of each, of which it is kept which were made in a lane; or none."""

    @classmethod
    def of(cls, circuit: Circuit, *, recording: bool = False) -> LaneLayout:
        most = max(map(len, circuit.moves))
        recorded = (len(circuit.roles), most) if recording else (0, 0)
        return cls(len(circuit.facts), outcome_values(circuit), recorded)

    @cached_property
    def roots(self) -> int:
        return self.facts

    @cached_property
    def live(self) -> int:
        """Lanes that still have matches to play."""
        return 2 * self.facts

    @cached_property
    def waiting(self) -> int:
        """Lanes that have ended and wait for the phase in which they may start again."""
        return self.live + 1

    @cached_property
    def limited(self) -> int:
        """Lanes whose number of matches is limited."""
        return self.live + 2

    @cached_property
    def quota(self) -> int:
        """One less than the matches a lane has left, lowest bit first."""
        return self.live + 3

    @cached_property
    def random(self) -> int:
        """The random generators' state: four vectors."""
        return self.quota + QUOTA_BITS

    @cached_property
    def states(self) -> int:
        """How many states were seen in each word."""
        return self.random + 4

    @cached_property
    def playouts(self) -> int:
        """How many matches ended in each word."""
        return self.states + 1

    @cached_property
    def sums(self) -> int:
        """How often each outcome came about in each word."""
        return self.states + 2

    @cached_property
    def record(self) -> int:
        """The moves made so far, role by role."""
        return self.sums + len(self.outcomes)

    @cached_property
    def size(self) -> int:
        roles, moves = self.recorded
        return self.record + roles * moves


@dataclass(frozen=True, slots=True)
class Draw:
    """A rank to draw: the work slots of its highest value's bits and of its own."""

    most: int
    rank: int
    bits: int


@dataclass(frozen=True, slots=True)
class KernelStep:
    """Two stages, and the draws between them.

    The first leaves in work slot 0 which lanes have ended, then which outcomes they have.
    """

    plan: Schedule
    draws: tuple[Draw, ...]


def step(circuit: Circuit, layout: LaneLayout, known: Mapping[int, bool]) -> KernelStep:
    """The step of lanes in the phase with the ``known`` facts."""
    network = GateTable()
    facts = [_fact(network, known.get(fact)) for fact in range(layout.facts)]
    game = Embedding(circuit, network, facts)
    choices = _Choices(network, first_slot=1 + len(layout.outcomes))
    made = [choices.of([game[x] for x in legal.tolist()]) for legal in circuit.legal]
    game.make(made)

    ended = network.either(game[circuit.terminal], choices.stuck)
    looked = [ended, *outcomes(circuit, network, game)]
    seen = [*choices.most, *((x, MemoryPlace(True, slot)) for slot, x in enumerate(looked))]
    after = [(game[x], MemoryPlace(False, fact)) for fact, x in enumerate(circuit.next.tolist())]
    home = {x >> 1: MemoryPlace(False, fact) for fact, x in enumerate(facts) if fact not in known}
    if any(layout.recorded):
        after += _recorded(network, layout, made, home)
    stages = [WorkStage(seen), WorkStage(after, early=[x for own in made for x in own])]
    plan = schedule(network, home | choices.home, stages, reserved=choices.slots)
    return KernelStep(plan, tuple(choices.draws))


def _recorded(
    network: GateTable,
    layout: LaneLayout,
    made: Sequence[Sequence[int]],
    home: dict[int, MemoryPlace],
) -> list[tuple[int, MemoryPlace]]:
    """The moves made so far, with those that are made now in lanes that have not ended."""
    waiting = network.input()
    home[waiting >> 1] = MemoryPlace(False, layout.waiting)
    kept = []
    for role, own in enumerate(made):
        for move, now in enumerate(own):
            if now not in (FALSE, TRUE):
                before = network.input()
                place = MemoryPlace(False, layout.record + role * layout.recorded[1] + move)
                home[before >> 1] = place
                kept.append((network.gate(_OR_NOW, before, now, waiting), place))
    return kept


def _fact(network: GateTable, known: bool | None) -> int:
    if known is None:
        return network.input()
    return TRUE if known else FALSE


class _Choices:
    """Random choices of the roles, one after the other, and the work slots they take."""

    def __init__(self, network: GateTable, first_slot: int) -> None:
        self._network = network
        self.slots = first_slot
        self.draws: list[Draw] = []
        self.most: list[tuple[int, MemoryPlace]] = []
        self.home: dict[int, MemoryPlace] = {}
        self.stuck = FALSE
        """Where some role has no move, so that the match cannot go on."""

    def of(self, legal: Sequence[int]) -> list[int]:
        """For each move of a role whether it is made."""
        network = self._network
        candidates = [move for move, literal in enumerate(legal) if literal != FALSE]
        made = [FALSE] * len(legal)
        if not candidates:
            self.stuck = TRUE
            return made
        tree = count(network, [legal[move] for move in candidates])
        self.stuck = network.either(self.stuck, network.any(tree.total) ^ 1)
        bits = (tree.size - 1).bit_length()
        rank = [network.input() for _ in range(bits)]
        for move, pick in zip(candidates, select(network, tree, rank), strict=True):
            made[move] = pick
        if bits:
            self._draw(decrement(network, tree.total)[:bits], rank)
        return made

    def _draw(self, most: Sequence[int], rank: Sequence[int]) -> None:
        draw = Draw(self.slots, self.slots + len(rank), len(rank))
        self.slots += 2 * len(rank)
        self.draws.append(draw)
        self.most += [(x, MemoryPlace(True, draw.most + bit)) for bit, x in enumerate(most)]
        self.home |= {x >> 1: MemoryPlace(True, draw.rank + bit) for bit, x in enumerate(rank)}
