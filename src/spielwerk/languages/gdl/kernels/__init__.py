"""How a circuit becomes native code.

A :class:`~..circuit.Circuit` goes in, a :class:`.machine.Kernel` with functions to call comes out.
In the order things happen:

=====================  ============================================================================
:mod:`.tables`         truth tables of three inputs, the only kind of gate
:mod:`.network`        gates over gates, folded and shared while they are added
:mod:`.embedding`      a circuit inside a network, with some facts known
:mod:`.phases`         facts that change like clockwork, such as whose turn it is
:mod:`.outcomes`       what each role gets
:mod:`.choice`         one legal move for every lane, uniform and independent
:mod:`.stepping`       one random step: look, draw, move
:mod:`.frames`         looking at states and making given moves
:mod:`.fusion`         small gates made into larger ones
:mod:`.order`          in which order gates run, and in which functions
:mod:`.schedule`       where values live
:mod:`.emission`       all that as LLVM text
:mod:`.playouts`       the kernel for random matches (with ``playout.ll``)
:mod:`.stepwise`       the kernel for batches that step by given moves (with ``stepwise.ll``)
:mod:`.expansion`      the kernels for search: successors, random matches (with ``settling.ll``)
:mod:`.single`         the kernel for one state (with ``single.ll``)
:mod:`.machine`        text to code, kept on disk
=====================  ============================================================================

:mod:`..compiled` calls what is made here.
"""

from spielwerk.languages.gdl.kernels.emission import Lanes
from spielwerk.languages.gdl.kernels.expansion import (
    JOINT,
    MOVER,
    OUTCOMES,
    OVER,
    PHASE,
    RecordLayout,
    expansion_source,
    outcome_source,
)
from spielwerk.languages.gdl.kernels.frames import Frame
from spielwerk.languages.gdl.kernels.machine import Kernel, kernel
from spielwerk.languages.gdl.kernels.phases import Phase, clock, phase_of
from spielwerk.languages.gdl.kernels.playouts import playout_source
from spielwerk.languages.gdl.kernels.single import Workspace, single_source
from spielwerk.languages.gdl.kernels.source import LlvmSource
from spielwerk.languages.gdl.kernels.stepping import QUOTA_BITS, LaneLayout
from spielwerk.languages.gdl.kernels.stepwise import stepwise_source
from spielwerk.languages.gdl.kernels.vectors import WORDS, lanes_of, vectors

__all__ = [
    "JOINT",
    "MOVER",
    "OUTCOMES",
    "OVER",
    "PHASE",
    "QUOTA_BITS",
    "WORDS",
    "Frame",
    "Kernel",
    "LaneLayout",
    "Lanes",
    "LlvmSource",
    "Phase",
    "RecordLayout",
    "Workspace",
    "clock",
    "expansion_source",
    "kernel",
    "lanes_of",
    "outcome_source",
    "phase_of",
    "playout_source",
    "single_source",
    "stepwise_source",
    "vectors",
]
