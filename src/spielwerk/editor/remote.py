"""An editor far away, such as the one of our page: messages of the protocol, and no files.

Each message is one JSON text. Only what an editor of a page needs is let in: a stranger opens
documents that stand nowhere, and neither reads a file of this machine nor ends its process.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from spielwerk.editor.desk import Desk
from spielwerk.editor.features import ALTERATION, ALTERATIONS, PICTURE
from spielwerk.editor.opened import remote_document
from spielwerk.editor.server import RuleServer

_DOCUMENTS = 10
"""How many documents one editor may have open."""
_LONGEST, _LINES, _LONGEST_LINE = 1_000_000, 40_000, 100_000
"""Characters and lines of all of them: a change looks at every line, and at one letter by letter.
"""
_CHANGES = 100
"""So many changes may come in one message."""
_LONGEST_URI = 300
_INVALID = -32600
"""The protocol's code for a request that is none."""
_ABOUT_DOCUMENTS = frozenset(
    f"textDocument/{what}"
    for what in (
        "didChange",
        "didClose",
        "didSave",
        "completion",
        "hover",
        "definition",
        "references",
        "prepareRename",
        "rename",
        "documentSymbol",
        "formatting",
        "codeAction",
    )
) | {PICTURE, ALTERATIONS, ALTERATION}
_OTHERS = frozenset(["initialize", "initialized", "shutdown", "$/cancelRequest", "$/setTrace"])


class TooLong(Exception):
    """The documents of an editor have become longer than they may be."""


class _Unwanted(Exception):
    """A message that is not let in, and why."""


class RemoteEditor:
    """The server's side of a conversation with an editor far away."""

    def __init__(self, desk: Desk, say: Callable[[str], None]) -> None:
        """``say`` hands a message to the other side and does not wait for it."""
        self._say = say
        self._server = RuleServer(desk, remote_document)
        self._server.protocol.set_writer(_Saying(say), include_headers=False)
        self._open: set[str] = set()
        self._greeted = False

    def hear(self, text: str) -> None:
        """Take a message; what is to be answered is said when it is known.

        :raises TooLong: the documents are; nothing more is heard
        """
        protocol = self._server.protocol
        number: Any = None
        try:
            body = json.loads(text)
            number = body.get("id") if isinstance(body, dict) else None
            self._let_in(body)
            message = json.loads(text, object_hook=protocol.structure_message)
        except _Unwanted as problem:
            self._refuse(number, str(problem))
        except Exception:  # whatever a stranger sends that is no message is told to be none
            self._refuse(number, "This is no message of the protocol.")
        else:
            protocol.handle_message(message)
            if body["method"] in ("textDocument/didOpen", "textDocument/didChange"):
                self._measure()

    def _refuse(self, number: Any, message: str) -> None:
        known = number if isinstance(number, int | str) else None
        error = {"code": _INVALID, "message": message}
        self._say(json.dumps({"jsonrpc": "2.0", "id": known, "error": error}))

    def _let_in(self, body: Any) -> None:
        if not isinstance(body, dict) or not isinstance(method := body.get("method"), str):
            raise _Unwanted("A message has a method.")
        if not isinstance(body.get("id"), int | str | None):
            raise _Unwanted("A question has a number or a name.")
        if method in _OTHERS:
            if method == "initialize":
                self._greet()
            return
        if not self._greeted:
            raise _Unwanted("Say 'initialize' first.")
        document = (body.get("params") or {}).get("textDocument")
        document = document if isinstance(document, dict) else {}
        uri = document.get("uri")
        if not isinstance(uri, str) or len(uri) > _LONGEST_URI or unquote(uri) != uri:
            raise _Unwanted(f"'{method[:60]}' is not answered here.")
        if method == "textDocument/didOpen":
            if not isinstance(document.get("text"), str):
                raise _Unwanted("A document is opened with its text.")
            if len(self._open | {uri}) > _DOCUMENTS:
                raise _Unwanted(f"At most {_DOCUMENTS} can be open.")
            self._open.add(uri)
        elif method not in _ABOUT_DOCUMENTS:
            raise _Unwanted(f"'{method[:60]}' is not answered here.")
        elif uri not in self._open:
            raise _Unwanted("Open the document first.")
        elif method == "textDocument/didClose":
            self._open.discard(uri)
        elif method == "textDocument/didChange":
            changes = body["params"].get("contentChanges")
            if not isinstance(changes, list) or len(changes) > _CHANGES:
                raise _Unwanted(f"At most {_CHANGES} changes come at once.")

    def _measure(self) -> None:
        lines = [line for uri in self._open for line in self._server.text(uri).split("\n")]
        sizes = list(map(len, lines))
        if len(lines) > _LINES or sum(sizes) > _LONGEST or max(sizes) > _LONGEST_LINE:
            most = f"{_LONGEST:,} characters in {_LINES:,} lines of at most {_LONGEST_LINE:,}"
            raise TooLong(f"All texts of an editor together have at most {most}.")

    def _greet(self) -> None:
        """They begin, once: the library forgets all documents when it is greeted again."""
        if self._greeted:
            raise _Unwanted("That was said already.")
        self._greeted = True

    def close(self) -> None:
        """The other side is gone."""
        self._server.checks.stop()


class _Saying:
    """What the protocol writes to."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def write(self, data: bytes) -> None:
        self._say(data.decode())

    def close(self) -> None:
        """The socket is closed by whoever opened it."""
