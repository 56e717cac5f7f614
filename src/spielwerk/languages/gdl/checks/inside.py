"""Words of the language inside of others, where they mean nothing: ``(true (legal ?p run))``."""

from __future__ import annotations

from spielwerk.languages.gdl.program import CONNECTIVES, RELATIONS, WORDS, Argument, Atom, Dialect

_OF_TERMS = frozenset(
    name
    for name in RELATIONS
    if set(WORDS[name].arguments) & {Argument.FACT, Argument.MOVE, Argument.PERCEPT}
)


def keyword_inside(atom: Atom, dialect: Dialect) -> str | None:
    """The word of the language that stands in place of a fact, a move or a percept, if one does."""
    if atom.relation not in _OF_TERMS or len(atom.args) != len(WORDS[atom.relation].arguments):
        return None
    content = atom.args[-1]
    word = str(content[0] if isinstance(content, tuple) else content).lower()
    if word not in RELATIONS | CONNECTIVES or not WORDS[word].known_in(dialect):
        return None
    return word if isinstance(content, tuple) or word == "terminal" else None
