"""Which language a document is written in, and which folder its rules belong to.

Documents of an editor on this machine have paths; those of a page have none, and use no files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygls.uris import from_fs_path, to_fs_path

from spielwerk.catalogue import languages
from spielwerk.core import Confines, Language, LimitExceeded
from spielwerk.editor.desk import AskedText

_UP = 5
"""So many folders above a file are searched for the one that is a folder of rules."""


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A document whose language is known."""

    uri: str
    language: Language[Any]
    file: str
    """Its path, or the name that diagnostics give it."""
    folder: Path | None
    confines: Confines | None = None
    """What its text may have and need, where it is a stranger's."""

    def asked(self, text: str, others: Mapping[str, str]) -> AskedText:
        """The document with its text, to be asked about.

        :raises LimitExceeded: it is longer than texts may be here
        """
        confines = self.confines
        if confines is not None and len(text) > confines.characters:
            most = f"{confines.characters:,}"
            raise LimitExceeded(f"Rules in {self.language.title} have at most {most} characters.")
        own = {path: one for path, one in others.items() if path != self.file}
        used = own if self.folder is not None else {}
        seconds = None if confines is None else confines.seconds
        return AskedText(self.language.name, text, self.file, self.folder, used, seconds)

    def uri_of(self, file: str) -> str:
        """The address of a file that was named in an answer."""
        if file == self.file:
            return self.uri
        return str(from_fs_path(str(Path(file).resolve())))


def local_document(uri: str, language_id: str | None) -> OpenDocument | None:
    """A document of an editor on this machine, unless no language is known for it."""
    name = to_fs_path(uri) if uri.startswith("file:") else None
    if name is None:
        return remote_document(uri, language_id)
    path = Path(name)
    for language in languages().values():
        if language.folder_file is not None and path.suffix == Path(language.folder_file).suffix:
            above = list(path.parents)[:_UP]
            found = next((f for f in above if (f / str(language.folder_file)).is_file()), None)
            if found is not None:
                return OpenDocument(uri, language, str(path), found)
        elif language.owns_name(path.name):
            return OpenDocument(uri, language, str(path), path.parent)
    named = languages().get(language_id or "")
    if named is not None and named.folder_file is None:
        return OpenDocument(uri, named, str(path), path.parent)
    return None


def remote_document(uri: str, language_id: str | None) -> OpenDocument | None:
    """A document that stands in no file, in a language in which strangers may bring rules.

    Its language is the one it names, or that of files of its name.
    """
    name = uri.rpartition("/")[2]
    known = languages().get(language_id or "")
    if known is None:
        known = next((one for one in languages().values() if one.owns_name(name)), None)
    if known is None or known.folder_file is not None or known.confine is None:
        return None
    file = name if known.owns_name(name) else known.brought("").file
    return OpenDocument(uri, known, file, None, known.confine)
