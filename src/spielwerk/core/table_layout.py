"""A table as the page draws it: hands, rows, piles, counters and boards, whatever the rules are.

A game puts ``tabletop(...)`` under ``"table"`` into its views; the page and the terminal draw it
without knowing the game. Areas go in, JSON-able values come out. A :data:`Label` is one text, or
one for each language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from spielwerk.core.game import Json, Move, Role
from spielwerk.core.presentation import Label

__all__ = ["Area", "Card", "Cards", "Counters", "Label", "Pile", "SquareBoard", "tabletop"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card, tile, piece or token. Who may not know what it is gets one that is ``hidden``."""

    label: Label = ""
    color: str = ""
    """``yellow``, ``blue``, ``green``, ``red``, ``purple``, ``orange``, ``white`` or ``black``."""
    corner: str = ""
    """A few characters, such as what it costs."""
    note: Label = ""
    """What it is good for, in a sentence."""
    shape: str = "card"
    """``card``, ``token``, ``man`` or ``die``."""
    hidden: bool = False
    moves: tuple[Move, ...] = ()
    """What its viewer can do with it now: legal moves."""

    def to_json(self) -> dict[str, Json]:
        if self.hidden:
            return {"hidden": True, "shape": self.shape, **_given(moves=list(self.moves))}
        return {
            "label": _label(self.label),
            "shape": self.shape,
            **_given(
                color=self.color,
                corner=self.corner,
                note=_label(self.note),
                moves=list(self.moves),
            ),
        }


@dataclass(frozen=True, slots=True)
class Cards:
    """Things side by side: a hand, a row, a city."""

    label: Label
    cards: Sequence[Card]
    role: Role | None = None
    """At whose place they lie; in the middle if nobody's."""

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": "cards",
            "label": _label(self.label),
            "role": self.role,
            "cards": [card.to_json() for card in self.cards],
        }


@dataclass(frozen=True, slots=True)
class Pile:
    """Things on top of each other, of which at most the topmost is seen."""

    label: Label
    count: int
    top: Card | None = None
    role: Role | None = None

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": "pile",
            "label": _label(self.label),
            "role": self.role,
            "count": self.count,
            "top": self.top.to_json() if self.top else None,
        }


@dataclass(frozen=True, slots=True)
class Counters:
    """Numbers and short facts with a name: gold, points, whose turn it is."""

    label: Label
    values: Sequence[tuple[Label, int | Label]]
    role: Role | None = None

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": "counters",
            "label": _label(self.label),
            "role": self.role,
            "values": [
                [_label(name), value if isinstance(value, int) else _label(value)]
                for name, value in self.values
            ],
        }


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """Squares with things on them. A move that names squares can be made by clicking them."""

    label: Label
    columns: Sequence[str]
    """From left to right."""
    rows: Sequence[str]
    """From top to bottom."""
    cards: Mapping[tuple[str, str], Sequence[Card]] = field(default_factory=dict)
    """What lies on the square of a column and a row."""
    moves: Mapping[Move, Sequence[tuple[str, str]]] = field(default_factory=dict)
    """Legal moves with their squares: the one to click, or from where to where."""
    colors: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The colour of a square's ground, where it is not plain."""

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": "board",
            "label": _label(self.label),
            "role": None,
            "columns": list(self.columns),
            "rows": list(self.rows),
            "squares": [
                {"at": list(at), "cards": [card.to_json() for card in cards]}
                for at, cards in self.cards.items()
                if cards
            ],
            "colors": [[*at, color] for at, color in self.colors.items()],
            "moves": [[move, [list(at) for at in squares]] for move, squares in self.moves.items()],
        }


Area: TypeAlias = Cards | Pile | Counters | SquareBoard


def tabletop(areas: Iterable[Area], moves: Mapping[Move, Label] | None = None) -> dict[str, Json]:
    """What stands under ``"table"`` in a view: the areas, and what legal moves are called."""
    named = {move: _label(label) for move, label in (moves or {}).items()}
    return {"areas": [area.to_json() for area in areas], "moves": named}


def _label(label: Label) -> Json:
    return label if isinstance(label, str) else dict(label)


def _given(**values: Json) -> dict[str, Json]:
    return {name: value for name, value in values.items() if value}
