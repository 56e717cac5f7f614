"""Heroes and their rulebooks over HTTP: judged for anybody, kept for whoever has an account.

The first eight endpoints are those of the contract that other programs know; what goes beyond
them stands below.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal
from urllib.parse import quote

import yaml
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import RedirectResponse
from pydantic import AfterValidator, BaseModel

from spielwerk import __version__
from spielwerk.heroes import (
    export_optolith,
    feature_table,
    feature_values,
    import_optolith,
    item_table,
    looks_like_optolith,
    package_of,
)
from spielwerk.languages.rulebook import (
    FEATURES,
    Hero,
    Rules,
)
from spielwerk.server.heroes import HERO_BODY, OPTOLITH_BODY, answered, read_body
from spielwerk.server.pages import Document, reference
from spielwerk.server.problems import Problem
from spielwerk.server.routes.parts import Asking, ServiceHere, Whose

router = APIRouter()


def _feature(name: str) -> str:
    if name not in FEATURES:
        raise ValueError(f"there is no such feature; there are {', '.join(FEATURES)}")
    return name


Feature = Annotated[
    str, AfterValidator(_feature), Query(json_schema_extra={"enum": list(FEATURES)})
]

Books = Annotated[
    list[Annotated[str, Query(max_length=100)]],
    Query(min_length=1, max_length=16, description="Rulebooks; repeat it for several."),
]
HeroName = Annotated[str, Query(max_length=300)]


async def _language(
    request: Request,
    language: Annotated[
        Literal["de", "en"] | None, Query(description="Else Accept-Language decides, else English.")
    ] = None,
) -> str:
    """German or English, whichever is asked for first."""
    if language is not None:
        return language
    accepted = request.headers.get("accept-language", "").split(",")
    tongues = [part.strip()[:2].lower() for part in accepted]
    return next((tongue for tongue in tongues if tongue in ("de", "en")), "en")


Language = Annotated[str, Depends(_language)]


async def _account(asking: Asking) -> str:
    if asking.account is None:
        raise Problem(401, "no-session", "Log in, or be a guest first.")
    return asking.account


Account = Annotated[str, Depends(_account)]


class Finding(BaseModel):
    """A rule that a hero does not keep."""

    type: str
    message: str
    parameter: dict[str, Any]
    addon: Literal["any_of"] | None = None
    severity: Literal["error", "strong", "hint"]
    file: str | None
    line: int | None
    pages: list[str]
    follows_from: int | None


class HeroVerdict(BaseModel):
    """Whether a hero is legal, and what is wrong with it."""

    valid: bool
    errors: list[Finding]
    warnings: list[Finding]


@router.get("", include_in_schema=False, response_class=RedirectResponse)
@router.get("/", tags=["root"], status_code=307, response_class=RedirectResponse)
async def index(request: Request) -> RedirectResponse:
    """To the documentation."""
    return RedirectResponse(f"{request.scope['root_path']}/heroes/docs")


@router.get("/docs", include_in_schema=False)
async def documentation(request: Request) -> Response:
    return await _PAGE.answer(request)


@router.get("/openapi.yaml", tags=["root"])
async def read_contract(request: Request) -> Response:
    """This contract."""
    return await _TEXT.answer(request)


@router.get("/api/meta/rulebook/list", tags=["meta"])
async def list_rulebooks(service: ServiceHere, address: Whose) -> list[str]:
    """The usable rulebooks; broken ones are left out."""
    return await service.rulebooks.names(address)


@router.get("/api/meta/feature/list", tags=["meta"])
async def list_values(
    service: ServiceHere, address: Whose, feature: Feature, rulebooks: Books
) -> list[str] | list[tuple[str, str, int]]:
    """The values of a feature: names, or triples of name, use and level."""
    return await service.rulebooks.use(
        address, rulebooks, lambda rules: feature_values(rules, feature)
    )


@router.post(
    "/api/hero/validate", tags=["hero"], openapi_extra=HERO_BODY, response_model=HeroVerdict
)
async def validate(
    request: Request,
    service: ServiceHere,
    address: Whose,
    rulebooks: Books,
    language: Language,
    details: Annotated[
        bool, Query(description="Also the account, derived values and waived warnings.")
    ] = False,
) -> Response:
    """Say every rule that a hero does not keep."""
    body = await read_body(request)
    found = await service.rulebooks.ask(address, "validate", rulebooks, body, language=language)
    return await answered(
        found if details else {key: found[key] for key in HeroVerdict.model_fields}
    )


@router.put("/api/hero/save", tags=["hero"], openapi_extra=HERO_BODY)
async def save(
    request: Request,
    service: ServiceHere,
    address: Whose,
    asking: Asking,
    rulebooks: Books,
    account: Account,
) -> Response:
    """Keep a hero, legal or not; one of the same name gives way."""
    body = await read_body(request)
    hero = await service.rulebooks.use(address, rulebooks, lambda _: Hero.from_json(body))
    await service.heroes.save(account, hero, rulebooks, service.origin(request, asking))
    return Response()


@router.get("/api/hero/export", tags=["hero"])
async def export(
    service: ServiceHere,
    address: Whose,
    account: Account,
    hero_name: HeroName,
    language: Language,
    format: Literal["optolith", "pdf"] = "optolith",  # noqa: A002 - the name in the address
) -> Response:
    """A kept hero for other programs: Optolith's JSON, or a sheet to print."""
    kept = await service.heroes.load(account, hero_name)
    hero = Hero.from_json(kept.hero)
    if format == "pdf":
        return await _sheet(service, address, kept.rulebooks, hero, language)
    body = await service.rulebooks.use(
        address, kept.rulebooks, lambda rules: export_optolith(rules, hero)
    )
    text = json.dumps(body, ensure_ascii=False, indent=2)
    return _file(text.encode(), "application/json", f"{hero.name}.json")


@router.delete("/api/hero/delete", tags=["hero"])
async def delete(service: ServiceHere, account: Account, hero_name: HeroName) -> Response:
    """Forget a kept hero."""
    await service.heroes.delete(account, hero_name)
    return Response()


@router.get("/api/meta/rulebook/titles", tags=["meta"])
async def list_titles(
    service: ServiceHere, address: Whose, language: Language
) -> list[dict[str, Any]]:
    """The usable rulebooks with their titles, versions, notices and what they need."""
    return await service.rulebooks.titles(address, language)


@router.get("/api/meta/feature/table", tags=["meta"])
async def show_table(
    service: ServiceHere, address: Whose, feature: Feature, rulebooks: Books, language: Language
) -> list[dict[str, Any]]:
    """The values of a feature with their labels, groups, checks and prices."""
    return await service.rulebooks.use(
        address, rulebooks, lambda rules: feature_table(rules, feature, language)
    )


@router.get("/api/meta/feature/package", tags=["meta"])
async def show_package(
    service: ServiceHere,
    address: Whose,
    feature: Literal["race", "culture", "profession"],
    value: Annotated[str, Query(max_length=300)],
    rulebooks: Books,
    language: Language,
) -> dict[str, Any]:
    """What the package of a race, culture or profession brings and leaves to choose."""
    return await service.rulebooks.use(
        address, rulebooks, lambda rules: package_of(rules, feature, value, language)
    )


@router.get("/api/meta/item/table", tags=["meta"])
async def show_items(
    service: ServiceHere, address: Whose, rulebooks: Books
) -> list[dict[str, Any]]:
    """Weapons, armour and other belongings with prices and weights."""
    return await service.rulebooks.use(address, rulebooks, item_table)


@router.post("/api/hero/optolith", tags=["hero"], openapi_extra=HERO_BODY)
async def to_optolith(
    request: Request, service: ServiceHere, address: Whose, rulebooks: Books
) -> Response:
    """A hero in the format of Optolith."""
    body = await read_body(request)

    def written(rules: Rules) -> bytes:
        found = export_optolith(rules, Hero.from_json(body))
        return json.dumps(found, ensure_ascii=False, indent=2).encode()

    text = await service.rulebooks.use(address, rulebooks, written)
    return Response(text, media_type="application/json")


@router.post("/api/hero/compare", tags=["hero"])
async def compare(
    request: Request, service: ServiceHere, address: Whose, rulebooks: Books, language: Language
) -> Response:
    """What turns one hero into another; the body is a list of the two."""
    body = await read_body(request)
    if not isinstance(body, list) or len(body) != 2:
        raise Problem(422, "invalid", "The body is a list of two heroes.")
    return await answered(
        await service.rulebooks.ask(address, "compare", rulebooks, *body, language=language)
    )


@router.post("/api/hero/complete", tags=["hero"], openapi_extra=HERO_BODY)
async def complete(
    request: Request,
    service: ServiceHere,
    address: Whose,
    rulebooks: Books,
    feature: Feature,
    language: Language,
    details: Annotated[bool, Query(description="Also every reason as a finding.")] = False,
) -> Response:
    """Which values of a feature are still possible, and why the others are not."""
    body = await read_body(request)
    found = await service.rulebooks.ask(
        address, "complete", rulebooks, body, feature=feature, language=language
    )
    if not details:
        for option in found["options"]:
            del option["reasons"]
    return await answered(found)


@router.post("/api/hero/repair", tags=["hero"], openapi_extra=HERO_BODY)
async def repair(
    request: Request,
    service: ServiceHere,
    address: Whose,
    rulebooks: Books,
    language: Language,
    pin: Annotated[
        list[Annotated[str, Query(max_length=300)]],
        Query(max_length=100, description="What stays: `race`, `talent:Zechen`."),
    ] = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """The fewest changes that make a hero legal, with the reason of each."""
    if not service.questions.request(address):
        raise Problem(429, "too-fast", "Too many repairs at once; wait a moment.")
    body = await read_body(request)
    found = await service.rulebooks.ask(
        address, "repair", rulebooks, body, pins=pin, language=language
    )
    return await answered(found)


@router.post("/api/hero/import", tags=["hero"], openapi_extra=OPTOLITH_BODY)
async def import_hero(
    request: Request, service: ServiceHere, address: Whose, rulebooks: Books, language: Language
) -> Response:
    """A hero of Optolith (or of ours) as our own JSON, and what was kept but not understood."""
    body = await read_body(request)

    def read(rules: Rules) -> dict[str, Any]:
        if not looks_like_optolith(body):
            return {"hero": Hero.from_json(body).to_json(), "unknown": []}
        imported = import_optolith(rules, body, language)
        return {"hero": imported.hero.to_json(), "unknown": list(imported.unknown)}

    return await answered(await service.rulebooks.use(address, rulebooks, read))


@router.post("/api/hero/sheet", tags=["hero"], openapi_extra=HERO_BODY)
async def sheet(
    request: Request, service: ServiceHere, address: Whose, rulebooks: Books, language: Language
) -> Response:
    """A hero as a sheet to print (PDF)."""
    body = await read_body(request)
    hero = await service.rulebooks.use(address, rulebooks, lambda _: Hero.from_json(body))
    return await _sheet(service, address, rulebooks, hero, language)


@router.get("/api/hero/list", tags=["hero"])
async def list_heroes(
    service: ServiceHere, address: Whose, account: Account
) -> list[dict[str, Any]]:
    """The heroes one keeps, the latest first."""
    async with service.readings.of(address):
        return await service.heroes.everyone(account)


@router.get("/api/hero/load", tags=["hero"])
async def load(service: ServiceHere, account: Account, hero_name: HeroName) -> Response:
    """A kept hero as our own JSON, and the rulebooks it is played with."""
    kept = await service.heroes.load(account, hero_name)
    return await answered({"hero": kept.hero, "rulebooks": kept.rulebooks, "saved": kept.saved})


async def _sheet(
    service: ServiceHere, address: str, rulebooks: list[str], hero: Hero, language: str
) -> Response:
    # What draws the paper takes as long to load as a sixth of the server, and few print.
    from spielwerk.heroes import hero_sheet

    pdf = await service.rulebooks.use(
        address, rulebooks, lambda rules: hero_sheet(rules, hero, language)
    )
    return _file(pdf, "application/pdf", f"{hero.name or 'hero'}.pdf")


def _file(content: bytes, media: str, name: str) -> Response:
    plain = name.replace("/", "-").replace("\\", "-")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(plain)}"}
    return Response(content, media_type=media, headers=headers)


def _contract() -> dict[str, Any]:
    return get_openapi(
        title="Heroes and their rulebooks",
        version=__version__,
        routes=router.routes,
        servers=[{"url": "/heroes"}],
    )


_PAGE = Document(lambda: reference(_contract(), "openapi.yaml"), "text/html")
_TEXT = Document(
    lambda: yaml.safe_dump(_contract(), sort_keys=False, allow_unicode=True), "application/yaml"
)
"""The contract to be read by people and by programs."""
