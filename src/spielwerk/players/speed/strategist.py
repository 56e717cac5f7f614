"""Our solver: search over simultaneous moves while others are near, space filling when alone.

It counts rounds (every sixth lets the quick ones jump), judges positions by who reaches which cell
first, and searches only among the racers that matter: those whose area touches ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spielwerk.games.speed.compiled import ACTIONS, ACTIVE, Arena, X, Y
from spielwerk.players.speed.decision import Clock, Decision
from spielwerk.players.speed.fill import prospects, secluded
from spielwerk.players.speed.space import UNREACHED, claims, survivable
from spielwerk.players.speed.tree import Tree

__all__ = ["Strategist"]


@dataclass(frozen=True)
class Strategist:
    """The solver with its settings."""

    rivals: int = 2
    """How many of the nearest opponents the search takes into account."""
    portion: int = 16
    """Simulations between two looks at the clock."""
    capacity: int = 400_000
    """The most nodes a tree may have."""

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action of racer ``k`` (a row, from 0) within the time that is left."""
        safe = survivable(arena, k)
        if len(safe) < 2:
            chosen = safe[0] if safe else ACTIONS.index(ACTIONS[-1])
            return Decision(ACTIONS[chosen], note="There is nothing else to do.")
        rounds, owner, _sizes = claims(arena)
        if secluded(owner, rounds, arena, k):
            decision = self._fill(arena, k, left)
        else:
            decision = self._fight(arena, k, left)
        shown = np.where(rounds == UNREACHED, np.nan, rounds).astype(np.float32)
        area = np.where(owner == k, 1.0, np.where(owner >= 0, 0.3, np.nan)).astype(np.float32)
        return Decision(
            decision.action,
            decision.ratings,
            {"territory": area, "rounds to reach": shown},
            decision.note,
        )

    def _fill(self, arena: Arena, k: int, left: Clock) -> Decision:
        depth = 1
        worth = prospects(arena, k, depth)
        budget = left()
        while depth < 24:
            before = left()
            deeper = prospects(arena, k, depth + 1)
            spent = before - left()
            depth, worth = depth + 1, deeper
            if left() < 4 * spent or left() < 0.1 * budget:
                break
        best = int(np.argmax(worth))
        ratings = {
            ACTIONS[a]: {"rounds": float(worth[a]), "total": float(worth[a])} for a in range(5)
        }
        return Decision(
            ACTIONS[best], ratings, note=f"Nobody can get here: filling, {depth} rounds ahead."
        )

    def _fight(self, arena: Arena, k: int, left: Clock) -> Decision:
        focus, seat = self._focused(arena, k)
        tree = Tree.planted(focus, self.capacity)
        per_portion = 0.0
        while left() > 1.5 * per_portion:
            before = left()
            if not tree.grow(self.portion):
                break
            per_portion = max(before - left(), 0.9 * per_portion)
        tried, worth = tree.tried(seat), tree.worth(seat)
        best = int(np.argmax(tried))
        ratings = {
            ACTIONS[a]: {
                "visits": float(tried[a]),
                "value": float(worth[a]),
                "total": float(tried[a]),
            }
            for a in range(5)
        }
        simulations, depth = int(tried.sum()), int(tree.used[1])
        return Decision(
            ACTIONS[best],
            ratings,
            note=f"{simulations:,} simulations of {len(focus.racers)}, {depth} rounds ahead.",
        )

    def _focused(self, arena: Arena, k: int) -> tuple[Arena, int]:
        """The position with only the nearest living rivals as racers; the rest are obstacles."""
        me = arena.racers[k]
        others = [
            (abs(int(r[X]) - int(me[X])) + abs(int(r[Y]) - int(me[Y])), row)
            for row, r in enumerate(arena.racers)
            if row != k and r[ACTIVE]
        ]
        rows = sorted([k, *(row for _, row in sorted(others)[: self.rivals])])
        return Arena(arena.cells, arena.racers[rows].copy(), arena.clock), rows.index(k)
