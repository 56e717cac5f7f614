"""Solvers and bots of spe_ed. Our own is :mod:`.strategist`, that of 2021 :mod:`.transparent`."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.players.speed.bots import BOTS, LargestArea
    from spielwerk.players.speed.decision import Decision, Picture, Solver
    from spielwerk.players.speed.players import SpeedPlayer
else:
    lazily(__name__)

__all__ = ["BOTS", "Decision", "LargestArea", "Picture", "Solver", "SpeedPlayer"]
