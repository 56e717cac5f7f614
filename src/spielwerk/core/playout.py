"""One random step of a match: everybody who must choose does so at random.

Goes in a state and a generator, comes out an :class:`~spielwerk.core.Event`. The conformance
suite and the golden playthroughs walk through games with it.
"""

from __future__ import annotations

from random import Random

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
