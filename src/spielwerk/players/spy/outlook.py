"""What lies ahead of a side, as it looks from where its agents stand.

The match is decided by intelligence points, chips included. So everything is counted in points:
those that a side has, and those that lie ahead (secrets, safes, the collar, lucky tables, the
mirror, ...), each less the more turns it takes. That a plan has parts, and that there is an
opponent, is the business of :mod:`.foresight`.
"""

from __future__ import annotations

from collections.abc import Iterable

from spielwerk.games.spy import (
    DAMPENED,
    NEUTRAL,
    NOBODY,
    NOWHERE,
    Gadget,
    Position,
    Property,
    Stage,
    gamble_odds,
    safe_reach,
    test_odds,
)
from spielwerk.players.spy.agents import (
    OwnAgent,
    agents_of,
    eventually,
    later,
    points,
    rounds_left,
)
from spielwerk.players.spy.walking import Walking

_CHAIN = 0.7
"""What the next safe counts for when one opens the safe before it."""
_COLLAR_SHARE = 0.7
"""What the collar counts for as long as it lies in its safe."""

_KEPT = {
    Gadget.JETPACK: 0.8,
    Gadget.ROCKET_PEN: 0.3,
    Gadget.GAS_GLOSS: 0.3,
    Gadget.FOG_TIN: 0.3,
    Gadget.TECHNICOLOUR_PRISM: 0.3,
}
"""What single-use gadgets are worth unused, so that they are not spent on nothing."""
_KEPT_BITS = tuple((gadget.bit, worth) for gadget, worth in _KEPT.items())
_MIRROR = Gadget.MIRROR_OF_WILDERNESS.bit
_FEED = Gadget.CHICKEN_FEED.bit
_NUGGET = Gadget.NUGGET.bit
_WIRETAP = Gadget.WIRETAP_WITH_EARPLUGS.bit
_COLLAR = Gadget.DIAMOND_COLLAR.bit
_COCKTAIL = Gadget.COCKTAIL.bit
_MOLEDIE = Gadget.MOLEDIE.bit
_LUCKY = Property.LUCKY_DEVIL.bit
_WET = Property.CLAMMY_CLOTHES.bit


class Outlook:
    """Weighs the positions of one match."""

    def __init__(self) -> None:
        self._walking = Walking()
        self._chances: dict[tuple[int, bool, float], float] = {}
        self._edges: dict[tuple[int, bool], float] = {}

    def share(self, p: Position, player: int) -> float:
        """The player's share of the points, with its own prospects only."""
        has = points(p)
        mine = has[player] + (self.prospects(p, player) if p.stage is not Stage.OVER else 0.0)
        total = mine + has[1 - player]
        return mine / total if total else 0.5

    def prospects(self, p: Position, side: int) -> float:
        """The points that lie ahead of a side."""
        left = rounds_left(p)
        agents = agents_of(p, side)
        if not agents:
            return 0.0
        return (
            self._secrets(p, side, agents, left)
            + self._safes(p, side, agents)
            + self._collar(p, side, agents)
            + sum(self._of_agent(p, side, agent, left) for agent in agents)
        )

    # What the whole side goes for: the nearest agent counts, the second a little.

    def _soonest(
        self, p: Position, agents: Iterable[OwnAgent], target: int, reach: int = 1
    ) -> float:
        table = self._walking.steps_to(p, target)
        turns = sorted(agent.turns(table[agent.field] - reach) for agent in agents)
        worth = later(turns[0])
        return worth if len(turns) < 2 else worth + 0.1 * later(turns[1])

    def _secrets(self, p: Position, side: int, agents: list[OwnAgent], left: int) -> float:
        total, key = 0.0, p.options.npc_key_chance * _key_worth(p, side)
        shares = [best + 0.1 * second for best, second in self._guests(p, side, agents, left)]
        for share in sorted(shares, reverse=True):
            total += share * (p.config.secret_to_ip_factor + key)
            key *= 0.4  # the first one may well tell what opens all the others
        return total

    def _guests(
        self, p: Position, side: int, agents: list[OwnAgent], left: int
    ) -> list[tuple[float, float]]:
        """How far each guest's secret is within reach, 0 to 1: of the best agent and the next."""
        secrets, shares = p.secrets[side], []
        for other, faction in enumerate(p.faction):
            if faction != NEUTRAL or secrets >> other & 1 or p.place[other] < 0:
                continue
            table = self._walking.steps_to(p, p.place[other])
            best = second = 0.0
            for agent in agents:
                turns = agent.turns(table[agent.field] - 1)
                if turns > left:
                    continue
                chance = self._test(p, agent.who, p.config.spy_success_chance)
                share = later(turns) * eventually(chance)
                if share > best:
                    best, second = share, best
                elif share > second:
                    second = share
            shares.append((best, second))
        return shares

    def _safes(self, p: Position, side: int, agents: list[OwnAgent]) -> float:
        total, keys, opened = 0.0, p.keys[side], p.opened[side]
        for safe, number in zip(p.board.safes, p.safe_numbers, strict=True):
            if not keys >> number & 1 or (opened >> number & 1 and not _holds_collar(p, number)):
                continue
            worth = _safe_worth(p, side, number)
            table = self._walking.steps_to(p, safe)
            turns = min(
                agent.turns(table[agent.field] - safe_reach(p, agent.who)) for agent in agents
            )
            total += worth * later(turns)
        return total

    def _collar(self, p: Position, side: int, agents: list[OwnAgent]) -> float:
        worth = float(p.config.cat_ip)
        if p.collar != NOWHERE:
            return 0.7 * worth * self._soonest(p, agents, p.collar, 0)
        for agent in agents:
            if p.gadgets[agent.who] & _COLLAR:
                table = self._walking.steps_to(p, p.cat)
                # The cat is met by walking: no action is needed, only steps.
                turns = max(0.0, table[agent.field] - agent.steps) / agent.rate
                # Whoever is hurt badly loses it.
                return worth * later(turns) * (0.6 + 0.004 * p.hp[agent.who])
        return 0.0

    # What single agents have in mind.

    def _of_agent(self, p: Position, side: int, agent: OwnAgent, left: int) -> float:
        gadgets = p.gadgets[agent.who]
        total = 0.2 * left + self._roulette(p, agent, left)
        if gadgets & _MIRROR:
            total += max(0.3 * left, self._mirror(p, side, agent))
        if gadgets & _FEED:
            total += max(0.3 * left, self._feed(p, side, agent))
        if gadgets & _NUGGET and left:
            total += self._nugget(p, agent, left)
        if gadgets & _WIRETAP:
            total += self._wiretap(p, side, agent, left)
        if gadgets & _COCKTAIL and not p.poisoned >> agent.who & 1:
            total += 0.02
        for bit, worth in _KEPT_BITS:
            if gadgets & bit:
                total += worth
        return total - _handicaps(p, agent.who) + 0.004 * p.hp[agent.who]

    def _to(self, p: Position, agent: OwnAgent, target: int) -> float:
        return later(agent.turns(self._walking.steps_to(p, target)[agent.field] - 1))

    def _roulette(self, p: Position, agent: OwnAgent, left: int) -> float:
        best, mine = 0.0, p.chips[agent.who]
        if not p.inverted and not p.properties[agent.who] & _LUCKY:
            return 0.0  # nothing to be won in the long run
        for table, chips in zip(p.board.roulettes, p.table_chips, strict=True):
            if not chips or not mine or p.destroyed >> table & 1:
                continue
            edge = self._edge(p, agent.who, table)
            if edge > 0:
                likely = min(chips, edge * min(mine, chips) / 2 * (left + 1))
                best = max(best, likely * self._to(p, agent, table))
        # Only a part, or the prospect of winning would be worth as much as winning.
        return 0.5 * best * p.config.chips_to_ip_factor

    # Exact odds are worked out once for each kind of character.

    def _test(self, p: Position, who: int, chance: float) -> float:
        key = p.properties[who], bool(p.gadgets[who] & _MOLEDIE), chance
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = test_odds(p, who, chance).chance
        return found

    def _edge(self, p: Position, who: int, table: int) -> float:
        """What a chip staked wins on average."""
        key = p.properties[who], bool(p.inverted >> table & 1)
        found = self._edges.get(key)
        if found is None:
            found = self._edges[key] = 2 * gamble_odds(p, who, table).chance - 1
        return found

    def _mirror(self, p: Position, side: int, agent: OwnAgent) -> float:
        best, poor = 0.0, p.ip[agent.who]
        for other, faction in enumerate(p.faction):
            if faction == 1 - side and p.ip[other] > poor and p.place[other] >= 0:
                swing = 2 * (p.ip[other] - poor) * self._to(p, agent, p.place[other])
                best = max(best, swing)
        chance = self._test(p, agent.who, p.config.mirror_swap_chance)
        return best * eventually(chance)

    def _feed(self, p: Position, side: int, agent: OwnAgent) -> float:
        best, rich = 0.0, p.ip[agent.who]
        for other, faction in enumerate(p.faction):
            if faction == 1 - side and p.ip[other] < rich and p.place[other] >= 0:
                best = max(best, (rich - p.ip[other]) * self._to(p, agent, p.place[other]))
        return best

    def _nugget(self, p: Position, agent: OwnAgent, left: int) -> float:
        best = 0.0
        for other, faction in enumerate(p.faction):
            if faction == NEUTRAL and p.place[other] >= 0:
                worth = p.chips[other] * p.config.chips_to_ip_factor + p.ip[other] + 0.2 * left
                best = max(best, worth * self._to(p, agent, p.place[other]))
        return best

    def _wiretap(self, p: Position, side: int, agent: OwnAgent, left: int) -> float:
        worth = min(3.0, 0.4 * left)
        if p.tapped != NOBODY:
            return worth if p.tap_works and p.faction[p.tapped] == 1 - side else 0.0
        best = 0.0
        for other, faction in enumerate(p.faction):
            if faction == 1 - side and p.place[other] >= 0:
                best = max(best, worth * self._to(p, agent, p.place[other]))
        return best


def _holds_collar(p: Position, number: int) -> bool:
    return number == len(p.safe_numbers) and not p.collar_taken


def _key_worth(p: Position, side: int) -> float:
    """What learning the lowest combination not yet known would be worth."""
    for number in range(1, len(p.safe_numbers) + 1):
        if not p.keys[side] >> number & 1:
            return _CHAIN * _safe_worth(p, side, number)
    return 0.0


def _safe_worth(p: Position, side: int, number: int) -> float:
    """What a safe holds, and what its content leads to."""
    worth = 0.0 if p.opened[side] >> number & 1 else float(p.config.secret_to_ip_factor)
    if number == len(p.safe_numbers):
        return worth if p.collar_taken else worth + _COLLAR_SHARE * p.config.cat_ip
    if p.keys[side] >> number + 1 & 1:
        return worth
    return worth + _CHAIN * _safe_worth(p, side, number + 1)


def _handicaps(p: Position, who: int) -> float:
    """Fog, wet clothes and a moledie in the pocket."""
    total = 0.0
    if p.fog >> p.place[who] & 1:
        total += 0.4
    if p.properties[who] & _WET:
        total += 0.5
    if p.gadgets[who] & _MOLEDIE:
        total += 0.4 * (p.properties[who] & DAMPENED).bit_count()
    return total
