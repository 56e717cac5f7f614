"""How rules become a circuit, one step a module.

:mod:`.compile` walks through the steps and is the module to read first.
"""

from spielwerk.languages.gdl.circuit.budget import Budget

__all__ = ["Budget"]
