"""Short ways to write moves, as authors give them in ``;! notation`` headers.

``;! notation ?a?b-?c?d (move ?a ?b ?c ?d)`` lets people type ``e2-e4`` for ``(move e 2 e 4)``, and
terminals and pages show it so. In the pattern a variable stands for one run of letters and
underscores, or for one run of digits; everything else stands for itself, in any case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spielwerk.core import MoveSyntaxError
from spielwerk.languages.gdl.program import Substitution, Term, Var, unify, variables
from spielwerk.languages.gdl.text import parse_term

_HEADER = re.compile(r"(?P<pattern>[^()]*[^\s()])\s+(?P<move>\(.*\)|[^\s()]+)")
_VARIABLE = re.compile(r"\?([^\W\d]\w*)")
_RUN = r"((?<![^\W\d])[^\W\d]+(?![^\W\d])|(?<!\d)\d+(?!\d))"


@dataclass(frozen=True, slots=True)
class Notation:
    """One pattern and the move it stands for."""

    pattern: str
    move: Term
    names: tuple[Var, ...]
    """The variables of the pattern, in order."""
    shape: re.Pattern[str]

    @classmethod
    def parse(cls, header: str) -> Notation | None:
        """The notation in a header's value; none where it is not a pattern and a move."""
        found = _HEADER.fullmatch(header.strip())
        if found is None:
            return None
        pattern = found["pattern"]
        try:
            move = parse_term(found["move"])
        except MoveSyntaxError:
            return None
        names = tuple(Var(name) for name in _VARIABLE.findall(pattern))
        if len(set(names)) != len(names) or set(names) != set(variables(move)):
            return None
        if isinstance(move, Var):
            return None
        literals = _VARIABLE.split(pattern)[::2]
        shape = re.compile(_RUN.join(map(re.escape, literals)), re.IGNORECASE)
        return cls(pattern, move, names, shape)

    def expand(self, text: str) -> Term | None:
        """The move that the short text means, if it has this shape."""
        found = self.shape.fullmatch(text)
        if found is None:
            return None
        return Substitution(dict(zip(self.names, found.groups(), strict=True))).term(self.move)

    def shorten(self, move: Term) -> str | None:
        """The short text of the move, if this notation can write it."""
        match = unify(self.move, move)
        if match is None:
            return None
        values = match.bindings
        if not all(isinstance(values[name], str) for name in self.names):
            return None
        text = _VARIABLE.sub(lambda found: str(values[Var(found[1])]), self.pattern)
        return text if self.expand(text) == move else None


class Notations:
    """All short forms of a game's moves; earlier ones are preferred."""

    def __init__(self, headers: Iterable[str]) -> None:
        found = map(Notation.parse, headers)
        self._notations: Sequence[Notation] = [n for n in found if n is not None]

    @property
    def moves(self) -> tuple[Term, ...]:
        """The moves that notations stand for, with their variables."""
        return tuple(notation.move for notation in self._notations)

    def expand(self, text: str) -> Term | None:
        """The move that a short text means, if any."""
        short = text.strip()
        moves = (notation.expand(short) for notation in self._notations)
        return next((move for move in moves if move is not None), None)

    def shorten(self, move: Term) -> str | None:
        """The short text that means just this move, if any."""
        texts = (notation.shorten(move) for notation in self._notations)
        return next((t for t in texts if t is not None and self.expand(t) == move), None)
