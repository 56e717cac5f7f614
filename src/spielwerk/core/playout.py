"""One random step of a match: everybody who must choose does so at random.

Goes in a state and a generator, comes out an :class:`~spielwerk.core.Event`. The conformance
suite and the golden playthroughs walk through games with it. Where a game can play whole matches so
in native code, it offers :class:`RandomMatches`.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from spielwerk.core.game import CHANCE, Chance, Joint, Open, Over, State, draw_chance
from spielwerk.core.replay import Event


def random_event(state: State, rng: Random) -> Event:
    """What happens next where all roles choose at random and chance follows its odds.

    :raises ValueError: the match is over
    """
    match state.turn:
        case Joint(roles):
            return Event({role: rng.choice(state.legal(role)) for role in roles})
        case Open(roles):
            role = rng.choice(roles)
            return Event({role: rng.choice(state.legal(role))})
        case Chance():
            return Event({CHANCE: draw_chance(state, rng)})
        case Over():
            raise ValueError("The match is over; nothing happens any more.")


class RandomMatches(Protocol):
    """Whole random matches in native code (:meth:`spielwerk.core.Game.random_matches`).

    One thread uses it at a time. The same seed gives the same matches.
    """

    def mean_outcome(
        self, state: State, seed: int, *, matches: int, steps: int
    ) -> tuple[float, ...] | None:
        """What each role, in the game's order, gets on average in random matches from a state.

        Chance and everybody choose as in :func:`random_event`.

        :param matches: how many are played, unless ``steps`` are made before
        :param steps: a match this long is broken off; and no further one begins when all together
            are this long
        :returns: from 0 to 100; nothing where no match came to an end
        """
