"""Rules people bring along: checked as they type, hosted for those they invite."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from spielwerk.core import Confines, Json
from spielwerk.server.problems import Problem
from spielwerk.server.routes.parts import Asking, Body, ServiceHere, Whose
from spielwerk.server.uploads import Upload, bundle_of_files, upload_of, uploadable

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
    plays: bool
    """Whether rules in it are games."""
    bundles: bool
    """Whether they are several files, which can be brought as an archive."""
    example: str | None
    """A text to begin with, where no game of the library is one."""


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
    needs: list[str] = []
    """Where they are no game: the names of the rules that they are used with."""
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
            plays=language.open is not None,
            bundles=language.bundle is not None,
            example=None if language.example is None else language.example(),
        )
        for language in uploadable().values()
    ]


class RulesFile(Body):
    """A file of rules, or an archive of such files."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    content: Annotated[str, Field(max_length=1_500_000, description="In base64.")]


class RulesFiles(Body):
    """Files of rules, and their language by its name."""

    language: Annotated[str, Field(max_length=40)]
    files: Annotated[list[RulesFile], Field(min_length=1, max_length=200)]


class Bundled(BaseModel):
    """Rules as one text."""

    source: str


@router.post("/rules/bundle")
async def bundle_rules(given: RulesFiles) -> Bundled:
    """Several files of rules, or an archive of them (zip), as one text that can be checked."""
    files = [(one.name, one.content) for one in given.files]
    return Bundled(source=await asyncio.to_thread(bundle_of_files, given.language, files))


@router.post("/rules/check")
async def check_rules(service: ServiceHere, address: Whose, given: RulesSource) -> CheckedRules:
    """Say what is wrong with rules, and where."""
    found = await service.uploads.check(given.upload, address)
    return CheckedRules(
        **{key: value for key, value in found.items() if key in CheckedRules.model_fields}
    )


@router.post("/rules", status_code=201)
async def host_rules(
    request: Request, service: ServiceHere, asking: Asking, address: Whose, given: RulesSource
) -> Hosted:
    """Host rules: their game is in no list, and its matches are never public."""
    upload, origin = given.upload, service.origin(request, asking)
    await service.quotas.check(service.quotas.rules, origin)
    found = await service.uploads.check(upload, address)
    if "roles" not in found:
        raise Problem(
            422, "wrong-rules", "The rules have errors.", diagnostics=found["diagnostics"]
        )
    async with service.quotas.one_more(service.quotas.rules, origin):
        return Hosted(game=await service.uploads.keep(upload, asking.account, origin.address))
