"""Carrying out what the active character does: spying, gambling, using properties and gadgets."""

from __future__ import annotations

from fractions import Fraction

from spielwerk.games.spy.consequences import count, gain, reveal, test_odds
from spielwerk.games.spy.fate import Fate, Odds, odds
from spielwerk.games.spy.gadgets import TOOLS, ActionResult
from spielwerk.games.spy.movement import step
from spielwerk.games.spy.names import Gadget, OperationType, Property
from spielwerk.games.spy.operations import Happening, PossibleOperation
from spielwerk.games.spy.position import NEUTRAL, NOBODY, PlayerTally, Position
from spielwerk.games.spy.settings import Roulette

_ROULETTE, _LUCKY, _UNLUCKY = Fraction(18, 37), Fraction(23, 37), Fraction(13, 37)


def act(p: Position, choice: PossibleOperation, fate: Fate) -> None:
    """The active character moves or performs an action; RETIRE is not one."""
    who = p.active
    if choice.type is OperationType.MOVEMENT:
        step(p, who, choice.target, fate)
        return
    p.ap[who] -= 1
    before, p.happened = p.happened, ()
    match choice.type:
        case OperationType.SPY_ACTION:
            result = _spy(p, who, choice.target, fate)
        case OperationType.GAMBLE_ACTION:
            result = _gamble(p, who, choice, fate)
        case OperationType.PROPERTY_ACTION:
            result = _use_property(p, who, choice, fate)
        case _:
            assert choice.gadget is not None
            result = TOOLS[choice.gadget].apply(p, who, choice.target, fate)
    done = Happening(
        choice.type,
        result.target,
        result.successful,
        who,
        gadget=choice.gadget,
        used_property=choice.used_property,
        stake=choice.stake or None,
        is_enemy=result.is_enemy,
        chance=result.chance,
    )
    p.happened = (*before, done, *p.happened)


# Spying


def safe_reach(p: Position, who: int) -> int:
    """From how far the character can open a safe."""
    return 2 if p.has(who, Property.FLAPS_AND_SEALS) else 1


def spy_targets(p: Position, who: int) -> int:
    """The people next to the character, and the safes in reach."""
    here = p.place[who]
    found = p.board.beside[here] & p.crowd
    near = p.board.near(here, safe_reach(p, who))
    for safe in p.board.safes:
        found |= near & 1 << safe
    return found


def _spy(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    if p.at[target] == NOBODY:
        return ActionResult(_open_safe(p, who, target), target)
    return _question(p, who, target, fate)


def _question(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    """Only neutral characters tell anything, but chance is asked in any case: that it was
    asked must not tell who is neutral."""
    other, mine = p.at[target], p.faction[who]
    chance = test_odds(p, who, p.config.spy_success_chance)
    success = fate.test(chance) and p.faction[other] == NEUTRAL
    if success:
        reveal(p, other)
        if not p.secrets[mine] >> other & 1:
            p.secrets[mine] |= 1 << other
            gain(p, who, p.config.secret_to_ip_factor)
            _learn_combination(p, mine, fate)
    return ActionResult(success, target, chance.chance)


def _learn_combination(p: Position, player: int, fate: Fate) -> None:
    """Chance is asked even where all combinations are known: nobody else may see that."""
    if not p.safe_numbers:
        return
    p.hunts = (*p.hunts, (player, "secret", 0))
    if not fate.test(odds(p.options.npc_key_chance)):
        return
    for number in range(1, len(p.safe_numbers) + 1):
        if not p.keys[player] >> number & 1:
            p.keys[player] |= 1 << number
            return


def _open_safe(p: Position, who: int, target: int) -> bool:
    mine, number = p.faction[who], p.safe_numbers[p.board.safes.index(target)]
    known = bool(p.keys[mine] >> number & 1)
    p.hunts = (*p.hunts, (mine, "opened" if known else "failed", number))
    if not known:
        return False
    if not p.opened[mine] >> number & 1:
        p.opened[mine] |= 1 << number
        gain(p, who, p.config.secret_to_ip_factor)
    if number < len(p.safe_numbers):
        p.keys[mine] |= 1 << number + 1
    elif not p.collar_taken:
        p.collar_taken = True
        p.gadgets[who] |= Gadget.DIAMOND_COLLAR.bit
    return True


# Roulette


def gamble_odds(p: Position, who: int, table: int) -> Odds:
    """The odds of the character at a roulette table."""
    chance = _ROULETTE
    if p.properties[who] & Property.JINX.bit:
        chance = _UNLUCKY
    elif p.properties[who] & Property.LUCKY_DEVIL.bit:
        chance = _LUCKY
    house = p.options.roulette
    won = odds(
        chance,
        halved=house is not Roulette.PLAIN and p.clammy(who),
        twice=house is Roulette.FULL and p.has(who, Property.TRADECRAFT),
    )
    return won.reversed() if p.inverted >> table & 1 else won


def _gamble(p: Position, who: int, choice: PossibleOperation, fate: Fate) -> ActionResult:
    chance = gamble_odds(p, who, choice.target)
    won = fate.test(chance)
    stake = choice.stake if won else -choice.stake
    p.chips[who] += stake
    p.table_chips[p.board.roulettes.index(choice.target)] -= stake
    if won:
        count(p, p.faction[who], PlayerTally.WON)
    return ActionResult(won, choice.target, chance.chance)


# Properties


def _use_property(p: Position, who: int, choice: PossibleOperation, fate: Fate) -> ActionResult:
    if choice.used_property is Property.BANG_AND_BURN:
        p.destroyed |= 1 << choice.target
        return ActionResult(True, choice.target)
    other, mine = p.at[choice.target], p.faction[who]
    chance = test_odds(p, who, p.config.observation_success_chance)
    success = fate.test(chance) and p.faction[other] != mine
    # That it succeeded shows the other player that it is not one of the observer's own.
    enemy = success and p.faction[other] != NEUTRAL and not p.holds(other, Gadget.POCKET_LITTER)
    if enemy:
        reveal(p, other, mine)
    if success:
        reveal(p, other, 1 - mine)
    return ActionResult(success, choice.target, chance.chance, enemy if success else None)
