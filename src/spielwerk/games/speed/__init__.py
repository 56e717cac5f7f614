"""spe_ed: a race of lines with deadlines. Start with :mod:`.rules`."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.games.speed.compiled import (
        ACTIONS,
        ACTIVE,
        CHANGE,
        DIRECTION,
        DX,
        DY,
        MAX_MARKS,
        SPEED,
        TURN,
        Arena,
        Trail,
        X,
        Y,
        play,
        play_arrays,
        undo_arrays,
    )
    from spielwerk.games.speed.game import DEADLINES, PLAYERS, Speed, SpeedState, picture
    from spielwerk.games.speed.recording import board_of, checked, infer, read_recording, verify
    from spielwerk.games.speed.rules import (
        FREE,
        JUMP_EVERY,
        JUMP_SPEED,
        STEPS,
        TOP_SPEED,
        Action,
        Direction,
        SpeedBoard,
        start,
    )
else:
    lazily(__name__)

__all__ = [
    "ACTIONS",
    "ACTIVE",
    "CHANGE",
    "DEADLINES",
    "DIRECTION",
    "DX",
    "DY",
    "FREE",
    "JUMP_EVERY",
    "JUMP_SPEED",
    "MAX_MARKS",
    "PLAYERS",
    "SPEED",
    "STEPS",
    "TOP_SPEED",
    "TURN",
    "Action",
    "Arena",
    "Direction",
    "Speed",
    "SpeedBoard",
    "SpeedState",
    "Trail",
    "X",
    "Y",
    "board_of",
    "checked",
    "infer",
    "picture",
    "play",
    "play_arrays",
    "read_recording",
    "start",
    "undo_arrays",
    "verify",
]
