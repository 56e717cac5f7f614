"""When nothing can be written: it is said, nothing is lost or shown, and it goes on afterwards."""

from __future__ import annotations

import asyncio
import json
import resource
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest
from tests.server.conftest import ROOMY, Server
from websockets.sync.client import connect

from spielwerk.client import ApiError, Client, RefusedByServer


def limit_files(server: Server, size: int) -> None:
    """From now on the server's disk is full: no file of it grows beyond a size."""
    most = resource.RLIM_INFINITY if size < 0 else size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def test_a_full_disk_is_told_and_survived(start_server):
    server = start_server(**ROOMY)

    async def story():
        async with Client(server.url, timeout=300) as client:
            red = await client.found("connect-four")
            yellow = await client.join(red.match)
            async with red.connect() as one, yellow.connect() as two:
                await one.move("(drop 1)")
                limit_files(server, 8_192)  # the log has room, the database has none
                await two.until(lambda p: p["legal"])
                with pytest.raises(RefusedByServer) as refused:
                    await two.move("(drop 2)")
                assert refused.value.code == "not-written"
                assert httpx.get(f"{server.url}/healthz").status_code == 503
                with pytest.raises(ApiError) as problem:
                    await client.found("nim")
                assert problem.value.status == 503
                assert one.picture["step"] == 1  # nobody saw what was not written
                limit_files(server, -1)
                await two.move("(drop 2)")
                await one.until(lambda p: p["step"] == 2)
        for _ in range(20):
            if httpx.get(f"{server.url}/healthz").status_code == 200:
                return
            await asyncio.sleep(0.2)
        raise AssertionError("it stays unwell")

    asyncio.run(story())
    failures = [line for line in server.logged().splitlines() if "takes nothing" in line]
    assert len(failures) == 1


@contextmanager
def a_database_of_its_own() -> Iterator[tuple[str, Callable[[], None], Callable[[], None]]]:
    """Its address, and how it is ended at once and started again."""
    pgserver = pytest.importorskip("pgserver")
    folder = tempfile.mkdtemp(prefix="spielwerk-postgres-")
    clusters = [pgserver.get_server(folder, cleanup_mode="stop")]
    clusters[0].psql("CREATE DATABASE gone")

    def end() -> None:
        clusters.pop().cleanup()

    def start() -> None:
        clusters.append(pgserver.get_server(folder, cleanup_mode="stop"))

    try:
        yield clusters[0].get_uri("gone"), end, start
    finally:
        for cluster in clusters:
            cluster.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


REQUESTS = [
    ("GET", "/matches", None),
    ("GET", "/matches/aaaaaaaaaaaa", None),
    ("GET", "/ratings/nim", None),
    ("POST", "/matches", {"game": "nim"}),
    ("POST", "/accounts/guest", {}),
    ("POST", "/sessions", {"name": "Ada", "password": "wrong wrong"}),
]


def test_a_database_that_is_gone_is_told_and_survived():
    with a_database_of_its_own() as (db, end, start):
        server = Server(db, **ROOMY).start()
        api = f"{server.url}/api/v1"
        try:
            assert httpx.get(f"{server.url}/healthz", timeout=300).status_code == 200
            end()
            for method, path, body in REQUESTS:
                answer = httpx.request(method, api + path, json=body, timeout=300)
                assert (answer.status_code, answer.json()["code"]) == (503, "no-database"), path
            while httpx.get(f"{server.url}/healthz", timeout=300).status_code == 200:
                pass  # what was true a moment ago is told for a moment
            with connect(f"ws{api[4:]}/matches/aaaaaaaaaaaa/play") as socket:
                socket.send('{"type":"hello"}')
                assert json.loads(socket.recv(timeout=300))["code"] == "no-database"
            complaints = server.logged().splitlines()
            assert len(complaints) <= 8, "each of the loops has one, however often it tries"
            start()
            while httpx.get(f"{server.url}/healthz", timeout=300).status_code != 200:
                time.sleep(0.2)
            assert httpx.post(f"{api}/matches", json={"game": "nim"}).status_code == 201
        finally:
            server.finish()


def test_a_locked_database_is_unwell(start_server):
    server = start_server(**ROOMY)
    assert httpx.get(f"{server.url}/healthz", timeout=300).status_code == 200
    with sqlite3.connect(server.db) as other:
        other.execute("BEGIN EXCLUSIVE")
        while httpx.get(f"{server.url}/healthz", timeout=300).status_code == 200:
            pass  # what was true a moment ago is told for a moment
        other.rollback()
    other.close()
