"""What an editor asks about a text in the compact notation: names, words to go on, an outline."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from spielwerk.core import (
    Alteration,
    Description,
    EditedText,
    LineIndex,
    Mention,
    OutlineSection,
    RuleText,
    Suggestion,
    SymbolKind,
    TextEdit,
)
from spielwerk.languages.igold.notation.reading import DECLARATIONS
from spielwerk.languages.igold.notation.statements import STATEMENTS
from spielwerk.languages.igold.notation.symbols import WORDS
from spielwerk.languages.igold.schema import schema_elements

_TOKEN = re.compile(r'#[^\n]*|"(?:[^"\\\n]|\\.)*"?|`[^`\n]*`|<[^>\n]*>|[A-Za-z_]\w*(?:\.[A-Z]\w*)*')
_TYPE = re.compile(rf"^(?:abstract |complex )?({'|'.join(DECLARATIONS)})\s+`?([\w.-]+)`?", re.M)
_MEMBER = re.compile(
    r"(?:^|;)[ ]+(?:private |link |list )?`?([A-Za-z_][\w.-]*)`?\s*:(?=\s*[A-Z`a-z])", re.M
)
_CARD = re.compile(r"^  ([A-Z][\w.]*)[ ]+\S", re.M)
_STATE = re.compile(r"^[ ]+(?:abstract )?state[ ]+([\w.]+)", re.M)
_KEYWORDS = ("if", "else", "for", "when", "by", "where", "and", "or", "not", "is", "has", "in")
_NOT_NAMED = ("game", "about", "players", "plugins", "table", "outcome", "cards")


class EditedNotation(EditedText):
    """A text in the compact notation as it stands in an editor."""

    def __init__(self, rules: RuleText) -> None:
        super().__init__(rules)
        self.lines = LineIndex(rules.text, rules.file)

    @cached_property
    def _defined(self) -> dict[str, tuple[int, str]]:
        """Where each name is given, and what it is."""
        text = self.rules.text
        found: dict[str, tuple[int, str]] = {}
        for one in _TYPE.finditer(text):
            if one[1] not in _NOT_NAMED:
                found.setdefault(one[2], (one.start(2), one[1]))
        for pattern, what in ((_STATE, "state"), (_MEMBER, "part"), (_CARD, "card")):
            for one in pattern.finditer(text):
                if one[1] not in (*STATEMENTS, *_KEYWORDS, "unchosen"):
                    found.setdefault(one[1], (one.start(1), what))
        return found

    def mentions(self) -> Sequence[Mention]:
        return self._mentions

    @cached_property
    def _mentions(self) -> tuple[Mention, ...]:
        return tuple(self._each_mention())

    def _each_mention(self) -> Iterator[Mention]:
        for token in _TOKEN.finditer(self.rules.text):
            name, start = token.group(), token.start()
            if name[0] in '#"<':
                continue
            if name[0] == "`":
                name, start = name.strip("`"), start + 1
            while name not in self._defined and "." in name:
                name = name.rpartition(".")[0]
            if (known := self._defined.get(name)) is not None:
                span = self.lines.span(start, start + len(name))
                yield Mention(span, name, defines=known[0] == start)

    def complete(self, line: int, column: int) -> Sequence[Suggestion]:
        offset = self.lines.offset(line, column)
        begun = self.rules.text.rfind("\n", 0, offset) + 1
        before = self.rules.text[begun:offset]
        if before.count('"') % 2 or "#" in before:
            return ()
        typed = re.search(r"[\w.]*$", before)
        start = offset - len(typed.group()) if typed else offset
        span = self.lines.span(start, offset)
        first = not before.strip() or before.strip() == before[-len(before.strip()) :] == ""
        words: dict[str, tuple[SymbolKind, str]] = {}
        if not before[: start - begun].strip():
            known = DECLARATIONS if first and not before.startswith(" ") else STATEMENTS
            words |= dict.fromkeys(known, (SymbolKind.KEYWORD, ""))
        for word, element in WORDS.items():
            words[word] = (SymbolKind.VARIABLE, schema_elements()[element].meaning)
        for word, (_, what) in self._defined.items():
            words[word] = (SymbolKind.TYPE if word[0].isupper() else SymbolKind.INSTANCE, what)
        return [
            Suggestion(word, kind, span, about if kind is not SymbolKind.VARIABLE else "", about)
            for word, (kind, about) in words.items()
        ]

    def describe(self, line: int, column: int) -> Description | None:
        offset = self.lines.offset(line, column)
        for token in _TOKEN.finditer(self.rules.text):
            if token.start() <= offset <= token.end() and token.group()[0] not in '#"':
                text = self._told(token.group().strip("`<> "))
                if text:
                    return Description(text, self.lines.span(token.start(), token.end()))
        return None

    def _told(self, word: str) -> str:
        if word in WORDS:
            element = WORDS[word]
            return f"**{word}**: {schema_elements()[element].meaning} (`<{element}/>`)"
        name = word.partition(" ")[0]
        if name in schema_elements():
            return f"**{name}**: {schema_elements()[name].meaning}"
        if (known := self._defined.get(word)) is not None:
            begun = self.rules.text.rfind("\n", 0, known[0]) + 1
            whole = self.rules.text[begun : self.rules.text.find("\n", known[0])]
            return f"**{word}** ({known[1]})\n\n```\n{whole.strip()}\n```"
        told = DECLARATIONS.get(word) or STATEMENTS.get(word)
        about = (told.__doc__ or "").partition("\n")[0] if told is not None else ""
        return f"**{word}**: {about}" if about else ""

    def outline(self) -> Sequence[OutlineSection]:
        text = self.rules.text
        heads = list(re.finditer(r"^(?![#\s<])[^\n]+", text, re.M))
        ends = [*(one.start() for one in heads[1:]), len(text)]
        found = []
        for head, end in zip(heads, ends, strict=False):  # an empty text has an end and no head
            name = re.match(r'(?:abstract |complex )?\w+(?:\s+("[^"]*"|[\w.`-]+))?', head.group())
            word = head.group().split()[0].rstrip(":")
            told = None if name is None or word in ("about", "players") else name[1]
            title = (told or word).strip('"`')
            span = self.lines.span(head.start(), end - 1 if end > head.start() else end)
            at = self.lines.span(head.start(), head.end())
            kind = SymbolKind.TYPE if title[:1].isupper() else SymbolKind.SECTION
            found.append(OutlineSection(title, kind, span, at, word if word != title else ""))
        return found

    def formatted(self) -> str:
        lines = (line.rstrip() for line in self.rules.text.split("\n"))
        return "\n".join(lines).rstrip("\n") + "\n"

    def alterations(self, line: int, column: int) -> Sequence[Alteration]:
        return (Alteration("xml", "Write these rules as XML"),)

    def altered(
        self, line: int, column: int, name: str, said: Mapping[str, str]
    ) -> Sequence[TextEdit]:
        if name != "xml":
            return super().altered(line, column, name, said)
        from spielwerk.languages.igold.rewriting import rewritten

        whole = self.lines.span(0, len(self.rules.text))
        return [TextEdit(whole, rewritten(self.rules.text, self.rules.file, xml=True))]
