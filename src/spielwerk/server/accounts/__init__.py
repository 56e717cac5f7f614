"""Who people are: accounts, guests and sessions, and who sent a request."""

from spielwerk.server.accounts.accounts import Accounts, appoint, csrf_of
from spielwerk.server.accounts.callers import (
    COOKIE,
    HOST_COOKIE,
    Caller,
    from_our_pages,
    identify,
)
from spielwerk.server.accounts.friends import Friends
from spielwerk.server.accounts.names import LONGEST, PATTERN, cleaned, key_of, presentable
from spielwerk.server.accounts.sessions import MOST_SESSIONS, OpenSession, Person, Sessions
from spielwerk.server.accounts.visits import Visit, visit_of

__all__ = [
    "COOKIE",
    "HOST_COOKIE",
    "LONGEST",
    "MOST_SESSIONS",
    "PATTERN",
    "Accounts",
    "Caller",
    "Friends",
    "OpenSession",
    "Person",
    "Sessions",
    "Visit",
    "appoint",
    "cleaned",
    "csrf_of",
    "from_our_pages",
    "identify",
    "key_of",
    "presentable",
    "visit_of",
]
