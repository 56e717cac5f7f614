"""The catalogue: which games there are, and one game's page."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from spielwerk.core import Game, Joint, Json, MoveError, Role, State
from spielwerk.learning import rules_in_short, tips_for
from spielwerk.server.games import summary
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import explain_in
from spielwerk.server.routes.parts import Body, ServiceHere, Whose

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
    options: list[dict[str, Json]] = []
    """What can be settled: ``name:5,deck=haunted`` is a game with options."""
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
    """The text of its rules, unless it was not wanted."""
    keywords: list[str]
    """The words of their language that are set apart."""
    file: str | None
    """What explanations call that text."""
    guided: bool
    """Whether a first match can be played with somebody who explains it."""
    hurries: bool
    """Whether its rules set limits of time, which the clock ``unhurried`` sets aside."""
    position: Json
    """A spectator's view of a position that looks like the game."""
    scene: Json
    """That view laid out for drawing."""


class LessonPicture(BaseModel):
    """A position that shows a rule, and what the rules say in it."""

    kind: str
    """``look``, ``story``, ``question`` or ``end``."""
    role: str | None
    """Whose move is asked about."""
    view: Json
    scene: Json
    made: dict[str, Json]
    """The moves that led there, as they look."""
    account: list[Json] = []
    """What happened last."""
    card: Json = None
    """The move that is asked about, as it looks."""
    explanation: Json = None
    """Why that move is possible or not; or what decided the match."""
    outcome: dict[str, int] | None = None


class TipShown(BaseModel):
    """What is good to know when a move can be made that begins like this."""

    when: list[str]
    text: Json


class GameLesson(BaseModel):
    """The rules of a game in two minutes."""

    rules: list[Json]
    """In short, each a sentence or two in every language; none where a line says it all."""
    steps: list[LessonPicture]
    tips: list[TipShown]


class Attempt(Body):
    """Squares that somebody touches in the position after some moves from the beginning."""

    moves: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=40)] = Field(
        default_factory=list
    )
    squares: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=8)] = Field(
        default_factory=list
    )


class Tried(BaseModel):
    """A position without a match, and what an attempt there comes to."""

    role: str
    """Whose turn it is."""
    view: Json
    scene: Json
    moves: list[Json]
    """The legal ones, as they look."""
    move: Json
    """What the squares most likely meant."""
    explanation: Json


@router.get("")
async def list_games(service: ServiceHere) -> list[GameLine]:
    """All games, by name."""
    return [GameLine(**summary(entry)) for entry in service.games.entries()]


@router.get("/{game}")
async def show_game(
    service: ServiceHere,
    address: Whose,
    game: Annotated[str, Path(max_length=80)],
    rules: bool = True,
) -> GamePage:
    """One game, with its rules (which may be long), its board and a position to show."""
    page = service.games.known_page(game)
    if page is None:
        async with service.readings.of(address):
            page = await service.games.describe(game)
    return GamePage(**page if rules else page | {"source": None, "keywords": []})


@router.get("/{game}/lesson")
async def show_lesson(
    service: ServiceHere, game: Annotated[str, Path(max_length=80)]
) -> GameLesson:
    """The rules of a game in short and in two minutes, and what a guided first match says."""
    steps = [LessonPicture(**one) for one in await service.games.lesson(game)]
    tips = [TipShown(when=list(one.when), text=one.text) for one in tips_for(game)]
    return GameLesson(rules=list(rules_in_short(game)), steps=steps, tips=tips)


@router.post("/{game}/try")
async def try_in_passing(
    service: ServiceHere,
    address: Whose,
    game: Annotated[str, Path(max_length=80)],
    wanted: Attempt,
) -> Tried:
    """What an attempt would come to, without a match: for a first look at a game."""
    if not service.questions.request(address):
        raise Problem(429, "too-fast", "Explanations take time to find; wait a moment.")
    try:
        async with service.readings.of(address):
            opened = await service.games.open(game)
            return await asyncio.to_thread(_tried, opened, wanted)
    except MoveError as problem:
        raise Problem(422, "not-a-move", str(problem)) from None


def _tried(game: Game, wanted: Attempt) -> Tried:
    state = game.initial(0)
    for text in wanted.moves:
        move = game.parse_move(text)
        role = _asked(state)
        if move not in state.legal(role):
            raise Problem(422, "illegal-move", f"{text} is not possible there.")
        state = state.after({role: move})
    role = _asked(state)
    found = explain_in(game, state, role, wanted.squares) if wanted.squares else {}
    return Tried(
        role=role,
        view=state.view(role),
        scene=state.scene(role).json,
        moves=[state.card(role, move).json for move in state.legal(role)],
        move=found.get("move"),
        explanation=found.get("explanation"),
    )


def _asked(state: State) -> Role:
    match state.turn:
        case Joint(roles=(role,)):
            return role
    raise Problem(422, "nothing-to-choose", "There is not exactly one who chooses there.")
