"""No Time to Spy as a game of the contract: a draft by both players at once, then the match.

:class:`Spy` holds the settled rules, :class:`DraftState` and :class:`PlayState` are its states.
An operation in which chance has a say first leads to a state in which chance moves: the operation
is kept there with the answers so far and is carried out once all are known.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from random import Random

from spielwerk.core import (
    CHANCE,
    Chance,
    Explanation,
    Game,
    Joint,
    Json,
    Limit,
    Move,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    State,
    Turn,
    View,
)
from spielwerk.games.spy.board import Board
from spielwerk.games.spy.choices import choices, refusal
from spielwerk.games.spy.draft import Draft, open_draft
from spielwerk.games.spy.fate import Question, Script, Undecided
from spielwerk.games.spy.guess import guess_draft, guess_position
from spielwerk.games.spy.moves import PLAYERS, answer_text, hand_moves, read_move
from spielwerk.games.spy.names import Faction, Gadget
from spielwerk.games.spy.operations import Choice, Happening, choice_text, parse_choice
from spielwerk.games.spy.picture import draw_casino, draw_draft, picture
from spielwerk.games.spy.position import NOBODY, Position, Setting, Stage
from spielwerk.games.spy.rounds import late as answer_late
from spielwerk.games.spy.rounds import operate, player_to_act, run_on
from spielwerk.games.spy.settings import CharacterDescription, MatchConfig, Options
from spielwerk.games.spy.setup import deal

__all__ = ["ROLES", "DraftState", "PlayState", "Spy", "settle"]

ROLES = tuple(Role(name) for name in PLAYERS)
_TURNS = tuple(Joint((role,)) for role in ROLES)


class Spy(Game):
    """The game with a scenario, a match configuration, characters and options settled."""

    name = "spy"
    title = "No Time to Spy"
    about = (
        "Two secret services in one casino: draft agents and gadgets, crack safes, feed the cat."
    )
    roles = ROLES
    hidden = True

    def __init__(
        self,
        scenario: Sequence[Sequence[str]],
        config: MatchConfig,
        characters: Sequence[CharacterDescription],
        options: Options | None = None,
    ) -> None:
        self.setting = Setting(Board(scenario), config, options or Options(), tuple(characters))
        told = {
            "scenario": [list(row) for row in self.setting.board.scenario],
            "match": config.to_json(later=True),
            "characters": [[each.name, list(each.features)] for each in characters],
            "options": self.setting.options.to_json(),
        }
        self.options = self.setting.options.to_json()
        self.fingerprint = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
        self.texts: dict[Choice, Move] = {}
        """The text of every choice that was ever needed."""

    def initial(self, seed: int = 0) -> DraftState:
        """The draft, with the first offers from the seed."""
        return DraftState(self, open_draft(self.setting, str(seed)))

    def parse_move(self, text: str) -> Move:
        """What somebody typed; :mod:`.moves` lists the forms."""
        return read_move(self.setting, text)

    def draw(self, view: View) -> str:
        """The casino as text; before that, the offer."""
        return draw_casino(view) if "map" in view else draw_draft(view)

    def text(self, choice: Choice) -> Move:
        """A choice as a move."""
        found = self.texts.get(choice)
        if found is None:
            found = self.texts[choice] = Move(choice_text(self.setting.board, choice))
        return found


class DraftState(State):
    """Both players choose and equip, at their own pace."""

    __slots__ = ("_moves", "draft", "game")

    def __init__(self, game: Spy, draft: Draft) -> None:
        self.game = game
        self.draft = draft
        self._moves = tuple(hand_moves(game.setting, hand) for hand in draft.hands)

    @property
    def turn(self) -> Turn:
        """Whoever is not done yet."""
        if self.draft.loser != NOBODY:
            return Over()
        return Open(tuple(role for role, moves in zip(ROLES, self._moves, strict=True) if moves))

    def legal(self, role: Role) -> Sequence[Move]:
        """The items of the offer, or the characters that may get the next gadget."""
        if role not in ROLES or self.draft.loser != NOBODY:
            return ()
        return tuple(self._moves[ROLES.index(role)])

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> State:
        """The draft goes on, or the match begins."""
        self.check(moves, late)
        draft = self.draft
        for role in late:
            draft = draft.late(ROLES.index(role))
        for role, move in moves.items():
            player = ROLES.index(role)
            meant = self._moves[player][move]
            if isinstance(meant, Gadget) or draft.hands[player].choosing:
                draft = draft.take(player, meant)
            else:
                draft = draft.give(player, meant)
        if draft.loser == NOBODY and draft.done:
            one, two = (hand.team() for hand in draft.hands)
            return begin(self.game, deal(draft.setting, (one, two), Random(f"{draft.seed}/deal")))
        return DraftState(self.game, draft)

    def outcome(self) -> Outcome:
        """Who was thrown out during the draft loses."""
        if self.draft.loser == NOBODY:
            raise NotOver("The match has not even begun.")
        return {role: 100 * (n != self.draft.loser) for n, role in enumerate(ROLES)}

    def view(self, role: Role | None) -> View:
        """A player sees its own offer and items; how far both are is no secret."""
        draft = self.draft
        seen: dict[str, Json] = {
            "phase": "draft" if draft.loser == NOBODY else "over",
            "chosen": [hand.chosen for hand in draft.hands],
            "strikes": [hand.strikes for hand in draft.hands],
        }
        if draft.loser != NOBODY:
            seen |= {"winner": tuple(Faction)[1 - draft.loser].value, "reason": "VICTORY_BY_KICK"}
        if role is not None:
            hand = draft.hands[ROLES.index(role)]
            names = [each.name for each in draft.setting.characters]
            given = zip(hand.gadgets, hand.bearers, strict=False)
            seen |= {
                "you": role,
                "phase": "equip" if hand.equipping else seen["phase"],
                "offer": {
                    "characters": [names[who] for who in hand.offer.characters],
                    "gadgets": [gadget.value for gadget in hand.offer.gadgets],
                },
                "characters": [names[who] for who in hand.characters],
                "gadgets": [gadget.value for gadget in hand.gadgets],
                "equipment": {gadget.value: names[who] for gadget, who in given},
            }
        return seen

    def why_not(self, role: Role, move: Move) -> Explanation:
        """Only what was offered can be taken, and gadgets are handed out one by one."""
        if move in self.legal(role):
            return Explanation(f"{role} may {move}.", holds=True)
        return Explanation(self._refusal(role, move), holds=False)

    def _refusal(self, role: Role, move: Move) -> str:
        if role not in ROLES:
            return f"{role} does not take part in the draft."
        hand = self.draft.hands[ROLES.index(role)]
        if self.draft.loser != NOBODY:
            return "The match is over."
        if hand.choosing:
            if move.startswith("take "):
                return f"{move.split(' ', 2)[2]} is not offered now."
            return "First eight characters and gadgets have to be chosen."
        if hand.done:
            return f"{role} is ready and waits for the match to begin."
        if not move.startswith("give "):
            return "All eight items are chosen; now the gadgets are handed out."
        if not move.startswith(f"give {hand.next_gadget} "):
            return f"The next gadget to be handed out is the {hand.next_gadget}."
        return f"{move.partition(' to ')[2]} is not among the characters of {role}."

    def limit(self, role: Role) -> Limit | None:
        """The house's limit for a choice; the standard names none."""
        seconds = self.draft.setting.options.choice_limit
        return Limit("choice", float(seconds)) if seconds and self.legal(role) else None

    def determinize(self, role: Role, rng: Random) -> State:
        """The other hand and all offers to come drawn anew."""
        return DraftState(self.game, guess_draft(self.draft, ROLES.index(role), rng))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DraftState) and self.draft == other.draft

    def __hash__(self) -> int:
        return hash((self.draft.seed, self.draft.hands))


class PlayState(State):
    """A moment of the match: a position and, where chance is to move, what it is asked."""

    __slots__ = ("_key", "_moves", "answers", "choice", "game", "position", "question")

    def __init__(
        self,
        game: Spy,
        position: Position,
        choice: Choice | None = None,
        answers: tuple[int, ...] = (),
        question: Question | None = None,
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
        self._moves: dict[Move, Choice | int] | None = None
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
        if isinstance(meant, Choice):
            return settle(self.game, self.position, meant, ())
        return settle(self.game, self.position, self.choice, (*self.answers, meant))

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

    def view(self, role: Role | None) -> View:
        """The casino as the role sees it."""
        viewer = None if role is None else ROLES.index(role)
        seen = picture(self.position, viewer, self.happened)
        return seen if role is None else {**seen, "you": role}

    def why_not(self, role: Role, move: Move) -> Explanation:
        """Why the active character cannot do this, in a player's words."""
        if move in self.legal(role):
            return Explanation(f"{role} may {move}.", holds=True)
        return Explanation(self._refusal(role, move), holds=False)

    def limit(self, role: Role) -> Limit | None:
        """The turn phase limit of the match configuration."""
        seconds = self.position.config.turn_phase_limit
        if seconds <= 0 or role == CHANCE or role != self._choosing():
            return None
        return Limit("turn phase", float(seconds))

    def determinize(self, role: Role, rng: Random) -> State:
        """Factions and combinations that the role cannot know drawn anew."""
        if role not in ROLES or self.position.stage is Stage.OVER:
            return self
        sure = 0
        if self.choice and self.choice.target >= 0:
            met = self.position.at[self.choice.target]
            sure = 1 << met if met != NOBODY else 0
        position = guess_position(self.position, ROLES.index(role), rng, sure)
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

    def _legal(self) -> Mapping[Move, Choice | int]:
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
            return "The match is over."
        if role != self._choosing():
            return f"It is not the turn of {role}."
        choice = parse_choice(self.game.setting.board, move)
        if isinstance(choice, str) or role == CHANCE:
            return f"'{move}' is not among the moves that can be made now."
        return refusal(self.position, choice)


def begin(game: Spy, position: Position) -> PlayState:
    """The state that follows a position: the match runs on until somebody must choose."""
    if position.stage is Stage.OVER or player_to_act(position) is not None:
        return PlayState(game, position)
    return settle(game, position, None, ())


def settle(
    game: Spy, position: Position, choice: Choice | None, answers: tuple[int, ...]
) -> PlayState:
    """Carry out a choice (none: what happens by itself) with the answers of chance so far."""
    twin = position.copy()
    if choice or answers:
        twin.happened = ()
    try:
        if choice is None:
            run_on(twin, Script(answers))
        else:
            operate(twin, choice, Script(answers))
    except Undecided as undecided:
        return PlayState(game, position, choice, answers, undecided.question)
    return begin(game, twin)
