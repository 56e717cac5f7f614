"""Who people are: accounts, guests and sessions, and who sent a request."""

from spielwerk.server.accounts.accounts import SESSION_SECONDS, Accounts, Person, csrf_of
from spielwerk.server.accounts.callers import COOKIE, Caller, from_our_pages, identify

__all__ = [
    "COOKIE",
    "SESSION_SECONDS",
    "Accounts",
    "Caller",
    "Person",
    "csrf_of",
    "from_our_pages",
    "identify",
]
