"""The language server of the page: an editor over a WebSocket, and strangers who want more."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import ROOMY, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

URI = "inmemory:///rules.gdl"
BEGIN = {"line": 0, "character": 0}
LIBRARY = Path(__file__).parents[2] / "src" / "spielwerk" / "library"
RULES = (
    "(role white)\n(<= (legal ?p noop) (role ?p))\n(<= terminal (rol white))\n(goal white 100)\n"
)


class PageEditor:
    """The editor of a page."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0

    def tell(self, method: str, **params: Any) -> None:
        self.socket.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.socket.send(json.dumps(message))
        return self.hear(lambda heard: heard.get("id") == self.number)

    def hear(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            heard: dict[str, Any] = json.loads(self.socket.recv(timeout=300))
            if wanted(heard):
                return heard

    def open(self, text: str, uri: str = URI, language: str = "gdl") -> None:
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=item)

    def problems(self) -> list[dict[str, Any]]:
        heard = self.hear(lambda one: one.get("method") == "textDocument/publishDiagnostics")
        found: list[dict[str, Any]] = heard["params"]["diagnostics"]
        return found


@pytest.fixture
def address(shared_server: Server) -> str:
    return shared_server.url.replace("http", "ws") + "/api/v1/language"


@pytest.fixture
def editor(address: str) -> Iterator[PageEditor]:
    with connect(address) as socket:
        one = PageEditor(socket)
        answer = one.ask("initialize", processId=None, rootUri=None, capabilities={})
        assert answer["result"]["serverInfo"]["name"] == "spielwerk"
        one.tell("initialized")
        yield one


def test_a_page_has_its_text_checked_completed_and_mended(editor: PageEditor) -> None:
    editor.open(RULES)
    (problem, *_) = (one for one in editor.problems() if "rol" in one["message"])
    place = {"textDocument": {"uri": URI}, "position": {"line": 2, "character": 15}}
    hover = editor.ask("textDocument/hover", **place)
    assert "a relation with 1 argument" in hover["result"]["contents"]["value"]
    offered = editor.ask("textDocument/completion", **place)["result"]
    assert "role" in [one["label"] for one in offered]
    fixes = editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": URI},
        range=problem["range"],
        context={"diagnostics": [problem]},
    )["result"]
    assert fixes[0]["title"] == "Write 'role' instead of 'rol'"


def test_a_text_longer_than_a_message_is_opened_piece_by_piece(editor: PageEditor) -> None:
    rules = RULES.replace("rol ", "role ") + "; " + "x" * 40_000 + "\n"
    editor.open("")
    for start in range(0, len(rules), 8_000):
        done = rules[:start]
        end = {"line": done.count("\n"), "character": len(done) - done.rfind("\n") - 1}
        change = {"range": {"start": end, "end": end}, "text": rules[start : start + 8_000]}
        item = {"uri": URI, "version": 2 + start}
        editor.tell("textDocument/didChange", textDocument=item, contentChanges=[change])
    editor.hear(lambda one: (one.get("params") or {}).get("version", 0) > 40_000)
    outline = editor.ask("textDocument/documentSymbol", textDocument={"uri": URI})["result"]
    assert [one["name"] for one in outline] == [
        "(role white)",
        "(legal ?p noop)",
        "terminal",
        "(goal white 100)",
    ]


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/hover", {"position": {"line": 0, "character": 1}}),
        ("textDocument/formatting", {"options": {"tabSize": 2, "insertSpaces": True}}),
        ("textDocument/didChange", {"contentChanges": [{"text": ""}]}),
        ("exit", {}),
        ("workspace/executeCommand", {"command": "x"}),
        ("notebookDocument/didOpen", {}),
    ],
)
def test_no_file_of_the_server_is_read_and_nothing_is_ended(
    editor: PageEditor, method: str, params: dict[str, Any]
) -> None:
    document = {"uri": "file:///etc/passwd", "version": 1}
    answer = editor.ask(method, textDocument=document, **params)
    assert answer["error"]["code"] == -32600
    editor.open(RULES)
    assert editor.problems(), "the server goes on"


SECRET = "(secret word)\n"


def forget(editor: PageEditor, uri: str) -> None:
    """Have the protocol's library forget a document that the editor still has open."""
    editor.ask("initialize", processId=None, rootUri=None, capabilities={})


def close_by_another_name(editor: PageEditor, uri: str) -> None:
    """The same, since addresses are one and the same for it, however they are spelled."""
    other = uri.replace("secret", "s%65cret")
    editor.open("", other)
    editor.tell("textDocument/didClose", textDocument={"uri": other})


def open_without_text(editor: PageEditor, uri: str) -> None:
    item = {"uri": uri, "languageId": "gdl", "version": 1, "text": None}
    editor.tell("textDocument/didOpen", textDocument=item)


@pytest.mark.parametrize("trick", [forget, close_by_another_name, open_without_text])
@pytest.mark.parametrize("scheme", ["file", "inmemory"])
def test_no_trick_makes_the_server_read_a_file(
    editor: PageEditor, tmp_path: Path, trick: Callable[[PageEditor, str], None], scheme: str
) -> None:
    file = tmp_path / "secret.gdl"
    file.write_text(SECRET, encoding="utf-8")
    uri = f"{scheme}://{file}"
    if trick is not open_without_text:
        editor.open("(role white)\n", uri)
    trick(editor, uri)
    outline = editor.ask("textDocument/documentSymbol", textDocument={"uri": uri})
    assert "secret word" not in json.dumps(outline)
    change = {"range": {"start": BEGIN, "end": BEGIN}, "text": ";\n"}
    item = {"uri": uri, "version": 5}
    editor.tell("textDocument/didChange", textDocument=item, contentChanges=[change])
    outline = editor.ask("textDocument/documentSymbol", textDocument={"uri": uri})
    assert "secret word" not in json.dumps(outline)


def test_rules_of_a_stranger_include_no_files(editor: PageEditor) -> None:
    editor.open('(include "passwd")\n', "file:///etc/rules.gdl")
    (problem, *_) = editor.problems()
    assert problem["code"] == "gdl-include"


def test_what_is_no_message_is_told_to_be_none(editor: PageEditor) -> None:
    for nonsense in (
        "",
        "[]",
        "{",
        '"x"',
        '{"method": 3}',
        '{"id": {}, "method": "x"}',
        "[" * 9_000,
    ):
        editor.socket.send(nonsense)
        assert "error" in json.loads(editor.socket.recv(timeout=300)), nonsense
    editor.open(RULES)
    assert editor.problems()


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": [], "method": "initialize", "params": {}},
        {"id": {}, "method": "textDocument/hover", "params": {}},
        {"id": 7, "method": "textDocument/hover", "params": {"position": {"line": -1}}},
        {"id": 8, "method": "textDocument/rename", "params": {"position": {"line": {}}}},
        {"id": 9, "method": "textDocument/didChange", "params": {"contentChanges": [3]}},
    ],
)
def test_what_is_said_wrong_is_told_and_not_logged(
    editor: PageEditor, shared_server: Server, wrong: dict[str, Any]
) -> None:
    editor.open(RULES)
    assert editor.problems()
    before = shared_server.logged()
    wrong["params"]["textDocument"] = {"uri": URI, "version": 2}
    editor.socket.send(json.dumps({"jsonrpc": "2.0", **wrong}))
    assert editor.hear(lambda one: "error" in one)
    assert shared_server.logged() == before


def test_too_many_documents_and_unknown_languages_are_refused(editor: PageEditor) -> None:
    for number in range(10):
        editor.open("", f"inmemory:///{number}.gdl")
    editor.open("", "inmemory:///one-more.gdl")
    refused = editor.hear(lambda one: "error" in one)
    assert "At most 10" in refused["error"]["message"]
    answer = editor.ask(
        "textDocument/hover",
        textDocument={"uri": "inmemory:///3.gdl"},
        position={"line": 9, "character": 9},
    )
    assert answer["result"] is None


def test_a_text_that_takes_too_long_is_told_and_harms_nobody(
    start_server: Callable[..., Server],
) -> None:
    """Each of the many names that nobody explains is compared with all the others."""
    server = start_server(**{**ROOMY, "rules_seconds": 1, "max_frame": 500_000})
    with connect(server.url.replace("http", "ws") + "/api/v1/language") as socket:
        editor = PageEditor(socket)
        editor.ask("initialize", processId=None, rootUri=None, capabilities={})
        editor.open("".join(f"(<= (g{n}) (t{n}))\n" for n in range(9_300)))
        (problem,) = editor.problems()
        assert problem["code"] == "gdl-limit"
        assert re.search(r"longer than 1(\.0)? second", problem["message"])
        item = {"uri": URI, "version": 2}
        editor.tell("textDocument/didChange", textDocument=item, contentChanges=[{"text": RULES}])
        assert problem["code"] not in [one["code"] for one in editor.problems()]


@pytest.mark.parametrize("piece", ["\n" * 7_000, "x" * 14_000], ids=["lines", "one line"])
def test_texts_grow_no_further_than_anybody_needs(editor: PageEditor, piece: str) -> None:
    editor.open("")
    change = {"range": {"start": BEGIN, "end": BEGIN}, "text": piece}

    def grow() -> None:
        for version in range(100):
            item = {"uri": URI, "version": version}
            editor.tell("textDocument/didChange", textDocument=item, contentChanges=[change])
            editor.ask("textDocument/documentSymbol", textDocument={"uri": URI})

    with pytest.raises(ConnectionClosed):
        grow()
    assert editor.socket.protocol.close_rcvd is not None
    assert editor.socket.protocol.close_rcvd.code == 4413


def test_too_many_changes_at_once_are_refused(editor: PageEditor) -> None:
    editor.open("(role white)\n")
    change = {"range": {"start": BEGIN, "end": BEGIN}, "text": "x"}
    item = {"uri": URI, "version": 2}
    editor.tell("textDocument/didChange", textDocument=item, contentChanges=101 * [change])
    refused = editor.hear(lambda one: "error" in one)
    assert "At most 100" in refused["error"]["message"]


def test_a_silent_editor_is_let_go(start_server: Callable[..., Server]) -> None:
    server = start_server(**{**ROOMY, "idle_seconds": 1})
    with connect(server.url.replace("http", "ws") + "/api/v1/language") as socket:
        assert json.loads(socket.recv(timeout=300))["code"] == "idle"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=300)


def test_a_text_is_drawn_and_its_parts_name_their_lines(editor: PageEditor) -> None:
    right = RULES.replace("(rol white)", "(not (legal white quit))")
    editor.open(right)
    drawn = editor.ask("spielwerk/picture", textDocument={"uri": URI})["result"]
    assert drawn["kinds"] == ["relations"]
    (legal,) = re.findall(r'<g class="part"[^>]*><title>legal/2</title>', drawn["svg"])
    assert 'data-file="rules.gdl" data-lines="2-2"' in legal


@pytest.mark.parametrize("show", [None, "types", "nonsense", 3])
def test_pictures_of_igold_come_by_their_kinds(editor: PageEditor, show: Any) -> None:
    rules = (LIBRARY / "igold" / "pig.igold.xml").read_text(encoding="utf-8")
    uri = "inmemory:///rules.igold.xml"
    editor.open(rules, uri, "igold")
    drawn = editor.ask("spielwerk/picture", textDocument={"uri": uri}, show=show)["result"]
    assert drawn["kinds"] == ["phases", "types"]
    assert drawn["show"] == ("types" if show == "types" else "phases")
    assert drawn["svg"].startswith("<svg")


def test_rules_that_are_wrong_are_not_drawn(editor: PageEditor) -> None:
    editor.open("(role")
    drawn = editor.ask("spielwerk/picture", textDocument={"uri": URI})["result"]
    assert drawn == {"kinds": ["relations"], "show": "relations", "svg": None}
