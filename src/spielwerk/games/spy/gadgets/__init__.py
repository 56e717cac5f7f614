"""All gadgets: :mod:`.tool` says what a gadget is, :mod:`.chest` has them by name."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.games.spy.gadgets.chest import TOOLS
    from spielwerk.games.spy.gadgets.drinks import FRESH, POISONED
    from spielwerk.games.spy.gadgets.tool import (
        ActionResult,
        Tool,
        no_roulette,
        nobody_on,
        not_beside,
        seen,
        unseen,
    )
else:
    lazily(__name__)

__all__ = [
    "FRESH",
    "POISONED",
    "TOOLS",
    "ActionResult",
    "Tool",
    "no_roulette",
    "nobody_on",
    "not_beside",
    "seen",
    "unseen",
]
