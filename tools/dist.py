"""Builds sdist and wheel, and tries the wheel where nothing of the repository is in sight.

``make dist`` runs it. Two empty environments get the wheel from ``dist/``: one as it is, one with
all extras. ``tools/smoke.py`` says what is asked of them. It also says what each extra weighs, and
fails where the core has become too heavy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path

from smoke import Installed, try_core, try_whole

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
LIGHT = 30
"""Megabytes that the core may add to an environment, bytecode included."""


def main() -> None:
    """Build, install, try; anything that fails ends it with a sentence."""
    began = time.monotonic()
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", str(DIST), str(ROOT))
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, DIST.iterdir()))
    (wheel,) = DIST.glob("*.whl")
    complete(wheel)
    with tempfile.TemporaryDirectory() as folder:
        core, whole = Path(folder, "core"), Path(folder, "whole")
        if (megabytes := install(core, str(wheel))) > LIGHT:
            raise SystemExit(f"The core weighs {megabytes:.0f} MB; {LIGHT} are allowed.")
        try_core(Installed(python(core), core))
        install(whole, f"{wheel}[all]")
        try_whole(Installed(python(whole), whole))
    minutes = (time.monotonic() - began) / 60
    print(f"The wheel does everything that was asked of it, {minutes:.1f} minutes.")


def run(*command: str) -> None:
    """A step that must succeed."""
    print("$", " ".join(command[-4:]), flush=True)
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise SystemExit(f"This failed: {' '.join(command)}")


def complete(wheel: Path) -> None:
    """Every file of the sources is in the wheel, too."""
    packed = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(
        ["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    missing = [
        name for name in listed.stdout.splitlines() if name.removeprefix("src/") not in packed
    ]
    if missing:
        raise SystemExit(f"The wheel lacks {len(missing)} files, such as {missing[0]}.")


def install(folder: Path, what: str) -> float:
    """An empty environment with this in it; says how long that took, gives what it weighs."""
    venv.create(folder, with_pip=True)
    before, began = weight(folder), time.monotonic()
    run(str(python(folder)), "-m", "pip", "install", "--quiet", what)
    seconds, megabytes = time.monotonic() - began, weight(folder) - before
    print(f"{Path(what).name}: {megabytes:.0f} MB, {seconds:.0f} s", flush=True)
    return megabytes


def weight(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def python(folder: Path) -> Path:
    inner = "Scripts" if os.name == "nt" else "bin"
    return folder / inner / "python"


if __name__ == "__main__":
    main()
