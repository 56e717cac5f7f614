"""Other people's rules and players in processes with limits.

Start with :mod:`.process`: :class:`Confined` asks questions of processes that :mod:`.child` runs
in. :mod:`.platform` is the only module of Spielwerk that knows the operating system.
"""

from spielwerk.confinement.crew import Crew
from spielwerk.confinement.errors import sendable
from spielwerk.confinement.platform import allow_open_files, machine_memory, resident_memory
from spielwerk.confinement.process import Confined, HeldUp, Limits, Overrun

__all__ = [
    "Confined",
    "Crew",
    "HeldUp",
    "Limits",
    "Overrun",
    "allow_open_files",
    "machine_memory",
    "resident_memory",
    "sendable",
]
