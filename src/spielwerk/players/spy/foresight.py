"""How likely a player is to win, with everything that both sides can still do.

Where :class:`~.outlook.Outlook` looks at what lies within reach, this follows plans through: which
safe is opened when and by whom, who will be first at the collar, and whether a mirror or chicken
feed had better wait. The lead in points becomes a chance to win that is flat at the beginning and
steep at the end: who is behind takes risks, who is ahead ends the match.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

from spielwerk.games.spy import NOWHERE, Gadget, PlayerTally, Position, Property, Stage
from spielwerk.players.spy.agents import (
    OwnAgent,
    agents_of,
    chips_decide,
    chips_on_tables,
    eventually,
    later,
    points,
    rounds_left,
    scale,
)
from spielwerk.players.spy.hunt import NEVER, opening_turns
from spielwerk.players.spy.outlook import Outlook
from spielwerk.players.spy.roulette import winnings

_THEIRS = 0.85
"""How much the opponent's prospects count: it may not make the best of them."""
_SPREAD, _SPREAD_A_ROUND = 2.0, 0.9
"""How many points of lead make victory likely (odds of e to 1): at the end, and more a round."""
_LUCK = 0.3
"""The part of the chips on the tables that luck may give to either side."""
_AFTER_HOURS = 4
"""How many rounds an agent can count on after closing time: the janitor takes one after another."""
_RACE = 1.2
"""How many turns of advance make it likely that one has the collar first."""
_IN_SAFE, _ON_FLOOR = 0.85, 0.9
"""What share of the cat's points the collar counts for as long as nobody has it."""
_SURE, _UNSURE_A_TURN = 0.7, 0.7
"""The same as the spread, for who is on the way to the cat: on arrival, and more a turn."""
_FAR_CAT = 8.0
"""In so many turns to the cat something comes in between, more often than not."""
_ROULETTE = 0.9
"""How much of what can be won at roulette counts, as there are other things to do."""
_MIRROR_WAITS, _FEED_WAITS = 0.25, 0.2
"""How many points a round make it worth waiting for a richer victim, or for getting richer."""
_WAITING = 0.9
"""How much the prospect of a better moment counts."""
_MOST_KEPT = 2_000
"""How many situations of the rival are remembered at a time."""
_COLLAR = Gadget.DIAMOND_COLLAR.bit
_AT_PEOPLE = (
    Gadget.MIRROR_OF_WILDERNESS.bit | Gadget.CHICKEN_FEED.bit | Gadget.WIRETAP_WITH_EARPLUGS.bit
)


class _Plans(NamedTuple):
    """What a side can still do."""

    points: float
    """The points that lie ahead, without the cat's."""
    cat: float
    """The turns until it can give the cat her collar."""


class Foresight(Outlook):
    """Weighs the positions of one match for a player that looks ahead."""

    def __init__(self) -> None:
        super().__init__()
        self._rivals: dict[tuple[object, ...], _Plans] = {}

    def chance(self, p: Position, player: int) -> float:
        """How likely the player is to win, 0 to 1."""
        if p.stage is Stage.OVER:
            return float(p.winner == player)
        mine, theirs = self._plans(p, player), self._rival(p, 1 - player)
        spread = scale(p.config) * (_SPREAD + _SPREAD_A_ROUND * _horizon(p)) + _at_stake(p)
        chance = _logistic(self._lead(p, player, mine, theirs) / spread)
        has = points(p)
        ahead, first = has[player] - has[1 - player], _first(mine, theirs)
        finish = first * _finish(p, ahead, mine, chance)
        return chance + finish - (1 - first) * _finish(p, -ahead, theirs, 1 - chance)

    def lead(self, p: Position, player: int) -> float:
        """By how many points the player is ahead, all prospects included."""
        return self._lead(p, player, self._plans(p, player), self._rival(p, 1 - player))

    def _lead(self, p: Position, player: int, mine: _Plans, theirs: _Plans) -> float:
        has, first = points(p), _first(mine, theirs)
        collar = first * later(mine.cat) - (1 - first) * later(theirs.cat)
        return (
            has[player]
            + mine.points
            - has[1 - player]
            - _THEIRS * theirs.points
            + _collar_share(p) * p.config.cat_ip * collar
            + _trifles(p, player)
        )

    def _rival(self, p: Position, side: int) -> _Plans:
        """The plans of the side that is not to move; most operations leave them as they are."""
        # Where the other side's people stand only matters to who wants to meet them.
        aims = _AT_PEOPLE & _union(p.gadgets[who] for who, of in enumerate(p.faction) if of == side)
        others = [who for who, of in enumerate(p.faction) if of != 1 - side]
        key = (
            tuple(p.place) if aims else tuple(map(p.place.__getitem__, others)),
            *map(tuple, (p.faction, p.gadgets, p.ip, p.chips, p.hp, p.properties, p.table_chips)),
            *(p.keys[side], p.opened[side], p.secrets[side], p.collar_taken, p.tapped, p.tap_works),
            *(p.round, p.waiting, p.cat, p.collar, p.fog, p.walls, p.inverted, p.destroyed),
        )
        found = self._rivals.get(key)
        if found is None:
            if len(self._rivals) >= _MOST_KEPT:
                self._rivals.clear()
            found = self._rivals[key] = self._plans(p, side)
        return found

    def _plans(self, p: Position, side: int) -> _Plans:
        agents = agents_of(p, side)
        if not agents:
            return _Plans(0.0, NEVER)
        hunt, collar = self._hunt(p, side, agents)
        left = _horizon(p)
        ahead = sum(self._of_agent(p, side, agent, left) for agent in agents)
        return _Plans(hunt + ahead, self._cat_turns(p, agents, collar))

    def _cat_turns(self, p: Position, agents: list[OwnAgent], collar: float) -> float:
        """The turns until the side can give the cat her collar."""
        if not p.collar_taken:
            return NEVER if collar == NEVER else collar + self._way_to_cat(p, _last_safe(p))
        if p.collar != NOWHERE:
            steps = self._walking.steps_to(p, p.collar)
            soonest = min(agent.turns(steps[agent.field]) for agent in agents)
            return soonest + self._way_to_cat(p, p.collar)
        steps = self._walking.steps_to(p, p.cat)
        return min(
            # The cat is met by walking: no action is needed, only steps.
            (
                max(0, steps[agent.field] - agent.steps) / agent.rate
                for agent in agents
                if p.gadgets[agent.who] & _COLLAR
            ),
            default=NEVER,
        )

    def _hunt(self, p: Position, side: int, agents: list[OwnAgent]) -> tuple[float, float]:
        """What secrets and safes are worth, and the turns until the side has the collar."""
        known, last = p.keys[side], len(p.safe_numbers)
        guests = self._guests(p, side, agents, rounds_left(p))
        shares = sorted((best + 0.1 * second * (1 - best) for best, second in guests), reverse=True)
        turns = opening_turns(p, side, agents, known, self._walking)
        worth = self._safe_points(p, side, turns)
        collar = turns.get(last, NEVER)
        total = worth + sum(shares) * p.config.secret_to_ip_factor
        lowest = next((n for n in range(1, last + 1) if not known >> n & 1), 0)
        if not shares or not lowest:
            return total, collar
        with_key = opening_turns(p, side, agents, known | 1 << lowest, self._walking)
        gain = self._safe_points(p, side, with_key) - worth
        key = p.options.npc_key_chance * gain
        for share in shares:
            total += share * key
            key *= 1 - p.options.npc_key_chance
        if not p.collar_taken and collar == NEVER and last in with_key:
            # Guests must be found first, and may know nothing.
            collar = with_key[last] + 2.0 / max(0.1, shares[0])
        return total, collar

    def _safe_points(self, p: Position, side: int, turns: dict[int, float]) -> float:
        value = p.config.secret_to_ip_factor
        return sum(value * later(t) for n, t in turns.items() if not p.opened[side] >> n & 1)

    def _way_to_cat(self, p: Position, start: int) -> float:
        """The turns from somewhere to the cat."""
        return self._walking.steps_from(p, start, p.cat) / 2

    def _roulette(self, p: Position, agent: OwnAgent, left: int) -> float:
        who, best = agent.who, 0.0
        actions = 2 if p.properties[who] & Property.SPRYNESS.bit else 1
        for table, chips in zip(p.board.roulettes, p.table_chips, strict=True):
            if p.destroyed >> table & 1:
                continue
            chance = (1 + self._edge(p, who, table)) / 2
            if chance > 0.5:
                turns = agent.turns(self._walking.steps_to(p, table)[agent.field] - 1)
                tries = int(actions * (left + 1 - turns))
                best = max(best, winnings(chance, p.chips[who], chips, tries) * later(turns))
        return _ROULETTE * best * p.config.chips_to_ip_factor

    def _mirror(self, p: Position, side: int, agent: OwnAgent) -> float:
        now = super()._mirror(p, side, agent)
        rich = max((p.ip[o] for o, of in enumerate(p.faction) if of == 1 - side), default=0)
        grown = rich + _MIRROR_WAITS * _horizon(p) - p.ip[agent.who]
        chance = self._test(p, agent.who, p.config.mirror_swap_chance)
        return max(now, 2 * _WAITING * grown * eventually(chance))

    def _feed(self, p: Position, side: int, agent: OwnAgent) -> float:
        now = super()._feed(p, side, agent)
        poor = min((p.ip[o] for o, of in enumerate(p.faction) if of == 1 - side), default=0)
        grown = p.ip[agent.who] + _FEED_WAITS * _horizon(p) - poor
        return max(now, _WAITING * grown)


def _first(mine: _Plans, theirs: _Plans) -> float:
    """How likely one side is to have the collar before the other."""
    return _logistic((theirs.cat - mine.cat) / _RACE)


def _finish(p: Position, ahead: float, plans: _Plans, chance: float) -> float:
    """By how much a side betters its chance if it ends the match with the cat."""
    if plans.cat == NEVER:
        return 0.0
    spread = scale(p.config) * (_SURE + _UNSURE_A_TURN * plans.cat)
    margin = (ahead + p.config.cat_ip) / spread
    return exp(-plans.cat / _FAR_CAT) * max(0.0, _logistic(margin) - chance)


def _collar_share(p: Position) -> float:
    """How much of what the cat pays the collar counts for: it must be had and kept first."""
    if not p.collar_taken:
        return _IN_SAFE
    for who, owned in enumerate(p.gadgets):
        if owned & _COLLAR:
            return 0.6 + 0.004 * p.hp[who]
    return _ON_FLOOR


def _last_safe(p: Position) -> int:
    return p.board.safes[p.safe_numbers.index(len(p.safe_numbers))]


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


def _at_stake(p: Position) -> float:
    """By how many points roulette can still turn a lead, where chips decide the match."""
    if not chips_decide(p.config) or not _horizon(p):
        return 0.0
    return _LUCK * p.config.chips_to_ip_factor * chips_on_tables(p)


def _horizon(p: Position) -> int:
    """How many rounds an agent can still count on; at closing time one must go in each."""
    if p.janitor == NOWHERE:
        return rounds_left(p) + _AFTER_HOURS
    return len(p.present()) // 2


def _union(sets: Iterable[int]) -> int:
    total = 0
    for each in sets:
        total |= each
    return total


def _trifles(p: Position, player: int) -> float:
    """What breaks ties at the end, and knowing who works for whom."""
    mine, theirs = player * len(PlayerTally), (1 - player) * len(PlayerTally)
    return (
        0.05 * (p.tally[mine + PlayerTally.DRUNK] - p.tally[theirs + PlayerTally.DRUNK])
        + 0.02 * (p.tally[mine + PlayerTally.POURED] - p.tally[theirs + PlayerTally.POURED])
        + 0.1 * (p.known[player].bit_count())
    )
