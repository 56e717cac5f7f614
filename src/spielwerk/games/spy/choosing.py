"""What the active character may do now, and why it may not do something else.

:func:`choices` lists every operation there is; :func:`refusal` says in a player's words why one
is not among them. Both speak of the acting player's own side only where a faction matters, so
that neither gives away whom others work for.
"""

from __future__ import annotations

from functools import lru_cache

from spielwerk.games.spy.actions import safe_reach, spy_targets
from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.gadgets import TOOLS, Tool, nobody_on, not_beside, seen, unseen
from spielwerk.games.spy.movement import step_targets
from spielwerk.games.spy.names import FieldState, Gadget, OperationType, Property, named
from spielwerk.games.spy.operations import RETIRE, PossibleOperation
from spielwerk.games.spy.position import DAMPENED, NOBODY, Position

_USED = (Property.BANG_AND_BURN, Property.OBSERVATION)
_COCKTAIL = Gadget.COCKTAIL.bit


def choices(p: Position) -> list[PossibleOperation]:
    """Everything the active character may do, RETIRE last."""
    who = p.active
    here = p.place[who]
    found: list[PossibleOperation] = []
    if p.mp[who] > 0:
        found += [
            PossibleOperation(OperationType.MOVEMENT, field) for field in step_targets(p, here)
        ]
    if p.ap[who] > 0 and not p.fog >> here & 1:
        found += [
            PossibleOperation(OperationType.SPY_ACTION, field)
            for field in fields_of(spy_targets(p, who))
        ]
        found += _gambles(p, who)
        found += _gadget_actions(p, who)
        found += _property_actions(p, who)
    found.append(RETIRE)
    return found


def _gambles(p: Position, who: int) -> list[PossibleOperation]:
    beside, mine = p.board.beside[p.place[who]], p.chips[who]
    return [
        PossibleOperation(OperationType.GAMBLE_ACTION, table, stake=stake)
        for table, chips in zip(p.board.roulettes, p.table_chips, strict=True)
        if beside >> table & 1 and not p.destroyed >> table & 1
        for stake in range(1, min(mine, chips) + 1)
    ]


def _gadget_actions(p: Position, who: int) -> list[PossibleOperation]:
    found = []
    # Cocktails are taken from tables, so that one need not have one to use one.
    for gadget, tool in _tools(p.gadgets[who] | _COCKTAIL):
        if targets := tool.targets(p, who):
            found += [
                PossibleOperation(OperationType.GADGET_ACTION, field, gadget)
                for field in fields_of(targets)
            ]
    return found


@lru_cache(maxsize=4_096)
def _tools(gadgets: int) -> tuple[tuple[Gadget, Tool], ...]:
    return tuple((gadget, TOOLS[gadget]) for gadget in named(Gadget, gadgets))


def _property_actions(p: Position, who: int) -> list[PossibleOperation]:
    found = []
    for used in _USED:
        if p.has(who, used):
            found += [
                PossibleOperation(OperationType.PROPERTY_ACTION, field, used_property=used)
                for field in fields_of(_property_targets(p, who, used))
            ]
    return found


def _property_targets(p: Position, who: int, used: Property) -> int:
    here = p.place[who]
    if used is Property.OBSERVATION:
        return seen(p, here, p.crowd & ~(1 << here))
    beside = p.board.beside[here] & ~p.destroyed
    return sum(1 << table for table in p.board.roulettes if beside >> table & 1)


# Refusals


def refusal(p: Position, choice: PossibleOperation) -> str:
    """Why the active character may not do this; only asked where it may not."""
    who, name = p.active, p.name(p.active)
    if choice.type is OperationType.MOVEMENT:
        if p.mp[who] == 0:
            return f"{name} has no movement points left."
        return _step_refusal(p, who, choice.target)
    if p.ap[who] == 0:
        return f"{name} has no action points left."
    if p.fog >> p.place[who] & 1:
        return f"{name} stands in fog and can only move."
    match choice.type:
        case OperationType.SPY_ACTION:
            return _spy_refusal(p, who, choice.target)
        case OperationType.GAMBLE_ACTION:
            return _gamble_refusal(p, who, choice)
        case OperationType.PROPERTY_ACTION:
            return _property_refusal(p, who, choice)
    assert choice.gadget is not None
    if choice.gadget is not Gadget.COCKTAIL and not p.holds(who, choice.gadget):
        return f"{name} does not have the {choice.gadget}."
    return TOOLS[choice.gadget].refusal(p, who, choice.target)


def _step_refusal(p: Position, who: int, target: int) -> str:
    if far := not_beside(p, who, target):
        return far
    state = FieldState.WALL if p.walls >> target & 1 else p.board.states[target]
    return f"Nobody can walk on {p.board.name(target)}: there is a {_word(state)}."


def _spy_refusal(p: Position, who: int, target: int) -> str:
    if p.board.states[target] is FieldState.SAFE:
        steps, reach = p.board.distance(p.place[who], target), safe_reach(p, who)
        return f"The safe on {p.board.name(target)} is {steps} steps away; {reach} would do."
    return not_beside(p, who, target) or nobody_on(p, target) or ""


def _gamble_refusal(p: Position, who: int, choice: PossibleOperation) -> str:
    field = p.board.name(choice.target)
    if p.board.states[choice.target] is not FieldState.ROULETTE_TABLE:
        return f"{field} is no roulette table."
    if far := not_beside(p, who, choice.target):
        return far
    chips = p.table_chips[p.board.roulettes.index(choice.target)]
    if p.destroyed >> choice.target & 1:
        return f"The roulette table on {field} is destroyed."
    if chips == 0:
        return f"The roulette table on {field} is bankrupt."
    if choice.stake > p.chips[who]:
        return f"{p.name(who)} has {p.chips[who]} chips and cannot stake {choice.stake}."
    if choice.stake > chips:
        return f"The table on {field} has {chips} chips left and cannot hold {choice.stake}."
    return "The stake is at least one chip."


def _property_refusal(p: Position, who: int, choice: PossibleOperation) -> str:
    used, name = choice.used_property, p.name(who)
    assert used is not None
    if used not in _USED:
        return f"{used} works by itself; only {' and '.join(_USED)} are used in an action."
    if not p.properties[who] & used.bit:
        return f"{name} does not have the property {used}."
    if used.bit & DAMPENED and not p.has(who, used):
        return f"The moledie in the pocket keeps {name} from using {used}."
    if used is Property.BANG_AND_BURN:
        if p.board.states[choice.target] is not FieldState.ROULETTE_TABLE:
            return f"{p.board.name(choice.target)} is no roulette table."
        return not_beside(p, who, choice.target) or "This roulette table is destroyed already."
    if p.at[choice.target] in (NOBODY, who):
        return nobody_on(p, choice.target) or f"{name} cannot observe themselves."
    return unseen(p, who, choice.target) or ""


def _word(state: FieldState) -> str:
    return state.lower().replace("_", " ")
