"""Where rulebooks stand: those of the library, and folders of a group's own.

Names or paths go in, ready rules come out; every set of books is read and grounded once and then
shared, until one of its files changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from threading import Lock

from spielwerk.core import SpielwerkError, has_errors
from spielwerk.languages.rulebook.folder import read_folder
from spielwerk.languages.rulebook.language import ENTRYPOINT
from spielwerk.languages.rulebook.rules import Rules, kept_rules_of, rules_of
from spielwerk.languages.rulebook.usable import Imprint, imprint_of

_MOST_SETS = 32
"""Sets of books that are kept ready."""


class UnknownRulebook(SpielwerkError):
    """No rulebook of this name is known; ``suggestions`` are the nearest names."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        self.suggestions = tuple(get_close_matches(name, known, 3, 0.5))
        near = f" Did you mean {' or '.join(self.suggestions)}?" if self.suggestions else ""
        there = f" There are {', '.join(known)}." if known else ""
        super().__init__(f"There is no rulebook called '{name}'.{near or there}")


@dataclass(slots=True)
class Shelf:
    """Folders in which rulebooks stand side by side."""

    folders: tuple[Path, ...]
    _ready: dict[tuple[object, ...], Rules] = field(default_factory=dict, repr=False)
    _sound: dict[Path, tuple[object, bool]] = field(default_factory=dict, repr=False)
    _read: dict[Path, tuple[object, Imprint | None]] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def everything(self) -> dict[str, Path]:
        """All rulebooks by name, broken ones as well; earlier folders come first."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            if folder.is_dir():
                for book in sorted(folder.iterdir()):
                    if (book / ENTRYPOINT).is_file():
                        found.setdefault(book.name, book)
        return found

    def names(self) -> list[str]:
        """The usable rulebooks; broken ones are left out."""
        return [imprint.name for imprint in self.imprints()]

    def imprints(self) -> list[Imprint]:
        """What the usable rulebooks say about themselves; read again only where a file changed."""
        found = []
        for folder in self.everything().values():
            stamp = _stamp(folder)
            seen, imprint = self._read.get(folder, (None, None))
            if seen != stamp:
                imprint = _sound_imprint(folder)
                self._read[folder] = (stamp, imprint)
            if imprint is not None:
                found.append(imprint)
        return found

    def find(self, name_or_path: str) -> Path:
        """The folder of a rulebook.

        :raises UnknownRulebook: there is none
        """
        known = self.everything()
        if name_or_path in known:
            return known[name_or_path]
        path = Path(name_or_path)
        if (path / ENTRYPOINT).is_file():
            return path
        raise UnknownRulebook(name_or_path, list(known))

    def is_ours(self, folder: Path) -> bool:
        """Whether a folder belongs to this shelf."""
        return any(folder.resolve().is_relative_to(f.resolve()) for f in self.folders)

    def rules(self, names_or_paths: Iterable[str]) -> Rules:
        """The rules of these books, grounded once and shared.

        :raises UnknownRulebook: a book does not exist
        :raises SourceError: a book is broken, or the books do not fit together
        """
        folders = [self.find(name) for name in dict.fromkeys(names_or_paths)]
        key = tuple((str(folder.resolve()), _stamp(folder)) for folder in folders)
        with self._lock:
            if key not in self._ready:
                if len(self._ready) >= _MOST_SETS:
                    self._ready.pop(next(iter(self._ready)))
                ours = all(map(self.is_ours, folders))
                self._ready[key] = (kept_rules_of if ours else rules_of)(folders)
            return self._ready[key]


def library() -> Shelf:
    """The rulebooks that ship with Spielwerk."""
    return _LIBRARY


_LIBRARY = Shelf((Path(str(files("spielwerk").joinpath("library", "rulebooks"))),))


def _stamp(folder: Path) -> tuple[int, int]:
    """Changes when a file of the book does."""
    times = [path.stat().st_mtime_ns for path in folder.glob("**/*.lp")]
    return max(times, default=0), len(times)


def _sound_imprint(folder: Path) -> Imprint | None:
    """What a book says about itself, unless it is broken."""
    book = read_folder(folder)
    if has_errors(book.diagnostics):
        return None
    imprint = imprint_of(book)
    sound = imprint.problem is None and imprint.claims == (book.name,)
    return imprint if sound else None
