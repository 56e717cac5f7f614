"""Dumps: a match with everything needed to live through it again, rules included.

The definition, the number of players, options, seed and events go into one JSON text; loading it
gives the game and the record back. The debugger writes one when a match ends in a fault.
"""

from __future__ import annotations

import json

from spielwerk.core import Record, RecordError, SpielwerkError
from spielwerk.languages.igold.game import IgoldGame
from spielwerk.languages.igold.loading import open_text

__all__ = ["load_dump", "write_dump"]

_FORMAT = "spielwerk-igold-dump"


def write_dump(game: IgoldGame, record: Record) -> str:
    """A match as text."""
    document = game.program.definition.document
    body = {
        _FORMAT: 1,
        "file": document.file,
        "definition": document.text,
        "record": record.to_text(),
    }
    return json.dumps(body, indent=1)


def load_dump(text: str) -> tuple[IgoldGame, Record]:
    """The game and the record of a dump.

    :raises RecordError: the text is no dump
    :raises SourceError: the rules in it are wrong
    """
    try:
        body = json.loads(text)
        definition, file, record_text = body["definition"], body["file"], body["record"]
        assert body[_FORMAT] == 1
        assert all(isinstance(part, str) for part in (definition, file, record_text))
    except (ValueError, KeyError, TypeError, AssertionError, RecursionError):
        raise RecordError("This is no dump of an IGold match.") from None
    record = Record.from_text(record_text)
    options = {k: v for k, v in record.options.items() if k != "players"}
    try:
        players = int(record.options.get("players", 0)) or None
    except (TypeError, ValueError):
        raise SpielwerkError("The dump does not say how many played.") from None
    return open_text(definition, file).settled(players, **options), record
