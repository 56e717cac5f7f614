"""The direct engine: runs any stratified rules as they are, without grounding them.

Read :mod:`.engine` first.
"""

from spielwerk.languages.gdl.direct.engine import DirectEngine, Position

__all__ = ["DirectEngine", "Position"]
