"""``spielwerk serve --demo``: sample matches, in a database that is thrown away."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.server.conftest import ROOMY

from spielwerk.cli.samples import TO_JOIN, TO_WATCH
from spielwerk.client import Client

SPIELWERK = str(Path(sys.executable).with_name("spielwerk"))


def test_a_demo_has_matches_to_look_back_at_to_watch_and_to_join(tmp_path: Path) -> None:
    settings = {f"SPIELWERK_{name.upper()}": str(value) for name, value in ROOMY.items()}
    server = subprocess.Popen(
        [SPIELWERK, "serve", "--demo", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **settings, "PYTHONUNBUFFERED": "1", "TMPDIR": str(tmp_path)},
    )
    assert server.stdout is not None
    try:
        address = server.stdout.readline().split()[-1]
        said = [server.stdout.readline() for _ in range(4)]
        assert list(tmp_path.iterdir()), "its database is in a folder for passing things"

        async def look() -> None:
            async with Client(address) as client:
                for line in said[:3]:
                    (match,) = re.findall(r"#/replay/([\w-]+)$", line)
                    assert "outcome" in await client.watch(match).log()
                shown = {row["game"]: row for row in await client.matches()}
                assert set(shown) >= {*TO_JOIN, *TO_WATCH}
                free = [role for role, who in shown["reversi"]["seats"].items() if who is None]
                assert len(free) == 1

        asyncio.run(look())
    finally:
        server.terminate()
        assert server.wait(300) == 0
        server.stdout.close()
    assert not list(tmp_path.iterdir())


def test_a_demo_takes_nobodys_database() -> None:
    said = subprocess.run(
        [SPIELWERK, "serve", "--demo", "--db", "ours.db"], capture_output=True, text=True
    )
    assert said.returncode == 2
    assert "leave out --db" in said.stderr
