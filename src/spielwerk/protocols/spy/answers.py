"""What clients answer, as moves of the game.

A message that fits what the client was asked gives moves that are legal. Anything else raises:
:class:`OutOfPlace` where nobody asked for it (it may just be late), :class:`Offence` where it
breaks the rules.
"""

from __future__ import annotations

from spielwerk.core import Move, Role, SpielwerkError, State
from spielwerk.games.spy import (
    RETIRE,
    ROLES,
    DraftState,
    OperationType,
    PlayState,
    PossibleOperation,
)
from spielwerk.protocols.spy.fixture import ArrangedMatch
from spielwerk.protocols.spy.messages import EquipmentChoice, GameOperation, ItemChoice, SpyMessage
from spielwerk.protocols.spy.values import Operation, Point


class Offence(SpielwerkError):
    """An answer against the rules, for which the standard disqualifies; the text says why."""


class OutOfPlace(Offence):
    """An answer to something that is not asked, or not any more."""


def moves_of(fixture: ArrangedMatch, state: State, role: Role, message: SpyMessage) -> list[Move]:
    """The moves that a player's message means now.

    :raises OutOfPlace: it is no answer to what the player is asked now
    :raises Offence: it is not allowed
    """
    if state.legal(role):
        match state, message:
            case DraftState(), ItemChoice():
                return [_taken(fixture, state, role, message)]
            case DraftState(), EquipmentChoice():
                return _given(fixture, state, role, message)
            case PlayState(), GameOperation():
                return [_operation(fixture, state, role, message.operation)]
    raise OutOfPlace(f"Nobody asked you for a {message.standard} now.")


def _taken(fixture: ArrangedMatch, state: DraftState, role: Role, choice: ItemChoice) -> Move:
    hand = state.draft.hands[ROLES.index(role)]
    if not hand.choosing:
        raise OutOfPlace("You have chosen eight items; now you are asked for your equipment.")
    if choice.offer_nr not in (None, hand.chosen + 1):
        raise OutOfPlace(f"You were made offer {hand.chosen + 1}, not {choice.offer_nr}.")
    if (choice.chosen_character_id is None) == (choice.chosen_gadget is None):
        raise Offence("Choose either a character or a gadget; the other one is null.")
    if choice.chosen_character_id is not None:
        name = fixture.names.get(choice.chosen_character_id)
        move = Move(f"take character {name}")
    else:
        move = Move(f"take gadget {choice.chosen_gadget}")
    if move not in state.legal(role):
        # Without offer numbers nobody can tell a late choice from one of something else.
        wrong = OutOfPlace if choice.offer_nr is None else Offence
        raise wrong("This was not offered to you.")
    return move


def _given(
    fixture: ArrangedMatch, state: DraftState, role: Role, choice: EquipmentChoice
) -> list[Move]:
    hand = state.draft.hands[ROLES.index(role)]
    if not hand.equipping:
        raise OutOfPlace("You have not chosen eight items yet.")
    people = [state.draft.setting.characters[who] for who in hand.characters]
    mine = {each.character_id: each.name for each in people}
    bearers = {}
    for who, gadgets in choice.equipment.items():
        if who not in mine:
            raise Offence(f"{fixture.names.get(who, who)} does not work for you.")
        for gadget in gadgets:
            if gadget not in hand.gadgets or gadget in bearers:
                raise Offence(f"The {gadget} is not yours to hand out, or was handed out twice.")
            bearers[gadget] = mine[who]
    missing = [gadget for gadget in hand.gadgets if gadget not in bearers]
    if missing:
        raise Offence(f"Nobody was given the {', '.join(missing)}.")
    left = hand.gadgets[len(hand.bearers) :]
    return [Move(f"give {gadget} to {bearers[gadget]}") for gadget in left]


def _operation(fixture: ArrangedMatch, state: PlayState, role: Role, wanted: Operation) -> Move:
    position = state.position
    active = position.name(position.active)
    if wanted.character_id != fixture.ids[active]:
        name = fixture.names.get(wanted.character_id, "Whoever that is")
        raise OutOfPlace(f"It is the turn of {active}; {name} has to wait.")
    move = fixture.game.text(_choice(state, wanted))
    if move not in state.legal(role):
        raise Offence(state.why_not(role, move).claim)
    here = position.place[position.active]
    if wanted.origin is not None and _field(state, wanted.origin) != here:
        raise Offence(f"{active} stands on {position.board.name(here)}, not where 'from' says.")
    return move


def _choice(state: PlayState, wanted: Operation) -> PossibleOperation:
    if wanted.type is OperationType.RETIRE:
        return RETIRE
    assert wanted.target is not None
    return PossibleOperation(
        wanted.type,
        _field(state, wanted.target),
        wanted.gadget,
        wanted.used_property,
        wanted.stake or 0,
    )


def _field(state: PlayState, point: Point) -> int:
    field = state.position.board.numbers.get((point.x, point.y))
    if field is None:
        raise Offence(f"There is no field {point.x}/{point.y} on this map.")
    return field
