"""No Time to Spy in the catalogue, and its files as a registered language.

A scenario, a match configuration or a list of characters is a game: the rest comes from the
library. Only who opens one
needs the machinery that checks such files.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spielwerk.core import Confines, Diagnostic, Entry, Language, Role, RuleText

if TYPE_CHECKING:
    from spielwerk.games.spy.game import Spy

ROLES = (Role("player1"), Role("player2"))


def _open_library() -> Spy:
    from spielwerk.games.spy.library import open_spy

    return open_spy()


def _open(rules: RuleText) -> Spy:
    from spielwerk.games.spy.library import open_text

    return open_text(rules)


def _check(rules: RuleText) -> Sequence[Diagnostic]:
    from spielwerk.games.spy.library import check_text

    return check_text(rules)


def _example() -> str:
    from spielwerk.games.spy.files import SCENARIO
    from spielwerk.games.spy.library import library_text

    return library_text(SCENARIO, "grand-casino")


SPY = Entry(
    "spy",
    "No Time to Spy",
    "Two secret services in one casino: draft agents and gadgets, crack safes, feed the cat.",
    ROLES,
    hidden=True,
    open=_open_library,
)
SPY_FILES: Language[Spy] = Language(
    name="spy",
    title="No Time to Spy",
    suffixes=(".scenario", ".match", ".json"),
    check=_check,
    open=_open,
    confine=Confines(seconds=20.0, megabytes=400, characters=400_000),
    example=_example,
)
