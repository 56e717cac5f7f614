"""What a confined process answers in which players think.

A question names a game, a role and a player, and maybe a match so far; the answer is whether it
plays such games, or the player's choice with what it weighed. Minds are kept from move to move, as
long as their match goes on here.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from spielwerk.catalogue import language_named, open_game, open_rules
from spielwerk.core import Deadline, Event, Game, Knowledge, Mind, Move, Role, State
from spielwerk.players import parse_player

_KEPT = 50
"""Minds of so many seats are kept."""


@dataclass
class _Seat:
    """A mind at work, and how far it has followed its match."""

    mind: Mind
    state: State
    events: list[Any]


_seats: OrderedDict[tuple[str, str, str], _Seat] = OrderedDict()


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question.

    :raises SpielwerkError: there is no such player, or it does not play such games
    """
    match question["ask"]:
        case "nothing":
            return {}
        case "sit":
            _sit(question, Deadline.after(question["seconds"]), seed=0)
            return {}
        case "think":
            return _think(question)
    raise AssertionError("there is no such question")


def _sit(question: dict[str, Any], deadline: Deadline, seed: int) -> Mind:
    game = _open(question["game"], question["language"], question["source"])
    player = parse_player(question["player"])
    return player.sit(game, Role(question["role"]), seed=seed, deadline=deadline)


def _think(question: dict[str, Any]) -> dict[str, Any]:
    """What a player chooses."""
    game = _open(question["game"], question["language"], question["source"])
    role = Role(question["role"])
    deadline = Deadline.after(question["seconds"])
    key = (question["match"], role, question["player"])
    seat = _seats.pop(key, None)
    events = question["events"]
    if seat is None or seat.events != events[: len(seat.events)]:
        mind = _sit(question, deadline.within(question["seconds"] / 2), question["seed"])
        seat = _Seat(mind, game.initial(question["match_seed"]), [])
    for moves, late in events[len(seat.events) :]:
        event = Event({Role(r): Move(m) for r, m in moves.items()}, tuple(map(Role, late)))
        seat.state = seat.state.after(event.moves, event.late)
    seat.events = events
    if question["patient"]:
        deadline = Deadline.after(question["seconds"])
    choice = seat.mind.choose(Knowledge(game, seat.state, role), deadline)
    _seats[key] = seat
    if len(_seats) > _KEPT:
        _seats.popitem(last=False)
    return {"choice": choice.to_json(), "explanation": choice.explain().to_json()}


@lru_cache(maxsize=8)
def _open(name: str, language: str | None, source: str) -> Game:
    if language is None:
        return open_game(name)
    known = language_named(language)
    return open_rules(known, known.brought(source))
