"""The language server as a program: what it says it can, and how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.editor.conversation import Editor


def test_it_says_what_it_can(editor: Editor) -> None:
    wanted = {
        "completionProvider",
        "hoverProvider",
        "definitionProvider",
        "referencesProvider",
        "renameProvider",
        "documentSymbolProvider",
        "documentFormattingProvider",
        "codeActionProvider",
        "textDocumentSync",
    }
    assert wanted <= {name for name, offer in editor.capabilities.items() if offer}


def test_it_ends_with_the_editor_that_started_it() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "spielwerk", "lsp"], stdin=subprocess.DEVNULL, capture_output=True,
        timeout=300,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_a_file_of_no_language_is_left_alone(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("heap 7\n", "utf-8")
    document = editor.open(path)
    assert document.hover("heap", 1) == ""
    assert document.ask("completion", "heap", 1) == []
    assert document.ask("documentSymbol") == []
    assert document.uri not in editor.problems


def test_a_language_without_editing_still_shows_its_problems(
    editor: Editor, library: Path, tmp_path: Path
) -> None:
    path = tmp_path / "casino.scenario"
    path.write_text("{", "utf-8")
    document = editor.open(path)
    assert document.problems()
    assert document.hover("{", 0) == ""
    editor.change(
        document, (library / "spy" / "scenarios" / "back-room.scenario").read_text("utf-8")
    )
    assert document.problems() == []


def test_problems_go_when_a_document_is_closed(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "broken.gdl"
    path.write_text("(role a", "utf-8")
    document = editor.open(path)
    assert document.problems()
    editor.tell("textDocument/didClose", {"textDocument": {"uri": document.uri}})
    assert document.problems() == []


@pytest.mark.parametrize("text", ["", "\ufeff(role a)", "(" * 5_000, "\x00", "a\r\n(b\r\n"])
def test_strange_texts_are_answered(editor: Editor, tmp_path: Path, text: str) -> None:
    path = tmp_path / "strange.gdl"
    path.write_text("", "utf-8")
    document = editor.open(path, text)
    document.problems()
    position = {"line": 0, "character": 1}
    for what in ("completion", "hover", "definition"):
        document.ask(what, position=position)
    document.ask("documentSymbol")
    document.ask("formatting", options={"tabSize": 4, "insertSpaces": True})
