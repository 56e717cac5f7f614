"""The files rules come from: a game's own, those beside it, and the shipped library.

Paths and the names in ``include`` go in, texts come out. What cannot be read says why, and no
name leads out of the folder of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from spielwerk.languages.gdl.text.comfort import Included, IncludeProblem
from spielwerk.languages.gdl.text.limits import MAX_SIZE
from spielwerk.languages.gdl.text.syntax import Reading

__all__ = ["Includes", "Unreadable", "text_of"]


class Unreadable(Exception):
    """Why a file has no text for us, and what to do."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


def text_of(path: Path) -> str:
    try:
        if path.is_dir():
            raise Unreadable("gdl-file", "This is a folder, not a file.", "Name a file in it.")
        if not path.exists():
            raise Unreadable("gdl-file", "There is no such file.", "Is the name spelt right?")
        if not path.is_file():
            raise Unreadable("gdl-file", "This is not an ordinary file.", "Name a file of rules.")
        with path.open("rb") as stream:
            data = stream.read(MAX_SIZE + 1)
    except (OSError, ValueError) as problem:
        raise Unreadable(
            "gdl-file",
            f"The file cannot be read: {getattr(problem, 'strerror', None) or problem}.",
            "Check its name and your rights to read it.",
        ) from None
    return _decoded(data)


def _decoded(data: bytes) -> str:
    if len(data) > MAX_SIZE:
        raise Unreadable(
            "gdl-too-long",
            f"The file is longer than {MAX_SIZE:,} bytes.",
            "Describe repeated facts by rules, ranges or includes.",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise Unreadable(
            "gdl-not-text",
            f"This is not a text in UTF-8: line {line} contains a byte that cannot be read.",
            "Give a file with GDL rules, saved as UTF-8.",
        ) from None


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
                f'"{name}" leads out of the folder of the game.',
                "Only files beside the game, in folders below it and of the library are included.",
            )
        own = self._beside(path)
        if own is not None:
            return Included(self.read(_text_in(own, name), str(own)))
        shipped = _library().joinpath(*path.parts)
        if len(path.parts) == 1 and shipped.is_file():
            return Included(self.read(shipped.read_text("utf-8"), f"library/{name}"), shipped=True)
        raise IncludeProblem(
            f'There is no file "{name}" beside the game, nor in the library.',
            f"The library has {', '.join(sorted(item.name for item in _library().iterdir()))}.",
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
        return text_of(path)
    except Unreadable as problem:
        raise IncludeProblem(f'"{name}": {problem.message}', problem.hint) from None


def _library() -> Traversable:
    return files("spielwerk").joinpath("library", "gdl", "include")
