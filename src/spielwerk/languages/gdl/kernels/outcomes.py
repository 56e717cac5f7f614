"""What each role gets in a state that has ended, as the contract sees it.

Rules may leave a role without a goal, which counts as 0, or give it several, of which the lowest
counts. So for every value there is one literal, and no two hold together.
"""

from __future__ import annotations

from spielwerk.languages.gdl.circuit import FALSE, Circuit
from spielwerk.languages.gdl.kernels.embedding import Embedding
from spielwerk.languages.gdl.kernels.network import GateTable


def outcome_values(circuit: Circuit) -> tuple[tuple[int, int], ...]:
    """Every role, by number, with every value above 0 that it can get, in order."""
    return tuple(
        (role, value)
        for role, pairs in enumerate(circuit.goals)
        for value in sorted({min(100, value) for value, _ in pairs if value > 0})
    )


def outcomes(circuit: Circuit, network: GateTable, game: Embedding) -> list[int]:
    """The literals of :func:`outcome_values`."""
    literals = []
    for pairs in circuit.goals:
        lower = FALSE
        for value in sorted({min(100, value) for value, _ in pairs}):
            holds = network.any(game[x] for v, x in pairs if min(100, v) == value)
            if value > 0:
                literals.append(network.both(holds, lower ^ 1))
            lower = network.either(lower, holds)
    return literals
