"""Solvers and bots of spe_ed. Our own is :mod:`.strategist`, that of 2021 :mod:`.transparent`."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.players.speed.bots import BOTS, LargestArea
    from spielwerk.players.speed.decision import Clock, Decision, Picture, Solver
    from spielwerk.players.speed.players import SpeedPlayer
    from spielwerk.players.speed.sprint import Effort, dash
    from spielwerk.players.speed.strategist import Strategist
    from spielwerk.players.speed.style import USUAL, Style
else:
    lazily(__name__)

__all__ = [
    "BOTS",
    "USUAL",
    "Clock",
    "Decision",
    "Effort",
    "LargestArea",
    "Picture",
    "Solver",
    "SpeedPlayer",
    "Strategist",
    "Style",
    "dash",
]
