"""Everything a server keeps survives a move to another database, even of another kind."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.server.conftest import ROOMY

from spielwerk.client import Client, Seat

OLD = Path(__file__).parent / "databases" / "version-1.sql"
SPIELWERK = str(Path(sys.executable).with_name("spielwerk"))


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SPIELWERK, *command], capture_output=True, text=True, timeout=300, check=False
    )


def test_a_match_goes_on_in_another_database(start_server, postgres, tmp_path):
    old = start_server(**ROOMY)

    async def begin() -> Seat:
        async with Client(old.url) as client:
            await client.register("Ada", "analytical engine")
            x = await client.found("tic-tac-toe")
            await client.join(x.match)
            async with x.connect() as table:
                await table.move("(mark 2 2)")
            return x

    seat = asyncio.run(begin())
    file, db = str(tmp_path / "all.jsonl"), postgres()
    saved = run("backup", file, "--db", old.db)
    assert saved.returncode == 0, saved.stderr
    restored = run("restore", file, "--db", db)
    assert restored.returncode == 0, restored.stderr
    new = start_server(db, **ROOMY)

    async def go_on() -> None:
        async with Client(new.url) as client:
            await client.login("Ada", "analytical engine")
            async with Seat(client, seat.match, token=seat.token).connect() as table:
                assert table.picture["step"] == 1

    asyncio.run(go_on())


def test_a_backup_that_was_cut_off_or_has_no_room_is_refused(tmp_path):
    db, file = str(tmp_path / "a.db"), tmp_path / "all.jsonl"
    assert run("backup", str(file), "--db", db).returncode == 0
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    refused = run("restore", str(cut), "--db", str(tmp_path / "b.db"))
    assert refused.returncode == 2
    assert "cut off" in refused.stderr
    again = run("backup", str(file), "--db", db)
    assert again.returncode == 2, "no backup is written over another"


def rows_of(path: Path) -> list[str]:
    """All rows of a database file as lines of a backup, whatever its tables are."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        names = [
            "accounts",
            "sessions",
            "workers",
            "matches",
            "entries",
            "claims",
            "invitations",
            "rules",
            "heroes",
        ]
        return [
            json.dumps({"table": name, "row": dict(row)})
            for name in names
            for row in database.execute(f'SELECT * FROM "{name}"')
        ]


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path):
    old, file = tmp_path / "old.db", tmp_path / "old.jsonl"
    with closing(sqlite3.connect(old)) as database:
        database.executescript(OLD.read_text("utf-8"))
        (version,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    rows = rows_of(old)
    head, end = {"spielwerk-backup": 1, "tables": version}, {"rows": len(rows)}
    file.write_text("\n".join([json.dumps(head), *rows, json.dumps(end)]) + "\n")
    restored = run("restore", str(file), "--db", str(tmp_path / "new.db"))
    assert restored.returncode == 0, restored.stderr
    assert f"{len(rows)} rows" in restored.stdout
    for name in ("old", "new"):  # the one was brought up to date as a file, the other as rows
        again = run(
            "backup", str(tmp_path / f"{name}-again.jsonl"), "--db", f"{tmp_path}/{name}.db"
        )
        assert again.returncode == 0, again.stderr
    moved, migrated = (
        sorted((tmp_path / f"{name}-again.jsonl").read_text().splitlines())
        for name in ("new", "old")
    )
    assert moved == migrated
    assert len(moved) >= len(rows) > 10

    file.write_text(json.dumps({"spielwerk-backup": 1, "tables": "9999"}) + "\n")
    newer = run("restore", str(file), "--db", str(tmp_path / "newer.db"))
    assert newer.returncode == 2
    assert "newer version" in newer.stderr
