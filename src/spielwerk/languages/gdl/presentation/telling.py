"""What everybody is told of a step: moves and percepts, in the author's words where there are any.

``;! tell de (said ?who fold) ?who passt`` says in German what it means to perceive ``(said first
fold)``; ``(does ?who (mark ?x ?y))`` stands for a move, and the move alone for what it is called:
after ``;! tell en (bid 3 5) three fives``, ``?who bids ?bid`` says just that. Of several sentences
the first that fits is said, and nothing where it is ``-``. Values are called as ``;! word de spades
Pik`` has it. What nobody has put into words is told as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from spielwerk.core import AccountEntry, Label, MoveSyntaxError, Role
from spielwerk.languages.gdl.program import Term, Var, term_text, unify
from spielwerk.languages.gdl.text import parse_term

_VARIABLE = re.compile(r"\?(\w+(?:-\w+)*)")
_SEES = {"en": "sees", "de": "sieht"}


@dataclass(frozen=True, slots=True)
class ToldPattern:
    """A sentence, and what it is said of."""

    language: str
    what: Term
    text: str

    @classmethod
    def parse(cls, header: str) -> ToldPattern | None:
        """The sentence in a header's value; none where it is not a language, a term and a text."""
        language, _, rest = header.strip().partition(" ")
        if not re.fullmatch("[a-z]{2}", language):
            return None
        what, text = _split(rest.strip())
        if not what or not text:
            return None
        try:
            return cls(language, parse_term(what), text)
        except MoveSyntaxError:
            return None

    def said(
        self, what: Term, roles: Iterable[str], called: Callable[[Term, str], str | None]
    ) -> str | None:
        """The sentence about a term, if it fits; ``called`` says what terms in it are called."""
        found = unify(self.what, what)
        if found is None:
            return None
        known = frozenset(roles)

        def value(place: re.Match[str]) -> str:
            term = found.term(Var(place[1]))
            word = term_text(term)
            return f"{{{word}}}" if word in known else called(term, self.language) or word

        return "" if self.text == "-" else _VARIABLE.sub(value, self.text)


class Teller:
    """Turns moves and percepts of one game into entries of an account."""

    def __init__(
        self,
        headers: Mapping[str, Iterable[str]],
        roles: Iterable[str],
        words: Mapping[str, Mapping[str, str]],
    ) -> None:
        found = map(ToldPattern.parse, headers.get("tell", ()))
        self._patterns = [one for one in found if one is not None]
        self._roles = tuple(roles)
        self._words = words

    def moved(self, entry: AccountEntry, role: Role, term: Term) -> AccountEntry:
        """A move, with the author's sentence where there is one."""
        said = self._said(("does", str(role), term))
        return AccountEntry(entry.kind, role, entry.fields, said) if said else entry

    def label(self, term: Term) -> Label | None:
        """What a move is called, where the author says so of the move alone."""
        return self._said(term) or None

    def perceived(self, role: Role, percept: Term, news: bool) -> AccountEntry:
        """What a role perceives; what is not news needs no words."""
        text = term_text(percept)
        if not news:
            return AccountEntry("saw", role, {"what": text})
        plain = text.strip("()").replace("(", "").replace(")", "")
        said = self._said(percept) or {
            language: f"{{{role}}} {word}: {_named(plain, self._roles)}"
            for language, word in _SEES.items()
        }
        return AccountEntry("saw", role, {"what": text}, said)

    def _called(self, term: Term, language: str) -> str | None:
        """What a move or a value within a sentence is called."""
        if not isinstance(term, tuple):
            return self._words.get(language, {}).get(term_text(term))
        found = self._said(term)
        return None if isinstance(found, str) else found.get(language)

    def _said(self, what: Term) -> Label:
        found: dict[str, str] = {}
        for pattern in self._patterns:
            if pattern.language not in found:
                said = pattern.said(what, self._roles, self._called)
                if said is not None:
                    found[pattern.language] = said
        return found


def mentions(percept: Term, move: Term) -> bool:
    """Whether a percept speaks of a move."""
    return percept == move or (
        isinstance(percept, tuple) and any(mentions(p, move) for p in percept)
    )


def _split(text: str) -> tuple[str, str]:
    """The term that a text begins with, and what stands behind it."""
    if not text.startswith("("):
        what, _, rest = text.partition(" ")
        return what, rest.strip()
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[: place + 1], text[place + 1 :].strip()
    return "", ""


def _named(words: str, roles: Iterable[str]) -> str:
    known = frozenset(roles)
    return " ".join(f"{{{word}}}" if word in known else word for word in words.split())
