"""clingo behind a small typed surface: a text is grounded, its atoms come out.

Whatever clingo complains about becomes a :class:`GroundingError` with its message. Controls live
for one call only, so nothing of one request can reach another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from clingo import Control, MessageCode, Observer, Symbol
from clingo.ast import AST, ProgramBuilder

from spielwerk.core import LimitExceeded, SpielwerkError
from spielwerk.languages.rulebook.predicates import Signature

Atoms = defaultdict[Signature, list[Symbol]]
"""Atoms by name and number of arguments."""


class GroundingError(SpielwerkError):
    """clingo refuses a program; the message is clingo's."""


class TooMuchGrounding(GroundingError, LimitExceeded):
    """A program has more ground rules than are allowed; ``derived`` is what it derives most."""

    def __init__(self, most: int, derived: Signature) -> None:
        super().__init__(f"More than {most:,} facts and rules follow")
        self.derived = derived


class _Nobody(Observer):
    """Takes the place of the solver where grounding alone decides; that saves its work."""


class _Counting(Observer):
    """Counts ground rules; too many end the grounding."""

    def __init__(self, most: int) -> None:
        self.left = most

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.left -= 1
        if self.left < 0:
            raise RuntimeError  # clingo makes another of it


_most: int | None = None


def count_up_to(most: int) -> None:
    """From now on, let no program of this process have more ground rules."""
    global _most  # a process that reads books of strangers reads no others
    _most = most


def fresh_control(
    text: str,
    options: Sequence[str] = (),
    solver: bool = True,
    parsed: Sequence[AST] = (),
    facts: Iterable[Symbol] = (),
    observer: Observer | None = None,
) -> Control:
    """A control with a program in it, grounded.

    ``parsed`` are statements that were read before and ``facts`` need no reading at all; the
    ``observer`` is told what is grounded.

    :raises GroundingError: clingo refuses the program
    """
    heard: list[str] = []

    def hear(code: MessageCode, message: str) -> None:
        if code is MessageCode.RuntimeError:
            heard.append(message.strip())

    control = Control(["--warn=none", *options], logger=hear, message_limit=5)
    counting = None if _most is None else _Counting(_most)
    if counting is not None:
        control.register_observer(counting, replace=not solver)
    elif not solver:
        control.register_observer(_Nobody(), replace=True)
    try:
        with control.backend() as backend:
            for fact in facts:
                backend.add_rule([backend.add_atom(fact)])
        if observer is not None:  # facts are no news
            control.register_observer(observer)
        if parsed:
            with ProgramBuilder(control) as builder:
                for statement in parsed:
                    builder.add(statement)
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as problem:
        if _most is not None and counting is not None and counting.left < 0:
            raise TooMuchGrounding(_most, _derived_most(control)) from None
        raise GroundingError("\n".join(heard) or str(problem)) from None
    return control


def _derived_most(control: Control) -> Signature:
    """Of what there is most so far, leaving out what is ours."""
    every = control.symbolic_atoms
    counts = {
        (name, arity): sum(1 for _ in every.by_signature(name, arity))
        for name, arity, positive in every.signatures
        if positive and not name.startswith("_")
    }
    return max(counts, key=lambda key: counts[key], default=("", 0))


def decided_atoms(
    text: str,
    wanted: frozenset[tuple[str, int]] | None = None,
    parsed: Sequence[AST] = (),
    facts: Sequence[Symbol] = (),
) -> Atoms:
    """The atoms that hold, by name and number of arguments.

    Programs of ours are decided by grounding alone; a book whose rules leave something open is
    solved, and its first answer counts.

    :raises GroundingError: clingo refuses the program, or it has no answer at all
    """
    control = fresh_control(text, solver=False, parsed=parsed, facts=facts)
    found: Atoms = defaultdict(list)
    every = control.symbolic_atoms
    if wanted is None:
        wanted = frozenset((name, arity) for name, arity, positive in every.signatures if positive)
    open_ = False
    for name, arity in wanted:
        for atom in every.by_signature(name, arity):
            open_ = open_ or not atom.is_fact
            found[name, arity].append(atom.symbol)
    if not open_:
        return found
    return _first_answer(fresh_control(text, parsed=parsed, facts=facts), wanted)


def _first_answer(control: Control, wanted: frozenset[tuple[str, int]]) -> Atoms:
    found: Atoms = defaultdict(list)
    with control.solve(yield_=True) as handle:
        model = handle.model()
        if model is None:
            raise GroundingError("the rules contradict each other: there is no answer at all")
        for symbol in model.symbols(atoms=True):
            if (symbol.name, len(symbol.arguments)) in wanted:
                found[symbol.name, len(symbol.arguments)].append(symbol)
    return found
