"""Rules tried in the studio, over a WebSocket: windows, time, tests, and hostile strangers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.server.conftest import ROOMY, Server
from tests.server.test_hostile_uploads import HOSTILE
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from spielwerk.cli.entry import main

LIBRARY = files("spielwerk").joinpath("library")
FIXTURES = Path(__file__).parents[1] / "languages" / "igold" / "fixtures"


def rules(language: str, name: str) -> str:
    endings = {"igold": (".igold", ".igold.xml"), "gdl": (".gdl",)}[language]
    paths = [LIBRARY.joinpath(language, name + ending) for ending in endings]
    return next(path for path in paths if path.is_file()).read_text(encoding="utf-8")


class Author:
    """The page of an author: what was told last of each part."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.shown: dict[str, Any] = {}

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        self.number += 1
        text = more.pop("text", None)
        for start in range(0, len(text or ""), 8_000):
            part = text[start : start + 8_000]
            self.socket.send(json.dumps({"do": "text", "part": part}))
        self.socket.send(json.dumps({"do": do, "id": self.number, **more}))
        while True:
            heard: dict[str, Any] = json.loads(self.socket.recv(timeout=300))
            if heard.get("id") == self.number or heard["type"] == "bye":
                return heard

    def do(self, do: str, **more: Any) -> dict[str, Any]:
        heard = self.ask(do, **more)
        assert heard["type"] == "done", heard
        self.shown.update(heard["said"])
        said: dict[str, Any] = heard["said"]
        return said

    def open(self, language: str, name: str, **more: Any) -> None:
        self.do("open", language=language, text=rules(language, name), **more)

    def window(self, role: str) -> dict[str, Any]:
        found: dict[str, Any] = self.shown[f"window {role}"]
        return found

    def moves(self, role: str) -> list[str]:
        return [card["move"] for card in self.window(role)["moves"]]


@pytest.fixture
def join(shared_server: Server) -> Iterator[Callable[[], Author]]:
    with ExitStack() as sockets:

        def join() -> Author:
            address = shared_server.url.replace("http", "ws") + "/api/v1/trial"
            return Author(sockets.enter_context(connect(address, max_size=8_000_000)))

        yield join


@pytest.fixture
def author(join: Callable[[], Author]) -> Author:
    return join()


def test_every_player_has_a_window_and_a_round_is_played(author: Author) -> None:
    author.open("igold", "citadels", seed=3)
    roles = author.shown["game"]["roles"]
    assert len(roles) == 4
    hands = {role: author.window(role)["view"]["players"][role] for role in roles}
    assert len({json.dumps(hand) for hand in hands.values()}) > 1
    before = author.shown["moment"]["mark"]
    for _ in range(12):
        (role, *_) = author.shown["turn"]["asked"]
        author.do("move", role=role, move=author.moves(role)[0])
    assert author.shown["moment"]["entries"] == 12
    assert author.shown["moment"]["mark"] != before
    author.do("undo")
    assert author.shown["moment"]["entries"] == 11
    author.do("restart", seed=3)
    assert author.shown["moment"]["mark"] == before


def test_a_move_that_is_not_legal_is_explained_with_its_line(author: Author) -> None:
    author.open("igold", "pig")
    role = author.shown["turn"]["asked"][0]
    other = next(one for one in author.shown["game"]["roles"] if one != role)
    refused = author.ask("move", role=other, move="roll")
    assert refused["type"] == "refused"
    assert "not the turn" in refused["detail"]
    said = author.do("why", role=role, move="hold")
    assert "claim" in said["why"]


def test_machines_play_their_seats_and_wait_for_people(author: Author) -> None:
    author.open("gdl", "tic-tac-toe")
    author.do("seat", role="oplayer", player="random")
    author.do("move", role="xplayer", move="(mark 2 2)")
    said = author.do("go on")
    assert said["more"] is False
    assert author.shown["turn"]["asked"] == ["xplayer"]
    assert author.shown["moment"]["entries"] == 2
    author.do("seat", role="xplayer", player="random")
    while author.do("go on")["more"]:
        pass
    assert author.shown["turn"]["kind"] == "over"


def test_moves_that_are_made_at_once_wait_for_each_other(author: Author) -> None:
    text = """(role a) (role b) (init start) (<= (legal ?r (say ?n)) (role ?r) (number ?n))
(number 1) (number 2) (<= (next (said ?r ?n)) (does ?r (say ?n)))
(<= terminal (true (said a ?n))) (<= (goal ?r 50) (role ?r))"""
    author.do("open", language="gdl", text=text)
    author.do("move", role="b", move="(say 2)")
    assert author.shown["turn"]["chosen"] == {"b": "(say 2)"}
    assert author.shown["moment"]["entries"] == 0
    author.do("move", role="a", move="(say 1)")
    assert author.shown["facts"] == ["(said a 1)", "(said b 2)"]


def test_a_position_is_set_up_and_saved_as_a_test_that_runs(author: Author, tmp_path: Path) -> None:
    author.open("igold", "pig", seed=4)
    author.do("arrange", facts=["anna.points = 95"])
    assert author.shown["moment"]["deviates"]
    assert "anna.points = 95" in author.shown["facts"]
    author.do("settings", draws=False)
    author.do("say", line="anna: roll")
    author.do("move", role="random", move="roll 6")
    author.do("say", line="anna: hold")
    assert author.shown["turn"]["kind"] == "over"
    text = author.do("save", title="95 and 6 are enough", game="pig")["scenario"]
    assert "given anna.points = 95\nanna: roll\nchance: roll 6\nanna: hold\n" in text
    assert "expect outcome anna 100, ben 0" in text
    path = tmp_path / "pig.test"
    path.write_text(text)
    assert CliRunner().invoke(main, ["test", str(path)]).exit_code == 0
    path.write_text(text.replace("outcome anna 100", "outcome anna 50"))
    differs = CliRunner().invoke(main, ["test", str(path)])
    assert differs.exit_code == 1
    assert "found     outcome anna 100, ben 0" in differs.output

    author.do("restart", seed=0)
    said = author.do("load", text=path.read_text())
    assert said["differences"] == [
        {
            "line": path.read_text().splitlines().index("expect outcome anna 50, ben 0") + 1,
            "expected": "outcome anna 50, ben 0",
            "found": "outcome anna 100, ben 0",
        }
    ]
    assert author.shown["moment"]["entries"] == 4
    assert author.shown["settings"]["seed"] == 4


def test_what_cannot_be_set_up_is_said_and_changes_nothing(author: Author) -> None:
    author.open("igold", "pig")
    mark = author.shown["moment"]["mark"]
    for facts, reason in (
        (["anna.point = 3"], "Did you mean 'anna.points'?"),
        (["anna.points = many"], "is no whole number"),
        ("anna.points = 3", "Facts are a list of texts."),
    ):
        refused = author.ask("arrange", facts=facts)
        assert refused["type"] == "refused"
        assert reason in refused["detail"]
    author.do("go", place=author.shown["moment"]["place"])
    assert author.shown["moment"]["mark"] == mark


def test_a_breakpoint_stops_and_time_goes_back_ten_steps_and_forward_again(author: Author) -> None:
    author.open("igold", "citadels", seed=3)
    author.do("stop", kind="element", where="build")
    for role in author.shown["game"]["roles"]:
        author.do("seat", role=role, player="random")
    while author.do("go on")["more"]:
        pass
    moment = author.shown["moment"]
    assert (moment["stopped"], moment["kind"], moment["stage"]) == (1, "action", "before")
    assert moment["text"] == "build"
    lines = rules("igold", "citadels").splitlines()
    assert lines[moment["line"] - 1].startswith("action Build ")
    marks = [moment["mark"]]
    for _ in range(10):
        assert author.do("back", by="operation")["moved"]
        marks.append(author.shown["moment"]["mark"])
    assert len(set(marks)) > 3
    for mark in reversed(marks[1:10]):
        author.do("step", by="operation")
        assert author.shown["moment"]["mark"] == mark
    author.do("resume")
    assert author.shown["moment"]["mark"] == marks[0]
    assert author.shown["moment"]["place"] == moment["place"]


@pytest.mark.parametrize(
    ("language", "name", "kind", "where", "reason"),
    [
        ("igold", "pig", "element", "nonsense", "no type of the id or name"),
        ("igold", "pig", "line", "1", "can never be hit"),
        ("igold", "pig", "line", "100000", "have no line"),
        ("igold", "pig", "rule", "1", "No rule stands in line 1"),
        ("igold", "pig", "fact", "anna.point = 3", "can never be hit"),
        ("igold", "pig", "condition", "anna.points > many", "is no number"),
        ("igold", "pig", "fly", "high", "One can stop at"),
    ],
)
def test_breakpoints_that_can_never_be_hit_are_refused(
    author: Author, language: str, name: str, kind: str, where: str, reason: str
) -> None:
    author.open(language, name)
    refused = author.ask("stop", kind=kind, where=where)
    assert refused["type"] == "refused"
    assert reason in refused["detail"]
    assert author.shown["breakpoints"] == []


def test_a_dump_of_a_crashed_match_is_loaded_with_its_rules(author: Author) -> None:
    text = (FIXTURES / "noughts.igold-dump.json").read_text()
    said = author.do("dump", language="igold", text=text)
    assert said["rules"] == json.loads(text)["definition"]
    assert author.shown["moment"]["entries"] == 4
    again = author.do("save dump")["dump"]
    mark = author.shown["moment"]["mark"]
    author.do("dump", language="igold", text=again)
    assert author.shown["moment"]["mark"] == mark
    refused = author.ask("dump", language="igold", text="{}")
    assert "no dump" in refused["detail"]


def test_wrong_rules_are_refused_with_their_places(author: Author) -> None:
    refused = author.ask("open", language="gdl", text="(role a")
    assert refused["type"] == "refused"
    assert refused["diagnostics"][0]["line"] == 1
    assert "Nothing is being tried" in author.ask("undo")["detail"]
    assert "cannot be tried" in author.ask("open", language="rulebook", text="x")["detail"]


@pytest.mark.parametrize("message", ["", "[]", "{}", '{"do": 3}', "[" * 5_000])
def test_what_is_no_command_ends_the_conversation(author: Author, message: str) -> None:
    author.socket.send(message)
    assert json.loads(author.socket.recv(timeout=300))["code"] == "not-a-command"
    with pytest.raises(ConnectionClosed):
        author.socket.recv(timeout=300)


def test_commands_that_mean_nothing_are_refused(author: Author) -> None:
    author.open("gdl", "tic-tac-toe")
    for command in (
        {"do": "fly"},
        {"do": "move"},
        {"do": "move", "role": "nobody", "move": "noop"},
        {"do": "go", "place": "x"},
        {"do": "go", "place": 10**9},
        {"do": "seat", "role": "xplayer", "player": "nobody"},
        {"do": "restart", "seed": -1},
        {"do": "step", "by": "miles"},
        {"do": "load"},
        {"do": "clear", "number": 4},
    ):
        assert author.ask(**command)["type"] == "refused", command
    assert author.do("undo")["moved"] is False


def test_an_address_has_so_many_trials_and_the_server_so_many(tmp_path: Path) -> None:
    settings = ROOMY | {"trials_per_address": 2, "trial_idle_seconds": 2, "idle_seconds": 1}
    server = Server(str(tmp_path / "limits.db"), **settings).start()
    address = server.url.replace("http", "ws") + "/api/v1/trial"
    try:
        with connect(address) as one, connect(address) as two, connect(address) as three:
            assert json.loads(three.recv(timeout=300))["code"] == "too-many-trials"
            Author(one).open("gdl", "tic-tac-toe")
            assert json.loads(two.recv(timeout=300))["code"] == "idle"
            with connect(address) as another:
                Author(another).open("gdl", "tic-tac-toe")
    finally:
        server.kill()


PLAYED = [name for name, one in HOSTILE.items() if one.language in ("gdl", "igold")]


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which limits of work are met before those of time, however busy the machine."""
    db = str(tmp_path_factory.mktemp("trials") / "test.db")
    server = Server(db, **ROOMY, rules_seconds=120).start()
    yield server
    server.finish()


@pytest.mark.parametrize("name", PLAYED)
def test_hostile_rules_end_with_a_message_and_the_author_goes_on(
    patient: Server, name: str
) -> None:
    with connect(patient.url.replace("http", "ws") + "/api/v1/trial") as socket:
        ends_with_a_message(Author(socket), name)


def ends_with_a_message(author: Author, name: str) -> None:
    hostile = HOSTILE[name]
    answer = author.ask("open", language=hostile.language, text=hostile.source)
    if answer["type"] == "done":  # they go wrong in play, and the match says so
        assert hostile.said in answer["said"]["moment"]["note"], answer["said"]["moment"]
    else:
        assert answer["type"] in ("refused", "ended")
        told = [answer["detail"], *(one["message"] for one in answer.get("diagnostics", []))]
        assert any(hostile.said in one for one in told), told
    author.open("gdl", "tic-tac-toe")
    assert author.shown["turn"]["asked"] == ["xplayer"]
