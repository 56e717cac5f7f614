"""The compiled engine: a circuit and its native code, ready to be asked.

A :class:`~..circuit.Circuit` goes in; single states, many matches at once, and random matches by
the million come out.

===============  ==================================================================================
:mod:`.engine`   answers what :class:`..engine.Engine` asks; read this first
:mod:`.scalar`   one state at a time, for search
:mod:`.sliced`   random matches, 512 at a time on one thread
:mod:`.batch`    many matches that step together
===============  ==================================================================================
"""

from spielwerk.languages.gdl.compiled.batch import CircuitBatch
from spielwerk.languages.gdl.compiled.engine import CircuitEngine
from spielwerk.languages.gdl.compiled.sliced import LANES, LaneGroup, Sliced, dice

__all__ = ["LANES", "CircuitBatch", "CircuitEngine", "LaneGroup", "Sliced", "dice"]
