"""Rules without variables: everything that can ever hold, listed.

A program in its plain form goes in; ground rules as arrays of literals come out. In the order
things happen:

==================  ===============================================================================
:mod:`.flat`        rules without nested terms, one relation for each shape of its arguments
:mod:`.tables`      sets of rows, and the joins that grounding is made of
:mod:`.reach`       which ground atoms can ever hold
:mod:`.split`       how to instantiate one rule with few gates
:mod:`.instances`   the ground rules
==================  ===============================================================================
"""

from spielwerk.languages.gdl.circuit.grounding.flat import flatten
from spielwerk.languages.gdl.circuit.grounding.instances import (
    InstanceNodes,
    Instances,
    instantiate,
)
from spielwerk.languages.gdl.circuit.grounding.reach import ground

__all__ = ["InstanceNodes", "Instances", "flatten", "ground", "instantiate"]
