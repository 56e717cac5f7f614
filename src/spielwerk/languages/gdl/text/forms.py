"""From characters to parenthesised forms: the layer below every prefix notation of GDL.

A text goes in; symbols and nested forms come out, each knowing where it stands, together with
what authors say in comments (``;: sentence`` before a rule, ``;! key value`` for the whole
game). Parentheses that do not match are reported and mended, so that one slip hides no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from sys import intern
from typing import TypeAlias

from spielwerk.core import say
from spielwerk.languages.gdl.program import MAX_DEPTH, WORDS, WordPlace
from spielwerk.languages.gdl.text.limits import MAX_RULES, MAX_WORD
from spielwerk.languages.gdl.text.places import PlacedText


@dataclass(slots=True, eq=False)
class Symbol:
    """A word as it is written; ``start`` and ``end`` are offsets into the text."""

    name: str
    start: int
    end: int


@dataclass(slots=True, eq=False)
class Form:
    """A parenthesised list."""

    start: int
    end: int = 0
    items: list[Node] = field(default_factory=list)


Node: TypeAlias = Symbol | Form


@dataclass(slots=True)
class Extras:
    """What a text holds beside its forms."""

    headers: dict[str, list[str]] = field(default_factory=dict)
    damaged: list[Node] = field(default_factory=list)
    """What could not be handed on, because its parentheses do not match."""
    gave_up: bool = False
    """Whether a part of the text was not looked at."""


def read_forms(
    source: PlacedText,
    accept: Callable[[Node, str | None], None],
    *,
    comment: str = ";",
    rules_nest: bool = False,
) -> Extras:
    """Take a text apart and hand every outermost form to ``accept``, one after the other.

    With each form goes the sentence written before it. ``comment`` starts a comment: one of
    :data:`COMMENTS`. Unless rules may nest, an arrow inside a form shows that a parenthesis before
    it is missing. Problems are reported to ``source``.
    """
    if not source.is_readable():
        return Extras(gave_up=True)
    return _Scanner(source, accept, comment, rules_nest).run()


def symbols_in(node: Node) -> Iterator[str]:
    """Every symbol below a node, from left to right."""
    if isinstance(node, Symbol):
        yield node.name
        return
    for item in node.items:
        yield from symbols_in(item)


_PATTERNS = {
    ";": re.compile(r"""(\()|(\))|([^\s();"]+)|(;[^\n]*)|("[^"\n]*"?)"""),
    "//": re.compile(r"""(\()|(\))|((?:(?!//)[^\s()"])+)|(//[^\n]*)|("[^"\n]*"?)"""),
    "//;": re.compile(
        r"""(\()|(\))|((?:(?!//|/\*)[^\s();"])+)|((?://|;)[^\n]*|/\*(?s:.*?)\*/)|("[^"\n]*"?)"""
    ),
}
COMMENTS = tuple(_PATTERNS)
"""How comments may start: with ``;``, ``//``, or either (then ``/* ... */`` is one, too)."""
_MARK = re.compile(r"//|;|/\*")
_CONDITIONS = frozenset(name for name, word in WORDS.items() if word.places == {WordPlace.BODY})
"""Words that start a condition, never a fact."""
_MAX_BARE = 50
"""How far before a stray ')' the word that lost its '(' is looked for, in words."""
_OPEN, _CLOSE, _SYMBOL, _COMMENT, _STRING = range(1, 6)


class _Scanner:
    """One pass over the tokens with an explicit stack of the forms that are still open."""

    def __init__(
        self,
        source: PlacedText,
        accept: Callable[[Node, str | None], None],
        comment: str,
        rules_nest: bool,
    ) -> None:
        self.source = source
        self.accept = accept
        self.comment = comment
        self.rules_nest = rules_nest
        self.extras = Extras()
        self.names: dict[str, str] = {}
        """Words that were looked at: one object each, however often it occurs."""
        self.open: list[Form] = []
        self.bare: list[Node] = []
        """Words outside of all parentheses, and what follows them, until it is clear why."""
        self.ignored = 0
        """How many forms are open below :data:`MAX_DEPTH`."""
        self.too_deep = False
        self.accepted = 0
        self.sentence: list[str] = []

    def run(self) -> Extras:
        source = self.source
        open_forms = self.open
        for token in _PATTERNS[self.comment].finditer(source.text):
            kind = token.lastindex
            if kind == _SYMBOL:
                if not self.ignored:
                    self._symbol(token.group(), token.start(), token.end())
            elif kind == _OPEN:
                if self.ignored or len(open_forms) == MAX_DEPTH:
                    self._descend_too_deep(token.start())
                else:
                    open_forms.append(Form(token.start()))
            elif kind == _CLOSE:
                self._close(token.start())
            elif kind == _COMMENT:
                self._comment(token.group(), token.start())
            else:
                self._string(token.group(), token.start(), token.end())
            if (source.problems or self.accepted > MAX_RULES) and source.is_hopeless(
                self.accepted, token.end()
            ):
                self.extras.gave_up = True
                return self.extras
        if open_forms:
            self._mend()
        self._settle()
        return self.extras

    def _symbol(self, text: str, start: int, end: int) -> None:
        symbol = Symbol(self.names.get(text) or self._name(text, start, end), start, end)
        if not self.open:
            self._finish(symbol)
            return
        if text == "<=" and not self.rules_nest:
            self._arrow(symbol)
        else:
            self.open[-1].items.append(symbol)

    def _arrow(self, symbol: Symbol) -> None:
        """Rules do not nest: what is still open around this one was never closed."""
        top = self.open[-1]
        if top.items:
            self._mend()
            self._finish(symbol)
            return
        if len(self.open) > 1:
            self.open.pop()
            self._mend()
            self.open.append(top)
        top.items.append(symbol)

    def _name(self, text: str, start: int, end: int) -> str:
        if not text.isprintable():
            self.source.report(
                "gdl-strange-character",
                start,
                end,
                say("The word {text!r} contains a character that cannot be seen.", text=text),
                "Delete it and type the word again.",
            )
        if len(text) > MAX_WORD:
            self.source.report(
                "gdl-long-word",
                start,
                end,
                say(
                    "This word has {count:,} characters; at most {max_word:,} are allowed.",
                    count=len(text),
                    max_word=MAX_WORD,
                ),
                "Is there a blank missing?",
            )
            text = text[:MAX_WORD]
        name = self.names[text] = intern(text)
        return name

    def _string(self, text: str, start: int, end: int) -> None:
        if len(text) < 2 or text[-1] != '"':
            self.source.report(
                "gdl-open-string",
                start,
                end,
                "This text in quotation marks does not end on its line.",
                'Close it with a second " on the same line.',
            )
            text += '"'
        if self.ignored:
            return
        symbol = Symbol(text, start, end)
        if self.open:
            self.open[-1].items.append(symbol)
        else:
            self._finish(symbol)

    def _close(self, start: int) -> None:
        if self.ignored:
            self.ignored -= 1
        elif self.open:
            form = self.open.pop()
            form.end = start + 1
            if self.open:
                self.open[-1].items.append(form)
            elif self.too_deep:
                self._discard(form)
            else:
                self._finish(form)
        elif self.bare and self._goes_on(start):
            self._unopened()
        else:
            self.source.report(
                "gdl-stray-parenthesis",
                start,
                start + 1,
                "This closing parenthesis has no opening one.",
                "Delete it, or add the '(' that belongs to it.",
            )

    def _descend_too_deep(self, start: int) -> None:
        if not self.too_deep:
            self.source.report(
                "gdl-nested-too-deeply",
                start,
                start + 1,
                say("Forms nest more than {max_depth} levels deep here.", max_depth=MAX_DEPTH),
                "Split the term or the rule; no game needs to nest that deeply.",
            )
        self.too_deep = True
        self.ignored += 1

    def _comment(self, text: str, start: int) -> None:
        body = _MARK.sub("", text, count=1)
        said = not self.open and body.startswith((":", "!"))
        self.source.note_comment(start, text, text[: len(text) - len(body)], said=said)
        if said and body.startswith(":"):
            self._settle()
            self.sentence.append(body[1:].strip())
        elif said:
            key, _, value = body[1:].strip().partition(" ")
            if key:
                self.extras.headers.setdefault(key.lower(), []).append(value.strip())

    def _finish(self, node: Node) -> None:
        if self.bare and not self._goes_on(node.start):
            self._settle()
        if self.bare or isinstance(node, Symbol):
            self.bare.append(node)
        else:
            self._accept(node)

    def _accept(self, node: Node) -> None:
        sentence = " ".join(self.sentence) or None
        self.sentence.clear()
        self.accepted += 1
        self.accept(node, sentence)

    def _goes_on(self, start: int) -> bool:
        """Whether what starts here belongs to the words outside of parentheses before it."""
        source, first = self.source, self.bare[0]
        if isinstance(first, Symbol) and first.name == "<=":
            beside = source.column(start) <= source.column(first.start)
            return not (beside and source.first_on_its_line(start))
        return len(self.bare) < _MAX_BARE and "\n" not in source.text[self.bare[-1].end : start]

    def _settle(self) -> None:
        """Words outside of parentheses are facts, but an arrow has lost its parenthesis."""
        if self.bare and isinstance(self.bare[0], Symbol) and self.bare[0].name == "<=":
            self._unopened()
        for node in self.bare:
            self._accept(node)
        self.bare.clear()

    def _unopened(self) -> None:
        first = self.bare[0]
        self.source.report(
            "gdl-unopened-parenthesis",
            first.start,
            first.end,
            "An opening parenthesis is missing before this word.",
            "Add the missing '(' before it.",
        )
        self.extras.damaged.extend(self.bare)
        self.bare.clear()
        self.sentence.clear()

    def _discard(self, form: Form) -> None:
        self.extras.damaged.append(form)
        self.sentence.clear()
        self.too_deep = False
        self.ignored = 0

    def _mend(self) -> None:
        """Give up the open forms, but keep those inside them that look like forms of their own.

        A fact that starts a line no further right than the outermost open form was most likely
        meant to stand beside it, not inside it. What has variables is a condition, rather.
        """
        source = self.source
        rest, self.open[:] = list(self.open), []
        root = rest[0]
        self._unclosed(root)
        margin = source.column(root.start)
        for level, form in enumerate(rest):
            if form is not root and self._stands_alone(form, margin):
                self._discard(root)
                root = form
                self._unclosed(root)
                margin = source.column(root.start)
            kept: list[Node] = []
            for item in form.items:
                if isinstance(item, Form) and self._stands_alone(item, margin):
                    self._finish(item)
                else:
                    kept.append(item)
            form.items = kept
            if level and form is not root:
                rest[level - 1].items.append(form)
        self._discard(root)

    def _stands_alone(self, form: Form, margin: int) -> bool:
        start = form.start
        if self.source.column(start) > margin or not self.source.first_on_its_line(start):
            return False
        words = list(symbols_in(form))
        return (
            bool(words)
            and words[0].lower() not in _CONDITIONS
            and not any(w[0] == "?" for w in words)
        )

    def _unclosed(self, form: Form) -> None:
        if self.too_deep:
            return
        self.source.report(
            "gdl-unclosed-parenthesis",
            form.start,
            form.start + 1,
            "This parenthesis is never closed.",
            "Add the missing ')' at the end of this rule or fact.",
        )
