"""What clients of the later dialect may ask for by key, and what they are told.

Factions and gadgets of a player are for that player and for spectators; anybody else gets null,
and so does whoever asks for something that does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from spielwerk.core import Json, Role, State
from spielwerk.games.spy import NEUTRAL, ROLES, DraftState, Gadget, PlayState, Spy, named
from spielwerk.protocols.spy.fixture import information
from spielwerk.protocols.spy.values import CHARACTER_SETTINGS, LEVEL, SETTINGS
from spielwerk.protocols.spy.wire import Revision


@dataclass(frozen=True, slots=True)
class Asked:
    """What answers depend on: the match, and who asks."""

    game: Spy
    state: State | None
    """None before the match."""
    seat: Role | None
    """None is a spectator."""
    spectators: tuple[str, ...]
    pause_left: float | None
    """Seconds until the pause ends by itself; None where there is none."""


def answer_keys(asked: Asked, keys: Collection[str]) -> dict[str, Json]:
    """What there is to be said under each of these keys."""
    return {key: _answer(asked, key) for key in keys}


def _answer(asked: Asked, key: str) -> Json:
    # Implementations write some words differently; all of them are understood.
    known = _ANSWERS.get(key.replace("Fraction.", "Faction.").lower())
    return None if known is None else known(asked)


def _faction(number: int) -> Callable[[Asked], Json]:
    def answer(asked: Asked) -> Json:
        state = asked.state
        if not _may_know(asked, number) or not isinstance(state, PlayState):
            return None
        position = state.position
        ids = [each.character_id for each in asked.game.setting.characters]
        people = enumerate(position.faction)
        return [str(ids[position.cast[who]]) for who, faction in people if faction == number]

    return answer


def _gadgets(number: int) -> Callable[[Asked], Json]:
    def answer(asked: Asked) -> Json:
        if not _may_know(asked, number):
            return None
        match asked.state:
            case DraftState(draft=draft) if asked.seat is not None:
                return [gadget.value for gadget in draft.hands[number].gadgets]
            case PlayState(position=position):
                owned = 0
                for who, faction in enumerate(position.faction):
                    owned |= position.gadgets[who] if faction == number else 0
                return [gadget.value for gadget in named(Gadget, owned)]
        return None

    return answer


def _may_know(asked: Asked, number: int) -> bool:
    if asked.seat is None:
        return True
    return number != NEUTRAL and ROLES[number] == asked.seat


_ANSWERS: dict[str, Callable[[Asked], Json]] = {
    "spectator.count": lambda asked: len(asked.spectators),
    "spectator.members": lambda asked: list(asked.spectators),
    "spectator.names": lambda asked: list(asked.spectators),
    "configuration.scenario": lambda asked: LEVEL.write(
        asked.game.setting.board.scenario, Revision.LATER
    ),
    "configuration.matchconfig": lambda asked: SETTINGS.write(
        asked.game.setting.config, Revision.LATER
    ),
    "configuration.characterinformation": lambda asked: CHARACTER_SETTINGS.write(
        information(asked.game), Revision.LATER
    ),
    "game.remainingpausetime": lambda asked: (
        None if asked.pause_left is None else round(asked.pause_left)
    ),
    "faction.player1": _faction(0),
    "faction.player2": _faction(1),
    "faction.neutral": _faction(NEUTRAL),
    "gadgets.player1": _gadgets(0),
    "gadgets.player2": _gadgets(1),
}
