"""For those who learn to write rules: tutorials, recipes, and what playing their rules tells."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from spielwerk.core import Json
from spielwerk.learning import recipe_named, recipes, tutorials
from spielwerk.server.routes.parts import ServiceHere, Whose
from spielwerk.server.routes.rules import RulesSource

router = APIRouter(tags=["learning"])

Said = dict[str, str]
"""The same words in several languages, by their codes."""


class RecipeLine(BaseModel):
    """A recipe of the cookbook: a small game, and what it shows."""

    name: str
    language: str
    title: Said
    shows: Said


class RecipePage(RecipeLine):
    """A recipe with its rules and the scenario tests that hold them to it."""

    source: str
    test: str


class TutorialStepShown(BaseModel):
    """A step: what it says, what to write (at the end, before or instead of something), and when
    it is done: the text has and lacks something, spaces aside, and the tests are as expected."""

    title: Said
    text: Said
    put: str
    before: str
    replaces: str
    has: list[str]
    lacks: list[str]
    test: str


class TutorialPage(BaseModel):
    """A game that is written step by step."""

    language: str
    title: Said
    about: Said
    steps: list[TutorialStepShown]


class RulesToRehearse(RulesSource):
    """Rules, and scenario tests of them."""

    test: Annotated[str, Field(min_length=1, max_length=100_000)]


class RehearsalDifference(BaseModel):
    """Where rules are not as a test expects them."""

    test: str
    line: int
    expected: str
    found: str


class Rehearsed(BaseModel):
    """How many tests were played, and what was not as expected."""

    tests: int
    differences: list[RehearsalDifference]


class Examined(BaseModel):
    """What matches at random and between machines said about rules."""

    series: list[Json]
    parts: int
    unused: list[str]
    findings: list[Json]


@router.get("/recipes")
async def list_recipes() -> list[RecipeLine]:
    """The recipes of the cookbook, in its order."""
    return [RecipeLine(**one.to_json()) for one in recipes().values()]


@router.get("/recipes/{recipe}")
async def show_recipe(recipe: Annotated[str, Path(max_length=80)]) -> RecipePage:
    """One recipe with its rules."""
    found = recipe_named(recipe)
    return RecipePage(**found.to_json(), source=found.source, test=found.test)


@router.get("/tutorials")
async def list_tutorials() -> list[TutorialPage]:
    """The tutorials, with all their steps."""
    return [TutorialPage(**one.to_json()) for one in tutorials().values()]


@router.post("/rules/rehearse")
async def rehearse_rules(service: ServiceHere, address: Whose, given: RulesToRehearse) -> Rehearsed:
    """Play scenario tests of rules, which may call their game whatever they like."""
    found = await service.uploads.try_out(given.upload, address, "rehearse", test=given.test)
    return Rehearsed(**found)


@router.post("/rules/health")
async def examine_rules(service: ServiceHere, address: Whose, given: RulesSource) -> Examined:
    """Play as many matches of rules as there is time for, and say what deserves a look."""
    found = await service.uploads.try_out(given.upload, address, "examine")
    return Examined(**{key: found[key] for key in Examined.model_fields})
