"""The contract: what a game is, whatever language its rules are written in.

Read this module first. A :class:`Game` makes an initial :class:`State`; a state says whose turn
it is, which moves are legal, what follows, what each role may see, and why a move is refused.
Whoever implements these two classes gets terminal play, web play, hosting, replay, players,
tournaments and adapters without writing a line for them. ``docs/contract.md`` walks five very
different games through it, call by call.

**A game presents itself.** A page or a terminal shows what it is given and parses nothing: how a
move is written (:meth:`Game.short`), how it is made on a board (:meth:`State.card`), what an
attempt there may have meant (:meth:`State.meant`), what lies where (:attr:`Game.layout`,
:meth:`State.scene`), what happened (:meth:`Game.account`), how scores came about
(:meth:`State.tally`), and the rules themselves (:attr:`Game.source`). Each has a default, so that a
game that says nothing is shown with its view as facts and its moves as buttons.

Three promises hold for every implementation, and :func:`spielwerk.core.check_game` tests them:

* **States are values.** Nothing changes a state; equal positions are equal and hash alike.
* **Same seed, same moves, same match.** The only randomness is the seed given to
  :meth:`Game.initial` and the moves of :data:`CHANCE`, which are recorded like any other.
* **A view holds only what its role may see**, and no answer given to a role (legal moves,
  explanations, accounts of a step) says more than it may know. Its views and its accounts are all
  that a role ever learns of a match.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NewType, TypeAlias

from spielwerk.core.account import ScoreLine, StepAccount, plain_account
from spielwerk.core.errors import IllegalMove, MoveError, NotYourTurn, SpielwerkError
from spielwerk.core.explanation import Explanation
from spielwerk.core.presentation import Layout, MoveCard, Scene, plain_scene
from spielwerk.core.rule_text import RuleText

if TYPE_CHECKING:
    from spielwerk.core.batch import Batch
    from spielwerk.core.course import Course
    from spielwerk.core.playout import RandomMatches
    from spielwerk.core.search import NativeSearch
    from spielwerk.core.usage import Usage

Role = NewType("Role", str)
"""The name of a seat in the game: ``white``, ``player 3``."""

Move = NewType("Move", str)
"""A move *is* its canonical text. :meth:`Game.parse_move` turns what people type into one."""

Json: TypeAlias = Any
"""Whatever ``json.dumps`` accepts and gives back unchanged."""

View: TypeAlias = Mapping[str, Json]
"""The JSON-able picture of what one role, or a spectator, may see."""

Outcome: TypeAlias = Mapping[Role, int]
"""What each role got out of a finished match, from 0 to 100."""

CHANCE = Role("random")
"""Chance is a role like any other (the name is GDL-II's), but never one of ``Game.roles``."""


@dataclass(frozen=True, slots=True)
class Over:
    """Nobody chooses any more: the match has an outcome."""


@dataclass(frozen=True, slots=True)
class Joint:
    """Every one of these roles chooses, and their moves are applied at once.

    With one role this is the ordinary turn of chess; with several it is spe_ed. A role that can
    only pass is not listed, and its pass need not be given.
    """

    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Any of these roles may choose; whoever answers first is applied first, the rest go on."""

    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance chooses, by the weights of :meth:`State.odds`."""


Turn: TypeAlias = Over | Joint | Open | Chance
"""Who must choose now. There are exactly these four cases."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A time limit that the rules themselves name, such as the turn phase limit of a spy game."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All that can ever be said in a match, each at its place: what learning programs want."""

    moves: tuple[Move, ...]
    chance: tuple[Move, ...]
    """The moves of chance, which are counted apart."""
    facts: tuple[str, ...]
    """What can stand in the list of a view's ``facts``."""


class State(ABC):
    """One immutable position of a match."""

    __slots__ = ()

    @property
    @abstractmethod
    def turn(self) -> Turn:
        """Who must choose now."""

    @abstractmethod
    def legal(self, role: Role) -> Sequence[Move]:
        """The legal moves of ``role`` (or :data:`CHANCE`), each once, in a fixed order.

        Empty for a role that does not choose now.
        """

    @abstractmethod
    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> State:
        """The successor.

        ``moves`` holds a move for every role of a :class:`Joint` turn, for exactly one role of an
        :class:`Open` turn, and for :data:`CHANCE` in a chance turn. A role whose time ran out
        stands in ``late`` instead; only rules that name a :meth:`limit` answer that.

        :raises IllegalMove: a move is not legal; the error carries the explanation
        :raises NotYourTurn: moves are missing, or given by a role that does not choose
        """

    def played(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> State:
        """The same for moves of which it is known already that :meth:`after` takes them.

        Whoever has looked at :meth:`legal` need not have it looked at again.
        """
        return self.after(moves, late)

    @abstractmethod
    def outcome(self) -> Outcome:
        """What each role got.

        :raises NotOver: the match is not over
        """

    @abstractmethod
    def view(self, role: Role | None) -> View:
        """What ``role`` may see; ``None`` is a spectator."""

    def plain_view(self, role: Role | None) -> View:
        """The same without what only helps to show it, where that is less work.

        Two states whose plain views are equal have equal views.
        """
        return self.view(role)

    @abstractmethod
    def why_not(self, role: Role, move: Move) -> Explanation:
        """Why ``move`` is not legal for ``role`` now (``holds`` is true where it is legal).

        It says no more than ``role`` may see.
        """

    @property
    def fault(self) -> Explanation | None:
        """Why the rules themselves lead nowhere from here, where they do: their author's fault.

        Such a state is over for all who only play; a match among people waits for its author.
        """
        return None

    def rest(self) -> None:  # noqa: B027 - most have nothing to let go of
        """Let go of what can be found out again: for long nobody will ask about this state."""

    def scene(self, role: Role | None) -> Scene:
        """The view of ``role`` laid out for drawing; it shows no more than the view."""
        return plain_scene(self.view(role))

    def card(self, role: Role | None, move: Move) -> MoveCard:
        """How a move that somebody can make here, or made here, looks to ``role``."""
        return MoveCard(move, move, tuple(move.split()))

    def meant(self, role: Role, squares: Sequence[str]) -> Sequence[Move]:
        """The moves that ``role`` may have meant by touching squares, the likeliest first.

        It is asked where no legal move has these squares, to say why.
        """
        return ()

    def tally(self) -> Sequence[ScoreLine]:
        """How the scores of a match that is over came about; nothing where there is no more to say.

        Nothing is a secret any more then.
        """
        return ()

    def why_over(self) -> Explanation | None:
        """What decided a match that is over, where the rules have a sentence for it.

        Its squares are what is decisive on the board: a line of four, a king that is mated.
        """
        return None

    def recurrence(self) -> str:
        """What is the same whenever this position comes back, where :attr:`Game.repetitions` count.

        Who moves, what lies where and what can be done; not how long ago something happened.
        """
        return ""

    def odds(self) -> Mapping[Move, int]:
        """In a chance turn: the weight of each of chance's moves. All alike unless said."""
        return dict.fromkeys(self.legal(CHANCE), 1)

    def limit(self, role: Role) -> Limit | None:
        """The time limit the rules set ``role`` for this choice, if they set one."""
        return None

    def determinize(self, role: Role, rng: Random) -> State:
        """A full state consistent with all the state itself keeps of what ``role`` has seen.

        It is drawn with ``rng``; whoever knows how the match came here asks :meth:`imagined`.

        Without hidden information there is only one such state: this one.

        :raises LimitExceeded: none was found within the game's budget
        """
        return self

    def imagined(self, role: Role, rng: Random, course: Course) -> State:
        """The same where it is known how the match came here: nothing ``role`` saw is forgotten.

        ``course`` ends in this state. A game whose states keep by themselves all that their roles
        have seen has nothing to add to :meth:`determinize`.

        :raises LimitExceeded: none was found within the game's budget
        """
        return self.determinize(role, rng)

    def facts(self) -> Sequence[str]:
        """Everything that is so here, hidden or not, one sentence each: for authors and tests.

        Nobody who plays is ever shown them. A game that has none says nothing.
        """
        return ()

    def arranged(self, facts: Sequence[str]) -> State:
        """This state with some :meth:`facts` made so, whatever else follows from them.

        :raises SpielwerkError: the game cannot be set up, or a fact means nothing in it
        """
        raise SpielwerkError("This game cannot be set up: it begins as its rules say.")

    @abstractmethod
    def __eq__(self, other: object) -> bool: ...

    @abstractmethod
    def __hash__(self) -> int: ...

    def check(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> None:
        """Raise what :meth:`after` promises where moves and turn do not fit; else do nothing."""
        turn = self.turn
        match turn:
            case Over():
                raise NotYourTurn("The match is over; nobody moves any more.")
            case Joint(roles):
                _exactly(set(roles), {*moves, *late})
            case Open(roles):
                if len({*moves, *late}) != 1:
                    raise MoveError("Whoever answers first moves alone: give one role's move.")
                _among(roles, {*moves, *late})
            case Chance():
                _exactly({CHANCE}, {*moves, *late})
        for role in late:
            if self.limit(role) is None:
                raise MoveError(f"The rules set {role} no time limit here, so it cannot be late.")
        for role, move in moves.items():
            if move not in self.legal(role):
                raise IllegalMove(self.why_not(role, move))


class Game(ABC):
    """The rules of one game with its options settled: roles, first state, move texts."""

    name: str
    """The game's id: lower-case English words with hyphens, such as ``connect-four``.

    Where it can be played by several numbers of players, an unusual one is said: ``speed:6``.
    """
    title: str = ""
    """What people call it."""
    about: str = ""
    """One or two sentences for the catalogue."""
    roles: tuple[Role, ...]
    """The roles in order, without :data:`CHANCE`."""
    options: Mapping[str, Json] = {}
    """The settled options, as they stand in a record's header."""
    hidden: bool = False
    """Whether some role may not see everything."""
    language: str = "native"
    """What its rules are written in: the name of a rule language, unless they are a program."""
    fingerprint: str = ""
    """Changes whenever the rules do; a record says by which rules it was played."""
    source: RuleText | None = None
    """The rules as they are written, where they are written in a language."""
    layout: Layout | None = None
    """The board on which scenes have pieces, and moves squares."""
    secret_turns: bool = False
    """Whether only those who choose may know that they do: it would tell whom a piece works for."""
    repetitions: int = 0
    """How often a position may come up before the match is drawn; 0 where that does not matter."""
    unordered: frozenset[str] = frozenset()
    """The keys of views under which lists of texts have no order."""
    recalls: bool = False
    """Whether a view holds all that its role ever did and perceived."""
    confined: bool = False
    """Whether it runs in a process of its own: whoever asks it something waits in a thread."""
    unlisted: bool = False
    """Whether its rules are a stranger's: only who is invited plays it, and no list shows it."""

    @abstractmethod
    def initial(self, seed: int = 0) -> State:
        """The first state of a match. All hidden randomness of the match comes from ``seed``."""

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """The move that ``text`` means, in its canonical form. Legality is not looked at.

        :raises MoveSyntaxError: the text is not a move of this game
        """

    def settled(self, players: int | None = None, **options: Json) -> Game:
        """The same game for another number of players, or with other options.

        :raises SpielwerkError: it is not for so many, or has no such option
        """
        if players not in (None, len(self.roles)):
            raise SpielwerkError(f"This game is for {len(self.roles)}, not for {players}.")
        if unknown := next((name for name in options if name not in self.options), None):
            raise SpielwerkError(f"This game has no option '{unknown}'.")
        return self

    def short(self, move: Move) -> str:
        """The move as people write it; :meth:`parse_move` reads it back."""
        return move

    def account(
        self,
        before: State,
        moves: Mapping[Role, Move],
        late: Collection[Role] = (),
        after: State | None = None,
    ) -> StepAccount:
        """What each role, and a spectator, may know of a step from ``before``.

        ``after`` is where it led, if that is known already. Where nothing is hidden these are the
        moves; a game with secrets says itself what of them is open.
        """
        return plain_account(self, before, moves, late)

    def draw(self, view: View) -> str:
        """A view as text for a terminal. Games that have a board draw it."""
        return "\n".join(f"{key}: {value}" for key, value in view.items())

    def quick(self) -> Game:
        """The same game on the fastest engine there is for it, which may take a moment to make.

        Moves, views and records are the same; states of the two do not mix (:meth:`adopt`).
        """
        return self

    def at_once(self) -> Game:
        """The same game for whoever cannot wait until something has been made for it.

        It has no batches and no search where these take a moment to make. The two share states.
        """
        return self

    def adopt(self, state: State) -> State:
        """A state of the same game on another engine, as a state of this one."""
        return state

    def usage(self) -> Usage | None:
        """Watches which parts of the rules matches use, where the rules can tell."""
        return None

    def batch(self, n: int, seed: int = 0) -> Batch | None:
        """``n`` matches at once in arrays, where the game has such an engine."""
        return None

    def random_matches(self) -> RandomMatches | None:
        """Whole random matches in native code, where the game has no batches but can do that."""
        return None

    def search(self) -> NativeSearch | None:
        """Search in native code, where the game has it and suits it."""
        return None

    def vocabulary(self) -> Vocabulary | None:
        """All moves and facts there can ever be, where the rules themselves tell."""
        return None


def deciding_roles(state: State) -> tuple[Role, ...]:
    """Who must or may decide in a state; chance, where it is chance."""
    match state.turn:
        case Joint(roles) | Open(roles):
            return roles
        case Chance():
            return (CHANCE,)
    return ()


def draw_chance(state: State, rng: Random) -> Move:
    """One of chance's moves, by its odds. The same generator state gives the same move."""
    odds = state.odds()
    ticket = rng.randrange(sum(odds.values()))
    for move, weight in odds.items():
        ticket -= weight
        if ticket < 0:
            return move
    raise AssertionError("odds are positive and sum up")


def _exactly(wanted: set[Role], given: set[Role]) -> None:
    if extra := given - wanted:
        raise NotYourTurn(f"It is not the turn of {_names(extra)}; now {_names(wanted)} must move.")
    if missing := wanted - given:
        raise NotYourTurn(f"No move was given for {_names(missing)}.")


def _among(roles: Collection[Role], given: Collection[Role]) -> None:
    if extra := set(given) - set(roles):
        raise NotYourTurn(f"It is not the turn of {_names(extra)}; now {_names(roles)} may move.")


def _names(roles: Collection[Hashable]) -> str:
    return ", ".join(sorted(map(str, roles)))
