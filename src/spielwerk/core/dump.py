"""Dumps: a match with everything needed to live through it again, rules included.

The rules, their language, options, the seed and the script go into one JSON text; reading it gives
them back. Whoever finds a match in which the rules went wrong sends its dump to their author.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spielwerk.core.debugging import Arrangement, ScriptEntry
from spielwerk.core.errors import RecordError, SpielwerkError
from spielwerk.core.game import Game, Json
from spielwerk.core.replay import event_from_json, event_to_json, read_record
from spielwerk.core.rule_text import RuleText

_FORMAT = "spielwerk-dump"
_OLD = "spielwerk-igold-dump"
"""How dumps began when there were only those of IGold."""


@dataclass(frozen=True, slots=True)
class MatchDump:
    """What a dump holds."""

    language: str
    rules: RuleText
    options: Mapping[str, Json]
    seed: int
    script: tuple[ScriptEntry, ...]

    def settled(self, game: Game) -> Game:
        """The game of these rules with the options of the match.

        :raises SpielwerkError: it has no such options
        """
        given = {name: value for name, value in self.options.items() if name != "players"}
        try:
            players = int(self.options.get("players", 0)) or None
        except (TypeError, ValueError):
            raise SpielwerkError("The dump does not say how many played.") from None
        return game.settled(players, **given)


def write_dump(game: Game, seed: int, script: Sequence[ScriptEntry]) -> str:
    """A match as text.

    :raises SpielwerkError: the rules of the game are no text
    """
    if game.source is None:
        raise SpielwerkError("The rules of this game are a program, which no dump can hold.")
    body = {
        _FORMAT: 1,
        "language": game.language,
        "file": game.source.file,
        "rules": game.source.text,
        "options": dict(game.options),
        "seed": seed,
        "script": [_entry_to_json(entry) for entry in script],
    }
    return json.dumps(body, indent=1)


def read_dump(text: str) -> MatchDump:
    """What a dump holds.

    :raises RecordError: the text is no dump
    """
    try:
        body = json.loads(text)
        return _of_igold(body) if _OLD in body else _dump(body)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RecordError("This is no dump of a match.") from None


def _dump(body: dict[str, Any]) -> MatchDump:
    if body[_FORMAT] != 1:
        raise RecordError("This dump was written by a newer version.")
    script = tuple(map(_entry_from_json, body["script"]))
    return _checked(
        body["language"], body["rules"], body["file"], body["options"], body["seed"], script
    )


def _of_igold(body: dict[str, Any]) -> MatchDump:
    if body[_OLD] == 1:  # the match is a text in the text
        header, events = read_record(body["record"])
        options, seed = header["options"], header["seed"]
    else:
        options, seed = body["options"], body["seed"]
        events = tuple(map(event_from_json, body["events"]))
    return _checked("igold", body["definition"], body["file"], options, seed, events)


def _checked(
    language: Json,
    rules: Json,
    file: Json,
    options: Json,
    seed: Json,
    script: Sequence[ScriptEntry],
) -> MatchDump:
    texts = all(isinstance(part, str) for part in (language, rules, file))
    if not (texts and isinstance(options, dict) and type(seed) is int):
        raise TypeError("a part is of another kind")
    return MatchDump(language, RuleText(rules, file), options, seed, tuple(script))


def _entry_to_json(entry: ScriptEntry) -> Json:
    if isinstance(entry, Arrangement):
        return {"given": list(entry.facts)}
    return event_to_json(entry)


def _entry_from_json(row: Any) -> ScriptEntry:
    if "given" not in row:
        return event_from_json(row)
    if not all(isinstance(fact, str) for fact in row["given"]):
        raise TypeError("a fact is a text")
    return Arrangement(tuple(row["given"]))
