"""IGold as native code: the fast engine beside the reference engine.

The functions that the processor writes for a game, and a state machine that does what
:mod:`~spielwerk.languages.igold.engine` does, become LLVM and run on one array of numbers. Rules
mean the same on both: the same text is compiled, and every step is checked against the reference
engine by ``tests/languages/igold/test_native.py``. In the order things happen:

=====================  ============================================================================
:mod:`.memory`         what of a match is where in the array
:mod:`.coding`         positions of the reference engine as arrays, and back
:mod:`.emitting`       LLVM as text
:mod:`.sequences`      what rules go through
:mod:`.tables`         what rules look up
:mod:`.lowering`       Python to LLVM (with :mod:`.values`, :mod:`.places`, :mod:`.calls`)
``settling.kernel``    the state machine, in the Python that is compiled
:mod:`.codes`          runs of operations
:mod:`.assembly`       all that put together for a game
:mod:`.playing`        matches
=====================  ============================================================================
"""

from spielwerk.languages.igold.native.emitting import CannotLower
from spielwerk.languages.igold.native.playing import NativeEngine, NativeMatches

__all__ = ["CannotLower", "NativeEngine", "NativeMatches"]
