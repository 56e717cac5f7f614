"""Who is asked, where a framework asks one after another and the game asks several.

A joint turn asks all its roles, and nothing happens before the last has answered. In an open turn
whoever answers first moves first; frameworks have no such race, so roles take turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core import CHANCE, Chance, Joint, Open, Role, Turn


def asked(turn: Turn, roles: Sequence[Role], last: Role | None) -> tuple[Role, ...]:
    """The roles that must answer before the game moves on; nobody where it is over.

    :param roles: all of them, in the game's order
    :param last: who moved last
    """
    match turn:
        case Joint(choosing):
            return choosing
        case Open(choosing):
            after = roles.index(last) + 1 if last in roles else 0
            return (next(role for role in (*roles[after:], *roles) if role in choosing),)
        case Chance():
            return (CHANCE,)
    return ()
