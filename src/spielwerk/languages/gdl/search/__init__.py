"""Search in native code over a circuit.

In the order things happen:

=========================  ========================================================================
:mod:`.dialect`            the part of Python in which search is written
:mod:`.routines`           search itself
:mod:`.expressions`        values of the dialect as LLVM text
:mod:`.translation`        whole functions of it (with ``dialect.ll``)
:mod:`.runtime`            text to code, kept on disk
:mod:`.native`             a circuit's kernels and tables, the memory of threads
:mod:`.tree`               Monte-Carlo tree search, from outside
:mod:`.deepening`          alpha-beta search, from outside
:mod:`.circuit_search`     what the contract asks for
=========================  ========================================================================
"""

from spielwerk.languages.gdl.search.circuit_search import CircuitSearch

__all__ = ["CircuitSearch"]
