"""How a game shows itself: values that a page or a terminal draws without knowing the game.

A game says what its board looks like (:class:`Layout`); a state lays its view out
(:class:`Scene`) and says how a move looks (:class:`MoveCard`). All of them are JSON-able and come
back from JSON. A game that says nothing is shown as well: its view as facts, its moves as buttons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from spielwerk.core.once import once

if TYPE_CHECKING:
    from spielwerk.core.game import Json, Move, View

Label: TypeAlias = str | Mapping[str, str]
"""A text, or texts by language (``de``, ``en``)."""

Words: TypeAlias = "str | Sequence[Words]"
"""A word of the rules, which a page may translate; or several that belong together."""


@dataclass(frozen=True)
class Layout:
    """A board: columns from left to right, rows from top to bottom, and what it is made of."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    board: str = "square"
    """``square``, or ``hex``: each row half a cell further right than the one above."""
    ground: str = "plain"
    """``checked`` where pieces travel, ``rack`` where they are dropped into columns, ``plain``."""
    glyphs: Mapping[str, str] = field(default_factory=dict)
    """What to draw for a piece; nothing draws it as free."""
    edges: Mapping[str, str] = field(default_factory=dict)
    """The colours of its sides: left, right, top, bottom."""

    @once
    def squares(self) -> Mapping[str, tuple[str, str]]:
        """The names of all squares in reading order, each with its column and row."""
        return {square_name(c, r): (c, r) for r in self.rows for c in self.columns}

    def square(self, column: str, row: str) -> str | None:
        """The name of a square; ``None`` if it is not on the board."""
        name = square_name(column, row)
        return name if self.squares.get(name) == (column, row) else None

    def split(self, words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The squares that words name, a column and then a row; and the words that are left."""
        squares: list[str] = []
        rest: list[str] = []
        at = 0
        while at < len(words):
            found = self.square(words[at], words[at + 1]) if at + 1 < len(words) else None
            if found is None:
                rest.append(words[at])
            else:
                squares.append(found)
            at += 1 if found is None else 2
        return tuple(squares), tuple(rest)

    def to_json(self) -> dict[str, Json]:
        names = list(self.squares)
        wide = len(self.columns)
        return {
            "board": self.board,
            "ground": self.ground,
            "columns": list(self.columns),
            "rows": list(self.rows),
            "squares": [names[at : at + wide] for at in range(0, len(names), wide)],
            "glyphs": dict(self.glyphs),
            "edges": dict(self.edges),
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> Layout:
        """What :meth:`to_json` gave."""
        columns, rows = tuple(row["columns"]), tuple(row["rows"])
        return cls(columns, rows, row["board"], row["ground"], row["glyphs"], row["edges"])


def square_name(column: str, row: str) -> str:
    """What a square is called: ``e4``; two numbers are kept apart, as in ``2·3``."""
    return f"{column}{'·' if column[-1:].isdigit() else ''}{row}"


@dataclass(frozen=True)
class MoveCard:
    """A move as it looks: how it is written, and how fingers make it on a board.

    Moves with the same squares, or the same column, are told apart by their ``choice``.
    """

    move: Move
    short: str
    """As people write it."""
    words: tuple[Words, ...] = ()
    """What is done, and then with what, where no short text or label says it as well."""
    label: Label = ""
    """What it is called here, where the rules have a name for it."""
    squares: tuple[str, ...] = ()
    """The square to be touched, or those from the first to the last."""
    column: str | None = None
    """The column to drop something into."""
    choice: str = ""
    """What is chosen beside the squares, such as the piece that a pawn becomes."""

    @once
    def json(self) -> dict[str, Json]:
        """The card as JSON, without what it does not say. Made once: leave it as it is."""
        said: dict[str, Json] = {
            "words": _listed(self.words),
            "label": self.label if isinstance(self.label, str) else dict(self.label),
            "squares": list(self.squares),
            "column": self.column,
            "choice": self.choice,
        }
        given = {name: value for name, value in said.items() if value}
        return {"move": self.move, "short": self.short, **given}

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> MoveCard:
        """What :attr:`json` gave."""
        listed = {name: tuple(row[name]) for name in ("words", "squares") if name in row}
        return cls(**{**row, **listed})


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One step of a match as a role lived it."""

    did: tuple[Words, ...] | None
    """What it did, the first word first; ``None`` where it only let others move."""
    saw: tuple[tuple[Words, ...], ...] = ()
    """What it perceived: each time what it is, and then of whom and what."""

    def to_json(self) -> dict[str, Json]:
        did = None if self.did is None else _listed(self.did)
        return {"did": did, "saw": _listed(self.saw)}


@dataclass(frozen=True)
class Scene:
    """A view laid out for drawing. What does not belong to its ``kind`` is empty.

    ======== ======================================================================
    board    ``pieces`` on the squares of the game's layout, ``facts`` beside it
    facts    ``facts`` alone
    story    ``steps``: what a role did and saw, where it sees nothing but that
    table    the view has a ``table`` (:mod:`spielwerk.core.table_layout`)
    secret   nothing is to be seen; ``facts`` name what there is in such games
    ======== ======================================================================

    Another kind is one that the page draws from the view itself: ``race``, ``casino``.
    """

    kind: str
    pieces: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What lies on a square."""
    facts: Mapping[str, Sequence[Sequence[Words]]] = field(default_factory=dict)
    """What else is true: by its first word, each time the words behind it."""
    steps: tuple[Glimpse, ...] = ()

    @once
    def json(self) -> dict[str, Json]:
        """The scene as JSON, with what belongs to its kind. Made once: leave it as it is."""
        match self.kind:
            case "board":
                return {"kind": self.kind, "pieces": self._pieces(), "facts": self._facts()}
            case "facts" | "secret":
                return {"kind": self.kind, "facts": self._facts()}
            case "story":
                steps = [
                    {
                        "did": None if step.did is None else _listed(step.did),
                        "saw": _listed(step.saw),
                    }
                    for step in self.steps
                ]
                return {"kind": self.kind, "steps": steps}
        return {"kind": self.kind}

    @classmethod
    def board(cls, pieces: dict[str, list[str]], facts: dict[str, list[list[Words]]]) -> Scene:
        """A board of lists, as JSON has it: these are not copied, so leave them as they are."""
        scene = cls("board", pieces, facts)
        vars(scene)["json"] = {"kind": "board", "pieces": pieces, "facts": facts}
        return scene

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> Scene:
        """What :attr:`json` gave."""
        steps = tuple(
            Glimpse(
                None if step["did"] is None else tuple(step["did"]),
                tuple(tuple(percept) for percept in step["saw"]),
            )
            for step in row.get("steps", ())
        )
        return cls(row["kind"], row.get("pieces", {}), row.get("facts", {}), steps)

    def _pieces(self) -> Json:
        found = self.pieces.items()
        return {square: on if type(on) is list else _listed(on) for square, on in found}

    def _facts(self) -> Json:
        return {word: [_listed(entry) for entry in found] for word, found in self.facts.items()}


def plain_scene(view: View) -> Scene:
    """The scene of a game that says nothing about it: its table, or its view as facts."""
    if "table" in view:
        return Scene("table")
    if not view:
        return Scene("secret")
    return Scene("facts", facts={key: _entries(value) for key, value in view.items()})


def _entries(value: Json) -> list[list[Words]]:
    if isinstance(value, Mapping):
        return [[str(key), *_flat(inner)] for key, inner in value.items()]
    if isinstance(value, list | tuple):
        return [_flat(inner) for inner in value]
    return [_flat(value)]


def _flat(value: Json) -> list[Words]:
    """A value and all that is in it, as words one after another."""
    if isinstance(value, Mapping):
        return [word for key, inner in value.items() for word in (str(key), *_flat(inner))]
    if isinstance(value, list | tuple):
        return [word for inner in value for word in _flat(inner)]
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    return [] if value is None else [str(value)]


def _listed(words: Words) -> Json:
    """Words as JSON; lists are so already."""
    if isinstance(words, str | list):
        return words
    return [_listed(word) for word in words]
