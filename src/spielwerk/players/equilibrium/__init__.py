"""Players that mix: strategies that cannot be read, as far as a game is small enough.

:mod:`.tree` spreads out a small game, :mod:`.cfr` finds an equilibrium of it and says how far it
can be exploited, :mod:`.strategy` keeps what came out as a file, :mod:`.solve` plays by it, and
:mod:`.sampling` learns by sampling where a game is too large to be spread out.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.players.equilibrium.sampling import SampledLearning
    from spielwerk.players.equilibrium.solve import LearntPlayer, SolvePlayer, StrategyMind
    from spielwerk.players.equilibrium.solving import may_mix, solved
    from spielwerk.players.equilibrium.strategy import (
        MixedStrategy,
        StrategyError,
        TooLarge,
        keep_strategy,
        known_strategy,
        read_strategy,
        strategy_text,
    )
else:
    lazily(__name__)

__all__ = [
    "LearntPlayer",
    "MixedStrategy",
    "SampledLearning",
    "SolvePlayer",
    "StrategyError",
    "StrategyMind",
    "TooLarge",
    "keep_strategy",
    "known_strategy",
    "may_mix",
    "read_strategy",
    "solved",
    "strategy_text",
]
