"""How rules become a circuit: the form in which they run fastest.

A program in its plain form and a budget go in; a :class:`.gates.Circuit` comes out, or
``LimitExceeded`` where the rules are too large for one. In the order things happen:

==================  ===============================================================================
:mod:`.compile`     the steps in a row; read this first
:mod:`.budget`      how much compiling may cost
:mod:`.grounding`   everything that can ever hold, and ground rules for it
:mod:`.network`     gates of any width, simplified while they are added
:mod:`.construct`   ground rules as such a network
:mod:`.rewrite`     the same outputs from fewer and simpler nodes
:mod:`.share`       wide gates made of gates with two inputs
:mod:`.emit`        gates numbered and ordered: the circuit
:mod:`.gates`       what a circuit is
:mod:`.positions`   positions as bit vectors in the circuit's order
:mod:`.storage`     circuits as bytes
==================  ===============================================================================

This folder needs numpy; who can do without it imports it where it is needed.
"""

from spielwerk.languages.gdl.circuit.budget import Budget
from spielwerk.languages.gdl.circuit.compile import cached_circuit
from spielwerk.languages.gdl.circuit.gates import FALSE, TRUE, Circuit, GateKind
from spielwerk.languages.gdl.circuit.positions import pack, unpack, words

__all__ = [
    "FALSE",
    "TRUE",
    "Budget",
    "Circuit",
    "GateKind",
    "cached_circuit",
    "pack",
    "unpack",
    "words",
]
