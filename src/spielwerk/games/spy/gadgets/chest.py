"""All gadgets by name."""

from __future__ import annotations

from collections.abc import Mapping

from spielwerk.core import phrase
from spielwerk.games.spy.fate import Fate
from spielwerk.games.spy.gadgets import drinks, intrigue, tricks, weapons
from spielwerk.games.spy.gadgets.tool import ActionResult, Tool, aimless
from spielwerk.games.spy.names import Gadget
from spielwerk.games.spy.position import Position


def _nowhere(p: Position, who: int) -> int:
    return 0


def _nothing(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    raise AssertionError("a gadget without targets is never used")


_PASSIVE = Tool(_nowhere, aimless, _nothing)


def _hand_over(p: Position, who: int, target: int) -> str:
    return phrase(
        "The collar is given to the cat by stepping onto her field.",
        de="Das Halsband bekommt die Katze, wenn man auf ihr Feld tritt.",
    )


TOOLS: Mapping[Gadget, Tool] = {
    Gadget.HAIRDRYER: tricks.HAIRDRYER,
    Gadget.MOLEDIE: tricks.MOLEDIE,
    Gadget.TECHNICOLOUR_PRISM: tricks.TECHNICOLOUR_PRISM,
    Gadget.BOWLER_BLADE: weapons.BOWLER_BLADE,
    Gadget.MAGNETIC_WATCH: _PASSIVE,
    Gadget.POISON_PILLS: drinks.POISON_PILLS,
    Gadget.LASER_COMPACT: drinks.LASER_COMPACT,
    Gadget.ROCKET_PEN: weapons.ROCKET_PEN,
    Gadget.GAS_GLOSS: weapons.GAS_GLOSS,
    Gadget.MOTHBALL_POUCH: weapons.MOTHBALL_POUCH,
    Gadget.FOG_TIN: tricks.FOG_TIN,
    Gadget.GRAPPLE: tricks.GRAPPLE,
    Gadget.WIRETAP_WITH_EARPLUGS: intrigue.WIRETAP_WITH_EARPLUGS,
    Gadget.DIAMOND_COLLAR: Tool(_nowhere, _hand_over, _nothing),
    Gadget.JETPACK: tricks.JETPACK,
    Gadget.CHICKEN_FEED: intrigue.CHICKEN_FEED,
    Gadget.NUGGET: intrigue.NUGGET,
    Gadget.MIRROR_OF_WILDERNESS: intrigue.MIRROR_OF_WILDERNESS,
    Gadget.POCKET_LITTER: _PASSIVE,
    Gadget.COCKTAIL: drinks.COCKTAIL,
    Gadget.ANTI_PLAGUE_MASK: _PASSIVE,
}
