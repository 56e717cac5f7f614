"""The hunt for the safes: when a side can have opened which of them, the collar's last of all.

A combination comes from a guest or from the safe before. So safes are opened one after the other,
by whoever can be there first: an agent that waits at the next safe is worth as much as the one that
opens this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielwerk.games.spy import Position, safe_reach
from spielwerk.players.spy.agents import OwnAgent
from spielwerk.players.spy.walking import Walking

NEVER = 99.0
_HANDOVER = 0.4
"""How many turns pass until another agent can use what a safe held."""


@dataclass(slots=True)
class _Hunter:
    """An agent, and from when and where it is free for the next safe."""

    agent: OwnAgent
    reach: int
    free: float = 0.0
    safe: int = -1


def opening_turns(
    p: Position, side: int, agents: Sequence[OwnAgent], keys: int, walking: Walking
) -> dict[int, float]:
    """In how many turns each safe (its number) that is still worth opening will be open.

    ``keys`` are the combinations that the side knows or is supposed to know.
    """
    turns: dict[int, float] = {}
    hunters = [_Hunter(agent, safe_reach(p, agent.who)) for agent in agents]
    last = len(p.safe_numbers)
    fields = dict(zip(p.safe_numbers, p.board.safes, strict=True))
    for number in range(1, last + 1):
        if p.opened[side] >> number & 1 and (number < last or p.collar_taken):
            continue
        if keys >> number & 1:
            ready = 0.0
        elif number - 1 in turns:
            ready = turns[number - 1] + _HANDOVER
        else:
            continue
        found, hunter = min(
            ((_arrival(p, each, fields[number], ready, walking), each) for each in hunters),
            key=lambda pair: pair[0],
        )
        turns[number] = hunter.free = found
        hunter.safe = fields[number]
    return turns


def _arrival(p: Position, hunter: _Hunter, safe: int, ready: float, walking: Walking) -> float:
    """When the hunter can open the safe, whose combination is known from some turn on."""
    agent = hunter.agent
    if hunter.safe < 0:
        return max(ready, agent.turns(walking.steps_to(p, safe)[agent.field] - hunter.reach))
    way = walking.steps_from(p, hunter.safe, safe) - hunter.reach
    return max(ready, hunter.free + max(1.0, way / agent.rate))
