"""Compiled kernels on disk: the second start finds them, and no state of the disk is an error."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.languages.gdl.handmade import tic_tac_toe

from spielwerk.languages.gdl.kernels import cache
from spielwerk.languages.gdl.sliced import Sliced


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def never() -> bytes:
    raise AssertionError("it should have been found")


def test_code_is_made_once_and_found_again(folder: Path) -> None:
    assert cache.cached("key", lambda: b"code") == b"code"
    assert cache.cached("key", never) == b"code"
    assert cache.cached("other", lambda: b"other code") == b"other code"


@pytest.mark.parametrize("damage", [b"", b"\0" * 10, b"junk" * 1_000])
def test_a_damaged_kernel_is_made_again_without_a_word(
    folder: Path, damage: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    expected = Sliced(tic_tac_toe()).playouts(1_000, seed=1)
    [file] = folder.iterdir()
    sound = file.read_bytes()
    file.write_bytes(damage)
    assert Sliced(tic_tac_toe()).playouts(1_000, seed=1) == expected
    assert file.read_bytes() == sound
    assert capfd.readouterr() == ("", "")


def test_one_flipped_bit_is_noticed(folder: Path) -> None:
    Sliced(tic_tac_toe()).playouts(1, seed=1)
    [file] = folder.iterdir()
    sound = file.read_bytes()
    file.write_bytes(sound[:-50] + bytes([sound[-50] ^ 4]) + sound[-49:])
    Sliced(tic_tac_toe()).playouts(1, seed=1)
    assert file.read_bytes() == sound


def test_where_nothing_can_be_kept_everything_still_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("SPIELWERK_CACHE", str(blocked))
    assert Sliced(tic_tac_toe()).playouts(100, seed=1).playouts == 100


def test_nothing_is_left_behind_when_making_is_interrupted(folder: Path) -> None:
    def interrupted() -> bytes:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.cached("key", interrupted)
    assert not folder.exists()


def test_what_was_not_used_for_longest_makes_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "CAPACITY", 300)
    for age, key in enumerate(["old", "middle"]):
        cache.cached(key, lambda: b"x" * 100)
        os.utime(folder / f"{key}.kernel", (age, age))
    cache.cached("old", never)
    cache.cached("new", lambda: b"x" * 100)
    assert sorted(file.stem for file in folder.iterdir()) == ["new", "old"]


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("SPIELWERK_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache.folder() is None
    assert cache.cached("key", lambda: b"code") == b"code"
