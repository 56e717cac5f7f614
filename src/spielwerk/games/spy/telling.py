"""What happened in a step of No Time to Spy, as either player and a spectator may know it.

Everybody sees what characters do and how it ends; what an observation found out is for the
observer's player alone, and so is what is chosen in the draft.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from spielwerk.core import (
    AccountEntry,
    Json,
    Label,
    Move,
    Role,
    State,
    StepAccount,
    moved,
    was_late,
)
from spielwerk.games.spy.drafting import DraftState
from spielwerk.games.spy.entry import ROLES
from spielwerk.games.spy.names import Gadget, OperationType
from spielwerk.games.spy.operations import Happening
from spielwerk.games.spy.picture import operation_picture
from spielwerk.games.spy.play import PlayState
from spielwerk.games.spy.position import Position
from spielwerk.games.spy.sentences import CHANGED, SAFE, SENTENCES

_PLAIN = {
    OperationType.MOVEMENT: "move",
    OperationType.RETIRE: "retire",
    OperationType.EXFILTRATION: "exfiltration",
    OperationType.CAT_ACTION: "cat",
    OperationType.JANITOR_ACTION: "janitor",
}
_CHOSE = {"en": "{%s} has chosen", "de": "{%s} hat gewählt"}


def spy_account(
    before: State, after: State, moves: Mapping[Role, Move], late: Collection[Role]
) -> StepAccount:
    """What everybody may know of a step."""
    lateness = tuple(was_late(role) for role in late)
    if isinstance(before, DraftState):
        return _drafted(before, after, moves, lateness)
    assert isinstance(before, PlayState)
    assert isinstance(after, PlayState)
    spectator, *players = (
        (*lateness, *_operations(before.position, after, viewer)) for viewer in (None, 0, 1)
    )
    return StepAccount(spectator, dict(zip(ROLES, players, strict=True)))


def _drafted(
    before: DraftState,
    after: State,
    moves: Mapping[Role, Move],
    lateness: tuple[AccountEntry, ...],
) -> StepAccount:
    """Everybody knows who has chosen how much, and what they chose themselves."""
    counts = before.view(None)["chosen"]
    now = after.view(None)["chosen"] if isinstance(after, DraftState) else counts
    told: dict[Role | None, tuple[AccountEntry, ...]] = {}
    for reader in (None, *ROLES):
        entries = list(lateness)
        for role, move in moves.items():
            place = ROLES.index(role)
            if role == reader:
                entries.append(moved(before.card(role, move), role))
            elif now[place] != counts[place]:
                text = {language: said % role for language, said in _CHOSE.items()}
                entries.append(AccountEntry("chose", role, {"chosen": now[place]}, text))
        told[reader] = tuple(entries)
    return StepAccount(told[None], {role: told[role] for role in ROLES})


def _operations(before: Position, after: PlayState, viewer: int | None) -> list[AccountEntry]:
    p, happened = after.position, after.happened
    changes = _changes(before, p)
    telling = next((n for n, one in enumerate(happened) if one.type not in _PLAIN), 0)
    entries = []
    for place, one in enumerate(happened):
        shown = operation_picture(p, one, viewer)
        noted = changes if place == telling else []
        fields: dict[str, Json] = {"operation": shown, "changes": noted, "round": p.round}
        said = _with_changes(_sentence(before, p, one, shown), noted)
        entries.append(AccountEntry("operation", None, fields, said))
    return entries


def _changes(before: Position, after: Position) -> list[Json]:
    """Numbers of characters that went up or down, which all see."""
    found: list[Json] = []
    for who in after.present():
        if who not in before.present():
            continue
        for kind in CHANGED:
            by = getattr(after, kind)[who] - getattr(before, kind)[who]
            if by:
                found.append({"name": after.name(who), "kind": kind, "by": by})
    return found


def _with_changes(sentence: Mapping[str, str], changes: list[Json]) -> Label:
    """A sentence, and behind it what went up or down by that."""
    if not changes:
        return sentence
    found = {}
    for language, text in sentence.items():
        noted = ", ".join(
            f"{one['name']} {CHANGED[one['kind']][language].format(n=_signed(one['by']))}"
            for one in changes
        )
        found[language] = f"{text} ({noted})"
    return found


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


def _sentence(
    before: Position, p: Position, one: Happening, shown: Mapping[str, Json]
) -> Mapping[str, str]:
    person = next((who for who in before.present() if before.place[who] == one.target), None)
    safe = _safe_at(before, one.target)
    which = _which(before, one, shown, safe)
    pattern = SENTENCES.get(which)
    name = "" if one.character is None else p.name(one.character)
    if pattern is None:
        tool = one.gadget or one.used_property or one.type
        return dict.fromkeys(CHANGED["hp"], f"{name}: {tool.value}")
    found = {}
    for language, text in pattern.items():
        other = shown["target"]
        if person is not None:
            other = before.name(person)
        elif safe:
            other = SAFE[language].format(n=safe)
        values = {"name": name, "other": other, "field": shown["target"], "stake": one.stake}
        found[language] = text.format_map(values)
    return found


def _safe_at(p: Position, field: int) -> int:
    return dict(zip(p.board.safes, p.safe_numbers, strict=True)).get(field, 0)


def _which(before: Position, one: Happening, shown: Mapping[str, Json], safe: int) -> str:
    """Which sentence tells of an operation."""
    end = "yes" if one.successful else "no"
    if one.type in _PLAIN:
        return _PLAIN[one.type]
    if one.type is OperationType.SPY_ACTION:
        return f"{'safe' if safe else 'spy'}.{end}"
    if one.type is OperationType.GAMBLE_ACTION:
        return f"gamble.{end}"
    if "is_enemy" in shown:
        return f"OBSERVATION.{'enemy' if shown['is_enemy'] else 'friend'}"
    if one.gadget is Gadget.COCKTAIL and one.character is not None:
        if not before.gadgets[one.character] & Gadget.COCKTAIL.bit:
            return "COCKTAIL.take"
        if before.place[one.character] == one.target:
            return "COCKTAIL.drink"
    tool = one.gadget or one.used_property
    return f"{tool.value if tool else one.type.value}.{end}"
