"""Files that people bring along for rules that are several: single ones, or packed in an archive.

Names and contents in base64 go in, one text comes out, as the language of the rules makes it.
Archives are unpacked in memory, and no further than a text of rules may be long.
"""

from __future__ import annotations

import zipfile
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator, Sequence
from io import BytesIO

from spielwerk.core import SourceError
from spielwerk.server.problems import Problem
from spielwerk.server.uploads.uploads import uploadable

_MOST_FILES = 200


def bundle_of_files(language: str, files: Sequence[tuple[str, str]]) -> str:
    """The files as one text.

    :raises Problem: no such rules are several files, or these are none
    """
    found = uploadable().get(language)
    if found is None or found.bundle is None or found.confine is None:
        raise Problem(422, "unknown-language", "Rules in this language are single texts.")
    try:
        return found.bundle(list(_texts(files, found.confine.characters)))
    except SourceError as problem:
        raise Problem(422, "wrong-files", problem.diagnostics[0].message) from None


def _texts(files: Sequence[tuple[str, str]], longest: int) -> Iterator[tuple[str, str]]:
    left = longest
    for name, content in _unpacked(files, longest):
        left -= len(content)
        if left < 0:
            message = f"Together the files have more than {longest:,} bytes."
            raise Problem(422, "rules-too-long", message)
        try:
            yield name, content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Problem(422, "wrong-files", f"'{name[:80]}' is no text in UTF-8.") from None


def _unpacked(files: Sequence[tuple[str, str]], longest: int) -> Iterator[tuple[str, bytes]]:
    for name, packed in files:
        try:
            content = b64decode(packed, validate=True)
        except (Error, ValueError):
            raise Problem(422, "wrong-files", f"'{name[:80]}' is not in base64.") from None
        if zipfile.is_zipfile(BytesIO(content)):
            yield from _members(name, content, longest)
        else:
            yield name, content


def _members(name: str, content: bytes, longest: int) -> Iterator[tuple[str, bytes]]:
    """The files in an archive: each is read no further than anybody could use."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
            if len(members) > _MOST_FILES:
                raise Problem(422, "wrong-files", f"An archive has at most {_MOST_FILES} files.")
            for member in members:
                with archive.open(member) as file:
                    yield member.filename, file.read(longest + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError):
        raise Problem(422, "wrong-files", f"'{name[:80]}' cannot be unpacked.") from None
