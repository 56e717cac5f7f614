"""Processes that answer, and what becomes of those that do not."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.systems import linux_only, posix_only

from spielwerk.confinement import Confined, Crew, HeldUp, Limits, Overrun
from spielwerk.core import LimitExceeded, MoveSyntaxError, SourceError, SpielwerkError

ROOT = Path(__file__).parents[2]
WILD = "tests.confinement.wild:answer"
TIGHT = Limits(seconds=20, memory=100_000_000, answer=100_000)


@pytest.fixture(autouse=True)
def _processes_find_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


@pytest.fixture
def child() -> Iterator[Confined]:
    with Confined(WILD, TIGHT) as confined:
        yield confined


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def unread(pid: int) -> int:
    """The bytes in its pipes that nobody has read."""
    from fcntl import ioctl  # not on Windows, like these pipes
    from termios import FIONREAD

    found = 0
    for place in Path(f"/proc/{pid}/fd").iterdir():
        if os.readlink(place).startswith("pipe:"):
            pipe = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
            found += int.from_bytes(ioctl(pipe, FIONREAD, b"\0" * 4), sys.byteorder)
            os.close(pipe)
    return found


def stopped(pid: int) -> bool:
    """Whether none of its threads goes on."""
    states = [task.read_text() for task in Path(f"/proc/{pid}/task").glob("*/stat")]
    return all(state.rpartition(")")[2].split()[0] == "T" for state in states)


def soon(done: Callable[[], bool], seconds: float = 10) -> bool:
    until = time.monotonic() + seconds
    while not done() and time.monotonic() < until:
        time.sleep(0.02)
    return done()


def pid_of(child: Confined) -> int:
    return child.ask({"do": "echo"})["pid"]


def test_one_process_answers_one_question_after_the_other(child: Confined) -> None:
    first = child.ask({"do": "echo", "text": "grün"})
    second = child.ask({"do": "echo"})
    assert first["text"] == "grün"
    assert (first["pid"], second["asked"]) == (second["pid"], 2)


HARMS = {
    "spin": ({"do": "spin"}, "longer than 1 second"),
    "sleep": ({"do": "sleep", "seconds": 60}, "longer than 1 second"),
    "hold the lock": ({"do": "hold_the_lock"}, "longer than 1 second"),
    "flood": ({"do": "flood", "bytes": 5_000_000}, "more than 100,000 bytes"),
    "babble": ({"do": "babble", "text": "x"}, "more than 100,000 bytes"),
    "speak no JSON": ({"do": "babble", "text": "{\n"}, "nothing sensible"),
    "speak of something else": ({"do": "babble", "text": "5\n"}, "nothing sensible"),
    "nest deeply": ({"do": "babble", "text": "[" * 9_000 + "\n"}, "nothing sensible"),
    "make up an error": ({"do": "babble", "text": '{"error": 3}\n'}, "nothing sensible"),
    "answer a list": ({"do": "nonsense"}, "nothing sensible"),
    "answer no JSON": ({"do": "unspeakable"}, "broke down: TypeError"),
    "exit": ({"do": "exit"}, "broke down: SystemExit"),
    "die": ({"do": "die"}, "status 9"),
    "fail": ({"do": "fail"}, "broke down: KeyError: 'a mistake of ours'"),
}


@linux_only
def test_whoever_wants_too_much_memory_is_stopped(child: Confined) -> None:
    before = pid_of(child)
    with pytest.raises(Overrun, match="more than 100 MB of memory"):
        child.ask({"do": "eat", "bytes": 10**9})
    assert soon(lambda: not alive(before))
    assert pid_of(child) != before


@pytest.mark.parametrize(("question", "why"), HARMS.values(), ids=HARMS.keys())
def test_whoever_breaks_a_limit_is_stopped_and_the_next_question_answered(
    child: Confined, question: dict[str, object], why: str
) -> None:
    before = pid_of(child)
    with pytest.raises(Overrun, match=why):
        child.ask(question, seconds=1 if "longer" in why else None)
    assert soon(lambda: not alive(before))
    assert pid_of(child) != before


@linux_only
def test_waiting_for_a_busy_machine_is_nobodys_fault(child: Confined) -> None:
    """Six more processes on one core: it takes long, but the work itself does not."""
    child.ask({"do": "echo"})
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(6)]
    try:
        core = min(os.sched_getaffinity(0))
        for pid in (pid_of(child), *(other.pid for other in others)):
            os.sched_setaffinity(pid, {core})
        assert child.ask({"do": "work", "seconds": 0.35}, seconds=0.6) == {"worked": True}
    finally:
        for other in others:
            other.kill()
            other.wait()


@linux_only
def test_whoever_was_given_up_on_a_busy_machine_has_broken_no_limit(child: Confined) -> None:
    held = pid_of(child)
    os.kill(held, signal.SIGSTOP)
    with pytest.raises(HeldUp, match="longer than"):
        child.ask({"do": "echo"}, seconds=0.05)
    assert soon(lambda: not alive(held))
    assert pid_of(child) != held


def test_whoever_finds_no_place_has_broken_no_limit() -> None:
    crew = Crew(1)
    crew.begin(object(), lambda: None, None, stays=True)
    with Confined(WILD, Limits(crew=crew)) as late, pytest.raises(HeldUp, match="busy"):
        late.ask({"do": "echo"}, seconds=0.05)


def test_what_is_printed_goes_nowhere_and_nobody_reads_the_questions(child: Confined) -> None:
    assert child.ask({"do": "print"}) == {"read": ""}
    assert child.ask({"do": "echo"})["asked"] == 2


def test_rules_that_go_too_deep_are_an_answer(child: Confined) -> None:
    with pytest.raises(LimitExceeded, match="too deep"):
        child.ask({"do": "recurse"})
    assert child.ask({"do": "echo"})["asked"] == 2, "the process lives"


def test_errors_on_purpose_arrive_as_they_were_raised(child: Confined) -> None:
    with pytest.raises(SourceError) as refused:
        child.ask({"do": "refuse", "how": "source"})
    (found,) = refused.value.diagnostics
    assert str(found) == "rules.gdl:2:1: error[code]: Wrong.\n    hint: Do so."
    with pytest.raises(MoveSyntaxError, match=r"This is no move\."):
        child.ask({"do": "refuse", "how": "move"})
    with pytest.raises(LimitExceeded, match=r"Too much\.") as much:
        child.ask({"do": "refuse", "how": "limit"})
    assert not isinstance(much.value, Overrun)
    with pytest.raises(SpielwerkError, match="Did you mean chess"):
        child.ask({"do": "refuse", "how": "otherwise"})
    assert child.ask({"do": "echo"})["asked"] == 5, "the process lives"


def test_what_is_not_installed_is_told_in_the_sentence_that_everybody_is_told(
    child: Confined, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = r"This needs numba, .* pip install 'spielwerk\[speed\]'"
    with pytest.raises(SpielwerkError, match=sentence) as told:
        child.ask({"do": "miss_a_part"})
    assert not isinstance(told.value, Overrun)
    text = "raise ModuleNotFoundError('there is none', name='numba')\n"
    (tmp_path / "with_numba.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    with Confined("with_numba:answer", TIGHT) as other, pytest.raises(SpielwerkError) as told:
        other.ask({})
    assert re.search(sentence, str(told.value))
    assert not isinstance(told.value, Overrun)


@linux_only
def test_what_a_process_has_started_ends_with_it() -> None:
    free = Limits(seconds=20, memory=None, trusted=True)
    with Confined(WILD, free) as child:
        children = child.ask({"do": "multiply", "times": 3})["children"]
        assert all(map(alive, children))
        child.kill()
        assert soon(lambda: not any(map(alive, children)))


@linux_only
def test_a_stranger_starts_no_processes_or_loses_them(child: Confined) -> None:
    """Root may start them in spite of the limit."""
    if os.getuid() != 0:
        with pytest.raises(Overrun, match="broke down: BlockingIOError"):
            child.ask({"do": "multiply", "times": 3})
        return
    children = child.ask({"do": "multiply", "times": 3})["children"]
    child.kill()
    assert soon(lambda: not any(map(alive, children)))


@posix_only
def test_a_process_that_died_while_nobody_asked_is_replaced(child: Confined) -> None:
    before = pid_of(child)
    os.kill(before, signal.SIGKILL)
    assert soon(lambda: not alive(before))
    assert pid_of(child) != before


@posix_only
def test_so_is_one_of_whose_end_the_system_has_not_told_yet(
    child: Confined, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads of a process that was killed may still be about to end: it does not count as gone."""
    before = pid_of(child)
    os.kill(before, signal.SIGKILL)
    assert soon(lambda: not alive(before))
    monkeypatch.setattr(subprocess.Popen, "poll", lambda self: None)
    assert pid_of(child) != before


@linux_only
def test_so_is_one_that_died_before_it_read_what_it_was_asked(child: Confined) -> None:
    """What was killed goes on taking questions until its last thread has ended."""
    before = pid_of(child)
    os.kill(before, signal.SIGSTOP)
    assert soon(lambda: stopped(before))
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(pid_of, child)
        assert soon(lambda: unread(before) > 0)
        os.kill(before, signal.SIGKILL)
        assert asked.result() != before


def test_settings_are_kept_from_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELWERK_DB", "postgresql://me:secret@here")
    with Confined(WILD, TIGHT) as stranger:
        assert "SPIELWERK_DB" not in stranger.ask({"do": "environment"})
    with Confined(WILD, Limits(trusted=True)) as friend:
        assert "SPIELWERK_DB" in friend.ask({"do": "environment"})


def test_a_function_that_does_not_exist_breaks_down() -> None:
    broken = pytest.raises(Overrun, match="broke down: ModuleNotFoundError")
    with Confined("tests.confinement.nowhere:answer", TIGHT) as child, broken:
        child.ask({})


def test_so_many_processes_work_at_once_and_no_more() -> None:
    with Confined(WILD, TIGHT, most=2) as children, ThreadPoolExecutor(8) as threads:
        children.ask({"do": "echo"})
        asked = [threads.submit(children.ask, {"do": "sleep", "seconds": 0.2}) for _ in range(6)]
        assert [one.result() for one in asked] == [{}] * 6
        pids = {pid_of(children) for _ in range(5)}
    assert len(pids) == 1, "whoever answered last is asked again"


def test_questions_that_wait_behind_a_wild_one_are_answered(child: Confined) -> None:
    child.ask({"do": "echo"})
    wild = child.submit({"do": "spin"}, 1)
    patient = [child.submit({"do": "echo", "n": n}) for n in range(3)]
    with pytest.raises(Overrun):
        wild.result()
    assert [one.result()["n"] for one in patient] == [0, 1, 2]


def test_whoever_asks_is_told_when_all_are_stopped(child: Confined) -> None:
    pid = pid_of(child)
    wild = child.submit({"do": "spin"})
    patient = child.submit({"do": "echo"})
    time.sleep(0.2)
    child.kill()
    with pytest.raises(Overrun, match="stopped"):
        wild.result(5)
    assert soon(lambda: not alive(pid))
    assert patient.result()["pid"] != pid
    child.kill()
    assert pid_of(child) != pid, "an idle one that was stopped is replaced"


def test_the_event_loop_stays_free_while_a_process_thinks(child: Confined) -> None:
    async def story() -> int:
        thinking = asyncio.create_task(child.asked({"do": "sleep", "seconds": 0.5}))
        beats = 0
        while not thinking.done():
            beats += 1
            await asyncio.sleep(0.01)
        assert thinking.result() == {}
        return beats

    assert asyncio.run(story()) > 3


def test_whoever_stops_waiting_stops_the_process(child: Confined) -> None:
    async def story() -> int:
        pid = (await child.asked({"do": "echo"}))["pid"]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await child.asked({"do": "spin"})
        assert (await child.asked({"do": "echo"}))["pid"] != pid
        return int(pid)

    pid = asyncio.run(story())
    assert soon(lambda: not alive(pid))


def test_a_process_does_not_end_with_the_thread_that_first_asked_it(child: Confined) -> None:
    """Linux ends a process with the thread that started it, where it is told to."""
    with ThreadPoolExecutor(1) as thread:
        pid = thread.submit(pid_of, child).result()
    time.sleep(0.2)
    assert pid_of(child) == pid


def test_many_threads_and_tasks_ask_the_same_processes_at_once() -> None:
    async def story(children: Confined) -> list[int]:
        answers = [children.asked({"do": "echo", "n": n}) for n in range(30)]
        threads = [asyncio.to_thread(children.ask, {"do": "echo", "n": n}) for n in range(30)]
        return [answer["n"] for answer in await asyncio.gather(*answers, *threads)]

    with Confined(WILD, TIGHT, most=3) as children:
        assert asyncio.run(story(children)) == [*range(30), *range(30)]


ASKER = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from spielwerk.confinement import Confined, Limits
child = Confined({WILD!r}, Limits(seconds=600))
print(child.ask({{"do": "echo"}})["pid"], flush=True)
child.ask({{"do": sys.argv[1], "seconds": 600}})
"""


@linux_only
@pytest.mark.parametrize("busy", ["sleep", "spin", "hold_the_lock"])
def test_no_process_outlives_an_asker_that_was_killed(busy: str) -> None:
    asker = subprocess.Popen([sys.executable, "-c", ASKER, busy], stdout=subprocess.PIPE)
    assert asker.stdout is not None
    pid = int(asker.stdout.readline())
    time.sleep(0.3)
    assert alive(pid)
    asker.kill()
    asker.wait()
    asker.stdout.close()
    assert soon(lambda: not alive(pid))
