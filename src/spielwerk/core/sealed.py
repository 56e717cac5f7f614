"""JSON lines that show where they were changed: records and logs are written in them.

Every line is one object and ends with a check value over itself and all lines before it, so that
a line edited by hand is found where it stands.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from spielwerk.core.errors import RecordError
from spielwerk.core.game import Json

LONGEST_LINE = 1_000_000
"""Characters of one line; no honest one comes near."""


@dataclass(frozen=True, slots=True)
class Format:
    """What the first line must say: under ``key`` a version no newer than ``newest``."""

    key: str
    what: str
    newest: int

    def check(self, header: Mapping[str, Json]) -> None:
        """:raises RecordError: the line is of something else, or of a newer version"""
        version = header.get(self.key)
        if not isinstance(version, int) or isinstance(version, bool):
            raise RecordError(f"This is not {self.what}: its header is missing.", 1)
        if version > self.newest:
            raise RecordError(
                f"It has format {version}, this version reads up to {self.newest}. "
                "Update Spielwerk to read it.",
                1,
            )
        if version < 1:
            raise RecordError(f"There never was a format {version}.", 1)


class Sealer:
    """Turns objects into sealed lines, one after another, as they come."""

    def __init__(self) -> None:
        self._seal = ""

    def line(self, body: Mapping[str, Json]) -> str:
        self._seal = _seal(self._seal, body)
        return json.dumps({**body, "check": self._seal}) + "\n"


def unseal(lines: Iterable[str], form: Format) -> Iterator[tuple[int, dict[str, Json]]]:
    """The objects of sealed lines, each with the number of its line.

    :raises RecordError: at the first line that is damaged or was changed; where the text is of
        something else or empty, at line 1
    """
    seal = ""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            raise RecordError(f"The line has more than {LONGEST_LINE:,} characters.", number)
        row = _parse(line)
        if row is None:
            raise RecordError("This is not a JSON object: damaged, or cut off?", number)
        if not seal:
            form.check(row)
        found = row.pop("check", None)
        seal = _seal(seal, row)
        if found != seal:
            raise RecordError(
                "The line, or one before it, was changed after it was written. "
                "Only what is whole and as it was written can be read back.",
                number,
            )
        yield number, row
    if not seal:
        raise RecordError(f"It is empty; expected the header line of {form.what}.", 1)


def is_whole(line: str) -> bool:
    """Whether a line was not cut off in its middle."""
    return _parse(line) is not None


def _parse(line: str) -> dict[str, Json] | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _seal(before: str, body: Mapping[str, Json]) -> str:
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{before}\n{canonical}".encode()).hexdigest()[:12]
