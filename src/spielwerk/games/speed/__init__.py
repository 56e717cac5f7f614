"""spe_ed: a race of lines with deadlines. Start with :mod:`.rules`."""

from spielwerk.games.speed.game import Speed, SpeedState

__all__ = ["Speed", "SpeedState"]
