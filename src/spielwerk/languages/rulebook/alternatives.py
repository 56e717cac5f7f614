"""All answers of a program that leaves something open, and only what differs between them.

An answer has thousands of atoms of which a handful depend on what was picked. Which ones these are
is heard while the program is grounded, and which of them hold while it is solved: asking each
answer for its atoms takes many times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clingo import Assignment, Control, Observer, PropagateControl, PropagateInit, Symbol
from clingo.ast import AST
from clingo.propagator import Propagator

from spielwerk.languages.rulebook.grounding import fresh_control
from spielwerk.languages.rulebook.predicates import Signature


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The answers of a program, as far as certain atoms are concerned."""

    always: Sequence[Symbol]
    """What holds in every answer."""
    open: Sequence[Symbol]
    """What holds in some."""
    _control: Control
    _holding: _Holding

    def answers(self) -> Iterator[list[int]]:
        """For each answer the places in ``open`` of what holds, in order."""
        with self._control.solve(yield_=True) as handle:
            for _ in handle:
                yield self._holding.places()


def alternatives(
    text: str, parsed: Sequence[AST], facts: Iterable[Symbol], shown: Iterable[Signature]
) -> Alternatives:
    """Ground a program whose answers differ in atoms of these names.

    :raises GroundingError: clingo refuses the program
    """
    listening = _Listening()
    lines = "\n".join(f"#show {name}/{arity}." for name, arity in shown)
    control = fresh_control(
        f"{text}\n{lines}", ["0"], parsed=parsed, facts=facts, observer=listening
    )
    holding = _Holding(listening.literals)
    control.register_propagator(holding)
    return Alternatives(listening.always, listening.open, control, holding)


class _Listening(Observer):
    """Hears which atoms are decided by grounding, and which are not."""

    def __init__(self) -> None:
        self.always: list[Symbol] = []
        self.open: list[Symbol] = []
        self.literals: list[int] = []

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        if atom:
            self.open.append(symbol)
            self.literals.append(atom)
        else:
            self.always.append(symbol)


class _Holding(Propagator):
    """Follows which literals are true just now; it decides nothing itself."""

    def __init__(self, literals: Sequence[int]) -> None:
        self._literals = literals
        self._places: dict[int, list[int]] = {}
        self._true: set[int] = set()

    def init(self, init: PropagateInit) -> None:
        for place, literal in enumerate(self._literals):
            self._places.setdefault(init.solver_literal(literal), []).append(place)
        for literal in self._places:
            if init.assignment.is_true(literal):
                self._true.add(literal)
            init.add_watch(literal)

    def propagate(self, control: PropagateControl, changes: Sequence[int]) -> None:
        self._true.update(changes)

    def undo(self, thread_id: int, assignment: Assignment, changes: Sequence[int]) -> None:
        self._true.difference_update(changes)

    def places(self) -> list[int]:
        """The atoms whose literals are true, by their number."""
        return sorted(place for literal in self._true for place in self._places[literal])
