"""Nothing that takes long runs on the event loop: everybody else would wait for it.

What counts is processor time, so that a busy machine changes nothing: of the loop's own thread, for
each thing that it does in one go. A request is made three times, since only the first may have to
wait for something to be made.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import partial
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select
from starlette.types import Message
from tests.languages.rulebook.test_seed_heroes import BOOKS, CORE, hero

from spielwerk.confinement import Crew
from spielwerk.core import Event, Move, Role
from spielwerk.match import Began, MatchLog, Moved, Ready, Setup, Stepped, TakenBack
from spielwerk.server import Settings, create_app
from spielwerk.server.accounts import Sessions
from spielwerk.server.editors import Editors
from spielwerk.server.secrets import digest, new_id
from spielwerk.server.store import RowLookup, open_database, schema

ROOT = Path(__file__).parents[3]
ALLOWED = 0.005
CHAIRS = "seven blue chairs"
RULES = "(role a) (role b) (init (p 1)) (legal a x) (legal b x) (<= terminal (true (p 1))) "
RULES += "(goal a 50) (goal b 50)"
MANY_NAMES = b"{" + b",".join(b'"name%d":0' % n for n in range(60_000)) + b"}"
MANY_VALUES = b"[" + b",".join([b"[]"] * 300_000) + b"]"
BODIES = {
    "many names": ("/api/v1/matches", MANY_NAMES),
    "many bots": ("/api/v1/matches", b'{"game":"nim","bots":%b}' % MANY_NAMES),
    "many names elsewhere": ("/api/v1/games/nim/try", MANY_NAMES),
    "many names in UTF-16": (
        "/api/v1/matches",
        (r'{"\"":0,' + MANY_NAMES[1:].decode()).encode("utf-16"),
    ),
    "many values": ("/api/v1/accounts/guest", MANY_VALUES),
    "many values in rules": ("/api/v1/rules/bundle", MANY_VALUES),
    "long numbers": ("/api/v1/matches", b"[" + b",".join([b"9" * 4_000] * 200) + b"]"),
    "a text of many marks": ("/api/v1/rules/check", b'{"source":"%b"}' % (rb"\"" * 490_000)),
    "a hero of many values": (
        "/heroes/api/hero/validate?rulebooks=dsa5",
        b'{"name":"x","foreign":[%b]}' % b",".join([MANY_VALUES] * 4),
    ),
    "a hero of many names": ("/heroes/api/hero/validate?rulebooks=dsa5", MANY_NAMES),
}
"""What is long to read, sent to whoever reads it."""
JSON = {"Content-Type": "application/json"}
X, O, MARK = Role("xplayer"), Role("oplayer"), Move("(mark 2 2)")  # noqa: E741
THERE_AND_BACK = (Moved(1.0, X, MARK), Stepped(1.0, Event({X: MARK})), TakenBack(1.0, 0))
LOG = MatchLog(
    "tic-tac-toe", Setup(), (Ready(0.0, X), Ready(0.0, O), Began(0.0), *THERE_AND_BACK * 700)
).to_text()
PATHS = [
    "/",
    "/heroes/openapi.yaml",
    "/heroes/docs",
    "/api/v1/openapi.json",
    "/api/v1/docs",
    "/api/v1/games",
    "/api/v1/games/citadels:7",
    "/api/v1/games/chess",
    "/api/v1/players",
    "/api/v1/languages",
    "/api/v1/recipes",
    "/api/v1/tutorials",
    "/api/v1/matches",
    "/metrics",
    "/healthz",
]


class Watch:
    """Looks at how long the loop is busy with one thing."""

    def __init__(self) -> None:
        self.worst = 0.0
        self.what = ""

    @contextmanager
    def watching(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        run, here = asyncio.Handle._run, threading.get_ident()

        def watched(handle: asyncio.Handle) -> None:
            if threading.get_ident() != here:  # another loop, which holds up nobody here
                run(handle)
                return
            began = time.thread_time()
            what = repr(handle)
            run(handle)
            spent = time.thread_time() - began
            if spent > self.worst:
                self.worst, self.what = spent, what

        with monkeypatch.context() as patch:
            patch.setattr(asyncio.Handle, "_run", watched)
            yield


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    roomy = {"request_rate": 1e6, "request_burst": 10**6, "question_rate": 1e6, "copy_rate": 1e6}
    app = create_app(
        Settings(db=str(folder / "loop.db"), warm_up=False, rulebooks=str(BOOKS), **roomy)
    )
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, client=("10.0.0.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://server") as client:
            client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            yield client


async def keeper_of_heroes(client: httpx.AsyncClient) -> dict[str, str]:
    """Who keeps heroes with much in them, and pictures."""
    guest = (await client.post("/api/v1/accounts/guest", json={})).json()
    who = {"Authorization": f"Bearer {guest['session']}"}
    await keep_heroes(client, who)
    return who


async def keep_heroes(client: httpx.AsyncClient, who: dict[str, str]) -> None:
    for number in range(8):
        kept = hero(name=f"Hero {number}").to_json()
        kept |= {"foreign": {"picture": "x" * 1_000_000, "things": list(range(9_000))}}
        saved = await client.put(
            "/heroes/api/hero/save", params={"rulebooks": CORE}, json=kept, headers=who
        )
        assert saved.status_code == 200, saved.text


async def leaver(client: httpx.AsyncClient) -> dict[str, str]:
    """Somebody with many heroes, and an account to be deleted."""
    mine = {"name": f"Leaver {new_id()}", "password": CHAIRS}
    session = (await client.post("/api/v1/accounts", json=mine)).json()["session"]
    who = {"Authorization": f"Bearer {session}"}
    await keep_heroes(client, who)
    return who


async def least(monkeypatch, ask) -> tuple[float, str]:
    """How long the loop was busy at the longest, in the best of three times."""
    found = []
    for _ in range(3):
        watch = Watch()
        with watch.watching(monkeypatch):
            answer = await asyncio.create_task(ask())  # all of it is seen: what ran before is not
        assert answer.status_code < 500
        found.append((watch.worst, watch.what))
    return min(found)


def test_no_request_keeps_the_loop(tmp_path, monkeypatch):
    async def story() -> list[str]:
        slow = []
        async with served(tmp_path) as client:
            asks = {path: lambda path=path: client.get(path) for path in PATHS}
            table = (await client.post("/api/v1/matches", json={"game": "liars-dice"})).json()
            place = f"/api/v1/matches/{table['match']}"
            await client.post(f"{place}/seats", json={})
            who = {"Authorization": f"Bearer {table['token']}"}
            why = {"move": "(bid 9 9)"}
            keeper = await keeper_of_heroes(client)
            leavers = [await leaver(client) for _ in range(3)]
            asks |= {
                "why": lambda: client.get(f"{place}/why", params=why, headers=who),
                "a refused move": lambda: client.post(
                    f"{place}/moves", json={"move": "(bid 9 9)", "step": 0}, headers=who
                ),
                "the match": lambda: client.get(place, headers=who),
                "its history": lambda: client.get(f"{place}/history", headers=who),
                "a new match": lambda: client.post("/api/v1/matches", json={"game": "chess"}),
                "a check": lambda: client.post("/api/v1/rules/check", json={"source": RULES}),
                "no log": lambda: client.post("/api/v1/matches/import", content=b"{}\n" * 9_000),
                "a log": lambda: client.post("/api/v1/matches/import", content=LOG),
                "my sessions": lambda: client.get("/api/v1/accounts/me/sessions", headers=keeper),
                "my heroes": lambda: client.get("/heroes/api/hero/list", headers=keeper),
                "a hero": lambda: client.get(
                    "/heroes/api/hero/load?hero_name=Hero 0", headers=keeper
                ),
                "no login": lambda: client.post(
                    "/api/v1/sessions", json={"name": "Ada", "password": "wrong wrong"}
                ),
            }
            asks |= {
                "a new account": lambda: client.post(
                    "/api/v1/accounts", json={"name": "Bea", "password": CHAIRS}
                ),
                "no recovery": lambda: client.post(
                    "/api/v1/accounts/recovery",
                    json={"name": "Ada", "code": "0" * 24, "new": CHAIRS},
                ),
                "a deletion": lambda: client.post(
                    "/api/v1/accounts/me/deletion",
                    json={"password": CHAIRS},
                    headers=leavers.pop(),
                ),
                "a common password": lambda: client.post(
                    "/api/v1/accounts", json={"name": "Cleo", "password": "x" * 200}
                ),
            }
            asks |= {
                name: lambda path=path, body=body: client.post(path, content=body, headers=JSON)
                for name, (path, body) in BODIES.items()
            }
            for name, ask in asks.items():
                worst, what = await least(monkeypatch, ask)
                if worst > ALLOWED:
                    slow.append(f"{name}: {1000 * worst:.1f} ms in {what}")
        return slow

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        assert runner.run(story()) == []


def test_looking_after_a_thousand_sessions_with_sockets_does_not_keep_the_loop(
    tmp_path, monkeypatch
):
    async def story() -> tuple[float, str]:
        engine, moment = await open_database(str(tmp_path / "sessions.db")), [1e9]
        lookup = RowLookup(engine)
        sessions = Sessions(engine, lookup, 1e6, 1e7, lambda: moment[0])
        async with engine.begin() as connection:
            ada = {"id": "ada", "name": "Ada", "created": 0.0}
            await connection.execute(insert(schema.accounts).values(ada))
            known = {"account": "ada", "begun": 1e9, "used": 1e9, "expires": 1e9 + 1e6}
            rows = [{"token": digest(str(number)), **known} for number in range(1_000)]
            await connection.execute(insert(schema.sessions), rows)
        found, ended = [], []
        with ExitStack() as open_sockets:
            for number in range(1_000):
                over = partial(ended.append, number)
                open_sockets.enter_context(sessions.attended(str(number), over))
            for _ in range(3):
                moment[0] += 50_000
                watch = Watch()
                with watch.watching(monkeypatch):
                    await asyncio.create_task(sessions.look())
                found.append((watch.worst, watch.what))
        async with engine.connect() as connection:
            used = (await connection.execute(select(schema.sessions.c.used).distinct())).scalars()
            assert (list(used), ended) == ([moment[0]], [])
        lookup.close()
        await engine.dispose()
        return min(found)

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        worst, what = runner.run(story())
    assert worst < ALLOWED, what


CHANGE = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}}
EDITS: list[tuple[str, dict[str, Any]]] = [
    ("initialize", {"processId": None, "rootUri": None, "capabilities": {}}),
    ("textDocument/didOpen", {"languageId": "gdl", "version": 1, "text": "\n" * 30_000}),
    *[("textDocument/didChange", {"contentChanges": 100 * [{**CHANGE, "text": "x"}]})] * 3,
]
"""How a long text is changed at many places."""


async def edited(settings: Settings) -> None:
    """An editor opens a long text and changes it."""
    told = [{"type": "websocket.connect"}]
    for number, (method, params) in enumerate(EDITS):
        document = {"uri": "inmemory:///long.gdl", "version": number + 1, **params}
        given = params | {"textDocument": document}
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": given}
        told.append({"type": "websocket.receive", "text": json.dumps(message)})
    told.append({"type": "websocket.disconnect"})
    said = iter(told)

    async def receive() -> Message:
        return next(said)

    async def send(message: Message) -> None:
        pass

    editors = Editors(settings, Crew(1))
    await editors.serve({"type": "websocket", "client": ("10.0.0.1", 1)}, receive, send)
    editors.stop()


def test_no_editor_keeps_the_loop(monkeypatch):
    async def story() -> tuple[float, str]:
        found = []
        for _ in range(3):
            watch = Watch()
            with watch.watching(monkeypatch):
                await asyncio.create_task(edited(Settings()))
            found.append((watch.worst, watch.what))
        return min(found)

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        worst, what = runner.run(story())
    assert worst < ALLOWED, what


FIRST = """
import asyncio
import pytest
from tests.server.attacks.test_loop import Settings, Watch, edited

watch = Watch()
with pytest.MonkeyPatch.context() as patch, watch.watching(patch):
    asyncio.run(edited(Settings()))
print(watch.worst)
"""


def test_neither_does_the_first_for_whom_much_has_to_be_loaded():
    done = subprocess.run(
        [sys.executable, "-c", FIRST], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < 10 * ALLOWED
