"""What operations lead to: intelligence gained, damage, exfiltration, the end of the match.

Everything here changes the position it is given and asks a :class:`~.fate.Fate` where chance
decides. Operations that follow from others are appended to ``happened``.
"""

from __future__ import annotations

from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.fate import Fate, Odds, Subject, odds
from spielwerk.games.spy.names import Gadget, OperationType, Property, VictoryReason
from spielwerk.games.spy.operations import Happening
from spielwerk.games.spy.position import NEUTRAL, NOBODY, NOWHERE, PlayerTally, Position, Stage

COLLAR = Gadget.DIAMOND_COLLAR.bit
BABYSITTER = Property.BABYSITTER.bit
HEALTHY = 100


def test_odds(p: Position, who: int, chance: float) -> Odds:
    """The odds of a test that the character makes for an action."""
    return odds(chance, halved=p.clammy(who), twice=p.has(who, Property.TRADECRAFT))


def count(p: Position, faction: int, what: PlayerTally, amount: int = 1) -> None:
    """Count something for a player; nothing is counted for neutral characters."""
    if faction != NEUTRAL:
        p.tally[faction * len(PlayerTally) + what] += amount


def reveal(p: Position, who: int, player: int | None = None) -> None:
    """A player, or both, now know for whom a character works."""
    for viewer in (0, 1) if player is None else (player,):
        if viewer != NEUTRAL:
            p.known[viewer] |= 1 << who


def gain(p: Position, who: int, amount: int) -> None:
    """A character gains intelligence points, and so does whoever taps it."""
    p.ip[who] += amount
    count(p, p.faction[who], PlayerTally.IP, amount)
    _overhear(p, who, amount)


def exchange(p: Position, one: int, other: int) -> None:
    """Two characters swap their points; whoever taps the one who gains hears as much."""
    gained = p.ip[other] - p.ip[one]
    p.ip[one], p.ip[other] = p.ip[other], p.ip[one]
    _overhear(p, one if gained > 0 else other, abs(gained))


def _overhear(p: Position, who: int, amount: int) -> None:
    if p.tapped == who and p.tap_works:
        listener = _holder(p, Gadget.WIRETAP_WITH_EARPLUGS.bit)
        if listener != NOBODY:
            p.ip[listener] += amount
            count(p, p.faction[listener], PlayerTally.IP, amount)


def _holder(p: Position, gadget: int) -> int:
    for who, owned in enumerate(p.gadgets):
        if owned & gadget and p.place[who] >= 0:
            return who
    return NOBODY


# Attacks


def diverted(p: Position, target: int, others: int, fate: Fate) -> int:
    """Whom an attack on ``target`` meets, if its honey trap works.

    ``others`` is the set of fields on which the other possible targets of the attack stand.
    """
    if not others or not p.has(target, Property.HONEY_TRAP):
        return target
    if not fate.test(odds(p.config.honey_trap_success_chance)):
        return target
    return fate.pick(Subject.PERSON, [p.at[field] for field in fields_of(others)])


def warded_off(p: Position, attacker: int, target: int, fate: Fate) -> bool:
    """Whether a babysitter next to the target, and of its faction, wards the attack off.

    Every babysitter nearby is asked about, whoever it works for: that chance was asked must not
    tell whose side it is on.
    """
    chance = odds(p.config.babysitter_success_chance)
    warded = False
    for field in fields_of(p.board.beside[p.place[target]] & p.crowd):
        sitter = p.at[field]
        if sitter == attacker or not p.properties[sitter] & BABYSITTER:
            continue
        succeeds = fate.test(chance)
        warded |= succeeds and p.faction[sitter] == p.faction[target] != NEUTRAL
    return warded


# Damage


def hurt(p: Position, who: int, damage: int, fate: Fate, *, poison: bool = False) -> None:
    """A character suffers damage, and is exfiltrated where it has no health left."""
    if not poison and p.has(who, Property.TOUGHNESS):
        damage //= 2
    left = p.hp[who]
    suffered = damage if p.options.full_damage_counts else min(damage, left)
    count(p, p.faction[who], PlayerTally.DAMAGE, suffered)
    p.wounds[who] += suffered
    p.hp[who] = max(0, left - damage)
    if p.hp[who] == 0:
        _exfiltrate(p, who, fate)


def _exfiltrate(p: Position, who: int, fate: Fate) -> None:
    here = p.place[who]
    if p.gadgets[who] & COLLAR:
        p.gadgets[who] &= ~COLLAR
        p.collar = here
    there = _seat_for(p, who, fate)
    displaced = p.at[there] if there != here else NOBODY
    pushed_to = NOWHERE
    if displaced != NOBODY:
        pushed_to = fate.pick(Subject.FIELD, nearest_spare(p, there) or [here])
    p.put(who, NOWHERE)
    if displaced != NOBODY:
        p.put(displaced, pushed_to)
    p.put(who, there)
    p.hp[who] = 1
    p.dazed |= 1 << who
    happened = [Happening(OperationType.EXFILTRATION, there, character=who, origin=here)]
    if displaced != NOBODY:
        happened.append(
            Happening(OperationType.MOVEMENT, pushed_to, character=displaced, origin=there)
        )
    p.happened += tuple(happened)


def _seat_for(p: Position, who: int, fate: Fate) -> int:
    """A free seat, else one from which somebody can be pushed, else where one lies."""
    seats = p.board.seats & p.board.hall or p.board.seats
    choices = seats & ~p.figures() or seats & p.crowd & ~(1 << p.place[who])
    return fate.pick(Subject.FIELD, fields_of(choices)) if choices else p.place[who]


def nearest_spare(p: Position, field: int) -> list[int]:
    """The fields nearest to one (but not itself) on which nobody stands and nothing lies."""
    taken = p.figures() | 1 << field
    for lying in (p.blade, p.collar):
        if lying != NOWHERE:
            taken |= 1 << lying
    spare = p.floor() & ~taken
    reach = 1
    while spare:
        if near := spare & p.board.near(field, reach):
            return fields_of(near)
        reach += 1
    return []


# The end


def forfeit(p: Position, player: int, reason: VictoryReason) -> None:
    """A player is out, and the other one wins."""
    p.stage, p.active, p.waiting = Stage.OVER, NOBODY, ()
    p.winner, p.reason = 1 - player, reason


def finish(p: Position, fate: Fate) -> None:
    """The match is over: chips become intelligence points, and the first difference decides."""
    for who, chips in enumerate(p.chips):
        p.ip[who] += chips * p.config.chips_to_ip_factor
    p.stage, p.active, p.waiting = Stage.OVER, NOBODY, ()
    for reason, (one, two) in _comparisons(p):
        if one != two:
            p.winner, p.reason = int(two > one), reason
            return
    p.winner, p.reason = fate.pick(Subject.WINNER, (0, 1)), VictoryReason.VICTORY_BY_RANDOMNESS


def _comparisons(p: Position) -> list[tuple[VictoryReason, tuple[int, int]]]:
    def totals(what: PlayerTally) -> tuple[int, int]:
        return p.tally[what], p.tally[len(PlayerTally) + what]

    points = [0, 0, 0]
    for who, ip in enumerate(p.ip):
        points[p.faction[who]] += ip
    hurt_one, hurt_two = totals(PlayerTally.DAMAGE)
    return [
        (VictoryReason.VICTORY_BY_IP, (points[0], points[1])),
        (VictoryReason.VICTORY_BY_COLLAR, totals(PlayerTally.COLLAR)),
        (VictoryReason.VICTORY_BY_DRINKING, totals(PlayerTally.DRUNK)),
        (VictoryReason.VICTORY_BY_SPILLING, totals(PlayerTally.POURED)),
        (VictoryReason.VICTORY_BY_HP, (-hurt_one, -hurt_two)),
    ]
