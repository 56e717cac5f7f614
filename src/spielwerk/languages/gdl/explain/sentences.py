"""What authors say of their rules, with values filled in, in every language they say it in.

The text of a ``;:`` comment and the values of a rule's variables go in, a :class:`Sentence` comes
out: its text, the squares of the board that its values name, and what it denies, if that is all.
Behind ``[de]`` a comment says the same in German; ``;! word de queen Dame`` says what a value is
called there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from spielwerk.core import Layout, phrase
from spielwerk.languages.gdl.explain.attempts import Bindings
from spielwerk.languages.gdl.program import Term, Var, term_text

_OR_ELSE = " | "
"""Parts what a rule means when it holds from what it means when it does not."""
_VARIABLE = re.compile(r"\?(\w+(?:-\w+)*)")
_LANGUAGE = re.compile(r"(?:^|\s)\[([a-z]{2})\](?:\s|$)")
_NOT_TRUE = {"en": "Not true: {text}", "de": "Das stimmt nicht: {text}"}
_SOME = {"en": "some {name}", "de": "irgendein {name}"}
_CLOSE = ("", " ", "·")
"""What may stand between the column and the row of a square."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an author."""

    text: str
    squares: tuple[str, ...] = ()
    denies: str = ""
    """The sentence that it says is not true, where it says no more than that."""


Vocabularies = Mapping[str, Mapping[str, str]]
"""What values are called, by language."""


def read_words(headers: Mapping[str, tuple[str, ...]]) -> Vocabularies:
    """What ``;! word de queen Dame`` headers say."""
    found: dict[str, dict[str, str]] = {}
    for line in headers.get("word", ()):
        language, value, *called = [*line.split(maxsplit=2), "", ""]
        if called[0]:
            found.setdefault(language, {})[value] = called[0]
    return found


@lru_cache(maxsize=2_000)
def in_languages(text: str) -> Mapping[str, str]:
    """What an author says, by language; English needs no mark."""
    first, *others = _LANGUAGE.split(text)
    return {"en": first.strip()} | dict(zip(others[::2], map(str.strip, others[1::2]), strict=True))


@dataclass(frozen=True, slots=True)
class Sentences:
    """Fills in what authors say, for a game with this board and these words."""

    layout: Layout | None
    words: Vocabularies = field(default_factory=dict)

    def said(self, text: str, values: Bindings) -> Sentence:
        """What an author says of a rule that holds."""
        said = {
            language: one.partition(_OR_ELSE)[0] for language, one in in_languages(text).items()
        }
        return self._filled(said, values)

    def denied(self, text: str, values: Bindings) -> Sentence:
        """What an author says of a rule that fails; without that, that the sentence is not true."""
        said = {language: one.partition(_OR_ELSE) for language, one in in_languages(text).items()}
        if said["en"][2]:
            fails = {language: one for language, (_, _, one) in said.items() if one}
            return self._filled(fails, values)
        holds = {language: one for language, (one, _, _) in said.items()}
        denied = {language: _NOT_TRUE.get(language, "{text}") for language in holds}
        whole = {language: denied[language].format(text=one) for language, one in holds.items()}
        made = self._filled(whole, values)
        return Sentence(made.text, made.squares, self._filled(holds, values).text)

    def _filled(self, said: Mapping[str, str], values: Bindings) -> Sentence:
        filled = {language: self._in(language, text, values) for language, text in said.items()}
        english = filled.pop("en")
        squares = tuple(dict.fromkeys(self._squares(said["en"], values)))
        return Sentence(phrase(english, **filled), squares)

    def _in(self, language: str, text: str, values: Bindings) -> str:
        words = self.words.get(language, {})
        filled = _VARIABLE.sub(lambda found: _value(found[1], values, language, words), text)
        return filled[:1].upper() + filled[1:] if language != "en" else filled

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


def _value(name: str, values: Bindings, language: str, words: Mapping[str, str]) -> str:
    found = values.get(_named(name, values))
    if found is not None and not isinstance(found, Var):
        return _called(found, words)
    head, hyphen, rest = name.partition("-")
    if hyphen and _named(head, values) in values:
        return f"{_called(values[_named(head, values)], words)}-{rest}"
    return _SOME.get(language, "{name}").format(name=words.get(name, name))


def _called(value: Term, words: Mapping[str, str]) -> str:
    text = term_text(value)
    return words.get(text, text)


def _leaves(term: Term) -> Iterator[str]:
    if isinstance(term, tuple):
        for part in term:
            yield from _leaves(part)
    elif not isinstance(term, Var):
        yield term
