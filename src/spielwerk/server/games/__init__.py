"""The games that are hosted: :mod:`.games` opens them, :mod:`.workshop` makes them quicker."""

from spielwerk.server.games.games import Games, summary

__all__ = ["Games", "summary"]
