"""The files that rules include: those beside the game, and the shipped library.

The names in ``include`` go in, readings come out. What cannot be read says why, and no name leads
out of the folder of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from spielwerk.core import SourceError, read_text_file, say
from spielwerk.languages.gdl.text.comfort import Included, IncludeProblem
from spielwerk.languages.gdl.text.limits import MAX_SIZE
from spielwerk.languages.gdl.text.syntax import Reading


class Includes:
    """Finds included files: beside the game first, then in the shipped library."""

    def __init__(self, folder: Path | None, read: Callable[[str, str], Reading]) -> None:
        self.folder = folder
        self.read = read
        """From a text and the name of its file."""

    def __call__(self, name: str) -> Included:
        path = PurePosixPath(name)
        if not name or path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
            raise IncludeProblem(
                say('"{name}" leads out of the folder of the game.', name=name),
                "Only files beside the game, in folders below it and of the library are included.",
            )
        own = self._beside(path)
        if own is not None:
            return Included(self.read(_text_in(own, name), str(own)))
        shipped = _library().joinpath(*path.parts)
        if len(path.parts) == 1 and shipped.is_file():
            return Included(self.read(shipped.read_text("utf-8"), f"library/{name}"), shipped=True)
        raise IncludeProblem(
            say('There is no file "{name}" beside the game, nor in the library.', name=name),
            say(
                "The library has {listed}.",
                listed=", ".join(sorted(item.name for item in _library().iterdir())),
            ),
        )

    def _beside(self, path: PurePosixPath) -> Path | None:
        if self.folder is None:
            return None
        root = self.folder.resolve()
        try:
            file = (root / path).resolve()
            return file if file.is_relative_to(root) and file.is_file() else None
        except (OSError, ValueError, RuntimeError):
            return None


def _text_in(path: Path, name: str) -> str:
    try:
        return read_text_file(path, "gdl", MAX_SIZE)
    except SourceError as problem:
        found = problem.diagnostics[0]
        raise IncludeProblem(f'"{name}": {found.message}', found.hint or "") from None


def _library() -> Traversable:
    return files("spielwerk").joinpath("library", "gdl", "include")
