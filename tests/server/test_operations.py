"""For those who run the server: health, numbers, logs, settings, several workers."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest
from tests.server.conftest import ROOMY
from tests.server.test_conversation import play_out

from spielwerk.client import ApiError, Client
from spielwerk.server import Settings, SettingsError, read_settings

ROOT = Path(__file__).parents[2]
SPIELWERK = str(Path(sys.executable).with_name("spielwerk"))


def test_the_server_says_how_it_is_and_counts_what_it_does(shared_server):
    assert httpx.get(f"{shared_server.url}/healthz").json()["status"] == "ok"
    httpx.get(f"{shared_server.url}/api/v1/games/nim")
    numbers = httpx.get(f"{shared_server.url}/metrics").text
    assert 'spielwerk_requests_total{method="GET",route="/games/{game}",status="200"}' in numbers
    assert "spielwerk_sockets 0.0" in numbers


def test_the_dashboard_asks_for_numbers_that_there_are(shared_server):
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    numbers = httpx.get(f"{shared_server.url}/metrics").text
    there = set(re.findall(r"^# TYPE (\w+)", numbers, re.MULTILINE))
    named = {name for expression in asked for name in re.findall(r"spielwerk_\w+", expression)}
    assert {name.removesuffix("_bucket") for name in named} <= there
    for about in ("loop_lag", "waiting", "rejections", "moves", "order_seconds"):
        assert any(about in name for name in named), about


def test_the_interface_is_documented_without_foreign_hosts_or_scripts(shared_server):
    page = httpx.get(f"{shared_server.url}/api/v1/docs")
    assert page.headers["content-type"].startswith("text/html")
    paths = httpx.get(f"{shared_server.url}/api/v1/openapi.json").json()["paths"]
    for path in paths:
        assert path in page.text
    assert "<script" not in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text


def test_logs_are_json_and_hold_no_secret(start_server):
    server = start_server(**ROOMY, log_format="json", secure_cookies=True)
    strict = httpx.get(server.url).headers["strict-transport-security"]
    assert strict == "max-age=31536000; includeSubDomains"
    assert httpx.request("TRACE", f"{server.url}/api/v1/games").status_code == 405
    guest = httpx.post(f"{server.url}/api/v1/accounts/guest", json={"name": "Gus"})
    name, _, rest = guest.headers["set-cookie"].partition("=")
    assert name == "__Host-spielwerk_session"
    assert "Secure" in rest
    assert "Path=/" in rest
    assert "Domain" not in rest
    kept = {"Cookie": f"{name}={guest.json()['session']}"}
    me = httpx.get(f"{server.url}/api/v1/accounts/me", headers=kept)
    assert me.json()["account"] == guest.json()["account"]

    async def story():
        async with Client(server.url) as client:
            with pytest.raises(ApiError):
                await client.login("Ada", "wrong horse")
            await client.register("Ada", "correct horse")
            await client.login("Ada", "correct horse")
            seat = await client.found("tic-tac-toe", visibility="unlisted")
            async with seat.connect():
                pass
            return seat

    seat = asyncio.run(story())
    server.stop()
    server.log.seek(0)
    lines = [json.loads(line) for line in server.log]
    assert any(line.get("route") == "/matches" for line in lines)
    assert {"a login failed", "somebody logged in"} <= {line["message"] for line in lines}
    for secret in (seat.token, *seat.invitations.values(), "wrong horse", "correct horse"):
        assert secret not in json.dumps(lines)


def test_settings_come_from_file_environment_and_command_line(tmp_path):
    file = tmp_path / "spielwerk.toml"
    file.write_text('port = 1\nhost = "0.0.0.0"\nmax_frame = 1000\n')
    environment = {"SPIELWERK_CONFIG": str(file), "SPIELWERK_PORT": "2", "SPIELWERK_SOAK": "1"}
    settings = read_settings({"db": "x.db", "port": None}, environment)
    assert (settings.port, settings.host, settings.max_frame) == (2, "0.0.0.0", 1000)
    assert settings.db == "x.db"
    assert read_settings({}, {}) == Settings()


@pytest.mark.parametrize(
    ("environment", "wrong"),
    [({"SPIELWERK_PORT": "many"}, "port"), ({"SPIELWERK_CONFIG": "nowhere.toml"}, "nowhere")],
)
def test_wrong_settings_are_named(environment, wrong):
    with pytest.raises(SettingsError, match=wrong):
        read_settings({}, environment)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--db", "mysql://x/y"], "not supported"),
        (["--workers", "2"], "PostgreSQL"),
        (["--db", "/proc/nowhere/x.db"], "/proc/nowhere"),
    ],
)
def test_a_server_that_cannot_start_says_why(tmp_path, options, said):
    run = subprocess.run(
        [SPIELWERK, "serve", "--port", "0", *options],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=300,
        check=False,
    )
    assert run.returncode == 2
    assert said in run.stderr
    assert "Traceback" not in run.stderr


def test_two_workers_behind_one_address_play_and_survive(start_server, postgres):
    server = start_server(postgres(), **ROOMY, workers=2)

    async def story():
        async with Client(server.url) as client:
            pairs = []
            for _ in range(6):
                red = await client.found("connect-four")
                pairs.append((red, await client.join(red.match)))

            async def play(red, yellow):
                async with red.connect() as one, yellow.connect() as two:
                    await asyncio.gather(play_out(one, Random(1)), play_out(two, Random(2)))
                    assert one.picture["outcome"] == two.picture["outcome"] is not None

            await asyncio.gather(*(play(*pair) for pair in pairs))

    asyncio.run(story())
    assert server.stop(signal.SIGTERM) == 0


def test_workers_do_not_outlive_the_process_that_looks_after_them(start_server, postgres):
    server = start_server(postgres(), **ROOMY, workers=2)
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    server.kill()
    with suppress(httpx.TransportError):
        while httpx.get(f"{server.url}/healthz"):
            time.sleep(0.2)


STOPPED_AT_ONCE = """
import os, signal, sys
from spielwerk.server import read_settings, serve

serve(
    read_settings({"db": sys.argv[1], "port": 0}),
    lambda address: os.kill(os.getpid(), signal.SIGTERM),
)
"""


def test_whoever_is_told_the_address_may_stop_it_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STOPPED_AT_ONCE, str(tmp_path / "matches.db")]
    assert subprocess.run(command, timeout=300).returncode == 0
