"""Whether files that fit their schema also make a match that can be played.

Each check takes a document and gives back what is wrong or odd, with its place in the file.
Errors are what would make a match impossible or endless; warnings are what its author probably
did not mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spielwerk.core import Diagnostic, Severity
from spielwerk.games.spy.board import CasinoBoard
from spielwerk.games.spy.names import FieldState, Property
from spielwerk.games.spy.places import JsonDocument, Path
from spielwerk.games.spy.settings import FEWEST_CHARACTERS, FEWEST_FIELDS

LARGEST = 100
"""The most rows of a scenario, and the most fields of a row."""
ROOMY = 13
"""Room for three neutral characters, too."""
ENOUGH_CHARACTERS = 13
_LARGEST_VALUE = 1_000_000
_LONGEST_NAME = 80


def _error(document: JsonDocument, path: Path, code: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(f"spy-{code}", Severity.ERROR, message, document.span(path), hint)


def _warning(document: JsonDocument, path: Path, code: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(f"spy-{code}", Severity.WARNING, message, document.span(path), hint)


# Scenarios


def check_scenario(document: JsonDocument) -> list[Diagnostic]:
    """Size, room for everybody, and whether safes, tables and seats can be reached."""
    rows, path = document.value["scenario"], ("scenario",)
    if not any(rows):
        return [_error(document, path, "empty", "The map has no fields.", "Draw some.")]
    for number, row in enumerate(rows):
        if number >= LARGEST or len(row) > LARGEST:
            place = ("scenario", number)
            message = f"The map is larger than {LARGEST} rows of {LARGEST} fields."
            return [_error(document, place, "too-large", message, "Draw a smaller one.")]
    board = CasinoBoard(rows)
    return [*_check_room(document, board), *_check_reach(document, board)]


def _check_room(document: JsonDocument, board: CasinoBoard) -> Iterator[Diagnostic]:
    path, fields = ("scenario",), board.hall.bit_count()
    where = "the largest room" if board.hall != board.floor else "the casino"
    message = f"One can walk on {fields} fields of {where}, but"
    if fields < FEWEST_FIELDS:
        more = f"{message} eight agents, the cat and the janitor need {FEWEST_FIELDS}."
        yield _error(document, path, "no-room", more, "Make more fields FREE or BAR_SEAT.")
    elif fields < ROOMY:
        more = f"{message} with three neutral characters {ROOMY} are needed; fewer will come."
        yield _warning(document, path, "little-room", more, "Make more fields FREE.")
    if not board.safes:
        more = "There is no safe, and so no collar for the cat."
        yield _warning(document, path, "no-safe", more, "Put a SAFE where it can be reached.")
    if not board.seats & board.hall:
        more = "There is no bar seat in reach: who is exfiltrated stays on the spot."
        yield _warning(document, path, "no-seat", more, "Make a field a BAR_SEAT.")


def _check_reach(document: JsonDocument, board: CasinoBoard) -> Iterator[Diagnostic]:
    kinds: dict[FieldState, Callable[..., Diagnostic]] = {
        FieldState.SAFE: _error,
        FieldState.ROULETTE_TABLE: _warning,
        FieldState.BAR_TABLE: _warning,
    }
    for field, state in enumerate(board.states):
        if state in kinds and not board.beside[field] & board.hall:
            x, y = board.places[field]
            word = state.lower().replace("_", " ")
            yield kinds[state](
                document,
                ("scenario", y, x),
                "out-of-reach",
                f"Nobody can get next to the {word} on {x}/{y}.",
                "Open a way to it: a FREE field next to it, joined to the rest.",
            )


# Match configurations

_AT_LEAST_ONE = ("RoundLimit", "roundLimit", "StrikeMaximum", "strikeMaximum")


def check_match(document: JsonDocument) -> list[Diagnostic]:
    """No negative values, and numbers with which a match ends."""
    values = document.value
    found = []
    for key, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if value < 0:
            hint = "Use at least 1." if key in _AT_LEAST_ONE else "Use 0."
            found.append(_error(document, (key,), "negative", f"'{key}' is negative.", hint))
        elif value > _LARGEST_VALUE:
            message = f"'{key}' is larger than {_LARGEST_VALUE:,}."
            found.append(_error(document, (key,), "too-large", message, "Use a smaller number."))
    for key in ("RoundLimit", "roundLimit"):
        if values.get(key) == 0:
            message = "Closing time never begins, so the match might never end."
            found.append(_error(document, (key,), "endless", message, "Use at least 1."))
    for key in ("StrikeMaximum", "strikeMaximum"):
        if values.get(key) == 0:
            message = "Nobody could ever be late: the maximum of strikes is 0."
            found.append(_error(document, (key,), "no-strikes", message, "Use at least 1."))
    for key in ("TurnPhaseLimit", "turnPhaseLimit"):
        if values.get(key) == 0:
            message = "There is no time limit for operations."
            found.append(_warning(document, (key,), "no-limit", message, "Use seconds, say 30."))
    low, high = values.get("minChipsRoulette"), values.get("maxChipsRoulette")
    if low is not None and high is not None and low > high:
        message = f"The fewest chips on a table ({low}) are more than the most ({high})."
        found.append(_error(document, ("minChipsRoulette",), "chips", message, "Exchange them."))
    return found


# Characters

_CONTRARY = (
    (Property.NIMBLENESS, Property.SLUGGISHNESS),
    (Property.LUCKY_DEVIL, Property.JINX),
    (Property.AGILITY, Property.PONDEROUSNESS),
)


def check_characters(document: JsonDocument) -> list[Diagnostic]:
    """Enough characters, with names that tell them apart."""
    return [*_check_count(document), *_check_names(document), *_check_features(document)]


def _check_count(document: JsonDocument) -> Iterator[Diagnostic]:
    many = len(document.value)
    if many < FEWEST_CHARACTERS:
        message = f"There are {many} characters, but two players need {FEWEST_CHARACTERS}."
        yield _error(document, (), "few-characters", message, "Add some.")
    elif many < ENOUGH_CHARACTERS:
        message = f"There are {many} characters: offers will be small and neutral ones few."
        hint = f"With {ENOUGH_CHARACTERS} there is always a choice."
        yield _warning(document, (), "few-characters", message, hint)


def _check_names(document: JsonDocument) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for number, each in enumerate(document.value):
        name, path = each["name"], (number, "name")
        if name in seen:
            message = f"'{name}' stands in the list a second time."
            yield _error(document, path, "same-name", message, "Give them different names.")
        if " ".join(name.split()) != name or not name.isprintable():
            message = "The name has spaces at its ends, several in a row, or unprintable ones."
            yield _error(document, path, "name", message, "Use words with one space between.")
        if len(name) > _LONGEST_NAME:
            message = f"The name has more than {_LONGEST_NAME} characters."
            yield _error(document, path, "name", message, "Find a shorter one.")
        seen.add(name)


def _check_features(document: JsonDocument) -> Iterator[Diagnostic]:
    for number, each in enumerate(document.value):
        features = each["features"]
        for place, word in enumerate(features):
            if word in features[:place]:
                path = (number, "features", place)
                message = f"{each['name']} has {word} twice; once is as good."
                yield _warning(document, path, "twice", message, "Remove one.")
        for one, other in _CONTRARY:
            if one in features and other in features:
                path = (number, "features", features.index(other))
                message = f"{each['name']} is said to have both {one} and {other}."
                yield _warning(document, path, "contrary", message, f"{other} wins over {one}.")
