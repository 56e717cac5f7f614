"""What a confined process answers in which players think.

A question names a game, a role and a player, and maybe a match so far; the answer is whether it
plays such games, or the player's choice with what it weighed. Minds are kept from move to move, as
long as their match goes on here. A mind that is not ready when a clock wants its answer is replaced
by a glance at the position, and the answer says so.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from threading import Thread
from typing import Any, TypeAlias

from spielwerk.catalogue import language_named, open_game, open_rules
from spielwerk.core import (
    Choice,
    Deadline,
    Event,
    Game,
    Knowledge,
    Mind,
    Move,
    Role,
    State,
    Unthought,
    unweighed,
)
from spielwerk.players import lasting, parse_player, reasons_for, working_clock

_Key: TypeAlias = tuple[str, str, str]
"""A match, a role in it and the player's spec."""
_SIT_SECONDS = 0.5
"""How long a mind may look at a game at least, where no clock runs."""
_ASIDE = 0.3
"""How much of the time for a thought goes into each alternative where reasons are wanted."""
_KEPT = 50
"""Minds of so many seats are kept."""
_GLANCE = parse_player("greedy")
"""Chooses for a mind that is not ready."""


@dataclass
class _Seat:
    """A mind at work, and how far it has followed its match."""

    mind: Mind | None
    state: State
    events: list[Any]


_seats: OrderedDict[_Key, _Seat] = OrderedDict()
_sitting: dict[_Key, _Sitting] = {}


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
    deadline = Deadline.until(question["until"])
    key = (question["match"], role, question["player"])
    seat = _seats.pop(key, None)
    events = question["events"]
    if seat is None or seat.events != events[: len(seat.events)]:
        mind = _mind(key, question, deadline)
        seat = _Seat(mind, game.initial(question["match_seed"]), [])
    for moves, late in events[len(seat.events) :]:
        event = Event({Role(r): Move(m) for r, m in moves.items()}, tuple(map(Role, late)))
        seat.state = seat.state.after(event.moves, event.late)
    seat.events = events
    if question["until"] is None:
        deadline = Deadline.after(question["most"], working_clock())
    knowledge = Knowledge(game, seat.state, role)
    choice = (seat.mind or _GLANCE.sit(game, role)).choose(knowledge, deadline)
    if seat.mind is not None:
        _seats[key] = seat
    if len(_seats) > _KEPT:
        _seats.popitem(last=False)
    why = unweighed(choice) if seat.mind is not None else Unthought.UNREADY
    return {
        "choice": choice.to_json(),
        "explanation": choice.explain().to_json(),
        "unthought": why,
        "reasons": _reasons(question, knowledge, choice) if question["why"] else None,
    }


def _reasons(question: dict[str, Any], knowledge: Knowledge, choice: Choice) -> dict[str, Any]:
    """Why that choice: the same player says what the other side would answer to alternatives."""
    seconds = question["seconds"] * _ASIDE
    deputy = lasting(parse_player(question["player"]), seconds)
    return reasons_for(knowledge, choice, deputy, seconds).to_json()


def _mind(key: _Key, question: dict[str, Any], deadline: Deadline) -> Mind | None:
    """The mind of a seat; nothing where a clock cannot wait for it any longer."""
    if question["until"] is None:
        glance = max(question["seconds"] / 2, _SIT_SECONDS)
        return _sit(question, Deadline.after(glance, working_clock()), question["seed"])
    sitting = _sitting.pop(key, None) or _Sitting(question, deadline.within(deadline.left() / 2))
    sitting.join(max(deadline.left() / 2, 0.0))
    if sitting.problem is not None:
        raise sitting.problem
    if sitting.mind is None:
        _sitting[key] = sitting
    return sitting.mind


class _Sitting(Thread):
    """Somebody who sits down, and may take longer than one can wait."""

    def __init__(self, question: dict[str, Any], deadline: Deadline) -> None:
        super().__init__(name="sits down", daemon=True)
        self.mind: Mind | None = None
        self.problem: Exception | None = None
        self._question = question
        self._deadline = deadline
        self.start()

    def run(self) -> None:
        try:
            self.mind = _sit(self._question, self._deadline, self._question["seed"])
        except Exception as problem:  # raised where it is waited for
            self.problem = problem


@lru_cache(maxsize=8)
def _open(name: str, language: str | None, source: str) -> Game:
    if language is None:
        return open_game(name)
    known = language_named(language)
    return open_rules(known, known.brought(source))
