"""Our grounder beside clingo's, on the same rules: ``python -m benchmarks.grounding [GAME...]``.

Clingo gets the rules as they are, with everything that may be true or done as a choice, so that
both keep what can be reached. It spells every instance out; ours splits rules first and writes
moves as sets. Clingo is needed for this comparison only (``pip install clingo``).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import clingo

import spielwerk
from spielwerk.languages.gdl.circuit.budget import Budget, Meter
from spielwerk.languages.gdl.circuit.grounding.flat import flatten
from spielwerk.languages.gdl.circuit.grounding.instances import instantiate
from spielwerk.languages.gdl.circuit.grounding.reach import ground
from spielwerk.languages.gdl.load import load_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Atom, Distinct, Literal, Not, Program, Term, Var

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"


class Count(clingo.Observer):
    """How many ground rules clingo makes."""

    def __init__(self) -> None:
        self.rules = 0

    def rule(self, choice: bool, head: object, body: object) -> None:
        self.rules += 1


def answer_set_program(program: Program) -> Iterator[str]:
    """The rules in clingo's language; names are numbered, since GDL allows more of them."""
    numbers: dict[str, int] = {}

    def term(item: Term) -> str:
        match item:
            case Var(name):
                return f"V{numbers.setdefault(name, len(numbers))}"
            case str():
                return f"c{numbers.setdefault(item, len(numbers))}"
        name, *args = item
        return f"f{numbers.setdefault(str(name), len(numbers))}({','.join(map(term, args))})"

    def atom(item: Atom) -> str:
        name = f"r{numbers.setdefault(item.relation, len(numbers))}"
        return f"{name}({','.join(map(term, item.args))})" if item.args else name

    def literal(item: Literal) -> str:
        match item:
            case Atom():
                return atom(item)
            case Not(Atom() as inner):
                return f"not {atom(inner)}"
            case Distinct(left, right):
                return f"{term(left)} != {term(right)}"
        raise AssertionError(item)

    for rule in program.rules:
        if rule.head.relation not in ("base", "input"):
            body = ", ".join(map(literal, rule.body))
            yield f"{atom(rule.head)} :- {body}." if body else f"{atom(rule.head)}."
    x, y = Var("x"), Var("y")
    for may, because in (("true", "init"), ("true", "next")):
        yield f"{{ {atom(Atom(may, (x,)))} }} :- {atom(Atom(because, (x,)))}."
    yield f"{{ {atom(Atom('does', (x, y)))} }} :- {atom(Atom('legal', (x, y)))}."


def with_clingo(program: Program) -> tuple[float, int]:
    """CPU seconds and ground rules."""
    control, count = clingo.Control(message_limit=0), Count()
    control.register_observer(count)
    control.add("base", [], "\n".join(answer_set_program(program)))
    start = time.process_time()
    control.ground([("base", [])])
    return time.process_time() - start, count.rules


def with_ours(program: Program) -> tuple[float, int]:
    """CPU seconds and ground rules."""
    start = time.process_time()
    found = instantiate(ground(flatten(program), Meter(Budget())))
    rules = sum(len(heads) for group in found.groups for heads, _ in group.blocks)
    return time.process_time() - start, rules


def main(names: list[str]) -> None:
    """Print one line a game."""
    print(f"{'game':16} {'clingo s':>9} {'rules':>9} {'ours s':>9} {'rules':>9}  ratio")
    for path in sorted(LIBRARY.glob("*.gdl")):
        if names and path.stem not in names:
            continue
        program = normalise(load_program(path))
        theirs, their_rules = with_clingo(program)
        ours, our_rules = with_ours(program)
        print(
            f"{path.stem:16} {theirs:9.3f} {their_rules:9,} {ours:9.3f} {our_rules:9,}"
            f"  {theirs / ours:5.2f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
