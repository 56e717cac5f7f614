"""``spielwerk ggp`` as people use it: processes that find each other, and what they are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from click.testing import CliRunner
from tests.protocols.ggp.servers import ours
from tests.systems import interrupt

from spielwerk.cli import main

COMMAND = [sys.executable, "-m", "spielwerk", "ggp"]


@contextmanager
def player(*options: str) -> Iterator[str]:
    """The address that a player's process prints."""
    command = [*COMMAND, "player", "--port", "0", *options]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        interrupt(process)
        process.communicate(timeout=300)


def test_two_processes_play_a_match_under_a_third(tmp_path):
    record = tmp_path / "match.json"
    with player("--player", "random") as x, player("--player", "greedy", "--name", "eager") as o:
        command = [*COMMAND, "manager", "tic-tac-toe", "--players", f"{x},{o}"]
        done = subprocess.run(
            [*command, "--out", str(record)], capture_output=True, text=True, timeout=300
        )
    assert done.returncode == 0, done.stderr
    assert "Over after" in done.stderr
    assert json.loads(record.read_text())["isCompleted"]


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["ggp", *arguments])
    assert result.exit_code == 2, result.output
    return result.output


def test_wrong_orders_are_refused_with_what_to_do():
    assert "Did you mean mcts?" in refused("player", "--player", "mtcs")
    assert "letters, digits" in refused("player", "--name", "(a b)")
    assert "connect-four" in refused("manager", "conect-four", "--players", "a,b")
    assert "name 2 addresses, not 1" in refused("manager", "chess", "--players", "localhost")
    assert "write for example" in refused("manager", "chess", "--players", "ftp://a,b")
    assert "Did you mean forfeit?" in refused(
        "manager", "chess", "--players", "a,b", "--faults", "forfit"
    )
    assert "hidden" in refused("manager", "kuhn-poker", "--players", "a,b")


def test_a_port_that_is_taken_is_named():
    with ours("random") as address:
        port = address.rpartition(":")[2]
        assert port in refused("player", "--port", port)


def test_a_record_that_cannot_be_written_is_said_before_the_match(tmp_path):
    nowhere = str(tmp_path / "no" / "match.json")
    with ours("random") as x:
        told = refused("manager", "tic-tac-toe", "--players", f"{x},{x}", "--out", nowhere)
    assert nowhere in told
    assert "moves" not in told
