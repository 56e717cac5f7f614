"""``server055`` with the parameters of the standard's chapter 6."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.systems import ctrl_c

from spielwerk.cli.entry import main
from spielwerk.games.spy.files import CHARACTERS, MATCH, SCENARIO
from spielwerk.games.spy.library import library_text

SERVER055 = "from spielwerk.cli.spy import server055; server055()"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["spy", "server", *words])


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """The three files of a match, by the short name of their parameter."""
    sets = (("-c", CHARACTERS, "agents"), ("-m", MATCH, "quick"), ("-s", SCENARIO, "back-room"))
    found = {}
    for option, kind, name in sets:
        path = tmp_path / f"{name}{kind.suffix}"
        path.write_text(library_text(kind, name), encoding="utf-8")
        found[option] = str(path)
    return found


@ctrl_c
@pytest.mark.parametrize("long", [False, True])
def test_parameters_come_in_any_order_and_with_both_names(
    files: dict[str, str], tmp_path: Path, long: bool
) -> None:
    names = {"-c": "--config-charset", "-m": "--config-match", "-s": "--config-scenario"}
    given = [word for key, path in files.items() for word in (names[key] if long else key, path)]
    log = str(tmp_path / "kept")
    words = ["--x", "npcs", "2", "--verbosity" if long else "-v", "0", *given]
    words += ["--port" if long else "-p", "0", "--x", "matches", "3", "--x", "log", log]
    with subprocess.Popen(
        [sys.executable, "-c", SERVER055, *words],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(300) == 130
    assert line.startswith("Listening on port ")
    assert Path(log).is_dir()


def test_the_help_lists_exactly_the_parameters_of_the_standard() -> None:
    text = run("-h").output
    for parameter in (
        "-c, --config-charset", "-m, --config-match", "-s, --config-scenario", "--x KEY VALUE",
        "-p, --port", "-v, --verbosity", "-h, --help", "7007",
    ):  # fmt: skip
        assert parameter in text
    options = [line.split()[0] for line in text.splitlines() if line.startswith("  -")]
    assert options == ["-c,", "-m,", "-s,", "--x", "-p,", "-v,", "-h,"]


def test_settings_of_the_house_are_listed() -> None:
    listed = run("--x", "help", "me").output
    for key in ("matches", "seed", "log", "host", "npcs", "reconnect_limit"):
        assert f"{key}  (usually" in listed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--x", "teapot", "1"], "There is no option 'teapot'"),
        (["--x", "matches", "many"], "'matches' is a whole number, not 'many'"),
        (["--x", "matches", "0"], "matches is 1 to 1000, not 0"),
        (["--x", "pause-limit", "-1"], "pause_limit is more than 0"),
        (["--x", "npcs"], "requires 2 arguments"),
        (["-p", "seven"], "'seven' is not a valid integer"),
        (["-v", "-1"], "-1 is not in the range"),
        (["-s", "nowhere.scenario"], "nowhere.scenario:1:1: error[spy-file]"),
        (["-c"], "requires an argument"),
    ],
)
def test_what_is_wrong_is_said_with_status_2(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_a_wrong_file_is_told_with_line_and_column(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.match"
    value = json.loads(library_text(MATCH, "quick"))
    wrong.write_text(json.dumps({**value, "RoundLimit": 0}, indent=1))
    result = run("-m", str(wrong))
    assert result.exit_code == 2
    assert "wrong.match:23:" in result.output
    assert "never begins" in result.output


def test_a_port_in_use_is_no_stack_trace(tmp_path: Path) -> None:

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = run("-p", port, "--x", "host", "127.0.0.1", "--x", "log", str(tmp_path))
    assert result.exit_code == 2
    assert f"Nobody can listen on port {port}" in result.output
