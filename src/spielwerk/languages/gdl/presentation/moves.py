"""Moves as people write them and as the rules know them.

What somebody typed goes in, the term of a move comes out: in prefix notation, or in a short form
that the author of the game gave (:mod:`.notation`), spelt as the rules spell it. A text that no
rule could ever make a move of is refused with the forms that there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from spielwerk.core import MoveSyntaxError
from spielwerk.languages.gdl.presentation.notation import Notations
from spielwerk.languages.gdl.program import (
    Argument,
    Program,
    Term,
    Var,
    atoms,
    relations_about,
    term_text,
    variables,
)
from spielwerk.languages.gdl.text import Spelling, parse_term, spelling_of

_MOVE_RELATIONS = relations_about(Argument.MOVE)


class MoveReader:
    """Reads and shortens the moves of one game."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._notations = Notations(program.headers.get("notation", ()))
        self._forms = dict.fromkeys(_forms(program))
        self._words = {form for form in self._forms if isinstance(form, str)}
        self._shapes = {(form[0], len(form)) for form in self._forms if isinstance(form, tuple)}
        self._anything = any(isinstance(form, Var) for form in self._forms)

    def parse(self, text: str) -> Term:
        """The move that a text means.

        :raises MoveSyntaxError: it is not one
        """
        if "(" not in text and self._spelling.word(text.strip()) not in self._words:
            short = self._notations.expand(text)
            if short is not None:
                return self._spelling.term(short)
        move = self._spelling.term(parse_term(text))
        if next(variables(move), None) is not None:
            raise MoveSyntaxError(f"A move has values, not variables: {text.strip()}")
        if not self._known(move):
            forms = ", ".join(term_text(form) for form in self._forms)
            raise MoveSyntaxError(f"'{text.strip()}' is no move of this game. Moves are: {forms}.")
        return move

    @cached_property
    def _spelling(self) -> Spelling:
        """Made when somebody writes a move: it looks at every word of the rules."""
        return spelling_of(self._program)

    @property
    def forms(self) -> tuple[Term, ...]:
        """What the moves look like that have a short form."""
        return self._notations.moves

    def shorten(self, move: Term) -> str | None:
        """The short text that :meth:`parse` reads as this move, if an author gave it one."""
        return self._notations.shorten(move)

    def _known(self, move: Term) -> bool:
        if self._anything:
            return True
        if isinstance(move, tuple):
            return (move[0], len(move)) in self._shapes
        return move in self._words


def _forms(program: Program) -> Iterator[Term]:
    """What moves look like anywhere in the rules, the most general variables aside."""
    for rule in program.rules:
        for atom, _ in atoms((rule.head, *rule.body)):
            if atom.relation in _MOVE_RELATIONS and len(atom.args) == 2:
                move = atom.args[1]
                if not isinstance(move, Var) or atom is rule.head:
                    yield move
