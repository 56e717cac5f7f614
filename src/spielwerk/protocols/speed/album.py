"""What a viewer shows of a race: the boards round by round, and what players thought of them.

A race that is watched live arrives as a cover and then frame by frame; a race that is over is an
:class:`Album` in a file. A plain recording of server messages becomes an album, too; what a solver
would have thought of it can be added. Boards and pictures are packed bytes, one a cell.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spielwerk.core import Deadline, Json, RecordError
from spielwerk.games.speed import Action, Arena, SpeedBoard, board_of, infer, picture
from spielwerk.players.speed import Decision, Picture, Solver

FORMAT = 1
_KIND = "spielwerk-speed-album"
_LEVELS = 254
"""Shades of a picture; 0 is left for cells it says nothing of."""


@dataclass(frozen=True, slots=True)
class Album:
    """A whole race to look at."""

    cover: Mapping[str, Json]
    frames: Sequence[Mapping[str, Json]]

    def to_text(self) -> str:
        """The album as a file."""
        return json.dumps({_KIND: FORMAT, "cover": self.cover, "frames": list(self.frames)})


def cover(board: SpeedBoard, racers: Mapping[int, str], you: int | None = None) -> dict[str, Json]:
    """What stands at the beginning: how large the board is, and who races."""
    return {
        "width": board.width,
        "height": board.height,
        "racers": {str(number): name for number, name in racers.items()},
        "you": you,
    }


def frame(
    board: SpeedBoard,
    thoughts: Mapping[int, Mapping[str, Json]] | None = None,
    allotted: float | None = None,
) -> dict[str, Json]:
    """One round: the board before it, what players thought, and how long they were given."""
    shown = picture(board)
    return {
        "round": board.round,
        "cells": _packed(board.cells),
        "players": shown["players"],
        "running": shown["running"],
        "allotted": allotted,
        "thoughts": {str(number): body for number, body in (thoughts or {}).items()},
    }


def thought(
    action: Action | None, seconds: float | None = None, decision: Decision | None = None
) -> dict[str, Json]:
    """What a player did in a round, how long it took, and its reasons as far as they are known."""
    body: dict[str, Json] = {"action": action and action.value, "seconds": seconds}
    if decision is not None:
        body |= {
            "note": decision.note,
            "line": [step.value for step in decision.line],
            "ratings": {
                action.value: {name: round(float(value), 4) for name, value in rating.items()}
                for action, rating in decision.ratings.items()
            },
            "pictures": [_drawn(name, values) for name, values in decision.draw().items()],
        }
    return body


def record_album(messages: Sequence[Mapping[str, Json]]) -> Album:
    """The album of a recording: actions are inferred, nobody's thoughts are known."""
    boards = [board_of(message, number) for number, message in enumerate(messages, start=1)]
    names = {
        int(number): str(shown.get("name", f"player {number}"))
        for number, shown in messages[-1]["players"].items()
    }
    frames = []
    for before, after in pairwise(boards):
        happened = infer(before, after)
        actions = happened.actions if happened else {}
        frames.append(frame(before, {n: thought(actions.get(n)) for n in before.active}))
    you = messages[-1].get("you")
    return Album(
        cover(boards[0], names, you if isinstance(you, int) else None),
        [*frames, frame(boards[-1])],
    )


def add_thoughts(
    album: Album, boards: Iterable[SpeedBoard], you: int, solver: Solver, seconds: float
) -> Album:
    """The album with what a solver would have thought in the place of player ``you``."""
    frames = []
    for old, board in zip(album.frames, boards, strict=True):
        if you in board.active and board.running:
            deadline = Deadline.after(seconds)
            decision = solver.decide(Arena.of(board), you - 1, deadline.left)
            did = old["thoughts"].get(str(you), {}).get("action")
            body = thought(None, seconds - deadline.left(), decision)
            body |= {"action": did, "advice": decision.action.value}
            old = {**old, "allotted": seconds, "thoughts": {**old["thoughts"], str(you): body}}
        frames.append(old)
    return Album(album.cover, frames)


def read_album(text: str) -> Album | None:
    """The album of a file; nothing where it may be a plain recording.

    :raises RecordError: it is an album, but damaged or of a newer version
    """
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise RecordError(f"This is not JSON ({problem}); was the file cut off?") from None
    if not isinstance(body, dict) or _KIND not in body:
        return None
    if body[_KIND] != FORMAT:
        raise RecordError(f"The album has format {body[_KIND]}, this version reads {FORMAT}.")
    found, frames = body.get("cover"), body.get("frames")
    if not isinstance(found, dict) or not {"width", "height", "racers"} <= found.keys():
        raise RecordError("The album has no cover; it was damaged.")
    if not isinstance(frames, list) or not frames:
        raise RecordError("The album has no frames; it was damaged.")
    for number, one in enumerate(frames):
        if not isinstance(one, dict) or not {"round", "cells", "players", "thoughts"} <= one.keys():
            raise RecordError(f"Frame {number} of the album is damaged.")
    return Album(found, frames)


def _drawn(name: str, values: Picture) -> dict[str, Json]:
    known = np.isfinite(values)
    low, high = (float(f(values[known])) for f in (np.min, np.max)) if known.any() else (0.0, 0.0)
    if high > low:
        shades = 1 + _LEVELS * (np.where(known, values, low) - low) / (high - low)
    else:
        shades = np.where(values > 0, 1 + _LEVELS, 1)
    levels = np.where(known, shades, 0).round().astype(np.uint8)
    return {
        "name": name,
        "low": round(low, 6),
        "high": round(high, 6),
        "cells": _packed(levels.tobytes()),
    }


def _packed(cells: bytes) -> str:
    """Bytes as text: deflated as browsers can undo it, then base 64."""
    return b64encode(zlib.compress(cells)).decode()
