"""Tests that are skipped are counted, and no run passes by skipping what it should not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def ran(folder: Path, *arguments: str, complete: bool = False) -> tuple[int, str]:
    """The status and last lines of a run of tests in a folder of their own."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    environment.pop("SPIELWERK_COMPLETE", None)
    if complete:
        environment["SPIELWERK_COMPLETE"] = "1"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.skips", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    return done.returncode, done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_good.py").write_text("def test_good():\n    pass\n")
    return tmp_path


def skipping(folder: Path, name: str, reason: str, *, whole_file: bool = False) -> None:
    how = f"pytest.skip({reason!r}, allow_module_level=True)\n"
    text = how if whole_file else f"def test_it():\n    {how}"
    (folder / f"test_{name}.py").write_text(f"import pytest\n\n{text}")


def test_a_run_without_skips_says_nothing_of_them(folder: Path) -> None:
    status, said = ran(folder)
    assert status == 0
    assert "Skipped" not in said


def test_skipped_tests_and_files_are_counted_by_their_reason(folder: Path) -> None:
    skipping(folder, "one", "no Chromium is installed")
    skipping(folder, "two", "no Chromium is installed")
    skipping(folder, "whole", "Ray is an optional extra: install it", whole_file=True)
    status, said = ran(folder)
    assert status == 0
    assert "Skipped 3 tests:" in said
    assert "    2  no Chromium is installed\n" in said
    assert "    1  Ray is an optional extra: install it\n" in said


def test_a_reason_that_nobody_expects_fails_the_run_though_workers_met_it(folder: Path) -> None:
    skipping(folder, "lazy", "I did not feel like it")
    skipping(folder, "whole", "nor did I", whole_file=True)
    status, said = ran(folder, "-p", "xdist.plugin", "-n", "2")
    assert status == 1
    assert "    1  I did not feel like it -- not expected here" in said
    assert "    1  nor did I -- not expected here" in said


def test_where_all_must_be_installed_a_missing_tool_fails_the_run(folder: Path) -> None:
    skipping(folder, "page", "no Chromium is installed")
    skipping(folder, "system", "compares x86 processors")
    status, said = ran(folder, complete=True)
    assert status == 1
    assert "no Chromium is installed -- not expected here" in said
    assert "compares x86 processors\n" in said


def test_ci_fails_where_tools_are_missing_and_says_how_to_install_them(tmp_path: Path) -> None:
    for tool in ("bash", "dirname"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    run = str(ROOT / ".ci" / "run")
    done = subprocess.run(
        ["bash", run], env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 1
    for line in ("swipl: apt-get install swi-prolog-nox", "chromium: apt-", "npm: apt-get"):
        assert line in done.stderr
