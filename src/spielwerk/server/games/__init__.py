"""The games that are hosted: :mod:`.games` opens them, :mod:`.workshop` makes them quicker."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.server.games.games import Games, summary
    from spielwerk.server.games.workshop import Workshop
else:
    lazily(__name__)  # a process that makes engines needs none of it

__all__ = ["Games", "Workshop", "summary"]
