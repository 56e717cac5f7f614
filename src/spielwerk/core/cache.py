"""What was expensive to make, kept on disk between runs.

Bytes go in under a kind and a key and come out again, or nothing does: a file that is missing,
damaged or not readable counts as never written, and a folder that cannot be written to is no
error. ``SPIELWERK_CACHE`` names another folder than the user's own.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

CAPACITY = 256 << 20
"""How many bytes of a kind are kept; what was not used for longest goes first."""
_CHECKSUM = sha256().digest_size


def cache_folder() -> Path:
    """Where Spielwerk keeps what it can make again.

    :raises RuntimeError: the user has no home
    """
    if chosen := os.environ.get("SPIELWERK_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "spielwerk"


def digest(*parts: str | bytes) -> str:
    """A key that differs wherever one of the parts does."""
    sum_ = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        sum_.update(len(data).to_bytes(8, "little") + data)
    return sum_.hexdigest()[:40]


def recall(kind: str, key: str) -> bytes | None:
    """What was kept under this key, if it is there and whole."""
    try:
        path = cache_folder() / kind / key
        data = path.read_bytes()
    except (OSError, RuntimeError):
        return None
    checksum, content = data[:_CHECKSUM], data[_CHECKSUM:]
    if sha256(content).digest() != checksum:
        return None
    with suppress(OSError):
        os.utime(path)
    return content


def keep(kind: str, key: str, content: bytes) -> None:
    """Keep bytes under a key. Whoever reads meanwhile sees all of them or none."""
    with suppress(OSError, RuntimeError):
        folder = cache_folder() / kind
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(folder / key, sha256(content).digest() + content)
        _prune(folder)


def _write(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _prune(folder: Path) -> None:
    files = [(path.stat(), path) for path in folder.iterdir() if path.suffix != ".part"]
    files.sort(key=lambda pair: pair[0].st_mtime)
    total = sum(stat.st_size for stat, _ in files)
    for stat, path in files:
        if total <= CAPACITY:
            break
        path.unlink(missing_ok=True)
        total -= stat.st_size
