"""A GDL text as editors ask about it; both notations and all dialects are answered alike."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from spielwerk.core import (
    Alteration,
    Description,
    EditedText,
    Mention,
    OutlineSection,
    RuleText,
    SpielwerkError,
    Suggestion,
    TextEdit,
    mention_at,
)
from spielwerk.languages.gdl.editing.altering import alterations_of, altered_rules
from spielwerk.languages.gdl.editing.clauses import comment_mark
from spielwerk.languages.gdl.editing.completing import completions_at
from spielwerk.languages.gdl.editing.describing import symbol_text, word_at
from spielwerk.languages.gdl.editing.layout import laid_out
from spielwerk.languages.gdl.editing.outlining import outline_of
from spielwerk.languages.gdl.editing.sources import RuleNames
from spielwerk.languages.gdl.program import WORDS

_PREFIX_NAME = re.compile(r"[^\s();\"?<][^\s();\"]{0,199}")
_INFIX_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,199}")


def edit_gdl(rules: RuleText, others: Mapping[str, str]) -> EditedText:
    """A text of GDL as it stands in an editor, with the files that it includes."""
    return EditedGdl(rules, others)


class EditedGdl(EditedText):
    """A text of GDL as it stands in an editor."""

    def __init__(self, rules: RuleText, others: Mapping[str, str]) -> None:
        super().__init__(rules)
        self.names = RuleNames(rules, others)

    def mentions(self) -> Sequence[Mention]:
        return self.names.mentions

    def spelt(self, mention: Mention, name: str) -> str:
        kind, _, known = mention.symbol.partition(" ")
        infix = self.names.read.infix
        bare = name.removeprefix("?")
        pattern = _INFIX_NAME if infix else _PREFIX_NAME
        if not pattern.fullmatch(bare) or (kind != "variable" and name.startswith("?")):
            raise SpielwerkError(f"'{name}' is no name for a {kind}.")
        if kind == "variable":
            return self._spelt_variable(mention, bare)
        if bare.lower() in WORDS:
            raise SpielwerkError(f"'{bare}' is a word of the language.")
        if infix and bare[0].isupper():
            raise SpielwerkError(f"'{bare}' would be a variable: begin with a small letter.")
        taken = f"{kind} {bare}/{known.rpartition('/')[2]}"
        if kind == "relation" and any(m.symbol == taken for m in self.mentions()):
            raise SpielwerkError(f"There is a relation {bare} of as many arguments already.")
        return bare

    def _spelt_variable(self, mention: Mention, bare: str) -> str:
        """A variable as its place wants it: with a mark, or in infix rules with a capital."""
        if not self.names.read.infix:
            return f"?{bare}"
        start = self.names.lines.offset(mention.span.line, mention.span.column)
        if self.rules.text[start] == "?":
            return f"?{bare[0].lower()}{bare[1:]}"
        return f"{bare[0].upper()}{bare[1:]}"

    def complete(self, line: int, column: int) -> Sequence[Suggestion]:
        return completions_at(self.names, self.names.lines.offset(line, column))

    def describe(self, line: int, column: int) -> Description | None:
        word = word_at(self.names, self.names.lines.offset(line, column))
        if word is not None:
            return word
        found = mention_at(self, line, column)
        if found is None:
            return None
        return Description(symbol_text(self.names, found.symbol), found.span)

    def alterations(self, line: int, column: int) -> Sequence[Alteration]:
        return alterations_of(self.names)

    def altered(
        self, line: int, column: int, name: str, said: Mapping[str, str]
    ) -> Sequence[TextEdit]:
        return altered_rules(self.names, name, said)

    def outline(self) -> Sequence[OutlineSection]:
        return outline_of(self.names)

    def formatted(self) -> str:
        read, file = self.names.read, self.rules.file
        after = laid_out(read)
        # What is hardly a text yet may look like another notation once it is laid out.
        return after if comment_mark(after, file) == read.mark else self.rules.text
