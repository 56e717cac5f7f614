"""How somebody comes: to which host, and with which browser on which system, in a word each.

The headers of a request go in. What a browser says of itself is long and old; of it only the names
are kept by which people know their own devices again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_LONGEST_HOST = 253
_LONGEST_AGENT = 400
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari/", "Safari"),
)
"""How a browser gives itself away: the first that fits, since most claim to be others, too."""
_SYSTEMS = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Visit:
    """How somebody came."""

    host: str = ""
    """The name of this place, as they know it."""
    browser: str = ""
    """Nothing for programs."""
    system: str = ""


def visit_of(headers: Mapping[str, str]) -> Visit:
    """How whoever sent these headers came."""
    host = headers.get("host", "").partition(":")[0][:_LONGEST_HOST]
    agent = headers.get("user-agent", "")[:_LONGEST_AGENT]
    browser = _first(_BROWSERS, agent)
    return Visit(host, browser, _first(_SYSTEMS, agent) if browser else "")


def _first(names: Sequence[tuple[str, str]], agent: str) -> str:
    return next((name for sign, name in names if sign in agent), "")
