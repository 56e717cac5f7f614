"""The command as a whole: help that comes quickly, errors without traces, real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.systems import ctrl_c, posix_only

import spielwerk
from spielwerk.catalogue import entries
from spielwerk.cli import main
from spielwerk.cli.entry import COMMANDS, in_words

SPIELWERK = [sys.executable, "-c", "from spielwerk.cli import main; main()"]


def run(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """``spielwerk`` as a process of its own."""
    return subprocess.run(
        [*SPIELWERK, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
        env={**os.environ, **environment},
    )


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == (
        f"spielwerk, version {spielwerk.__version__}\n"
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    said = CliRunner().invoke(main, [name, "--help"])
    assert said.exit_code == 0
    assert said.output.startswith(f"Usage: main {name}")


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (FileNotFoundError(2, "No such file", "x.gdl"), "x.gdl: No such file."),
        (OSError(28, "No space left on device"), "A file: No space left on device."),
        (OSError("libllvmlite.so cannot be loaded"), "libllvmlite.so cannot be loaded"),
        (OSError(), "OSError"),
    ],
)
def test_what_the_system_refuses_is_a_sentence(problem: OSError, said: str) -> None:
    assert in_words(problem) == said


@posix_only
def test_help_comes_quickly_and_without_engines() -> None:
    import resource  # not on Windows

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run("--help")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert "Play a game in the terminal." in done.stdout
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert used < 0.3
    code = "import sys; from spielwerk.cli import main; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    assert "spielwerk.cli" in loaded
    for heavy in ("numba", "numpy", "spielwerk.core"):
        assert f" {heavy} " not in loaded


def test_playing_needs_no_compiler() -> None:
    code = (
        "import sys; sys.argv = ['spielwerk', 'play', 'nim']\n"
        "from spielwerk.cli import main\n"
        "try: main()\n"
        "except SystemExit: print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="/exit\n", capture_output=True, text=True
    )
    assert done.stdout.endswith("False\n")


def test_a_misspelt_command_suggests_the_right_one() -> None:
    said = CliRunner().invoke(main, ["plya"])
    assert said.exit_code == 2
    assert "There is no command 'plya'. Did you mean 'play'?" in said.stderr


def test_games_are_listed_for_people() -> None:
    said = CliRunner().invoke(main, ["games"])
    assert said.exit_code == 0
    for entry in entries():
        assert f"\n{entry.name} " in f"\n{said.output}"
    assert "hidden information" in said.output


def test_games_are_listed_for_programs() -> None:
    listed = json.loads(CliRunner().invoke(main, ["games", "--json"]).output)
    assert [game["name"] for game in listed] == [entry.name for entry in entries()]
    chess = next(game for game in listed if game["name"] == "chess")
    assert chess["roles"] == ["white", "black"]
    assert chess["hidden"] is False
    assert chess["language"] == "gdl"


def test_a_golden_playthrough_is_printed_or_written(tmp_path: Path) -> None:
    printed = CliRunner().invoke(main, ["golden", "nim", "--seed", "3"]).stdout
    assert printed.startswith("game: nim\n")
    assert "seed: 3\n" in printed
    out = tmp_path / "nim.txt"
    CliRunner().invoke(main, ["golden", "nim", "--seed", "3", "--out", str(out)])
    assert out.read_text() == printed
    cut = CliRunner().invoke(main, ["golden", "nim", "--steps", "2"]).stdout
    assert "=== cut after 2 steps" in cut


def test_a_transcript_of_a_real_process_reads_like_a_conversation() -> None:
    done = run("play", "tic-tac-toe", typed="mark 2 2\nmark 2 2\nmark 1 1\n/exit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    said = done.stdout.splitlines()
    assert said[said.index("xplayer> mark 2 2") :] == [
        "xplayer> mark 2 2",
        "",
        " 3  · · ·",
        " 2  · X ·",
        " 1  · · ·",
        "    1 2 3",
        "",
        "  control  oplayer",
        "",
        "oplayer> mark 2 2",
        "There is already a mark on 2 2. (/why mark 2 2 tells more.)",
        "oplayer> mark 1 1",
        "",
        " 3  · · ·",
        " 2  · X ·",
        " 1  O · ·",
        "    1 2 3",
        "",
        "  control  xplayer",
        "",
        "xplayer> /exit",
        "Goodbye. The match is not over.",
    ]


def test_a_terminal_without_chess_pieces_shows_question_marks() -> None:
    done = run("play", "chess", typed="e2e4\n", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0
    assert " 8  ? ? ? ? ? ? ? ?" in done.stdout


def test_bytes_that_are_no_text_are_answered() -> None:
    done = subprocess.run(
        [*SPIELWERK, "play", "nim"],
        input=b"\xff\xfe\x00\n/exit\n",
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stdout + done.stderr


def test_a_reader_that_stops_listening_is_no_error() -> None:
    process = subprocess.Popen(
        [*SPIELWERK, "golden", "chess"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "game: chess\n"
    process.stdout.close()
    _, said = process.communicate(timeout=300)
    assert "Traceback" not in said


@ctrl_c
def test_an_interrupt_during_work_is_polite(tmp_path: Path) -> None:
    script = tmp_path / "short.match"
    script.write_text("nim\nCOMMAND\nfirst (take 1 a)\n")
    process = subprocess.Popen(
        [*SPIELWERK, "gdl", "test", *[str(script)] * 20_000],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "passed" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=300)
    assert said.strip() == "Goodbye."
    assert process.returncode == 130
