"""What a side has, whom it can send where, and what it costs to wait.

Goes in: a position of the rules. Comes out: its agents with how soon they can act anywhere, and the
measure by which all evaluation weighs points that come later or perhaps.
"""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from spielwerk.games.spy import MatchConfig, Position, Property, Stage

_PATIENCE = 0.88
"""What a point is worth that comes one turn later."""
_IMPATIENCE = log(_PATIENCE)
_CHIPS, _SECRETS = 10, 4
"""What moves in a match: the chips of a character that is bought or gambles, and some secrets."""
_USUAL = 34
"""The points that this makes in the standard configuration, for which all else was tuned."""
_NOW = 0.3
"""What can still be done in this turn counts as so many turns away: better do it."""


class OwnAgent(NamedTuple):
    """A character of one side, and how soon it can be anywhere."""

    who: int
    field: int
    now: bool
    """Whether it can still act in this round."""
    steps: int
    """How far it can still go in this round."""
    rate: int
    """How far it goes in a round."""

    def turns(self, steps: int) -> float:
        """How many turns away an action is that can be done after so many steps."""
        steps -= self.steps
        if steps <= 0:
            return _NOW if self.now else 1.0
        return 1.0 + max(0, steps - self.rate) / self.rate


def agents_of(p: Position, side: int) -> list[OwnAgent]:
    """The agents of a side that are still in the casino."""
    return [_agent(p, who) for who, of in enumerate(p.faction) if of == side and p.place[who] >= 0]


def _agent(p: Position, who: int) -> OwnAgent:
    owned = p.properties[who]
    rate = 2
    if owned & Property.NIMBLENESS.bit:
        rate = 3
    if owned & Property.SLUGGISHNESS.bit:
        rate = 1
    if who == p.active:
        return OwnAgent(who, p.place[who], p.ap[who] > 0, p.mp[who], rate)
    if who in p.waiting:
        return OwnAgent(who, p.place[who], True, rate, rate)
    return OwnAgent(who, p.place[who], False, 0, rate)


def points(p: Position) -> list[float]:
    """What both players and the neutral ones have; at the end chips have become points."""
    factor = 0 if p.stage is Stage.OVER else p.config.chips_to_ip_factor
    points = [0.0, 0.0, 0.0]
    for who, faction in enumerate(p.faction):
        points[faction] += p.ip[who] + factor * p.chips[who]
    return points


def scale(config: MatchConfig) -> float:
    """How much more is in play than in the standard configuration: a lead is as good as what can
    still turn it. Where chips decide they are left out: those that can still be won lie on the
    tables, and less and less of them."""
    chips = 0 if chips_decide(config) else _CHIPS * config.chips_to_ip_factor
    return max(0.2, (chips + _other(config)) / _USUAL)


def chips_decide(config: MatchConfig) -> bool:
    """Whether the chips of one character count more than all else there is to gain."""
    return _CHIPS * config.chips_to_ip_factor > _other(config)


def chips_on_tables(p: Position) -> int:
    """How many chips can still be won."""
    tables = zip(p.board.roulettes, p.table_chips, strict=True)
    return sum(chips for table, chips in tables if not p.destroyed >> table & 1)


def _other(config: MatchConfig) -> int:
    return _SECRETS * config.secret_to_ip_factor + config.cat_ip


def later(turns: float) -> float:
    """What a point is worth that comes so many turns later."""
    return exp(_IMPATIENCE * turns)


def rounds_left(p: Position) -> int:
    """Rounds until closing time."""
    return max(0, p.config.round_limit - p.round)


def eventually(chance: float) -> float:
    """What trying until it succeeds is worth, if each try costs a turn."""
    return chance / (1 - _PATIENCE * (1 - chance)) if chance else 0.0
