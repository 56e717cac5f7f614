"""An earlier version of Spielwerk, to be measured in the same run as this one."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["ONE_SPINE", "NoHistory", "sources_of"]

ONE_SPINE = "b574fae"
"""The last version in which the server and the match had a vocabulary each."""
_ROOT = Path(__file__).parents[1]


class NoHistory(Exception):
    """The version is not there: this is no clone, or a shallow one."""


@contextmanager
def sources_of(revision: str) -> Iterator[Path]:
    """A folder with the sources of a version, to be put before ours on Python's path.

    :raises NoHistory: git does not know the version
    """
    with TemporaryDirectory() as folder:
        archive = Path(folder) / "sources.tar"
        command = ["git", "-C", str(_ROOT), "archive", "-o", str(archive), revision, "src"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise NoHistory(done.stderr.strip())
        subprocess.run(["tar", "-xf", str(archive), "-C", folder], check=True)
        yield Path(folder) / "src"
