"""What came out, kept so that nothing is lost: a header line, then one line a finished match.

The file only ever grows. A line that was cut off by a crash is dropped when the file is opened
again; everything before it counts, and each match counts once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from spielwerk.arena.schedule import Tournament
from spielwerk.core import RecordError

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Result:
    """How one match ended."""

    number: int
    seating: tuple[int, ...]
    seed: int
    outcome: tuple[int, ...]
    """0..100, in the order of the game's roles."""
    reason: str
    steps: int
    seconds: float
    late: tuple[int, ...]
    """How often each seat answered too late, in the same order."""
    unthought: tuple[int, ...] = ()
    """How many moves of each seat were not its own; nothing is none of anybody's."""
    why: str = ""
    """Why they were not."""


class Results:
    """The finished matches of a tournament, in memory and, where a path is given, on disk."""

    def __init__(self, tournament: Tournament, path: Path | None = None) -> None:
        self.tournament = tournament
        self._by_number: dict[int, Result] = {}
        self._path = path
        if path is not None and path.exists() and path.stat().st_size:
            self._recover(path)
        elif path is not None:
            self._append({"spielwerk-arena": FORMAT, **asdict(tournament)})

    def __iter__(self) -> Iterator[Result]:
        return iter(self._by_number.values())

    def __len__(self) -> int:
        return len(self._by_number)

    def __contains__(self, number: int) -> bool:
        return number in self._by_number

    def add(self, result: Result) -> bool:
        """Take a result; False where that match had ended before, which changes nothing."""
        if result.number in self._by_number:
            return False
        self._append(asdict(result))
        self._by_number[result.number] = result
        return True

    def _append(self, row: Mapping[str, Any]) -> None:
        if self._path is None:
            return
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _recover(self, path: Path) -> None:
        whole, _, cut = path.read_text(encoding="utf-8").rpartition("\n")
        if cut:
            with path.open("r+b") as file:
                file.truncate(len((whole + "\n").encode()) if whole else 0)
        lines = whole.split("\n") if whole else []
        if not lines:
            self._append({"spielwerk-arena": FORMAT, **asdict(self.tournament)})
            return
        self._check_header(_parsed(lines[0], 1), path)
        for number, line in enumerate(lines[1:], start=2):
            result = _result(_parsed(line, number), number)
            self._by_number.setdefault(result.number, result)

    def _check_header(self, header: Mapping[str, Any], path: Path) -> None:
        version = header.get("spielwerk-arena")
        if not isinstance(version, int):
            raise RecordError(f"{path} holds no results of an arena; choose another file.", 1)
        if version > FORMAT:
            raise RecordError(f"{path} has format {version}; update Spielwerk to read it.", 1)
        fields = {key: value for key, value in header.items() if key != "spielwerk-arena"}
        wanted = json.loads(json.dumps(asdict(self.tournament)))
        # More rounds of the same tournament go on where it ended.
        different = [k for k in wanted if k != "rounds" and fields.get(k) != wanted[k]]
        if different:
            raise RecordError(
                f"{path} holds another tournament: {', '.join(different)} differ. "
                "Choose another file, or the same settings.",
                1,
            )


def _parsed(line: str, number: int) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise RecordError("This is not a line of JSON.", number) from None
    if not isinstance(row, dict):
        raise RecordError("Expected a JSON object on every line.", number)
    return row


def _result(row: Mapping[str, Any], line: int) -> Result:
    try:
        return Result(
            int(row["number"]),
            tuple(map(int, row["seating"])),
            int(row["seed"]),
            tuple(map(int, row["outcome"])),
            str(row["reason"]),
            int(row["steps"]),
            float(row["seconds"]),
            tuple(map(int, row["late"] if "late" in row else _told_late(row))),
            tuple(map(int, row.get("unthought", ()))),
            str(row.get("why", "")),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise RecordError(f"This is not the result of a match: {problem!r}.", line) from None


def _told_late(row: Mapping[str, Any]) -> list[str]:
    """The late answers of a line of before they had a field: races told them in the reason."""
    late = str(row["reason"]).partition(", late ")[2].split()
    return late or ["0"] * len(row["seating"])
