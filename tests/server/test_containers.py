"""The recipe for containers, as far as it can be tested where no engine runs."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from dataclasses import fields
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import yaml
from compose_spec import ComposeSpecification

from spielwerk.server import Settings

ROOT = Path(__file__).parents[2]
PASSWORD = "p@ss/w:rd#%"
"""With whatever means something in a URL."""
SETTINGS = {f"SPIELWERK_{part.name.upper()}" for part in fields(Settings)}


@pytest.fixture(scope="module")
def recipe() -> str:
    return (ROOT / "Dockerfile").read_text()


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture(scope="module")
def services() -> dict:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]


def test_the_composition_is_one():
    written = yaml.safe_load((ROOT / "compose.yaml").read_text())
    found = ComposeSpecification.model_validate(written)
    assert set(found.services) == {"proxy", "server1", "server2", "server3", "database"}


def test_everything_the_image_copies_is_there(recipe):
    copied = [
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", recipe, re.MULTILINE)
        for source in line.split()[:-1]
    ]
    assert "src" in copied
    for source in copied:
        assert (ROOT / source).exists(), f"the image copies {source}, which is not there"


def test_the_image_has_what_the_build_needs(recipe):
    """A wheel is built from the project file, which names the readme, the licence and the hook."""
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for needed in ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py", "package-lock.json"):
        assert needed in recipe
        assert f"!{needed}" in ignored
    assert "!constraints.txt" in ignored


def test_the_image_brings_the_server_from_the_wheel_in_pinned_versions(recipe):
    """``pip install spielwerk`` alone has no server in it."""
    build, final = recipe.split("FROM python")[1:]
    assert re.search(r"pip wheel .*--constraint constraints.txt .*'\.\[all\]'", build)
    assert re.search(r"pip install .*--no-index --find-links /wheels 'spielwerk\[all\]'", final)
    assert "COPY src" not in final


def test_the_image_runs_as_nobody_special_and_says_how_it_is(recipe):
    *_, user = re.findall(r"^USER (\S+)$", recipe, re.MULTILINE)
    assert user not in ("root", "0")
    assert "HEALTHCHECK" in recipe
    assert "/healthz" in recipe


def test_how_it_is_is_asked_at_the_port_it_listens_on(recipe):
    asked = []

    class Healthy(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        one_line = recipe.replace("\\\n", "")
        (command,) = re.findall(r"^HEALTHCHECK .* CMD (.+)$", one_line, re.MULTILINE)
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {"PATH": path, "SPIELWERK_PORT": str(server.server_port)}
        subprocess.run(json.loads(command), env=environment, check=True, timeout=300)
    assert asked == ["/healthz"]


def test_settings_in_image_and_composition_exist(recipe, services):
    named = set(re.findall(r"SPIELWERK_[A-Z_]+", recipe)) | {
        name for name in services["server1"]["environment"] if name.startswith("SPIELWERK_")
    }
    assert "SPIELWERK_DB" in named
    assert named <= SETTINGS


def test_the_server_waits_for_a_healthy_database_and_no_password_is_written_down(services):
    server, database = services["server1"], services["database"]
    assert server["depends_on"]["database"]["condition"] == "service_healthy"
    assert database["healthcheck"]["test"]
    assert database["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    (volume,) = database["volumes"]
    assert volume.endswith(":/var/lib/postgresql/data")


async def password_told(port: int, environment: dict[str, str]) -> str:
    """What a server started in this environment tells a database that asks for its password."""
    told: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        size = int.from_bytes(await reader.readexactly(4))
        if (await reader.readexactly(size - 4)).endswith(b"\x04\xd2\x16\x2f"):
            writer.write(b"N")  # no TLS here
            size = int.from_bytes(await reader.readexactly(4))
            await reader.readexactly(size - 4)
        writer.write(b"R" + (8).to_bytes(4) + (3).to_bytes(4))  # the password, please
        _, size = await reader.readexactly(1), int.from_bytes(await reader.readexactly(4))
        told.set_result((await reader.readexactly(size - 4)).rstrip(b"\0").decode())
        writer.close()

    async with await asyncio.start_server(ask, "127.0.0.1", port):
        command = [sys.executable, "-m", "spielwerk", "serve", "--port", "0"]
        server = await asyncio.create_subprocess_exec(
            *command,
            env=os.environ | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ended = asyncio.create_task(server.wait())
        await asyncio.wait({told, ended}, timeout=300, return_when=asyncio.FIRST_COMPLETED)
        if not ended.done():
            server.kill()
            await ended
        assert told.done(), "the server gave up before the database asked for a password"
        return told.result()


def test_any_password_reaches_the_database(services, unused_port):
    written = services["server1"]["environment"]
    environment = {
        name: re.sub(r"\$\{POSTGRES_PASSWORD[^}]*\}", PASSWORD, value).replace(
            "@database/", f"@127.0.0.1:{unused_port}/"
        )
        for name, value in written.items()
    }
    assert asyncio.run(password_told(unused_port, environment)) == PASSWORD


def test_the_recipe_is_clean():
    linter = shutil.which("hadolint", path=Path(sys.executable).parent)
    if linter is None:  # there is none for Windows
        pytest.skip("hadolint is not installed")
    found = subprocess.run([linter, str(ROOT / "Dockerfile")], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout
