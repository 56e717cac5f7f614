"""Bundles the page when a wheel is built.

The page is written as many small modules, which a clone serves as they are. A wheel carries them
as a few files besides, in ``web/bundle``, which open faster; esbuild makes them, where it can be
found. Where it cannot, the wheel carries the plain modules only, and the build says so.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_TABLE = "pages/match.js"
"""The page that is loaded together with the shell: most visitors come to play."""
_OPTIONS = (
    "--bundle",
    "--splitting",
    "--format=esm",
    "--minify",
    "--charset=utf8",
    "--entry-names=[name]-[hash]",
    "--chunk-names=[name]-[hash]",
    "--log-level=warning",
    "--tsconfig-raw={}",  # whatever lies in folders above is not about this page
)
_REPLACED = re.compile(r' *<(script|link rel="(?:modulepreload|stylesheet)") .*\n')
_STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)"')


class BundledPage(BuildHookInterface[Any]):
    """Puts ``web/bundle`` into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        bundler = _bundler(root)
        if bundler is None:
            self.app.display_warning(
                "esbuild was not found (npm ci): the wheel serves the page's plain modules."
            )
            return
        self._folder = Path(tempfile.mkdtemp())
        bundle_page(bundler, root / "src" / "spielwerk" / "web", self._folder)
        build_data["force_include"][str(self._folder)] = "spielwerk/web/bundle"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            shutil.rmtree(self._folder)


def _bundler(root: Path) -> list[str] | None:
    """The command of esbuild: the one that npm installed here, or one that it can fetch."""
    installed = shutil.which("esbuild", path=root / "node_modules" / ".bin")
    if installed:
        return [installed]
    npm = shutil.which("npm")
    if npm is None:
        return None
    version = json.loads((root / "package.json").read_text())["devDependencies"]["esbuild"]
    command = [npm, "exec", "--yes", f"--package=esbuild@{version}", "--", "esbuild"]
    tried = subprocess.run([*command, "--version"], capture_output=True)
    return command if tried.returncode == 0 else None


def bundle_page(bundler: list[str], web: Path, folder: Path) -> None:
    """Write the page as a few files into a folder that is served as ``bundle``."""
    html = (web / "index.html").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        style, told = Path(scratch, "style.css"), Path(scratch, "meta.json")
        style.write_text("".join(f'@import "{web / name}";\n' for name in _STYLE.findall(html)))
        command = [*bundler, "app.js", "early.js", f"style={style}", f"--outdir={folder}"]
        subprocess.run([*command, *_OPTIONS, f"--metafile={told}"], cwd=web, check=True)
        outputs = json.loads(told.read_text(encoding="utf-8"))["outputs"]
    made = {os.path.basename(path): about for path, about in outputs.items()}
    (folder / "index.html").write_text(_page(html, made), encoding="utf-8")


def _page(html: str, made: dict[str, Any]) -> str:
    """The page with the bundle's files in place of the plain ones."""
    of = {about.get("entryPoint"): name for name, about in made.items()}
    early, app, table = of["early.js"], of["app.js"], of[_TABLE]
    needed = _reached(made, [app, table]) - {app, early}
    (style,) = (name for name in made if name.endswith(".css"))
    lines = [
        f'<script type="module" async src="bundle/{early}"></script>',
        f'<link rel="stylesheet" href="bundle/{style}" />',
        f'<script type="module" src="bundle/{app}"></script>',
        *(f'<link rel="modulepreload" href="bundle/{name}" />' for name in sorted(needed)),
    ]
    page = _REPLACED.sub("", html)
    return page.replace("</head>", "".join(f"  {line}\n  " for line in lines) + "</head>")


def _reached(made: dict[str, Any], names: Iterable[str]) -> set[str]:
    """The files that some files import at once, and so on; themselves included."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            imports = made[name]["imports"]
            todo += [
                os.path.basename(one["path"])
                for one in imports
                if one["kind"] == "import-statement"
            ]
    return found
