"""What is told of a race in words, on a console or in a file: the levels, and the sentences.

Errors, warnings, what happens in the game, and what happens around it are levels of their own, as
in the handbook of the solver of 2021; how actions were rated is told only to those who debug.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from spielwerk.games.speed import SpeedBoard
from spielwerk.players.speed import Decision

GAME = 25
"""Between information and warnings: what happens in the game itself."""
logging.addLevelName(GAME, "GAME")

SILENT = logging.getLogger("spielwerk.speed.silent")
SILENT.addHandler(logging.NullHandler())
SILENT.propagate = False


def tell_start(log: logging.Logger, board: SpeedBoard, you: int | None = None) -> None:
    """A race begins."""
    mine = "" if you is None else f"; we are number {you}"
    size = f"{board.width} x {board.height}"
    log.log(GAME, "A race of %d on %s%s.", len(board.racers), size, mine)


def tell_decision(
    log: logging.Logger,
    board: SpeedBoard,
    number: int,
    decision: Decision,
    used: float,
    allowed: float,
) -> None:
    """Somebody has decided."""
    log.log(
        GAME,
        "round %d: player %d chose %s after %.2f of %.2f s. %s",
        board.round,
        number,
        decision.action.value,
        used,
        allowed,
        decision.note,
    )
    for action, rating in decision.ratings.items():
        parts = ", ".join(f"{name} {value:.3g}" for name, value in rating.items())
        log.debug("    %-15s %s", action.value, parts)


def tell_end(log: logging.Logger, board: SpeedBoard, names: Mapping[int, str]) -> None:
    """The race is over."""
    winner = next((f"player {n}, {names[n]}, won" for n in board.active), "nobody won")
    log.log(GAME, "Over after %d rounds: %s.", board.round - 1, winner)
