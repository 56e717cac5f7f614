"""clingo behind a small typed surface: a text is grounded, its atoms come out.

Whatever clingo complains about becomes a :class:`GroundingError` with its message. Controls live
for one call only, so nothing of one request can reach another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from clingo import Control, MessageCode, Observer, Symbol

from spielwerk.core import SpielwerkError

Atoms = defaultdict[tuple[str, int], list[Symbol]]
"""Atoms by name and number of arguments."""


class GroundingError(SpielwerkError):
    """clingo refuses a program; the message is clingo's."""


class _Nobody(Observer):
    """Takes the place of the solver where grounding alone decides; that saves its work."""


def fresh_control(text: str, options: Sequence[str] = (), solver: bool = True) -> Control:
    """A control with a program in it, grounded.

    :raises GroundingError: clingo refuses the program
    """
    heard: list[str] = []

    def hear(code: MessageCode, message: str) -> None:
        if code is MessageCode.RuntimeError:
            heard.append(message.strip())

    control = Control(["--warn=none", *options], logger=hear, message_limit=5)
    if not solver:
        control.register_observer(_Nobody(), replace=True)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as problem:
        raise GroundingError("\n".join(heard) or str(problem)) from None
    return control


def decided_atoms(text: str, wanted: frozenset[tuple[str, int]] | None = None) -> Atoms:
    """The atoms that hold, by name and number of arguments.

    Programs of ours are decided by grounding alone; a book whose rules leave something open is
    solved, and its first answer counts.

    :raises GroundingError: clingo refuses the program, or it has no answer at all
    """
    control = fresh_control(text, solver=False)
    found: Atoms = defaultdict(list)
    every = control.symbolic_atoms
    if wanted is None:
        wanted = frozenset((name, arity) for name, arity, positive in every.signatures if positive)
    open_ = False
    for name, arity in wanted:
        for atom in every.by_signature(name, arity):
            open_ = open_ or not atom.is_fact
            found[name, arity].append(atom.symbol)
    return _first_answer(fresh_control(text), wanted) if open_ else found


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
