"""Positions and moves of GDL games as a page shows them.

Facts, percepts and moves go in as terms; a :class:`~spielwerk.core.Scene` and
:class:`~spielwerk.core.MoveCard` come out. Games say nothing about fingers: which squares a move
touches follows from the layout of the board, since moves name a column and then a row.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from spielwerk.core import DerivedList, Glimpse, Kept, Layout, Move, MoveCard, Scene, Words
from spielwerk.languages.gdl.presentation.display import Cells
from spielwerk.languages.gdl.program import Program, Term, term_text

_TURN = "control"
"""The relation by which authors say whose turn it is: beside a board that is shown anyhow."""
_WAITING = frozenset(["noop", "wait", "pass"])
"""Moves that only let others move."""


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A fact, and where it goes: a piece on a square, or words under its first one.

    Lists are the same wherever the fact is shown: who compares scenes sees so at once.
    """

    text: str
    square: str | None
    name: str
    words: list[Words] = field(default_factory=list)
    alone: list[str] = field(init=False, compare=False)
    """The piece as all that lies on its square."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "alone", [self.name])


@dataclass(slots=True)
class ShownPosition:
    """A position that is seen as a whole."""

    facts: list[ShownFact]
    """All that is true, sorted by their texts."""
    texts: list[str]
    """These texts."""
    scene: Scene


class Showing:
    """Shows the positions of one game. What becomes of a fact is found out once."""

    def __init__(self, cells: Cells | None) -> None:
        """``cells`` are the board, where the game has one."""
        self._cells = cells
        self._known: Kept[Term, ShownFact] = Kept(self._find)

    def shown(self, facts: Iterable[Term]) -> list[ShownFact]:
        """How facts are shown, sorted by their texts."""
        return sorted(map(self._known.__getitem__, facts), key=attrgetter("text"))

    def position(self, facts: Iterable[Term]) -> ShownPosition:
        """How a position is shown that is seen as a whole."""
        shown = self.shown(facts)
        return ShownPosition(shown, [one.text for one in shown], self.scene(shown))

    def moved_on(
        self, before: ShownPosition, went: Collection[Term], came: Collection[Term]
    ) -> ShownPosition:
        """The same of one that differs from another by a few facts: these alone are looked at."""
        gone = [self._known[fact] for fact in went]
        new = self.shown(came)
        leaving = sorted([bisect_left(before.texts, one.text) for one in gone], reverse=True)
        coming: list[int] = []
        texts, facts = DerivedList(before.texts, leaving, coming), before.facts.copy()
        for place in leaving:
            del texts[place]
            del facts[place]
        for one in new:
            place = bisect_left(texts, one.text)
            texts.insert(place, one.text)
            facts.insert(place, one)
            coming.append(place)
        scene = self._altered(before.scene, facts, gone, new) or self.scene(facts)
        return ShownPosition(facts, texts, scene)

    def _altered(
        self,
        before: Scene,
        facts: Sequence[ShownFact],
        gone: Iterable[ShownFact],
        new: Iterable[ShownFact],
    ) -> Scene | None:
        """A board after pieces came and went; nothing, where several share a square."""
        if self._cells is None:
            return None
        pieces: dict[str, list[str]] = dict(before.json["pieces"])
        others = False
        for one in gone:
            if one.square is None:
                others = others or one.name != _TURN
            elif pieces.pop(one.square, None) is not one.alone:
                return None
        for one in new:
            if one.square is None:
                others = others or one.name != _TURN
            elif one.square in pieces:
                return None
            else:
                pieces[one.square] = one.alone
        return Scene.board(pieces, _beside_board(facts) if others else before.json["facts"])

    def scene(self, facts: Sequence[ShownFact]) -> Scene:
        """A position that is seen as a whole: on its board, where the game has one."""
        if self._cells is None:
            return Scene("facts", facts=_others(facts))
        pieces: dict[str, list[str]] = {}
        for shown in facts:
            if shown.square in pieces:
                pieces[shown.square] = [*pieces[shown.square], shown.name]
            elif shown.square is not None:
                pieces[shown.square] = shown.alone
        return Scene.board(pieces, _beside_board(facts))

    def _find(self, fact: Term) -> ShownFact:
        place = None if self._cells is None else self._cells.place(fact)
        if place is not None:
            return ShownFact(term_text(fact), *place)
        if isinstance(fact, tuple):
            words = [_words(part) for part in fact[1:]]
            return ShownFact(term_text(fact), None, term_text(fact[0]), words)
        return ShownFact(str(fact), None, str(fact))


def _others(facts: Iterable[ShownFact]) -> dict[str, list[list[Words]]]:
    """What does not lie on a square, by its first word."""
    others: dict[str, list[list[Words]]] = {}
    for shown in facts:
        if shown.square is None:
            others.setdefault(shown.name, []).append(shown.words)
    return others


def _beside_board(facts: Iterable[ShownFact]) -> dict[str, list[list[Words]]]:
    others = _others(facts)
    others.pop(_TURN, None)
    return others


def glimpse(did: Term, saw: Iterable[Term]) -> Glimpse:
    """A step of a match of which a role sees nothing but its percepts."""
    waited = isinstance(did, str) and did in _WAITING
    seen = sorted(saw, key=term_text)
    return Glimpse(None if waited else _said(did), tuple(map(_said, seen)))


def percepts(program: Program) -> Mapping[str, tuple[()]]:
    """What roles can perceive at all, by its first word: no secret of any match."""
    heads = (rule.head for rule in program.rules if rule.head.relation == "sees")
    seen = (head.args[1] for head in heads if len(head.args) == 2)
    return {str(what[0]): () for what in seen if isinstance(what, tuple)}


def move_card(layout: Layout | None, move: Move, term: Term, short: str | None) -> MoveCard:
    """How a move looks; ``short`` is what its author lets people write for it, if anything."""
    words = _said(term)
    if layout is None:
        return MoveCard(move, short or _bare(move), words)
    squares, rest = layout.split([_text(word) for word in words[1:]])
    column = rest[0] if not squares and len(rest) == 1 and rest[0] in layout.columns else None
    return MoveCard(
        move,
        short or _bare(move),
        () if short and (squares or column) else words,
        squares=squares,
        column=column,
        choice="" if column else " ".join(rest),
    )


def meant_moves(
    layout: Layout, forms: Iterable[Term], legal: Sequence[Term], squares: Sequence[str]
) -> list[Term]:
    """The moves that an attempt with squares may have been meant to be, the likeliest first.

    ``forms`` are what moves of the game look like, with variables; those of legal ones come last.
    """
    if not squares or not all(square in layout.squares for square in squares):
        return []
    at = [layout.squares[square] for square in squares]
    words = tuple(word for place in at for word in place)
    shapes = dict.fromkeys(_shape(form) for form in (*forms, *legal))
    found: list[Term] = []
    for name, size in shapes:
        if size == len(words):
            found.append((name, *words))
        elif size == 1 and len(at) == 1 and _drops(layout, legal, (name, size)):
            found.append((name, at[0][0]))
    return found


def squares_of(layout: Layout | None, term: Term) -> tuple[str, ...]:
    """The squares that a fact or a move names."""
    if layout is None or not isinstance(term, tuple):
        return ()
    return layout.split([term_text(part) for part in term[1:]])[0]


def _drops(layout: Layout, legal: Sequence[Term], shape: tuple[Term, int]) -> bool:
    """Whether moves of a shape drop something into a column, as far as one can tell."""
    if len(layout.columns) < 2:
        return False
    alike = (move for move in legal if isinstance(move, tuple) and _shape(move) == shape)
    return not legal or any(move[1] in layout.columns for move in alike)


def _shape(term: Term) -> tuple[Term, int]:
    return (term[0], len(term) - 1) if isinstance(term, tuple) else (term, 0)


def _said(term: Term) -> tuple[Words, ...]:
    """A term as its first word and what stands behind it."""
    return tuple(map(_words, term)) if isinstance(term, tuple) else (str(term),)


def _words(term: Term) -> Words:
    return [_words(part) for part in term] if isinstance(term, tuple) else str(term)


def _text(words: Words) -> str:
    return words if isinstance(words, str) else f"({' '.join(map(_text, words))})"


def _bare(move: Move) -> str:
    """The text of a move without the parentheses around it."""
    return move[1:-1] if move.startswith("(") else move
