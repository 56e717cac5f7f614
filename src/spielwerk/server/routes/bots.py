"""Machines: which there are, seating them, and asking one for its opinion."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from spielwerk.core import Event, Game, Json, Move, MoveSyntaxError, Over, Role
from spielwerk.match import Match, Status, Take
from spielwerk.players import parse_player
from spielwerk.players.strengths import LEVELS
from spielwerk.server.machines import Opinion, Speechless, player_of
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import Room
from spielwerk.server.routes.parts import (
    Accepted,
    Body,
    RoomHere,
    Seat,
    ServiceHere,
    Spec,
    Whose,
    seated,
)

router = APIRouter(tags=["bots"])


class LevelLine(BaseModel):
    """A level at which machines play every game."""

    name: str
    seconds: float
    """The longest thought for a move."""


class BotWanted(Body):
    """Which machine is to sit down."""

    player: Spec


class AnalysisWanted(Body):
    """Whose opinion, and of which position."""

    player: Spec = "strong"
    step: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    """Of a finished match any step; the last one if nothing is said."""
    why: bool = True
    """Whether reasons in words are wanted, too, which take longer."""


class Weighed(BaseModel):
    """A move, and what the machine expects of it on 0..100."""

    move: str
    card: Json
    """The move as it looks."""
    value: float | None
    visits: int
    proven: bool
    at_most: bool


class AnalysisAnswer(BaseModel):
    """What a machine would do, and why."""

    step: int
    role: str
    move: str
    moves: list[Weighed]
    """The best first."""
    line: list[str]
    written: list[str]
    """The moves of the line as people write them."""
    about: str
    explanation: Json
    why: Json
    """The same in words: the best move and the two next ones, each with what is to be said of it in
    both languages and with its line as moves look on the board."""


@router.get("/players")
async def list_levels() -> list[LevelLine]:
    """The levels at which machines play; any player's spec does as well.

    Which of them a game offers, and how strong they are at it, its page says.
    """
    levels = ((name, parse_player(name)) for name in LEVELS)
    return [LevelLine(name=name, seconds=getattr(p, "seconds", 0.0)) for name, p in levels]


@router.post("/matches/{match}/seats/{place}/bot")
async def seat_bot(
    room: RoomHere,
    seat: Seat,
    service: ServiceHere,
    address: Whose,
    place: Annotated[str, Path(max_length=80)],
    wanted: BotWanted,
) -> Accepted:
    """Let a machine take a free seat, or over one's own."""
    role, own = Role(place), None
    if role == seated(seat):
        own = room.match.occupants[role].claim
    elif role not in room.match.free:
        raise Problem(403, "not-your-seat", "Only whoever sits there can hand the seat over.")
    found = await service.machines(
        room.match.game, {place: wanted.player}, room.match.setup.clock, address
    )
    player = found[role]
    return Accepted(seq=await service.submit(room, Take(role, player, player, over=own)))


@router.post("/matches/{match}/analysis")
async def analyse(
    room: RoomHere, seat: Seat, service: ServiceHere, address: Whose, wanted: AnalysisWanted
) -> AnalysisAnswer:
    """A machine's explained opinion of a position.

    Of a finished match anybody may ask; in a running one only whoever plays machines alone, and
    the machine knows no more than the seat that asks.
    """
    player = player_of(wanted.player)
    match, events = _position(room, wanted.step)
    roles = match.choosing
    if not room.match.over:
        own = seated(seat)
        if room.match.people != (own,):
            raise Problem(403, "unfair", "There is no help in a match between people.")
        roles = tuple(role for role in roles if role == own)
    if not roles or isinstance(match.state.turn, Over):
        raise Problem(409, "nothing-to-choose", "There is nothing to choose in this position.")
    try:
        name = f"analysis of {room.id}"
        source = await service.games.source(match.game.name)
        opinion = await service.advisers.think(
            name, match, events, roles[0], player, source, whose=address, why=wanted.why
        )
    except Speechless as problem:
        raise Problem(422, "no-analysis", str(problem)) from None
    choice = opinion.choice
    shown = await asyncio.to_thread(_shown, match, roles[0], opinion)
    return AnalysisAnswer(
        step=len(events),
        role=roles[0],
        move=choice.move,
        line=list(choice.line),
        **shown,
        about=choice.effort,
        explanation=opinion.explanation,
        why=opinion.reasons,
    )


def _shown(match: Match, role: Role, opinion: Opinion) -> dict[str, Json]:
    """The moves that a machine thought about as people write them."""
    state, choice = match.state, opinion.choice
    return {
        "moves": [
            Weighed(**asdict(candidate), card=state.card(role, candidate.move).json)
            for candidate in choice.candidates
        ],
        "written": [_written(match.game, text) for text in choice.line],
    }


def _written(game: Game, text: str) -> str:
    """A step of what is expected as people write it; where several move at once, as it is."""
    try:
        return game.short(Move(text))
    except MoveSyntaxError:
        return text


def _position(room: Room, step: int | None) -> tuple[Match, tuple[Event, ...]]:
    match = room.match
    if match.status is Status.WAITING:
        raise Problem(409, "not-begun", "The match has not begun.")
    if step is None or step == match.step:
        return match, match.steps
    if not match.over:
        raise Problem(403, "unfair", "Of a running match only the present can be asked about.")
    if step > match.step:
        raise Problem(422, "no-such-step", f"The match ended at step {match.step}.")
    then = next(then for then in match.way() if then.step == step)
    return then, then.steps
