"""What differs from one operating system to the next: the only module that knows it.

Everything works on Linux. Elsewhere each function does what its docstring says and never fails:
``resource`` and process groups do not exist on Windows, ``prctl`` and ``/proc`` only on Linux.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Thread

_PAGES = Path("/proc/self/statm")
"""Where Linux tells a process how many pages it has: in all, and in memory."""
_DIE_WITH_PARENT = 1
"""Linux's PR_SET_PDEATHSIG."""
_HELD_UP = frozenset("RDTt")
"""How Linux marks a process that would go on: it waits for a processor or a disk, or is halted."""
_NICE = 10
_MANY_FILES = 65_536


def start(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a process that is spoken to through unbuffered pipes; what it complains goes nowhere.

    It leads a group of its own, so that whatever it starts can be ended with it and an interrupt
    typed at our terminal is not meant for it. Windows has no such groups.
    """
    started: Future[subprocess.Popen[bytes]] = Future()
    Thread(target=_hold, args=(started, command, dict(environment)), daemon=True).start()
    return started.result()


def _hold(
    started: Future[subprocess.Popen[bytes]], command: Sequence[str], environment: dict[str, str]
) -> None:
    """Start a process in a thread that does not end before it: see :func:`die_with_parent`."""
    try:
        process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
    except OSError as problem:
        started.set_exception(problem)
        return
    started.set_result(process)
    with suppress(AttributeError, OSError):  # elsewhere than on Linux the thread does not matter
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and whatever it has started, at once; where there are no groups only itself."""
    if process.returncode is not None:  # its number may be another's by now
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):
        process.kill()


def work_done(process: subprocess.Popen[bytes]) -> tuple[float, bool] | None:
    """Seconds of a processor that a process has used, and whether it would use more right now.

    Nothing where the system does not tell.
    """
    try:
        told = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii", errors="replace")
        behind = told.rpartition(")")[2].split()  # the name before may hold anything
        used = (int(behind[11]) + int(behind[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None
    return used, behind[0] in _HELD_UP


def die_with_parent() -> bool:
    """Let the system end this process as soon as the thread that started it has ended.

    :returns: whether it will; elsewhere than on Linux nothing happens
    """
    try:
        done: int = ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    except (AttributeError, OSError, TypeError):
        return False
    return done == 0


def limit_memory(more: int) -> bool:
    """Forbid this process to take more than so many bytes beyond what it has, and core dumps.

    :returns: whether the limit holds; without ``resource`` or without :func:`address_space`
        there is none, and only the limit of time remains
    """
    try:
        import resource
    except ImportError:
        return False
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = address_space()
    if used is None:
        return False
    try:
        resource.setrlimit(resource.RLIMIT_AS, (used + more, used + more))
    except (OSError, ValueError):
        return False
    return True


def forbid_processes() -> bool:
    """Forbid this process to start others.

    :returns: whether that was said to the system (which lets root do it all the same); without
        ``resource`` it may, and they end with it where :func:`kill` can see to that
    """
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    except (ImportError, AttributeError, OSError, ValueError):
        return False
    return True


def yield_processor() -> bool:
    """Let others go first, where the system knows politeness.

    :returns: whether it does
    """
    try:
        os.nice(_NICE)
    except (AttributeError, OSError):
        return False
    return True


def allow_open_files() -> int | None:
    """Let this process have as many files and connections open as the system allows.

    :returns: how many that are; nothing where there is no ``resource``
    """
    try:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = hard if hard != resource.RLIM_INFINITY else max(soft, _MANY_FILES)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    except (ImportError, AttributeError):
        return None


def address_space() -> int | None:
    """The bytes of address space that this process has taken; nothing where no /proc tells."""
    return _statm(0)


def resident_memory() -> int | None:
    """The bytes of memory that this process holds now; nothing where no /proc tells."""
    return _statm(1)


def machine_memory() -> int | None:
    """The bytes of memory that the machine has; nothing where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _statm(column: int) -> int | None:
    try:
        pages = int(_PAGES.read_text(encoding="ascii").split()[column])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
