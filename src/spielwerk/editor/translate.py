"""Between values of the core and those of the Language Server Protocol.

Places of the core count from one, in characters; those of the protocol from zero, in the units
that the client has chosen. Nothing else is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec, ServerTextPosition

from spielwerk.core import (
    Description,
    OutlineSection,
    Severity,
    Span,
    Suggestion,
    SymbolKind,
    TextEdit,
    WordedDiagnostic,
    Wording,
)

_COMPLETIONS = {
    SymbolKind.KEYWORD: types.CompletionItemKind.Keyword,
    SymbolKind.RELATION: types.CompletionItemKind.Function,
    SymbolKind.FACT: types.CompletionItemKind.Field,
    SymbolKind.MOVE: types.CompletionItemKind.Method,
    SymbolKind.ROLE: types.CompletionItemKind.Class,
    SymbolKind.CONSTANT: types.CompletionItemKind.Constant,
    SymbolKind.VARIABLE: types.CompletionItemKind.Variable,
    SymbolKind.ELEMENT: types.CompletionItemKind.Property,
    SymbolKind.ATTRIBUTE: types.CompletionItemKind.Field,
    SymbolKind.TYPE: types.CompletionItemKind.Class,
    SymbolKind.INSTANCE: types.CompletionItemKind.Field,
    SymbolKind.LINK: types.CompletionItemKind.Reference,
    SymbolKind.VALUE: types.CompletionItemKind.Value,
    SymbolKind.SECTION: types.CompletionItemKind.Module,
    SymbolKind.FILE: types.CompletionItemKind.File,
}
_SYMBOLS = {
    SymbolKind.KEYWORD: types.SymbolKind.Key,
    SymbolKind.RELATION: types.SymbolKind.Function,
    SymbolKind.FACT: types.SymbolKind.Field,
    SymbolKind.MOVE: types.SymbolKind.Method,
    SymbolKind.ROLE: types.SymbolKind.Class,
    SymbolKind.CONSTANT: types.SymbolKind.Constant,
    SymbolKind.VARIABLE: types.SymbolKind.Variable,
    SymbolKind.ELEMENT: types.SymbolKind.Property,
    SymbolKind.ATTRIBUTE: types.SymbolKind.Property,
    SymbolKind.TYPE: types.SymbolKind.Class,
    SymbolKind.INSTANCE: types.SymbolKind.Field,
    SymbolKind.LINK: types.SymbolKind.Interface,
    SymbolKind.VALUE: types.SymbolKind.EnumMember,
    SymbolKind.SECTION: types.SymbolKind.Namespace,
    SymbolKind.FILE: types.SymbolKind.File,
}
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


class Translator:
    """Translates what is said about one text."""

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self._lines = text.split("\n")
        self._codec = codec

    def place(self, position: types.Position) -> tuple[int, int]:
        """Line and column of a position of the client."""
        if position.line >= len(self._lines):
            return len(self._lines), len(self._lines[-1]) + 1
        units, column = 0, 0
        for character in self._lines[position.line]:
            if units >= position.character:
                break
            units += self._codec.client_num_units(character)
            column += 1
        return position.line + 1, column + 1

    def range(self, span: Span) -> types.Range:
        """A span for the client; what lies outside of the text ends with it."""
        start = self._position(span.line, span.column)
        end = self._position(span.end_line, span.end_column)
        return types.Range(start, max(start, end, key=lambda p: (p.line, p.character)))

    def _position(self, line: int, column: int) -> types.Position:
        line = max(1, min(line, len(self._lines)))
        column = max(1, min(column, len(self._lines[line - 1]) + 1))
        return self._codec.position_to_client_units(
            self._lines, ServerTextPosition(line - 1, column - 1)
        )

    def diagnostic(self, told: WordedDiagnostic, language: str = "en") -> types.Diagnostic:
        """A problem in the language of the client, if it is known there; its data has all."""
        problem = told.problem
        span = problem.span or Span("", 1, 1, 1, 1)
        said = told.wordings.get(language) or Wording(problem.message, problem.hint)
        return types.Diagnostic(
            self.range(span),
            f"{said.message}\n{said.hint}" if said.hint else said.message,
            severity=_SEVERITIES[problem.severity],
            code=problem.code,
            source="spielwerk",
            data=told.to_json(),
        )

    def completion(self, number: int, one: Suggestion) -> types.CompletionItem:
        """A suggestion; its number keeps the order that the language gave it."""
        return types.CompletionItem(
            one.text,
            kind=_COMPLETIONS[one.kind],
            detail=one.detail or None,
            documentation=_markdown(one.about) if one.about else None,
            sort_text=f"{number:05}",
            filter_text=one.text,
            text_edit=types.TextEdit(self.range(one.span), one.text),
        )

    def hover(self, found: Description) -> types.Hover:
        return types.Hover(_markdown(found.text), self.range(found.span))

    def symbol(self, section: OutlineSection) -> types.DocumentSymbol:
        return types.DocumentSymbol(
            section.name or "?",
            _SYMBOLS[section.kind],
            self.range(section.span),
            self.range(section.title),
            detail=section.detail or None,
            children=[self.symbol(part) for part in section.parts],
        )

    def edits(self, edits: Sequence[TextEdit]) -> list[types.TextEdit]:
        return [types.TextEdit(self.range(edit.span), edit.text) for edit in edits]

    def whole(self, text: str) -> list[types.TextEdit]:
        """Another text in place of this one; nothing where it is the same."""
        if text.split("\n") == self._lines:
            return []
        last = len(self._lines)
        everything = Span("", 1, 1, last, len(self._lines[-1]) + 1)
        return [types.TextEdit(self.range(everything), text)]


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)
