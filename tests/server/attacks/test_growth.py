"""What was once played stays: no request looks at all of it, however much there is.

SQLite says how it is going to find what is asked for; there, every row that is looked at keeps the
event loop.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from spielwerk.server import Settings, create_app
from spielwerk.server.service import Service

SMALL = {"bans", "workers", "alembic_version", "sqlite_master"}
"""Tables with a few rows."""
ADA = {"name": "Ada", "password": "seven blue chairs"}
ASKED = [
    ("GET", "/matches", None),
    ("GET", "/matches?phase=ended", None),
    ("GET", "/matches?game=nim", None),
    ("GET", "/matches?game=nim&phase=waiting", None),
    ("GET", "/matches?before=1000", None),
    ("POST", "/matches/pair", {"game": "nim"}),
    ("POST", "/matches", {"game": "nim"}),
    ("GET", "/accounts/me/matches", None),
    ("GET", "/accounts/me/news", None),
    ("GET", "/accounts/me/friends", None),
    ("GET", "/ratings/nim", None),
    ("GET", "/people/Ada/ratings", None),
    ("GET", "/people/Ada/ratings/nim", None),
    ("POST", "/sessions", ADA),
    ("GET", "/accounts/me/sessions", None),
    ("POST", "/accounts/guest", {}),
    ("DELETE", "/sessions?everywhere=true", None),
]


async def statements(db: str) -> dict[str, tuple[str, Any]]:
    """What the database is asked for requests, with values, by the request that asked it first."""
    app, found = create_app(Settings(db=db, warm_up=False)), dict[str, tuple[str, Any]]()
    asking = "the server itself"

    def note(_connection: Any, _cursor: Any, text: str, values: Any, *_: object) -> None:
        if re.match("SELECT|UPDATE|DELETE", text):
            found.setdefault(text, (asking, values))

    async with app.router.lifespan_context(app):
        service: Service = app.state.service
        event.listen(service.engine.sync_engine, "before_cursor_execute", note)
        transport = httpx.ASGITransport(app=app, client=("10.0.0.1", 1))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://server/api/v1"
        ) as client:
            opened = (await client.post("/accounts", json=ADA)).json()
            client.cookies.clear()
            who = {"Authorization": f"Bearer {opened['session']}"}
            for method, path, body in ASKED:
                asking = f"{method} {path}"
                answer = await client.request(method, path, json=body, headers=who)
                assert answer.is_success, answer.text
                client.cookies.clear()
            asking = "POST /accounts/recovery"
            forgotten = {"name": "Ada", "code": opened["recovery"], "new": ADA["password"]}
            session = (await client.post("/accounts/recovery", json=forgotten)).json()["session"]
            client.cookies.clear()
            asking = "POST /accounts/me/deletion"
            body, who = {"password": ADA["password"]}, {"Authorization": f"Bearer {session}"}
            assert (await client.post("/accounts/me/deletion", json=body, headers=who)).is_success
        asking = "rounds"
        service.rooms.ownership._no_orphans = False
        await service.rooms.ownership.orphans()
    return found


def ways(db: str, text: str, values: Any) -> list[str]:
    """How SQLite finds what a statement asks for."""
    with closing(sqlite3.connect(db)) as file:
        return [row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {text}", values)]


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_no_request_looks_at_all_that_was_ever_played(tmp_path: Path) -> None:
    db = str(tmp_path / "growth.db")
    slow = []
    for text, (asking, values) in asyncio.run(statements(db)).items():
        for way in ways(db, text, values):
            scanned = re.match(r"SCAN (\w+)", way)
            sorted_whole = "TEMP B-TREE FOR ORDER BY" in way and "FROM matches \n" in text
            if sorted_whole or (scanned and scanned[1] not in SMALL):
                slow.append(f"{asking}: {way}")
    assert not slow, "\n".join(slow)
