"""What becomes of what somebody has here when their account is deleted.

Heroes, ratings and friendships go; matches and games that were brought stay for all others and are
nobody's any more, and what a match's log says of its players stays as it is. That may be much: it
is done in steps that are short enough for the event loop, and once more where it was interrupted.
The name is kept as a hash, so that nobody is taken for whoever had it.
"""

from __future__ import annotations

from sqlalchemy import BindParameter, Delete, Update, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.server.accounts.names import key_of
from spielwerk.server.secrets import digest
from spielwerk.server.store import schema

_WHOM: BindParameter[str] = bindparam("whom")
_AT_ONCE = 200


def _let_go_of_heroes() -> Delete:
    row = schema.heroes.c
    mine = row.account == _WHOM
    return delete(schema.heroes).where(mine, row.name.in_(select(row.name).where(mine).limit(1)))


def _let_go_of_claims() -> Update:
    row = schema.claims.c
    some = select(row.claim).where(row.account == _WHOM).limit(_AT_ONCE)
    return update(schema.claims).where(row.claim.in_(some)).values(account=None)


def _let_go_of_matches() -> Update:
    row = schema.matches.c
    some = select(row.id).where(row.founder == _WHOM).limit(_AT_ONCE)
    return update(schema.matches).where(row.id.in_(some)).values(founder=None)


def _let_go_of_rules() -> Update:
    row = schema.rules.c
    some = select(row.id).where(row.account == _WHOM).limit(_AT_ONCE)
    return update(schema.rules).where(row.id.in_(some)).values(account=None)


def _let_go_of_ratings() -> Delete:
    row = schema.rating_changes.c
    mine = row.account == _WHOM
    some = select(row.match).where(mine).limit(_AT_ONCE)
    return delete(schema.rating_changes).where(mine, row.match.in_(some))


def _let_go_of_friends() -> Delete:
    row = schema.friends.c
    me = row.friend == _WHOM
    some = select(row.account).where(me).limit(_AT_ONCE)
    return delete(schema.friends).where(me, row.account.in_(some))


_STEPS: tuple[Update | Delete, ...] = (
    _let_go_of_heroes(),
    _let_go_of_claims(),
    _let_go_of_matches(),
    _let_go_of_rules(),
    _let_go_of_ratings(),
    _let_go_of_friends(),
)
"""Each is taken until there is nothing left for it; the rest goes with the account itself."""


async def let_go(engine: AsyncEngine, account: str) -> None:
    """Let go of all that may be much of an account's."""
    for step in _STEPS:
        left = True
        while left:
            async with engine.begin() as connection:
                left = (await connection.execute(step, {"whom": account})).rowcount > 0


def reserved(name: str) -> str:
    """What is kept of the name of an account that was deleted."""
    return digest(f"name {key_of(name)}")
