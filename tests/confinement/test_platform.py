"""What the module that knows the system does where the system has less than Linux."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.systems import linux_only, posix_only

from spielwerk.confinement import platform

SRC = Path(platform.__file__).parents[2]
LESS = {
    "a system without resource": "sys.modules['resource'] = None",
    "a system without /proc": "platform._PAGES = Path('/nowhere')",
    "a system without prctl": "import ctypes; ctypes.CDLL = lambda _: object()",
    "a system without its own library": "import ctypes; ctypes.CDLL = None",
    "a system without nice": "import os; del os.nice",
}
SCRIPT = """
import json, sys
from pathlib import Path
from spielwerk.confinement import platform
{less}
found = dict(
    nice=platform.yield_processor(),
    prctl=platform.die_with_parent(),
    statm=platform.address_space() is not None and platform.resident_memory() is not None,
    alone=platform.forbid_processes(),
    memory=platform.limit_memory(100_000_000),
)
print(json.dumps(sorted(name for name, there in found.items() if there)))
try:
    bytearray(1_000_000_000)
    print("plenty")
except MemoryError:
    print("limited")
"""


def found_with(less: str) -> tuple[str, str]:
    line = [sys.executable, "-c", SCRIPT.format(less=less)]
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    said = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    limits, memory = said.stdout.splitlines()
    return limits, memory


EVERYTHING = '["alone", "memory", "nice", "prctl", "statm"]'
EXPECTED = {
    "a system without resource": ('["nice", "prctl", "statm"]', "plenty"),
    "a system without /proc": ('["alone", "nice", "prctl"]', "plenty"),
    "a system without prctl": ('["alone", "memory", "nice", "statm"]', "limited"),
    "a system without its own library": ('["alone", "memory", "nice", "statm"]', "limited"),
    "a system without nice": ('["alone", "memory", "prctl", "statm"]', "limited"),
}


@linux_only
def test_linux_has_it_all() -> None:
    assert found_with("") == (EVERYTHING, "limited")


@linux_only
@pytest.mark.parametrize("system", LESS)
def test_what_is_not_there_is_said_and_nothing_fails(system: str) -> None:
    assert found_with(LESS[system]) == EXPECTED[system]


def test_limits_that_the_system_refuses_are_said_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("not permitted")

    kinds = {"RLIMIT_AS": 1, "RLIMIT_NPROC": 2, "RLIMIT_CORE": 3}
    weak = SimpleNamespace(setrlimit=lambda kind, _: kind != 3 and refuse(), **kinds)
    monkeypatch.setitem(sys.modules, "resource", weak)
    assert not platform.limit_memory(1)
    assert not platform.forbid_processes()


@posix_only
def test_without_groups_a_process_is_still_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    process = platform.start([sys.executable, "-c", "import time; time.sleep(60)"], os.environ)
    platform.kill(process)
    assert process.wait(300) == -signal.SIGKILL
    platform.kill(process)
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()


def test_without_prctl_a_process_ends_with_its_input() -> None:
    """As it does wherever whoever asks is gone, even in the middle of its work."""
    from spielwerk.confinement.child import BOOT

    weak = f"import ctypes; ctypes.CDLL = None; {BOOT}"
    root = str(Path(__file__).parents[2])
    told = ["tests.confinement.wild:answer", "null", "false", "true", root, *sys.path]
    process = platform.start([sys.executable, "-P", "-c", weak, *told], os.environ)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == b'{"answer": {}}\n'
    process.stdin.write(b'{"do": "spin"}\n')
    time.sleep(0.2)
    assert process.poll() is None
    process.stdin.close()
    assert process.wait(300) == 0
    process.stdout.close()
