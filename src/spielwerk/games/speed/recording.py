"""Recordings of what a spe_ed server sent, and whether the rules explain them.

A recording is a JSON array of the messages to one client. Messages carry no actions, so they are
inferred: for each transition we look for actions (or failures to answer) of all living players
that lead from one message to the next. If there are none, the recording breaks the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from spielwerk.core import Json, RecordError
from spielwerk.games.speed.game import picture
from spielwerk.games.speed.rules import (
    COLLISION,
    TOP_SPEED,
    Action,
    Direction,
    Racer,
    SpeedBoard,
    play_round,
)

_LARGEST = 1_000
"""Cells of the widest and highest board."""


@dataclass(frozen=True, slots=True)
class Round:
    """What must have happened in a round. An offender answered twice, or too late."""

    actions: Mapping[int, Action]
    offenders: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class RaceDifference:
    """Where a recording stops following the rules."""

    round: int
    """The round in which it happens; message ``round`` (from 0) cannot follow the one before."""
    expected: str
    found: str

    def __str__(self) -> str:
        return f"round {self.round}: expected {self.expected}, found {self.found}"


def read_recording(text: str) -> list[Mapping[str, Json]]:
    """The messages of a recording.

    :raises RecordError: it is not an array of messages of the protocol
    """
    try:
        messages = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as problem:
        raise RecordError(f"This is not JSON ({problem}); was the recording cut off?") from None
    if not isinstance(messages, list) or not messages:
        raise RecordError("A recording is a JSON array of the server's messages, at least one.")
    first: SpeedBoard | None = None
    for number, message in enumerate(messages):
        try:
            board = checked(board_of(message))
            bool(message["running"])
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as problem:
            raise RecordError(
                f"Message {number} is not a state of spe_ed: {type(problem).__name__} {problem}."
            ) from None
        first = first or board
        if (board.width, board.height, *board.racers) != (first.width, first.height, *first.racers):
            raise RecordError(f"Message {number} is of another race than message 0.")
    return messages


def board_of(message: Mapping[str, Json], round_number: int = 1) -> SpeedBoard:
    """The board a message shows. It does not say the round, so the caller must count."""
    width, height = int(message["width"]), int(message["height"])
    rows = message["cells"]
    if len(rows) != height or any(len(row) != width for row in rows):
        raise ValueError(f"cells are not {width} x {height}")
    return SpeedBoard(
        width,
        height,
        bytes(COLLISION if cell == -1 else cell for row in rows for cell in row),
        {int(number): _racer(shown) for number, shown in message["players"].items()},
        round_number,
    )


def checked(board: SpeedBoard) -> SpeedBoard:
    """The board, if it can be one of a race: solvers trust that whoever is alive is on it.

    :raises ValueError: it cannot
    """
    if not (1 <= board.width <= _LARGEST and 1 <= board.height <= _LARGEST):
        raise ValueError(f"a board of {board.width} x {board.height}")
    if tuple(board.racers) != tuple(range(1, len(board.racers) + 1)) or len(board.racers) > 6:
        raise ValueError(f"players are numbered {', '.join(map(str, board.racers))}")
    for number, racer in board.racers.items():
        fast = racer.speed > TOP_SPEED or racer.speed < 1
        if racer.active and (fast or not board.holds(racer.x, racer.y)):
            raise ValueError(f"player {number} is alive at {racer.x}, {racer.y}")
    if set(board.cells) - {*range(len(board.racers) + 1), COLLISION}:
        raise ValueError("a cell belongs to nobody who races")
    return board


def infer(before: SpeedBoard, after: SpeedBoard) -> Round | None:
    """What the living players did between two boards, if anything explains it."""
    numbers = before.active
    for choice in product(*(_candidates(before, after, number) for number in numbers)):
        happened = Round(
            {n: action for n, (action, _) in zip(numbers, choice, strict=True) if action},
            frozenset(n for n, (_, offence) in zip(numbers, choice, strict=True) if offence),
        )
        if play_round(before, happened.actions, happened.offenders) == after:
            return happened
    return None


def verify(messages: Sequence[Mapping[str, Json]]) -> RaceDifference | None:
    """The first transition that the rules do not explain, or nothing."""
    boards = [board_of(message, number) for number, message in enumerate(messages, start=1)]
    for number, (before, after) in enumerate(pairwise(boards), start=1):
        if not before.running or infer(before, after) is None:
            return _difference(number, before, after)
        if bool(messages[number]["running"]) != after.running:
            return RaceDifference(
                number, f"running {after.running}", f"{messages[number]['running']}"
            )
    return None


def _racer(shown: Mapping[str, Json]) -> Racer:
    direction = Direction[str(shown["direction"]).upper()]
    place = int(shown["x"]), int(shown["y"])
    return Racer(*place, direction, int(shown["speed"]), bool(shown["active"]))


def _candidates(
    before: SpeedBoard, after: SpeedBoard, number: int
) -> Iterator[tuple[Action | None, bool]]:
    """What the player may have done, by where it ended up; each effect once."""
    seen = set()
    for action, offence in ((None, False), *product(Action, (False, True))):
        alone = play_round(
            _alone(before, number),
            {number: action} if action else {},
            {number} if offence else (),
        )
        racer, wanted = alone.racers[number], after.racers[number]
        effect = (racer.x, racer.y, racer.direction, racer.speed)
        shown = (wanted.x, wanted.y, wanted.direction, wanted.speed)
        if effect == shown and (effect, alone.cells) not in seen:
            seen.add((effect, alone.cells))
            yield action, offence


def _alone(board: SpeedBoard, number: int) -> SpeedBoard:
    racers = {number: board.racers[number]}
    return SpeedBoard(board.width, board.height, board.cells, racers, board.round)


def _difference(number: int, before: SpeedBoard, after: SpeedBoard) -> RaceDifference:
    """Say as closely as possible what does not fit."""
    if (before.cells, before.racers) == (after.cells, after.racers):
        return RaceDifference(number, "the next state", f"message {number - 1} a second time")
    for player in before.active:
        if not any(_candidates(before, after, player)):
            was, now = (picture(board)["players"] for board in (before, after))
            assert isinstance(was, dict)
            assert isinstance(now, dict)
            return RaceDifference(
                number,
                f"a place player {player} can reach from {was[str(player)]}",
                str(now[str(player)]),
            )
    return RaceDifference(number, "cells and deaths that follow from the moves", "others")
