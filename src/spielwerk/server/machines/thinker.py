"""What a confined process answers in which players think.

A question names a game, a role and a player, and maybe a match so far; the answer is whether it
plays such games, or the player's choice with what it weighed. Minds are kept from move to move, as
long as their match goes on here. They begin at once, and think faster when everything is ready.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from spielwerk.catalogue import language_named, open_game, open_rules
from spielwerk.core import (
    Choice,
    Course,
    Deadline,
    Event,
    Game,
    Knowledge,
    Mind,
    Move,
    Player,
    Role,
    unweighed,
)
from spielwerk.players import (
    lasting,
    make_ready,
    parse_player,
    reasons_for,
    sit_at_once,
    working_clock,
)

_Key: TypeAlias = tuple[str, str, str]
"""A match, a role in it and the player's spec."""
_SIT_SECONDS = 0.5
"""How long a mind may look at a game at least, where no clock runs."""
_GLANCE = 0.1
"""Seconds of work for a thought that came too late to its turn: better short than none."""
_ASIDE = 0.3
"""How much of the time for a thought goes into each alternative where reasons are wanted."""
_KEPT = 50
"""Minds of so many seats are kept."""


@dataclass
class _Seat:
    """A mind at work, and how far it has followed its match."""

    mind: Mind
    course: Course
    events: list[Any]


_seats: OrderedDict[_Key, _Seat] = OrderedDict()


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question.

    :raises SpielwerkError: there is no such player, or it does not play such games
    """
    match question["ask"]:
        case "nothing":
            return {}
        case "suits":
            _sit(question, Deadline.after(question["seconds"]), seed=0)
            return {}
        case "learn":
            make_ready(*_asked_of(question))
            return {}
        case "think":
            return _think(question)
    raise AssertionError("there is no such question")


def _asked_of(question: dict[str, Any]) -> tuple[Player, Game, Role]:
    """The player, the game and the seat that a question is about."""
    game = _open(question["game"], question["language"], question["source"])
    return parse_player(question["player"]), game, Role(question["role"])


def _sit(question: dict[str, Any], deadline: Deadline, seed: int) -> Mind:
    player, game, role = _asked_of(question)
    return sit_at_once(player, game, role, seed=seed, deadline=deadline)


def _think(question: dict[str, Any]) -> dict[str, Any]:
    """What a player chooses."""
    game = _open(question["game"], question["language"], question["source"])
    role = Role(question["role"])
    deadline = Deadline.until(question["until"])
    key = (question["match"], role, question["player"])
    seat = _seats.pop(key, None)
    events = question["events"]
    if seat is None or seat.events != events[: len(seat.events)]:
        half = Deadline.after(question["seconds"] / 2)
        if question["until"] is None:
            half = Deadline.after(max(question["seconds"] / 2, _SIT_SECONDS), working_clock())
        mind = _sit(question, half, question["seed"])
        seat = _Seat(mind, Course.begun(game, question["match_seed"]), [])
    for moves, late in events[len(seat.events) :]:
        event = Event({Role(r): Move(m) for r, m in moves.items()}, tuple(map(Role, late)))
        seat.course = seat.course.after(event.moves, event.late)
    seat.events = events
    if question["until"] is None:
        deadline = Deadline.after(question["most"], working_clock())
    elif deadline.left() < _GLANCE:  # the machine held us up, and the match waits for its own
        deadline = Deadline.after(_GLANCE, working_clock())
    knowledge = Knowledge(game, seat.course, role)
    choice = seat.mind.choose(knowledge, deadline)
    _seats[key] = seat
    if len(_seats) > _KEPT:
        _seats.popitem(last=False)
    return {
        "choice": choice.to_json(),
        "explanation": choice.explain().to_json(),
        "unthought": unweighed(choice),
        "reasons": _reasons(question, knowledge, choice) if question["why"] else None,
    }


def _reasons(question: dict[str, Any], knowledge: Knowledge, choice: Choice) -> dict[str, Any]:
    """Why that choice: the same player says what the other side would answer to alternatives."""
    seconds = question["seconds"] * _ASIDE
    deputy = lasting(parse_player(question["player"]), seconds)
    return reasons_for(knowledge, choice, deputy, seconds).to_json()


@lru_cache(maxsize=8)
def _open(name: str, language: str | None, source: str) -> Game:
    if language is None:
        return open_game(name)
    known = language_named(language)
    return open_rules(known, known.brought(source))
