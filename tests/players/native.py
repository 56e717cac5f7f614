"""Small games written straight against the contract, one for every kind of turn.

The tests of players and matches use them where a library game would say less or run slower.
Each is complete: :func:`spielwerk.core.check_game` accepts it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

from spielwerk.core import (
    CHANCE,
    Chance,
    Explanation,
    Game,
    Joint,
    Limit,
    Move,
    MoveSyntaxError,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    State,
    Turn,
    View,
)

X, O = Role("x"), Role("o")  # noqa: E741
ANNA, BERT = Role("anna"), Role("bert")


class Position(State):
    """What the states below share: refusing with a plain sentence, and an outcome at the end."""

    __slots__ = ()

    def why_not(self, role: Role, move: Move) -> Explanation:
        holds = move in self.legal(role)
        verb = "is" if holds else "is not"
        return Explanation(f"{move} {verb} a legal move of {role} now", holds)

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> State:
        self.check(moves, late)
        return self.step(moves, late)

    def step(self, moves: Mapping[Role, Move], late: Collection[Role]) -> State:
        raise NotImplementedError

    def outcome(self) -> Outcome:
        if not isinstance(self.turn, Over):
            raise NotOver("The match is still going on.")
        return self.result()

    def result(self) -> Outcome:
        raise NotImplementedError


class NativeGame(Game):
    """A game that is its first state and the texts of its moves."""

    def __init__(
        self,
        name: str,
        roles: Sequence[Role],
        first: State | Callable[[int], State],
        moves: Collection[str],
        hidden: bool = False,
    ) -> None:
        self.name = name
        self.title = name
        self.roles = tuple(roles)
        self.hidden = hidden
        self.fingerprint = f"{name} 1"
        self._first = first
        self._moves = frozenset(moves)

    def initial(self, seed: int = 0) -> State:
        return self._first if isinstance(self._first, State) else self._first(seed)

    def parse_move(self, text: str) -> Move:
        text = text.strip().lower()
        if text not in self._moves:
            raise MoveSyntaxError(f"'{text}' is not a move of {self.name}.")
        return Move(text)


# --- In turns: k in a row on a board, tic-tac-toe with or without gravity -------------------------


@dataclass(frozen=True)
class Row(Position):
    """A board of two players' stones; whoever has ``k`` in a row wins."""

    width: int
    height: int
    k: int
    falls: bool
    cells: str
    won: str = ""

    @property
    def turn(self) -> Turn:
        if self.won or "." not in self.cells:
            return Over()
        return Joint((self.mover,))

    @property
    def mover(self) -> Role:
        return X if self.cells.count("x") == self.cells.count("o") else O

    def legal(self, role: Role) -> Sequence[Move]:
        if self.won or role != self.mover:
            return ()
        places = range(self.width if self.falls else len(self.cells))
        return tuple(Move(f"{i + 1}") for i in places if self.cells[i] == ".")

    def step(self, moves: Mapping[Role, Move], late: Collection[Role]) -> State:
        ((role, move),) = moves.items()
        place = int(move) - 1
        if self.falls:
            while place + self.width < len(self.cells) and self.cells[place + self.width] == ".":
                place += self.width
        cells = self.cells[:place] + role + self.cells[place + 1 :]
        return replace(self, cells=cells, won=role if self._line(cells, place) else "")

    def _line(self, cells: str, place: int) -> bool:
        row, column, stone = place // self.width, place % self.width, cells[place]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while (
                    0 <= r < self.height
                    and 0 <= c < self.width
                    and cells[r * self.width + c] == stone
                ):
                    run, r, c = run + 1, r + sign * down, c + sign * right
            if run >= self.k:
                return True
        return False

    def result(self) -> Outcome:
        return {role: 50 if not self.won else 100 * (role == self.won) for role in (X, O)}

    def view(self, role: Role | None) -> View:
        width = self.width
        rows = [list(self.cells[i : i + width]) for i in range(0, len(self.cells), width)]
        return {"board": rows, "turn": "" if self.won else self.mover}


def row_game(name: str, width: int, height: int, k: int, falls: bool) -> Game:
    first = Row(width, height, k, falls, "." * (width * height))
    return NativeGame(name, (X, O), first, {str(i + 1) for i in range(width * height)})


def tic_tac_toe() -> Game:
    return row_game("native-tic-tac-toe", 3, 3, 3, falls=False)


def connect_four() -> Game:
    return row_game("native-connect-four", 7, 6, 4, falls=True)


# --- At once: goofspiel, and matching pennies as its smallest relative ----------------------------


@dataclass(frozen=True)
class Goofspiel(Position):
    """Both bid a card for the prize on the table; the higher card takes it."""

    prizes: tuple[int, ...]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int] = (0, 0)

    @property
    def turn(self) -> Turn:
        return Joint((ANNA, BERT)) if self.prizes else Over()

    def legal(self, role: Role) -> Sequence[Move]:
        if role not in (ANNA, BERT) or not self.prizes:
            return ()
        return tuple(Move(f"bid {card}") for card in self.hands[(ANNA, BERT).index(role)])

    def step(self, moves: Mapping[Role, Move], late: Collection[Role]) -> State:
        anna, bert = (int(moves[role].split()[1]) for role in (ANNA, BERT))
        prize, *rest = self.prizes
        hands = tuple(
            tuple(card for card in hand if card != bid)
            for hand, bid in zip(self.hands, (anna, bert), strict=True)
        )
        points = (
            self.points[0] + prize * (anna > bert),
            self.points[1] + prize * (bert > anna),
        )
        return Goofspiel(tuple(rest), hands, points)

    def result(self) -> Outcome:
        anna, bert = self.points
        share = 50 if anna == bert else 100 * (anna > bert)
        return {ANNA: share, BERT: 100 - share}

    def view(self, role: Role | None) -> View:
        return {
            "prizes": list(self.prizes),
            "hands": [list(hand) for hand in self.hands],
            "points": list(self.points),
        }


def goofspiel(cards: int = 4) -> Game:
    hand = tuple(range(1, cards + 1))
    first = Goofspiel(tuple(reversed(hand)), (hand, hand))
    return NativeGame("native-goofspiel", (ANNA, BERT), first, {f"bid {card}" for card in hand})


@dataclass(frozen=True)
class Pennies(Position):
    """Anna wins where the two coins show the same side, Bert where they differ."""

    shown: tuple[str, ...] = ()

    @property
    def turn(self) -> Turn:
        return Over() if self.shown else Joint((ANNA, BERT))

    def legal(self, role: Role) -> Sequence[Move]:
        free = not self.shown and role in (ANNA, BERT)
        return (Move("heads"), Move("tails")) if free else ()

    def step(self, moves: Mapping[Role, Move], late: Collection[Role]) -> State:
        return Pennies((moves[ANNA], moves[BERT]))

    def result(self) -> Outcome:
        same = self.shown[0] == self.shown[1]
        return {ANNA: 100 * same, BERT: 100 * (not same)}

    def view(self, role: Role | None) -> View:
        return {"shown": list(self.shown)}


def matching_pennies() -> Game:
    return NativeGame("native-pennies", (ANNA, BERT), Pennies(), {"heads", "tails"})


# --- Hidden and by chance: Kuhn poker -------------------------------------------------------------

_DEALS = ("".join(deal) for deal in permutations("jqk", 2))
_KUHN_DEALS = tuple(Move(f"deal {deal}") for deal in _DEALS)
_KUHN_ENDS = ("pp", "pbp", "pbb", "bp", "bb")


@dataclass(frozen=True)
class Kuhn(Position):
    """Three cards, one each, one bet: Anna's card, Bert's card, and what was said so far."""

    cards: str = ""
    said: str = ""

    @property
    def turn(self) -> Turn:
        if not self.cards:
            return Chance()
        if self.said in _KUHN_ENDS:
            return Over()
        return Joint(((ANNA, BERT)[len(self.said) % 2],))

    def legal(self, role: Role) -> Sequence[Move]:
        match self.turn:
            case Chance() if role == CHANCE:
                return _KUHN_DEALS
            case Joint((mover,)) if role == mover:
                return (Move("pass"), Move("bet"))
        return ()

    def step(self, moves: Mapping[Role, Move], late: Collection[Role]) -> State:
        ((role, move),) = moves.items()
        if role == CHANCE:
            return Kuhn(move.split()[1])
        return Kuhn(self.cards, self.said + move[0])

    def result(self) -> Outcome:
        higher = ANNA if "jqk".index(self.cards[0]) > "jqk".index(self.cards[1]) else BERT
        winner = {"pbp": BERT, "bp": ANNA}.get(self.said, higher)
        stake = 2 if self.said.endswith("bb") else 1
        return {role: 50 + 25 * stake * (1 if role == winner else -1) for role in (ANNA, BERT)}

    def view(self, role: Role | None) -> View:
        shown = self.cards if self.said in ("pp", "pbb", "bb") else ""
        mine = self.cards[(ANNA, BERT).index(role)] if role and self.cards else ""
        return {"card": mine, "said": self.said, "shown": shown}

    def determinize(self, role: Role, rng: Random) -> State:
        if not self.cards or self.said in ("pp", "pbb", "bb"):
            return self
        seat = (ANNA, BERT).index(role)
        other = rng.choice([card for card in "jqk" if card != self.cards[seat]])
        mine = self.cards[seat]
        return replace(self, cards=mine + other if seat == 0 else other + mine)


def kuhn_poker() -> Game:
    moves = {"pass", "bet", *_KUHN_DEALS}
    return NativeGame("native-kuhn", (ANNA, BERT), Kuhn(), moves, hidden=True)


# --- Open: a draft at one's own pace, with a time limit of the rules ------------------------------


@dataclass(frozen=True)
class Draft(Position):
    """Both take numbers from one pool, whoever is quicker first; the higher sum wins.

    Where the rules name a limit, a role that is late loses its next pick to the pool's end.
    """

    pool: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    picks: int
    seconds: float | None = None

    @property
    def turn(self) -> Turn:
        free = tuple(
            role
            for role, hand in zip((ANNA, BERT), self.taken, strict=True)
            if len(hand) < self.picks
        )
        return Open(free) if free else Over()

    def legal(self, role: Role) -> Sequence[Move]:
        match self.turn:
            case Open(roles) if role in roles:
                return tuple(Move(f"take {number}") for number in self.pool)
        return ()

    def limit(self, role: Role) -> Limit | None:
        return Limit("pick", self.seconds) if self.seconds and self.legal(role) else None

    def step(self, moves: Mapping[Role, Move], late: Collection[Role]) -> State:
        (role,) = {*moves, *late}
        seat = (ANNA, BERT).index(role)
        number = 0 if late else int(moves[role].split()[1])
        taken = tuple((*hand, number) if i == seat else hand for i, hand in enumerate(self.taken))
        return replace(self, pool=tuple(n for n in self.pool if n != number), taken=taken)

    def result(self) -> Outcome:
        anna, bert = map(sum, self.taken)
        share = 50 if anna == bert else 100 * (anna > bert)
        return {ANNA: share, BERT: 100 - share}

    def view(self, role: Role | None) -> View:
        return {"pool": list(self.pool), "taken": [list(hand) for hand in self.taken]}


def draft(picks: int = 2, seconds: float | None = None) -> Game:
    pool = tuple(range(1, 2 * picks + 2))
    first = Draft(pool, ((), ()), picks, seconds)
    return NativeGame("native-draft", (ANNA, BERT), first, {f"take {n}" for n in pool})


# --- At once, three players, and the rules say what being late means: a race ----------------------


@dataclass(frozen=True)
class Race(Position):
    """Everybody runs one or two steps a round; where all run two, all stumble and stand.

    Who is late is out of the race.
    """

    goal: int
    places: tuple[int, ...]
    out: tuple[Role, ...] = ()
    seconds: float | None = None
    rounds: int = 0

    RUNNERS = (Role("red"), Role("green"), Role("blue"))

    @property
    def turn(self) -> Turn:
        running = tuple(role for role in self.RUNNERS if role not in self.out)
        done = self.rounds >= 3 * self.goal or max(self.places) >= self.goal
        return Over() if done or len(running) < 2 else Joint(running)

    def legal(self, role: Role) -> Sequence[Move]:
        match self.turn:
            case Joint(roles) if role in roles:
                return (Move("one"), Move("two"))
        return ()

    def limit(self, role: Role) -> Limit | None:
        return Limit("step", self.seconds) if self.seconds and self.legal(role) else None

    def step(self, moves: Mapping[Role, Move], late: Collection[Role]) -> State:
        bold = sum(move == "two" for role, move in moves.items() if role not in late)
        strides = {"one": 1, "two": 2 if bold < len(moves) else 0}
        places = tuple(
            place + (strides[moves[role]] if role in moves and role not in late else 0)
            for role, place in zip(self.RUNNERS, self.places, strict=True)
        )
        out = (*self.out, *(role for role in self.RUNNERS if role in late))
        return replace(self, places=places, out=out, rounds=self.rounds + 1)

    def result(self) -> Outcome:
        best = max(
            (p for r, p in zip(self.RUNNERS, self.places, strict=True) if r not in self.out),
            default=None,
        )
        return {
            role: 100 * (place == best and role not in self.out)
            for role, place in zip(self.RUNNERS, self.places, strict=True)
        }

    def view(self, role: Role | None) -> View:
        return {"places": list(self.places), "out": list(self.out), "rounds": self.rounds}


def race(goal: int = 4, seconds: float | None = None) -> Game:
    return NativeGame(
        "native-race", Race.RUNNERS, Race(goal, (0, 0, 0), (), seconds), {"one", "two"}
    )


# --- Written down whole: a game tree as a literal, Anna and Bert in turn --------------------------

Leaves = tuple[int, int]


@dataclass(frozen=True)
class Branch(Position):
    """A place in a game tree, named by the moves that lead there."""

    tree: tuple[tuple[str, Leaves], ...]
    roles: tuple[Role, ...] = (ANNA, BERT)
    said: tuple[str, ...] = ()

    @property
    def turn(self) -> Turn:
        if any(path == "/".join(self.said) for path, _ in self.tree):
            return Over()
        return Joint((self.roles[len(self.said) % len(self.roles)],))

    def legal(self, role: Role) -> Sequence[Move]:
        match self.turn:
            case Joint((mover,)) if role == mover:
                paths = [tuple(path.split("/")) for path, _ in self.tree]
                here = [p for p in paths if p[: len(self.said)] == self.said]
                return tuple(dict.fromkeys(Move(path[len(self.said)]) for path in here))
        return ()

    def step(self, moves: Mapping[Role, Move], late: Collection[Role]) -> State:
        return replace(self, said=(*self.said, *moves.values()))

    def result(self) -> Outcome:
        leaves = dict(self.tree)["/".join(self.said)]
        return dict(zip(self.roles, leaves, strict=False))

    def view(self, role: Role | None) -> View:
        return {"said": list(self.said)}


def tree_game(roles: tuple[Role, ...] = (ANNA, BERT), **leaves: Leaves) -> Game:
    """A game in turns as its endings: ``share__run=(0, 60)`` is how "share", "run" ends."""
    tree = tuple((path.replace("__", "/"), ends) for path, ends in leaves.items())
    moves = {move for path, _ in tree for move in path.split("/")}
    return NativeGame("native-tree", roles, Branch(tree, roles), moves)


# --- Slow: any game above, each successor after a fixed amount of work ----------------------------


class CountedClock:
    """A clock that goes on by what is done, not by itself, so that no machine can hurry it.

    A look at it takes a millisecond, and so many more pass as :func:`slow` rules say.
    """

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@dataclass(frozen=True)
class Slow(Position):
    """A state whose successors take ``seconds`` each on a clock."""

    inner: State
    seconds: float
    clock: CountedClock

    @property
    def turn(self) -> Turn:
        return self.inner.turn

    def legal(self, role: Role) -> Sequence[Move]:
        return self.inner.legal(role)

    def step(self, moves: Mapping[Role, Move], late: Collection[Role]) -> State:
        self.clock.now += self.seconds
        return Slow(self.inner.after(moves, late), self.seconds, self.clock)

    def result(self) -> Outcome:
        return self.inner.outcome()

    def view(self, role: Role | None) -> View:
        return self.inner.view(role)

    def determinize(self, role: Role, rng: Random) -> State:
        return Slow(self.inner.determinize(role, rng), self.seconds, self.clock)


def slow(game: Game, seconds: float, clock: CountedClock) -> Game:
    """``game`` with every successor as dear as ``seconds`` on the clock."""
    texts = game._moves  # type: ignore[attr-defined]
    first = Slow(game.initial(), seconds, clock)
    return NativeGame(f"slow-{game.name}", game.roles, first, texts, game.hidden)
