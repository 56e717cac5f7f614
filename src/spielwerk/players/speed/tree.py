"""Search over simultaneous moves: decoupled UCT on a spe_ed board, compiled.

Every racer of a node picks its action by its own confidence bounds, all at once; the joint action
leads to a child; a new child is judged by territory. A tree is grown in portions, so that the
caller can look at the clock between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed.compiled import ACTIVE, MAX_MARKS, Arena, _play
from spielwerk.players.speed.space import _survives, compiled, territory

__all__ = ["Tree"]

_ACTIONS = 5
_EXPLORE = 0.6
"""How much confidence bounds weigh against values in 0..1."""


@dataclass(frozen=True, slots=True)
class Tree:
    """What has been found out so far. Row ``k`` of every array belongs to racer ``k``."""

    arena: Arena
    visits: NDArray[np.int32]
    """Node, racer, action: how often it was chosen there."""
    values: NDArray[np.float32]
    """The same: the sum of what it brought that racer, each 0..1."""
    masks: NDArray[np.int8]
    """Node, racer: the actions (as bits) that survive the trails on the board."""
    keys: NDArray[np.int64]
    children: NDArray[np.int32]
    """A hash table from node and joint action to child."""
    used: NDArray[np.int32]
    """Number of nodes; deepest node reached."""

    @classmethod
    def planted(cls, arena: Arena, capacity: int) -> Tree:
        """A tree of just the position as it is."""
        players = len(arena.racers)
        slots = 1 << (2 * capacity - 1).bit_length()
        tree = cls(
            arena,
            np.zeros((capacity, players, _ACTIONS), np.int32),
            np.zeros((capacity, players, _ACTIONS), np.float32),
            np.zeros((capacity, players), np.int8),
            np.full(slots, -1, np.int64),
            np.zeros(slots, np.int32),
            np.array([1, 0], np.int32),
        )
        _fill_masks(arena.cells, arena.racers, arena.clock, tree.masks[0])
        return tree

    def grow(self, simulations: int) -> bool:
        """Run simulations; False when the tree is full."""
        arena = self.arena
        grown: bool = _grow(
            arena.cells,
            arena.racers,
            arena.clock,
            self.visits,
            self.values,
            self.masks,
            self.keys,
            self.children,
            self.used,
            simulations,
        )
        return grown

    def tried(self, k: int) -> NDArray[np.int32]:
        """How often each of racer ``k``'s actions was tried at the root."""
        return np.asarray(self.visits[0, k])

    def worth(self, k: int) -> NDArray[np.float32]:
        """The mean of what each of racer ``k``'s actions brought."""
        return np.asarray(self.values[0, k] / np.maximum(self.visits[0, k], 1), np.float32)


@compiled
def _fill_masks(cells: Any, racers: Any, clock: Any, masks: Any) -> None:
    for k in range(racers.shape[0]):
        bits = 0
        if racers[k, ACTIVE]:
            for action in range(_ACTIONS):
                if _survives(cells, racers[k], action, clock[0]):
                    bits |= 1 << action
        masks[k] = bits


@compiled
def _pick(visits: Any, values: Any, bits: int) -> int:
    """The action with the best confidence bound among those that survive."""
    if bits == 0:
        return 4
    total = 1
    for action in range(_ACTIONS):
        total += visits[action]
    best, best_bound = 4, -1.0
    log_total = np.log(total)
    for action in range(_ACTIONS):
        if not (bits >> action) & 1:
            continue
        if visits[action] == 0:
            bound = 10.0 + np.random.random()
        else:
            bound = values[action] / visits[action] + _EXPLORE * sqrt(log_total / visits[action])
        if bound > best_bound:
            best, best_bound = action, bound
    return best


@compiled
def _judge(racers: Any, sizes: Any, worth: Any) -> None:
    """Each racer's prospects, 0..1: its territory against the largest of the others."""
    players = racers.shape[0]
    living = 0
    for k in range(players):
        living += racers[k, ACTIVE]
    for k in range(players):
        if not racers[k, ACTIVE]:
            worth[k] = 0.0
        elif living == 1:
            worth[k] = 1.0
        else:
            rival = 0
            for other in range(players):
                if other != k and racers[other, ACTIVE]:
                    rival = max(rival, sizes[other])
            worth[k] = 0.05 + 0.9 * (sizes[k] + 1.0) / (sizes[k] + rival + 2.0)


@compiled
def _slot(keys: Any, key: int) -> int:
    mask = keys.shape[0] - 1
    slot = ((key * 0x9E3779B97F4A7C15) >> 20) & mask
    while keys[slot] != -1 and keys[slot] != key:
        slot = (slot + 1) & mask
    return int(slot)


@compiled
def _grow(
    cells: Any,
    racers: Any,
    clock: Any,
    visits: Any,
    values: Any,
    masks: Any,
    keys: Any,
    children: Any,
    used: Any,
    simulations: int,
) -> bool:
    players = racers.shape[0]
    capacity = visits.shape[0]
    board, runners, time = cells.copy(), racers.copy(), clock.copy()
    places = np.zeros(MAX_MARKS, np.int32)
    old = np.zeros(MAX_MARKS, np.uint8)
    owners = np.zeros(MAX_MARKS, np.int32)
    before = np.zeros((players, 5), np.int32)
    count = np.zeros(1, np.int32)
    rounds = np.empty(cells.shape, np.int32)
    owner = np.empty(cells.shape, np.int32)
    fronts = np.empty((players, cells.size), np.int32)
    sizes = np.zeros(players, np.int32)
    worth = np.zeros(players, np.float32)
    path = np.zeros(256, np.int32)
    taken = np.zeros((256, players), np.int32)
    for _ in range(simulations):
        if used[0] >= capacity:
            return False
        board[:] = cells
        runners[:] = racers
        time[:] = clock
        node, depth = 0, 0
        while True:
            joint = 0
            for k in range(players):
                action = 4
                if runners[k, ACTIVE]:
                    action = _pick(visits[node, k], values[node, k], masks[node, k])
                taken[depth, k] = action
                joint = joint * _ACTIONS + action
            path[depth] = node
            depth += 1
            _play(board, runners, time, taken[depth - 1], places, old, owners, before, count)
            living = 0
            for k in range(players):
                living += runners[k, ACTIVE]
            if living <= 1:
                _judge(runners, sizes, worth)
                break
            key = int(node) * 15625 + joint
            slot = _slot(keys, key)
            if keys[slot] == -1 or depth == 255:
                territory(board, runners, rounds, owner, fronts, sizes)
                _judge(runners, sizes, worth)
                if keys[slot] == -1:
                    keys[slot] = key
                    children[slot] = used[0]
                    _fill_masks(board, runners, time, masks[used[0]])
                    used[0] += 1
                break
            node = children[slot]
        used[1] = max(used[1], depth)
        for level in range(depth):
            for k in range(players):
                action = taken[level, k]
                visits[path[level], k, action] += 1
                values[path[level], k, action] += worth[k]
    return True
