"""From a game to a strategy: solved where it is small, learnt by sampling where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from spielwerk.core import Game, Joint, Move
from spielwerk.players.equilibrium.strategy import MixedStrategy, TooLarge

if TYPE_CHECKING:
    from spielwerk.players.equilibrium.cfr import EquilibriumSearch
    from spielwerk.players.equilibrium.tree import SpreadGame

GOOD = 0.002
"""How far a strategy may be exploited that counts as solved."""
MOST_NODES = 600_000
_ROUNDS = 2_000


def may_mix(game: Game) -> bool:
    """Whether it pays to mix in a game: something is hidden, or several choose at once."""
    first = game.initial().turn
    together = isinstance(first, Joint) and len(first.roles) > 1
    return len(game.roles) == 2 and (game.hidden or together)


def solved(
    game: Game,
    *,
    good: float = GOOD,
    most: int = MOST_NODES,
    go_on: Callable[[], bool] = lambda: True,
) -> MixedStrategy:
    """An equilibrium of the whole game, as good as there is time for.

    :raises TooLarge: the game cannot be spread out, or there was no time for it
    """
    try:
        from spielwerk.players.equilibrium.cfr import EquilibriumSearch
        from spielwerk.players.equilibrium.tree import spread
    except ImportError:
        raise TooLarge("That takes numpy: pip install 'spielwerk[fast]'.") from None
    quick = game.quick()
    tree = spread(quick, most, go_on)
    search = EquilibriumSearch(tree)
    found = search.run(good, _ROUNDS, go_on)
    if search.rounds == 0:
        raise TooLarge("There was no time to look for a strategy.")
    made = f"CFR+, {search.rounds} rounds over {tree.nodes:,} positions"
    exact = found if search.level_by_level else None
    return MixedStrategy(_named(tree, search), exact, made)


def _named(tree: SpreadGame, search: EquilibriumSearch) -> dict[str, dict[Move, float]]:
    chances = search.strategy()
    sets = tree.sets
    return {
        key: {
            move: float(p)
            for move, p in zip(moves, chances[first : first + len(moves)], strict=True)
        }
        for key, first, moves in zip(sets.keys, sets.firsts, sets.moves, strict=True)
    }
