"""What a roulette table is worth to somebody who keeps coming back to it.

With good odds small stakes win nearly everything in the end, large ones win sooner: what is best
follows from the tries that are left. Goes in: the odds, the chips of both sides, the tries. Comes
out: the chips to be expected, worked out once for each sum of chips and then looked up.
"""

from __future__ import annotations

from functools import lru_cache

_PATIENCE = 0.95
"""What a chip is worth that is won one try later: the match may end before."""
_MOST_TRIES, _MOST_CHIPS = 16, 60
"""Beyond these nothing changes much."""


def winnings(chance: float, own: int, table: int, tries: int) -> float:
    """How many chips can be expected of so many tries with the best stakes."""
    own, table = min(own, _MOST_CHIPS), min(table, _MOST_CHIPS)
    return _by_own_chips(chance, own + table, max(0, min(tries, _MOST_TRIES)))[own]


@lru_cache(maxsize=8_192)
def _by_own_chips(chance: float, total: int, tries: int) -> tuple[float, ...]:
    """The winnings for every number of own chips out of a total."""
    if tries == 0:
        return (0.0,) * (total + 1)
    then = [_PATIENCE * gain for gain in _by_own_chips(chance, total, tries - 1)]
    edge = 2 * chance - 1
    return tuple(
        max(
            edge * stake + chance * then[own + stake] + (1 - chance) * then[own - stake]
            for stake in range(min(own, total - own) + 1)
        )
        for own in range(total + 1)
    )
