"""clingo behind a small typed surface: a text is grounded, its atoms come out.

Whatever clingo complains about becomes a :class:`GroundingError` with its message. Controls live
for one call only, so nothing of one request can reach another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from clingo import Control, MessageCode, Symbol

from spielwerk.core import SpielwerkError

__all__ = ["GroundingError", "decided_atoms", "fresh_control"]


class GroundingError(SpielwerkError):
    """clingo refuses a program; the message is clingo's."""


def fresh_control(text: str, options: Sequence[str] = ()) -> Control:
    """A control with a program in it, grounded.

    :raises GroundingError: clingo refuses the program
    """
    heard: list[str] = []

    def hear(code: MessageCode, message: str) -> None:
        if code is MessageCode.RuntimeError:
            heard.append(message.strip())

    control = Control(["--warn=none", *options], logger=hear, message_limit=5)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as problem:
        raise GroundingError("\n".join(heard) or str(problem)) from None
    return control


def decided_atoms(text: str, wanted: frozenset[tuple[str, int]] | None = None) -> _Atoms:
    """The atoms that hold, by name and number of arguments.

    Programs of ours are decided by grounding alone; a book whose rules leave something open is
    solved, and its first answer counts.

    :raises GroundingError: clingo refuses the program, or it has no answer at all
    """
    control = fresh_control(text)
    found: _Atoms = defaultdict(list)
    if all(atom.is_fact for atom in control.symbolic_atoms):
        signatures = [s for s in control.symbolic_atoms.signatures if s[2]]
        for name, arity, _ in signatures:
            if wanted is None or (name, arity) in wanted:
                found[name, arity] = [
                    atom.symbol for atom in control.symbolic_atoms.by_signature(name, arity)
                ]
        return found
    with control.solve(yield_=True) as handle:
        model = handle.model()
        if model is None:
            raise GroundingError("the rules contradict each other: there is no answer at all")
        for symbol in model.symbols(atoms=True):
            if wanted is None or (symbol.name, len(symbol.arguments)) in wanted:
                found[symbol.name, len(symbol.arguments)].append(symbol)
    return found


_Atoms = defaultdict[tuple[str, int], list[Symbol]]
