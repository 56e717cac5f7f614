"""Dumps: a match with everything needed to live through it again, rules included.

The definition, the number of players, options, seed and events go into one JSON text; loading it
gives them back. The debugger writes one when a match ends in a fault.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from spielwerk.core import (
    Event,
    RecordError,
    SpielwerkError,
    event_from_json,
    event_to_json,
    read_record,
)
from spielwerk.languages.igold.game import IgoldGame
from spielwerk.languages.igold.loading import open_text

_FORMAT = "spielwerk-igold-dump"


def write_dump(game: IgoldGame, seed: int, events: Sequence[Event]) -> str:
    """A match as text."""
    document = game.program.definition.document
    body = {
        _FORMAT: 2,
        "file": document.file,
        "definition": document.text,
        "options": dict(game.options),
        "seed": seed,
        "events": list(map(event_to_json, events)),
    }
    return json.dumps(body, indent=1)


def load_dump(text: str) -> tuple[IgoldGame, int, tuple[Event, ...]]:
    """The game, the seed and the events of a dump.

    :raises RecordError: the text is no dump
    :raises SourceError: the rules in it are wrong
    """
    try:
        body = json.loads(text)
        definition, file = body["definition"], body["file"]
        seed, options, events = _match(body)
        assert all(isinstance(part, str) for part in (definition, file))
        assert isinstance(seed, int)
        given = {name: value for name, value in options.items() if name != "players"}
    except (ValueError, KeyError, TypeError, AttributeError, AssertionError, RecursionError):
        raise RecordError("This is no dump of an IGold match.") from None
    try:
        players = int(options.get("players", 0)) or None
    except (TypeError, ValueError):
        raise SpielwerkError("The dump does not say how many played.") from None
    return open_text(definition, file).settled(players, **given), seed, events


def _match(body: dict[str, Any]) -> tuple[int, dict[str, Any], tuple[Event, ...]]:
    if body[_FORMAT] == 1:  # the match is a text in the text
        header, events = read_record(body["record"])
        return header["seed"], header["options"], events
    assert body[_FORMAT] == 2
    return body["seed"], body["options"], tuple(map(event_from_json, body["events"]))
