"""How a position is drawn: the ``;!`` headers of a game say which facts make up a board.

::

    ;! grid (cell ?column ?row ?piece)     which facts are cells; without ?piece the relation counts
    ;! columns a b c                       from left to right
    ;! rows 3 2 1                          from top to bottom
    ;! piece x X                           what to draw for a piece; nothing draws it as free
    ;! board hex                           each row half a cell further right than the one above
    ;! edge red left right                 sides of the board that bear a colour

Headers and facts go in, text for a terminal (:func:`draw`) or the facts that are cells of a board
(:class:`Cells`) come out. Facts that belong to no board stand below it in a small table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from spielwerk.core import Layout, MoveSyntaxError, View
from spielwerk.languages.gdl.presentation.notation import Notation
from spielwerk.languages.gdl.program import Term, Var, term_text
from spielwerk.languages.gdl.text import parse_term

SIDES = ("left", "right", "top", "bottom")
"""What ``;! edge`` can colour."""
BOARDS = ("square", "hex")
"""The kinds of board that ``;! board`` knows; the first is meant where nothing is said."""

_FREE = "·"
_COLUMN, _ROW, _PIECE = Var("column"), Var("row"), Var("piece")
_JOURNEY = 4
"""So many values are two squares: from where to where."""
_WIDTH = 78


@dataclass(frozen=True, slots=True)
class Cells:
    """The board that headers describe, and which facts are its cells."""

    grids: tuple[tuple[Term, ...], ...]
    layout: Layout

    def place(self, fact: Term) -> tuple[str, str] | None:
        """Square and piece that a fact puts on the board; ``None`` if it does not."""
        for grid in self.grids:
            if (found := _match(grid, fact)) is not None:
                square = self.layout.square(found[_COLUMN], found[_ROW])
                if square is not None:
                    return square, found.get(_PIECE, str(grid[0]))
        return None


def read_cells(headers: Mapping[str, tuple[str, ...]]) -> Cells | None:
    """The board that the headers describe, if they describe one completely."""
    grids = tuple(grid for text in headers.get("grid", ()) if (grid := parse_grid(text)))
    columns, rows = (tuple(_words(headers, key)) for key in ("columns", "rows"))
    if not (grids and columns and rows):
        return None
    glyphs: dict[str, str] = {}
    for line in headers.get("piece", ()):
        piece, _, glyph = line.partition(" ")
        glyphs[piece] = glyph.strip()
    kinds = [word.lower() for word in _words(headers, "board") if word.lower() in BOARDS]
    edges = {
        side.lower(): colour
        for line in headers.get("edge", ())
        for colour, *sides in [line.split()]
        for side in sides
    }
    kind = kinds[-1] if kinds else BOARDS[0]
    return Cells(grids, Layout(columns, rows, kind, _ground(headers), glyphs, edges))


def _ground(headers: Mapping[str, tuple[str, ...]]) -> str:
    """What the board is made of, from how many values the moves name that have a short form."""
    notations = filter(None, map(Notation.parse, headers.get("notation", ())))
    sizes = [len(one.move) - 1 for one in notations if isinstance(one.move, tuple)]
    if any(size >= _JOURNEY for size in sizes):
        return "checked"
    return "rack" if sizes and all(size == 1 for size in sizes) else "plain"


def parse_grid(text: str) -> tuple[Term, ...] | None:
    """The pattern of a ``grid`` header; ``None`` where it lacks ``?column`` or ``?row``."""
    try:
        pattern = parse_term(text)
    except MoveSyntaxError:
        return None
    if isinstance(pattern, tuple) and _COLUMN in pattern and _ROW in pattern:
        return pattern
    return None


def draw(headers: Mapping[str, tuple[str, ...]], facts: Iterable[Term]) -> str:
    """A position as text: the board, if the headers describe one, and a table of the rest."""
    found = read_cells(headers)
    if found is None:
        return table(facts)
    layout = found.layout
    cells: dict[str, list[str]] = {}
    others: list[Term] = []
    for fact in sorted(facts, key=term_text):
        if (place := found.place(fact)) is None:
            others.append(fact)
        else:
            square, piece = place
            cells.setdefault(square, []).append(layout.glyphs.get(piece, piece))
    board = _board(layout, cells)
    return f"{board}\n\n{table(others)}" if others else board


def draw_view(headers: Mapping[str, tuple[str, ...]], view: View) -> str:
    """A view of a GDL game as text: facts, or what a role did and perceived step by step."""
    if "facts" in view:
        return draw(headers, map(parse_term, view["facts"]))
    if "percepts" not in view:
        return f"  Steps made: {view['step']}. This game shows spectators no more."
    lines = [
        f"  step {number}  you made {move}" + (f" and saw {' · '.join(seen)}" if seen else "")
        for number, (move, seen) in enumerate(
            zip(view["moves"], view["percepts"], strict=True), start=1
        )
    ]
    return "\n".join(lines) or "  You have seen nothing yet."


def table(facts: Iterable[Term]) -> str:
    """Facts grouped by relation, one relation a line (or more where they do not fit)."""
    groups: dict[str, list[str]] = {}
    for fact in sorted(facts, key=_natural):
        match fact:
            case (name, *arguments):
                groups.setdefault(str(name), []).append(" ".join(map(term_text, arguments)))
            case _:
                groups.setdefault(str(fact), []).append("yes")
    if not groups:
        return "  (no facts)"
    margin = max(map(len, groups)) + 4
    return "\n".join(
        f"  {name}".ljust(margin) + _flow(items, margin) for name, items in groups.items()
    )


def _board(found: Layout, cells: Mapping[str, Sequence[str]]) -> str:
    drawn = {
        at: "/".join(filter(None, cells.get(name, ()))) or _FREE
        for name, at in found.squares.items()
    }
    wide = max(map(_width, [*drawn.values(), *found.columns]))
    margin = max(map(_width, found.rows)) + 1
    lines = []
    slant = 0
    for number, row in enumerate(found.rows):
        slant = number * (wide + 1) // 2 if found.board == "hex" else 0
        line = " ".join(_pad(drawn[column, row], wide) for column in found.columns)
        lines.append(f"{' ' * slant}{_pad(row, margin, left=True)}  {line}".rstrip())
    names = " ".join(_pad(column, wide) for column in found.columns)
    lines.append(f"{' ' * (slant + margin)}  {names}".rstrip())
    return "\n".join(lines)


def _flow(items: Sequence[str], margin: int) -> str:
    """Items side by side, on further lines behind the margin where one is not enough."""
    lines = [""]
    for number, item in enumerate(items):
        if number and margin + len(lines[-1]) + len(item) + 3 > _WIDTH:
            lines.append(item)
        else:
            lines[-1] += f" · {item}" if number else item
    return f"\n{' ' * margin}".join(lines)


def _match(pattern: Sequence[Term], fact: Term) -> dict[Var, str] | None:
    """What the pattern's variables stand for in a fact of its shape."""
    if not isinstance(fact, tuple) or len(fact) != len(pattern):
        return None
    found: dict[Var, str] = {}
    for wanted, given in zip(pattern, fact, strict=True):
        if isinstance(wanted, Var):
            found[wanted] = term_text(given)
        elif wanted != given:
            return None
    return found


def _natural(fact: Term) -> list[tuple[int, int, str]]:
    """A sorting key that puts 2 before 10."""
    words = term_text(fact).strip("()").split()
    return [(0, int(w), w) if w.isascii() and w.isdigit() else (1, 0, w) for w in words]


def _words(headers: Mapping[str, tuple[str, ...]], key: str) -> list[str]:
    return [word for line in headers.get(key, ()) for word in line.split()]


def _pad(text: str, width: int, *, left: bool = False) -> str:
    gap = " " * (width - _width(text))
    return gap + text if left else text + gap


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
