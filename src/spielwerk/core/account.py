"""What happened in a step of a match, as far as each role may know of it.

A state before and after a step, and the moves between, go in (``Game.account``); a
:class:`StepAccount` comes out, with one telling for every role and one for a spectator. A telling
is a row of :class:`AccountEntry` values: fields for programs, a sentence a language for people. The
views and the tellings of a role are all it ever learns of a match.

A sentence names players as ``{role}``, so that a page can call them as it does everywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from spielwerk.core.once import once
from spielwerk.core.presentation import Label, MoveCard

if TYPE_CHECKING:
    from spielwerk.core.game import Game, Json, Move, Role, State

_SLOT = re.compile(r"\{([^{}]*)\}")
CHANCE_NAMES = {"en": "Chance", "de": "Der Zufall"}


@dataclass(frozen=True)
class AccountEntry:
    """One thing that happened. What does not belong to its ``kind`` is not among its fields.

    ======== ======================================================================================
    move     ``who`` made a ``move``
    late     ``who`` did not answer in time
    saw      ``who`` perceived ``what``
    value    ``what`` (of the player ``of``, or of nobody) went ``from`` a value ``to`` another
    things   ``count`` things, ``what`` where one may know it, went ``from`` a place ``to`` another
    shown    ``what`` lies at ``place``: it is seen for the first time
    link     ``what`` (of the player ``of``, or of nobody) names ``to``, and no longer ``from``
    said     the rules say a sentence; the fields are what it speaks of
    ======== ======================================================================================

    A game may have kinds of its own.
    """

    kind: str
    who: Role | None = None
    """Whose deed it was."""
    fields: Mapping[str, Json] = field(default_factory=dict)
    text: Label = ""
    """The sentence; nothing where the entry only completes another for programs."""

    def __hash__(self) -> int:
        return hash((self.kind, self.who, repr(self.text)))

    @once
    def json(self) -> dict[str, Json]:
        """The entry as JSON, without what it does not say. Made once: leave it as it is."""
        text = self.text if isinstance(self.text, str) else dict(self.text)
        said: dict[str, Json] = {"who": self.who, "fields": dict(self.fields), "text": text}
        return {"kind": self.kind} | {name: value for name, value in said.items() if value}

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> AccountEntry:
        """What :attr:`json` gave."""
        return cls(row["kind"], row.get("who"), row.get("fields", {}), row.get("text", ""))

    def sentence(self, language: str = "en", names: Mapping[str, str] | None = None) -> str:
        """What people are told, with players by their names."""
        text = self.text
        if not isinstance(text, str):
            text = text.get(language) or text.get("en") or next(iter(text.values()), "")
        return filled(text, names or {}, language)


Telling: TypeAlias = tuple[AccountEntry, ...]
"""What one role, or a spectator, may know of a step."""


@dataclass(frozen=True, slots=True)
class StepAccount:
    """What happened in a step: to each role, and to a spectator, what it may know of it."""

    spectator: Telling = ()
    roles: Mapping[Role, Telling] = field(default_factory=dict)
    """Those who may know something else than a spectator."""

    def of(self, role: Role | None) -> Telling:
        """What ``role`` may know; ``None`` is a spectator."""
        return self.spectator if role is None else self.roles.get(role, self.spectator)

    def to_json(self) -> dict[str, Json]:
        """All of it, for those who keep it for everybody."""
        return {
            "spectator": [one.json for one in self.spectator],
            "roles": {role: [one.json for one in told] for role, told in self.roles.items()},
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> StepAccount:
        """What :meth:`to_json` gave."""
        spectator = tuple(map(AccountEntry.from_json, row["spectator"]))
        roles = {
            role: tuple(map(AccountEntry.from_json, told)) for role, told in row["roles"].items()
        }
        return cls(spectator, roles)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of how a score came about: what is counted, and what each role got for it."""

    label: Label
    values: Mapping[Role, Json]
    kind: str = "part"
    """``part`` of the score, the ``score`` itself, or what breaks a ``tie``."""

    def to_json(self) -> dict[str, Json]:
        label = self.label if isinstance(self.label, str) else dict(self.label)
        return {"label": label, "values": dict(self.values), "kind": self.kind}

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> ScoreLine:
        """What :meth:`to_json` gave."""
        return cls(row["label"], row["values"], row["kind"])


def filled(text: str, names: Mapping[str, str], language: str = "en") -> str:
    """A sentence with players by their names; whoever has none there has that of the role."""
    return _SLOT.sub(lambda slot: names.get(slot[1]) or _name(slot[1], language), text)


def _name(role: str, language: str) -> str:
    if role == "random":
        return CHANCE_NAMES.get(language, CHANCE_NAMES["en"])
    return role[:1].upper() + role[1:]


def plain_account(
    game: Game, before: State, moves: Mapping[Role, Move], late: Collection[Role] = ()
) -> StepAccount:
    """The account of a game that says nothing about it: its moves, where nothing is hidden.

    Where something is, everybody is told their own move alone.
    """
    told = [
        *(moved(before.card(role, move), role) for role, move in moves.items()),
        *(was_late(role) for role in late),
    ]
    if not game.hidden:
        return StepAccount(tuple(told))
    return StepAccount(
        tuple(one for one in told if one.kind == "late"),
        {role: tuple(h for h in told if h.kind == "late" or h.who == role) for role in game.roles},
    )


def moved(card: MoveCard, role: Role) -> AccountEntry:
    """That somebody made a move, which everybody who is told may know."""
    named = card.label or {}
    if isinstance(named, str):
        named = dict.fromkeys(_PLAYS, named)
    text = {language: f"{{{role}}}: {_safe(said)}" for language, said in named.items()} or {
        language: f"{{{role}}} {plays} {_safe(card.short)}" for language, plays in _PLAYS.items()
    }
    return AccountEntry("move", role, {"move": card.move}, text)


_PLAYS = {"en": "plays", "de": "spielt"}
"""What is said of a move that has no name of its own; one that has may be a whole phrase."""


def was_late(role: Role) -> AccountEntry:
    """That somebody did not answer in time."""
    text = {
        "en": f"{{{role}}} did not answer in time",
        "de": f"{{{role}}} hat nicht rechtzeitig geantwortet",
    }
    return AccountEntry("late", role, {}, text)


def _safe(text: str) -> str:
    """A text that names no player, whatever it says."""
    return text.replace("{", "(").replace("}", ")")


def told_lines(
    told: Sequence[AccountEntry], language: str = "en", names: Mapping[str, str] | None = None
) -> list[str]:
    """What people are told of a step, line by line."""
    return [said for one in told if (said := one.sentence(language, names))]
