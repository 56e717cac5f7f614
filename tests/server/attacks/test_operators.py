"""The operator's page: for whoever has the right, and for others it does not exist."""

from __future__ import annotations

import subprocess
from pathlib import Path

import httpx
import pytest
from tests.server.conftest import ROOMY, Server

STRINGS = Path(__file__).parents[3] / "src" / "spielwerk" / "web" / "strings"
ROOT = {"name": "Rosa", "password": "seven blue chairs"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    db = str(tmp_path_factory.mktemp("operators") / "test.db")
    server = Server(db, proxies="127.0.0.1", **ROOMY).start()
    yield server
    server.finish()


def session(server: Server) -> dict[str, str]:
    opened = httpx.post(f"{server.url}/api/v1/sessions", json=ROOT, timeout=300)
    return {"Authorization": f"Bearer {opened.json()['session']}"}


def at(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_an_operator_looks_ends_and_bans_and_nobody_else_does(server):
    api = f"{server.url}/api/v1"
    assert httpx.post(f"{api}/accounts", json=ROOT, timeout=300).status_code == 201
    assert httpx.get(f"{api}/operator").status_code == 404
    assert httpx.get(f"{api}/operator", headers=session(server)).status_code == 404
    spielwerk = Path(server.python).with_name("spielwerk")
    command = [spielwerk, "operator", "rosa", "--db", server.db]
    subprocess.run(command, check=True, timeout=300, capture_output=True)
    me = session(server)
    table = httpx.post(f"{api}/matches", json={"game": "nim"}, headers=at("10.9.8.7")).json()
    httpx.post(f"{api}/matches/{table['match']}/seats", json={})
    seen = httpx.get(f"{api}/operator", headers=me).json()
    (room,) = seen["rooms"]
    assert (room["match"], room["game"], room["phase"]) == (table["match"], "nim", "running")
    assert {"thoughts", "analyses", "checks"} <= {queue["name"] for queue in seen["queues"]}
    assert seen["writes"] is True
    for strings in ("en.js", "de.js"):
        words = (STRINGS / strings).read_text(encoding="utf-8")
        for queue in seen["queues"]:
            assert f'"operator.queue.{queue["name"]}"' in words

    end = f"{api}/operator/matches/{table['match']}/end"
    assert httpx.post(end).status_code == 404
    assert httpx.post(end, headers=me).status_code == 204
    shown = httpx.get(f"{api}/matches/{table['match']}").json()["picture"]
    assert shown["phase"] == "abandoned"

    def look(address: str) -> int:
        return httpx.get(f"{api}/games", headers=at(address)).status_code

    wanted = {"origin": room["origin"], "why": "spam", "hours": 1}
    assert httpx.post(f"{api}/operator/bans", json=wanted).status_code == 404
    assert httpx.post(f"{api}/operator/bans", json=wanted, headers=me).status_code == 201
    assert (look("10.9.8.7"), look("10.9.8.8")) == (403, 200)
    httpx.delete(f"{api}/operator/bans/{room['origin']}", headers=me)
    assert look("10.9.8.7") == 200
    network = {"address": "2001:db8::1"}
    assert httpx.post(f"{api}/operator/bans", json=network, headers=me).status_code == 201
    assert look("2001:db8::2") == 403

    myself = httpx.post(f"{api}/operator/bans", json={"address": "127.0.0.1"}, headers=me)
    assert (myself.status_code, myself.json()["code"]) == (422, "own-address")

    numbers = httpx.get(f"{server.url}/metrics").text
    for name in (
        "spielwerk_loop_lag_seconds_bucket",
        "spielwerk_moves_total",
        "spielwerk_processes",
        "spielwerk_connections",
        'spielwerk_rejections_total{limit="bans"}',
    ):
        assert name in numbers
