"""What authors say of their rules, with values filled in.

The text of a ``;:`` comment and the values of a rule's variables go in, a :class:`Sentence` comes
out: its text, the squares of the board that its values name, and what it denies, if that is all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spielwerk.core import Layout
from spielwerk.languages.gdl.explain.attempts import Bindings
from spielwerk.languages.gdl.program import Term, Var, term_text

_OR_ELSE = " | "
"""Parts what a rule means when it holds from what it means when it does not."""
_VARIABLE = re.compile(r"\?(\w+(?:-\w+)*)")
_CLOSE = ("", " ", "·")
"""What may stand between the column and the row of a square."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an author."""

    text: str
    squares: tuple[str, ...] = ()
    denies: str = ""
    """The sentence that it says is not true, where it says no more than that."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """Fills in what authors say, for a game with this board."""

    layout: Layout | None

    def said(self, text: str, values: Bindings) -> Sentence:
        """What an author says of a rule that holds."""
        return self._filled(text.partition(_OR_ELSE)[0], values)

    def denied(self, text: str, values: Bindings) -> Sentence:
        """What an author says of a rule that fails; without that, that the sentence is not true."""
        holds, _, fails = text.partition(_OR_ELSE)
        if fails:
            return self._filled(fails, values)
        found = self._filled(holds, values)
        return Sentence(f"Not true: {found.text}", found.squares, found.text)

    def _filled(self, text: str, values: Bindings) -> Sentence:
        filled = _VARIABLE.sub(lambda found: _value(found[1], values), text)
        return Sentence(filled, tuple(dict.fromkeys(self._squares(text, values))))

    def _squares(self, text: str, values: Bindings) -> Iterator[str]:
        """The squares that values of a sentence name: one by itself, or a column and a row."""
        if self.layout is None:
            return
        before, end = "", 0
        for found in _VARIABLE.finditer(text):
            close = text[end : found.start()] in _CLOSE
            end = found.end()
            for word in _leaves(values.get(_named(found[1], values), "")):
                pair = self.layout.square(before, word) if before and close else None
                if pair is not None or word in self.layout.squares:
                    yield pair or word
                before, close = ("" if pair else word), True


def _named(name: str, values: Bindings) -> Var:
    """The variable that a sentence speaks of; it may begin with a capital where a sentence does."""
    if Var(name) in values:
        return Var(name)
    return next((v for v in values if v.name.lower() == name.lower()), Var(name))


def _value(name: str, values: Bindings) -> str:
    found = values.get(_named(name, values))
    if found is not None and not isinstance(found, Var):
        return term_text(found)
    head, hyphen, rest = name.partition("-")
    if hyphen and _named(head, values) in values:
        return f"{term_text(values[_named(head, values)])}-{rest}"
    return f"some {name}"


def _leaves(term: Term) -> Iterator[str]:
    if isinstance(term, tuple):
        for part in term:
            yield from _leaves(part)
    elif not isinstance(term, Var):
        yield term
