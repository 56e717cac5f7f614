"""Compiled kernels on disk: the second start finds them, and no state of the disk is an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.gdl.handmade import connect_four, tic_tac_toe

from spielwerk.languages.gdl.compiled.sliced import Sliced


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path))
    return tmp_path / "kernels"


def test_a_kernel_is_made_once_and_found_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = Sliced(tic_tac_toe()).playouts(1_000, seed=1)
    monkeypatch.setattr("spielwerk.languages.gdl.compiled.sliced.playout_source", None)
    assert Sliced(tic_tac_toe()).playouts(1_000, seed=1) == expected
    with pytest.raises(TypeError):
        Sliced(connect_four()).playouts(1_000, seed=1)


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
