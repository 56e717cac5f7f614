"""What every gadget has: whom or what it can be aimed at, why not, and what it does.

A :class:`Tool` says which fields are targets now (this decides), why a field is none (this
explains), and carries the action out. Whether the character has the gadget, an action point and
a clear view at all is looked at before, in :mod:`spielwerk.games.spy.choosing`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from spielwerk.core import phrase
from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.fate import Fate
from spielwerk.games.spy.names import FieldState
from spielwerk.games.spy.position import NOBODY, Position

_CAT = ("the cat", "die Katze")
_JANITOR = ("the janitor", "der Hausmeister")


class ActionResult(NamedTuple):
    """What came of an action: whether it succeeded, what it met, and how likely success was."""

    successful: bool
    target: int
    chance: float | None = None
    is_enemy: bool | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A gadget as the rules see it."""

    targets: Callable[[Position, int], int]
    """The set of fields that the character can aim it at now."""
    refusal: Callable[[Position, int, int], str]
    """Why the character cannot aim it at a field; only asked where it cannot."""
    apply: Callable[[Position, int, int, Fate], ActionResult]
    """What happens when the character aims it at a field."""


def spend(p: Position, who: int, gadget: int) -> None:
    """The character has the gadget no longer."""
    p.gadgets[who] &= ~gadget


def others_beside(p: Position, who: int) -> int:
    """The fields of all characters next to this one."""
    return p.board.beside[p.place[who]] & p.crowd


def seen(p: Position, here: int, fields: int) -> int:
    """Those of the fields to which there is a line of sight."""
    blockers, between = p.blockers(), p.board.between
    if p.options.fog_hides_target:
        fields &= ~p.fog
    found = 0
    for field in fields_of(fields):
        if not between(here, field) & blockers:
            found |= 1 << field
    return found


# Words for refusals


def not_beside(p: Position, who: int, target: int) -> str | None:
    """The target is not next to the character."""
    here = p.place[who]
    if p.board.distance(here, target) == 1:
        return None
    name, field = p.name(who), p.board.name
    if here == target:
        return phrase(
            f"{name} stands on {field(target)} and would have to choose a field next to it.",
            de=f"{name} steht selbst auf {field(target)} und müsste ein Feld daneben wählen.",
        )
    return phrase(
        f"{field(target)} is not next to {name}, who stands on {field(here)}.",
        de=f"{field(target)} liegt nicht neben {name} auf {field(here)}.",
    )


def not_within(p: Position, who: int, target: int, reach: int) -> str | None:
    """The target is too far away."""
    steps = p.board.distance(p.place[who], target)
    if steps <= reach:
        return None
    field = p.board.name(target)
    return phrase(
        f"{field} is out of range: {steps} steps away, and it reaches {reach}.",
        de=f"{field} ist zu weit weg: {steps} Schritte, und es reicht {reach} weit.",
    )


def nobody_on(p: Position, target: int) -> str | None:
    """There is nobody to aim at."""
    if p.at[target] != NOBODY:
        return None
    figures, field = {p.cat: _CAT, p.janitor: _JANITOR}, p.board.name(target)
    if target in figures:
        who, wer = figures[target]
        return phrase(
            f"On {field} is {who}, who cannot be harmed or helped.",
            de=f"Auf {field} ist {wer}: Da ist weder zu schaden noch zu helfen.",
        )
    return phrase(f"Nobody stands on {field}.", de=f"Auf {field} steht niemand.")


def no_roulette(p: Position, target: int) -> str:
    """There is no table to play at."""
    field = p.board.name(target)
    return phrase(f"{field} is no roulette table.", de=f"{field} ist kein Roulettetisch.")


def a_wall(p: Position, target: int) -> str:
    """Nothing lands in a wall."""
    field = p.board.name(target)
    return phrase(f"{field} is a wall.", de=f"{field} ist eine Wand.")


def second_cocktail(p: Position, who: int) -> str:
    """One hand, one glass."""
    name = p.name(who)
    return phrase(
        f"{name} already holds a cocktail, and nobody holds two.",
        de=f"{name} hält schon einen Cocktail, und niemand hält zwei.",
    )


def unseen(p: Position, who: int, target: int, also: int = 0) -> str | None:
    """Something is in the way; ``also`` are further fields that block."""
    here, board = p.place[who], p.board
    blocking = p.blockers() | also
    if board.between(here, target) & blocking:
        at = board.first_between(here, target, blocking)
        what, was = "the edge of the map", "der Rand der Karte"
        if at is not None:
            thing, ding = _obstacle(p, at)
            what, was = f"{thing} on {board.name(at)}", f"{ding} auf {board.name(at)}"
        return phrase(
            f"There is no line of sight to {board.name(target)}: {what} is in the way.",
            de=f"Keine freie Sicht auf {board.name(target)}: {was} ist im Weg.",
        )
    if p.options.fog_hides_target and p.fog >> target & 1:
        return phrase(
            f"There is no line of sight to {board.name(target)}: fog hides it.",
            de=f"Keine freie Sicht auf {board.name(target)}: Dort ist Nebel.",
        )
    return None


def _obstacle(p: Position, field: int) -> tuple[str, str]:
    """What stands on a field, in English and in German."""
    if p.walls >> field & 1:
        return "the wall", "die Wand"
    if p.board.states[field] is FieldState.FIREPLACE:
        return "the fireplace", "der Kamin"
    if p.fog >> field & 1:
        return "the fog", "der Nebel"
    if p.at[field] != NOBODY:
        return p.name(p.at[field]), p.name(p.at[field])
    return _CAT if field == p.cat else _JANITOR


def aimless(p: Position, who: int, target: int) -> str:
    """For gadgets that only have to be carried."""
    return phrase(
        "It works by itself as long as it is carried; there is nothing to aim it at.",
        de="Es wirkt von selbst, solange man es trägt; man zielt damit nicht.",
    )
