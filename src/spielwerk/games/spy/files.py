"""The three kinds of files: scenarios, match configurations, characters.

A text goes in; out come the value that a game is made from and every problem found, with its
place in the file. First the file must fit its JSON Schema (draft-07, in the library), then it
must make sense: see :mod:`.sense`. Both versions of the standard are read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from jsonschema import Draft7Validator, ValidationError

from spielwerk.core import Diagnostic, Json, Severity, SourceError, has_errors, read_text_file
from spielwerk.games.spy import sense
from spielwerk.games.spy.entry import SPY_FILES
from spielwerk.games.spy.names import FieldState, Gender, Property
from spielwerk.games.spy.places import JsonDocument, read_json
from spielwerk.games.spy.schemas import schema
from spielwerk.games.spy.settings import CharacterDescription, MatchConfig

Scenario = tuple[tuple[FieldState, ...], ...]
_T = TypeVar("_T")
_MOST_PROBLEMS = 50
"""How many problems of one file are reported."""


@dataclass(frozen=True, slots=True)
class CheckedFile(Generic[_T]):
    """What was found in a file: its value, unless there are errors, and all problems."""

    value: _T | None
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class FileKind(Generic[_T]):
    """A kind of file: how it is recognised, checked and understood."""

    name: str
    suffix: str
    schema_for: Callable[[Json], str]
    """The name of the schema that a value should fit: that of version 2, or the later one."""
    check: Callable[[JsonDocument], list[Diagnostic]]
    """Whether a value that fits the schema makes sense."""
    make: Callable[[Json], _T]

    def diagnose(self, text: str, file: str) -> CheckedFile[_T]:
        """Everything that can be said about a text."""
        try:
            document = read_json(text, file)
        except SourceError as problem:
            return CheckedFile(None, problem.diagnostics)
        found = [*_repeated(document), *_fit(document, self.schema_for(document.value))]
        if not has_errors(found):
            found += self.check(document)
        value = None if has_errors(found) else self.make(document.value)
        return CheckedFile(value, tuple(found[:_MOST_PROBLEMS]))

    def read(self, text: str, file: str) -> _T:
        """What a text means.

        :raises SourceError: it has errors; all of them are told
        """
        checked = self.diagnose(text, file)
        if checked.value is None:
            raise SourceError(checked.diagnostics)
        return checked.value

    def load(self, path: Path) -> _T:
        """What a file means.

        :raises SourceError: it cannot be read or has errors
        """
        return self.read(read_text_file(path, SPY_FILES.name, SPY_FILES.longest), str(path))


@cache
def _validator(name: str) -> Draft7Validator:
    return Draft7Validator(schema(name))


# Schemas


def _repeated(document: JsonDocument) -> list[Diagnostic]:
    return [
        Diagnostic(
            "spy-twice",
            Severity.ERROR,
            f"'{path[-1]}' stands here a second time.",
            document.span(path),
            "Keep one of them.",
        )
        for path in document.twice
    ]


def _fit(document: JsonDocument, name: str) -> list[Diagnostic]:
    validator = _validator(name)
    found = [_schema_problem(document, each) for each in validator.iter_errors(document.value)]
    found.sort(key=lambda each: each.span or document.span(()))
    known = cast(Any, validator.schema).get("properties")
    if isinstance(document.value, dict) and known:
        found += _strange_keys(document, known)
    return found


def _strange_keys(document: JsonDocument, known: Mapping[str, Any]) -> list[Diagnostic]:
    """The standard tolerates keys it does not know, but most of them are slips."""
    missing = [key for key in known if key not in document.value]
    found = []
    for key in document.value:
        if key not in known:
            near = get_close_matches(key, missing, 1, 0.7)
            hint = f"Did you mean '{near[0]}'?" if near else "It is ignored."
            message = f"The standard knows no '{key}'."
            place = document.span((key,))
            found.append(Diagnostic("spy-unknown-key", Severity.WARNING, message, place, hint))
    return found


def _schema_problem(document: JsonDocument, problem: ValidationError) -> Diagnostic:
    path = tuple(problem.absolute_path)
    message, hint = _words(problem)
    code = f"spy-{problem.validator}".lower()
    return Diagnostic(code, Severity.ERROR, message, document.span(path), hint)


_TYPES = {
    "array": "a list",
    "object": "an object with keys",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
}


def _words(problem: ValidationError) -> tuple[str, str | None]:
    """The message and the hint for a value that does not fit."""
    value, wanted = cast(Any, problem.instance), cast(Any, problem.validator_value)
    shown = json.dumps(value, ensure_ascii=False)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    match problem.validator:
        case "required":
            missing = [key for key in wanted if key not in value]
            name = next(key for key in missing if f"'{key}'" in problem.message)
            return f"'{name}' is missing.", "Add it; every value of the standard is needed."
        case "enum":
            near = get_close_matches(str(value).upper(), wanted, 1, 0.6)
            hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(wanted)}."
            return f"{shown} is none of the words that may stand here.", hint
        case "type":
            return f"Here should be {_TYPES[wanted]}, not {shown}.", None
        case "minimum":
            return f"{shown} is too small: at least {wanted}.", None
        case "maximum":
            return f"{shown} is too large: at most {wanted}.", "Chances are between 0 and 1."
        case "minLength":
            return f"{shown} is too short: at least {wanted} characters.", None
        case "uniqueItems":
            return "Two entries of this list are the same.", "Remove one of them."
    return problem.message, None


# Values


def _scenario(value: Json) -> Scenario:
    return tuple(tuple(FieldState(word) for word in row) for row in value["scenario"])


def scenario_to_json(scenario: Sequence[Sequence[str]]) -> dict[str, Json]:
    """A scenario as it stands in a file and in messages."""
    return {"scenario": [[str(word) for word in row] for row in scenario]}


def _later_match(value: Json) -> bool:
    """Whether a configuration speaks the later dialect: by most of its names."""
    if not isinstance(value, dict):
        return False
    old, new = MatchConfig.names().values(), MatchConfig.names(later=True).values()
    return sum(key in value for key in new) > sum(key in value for key in old)


def _match(value: Json) -> MatchConfig:
    names = MatchConfig.names(later=_later_match(value))
    return MatchConfig(
        **{
            here: value[there] if here.endswith("chance") else _whole(value[there])
            for here, there in names.items()
            if value.get(there) is not None
        }
    )


def _whole(value: float) -> int:
    """JSON Schema takes 3.0 for a whole number, and so do we."""
    return int(value)


def _characters(value: Json) -> tuple[CharacterDescription, ...]:
    return tuple(
        CharacterDescription(
            each["name"],
            tuple(dict.fromkeys(Property(word) for word in each["features"])),
            each.get("description", ""),
            Gender(each["gender"]) if "gender" in each else None,
        )
        for each in value
    )


def characters_to_json(characters: Sequence[CharacterDescription]) -> list[dict[str, Json]]:
    """Characters as they stand in a file and in messages."""
    return [
        {
            "name": each.name,
            "description": each.description,
            **({"gender": str(each.gender)} if each.gender else {}),
            "features": [str(word) for word in each.features],
        }
        for each in characters
    ]


def _characters_schema(value: Json) -> str:
    rows = value if isinstance(value, list) else []
    lists = [row.get("features") for row in rows if isinstance(row, dict)]
    later = any(isinstance(row, list) and Property.PONDEROUSNESS in row for row in lists)
    return "characters-later" if later else "characters"


SCENARIO: FileKind[Scenario] = FileKind(
    "scenario", ".scenario", lambda _: "scenario", sense.check_scenario, _scenario
)
MATCH: FileKind[MatchConfig] = FileKind(
    "match",
    ".match",
    lambda value: "match-later" if _later_match(value) else "match",
    sense.check_match,
    _match,
)
CHARACTERS: FileKind[tuple[CharacterDescription, ...]] = FileKind(
    "characters", ".json", _characters_schema, sense.check_characters, _characters
)
