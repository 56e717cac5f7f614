"""Terms in generated Python: expressions that build them, statements that take them apart.

A :class:`Block` collects the lines of a generated function and knows which Python name holds the
value of which variable. A statement that fails continues the loop it stands in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spielwerk.languages.gdl.direct.clauses import is_ground
from spielwerk.languages.gdl.program import Term, Var


class Constants:
    """Names for ground compound terms, so that generated code builds each only once."""

    def __init__(self) -> None:
        self.values: dict[str, Term] = {}
        self._names: dict[Term, str] = {}

    def name(self, term: Term) -> str:
        if term not in self._names:
            name = f"K{len(self._names)}"
            self._names[term] = name
            self.values[name] = term
        return self._names[term]


def pack(items: Sequence[str]) -> str:
    """Several values as one: alone it stays itself, otherwise they form a tuple."""
    return items[0] if len(items) == 1 else f"({', '.join(items)})"


class FunctionBody:
    """Lines of one generated function, with the names of the variables that have values."""

    def __init__(self, constants: Constants, names: Mapping[Var, str] | None = None) -> None:
        self.lines: list[str] = []
        self.names: dict[Var, str] = dict(names or {})
        self.built: dict[Term, str] = {}
        """Terms that some name holds already."""
        self.loops = 0
        """How many loops are open; each adds an indentation."""
        self._constants = constants
        self._fresh = 0

    def line(self, text: str) -> None:
        self.lines.append(f"{'    ' * (self.loops + 1)}{text}")

    def fresh(self) -> str:
        self._fresh += 1
        return f"t{self._fresh}"

    def name(self, variable: Var) -> str:
        """A name for a variable that gets its value now."""
        name = f"v{len(self.names)}"
        self.names[variable] = name
        return name

    def open(self, header: str) -> None:
        """Open a loop; it is closed by lowering ``loops``."""
        self.line(header)
        self.loops += 1

    def require(self, condition: str) -> None:
        """Go on only where the Python expression holds."""
        self.line(f"if not {condition}: continue")

    def reject(self, condition: str) -> None:
        self.line(f"if {condition}: continue")

    def build(self, term: Term) -> str:
        """An expression for a term whose variables all have values."""
        if isinstance(term, Var):
            return self.names[term]
        if isinstance(term, str):
            return repr(term)
        if is_ground(term):
            return self._constants.name(term)
        if term in self.built:
            return self.built[term]
        return f"({', '.join(map(self.build, term))},)"

    def known(self, term: Term) -> bool:
        """Whether all variables of the term have values."""
        if isinstance(term, Var):
            return term in self.names
        return isinstance(term, str) or all(map(self.known, term))

    def match(self, term: Term, value: str) -> None:
        """Go on only where the value (a Python name) fits the term; its variables get values."""
        if self.known(term):
            self.reject(f"{value} != {self.build(term)}")
        elif isinstance(term, Var):
            self.names[term] = value
        else:
            self.reject(f"type({value}) is not tuple or len({value}) != {len(term)}")
            targets, checks = self.targets(term[1:])
            self.reject(f"{value}[0] != {term[0]!r}")
            self.line(f"_, {', '.join(targets)}, = {value}")
            self.check(checks)

    def targets(self, terms: Sequence[Term]) -> tuple[list[str], list[tuple[Term, str]]]:
        """Names to unpack a row into, and which of them still have to fit which term."""
        names: list[str] = []
        checks: list[tuple[Term, str]] = []
        for term in terms:
            if isinstance(term, Var) and term not in self.names:
                names.append(self.name(term))
            else:
                names.append(self.fresh())
                checks.append((term, names[-1]))
        return names, checks

    def check(self, checks: Sequence[tuple[Term, str]]) -> None:
        for term, value in checks:
            self.match(term, value)
