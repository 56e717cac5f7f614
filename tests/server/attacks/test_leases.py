"""Several processes whose clocks differ by hours share one database in peace."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import httpx
import pytest
from tests.server.conftest import ROOMY, Server

from spielwerk.client import Client, Seat

SHIFTED = """
import os, time
_ahead, _time = float(os.environ.get("TEST_CLOCK_AHEAD", 0)), time.time
time.time = lambda: _time() + _ahead
"""


def at_another_time(server: Server, folder: Path, hours: float) -> Server:
    """A process that believes it is later."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(SHIFTED, encoding="utf-8")
    known = dict(os.environ)
    os.environ |= {"TEST_CLOCK_AHEAD": str(3_600 * hours), "PYTHONPATH": str(folder)}
    try:
        return server.start()
    finally:
        os.environ.clear()
        os.environ |= known


def test_processes_with_wrong_clocks_do_not_take_each_others_rooms(postgres, tmp_path):
    db = postgres()
    servers = [Server(db, **ROOMY) for _ in range(2)]
    try:
        at_another_time(servers[0], tmp_path / "late", -2)
        at_another_time(servers[1], tmp_path / "early", +2)

        async def story():
            async with Client(servers[0].url) as here, Client(servers[1].url) as there:
                red = await here.found("connect-four", clock="move=60s")
                yellow = await there.join(red.match)
                async with red.connect() as one, yellow.connect() as two:
                    for step in range(6):
                        table = (one, two)[step % 2]
                        await table.until(lambda p: p["legal"])
                        await table.move(table.picture["legal"][step % 3])
                    await two.until(lambda p: p["step"] == 6)
                return red

        red = asyncio.run(asyncio.wait_for(story(), 100))
        assert "took over" not in servers[1].logged()
        servers[0].kill()

        async def goes_on():
            async with Client(servers[1].url, timeout=300) as there:
                red_here = Seat(there, red.match, "red", red.token)
                async with red_here.connect() as table:
                    await table.move(table.picture["legal"][0])  # nobody's time has run out
                    await table.until(lambda p: p["step"] == 7)

        asyncio.run(asyncio.wait_for(goes_on(), 100))
    finally:
        for server in servers:
            server.finish()


@pytest.mark.parametrize("path", ["/games/%00", "/matches?game=%00", "/matches/%00", "/rules"])
def test_no_nul_reaches_postgresql(path, nul_server):
    if path == "/rules":
        answer = httpx.post(f"{nul_server.url}/api/v1/rules", json={"source": "(role \0)"})
    else:
        answer = httpx.get(f"{nul_server.url}/api/v1{path}")
    assert 400 <= answer.status_code < 500


@pytest.fixture(scope="module")
def nul_server(postgres, tmp_path_factory):
    server = Server(postgres(), **ROOMY).start()
    yield server
    server.finish()
