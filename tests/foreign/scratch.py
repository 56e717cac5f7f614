"""A fresh environment beside the running one, into which packages are really installed.

It sees everything that the tests run with, so that nothing is fetched; what is installed there
is seen nowhere else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import spielwerk

PAGE = Path(__file__).parents[2] / "docs" / "add-a-language.md"
"""What is installed there to be tried."""


@dataclass(frozen=True)
class Scratch:
    folder: Path

    @classmethod
    def made(cls, folder: Path) -> Scratch:
        venv.create(folder, symlinks=True)
        scratch = cls(folder)
        ours = [str(Path(spielwerk.__file__).parents[1])]
        ours += [path for path in sys.path if path.endswith("-packages")]
        (scratch.packages / "running.pth").write_text("\n".join(ours) + "\n")
        command = scratch.python.with_name("spielwerk")
        command.write_text(f"#!{scratch.python}\nfrom spielwerk.cli import main\nmain()\n")
        command.chmod(0o755)
        return scratch

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        places = {"base": str(self.folder), "platbase": str(self.folder)}
        return Path(sysconfig.get_path("purelib", "venv", places))

    def install(self, package: Path) -> None:
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        offline = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
        subprocess.run([*pip, *offline, str(package)], check=True)

    def run(self, *words: str, stdin: str = "", cwd: Path | None = None) -> str:
        """What ``spielwerk`` says to somebody who types these words there."""
        done = subprocess.run(
            [str(self.python.with_name("spielwerk")), *words],
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=cwd,
            env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"},
            timeout=300,
        )
        return done.stdout
