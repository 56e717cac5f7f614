"""The language server: requests of the protocol to questions at the desk, answers back.

One :class:`RuleServer` talks to one editor. It knows no language: what is asked goes to whichever
language the document is written in, and a language that offers less is answered with less.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from spielwerk import __version__
from spielwerk.confinement import Limits
from spielwerk.core import (
    Diagnostic,
    Severity,
    Span,
    SpielwerkError,
    TextEdit,
    WordedDiagnostic,
    read_text_file,
)
from spielwerk.editor.checking import PAUSE, Checks
from spielwerk.editor.desk import AskedText, Desk
from spielwerk.editor.features import register
from spielwerk.editor.opened import OpenDocument, local_document
from spielwerk.editor.translate import Translator

_REFUSED = -32803
"""The protocol's code for a request that was understood and cannot be done."""
_AT_ONCE = 50
"""Questions of one editor that may wait for an answer."""
_LONGEST = 20_000_000
"""Bytes of a file that is read to tell places in it."""
T = TypeVar("T")


class RequestRefused(JsonRpcException):
    """A request that cannot be done; the message says why."""

    CODE = _REFUSED
    MESSAGE = "This cannot be done."


class RuleServer(LanguageServer):
    """The server of one editor."""

    def __init__(
        self,
        desk: Desk,
        recognise: Callable[[str, str | None], OpenDocument | None] = local_document,
        pause: float = PAUSE,
    ) -> None:
        super().__init__("spielwerk", __version__)
        self.desk = desk
        self.checks = Checks(self.check, pause)
        self._recognise = recognise
        self._ids: dict[str, str] = {}
        """Which language each open document says it is in."""
        self._told: dict[str, frozenset[str]] = {}
        """In which documents problems were told because of a document."""
        self._asking = 0
        self.locale = "en"
        """The language of whoever reads the editor, such as ``de``."""
        register(self)

    # Documents

    def opened(self, uri: str, language_id: str) -> None:
        self._ids[uri] = language_id
        self.checks.changed(uri, at_once=True)

    def closed(self, uri: str) -> None:
        self._ids.pop(uri, None)
        self.checks.closed(uri)
        for told in self._told.pop(uri, frozenset()):
            if not any(told in others for others in self._told.values()):
                self._publish(told, [], None)

    def document(self, uri: str) -> OpenDocument | None:
        """An open document, if a language is known for it."""
        return self._recognise(uri, self._ids[uri]) if uri in self._ids else None

    def text(self, uri: str) -> str:
        """The text of an open document; what is no character stands for itself as a mark."""
        known = self._known(uri)
        return "" if known is None else known.source.encode("utf-8", "replace").decode("utf-8")

    def _known(self, uri: str) -> TextDocument | None:
        """A document as the library knows it, which would read a file for one that it does not."""
        found: TextDocument | None = self.workspace.text_documents.get(unquote(uri))
        return found

    def asked(self, document: OpenDocument) -> AskedText:
        """A document as it is now, with the others of the editor."""
        open_documents = (self.document(uri) for uri in self._ids)
        others = {
            one.file: self.text(one.uri)
            for one in open_documents
            if one is not None and one.language is document.language
        }
        return document.asked(self.text(document.uri), others)

    def translator(self, document: OpenDocument, file: str) -> Translator:
        """Translates places in a file that was named in an answer."""
        uri = document.uri_of(file)
        if uri in self._ids:
            text = self.text(uri)
        elif document.folder is None:
            text = ""
        else:
            try:
                text = read_text_file(Path(file), document.language.name, _LONGEST)
            except SpielwerkError:
                text = ""
        return Translator(text, self.workspace.position_codec)

    # Asking

    async def question(
        self,
        ask: str,
        kind: type[T],
        uri: str,
        position: types.Position | None = None,
        **more: Any,
    ) -> tuple[T | None, OpenDocument, Translator] | None:
        """What the language of a document says; nothing where none is known.

        :raises RequestRefused: it cannot be done
        """
        document = self.document(uri)
        if document is None:
            return None
        if self._asking >= _AT_ONCE:
            raise RequestRefused("Too many questions at once; wait for some answers.")
        translator = self.translator(document, document.file)
        if position is not None:
            line, column = translator.place(position)
            more |= {"line": line, "column": column}
        self._asking += 1
        try:
            found = await self.desk.ask(ask, self.asked(document), kind, **more)
        except SpielwerkError as problem:
            raise RequestRefused(str(problem)) from None
        finally:
            self._asking -= 1
        return found, document, translator

    async def drawn(self, uri: str, show: str | None) -> dict[str, Any] | None:
        """A picture of a document; nothing where no language is known for it.

        :raises RequestRefused: it cannot be drawn
        """
        document = self.document(uri)
        if document is None:
            return None
        try:
            return await self.desk.draw(self.asked(document), show)
        except SpielwerkError as problem:
            raise RequestRefused(str(problem)) from None

    # Checking

    async def check(self, uri: str) -> None:
        """Check a document and tell the editor what is wrong, here and in its other files."""
        document = self.document(uri)
        if document is None:
            return
        known = self._known(uri)
        version = None if known is None else known.version
        try:
            problems = await self.desk.check(self.asked(document))
        except SpielwerkError as problem:
            place = Span(document.file, 1, 1, 1, 1)
            code = f"{document.language.name}-limit"
            wrong = Diagnostic(code, Severity.ERROR, str(problem), place)
            problems = [document.language.worded(wrong)]
        if uri not in self._ids:
            return  # it was closed meanwhile
        by_file: dict[str, list[WordedDiagnostic]] = {document.file: []}
        for one in problems:
            by_file.setdefault(_file_of(one.problem, document), []).append(one)
        told = {document.uri_of(file): file for file in by_file}
        for gone in self._told.get(uri, frozenset()) - told.keys():
            self._publish(gone, [], None)
        self._told[uri] = frozenset(told)
        for target, file in told.items():
            translator = self.translator(document, file)
            found = [translator.diagnostic(one, self.locale) for one in by_file[file]]
            self._publish(target, found, version if target == uri else None)

    def _publish(self, uri: str, found: list[types.Diagnostic], version: int | None) -> None:
        params = types.PublishDiagnosticsParams(uri, found, version)
        self.text_document_publish_diagnostics(params)

    def located(self, document: OpenDocument, spans: Sequence[Span]) -> list[types.Location]:
        """Spans for the editor, in whichever file they are; of files far away none is told."""
        if document.folder is None:
            spans = [span for span in spans if span.file == document.file]
        translators = {file: self.translator(document, file) for file in {s.file for s in spans}}
        return [
            types.Location(document.uri_of(span.file), translators[span.file].range(span))
            for span in spans
        ]

    def changes(self, document: OpenDocument, edits: Sequence[TextEdit]) -> types.WorkspaceEdit:
        """Edits for the editor, by the documents they are in."""
        found: dict[str, list[types.TextEdit]] = {}
        by_file: dict[str, list[TextEdit]] = {}
        for edit in edits:
            by_file.setdefault(edit.span.file, []).append(edit)
        for file, own in by_file.items():
            found[document.uri_of(file)] = self.translator(document, file).edits(own)
        return types.WorkspaceEdit(changes=found)


def _file_of(problem: Diagnostic, document: OpenDocument) -> str:
    """The file that a problem is told in: one that is no file is told in the document."""
    span = problem.span
    if span is None or document.folder is None:
        return document.file
    return span.file if Path(span.file).is_file() else document.file


def serve_stdio() -> None:
    """Talk to an editor over standard input and output until it ends the conversation."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    desk = Desk(Limits(seconds=30.0, trusted=True), checkers=2)
    try:
        RuleServer(desk).start_io()
    finally:
        desk.close()
