"""What happened in a round: who steered, who went out and why. Everybody may know all of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from spielwerk.core import AccountEntry, Label, Move, Role, StepAccount, was_late
from spielwerk.games.speed.rules import TOP_SPEED, Action, SpeedBoard

_STEERED: Mapping[Action, Label] = {
    Action.TURN_LEFT: {"en": "{%s} turns left", "de": "{%s} biegt nach links"},
    Action.TURN_RIGHT: {"en": "{%s} turns right", "de": "{%s} biegt nach rechts"},
    Action.SPEED_UP: {"en": "{%s} speeds up to %d", "de": "{%s} beschleunigt auf %d"},
    Action.SLOW_DOWN: {"en": "{%s} slows down to %d", "de": "{%s} bremst auf %d"},
}
_OUT: Mapping[str, Label] = {
    "speed": {
        "en": "{%s} is out: no such speed",
        "de": "{%s} scheidet aus: So schnell oder langsam geht es nicht",
    },
    "crash": {"en": "{%s} crashes and is out", "de": "{%s} stößt zusammen und scheidet aus"},
}


def round_account(
    before: SpeedBoard, after: SpeedBoard, moves: Mapping[Role, Move], late: Collection[Role]
) -> StepAccount:
    """What everybody is told of a round."""
    told: list[AccountEntry] = []
    for role, move in moves.items():
        racer = after.racers[int(role)]
        told.append(AccountEntry("move", role, {"move": move}, _steered(move, role, racer.speed)))
    told += [was_late(role) for role in late]
    for number, racer in after.racers.items():
        role = Role(str(number))
        if before.racers[number].active and not racer.active and role not in late:
            why = "crash" if 1 <= racer.speed <= TOP_SPEED else "speed"
            told.append(AccountEntry("out", role, {"why": why}, _said(_OUT[why], role)))
    return StepAccount(tuple(told))


def _steered(move: Move, role: Role, speed: int) -> Label:
    pattern = _STEERED.get(Action(move))
    return "" if pattern is None else _said(pattern, role, speed)


def _said(pattern: Label, role: Role, *more: int) -> Label:
    assert not isinstance(pattern, str)
    return {
        language: text % ((role, *more) if "%d" in text else role)
        for language, text in pattern.items()
    }
