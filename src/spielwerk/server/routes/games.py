"""The catalogue: which games there are, and one game's page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel

from spielwerk.core import Json
from spielwerk.server.games import summary
from spielwerk.server.routes.parts import ServiceHere

router = APIRouter(prefix="/games", tags=["games"])


class GameLine(BaseModel):
    """A game in the catalogue."""

    name: str
    title: str
    about: str
    language: str
    roles: list[str]
    players: int
    sizes: list[int]
    """How many can play it: a game for five is called ``name:5``."""
    hidden: bool
    editable: bool
    """Whether people can change its rules and have them hosted."""


class RatedLevel(BaseModel):
    """A level at which machines play a game."""

    name: str
    elo: int | None
    """How strong it is; whoever moves at random has 0. Nothing where nobody has measured it."""
    margin: int | None
    """Half of the 95 % interval of its lead over the level below."""


class GamePage(GameLine):
    """A game with what a page needs to show it."""

    levels: list[RatedLevel]
    """The levels worth choosing from, the weakest first."""

    layout: Json
    """How its board is drawn, where the rules describe one."""
    source: str | None
    """The text of its rules."""
    keywords: list[str]
    """The words of their language that are set apart."""
    file: str | None
    """What explanations call that text."""
    position: Json
    """A spectator's view of a position that looks like the game."""
    scene: Json
    """That view laid out for drawing."""


@router.get("")
async def list_games(service: ServiceHere) -> list[GameLine]:
    """All games, by name."""
    return [GameLine(**summary(entry)) for entry in service.games.entries()]


@router.get("/{game}")
async def show_game(service: ServiceHere, game: Annotated[str, Path(max_length=80)]) -> GamePage:
    """One game, with its rules, its board and a position to show."""
    return GamePage(**await service.games.describe(game))
