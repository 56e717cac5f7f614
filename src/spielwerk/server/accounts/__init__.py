"""Who people are: accounts, guests and sessions, and who sent a request."""

from spielwerk.server.accounts.accounts import SESSION_SECONDS, Accounts, Person, appoint, csrf_of
from spielwerk.server.accounts.callers import (
    COOKIE,
    HOST_COOKIE,
    Caller,
    from_our_pages,
    identify,
)
from spielwerk.server.accounts.friends import Friends
from spielwerk.server.accounts.names import LONGEST, PATTERN, cleaned, key_of, presentable

__all__ = [
    "COOKIE",
    "HOST_COOKIE",
    "LONGEST",
    "PATTERN",
    "SESSION_SECONDS",
    "Accounts",
    "Caller",
    "Friends",
    "Person",
    "appoint",
    "cleaned",
    "csrf_of",
    "from_our_pages",
    "identify",
    "key_of",
    "presentable",
]
