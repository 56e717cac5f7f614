"""Any game of the contract inside the frameworks that researchers already use.

===================  ===========================================================================
:mod:`.openspiel`    a Python game of OpenSpiel (``pip install 'spielwerk[openspiel]'``)
:mod:`.pettingzoo`   AEC and parallel environments (``pip install 'spielwerk[pettingzoo]'``)
:mod:`.vector`       thousands of matches at a time on the batch interface
===================  ===========================================================================

:mod:`.encoding` is what they share: numbers for moves, and arrays for what a role sees. Import the
module of the framework you have; nothing here imports one that you have not asked for.
"""

from spielwerk.adapters.encoding import Encoding, UnknownMove

__all__ = ["Encoding", "UnknownMove"]
