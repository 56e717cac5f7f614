"""The match as a state of the contract: players and chance in turn.

An operation in which chance has a say first leads to a state in which chance moves: the operation
is kept there with the answers so far and is carried out once all are known.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from spielwerk.core import (
    CHANCE,
    Chance,
    Course,
    Explanation,
    Joint,
    Limit,
    Move,
    NotOver,
    Outcome,
    Over,
    Role,
    Scene,
    ScoreLine,
    State,
    Turn,
    View,
    phrase,
)
from spielwerk.games.spy.choosing import choices, refusal
from spielwerk.games.spy.entry import ROLES
from spielwerk.games.spy.fate import ChanceQuestion, ScriptedChance, Undecided
from spielwerk.games.spy.guess import guess_position
from spielwerk.games.spy.moves import answer_text
from spielwerk.games.spy.operations import Happening, PossibleOperation, parse_choice
from spielwerk.games.spy.picture import picture
from spielwerk.games.spy.position import NOBODY, Position, Stage
from spielwerk.games.spy.rounds import late as answer_late
from spielwerk.games.spy.rounds import operate, player_to_act, run_on
from spielwerk.games.spy.tallying import final_points

if TYPE_CHECKING:
    from spielwerk.games.spy.game import Spy

_TURNS = tuple(Joint((role,)) for role in ROLES)


class PlayState(State):
    """A moment of the match: a position and, where chance is to move, what it is asked."""

    __slots__ = ("_key", "_moves", "answers", "choice", "game", "position", "question")

    def __init__(
        self,
        game: Spy,
        position: Position,
        choice: PossibleOperation | None = None,
        answers: tuple[int, ...] = (),
        question: ChanceQuestion | None = None,
    ) -> None:
        self.game = game
        self.position = position
        """Where the match stands; not to be changed."""
        self.choice = choice
        """What the active character is about to do, where chance still has a say in it."""
        self.answers = answers
        """What chance has said about that so far."""
        self.question = question
        """What chance is asked now."""
        self._moves: dict[Move, PossibleOperation | int] | None = None
        self._key: tuple[object, ...] | None = None

    @property
    def happened(self) -> tuple[Happening, ...]:
        """The operations since the state before, in order; none while chance has a say."""
        return () if self.choice or self.answers else self.position.happened

    @property
    def turn(self) -> Turn:
        """Chance where it is asked something, else whoever the active character works for."""
        if self.question is not None:
            return Chance()
        player = player_to_act(self.position)
        return Over() if player is None else _TURNS[player]

    def legal(self, role: Role) -> Sequence[Move]:
        """The operations of the active character, or the answers of chance."""
        return tuple(self._legal()) if role == self._choosing() else ()

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> State:
        """What follows. A late player gets a strike, and its character's turn is over."""
        role = self._choosing()
        move = moves.get(role) if role is not None and len(moves) == 1 and not late else None
        meant = None if move is None else self._legal().get(move)
        if meant is None:
            self.check(moves, late)
            twin = self.position.copy()
            twin.happened = ()
            answer_late(twin, ROLES.index(next(iter(late))))
            return begin(self.game, twin)
        if isinstance(meant, PossibleOperation):
            return _settle(self.game, self.position, meant, ())
        return _settle(self.game, self.position, self.choice, (*self.answers, meant))

    def odds(self) -> Mapping[Move, int]:
        """The weights of chance's answers."""
        if self.question is None or self.question.weights is None:
            return super().odds()
        return dict(zip(self._legal(), self.question.weights, strict=True))

    def outcome(self) -> Outcome:
        """100 for the winner."""
        if self.position.stage is not Stage.OVER:
            raise NotOver("The match goes on.")
        return {role: 100 * (n == self.position.winner) for n, role in enumerate(ROLES)}

    def tally(self) -> Sequence[ScoreLine]:
        """Intelligence, chips and what they come to, where the match was played to its end."""
        if self.position.stage is not Stage.OVER:
            return ()
        return [
            ScoreLine(label, dict(zip(ROLES, values, strict=True)), kind)
            for label, values, kind in final_points(self.position)
        ]

    def view(self, role: Role | None) -> View:
        """The casino as the role sees it."""
        viewer = None if role is None else ROLES.index(role)
        seen = picture(self.position, viewer, self.happened)
        return seen if role is None else {**seen, "you": role}

    def scene(self, role: Role | None) -> Scene:
        """The page draws the casino from the view."""
        return Scene("casino")

    def why_not(self, role: Role, move: Move) -> Explanation:
        """Why the active character cannot do this, in a player's words."""
        if move in self.legal(role):
            return Explanation(may(role, move), holds=True)
        return Explanation(self._refusal(role, move), holds=False)

    def limit(self, role: Role) -> Limit | None:
        """The turn phase limit of the match configuration."""
        seconds = self.position.config.turn_phase_limit
        if seconds <= 0 or role == CHANCE or role != self._choosing():
            return None
        return Limit("turn phase", float(seconds))

    def determinize(self, role: Role, rng: Random) -> State:
        """Factions and combinations that the role cannot know drawn anew."""
        return self._guessed(role, rng, ())

    def imagined(self, role: Role, rng: Random, course: Course) -> State:
        """The same; who was on offer after the other had chosen is not with the other."""
        if role not in ROLES:
            return self
        viewer = ROLES.index(role)
        offered = course.folded(("offered", role), partial(_late_offers, viewer))
        cast = self.position.cast
        return self._guessed(role, rng, [n for n, who in enumerate(cast) if who in offered])

    def _guessed(self, role: Role, rng: Random, free: Collection[int]) -> State:
        if role not in ROLES or self.position.stage is Stage.OVER:
            return self
        sure = 0
        if self.choice and self.choice.target >= 0:
            met = self.position.at[self.choice.target]
            sure = 1 << met if met != NOBODY else 0
        position = guess_position(self.position, ROLES.index(role), rng, sure, free)
        return PlayState(self.game, position, self.choice, self.answers, self.question)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PlayState)
            and self._value() == other._value()
            and self.game.fingerprint == other.game.fingerprint
        )

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        if self._key is None:
            self._key = (self.position.key(), self.choice, self.answers)
        return self._key

    def _choosing(self) -> Role | None:
        if self.question is not None:
            return CHANCE
        player = player_to_act(self.position)
        return None if player is None else ROLES[player]

    def _legal(self) -> Mapping[Move, PossibleOperation | int]:
        if self._moves is None:
            self._moves = {}
            if self.question is not None:
                ask = self.question.ask
                for answer in self.question.options:
                    self._moves[answer_text(self.position, ask, answer)] = answer
            else:
                for choice in choices(self.position):
                    self._moves[self.game.text(choice)] = choice
        return self._moves

    def _refusal(self, role: Role, move: Move) -> str:
        if self.position.stage is Stage.OVER:
            return phrase("The match is over.", de="Die Partie ist zu Ende.")
        if role != self._choosing():
            return phrase(f"It is not the turn of {role}.", de=f"{role} ist nicht am Zug.")
        choice = parse_choice(self.game.setting.board, move)
        if isinstance(choice, str) or role == CHANCE:
            return phrase(
                f"'{move}' is not among the moves that can be made now.",
                de="Das gehört nicht zu dem, was gerade möglich ist.",
            )
        return refusal(self.position, choice)


def _late_offers(viewer: int, known: frozenset[int] | None, link: Course) -> frozenset[int]:
    """The characters that were offered to a player when the other one had chosen all it can."""
    offered = known or frozenset()
    hands = getattr(getattr(link.state, "draft", None), "hands", None)
    if hands is None or hands[1 - viewer].choosing:
        return offered
    return offered | frozenset(hands[viewer].offer.characters)


def may(role: Role, move: Move) -> str:
    """A move is legal."""
    return phrase(f"{role} may {move}.", de="Das ist erlaubt.")


def begin(game: Spy, position: Position) -> PlayState:
    """The state that follows a position: the match runs on until somebody must choose."""
    if position.stage is Stage.OVER or player_to_act(position) is not None:
        return PlayState(game, position)
    return _settle(game, position, None, ())


def _settle(
    game: Spy, position: Position, choice: PossibleOperation | None, answers: tuple[int, ...]
) -> PlayState:
    """Carry out a choice (none: what happens by itself) with the answers of chance so far."""
    twin = position.copy()
    if choice or answers:
        twin.happened = ()
    try:
        if choice is None:
            run_on(twin, ScriptedChance(answers))
        else:
            operate(twin, choice, ScriptedChance(answers))
    except Undecided as undecided:
        return PlayState(game, position, choice, answers, undecided.question)
    return begin(game, twin)
