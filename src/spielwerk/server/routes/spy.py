"""The files of No Time to Spy for those who edit them: ready sets, schemas, and a strict reader.

Scenarios, match configurations and characters are checked exactly as the command line and
``server055`` check them; every problem also says which part of the file it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from spielwerk.core import SourceError, Span
from spielwerk.games.spy import (
    CHARACTERS,
    COUNTS,
    MATCH,
    REASONS,
    SCENARIO,
    SENTENCES,
    FileKind,
    library_names,
    library_text,
    read_json,
    schema,
)
from spielwerk.server.operation import whose
from spielwerk.server.problems import Problem
from spielwerk.server.routes.parts import Body, ServiceHere

router = APIRouter(prefix="/spy", tags=["spy"])

KindName = Literal["scenario", "match", "characters"]
SchemaName = Literal["scenario", "match", "match-later", "characters", "characters-later"]

_KINDS: Mapping[KindName, FileKind[Any]] = {
    "scenario": SCENARIO,
    "match": MATCH,
    "characters": CHARACTERS,
}
_LONGEST = 400_000
"""Characters of a file: twice what the largest map needs."""


class SpySentences(BaseModel):
    """What can happen, by language, as accounts of matches say it."""

    sentences: dict[str, dict[str, str]]
    reasons: dict[str, dict[str, str]]
    """What decided a match."""
    counts: dict[str, dict[str, str]]
    """What is counted, by the titles of the standard's messages."""


class File(Body):
    """A file that somebody is working on."""

    kind: KindName
    text: Annotated[str, Field(max_length=_LONGEST, examples=['{"scenario": [["FREE"]]}'])]


class FileFinding(BaseModel):
    """What is wrong with a file or odd about it, where, and what to do."""

    code: str
    severity: Literal["error", "warning", "hint"]
    message: str
    hint: str | None
    line: int
    column: int
    end_line: int
    end_column: int
    part: list[str | int] | None
    """The keys and indices that lead to the part of the file; none where it is no JSON."""


class Findings(BaseModel):
    """All problems of a file; without errors it can be played with."""

    playable: bool
    diagnostics: list[FileFinding]


@router.get("/sentences")
async def show_sentences() -> SpySentences:
    """The sentences of the game, for those who tell of a replay file."""
    return SpySentences(
        sentences={name: dict(said) for name, said in SENTENCES.items()},
        reasons={name: dict(said) for name, said in REASONS.items()},
        counts={name: dict(said) for name, said in COUNTS.items()},
    )


@router.get("/sets")
async def list_sets() -> dict[KindName, list[str]]:
    """The names of the ready sets."""
    return {name: library_names(kind) for name, kind in _KINDS.items()}


@router.get(
    "/sets/{kind}/{name}",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "The file."}},
)
async def read_set(kind: KindName, name: Annotated[str, Path(max_length=80)]) -> Response:
    """A ready set as the file it is."""
    if name not in library_names(_KINDS[kind]):
        names = ", ".join(library_names(_KINDS[kind]))
        raise Problem(404, "no-such-set", f"There is no such {kind}; there are {names}.")
    return Response(library_text(_KINDS[kind], name), media_type="application/json")


@router.get("/schemas/{name}")
async def read_schema(name: SchemaName) -> dict[str, Any]:
    """The JSON Schema (draft-07) of a kind of file."""
    return schema(name)


@router.post("/check")
def check_file(request: Request, service: ServiceHere, given: File) -> Findings:
    """Say what is wrong with a file, and where."""
    if not service.questions.request(whose(request.scope)):
        raise Problem(429, "too-fast", "Too many files at once; wait a moment.")
    kind = _KINDS[given.kind]
    file = kind.name + kind.suffix
    checked, parts = kind.diagnose(given.text, file), _parts(given.text, file)
    told = [each.to_json() | {"part": parts.get(each.span)} for each in checked.diagnostics]
    return Findings(
        playable=checked.value is not None,
        diagnostics=[FileFinding.model_validate(each) for each in told],
    )


def _parts(text: str, file: str) -> dict[Span | None, list[str | int]]:
    """Which part of a file stands where; nothing, if it is no JSON."""
    try:
        document = read_json(text, file)
    except SourceError:
        return {}
    return {span: list(path) for path, span in document.spans.items()}
