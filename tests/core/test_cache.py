"""What is kept on disk comes back whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielwerk.core import cache
from spielwerk.core.cache import cache_folder, digest, keep, recall


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_kept_bytes_come_back(folder: Path) -> None:
    keep("things", "key", b"content")
    assert recall("things", "key") == b"content"
    assert recall("things", "other") is None
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["key"]


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 200])
def test_damaged_file_counts_as_never_written(folder: Path, damage: bytes) -> None:
    keep("things", "key", b"content")
    (folder / "things" / "key").write_bytes(damage)
    assert recall("things", "key") is None
    keep("things", "key", b"again")
    assert recall("things", "key") == b"again"


def test_folder_that_cannot_be_written_is_no_error(folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file where the folder should be")
    keep("things", "key", b"content")
    assert recall("things", "key") is None


def test_what_was_not_used_for_longest_makes_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "CAPACITY", 3 * 1032)
    for name in "abc":
        keep("things", name, bytes(1000))
    times = {"a": 3, "b": 1, "c": 2}
    for name, moment in times.items():
        cache.os.utime(folder / "things" / name, (moment, moment))
    keep("things", "d", bytes(1000))
    assert {path.name for path in (folder / "things").iterdir()} == {"a", "c", "d"}


def test_keys_differ_where_parts_are_cut_differently() -> None:
    assert digest("ab", "c") != digest("a", "bc")
    assert digest("a", b"b") == digest(b"a", "b")


def test_user_can_choose_the_folder(folder: Path) -> None:
    assert cache_folder() == folder
