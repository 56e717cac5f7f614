"""An editor that talks to ``spielwerk lsp`` over its standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

PATIENCE = 300.0
"""Seconds after which an answer does not come any more."""


class Editor:
    """Opens documents, changes them, asks about them."""

    def __init__(self, python: Path | str = sys.executable, locale: str = "en") -> None:
        self.process = subprocess.Popen(
            [str(python), "-m", "spielwerk", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._heard: Queue[dict[str, Any]] = Queue()
        Thread(target=self._listen, daemon=True).start()
        self._number = 0
        self._versions: dict[str, int] = {}
        self.problems: dict[str, list[dict[str, Any]]] = {}
        """What was last told about each document."""
        self.capabilities = self.ask(
            "initialize",
            {"processId": None, "rootUri": None, "locale": locale, "capabilities": {}},
        )["capabilities"]
        self.tell("initialized", {})

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, *_: object) -> None:
        self.ask("shutdown", None)
        self.tell("exit", None)
        assert self.process.wait(PATIENCE) == 0
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()

    # Talking

    def ask(self, method: str, params: Any) -> Any:
        """The result of a request.

        :raises RuntimeError: it was refused; the message is the server's
        """
        self._number += 1
        number = self._number
        self._say({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            message = self._heard.get(timeout=PATIENCE)
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message.get("result")
            self._notice(message)

    def tell(self, method: str, params: Any) -> None:
        self._say({"jsonrpc": "2.0", "method": method, "params": params})

    def _say(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            if header.startswith(b"Content-Length:"):
                length = int(header.split(b":")[1])
                while stream.readline().strip():
                    pass
                self._heard.put(json.loads(stream.read(length)))

    def _notice(self, message: dict[str, Any]) -> None:
        if message.get("method") == "textDocument/publishDiagnostics":
            told = message["params"]
            self.problems[told["uri"]] = told["diagnostics"]

    # Documents

    def open(self, path: Path, text: str | None = None, language: str = "plaintext") -> Document:
        """Open a file, with another text than it has if one is given."""
        uri = path.resolve().as_uri()
        document = Document(self, uri, path.read_text("utf-8") if text is None else text)
        self._versions[uri] = 1
        item = {"uri": uri, "languageId": language, "version": 1, "text": document.text}
        self.tell("textDocument/didOpen", {"textDocument": item})
        return document

    def change(self, document: Document, text: str) -> None:
        self._versions[document.uri] += 1
        document.text = text
        item = {"uri": document.uri, "version": self._versions[document.uri]}
        params = {"textDocument": item, "contentChanges": [{"text": text}]}
        self.tell("textDocument/didChange", params)

    def hear_problems(self, uri: str) -> list[dict[str, Any]]:
        """What is told next about a document."""
        while True:
            try:
                message = self._heard.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(f"nothing was told about {uri}") from None
            self._notice(message)
            if message.get("params", {}).get("uri") == uri:
                return self.problems[uri]


class Document:
    """An open document."""

    def __init__(self, editor: Editor, uri: str, text: str) -> None:
        self.editor = editor
        self.uri = uri
        self.text = text

    def place(self, words: str, into: int = 0) -> dict[str, int]:
        """The position so many characters into the first such words, in units of UTF-16."""
        offset = self.text.index(words) + into
        line = self.text.count("\n", 0, offset)
        before = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return {"line": line, "character": len(before.encode("utf-16-le")) // 2}

    def ask(self, what: str, words: str | None = None, into: int = 0, **more: Any) -> Any:
        params: dict[str, Any] = {"textDocument": {"uri": self.uri}, **more}
        if words is not None:
            params["position"] = self.place(words, into)
        return self.editor.ask(f"textDocument/{what}", params)

    def problems(self) -> list[dict[str, Any]]:
        return self.editor.hear_problems(self.uri)

    def completions(self, words: str, into: int = 0) -> dict[str, dict[str, Any]]:
        return {one["label"]: one for one in self.ask("completion", words, into)}

    def hover(self, words: str, into: int = 0) -> str:
        found = self.ask("hover", words, into)
        return "" if found is None else str(found["contents"]["value"])

    def lines(self, what: str, words: str, into: int = 0, **more: Any) -> list[tuple[str, int]]:
        """File names and lines, from one, of the places in an answer."""
        found = self.ask(what, words, into, **more)
        return [(p["uri"].rpartition("/")[2], p["range"]["start"]["line"] + 1) for p in found]

    def fixes(self, problem: dict[str, Any]) -> list[dict[str, Any]]:
        context = {"diagnostics": [problem], "only": ["quickfix"]}
        return list(self.ask("codeAction", range=problem["range"], context=context))

    def after(self, changes: Mapping[str, list[dict[str, Any]]]) -> str:
        """The text after edits of the server."""
        return edited(self.text, changes[self.uri])


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """A text after edits, none of which overlap."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(position: dict[str, int]) -> int:
        units = lines[position["line"]].encode("utf-16-le")[: 2 * position["character"]]
        return starts[position["line"]] + len(units.decode("utf-16-le"))

    def start(edit: dict[str, Any]) -> int:
        return offset(edit["range"]["start"])

    for edit in sorted(edits, key=start, reverse=True):
        text = text[: start(edit)] + edit["newText"] + text[offset(edit["range"]["end"]) :]
    return text
