"""The kernel that search runs on: all successors of a position at once, each in a lane of its own.

A *record* is all that search knows of a position: its facts, the moves that its mover can make,
and a word on how it stands. Records are rows of bits; in a frame of 512 lanes the same bits are
columns, so that going over from frames to records is turning squares of 64 by 64 bits. Where random
matches do not follow, 128 lanes do.

Who moves is the only role that has a choice. Roles without one make their only move by
themselves. Where several have a choice at once, the record says so, and search ends there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from spielwerk.languages.gdl.circuit import FALSE, TRUE, Circuit, words
from spielwerk.languages.gdl.kernels.embedding import Embedding
from spielwerk.languages.gdl.kernels.emission import Emitter, Lanes, calls
from spielwerk.languages.gdl.kernels.network import GateTable
from spielwerk.languages.gdl.kernels.outcomes import outcome_values, outcomes
from spielwerk.languages.gdl.kernels.phases import Phase
from spielwerk.languages.gdl.kernels.playouts import playout_source
from spielwerk.languages.gdl.kernels.schedule import MemoryPlace, Schedule, WorkStage, schedule
from spielwerk.languages.gdl.kernels.source import LlvmSource
from spielwerk.languages.gdl.kernels.stepping import LaneLayout

OVER, JOINT, MOVER, PHASE, OUTCOMES = 0, 1, 2, 5, 7
"""Bits of a record's last word: the match is over; several choose; who moves, in three bits; the
phase of the clock, in two; and from there on one bit for every outcome that a role can have."""
MOVER_BITS, PHASE_BITS = PHASE - MOVER, OUTCOMES - PHASE
MOST_ROLES = 1 << MOVER_BITS
MOST_OUTCOMES = 64 - OUTCOMES


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """What stands where in records and frames. A frame has 64 rows for each word of a record."""

    facts: int
    moves: int
    """The most moves that a role has."""
    roles: int
    outcomes: tuple[tuple[int, int], ...]
    """The roles, by number, with the values above 0 that they can get."""

    @classmethod
    def of(cls, circuit: Circuit) -> RecordLayout:
        most = max(map(len, circuit.moves))
        return cls(len(circuit.facts), most, len(circuit.roles), outcome_values(circuit))

    @property
    def fits(self) -> bool:
        """Whether the game is small enough for records."""
        few = len(self.outcomes) <= MOST_OUTCOMES and self.roles <= MOST_ROLES
        return few and self.moves < 1 << 16

    @property
    def fact_words(self) -> int:
        return words(self.facts)

    @property
    def move_words(self) -> int:
        return words(self.moves)

    @property
    def standing(self) -> int:
        """The word that says how the position stands."""
        return self.fact_words + self.move_words

    @property
    def size(self) -> int:
        return self.standing + 1

    @property
    def chosen(self) -> int:
        """The first row of the moves that are made."""
        return 64 * self.size

    @property
    def movers(self) -> int:
        """The first row that says who makes them, a row a role."""
        return self.chosen + self.moves

    @property
    def rows(self) -> int:
        return self.movers + self.roles


def expansion_source(
    circuit: Circuit, phases: Sequence[Phase], *, ternary: bool, lanes: Lanes = Lanes.MANY
) -> LlvmSource:
    """The kernel; its entries are ``look0``, ``move0`` and so on, two for each phase."""
    layout = RecordLayout.of(circuit)
    emitter = Emitter(lanes, ternary=ternary)
    texts, gates, slots = [emitter.head], 0, 0
    for number, known in enumerate(phases):
        following = phases[(number + 1) % len(phases)]
        for name, plan in (
            (f"look{number}", _looking(circuit, layout, known, number)),
            (f"move{number}", _moving(circuit, layout, known, following)),
        ):
            functions, [names] = emitter.stages(name, plan)
            texts += functions
            texts.append(
                f"define void @{name}(ptr noalias %m, ptr noalias %w) nounwind {{\n"
                f"{calls(names)}\n  ret void\n}}\n"
            )
            gates += plan.gates
            slots = max(slots, plan.slots)
    return LlvmSource("\n".join(texts), gates=gates, slots=slots)


def outcome_source(
    circuit: Circuit, phases: Sequence[Phase], *, ternary: bool, recording: bool = False
) -> LlvmSource:
    """The kernel for random matches whose outcomes are wanted lane by lane: ``settle_lanes``."""
    source = playout_source(circuit, phases, ternary=ternary, recording=recording)
    layout = LaneLayout.of(circuit)
    text = files(__package__).joinpath("settling.ll").read_text("utf-8")
    numbers = {
        "$waiting": layout.waiting, "$outcomes": len(layout.outcomes), "$phases": len(phases),
    }  # fmt: skip
    for name, number in numbers.items():
        text = text.replace(name, str(number))
    return LlvmSource(source.text + text, source.gates, source.slots)


class _Position:
    """The circuit over the facts of a phase, with who can choose."""

    def __init__(self, circuit: Circuit, layout: RecordLayout, known: Phase) -> None:
        self.circuit = circuit
        self.layout = layout
        self.network = network = GateTable()
        self.facts = [_fact(network, known.get(fact)) for fact in range(layout.facts)]
        self.game = game = Embedding(circuit, network, self.facts)
        self.legal = [[game[x] for x in own.tolist()] for own in circuit.legal]
        self.home = {
            x >> 1: MemoryPlace(False, fact)
            for fact, x in enumerate(self.facts)
            if fact not in known
        }
        counted = [_some_and_several(network, own) for own in self.legal]
        self.stuck = network.any(some ^ 1 for some, _ in counted)
        self.several = [several for _, several in counted]

    @property
    def mover(self) -> int | None:
        """The only role that ever chooses in this phase, the first if none does; if it is one."""
        able = [role for role, several in enumerate(self.several) if several != FALSE]
        if len(able) > 1:
            return None
        return able[0] if able else 0

    def chooses(self, role: int) -> int:
        """Where a role moves, unless one before it does; the first does where nobody can choose."""
        if self.mover is not None:
            return TRUE if role == self.mover else FALSE
        if role > 0:
            return self.several[role]
        nobody_else = self.network.any(self.several[1:]) ^ 1
        return self.network.either(self.several[0], nobody_else)


def _fact(network: GateTable, known: bool | None) -> int:
    if known is None:
        return network.input()
    return TRUE if known else FALSE


def _some_and_several(network: GateTable, legal: Sequence[int]) -> tuple[int, int]:
    """Whether there is a legal move, and whether there are two."""
    some, several = FALSE, FALSE
    for literal in legal:
        several = network.either(several, network.both(some, literal))
        some = network.either(some, literal)
    return some, several


def _looking(circuit: Circuit, layout: RecordLayout, known: Phase, phase: int) -> Schedule:
    """From the facts: the rest of the record."""
    here = _Position(circuit, layout, known)
    network = here.network
    moves = [FALSE] * layout.moves
    mover = [FALSE] * MOVER_BITS
    joint, earlier = FALSE, FALSE
    for role in reversed(range(layout.roles)):
        chooses = here.chooses(role)
        for move in range(layout.moves):
            own = here.legal[role][move] if move < len(here.legal[role]) else FALSE
            moves[move] = _choose(network, chooses, own, moves[move])
        for bit in range(MOVER_BITS):
            value = TRUE if role >> bit & 1 else FALSE
            mover[bit] = _choose(network, chooses, value, mover[bit])
    for several in here.several:
        joint = network.either(joint, network.both(earlier, several))
        earlier = network.either(earlier, several)
    over = network.either(here.game[circuit.terminal], here.stuck)
    standing = {OVER: over, JOINT: joint}
    standing |= {MOVER + bit: literal for bit, literal in enumerate(mover)}
    standing |= {PHASE + bit: TRUE if phase >> bit & 1 else FALSE for bit in range(PHASE_BITS)}
    ends = outcomes(circuit, network, here.game)
    standing |= {OUTCOMES + i: network.both(over, x) for i, x in enumerate(ends)}
    first = 64 * layout.fact_words
    outputs = [(x, MemoryPlace(False, first + move)) for move, x in enumerate(moves)]
    outputs += [(x, MemoryPlace(False, 64 * layout.standing + bit)) for bit, x in standing.items()]
    return schedule(network, here.home, [WorkStage(outputs)])


def _choose(network: GateTable, test: int, then: int, other: int) -> int:
    return network.gate(0b11001010, test, then, other)


def _moving(circuit: Circuit, layout: RecordLayout, known: Phase, following: Phase) -> Schedule:
    """From the facts and the moves made: the facts that follow, in their place."""
    here = _Position(circuit, layout, known)
    network, only = here.network, here.mover
    chosen = [network.input() for _ in range(layout.moves)]
    home = here.home | {
        x >> 1: MemoryPlace(False, layout.chosen + move) for move, x in enumerate(chosen)
    }
    made = []
    for role, legal in enumerate(here.legal):
        if only is None:
            moves = network.input()
            home[moves >> 1] = MemoryPlace(False, layout.movers + role)
        else:
            moves = TRUE if role == only else FALSE
        made.append([_choose(network, moves, chosen[i], own) for i, own in enumerate(legal)])
    here.game.make(made)
    outputs = [
        (here.game[x], MemoryPlace(False, fact)) for fact, x in enumerate(circuit.next.tolist())
    ]
    outputs = [
        (TRUE if following[fact] else FALSE, place) if fact in following else (x, place)
        for fact, (x, place) in enumerate(outputs)
    ]
    return schedule(network, home, [WorkStage(outputs)])
