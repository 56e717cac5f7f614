"""Why a player chose: what it expects, how it goes on, and what the next best moves lack, in words.

What a player weighed (:class:`~spielwerk.core.Choice`) goes in. Where nothing is hidden and two
take turns, somebody is asked what the other side would answer to the alternatives; elsewhere the
figures have to do. Sentences come in English and German; moves and pieces in them are placeholders,
because a page writes those in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from spielwerk.core import (
    Candidate,
    Choice,
    Deadline,
    Game,
    Joint,
    Json,
    Knowledge,
    Move,
    Over,
    Player,
    Role,
    SpielwerkError,
    State,
)

_ALTERNATIVES = 2
_LINE = 6
"""Moves of a line that are told."""
_ALIKE = 1.5
"""Points of 100 that make no difference."""
_EVEN = 50.0
_BANDS = (
    (90.0, "almost won", "fast gewonnen"),
    (70.0, "clearly better", "klar besser"),
    (57.0, "a little better", "etwas besser"),
    (43.0, "about even", "etwa ausgeglichen"),
    (30.0, "a little worse", "etwas schlechter"),
    (10.0, "clearly worse", "klar schlechter"),
    (0.0, "almost lost", "fast verloren"),
)
"""What an expectation between two is called, from so many points on."""


@dataclass(frozen=True, slots=True)
class ReasonSaid:
    """A sentence in both languages, and what its placeholders stand for."""

    en: str
    de: str
    reply: Move | None = None
    """For ``{reply}``: a move."""
    piece: str = ""
    """For ``{piece}``: a word of the rules."""
    square: str = ""

    def text(self, game: Game) -> str:
        """In English, with moves as people write them."""
        reply = "" if self.reply is None else game.short(self.reply)
        piece = self.piece.replace("-", " ")
        return self.en.format(reply=reply, piece=piece, square=self.square)

    def to_json(self) -> dict[str, Json]:
        return {
            "en": self.en,
            "de": self.de,
            "piece": self.piece,
            "square": self.square,
        }


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of a line: whose, and how it looks where it is made."""

    role: Role
    move: Move
    card: Json

    def to_json(self) -> dict[str, Json]:
        return {"role": self.role, "move": self.move, "card": self.card}


@dataclass(frozen=True, slots=True)
class WeighedWay:
    """A move that could be made, with what is to be said about it and how it goes on."""

    move: Move
    value: float | None
    """The outcome expected of it, on 0..100."""
    proven: bool
    says: ReasonSaid
    line: tuple[LineMove, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "move": self.move,
            "value": self.value,
            "proven": self.proven,
            "says": self.says.to_json(),
            "line": [step.to_json() for step in self.line],
        }


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a move, and why not the others."""

    best: WeighedWay
    alternatives: tuple[WeighedWay, ...] = field(default=())

    def to_json(self) -> dict[str, Json]:
        return {
            "best": self.best.to_json(),
            "alternatives": [way.to_json() for way in self.alternatives],
        }

    def text(self, game: Game) -> str:
        """All of it for a terminal."""
        lines = [f"{game.short(self.best.move)}: {self.best.says.text(game)}"]
        if len(self.best.line) > 1:
            lines.append(f"  It expects {_written(game, self.best.line)}.")
        others = [f"  {game.short(w.move)} {w.says.text(game)}" for w in self.alternatives]
        return "\n".join([*lines, *others])


def reasons_for(
    knowledge: Knowledge, choice: Choice, deputy: Player | None = None, seconds: float = 0.2
) -> Reasons:
    """Why ``choice`` was made with this knowledge.

    :param deputy: who is asked what the other side would answer to an alternative
    :param seconds: how long it may think about each answer
    """
    game, role = knowledge.game, knowledge.role
    state = None if game.hidden else knowledge.world(Random(0))
    weighed = {one.move: one for one in choice.candidates}
    chosen = weighed.get(choice.move, Candidate(choice.move))
    only = len(knowledge.legal) == 1
    best = WeighedWay(
        choice.move,
        chosen.value,
        chosen.proven,
        _headline(chosen, len(game.roles), only),
        _line(state, role, tuple(map(Move, choice.line)) or (choice.move,)),
    )
    rest = [one for one in choice.candidates if one.move != choice.move][:_ALTERNATIVES]
    ways = [_alternative(game, state, role, chosen, one, deputy, seconds) for one in rest]
    return Reasons(best, tuple(ways))


def _headline(chosen: Candidate, roles: int, only: bool) -> ReasonSaid:
    value = chosen.value
    if only:
        return ReasonSaid("There is nothing else to do.", "Es gibt keinen anderen Zug.")
    if value is None:
        return ReasonSaid("This looks best to it.", "Das scheint ihm am besten.")
    if chosen.proven and not chosen.at_most:
        return _certain(value)
    points = f"{value:.0f}"
    if roles != 2:
        return ReasonSaid(
            f"It expects {points} points of 100.", f"Er erwartet {points} von 100 Punkten."
        )
    en, de = next((en, de) for least, en, de in _BANDS if value >= least)
    return ReasonSaid(
        f"It expects {points} points of 100: {en}.",
        f"Er erwartet {points} von 100 Punkten: {de}.",
    )


def _certain(value: float) -> ReasonSaid:
    if value >= 100:
        return ReasonSaid("This wins by force.", "Das gewinnt zwingend.")
    if value <= 0:
        return ReasonSaid(
            "All moves lose against best play; this one holds out longest.",
            "Bei bestem Spiel verlieren alle Züge; dieser hält am längsten stand.",
        )
    if value == _EVEN:
        return ReasonSaid("This draws against best play.", "Das hält bei bestem Spiel remis.")
    points = f"{value:.0f}"
    return ReasonSaid(
        f"This brings {points} points of 100 for certain.",
        f"Das bringt sicher {points} von 100 Punkten.",
    )


def _alternative(
    game: Game,
    state: State | None,
    role: Role,
    chosen: Candidate,
    other: Candidate,
    deputy: Player | None,
    seconds: float,
) -> WeighedWay:
    """What another move lacks: by what the other side would answer, where that can be asked."""
    answer = _answer(game, state, role, other.move, deputy, seconds)
    line: tuple[Move, ...] = (other.move,)
    value, proven = other.value, other.proven and not other.at_most
    if answer is not None:
        line += tuple(map(Move, answer.line)) or (answer.move,)
        replied = next((one for one in answer.candidates if one.move == answer.move), None)
        if replied is not None and replied.value is not None and not replied.at_most:
            value, proven = 100 - replied.value, replied.proven
    if value is not None and chosen.value is not None and not proven:
        value = min(value, chosen.value)  # whatever was found better would have been chosen
    steps = _line(state, role, line)
    says = _lack(chosen, value, proven, state, role, line)
    return WeighedWay(other.move, value, proven, says, steps)


def _lack(
    chosen: Candidate,
    value: float | None,
    proven: bool,
    state: State | None,
    role: Role,
    line: Sequence[Move],
) -> ReasonSaid:
    reply = line[1] if len(line) > 1 else None
    after_en, after_de = (" after {reply}", " nach {reply}") if reply is not None else ("", "")
    if value is None or chosen.value is None:
        return ReasonSaid("looked less good.", "schien weniger gut.", reply)
    if proven and value <= 0 < chosen.value:
        return ReasonSaid(f"loses by force{after_en}.", f"verliert zwingend{after_de}.", reply)
    less = chosen.value - value
    lost = _lost(state, role, line)
    if lost is not None and less > _ALIKE:
        return ReasonSaid(
            "loses the {piece} on {square}: {reply}.",
            "verliert {piece} auf {square}: {reply}.",
            reply,
            *lost,
        )
    if chosen.proven and chosen.value >= 100:
        return ReasonSaid("does not force the win.", "erzwingt den Gewinn nicht.", reply)
    if less <= _ALIKE:
        return ReasonSaid("is about as good.", "ist etwa ebenso gut.", reply)
    return ReasonSaid(
        f"is expected to bring {less:.0f} points less{after_en}.",
        f"bringt voraussichtlich {less:.0f} Punkte weniger{after_de}.",
        reply,
    )


def _answer(
    game: Game,
    state: State | None,
    role: Role,
    move: Move,
    deputy: Player | None,
    seconds: float,
) -> Choice | None:
    """What the other side would do about a move, where it is its turn then and two take turns."""
    if state is None or deputy is None or len(game.roles) != 2 or not _alone(state, role):
        return None
    try:
        after = state.after({role: move})
        (other,) = (one for one in game.roles if one != role)
        if not _alone(after, other):
            return None
        mind = deputy.sit(game, other, deadline=Deadline.after(seconds))
        return mind.choose(Knowledge(game, after, other), Deadline.after(seconds))
    except SpielwerkError:
        return None


def _line(state: State | None, role: Role, moves: Sequence[Move]) -> tuple[LineMove, ...]:
    """Moves one after another as they look, as long as one at a time chooses."""
    return tuple(LineMove(who, move, card) for who, move, card, _ in _walk(state, role, moves))


def _walk(
    state: State | None, role: Role, moves: Sequence[Move]
) -> Iterator[tuple[Role, Move, Json, State]]:
    for move in moves[:_LINE]:
        if state is None or isinstance(state.turn, Over):
            return
        match state.turn:
            case Joint((who,)) if move in state.legal(who):
                card = state.card(who, move).json
                state = state.after({who: move})
                yield who, move, card, state
            case _:
                return


def _lost(state: State | None, role: Role, line: Sequence[Move]) -> tuple[str, str] | None:
    """The piece, and its square, that an answer takes for nothing: the line does not win it back.

    Pieces belong to whom their names begin with.
    """
    seen = [after for *_, after in _walk(state, role, line[:3])]
    if state is None or len(seen) < 2:
        return None
    before, hit, last = (_own(one, role) for one in (seen[0], seen[1], seen[-1]))
    theirs = len(_others(state, role)) - len(_others(seen[-1], role))
    gone = [square for square in before if square not in hit]
    if len(gone) != 1 or len(before) - len(last) <= theirs or len(hit) >= len(before):
        return None
    return before[gone[0]], gone[0]


def _own(state: State, role: Role) -> Mapping[str, str]:
    pieces = state.scene(None).pieces.items()
    mine = f"{role}-"
    return {
        square: piece.removeprefix(mine)
        for square, on in pieces
        for piece in on
        if piece.startswith(mine)
    }


def _others(state: State, role: Role) -> list[str]:
    pieces = state.scene(None).pieces.values()
    return [piece for on in pieces for piece in on if "-" in piece and not piece.startswith(role)]


def _alone(state: State, role: Role) -> bool:
    return isinstance(state.turn, Joint) and state.turn.roles == (role,)


def _written(game: Game, line: Sequence[LineMove]) -> str:
    return " ".join(game.short(step.move) for step in line)
