"""What a race leaves behind: lines on the console, and a folder with a log and what was seen.

The options are those of the handbook of 2021: ``-c`` limits the console, ``-d`` adds how actions
were rated, ``-l`` names the folder, where ``/`` means none.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from spielwerk.core import Json

_F = TypeVar("_F", bound=Callable[..., Any])
_GAME = 25
_LEVELS = (logging.ERROR, logging.WARNING, _GAME, logging.INFO)
"""By the numbers of the handbook: errors, warnings, the game, everything."""


def assigned(context: click.Context, option: click.Parameter, value: str) -> str:
    """The value of a short option that was written as the handbook does: ``-s=jumper``."""
    return value.removeprefix("=")


def leavings_options(function: _F) -> _F:
    """Gives a command the options ``-c``, ``-d`` and ``-l``."""
    for decorate in (
        click.option(
            "-l",
            "--logFileDirectory",
            "--logFileDirecotry",  # as the handbook spells it
            "folder",
            default="log",
            show_default=True,
            callback=assigned,
            help="Where logs and recordings go; / for nowhere.",
        ),
        click.option("-d", "--debug", is_flag=True, help="Tell how every action was rated."),
        click.option(
            "-c",
            "--consoleLoggingLevel",
            "level",
            default="3",
            show_default=True,
            callback=_level,
            help="0: errors, 1: and warnings, 2: and the game, 3: everything.",
        ),
    ):
        function = decorate(function)
    return function


def _level(context: click.Context, option: click.Parameter, value: str) -> int:
    names = ("ERROR", "WARNING", "GAME_INFO", "INFO")
    text = value.removeprefix("=").upper()
    if text in names:
        return names.index(text)
    if text in ("0", "1", "2", "3"):
        return int(text)
    raise click.BadParameter(f"'{text}' is no level; there are 0 to 3, or {', '.join(names)}.")


@dataclass(frozen=True)
class Leavings:
    """The log of one race, and where its files go, if anywhere."""

    log: logging.Logger
    stem: Path | None

    @classmethod
    def begin(cls, level: int, debug: bool, folder: str) -> Leavings:
        """A log on the console, and in a file of the folder where that can be written."""
        log = logging.Logger("race", logging.DEBUG if debug else logging.INFO)
        console = logging.StreamHandler(sys.stdout)
        console.setLevel(logging.DEBUG if debug else _LEVELS[level])
        console.addFilter(lambda entry: entry.levelno < logging.ERROR)  # the command reports those
        log.addHandler(console)
        if folder == "/":
            return cls(log, None)
        stem = Path(folder) / datetime.now().strftime("race-%Y-%m-%d-%H-%M-%S-%f")
        try:
            stem.parent.mkdir(parents=True, exist_ok=True)
            file = logging.FileHandler(stem.with_suffix(".log"), encoding="utf-8")
        except OSError as problem:
            log.warning(
                "No log can be written to %s (%s); choose another folder with -l, or none: -l=/",
                folder,
                problem.strerror,
            )
            return cls(log, None)
        file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        log.addHandler(file)
        return cls(log, stem)

    def keep(self, messages: Sequence[Mapping[str, Json]], album: str, match: str = "") -> None:
        """Write down what was seen: the recording of messages, and the album for the viewer.

        Whoever ran the race itself also has the log of the match.
        """
        if self.stem is None or not messages:
            return
        recording = self.stem.with_suffix(".json")
        recording.write_text(json.dumps(list(messages), separators=(",", ":")), encoding="utf-8")
        shown = self.stem.with_suffix(".album")
        shown.write_text(album, encoding="utf-8")
        if match:
            self.stem.with_suffix(".jsonl").write_text(match, encoding="utf-8")
        self.log.info("Recorded in %s; look at it with: spielwerk speed view %s", recording, shown)
