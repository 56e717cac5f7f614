"""How far it is on foot: steps from every field to a target, for the walls as they stand.

People do not block a way (one changes places with them), so distances only depend on the walls
and are worked out once for each target.
"""

from __future__ import annotations

from spielwerk.games.spy import Position, fields_of

FAR = 99
"""Where there is no way."""


class Walking:
    """Distances on one board. Made once for a match, as tables are kept."""

    def __init__(self) -> None:
        self._tables: dict[tuple[int, int], list[int]] = {}

    def steps_to(self, p: Position, target: int) -> list[int]:
        """The number of steps from each field to the target, which may be a table or a safe."""
        found = self._tables.get((p.walls, target))
        if found is None:
            found = self._tables[p.walls, target] = _spread(p, target)
        return found

    def steps_from(self, p: Position, start: int, target: int) -> int:
        """The number of steps to the target for somebody next to ``start``, a table or a safe."""
        steps = self.steps_to(p, target)
        return min(steps[field] for field in p.board.around[start])


def _spread(p: Position, target: int) -> list[int]:
    floor, beside = p.floor(), p.board.beside
    steps = [FAR] * p.board.size
    reached = edge = 1 << target
    distance = 0
    while edge:
        grown = 0
        for field in fields_of(edge):
            steps[field] = distance
            grown |= beside[field]
        edge = grown & floor & ~reached
        reached |= edge
        distance += 1
    return steps
