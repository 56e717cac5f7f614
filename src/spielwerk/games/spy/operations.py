"""What players may choose, and what then happens, as values and as text.

A :class:`Choice` is one operation of the active character: what :meth:`parse_choice` reads and
the rules decide about. A :class:`Happening` is one entry of the standard's ``operations`` list:
what was done, to which field, and whether it succeeded.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from spielwerk.games.spy.board import CasinoBoard
from spielwerk.games.spy.names import Gadget, OperationType, Property


class PossibleOperation(NamedTuple):
    """An operation that the active character may perform."""

    type: OperationType
    target: int = -1
    """The number of the target field; RETIRE has none."""
    gadget: Gadget | None = None
    used_property: Property | None = None
    stake: int = 0


RETIRE = PossibleOperation(OperationType.RETIRE)


class Happening(NamedTuple):
    """One operation that was carried out, as the standard lists them."""

    type: OperationType
    target: int
    """The number of the target field: the final one, where an attack was diverted."""
    successful: bool = True
    character: int | None = None
    """The number of the character that acted, or was exfiltrated; cat and janitor have none."""
    origin: int | None = None
    """Where a movement or an exfiltration began."""
    gadget: Gadget | None = None
    used_property: Property | None = None
    stake: int | None = None
    is_enemy: bool | None = None
    """What an observation found out: only for the eyes of the observer's player."""
    chance: float | None = None
    """How probable success was, where chance decided."""


_WORDS = {
    OperationType.MOVEMENT: "move",
    OperationType.SPY_ACTION: "spy",
    OperationType.GAMBLE_ACTION: "gamble",
    OperationType.GADGET_ACTION: "use",
    OperationType.PROPERTY_ACTION: "use",
}
_PATTERN = re.compile(
    r"(?P<verb>move|spy|gamble|use)(?: (?P<tool>[a-z_]+))? (?P<x>\d{1,3})/(?P<y>\d{1,3})"
    r"(?: (?P<stake>\d{1,9}))?",
    re.IGNORECASE,
)


def choice_text(board: CasinoBoard, choice: PossibleOperation) -> str:
    """The canonical text of a choice: ``move 3/4``, ``use JETPACK 1/1``, ``gamble 3/3 5``."""
    if choice.type is OperationType.RETIRE:
        return "retire"
    tool = choice.gadget or choice.used_property
    parts = [_WORDS[choice.type], tool or "", board.name(choice.target)]
    if choice.type is OperationType.GAMBLE_ACTION:
        parts.append(str(choice.stake))
    return " ".join(filter(None, parts))


def parse_choice(board: CasinoBoard, text: str) -> PossibleOperation | str:
    """The choice that a text means, or what is wrong with the text."""
    words = " ".join(text.split())
    if words.lower() == "retire":
        return RETIRE
    found = _PATTERN.fullmatch(words)
    if not found:
        return "Write 'move 3/4', 'spy 3/4', 'gamble 3/4 5', 'use JETPACK 3/4' or 'retire'"
    target = board.numbers.get((int(found["x"]), int(found["y"])))
    if target is None:
        return f"There is no field {int(found['x'])}/{int(found['y'])} on this map"
    verb, tool = found["verb"].lower(), (found["tool"] or "").upper()
    if (verb == "use") != bool(tool):
        return "Only 'use' names a gadget or a property" if tool else "Say what to use"
    if (verb == "gamble") != (found["stake"] is not None):
        return "A stake belongs to 'gamble': 'gamble 3/4 5'"
    return _choice(verb, tool, target, int(found["stake"] or 0))


def _choice(verb: str, tool: str, target: int, stake: int) -> PossibleOperation | str:
    match verb:
        case "move":
            return PossibleOperation(OperationType.MOVEMENT, target)
        case "spy":
            return PossibleOperation(OperationType.SPY_ACTION, target)
        case "gamble":
            return PossibleOperation(OperationType.GAMBLE_ACTION, target, stake=stake)
    if tool in Gadget.__members__:
        return PossibleOperation(OperationType.GADGET_ACTION, target, gadget=Gadget(tool))
    if tool in Property.__members__:
        return PossibleOperation(
            OperationType.PROPERTY_ACTION, target, used_property=Property(tool)
        )
    return f"There is neither a gadget nor a property called {tool}"
