"""Compiled kernels on disk, so that the second start is quick.

Whatever is wrong with the folder or a file in it (not writable, damaged, half written), the
answer is the same: make the code again. Code is run as it is, so a file counts only if it begins
with the digest of what follows.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

__all__ = ["CAPACITY", "cached", "folder"]

CAPACITY = 256 << 20
"""Bytes the folder may hold; what has not been used for longest goes first."""
_SUFFIX = ".kernel"


def folder() -> Path | None:
    """Where kernels are kept: ``SPIELWERK_CACHE`` or the user's folder for such things, if any."""
    try:
        return _folder()
    except RuntimeError:
        return None


def _folder() -> Path:
    if chosen := os.environ.get("SPIELWERK_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA")
        return Path(home or Path.home() / "AppData" / "Local") / "spielwerk" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "spielwerk"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "spielwerk"


def cached(key: str, make: Callable[[], bytes]) -> bytes:
    """The code kept under ``key``, or made now and kept for the next time."""
    where = folder()
    if where is None:
        return make()
    path = where / f"{key}{_SUFFIX}"
    code = _read(path)
    if code is None:
        code = make()
        with suppress(OSError):
            _write(path, code)
    return code


def _read(path: Path) -> bytes | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):
        os.utime(path)
    digest, code = content[:32], content[32:]
    return code if sha256(code).digest() == digest else None


def _write(path: Path, code: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=_SUFFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(sha256(code).digest() + code)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _prune(path.parent)


def _prune(where: Path) -> None:
    files = [(file.stat(), file) for file in where.glob(f"*{_SUFFIX}")]
    files.sort(key=lambda pair: pair[0].st_mtime)
    total = sum(stat.st_size for stat, _ in files)
    for stat, file in files:
        if total <= CAPACITY:
            break
        file.unlink(missing_ok=True)
        total -= stat.st_size
