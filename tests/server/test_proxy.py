"""Several processes behind the proxy that compose.yaml puts before them, if nginx is there."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from tests.server.conftest import ROOMY, Server
from tests.server.test_conversation import play_out

from spielwerk.client import Client

CONFIG = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/bin")


def configured(port: int, servers: list[Server]) -> str:
    """The shipped file, with addresses of this machine, in what nginx puts around it."""
    text = CONFIG.read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
    for number in range(1, 4):
        place = servers[number % len(servers)]
        text = text.replace(f"server{number}:8000", f"127.0.0.1:{place.port}")
    around = "daemon off; pid nginx.pid; error_log stderr; events {}"
    return f"{around} http {{ access_log off; {text} }}"


@pytest.fixture
def proxy(start_server, postgres, tmp_path: Path) -> Iterator[str]:
    if NGINX is None:
        pytest.skip("nginx is not installed")
    db = postgres()
    servers = [start_server(db, proxies="127.0.0.1", **ROOMY) for _ in range(2)]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    file = tmp_path / "nginx.conf"
    file.write_text(configured(port, servers))
    process = subprocess.Popen([NGINX, "-p", str(tmp_path), "-c", str(file)])
    url = f"http://127.0.0.1:{port}"
    for _ in range(200):
        try:
            httpx.get(url, timeout=300)
            break
        except httpx.TransportError:
            assert process.poll() is None, "nginx takes the file"
            time.sleep(0.05)
    yield url
    process.terminate()
    process.wait(timeout=300)


def test_people_meet_behind_the_proxy_whichever_process_they_reach(proxy):
    assert httpx.get(f"{proxy}/metrics").status_code == 404, "numbers are not for everybody"
    forged = httpx.get(f"{proxy}/healthz", headers={"X-Forwarded-For": "10.1.1.1"})
    assert forged.status_code == 200

    async def story():
        async with Client(proxy) as client:
            red = await client.found("connect-four")
            yellow = await client.join(red.match)
            async with red.connect() as one, yellow.connect() as two:
                await asyncio.gather(play_out(one, Random(1)), play_out(two, Random(2)))
                assert one.picture["outcome"] == two.picture["outcome"] is not None

    asyncio.run(story())
