"""Rules people bring along: checked as they type, hosted for those they invite."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from spielwerk.core import Confines, Json
from spielwerk.server.problems import Problem
from spielwerk.server.routes.parts import Asking, Body, ServiceHere
from spielwerk.server.uploads import Upload, upload_of, uploadable

router = APIRouter(tags=["rules"])


class RuleLanguage(BaseModel):
    """A language in which people can bring rules along."""

    name: str
    title: str
    suffixes: list[str]
    """How the names of its files end."""
    keywords: list[str]
    """The words that an editor sets apart."""
    characters: int
    """The longest text of rules."""


class RulesSource(Body):
    """A text of rules, and its language: by its name, or by that of a file."""

    source: Annotated[str, Field(min_length=1, max_length=1_000_000)]
    language: Annotated[str | None, Field(max_length=40)] = None
    file: Annotated[str | None, Field(max_length=200)] = None

    @property
    def upload(self) -> Upload:
        return upload_of(self.source, self.language, self.file)


class CheckedRules(BaseModel):
    """What is wrong with rules; what they describe, if nothing is."""

    diagnostics: list[Json]
    title: str | None = None
    about: str | None = None
    roles: list[str] = []
    hidden: bool = False
    layout: Json = None


class Hosted(BaseModel):
    """The name under which uploaded rules are played; whoever knows it can."""

    game: str


@router.get("/languages")
async def list_languages() -> list[RuleLanguage]:
    """The languages in which rules can be checked and hosted here."""
    return [
        RuleLanguage(
            name=language.name,
            title=language.title,
            suffixes=list(language.suffixes),
            keywords=list(language.keywords),
            characters=(language.confine or Confines()).characters,
        )
        for language in uploadable().values()
    ]


@router.post("/rules/check")
async def check_rules(service: ServiceHere, given: RulesSource) -> CheckedRules:
    """Say what is wrong with rules, and where."""
    found = await service.uploads.check(given.upload)
    return CheckedRules(
        **{key: value for key, value in found.items() if key in CheckedRules.model_fields}
    )


@router.post("/rules", status_code=201)
async def host_rules(
    request: Request, service: ServiceHere, asking: Asking, given: RulesSource
) -> Hosted:
    """Host rules: their game is in no list, and its matches are never public."""
    upload = given.upload
    found = await service.uploads.check(upload)
    if "roles" not in found:
        raise Problem(
            422, "wrong-rules", "The rules have errors.", diagnostics=found["diagnostics"]
        )
    origin = service.origin(request, asking)
    return Hosted(game=await service.uploads.keep(upload, asking.account, origin))
