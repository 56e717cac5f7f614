"""Play at a real terminal: completion, history, polite ends. A pty stands in for the person."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="Windows has nothing like it", exc_type=ImportError)

SPIELWERK = [sys.executable, "-c", "from spielwerk.cli import main; main()"]


class Terminal:
    """A process at a terminal, as a person meets it."""

    def __init__(self, state: Path, *arguments: str) -> None:
        self.process, self.screen = pty.fork()
        if self.process == 0:
            os.environ.update(XDG_STATE_HOME=str(state), TERM="xterm")
            os.execv(sys.executable, [*SPIELWERK, *arguments])
        self.seen = ""
        self.ended = False

    def wait_for(self, text: str, seconds: float = 30.0) -> None:
        """Read the screen until the text stands there, below what was waited for before."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.screen], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"'{text}' never came; the screen shows:\n{self.seen}"
            self._read()
        self.seen = self.seen.split(text, 1)[1]

    def press(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, and again if nothing comes of it, as a person does.

        A signal that comes after Python's readline has drawn and before it waits is only seen when
        another comes. One that comes while it reads a key is not seen before the next key.
        """
        for _ in range(15):
            self.press(CONTROL_C)
            while select.select([self.screen], [], [], 2.0)[0]:
                if "Goodbye" in self._read():
                    return
            self.press(" ")

    def _read(self) -> str:
        try:
            self.seen += os.read(self.screen, 65536).decode(errors="replace")
        except OSError:
            pytest.fail(f"The process ended:\n{self.seen}")
        return self.seen

    def status(self, seconds: float = 30.0) -> int:
        """Wait for the end of the process."""
        end = time.monotonic() + seconds
        while select.select([self.screen], [], [], max(0.0, end - time.monotonic()))[0]:
            try:
                self.seen += os.read(self.screen, 65536).decode(errors="replace")
            except OSError:
                self.ended = True
                return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        pytest.fail(f"The process does not end; the screen shows:\n{self.seen}")

    def close(self) -> None:
        if not self.ended:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.screen)


Open = Callable[..., Terminal]


@pytest.fixture
def at_terminal(tmp_path: Path) -> Iterator[Open]:
    opened: list[Terminal] = []

    def open_terminal(*arguments: str, state: Path = tmp_path) -> Terminal:
        opened.append(Terminal(state, *arguments))
        return opened[-1]

    yield open_terminal
    for terminal in opened:
        terminal.close()


ENTER, TAB, UP, CONTROL_C, CONTROL_D = "\r", "\t", "\x1b[A", "\x03", "\x04"


def test_tab_completes_moves_and_commands(at_terminal: Open) -> None:
    terminal = at_terminal("play", "tic-tac-toe", "--seat", "oplayer=random")
    terminal.wait_for("xplayer>")
    terminal.press("/leg" + TAB)
    terminal.wait_for("/leg")
    terminal.wait_for("al")
    terminal.press(ENTER)
    terminal.wait_for("3 3")
    terminal.wait_for("xplayer>")
    terminal.press("(mark 2 2" + TAB)
    terminal.wait_for("(mark 2 2")
    terminal.wait_for(")")
    terminal.press(ENTER)
    terminal.wait_for("oplayer plays")
    terminal.wait_for("xplayer>")
    terminal.press(CONTROL_D)
    terminal.wait_for("Goodbye. The match is not over.")
    assert terminal.status() == 0


def test_lines_of_an_earlier_match_come_back_with_arrow_up(at_terminal: Open) -> None:
    first = at_terminal("play", "tic-tac-toe")
    first.wait_for("xplayer>")
    first.press("/goal" + ENTER)
    first.wait_for("goal xplayer 50")
    first.wait_for("xplayer>")
    first.press("/exit" + ENTER)
    assert first.status() == 0
    later = at_terminal("play", "tic-tac-toe")
    later.wait_for("xplayer>")
    later.press(UP + UP + ENTER)
    later.wait_for("goal xplayer 50")
    later.wait_for("xplayer>")
    later.press(CONTROL_D)
    assert later.status() == 0


def test_what_is_typed_without_parentheses_gets_them(at_terminal: Open) -> None:
    terminal = at_terminal("play", "tic-tac-toe", "--seat", "oplayer=random")
    terminal.wait_for("xplayer>")
    terminal.press("mark 3 1" + TAB)
    terminal.wait_for("(mark 3 1)")
    terminal.interrupt()
    terminal.wait_for("Goodbye.")
    assert terminal.status() == 0


def test_a_system_without_readline_plays_without_completion(
    at_terminal: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['readline'] = None\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    terminal = at_terminal("play", "tic-tac-toe", "--seat", "oplayer=random")
    terminal.wait_for("xplayer>")
    terminal.press("2 2" + ENTER)
    terminal.wait_for("oplayer plays")
    terminal.wait_for("xplayer>")
    terminal.press("/exit" + ENTER)
    terminal.wait_for("Goodbye.")
    assert terminal.status() == 0


def test_control_c_ends_politely(at_terminal: Open) -> None:
    terminal = at_terminal("play", "tic-tac-toe")
    terminal.wait_for("xplayer>")
    terminal.press("(mark")
    terminal.wait_for("(mark")
    terminal.interrupt()
    terminal.wait_for("Goodbye. The match is not over.")
    assert terminal.status() == 0


def test_control_c_ends_politely_while_a_machine_thinks(at_terminal: Open) -> None:
    terminal = at_terminal("play", "tic-tac-toe", "--seat", "oplayer=mcts:100s")
    terminal.wait_for("xplayer>")
    terminal.press("(mark 2 2)" + ENTER)
    terminal.wait_for("(mark 2 2)")
    time.sleep(1.0)
    terminal.press(CONTROL_C)
    terminal.wait_for("Goodbye. The match is not over.")
    assert terminal.status() == 0


def test_a_place_that_cannot_be_written_only_costs_the_history(
    at_terminal: Open, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    terminal = at_terminal("play", "tic-tac-toe", state=tmp_path / "file")
    terminal.wait_for("xplayer>")
    terminal.press("/exit" + ENTER)
    terminal.wait_for("Goodbye.")
    assert terminal.status() == 0


def test_the_screen_is_cleared_before_another_person_sits_down(at_terminal: Open) -> None:
    terminal = at_terminal("play", "goofspiel")
    terminal.wait_for("anna>")
    terminal.press("(bid 3)" + ENTER)
    terminal.wait_for("\x1b[2J")
    terminal.wait_for("Press Enter when only bert looks here.")
    terminal.press(ENTER)
    terminal.wait_for("bert>")
    terminal.press(CONTROL_D)
    assert terminal.status() == 0
