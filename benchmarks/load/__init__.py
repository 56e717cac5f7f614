"""Load on a server: many matches of random players at once, over real sockets.

Start with :mod:`.run` (what is played and measured); :mod:`.spielwerk` and :mod:`.boardgame` are
the servers it can be played on, :mod:`.websocket` the cheap sockets it is played over.
"""

from benchmarks.load.run import Load, Seats, Server, Table, play

__all__ = ["Load", "Seats", "Server", "Table", "play"]
