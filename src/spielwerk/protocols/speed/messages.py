"""What is said between a spe_ed server and its clients, as text. Read this module first.

The server shows a state every round, the client answers with an action; beside that the server
tells the time. Everything here goes from values to texts and back, and refuses what is neither.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from spielwerk.core import Json, SpielwerkError
from spielwerk.games.speed import Action, SpeedBoard, board_of, checked, picture

GAME_PATH = "/spe_ed"
TIME_PATH = "/spe_ed_time"
MAX_ANSWER = 4_096
"""Bytes of the longest answer a server reads."""
MAX_STATE = 1 << 23
"""Bytes of the longest state a client reads: a board of a thousand by a thousand."""

_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
"""What goes wrong inside where a message is not what it should be."""


class SpeedMessageError(SpielwerkError):
    """A message does not follow the protocol."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a client sees: a board without its round, which number it has, and until when to act."""

    board: SpeedBoard
    you: int
    running: bool
    deadline: datetime | None
    names: Mapping[int, str]
    """Only the last state has them."""
    message: Mapping[str, Json]
    """The state as it came."""


def state_message(
    board: SpeedBoard,
    you: int,
    *,
    deadline: datetime | None = None,
    names: Mapping[int, str] | None = None,
) -> dict[str, Json]:
    """A state for player ``you``: with a deadline while the race goes on, with names at its end."""
    message: dict[str, Json] = picture(board)
    running = message.pop("running")
    message |= {"you": you, "running": running}
    if deadline is not None:
        message["deadline"] = _written(deadline)
    for number, name in (names or {}).items():
        message["players"][str(number)]["name"] = name
    return message


def read_state(text: str | bytes) -> Shown:
    """What a server shows.

    :raises MessageError: this is no state of spe_ed
    """
    try:
        message = json.loads(text)
        board = checked(board_of(message))
        if int(message["you"]) not in board.racers:
            raise ValueError(f"nobody has the number {message['you']}")
        deadline = message.get("deadline")
        return Shown(
            board,
            int(message["you"]),
            bool(message["running"]),
            None if deadline is None else _moment(deadline),
            {int(n): str(p["name"]) for n, p in message["players"].items() if "name" in p},
            message,
        )
    except _MALFORMED as problem:
        said = text[:80] if isinstance(text, str) else repr(text[:80])
        raise SpeedMessageError(
            f"The server sent what is no state of spe_ed ({type(problem).__name__}: {problem}). "
            f"It begins with: {said}"
        ) from None


def write_action(action: Action) -> str:
    """A client's answer."""
    return json.dumps({"action": action.value})


def read_action(text: str | bytes) -> Action | None:
    """The action of an answer; nothing where it is none, which is fatal."""
    if not isinstance(text, str):
        return None
    try:
        return Action(json.loads(text)["action"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def time_message(now: datetime) -> dict[str, Json]:
    """What the time server says."""
    return {"time": _written(now), "milliseconds": now.microsecond // 1000}


def read_time(text: str | bytes) -> datetime:
    """The moment a time server names.

    :raises MessageError: it names none
    """
    try:
        body = json.loads(text)
        moment = _moment(body["time"])
        return moment.replace(microsecond=int(body.get("milliseconds", 0)) % 1000 * 1000)
    except _MALFORMED as problem:
        raise SpeedMessageError(f"The time server does not tell the time: {problem!r}.") from None


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=moment.tzinfo or UTC)
