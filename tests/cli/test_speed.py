"""``spielwerk speed`` as people and scripts use it: the handbook's two modes, and all the rest."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.games.speed.second_telling import RECORDINGS
from tests.systems import ctrl_c, interrupt

from spielwerk.cli import main
from spielwerk.core import Role
from spielwerk.games.speed import Speed
from spielwerk.match import MatchLog, replay_match


def speed(*arguments: object, **environment: str) -> Result:
    return CliRunner().invoke(main, ["speed", *map(str, arguments)], env=environment)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("URL", "KEY", "TIME_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """A server of its own process; its host and port."""
    command = [sys.executable, "-m", "spielwerk", "speed", "server", "--port", "0", "--wait", "0.1"]
    size = ["--players", "3", "--width", "20", "--height", "20"]
    running = subprocess.Popen(
        [*command, *size], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert running.stdout is not None
    assert running.stderr is not None
    found = re.search(r"ws://([^/]+)/spe_ed", running.stdout.readline())
    assert found
    yield found[1]
    interrupt(running)
    _, complaints = running.communicate(timeout=300)
    assert "Traceback" not in complaints


def simulated(*arguments: str) -> Result:
    return speed("simulated", "-s=slow-filler,jumper,largest-area", "-w=16", "-h=14", *arguments)


def test_a_simulated_race_tells_what_happens_and_leaves_everything_to_look_at() -> None:
    said = simulated("-d")
    assert said.exit_code == 0, said.output
    assert said.output.startswith("A race of 3 on 16 x 14.")
    assert re.search(r"Over after \d+ rounds: (player \d, \S+, won|nobody won)\.", said.output)
    log, recording, album = (next(Path("log").glob(f"*.{end}")) for end in ("log", "json", "album"))
    assert "GAME round 1: player 1 chose" in log.read_text()
    assert speed("verify", recording).exit_code == 0
    rounds = len(json.loads(recording.read_text()))
    assert len(json.loads(album.read_text())["frames"]) == rounds
    match = MatchLog.from_text(next(Path("log").glob("*.jsonl")).read_text())
    *_, last = replay_match(Speed(**match.options), match)
    assert last.step == rounds - 1
    assert match.setup.seats[Role("2")] == "jumper"


def test_the_same_seed_simulates_the_same_race() -> None:
    first, again, other = (simulated("-l=/", "-c=2", "--seed", seed) for seed in "112")
    without_times = [re.sub(r"after \S+ of", "", said.output) for said in (first, again, other)]
    assert without_times[0] == without_times[1] != without_times[2]
    assert not Path("log").exists()


@pytest.mark.parametrize(("level", "lines"), [("0", 0), ("WARNING", 0), ("2", 5), ("GAME_INFO", 5)])
def test_the_console_says_as_much_as_asked_for(level: str, lines: int) -> None:
    said = simulated("-l=/", f"-c={level}")
    assert said.exit_code == 0
    assert (len(said.output.splitlines()) > lines) if lines else not said.output


def test_a_folder_that_cannot_be_written_costs_the_log_and_not_the_race() -> None:
    Path("taken").write_text("")
    said = simulated("-l=taken/log")
    assert said.exit_code == 0
    assert "No log can be written to taken/log" in said.output
    assert "Over after" in said.output


def test_everybody_who_races_is_listed() -> None:
    for mode in ("live", "simulated"):
        said = speed(mode, "-s=?")
        names = [line.split()[0] for line in said.output.splitlines()]
        assert {"transparent", "strategist", "jumper", "slow-filler"} <= set(names)
        assert "mcts" not in names


def test_only_racers_are_suggested() -> None:
    said = speed("simulated", "-s=jumpr,foo").output
    assert "Did you mean jumper?" in said
    assert "slow-filler" in said
    assert "mcts" not in said
    assert "mayor" not in said


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["simulated", "-w=3"], "width of a board is 8 to 1000"),
        (["simulated", "-h=many"], "height of a board is 8 to 1000"),
        (["simulated", "-s=jumper"], "2 to 6 players race, not 1"),
        (["simulated", "-s=jumper,nobody"], "no player called 'nobody'"),
        (["simulated", "-s=jumper,mcts"], "'mcts' does not play spe_ed"),
        (["simulated", "-m=0"], "no number of threads"),
        (["simulated", "-c=9"], "no level"),
        (["simulated", "--lower-deadline", "9", "--upper-deadline", "3"], "lower one"),
        (["simulated", "--nonsense"], "--nonsense"),
        (["live"], "URL and KEY must be set"),
        (["server", "--bots", "mcts"], "Only players of spe_ed"),
        (["server", "--keys", "nowhere.txt"], "nowhere.txt"),
        (["server", "--lower-deadline", "9", "--upper-deadline", "3"], "Deadlines"),
        (["tournament", "--players", "jumper"], "2 to 6 race"),
        (["tournament", "--players", "mcts,jumper"], "does not race"),
        (["tournament", "--time", "soon"], "not a length of time"),
        (["verify", "nowhere.json"], "nowhere.json"),
        (["view", "nowhere.json"], "nowhere.json"),
    ],
)
def test_wrong_parameters_are_named_with_what_to_do(arguments: list[str], complaint: str) -> None:
    said = speed(*arguments)
    assert said.exit_code == 2
    assert complaint in " ".join(said.output.split())
    assert "Traceback" not in said.output


def test_live_plays_one_race_on_a_server_and_stops(server: str, tmp_path: Path) -> None:
    where = {"URL": f"ws://{server}/spe_ed", "TIME_URL": f"http://{server}/spe_ed_time"}
    said = speed("live", "-s=largest-area", **where, KEY="ann")
    assert said.exit_code == 0, said.output
    assert "The server's clock is" in said.output
    assert "Over after" in said.output
    kept = list((tmp_path / "recordings").glob("race-00000.*"))
    assert {file.suffix for file in kept} == {".json", ".jsonl"}
    mine = json.loads(next(Path("log").glob("*.json")).read_text())
    recorded = json.loads((tmp_path / "recordings" / "race-00000.json").read_text())
    assert mine == recorded
    log = MatchLog.from_text((tmp_path / "recordings" / "race-00000.jsonl").read_text())
    *_, last = replay_match(Speed(**log.options), log)
    assert last.over
    assert last.state.view(None)["cells"] == mine[-1]["cells"]


def test_live_explains_why_there_is_no_race() -> None:
    said = speed("live", "-l=/", URL="ws://127.0.0.1:9/spe_ed", KEY="ann")
    assert said.exit_code == 2
    assert "cannot be reached" in said.output


@ctrl_c
def test_simulated_shows_the_race_to_a_browser_and_stays(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "spielwerk", "speed", "simulated", "-v", "-s=jumper,jumper"]
    running = subprocess.Popen(
        [*command, "-l=/", "-c=0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    assert running.stdout.readline().startswith("Watch at http://127.0.0.1:")
    assert "Ctrl-C" in running.stdout.readline()
    running.send_signal(signal.SIGINT)
    _, complaints = running.communicate(timeout=300)
    assert running.returncode == 130
    assert "Traceback" not in complaints


def test_recorded_races_follow_the_rules() -> None:
    said = speed("verify", *RECORDINGS)
    assert said.exit_code == 0
    assert said.output.count("follow the rules") == len(RECORDINGS)


LAST = len(json.loads(RECORDINGS[2].read_text())) - 1
"""The number of the message with which the recording ends that is changed here."""


@pytest.mark.parametrize(
    ("change", "status", "complaint"),
    [
        (lambda m: m[3]["players"]["1"].update(x=m[3]["players"]["1"]["x"] + 1), 1, "round 3"),
        (lambda m: m[3]["cells"][10].__setitem__(10, 1), 1, "round 3"),
        (lambda m: m.pop(5), 1, "round 5"),
        (lambda m: m.insert(8, m[7]), 1, "message 7 a second time"),
        (lambda m: m.append(m[-1]), 1, f"message {LAST} a second time"),
        (lambda m: m.__delitem__(slice(20, None)), 0, "not over"),
        (lambda m: m[3].update(width=50), 2, "Message 3"),
        (lambda m: m[3]["players"].pop("2"), 2, "Message 3"),
        (lambda m: m[3]["players"].update({"9": m[3]["players"]["1"]}), 2, "Message 3"),
        (lambda m: m[3]["cells"][10].__setitem__(10, 77), 2, "Message 3"),
        (lambda m: m[3]["players"]["1"].update(direction="north"), 2, "Message 3"),
        (lambda m: m[3].pop("running"), 2, "Message 3"),
        (lambda m: m.insert(0, {"type": "hello"}), 2, "Message 0"),
        (lambda m: m.clear(), 2, "at least one"),
    ],
)
def test_the_first_difference_of_a_changed_recording_is_found(
    change: Any, status: int, complaint: str
) -> None:
    messages = json.loads(RECORDINGS[2].read_text())
    change(messages)
    Path("changed.json").write_text(json.dumps(messages))
    said = speed("verify", "changed.json")
    assert (said.exit_code, said.output.count("changed.json")) == (status, 1)
    assert complaint in said.output


@pytest.mark.parametrize("content", [b"", b'[{"width": 3', b"\xff\xfe\x00", b"{}", b"[" * 5000])
def test_what_is_no_recording_is_refused(content: bytes) -> None:
    Path("bad.json").write_bytes(content)
    for command in ("verify", "view"):
        said = speed(command, "bad.json")
        assert said.exit_code == 2
        assert "bad.json" in said.output
        assert "Traceback" not in said.output


def test_a_recording_becomes_a_page_with_what_a_solver_thinks_of_it() -> None:
    said = speed("view", RECORDINGS[1], "--solver", "largest-area")
    assert said.exit_code == 0, said.output
    page = Path(f"{RECORDINGS[1].name}.html").read_text()
    assert "free cells that way" in page
    assert speed("view", RECORDINGS[1], "--solver", "none", "--out", "bare.html").exit_code == 0
    assert "free cells that way" not in Path("bare.html").read_text()
    assert speed("view", RECORDINGS[1], "--player", 6).exit_code == 2


def tournament(*arguments: object) -> Result:
    players = "slow-filler,jumper,largest-area"
    return speed("tournament", "--players", players, "--rounds", 3, *arguments)


def test_a_tournament_has_a_table_with_intervals_and_goes_on_where_it_was() -> None:
    ample = ("--time", "5s")  # so that nobody is late because the machine is
    said = tournament(*ample, "--results", "kept.jsonl", "--json", "all.json")
    assert said.exit_code == 0, said.output
    assert "3 races of 3 at 5s cpu" in said.output
    found = json.loads(Path("all.json").read_text())
    assert sum(row["won"] for row in found["firsts"]) <= 3
    assert all(row["late"] == 0 and len(row["interval"]) == 2 for row in found["firsts"])
    kept = Path("kept.jsonl").read_text()
    again = tournament(*ample, "--results", "kept.jsonl")
    assert Path("kept.jsonl").read_text() == kept
    assert again.output == said.output
    other = tournament("--results", "kept.jsonl", "--time", "50ms")
    assert other.exit_code == 2
    assert "clock" in other.output


def test_help_names_every_command() -> None:
    said = speed("--help").output
    for name in ("live", "simulated", "server", "tournament", "verify", "view"):
        assert name in said
    assert "URL" in speed("live", "--help").output
