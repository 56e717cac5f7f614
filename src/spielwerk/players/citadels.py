"""A player of Citadels who knows what a city, a hand and a full purse are worth.

It tries its moves in worlds that fit what it has seen, as every player does where something is
hidden. But it plays such a world on only to the end of the round, by habits of sensible players,
and then judges it: that takes a twentieth of the time of a random match to the end, and tells more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

from spielwerk.core import (
    NEVER,
    Deadline,
    Game,
    Mind,
    Move,
    Over,
    Player,
    Role,
    State,
    Unsuited,
)
from spielwerk.players import options
from spielwerk.players.rounds import RoundJudge, RoundManner, RoundMind, position_of

if TYPE_CHECKING:
    from spielwerk.languages.igold import IgoldGame, MatchPosition

_ALL_COLOURS = 5
_MANNER = RoundManner(
    curiosity=0.05,
    worlds=8,
    trust=40,
    doubt=40,
    better=0.04,
    whim=0.15,
    whole_rounds=True,
    uses=3,
)
"""One try of a move is off by 0.12 and moves differ by some 0.02: so much is trusted to what many
matches have taught, and so little to a few tries."""


@dataclass(frozen=True)
class CitadelsPlayer(Player):
    """Looks to the end of the round and judges cities, hands and gold."""

    name = "mayor"
    games = ("igold/citadels",)

    seconds: float | None = options.seconds(None, "longest thought for a move")
    iterations: int | None = options.count(None, "worlds tried for a move; repeatable")

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        """:raises Unsuited: this is not Citadels"""
        if self.suits(game):
            try:
                return RoundMind(self, Judge(cast("IgoldGame", game)), role, Random(seed))
            except (KeyError, StopIteration):
                pass  # Somebody's own game of that name, with other cards on other places.
        raise Unsuited(
            f"The mayor plays Citadels and nothing else, not {game.name}. Let mcts play that."
        )


class Possessions(NamedTuple):
    """What a player of Citadels has, as far as it counts."""

    points: int
    districts: int
    colours: int
    first: int
    """What being the first with a complete city brings."""
    gold: int
    cards: int
    """Those in hand that can still be built."""
    crown: bool


class Judge(RoundJudge):
    """What a position of Citadels is worth to whom, and what sensible players do in it."""

    manner = _MANNER

    # What is worth how much, in points of the end: fitted to who won 2,500 matches of four that
    # went by the habits below (``python -m benchmarks.citadels_worth``).
    _EARLY, _LATE = 0.1, 0.2
    """How much a point changes the odds at the beginning (as an exponent), and so much more when
    the largest city is complete."""
    _GOLD = ((4, 1.3), (8, 0.9))
    """Up to so many pieces of gold each is worth so much, and nothing beyond."""
    _CARDS = ((1, 1.6), (3, 0.8), (99, 0.2))
    """The same for cards that can still be built."""
    _DISTRICT = 3.3
    """What a district is worth beyond its points: the city is that much nearer to its end."""
    _CROWN = 0.4
    _COLOURS = 1.3
    """What all five colours are worth; less than what they pay, since there is time to get them."""
    _COMPLETE, _COMPLETE_BONUS = 8, 2.0

    def __init__(self, game: IgoldGame) -> None:
        world = game.world
        self._seats = {role: number for number, role in enumerate(game.roles)}
        self._fields = {
            (
                world.spaces[one.index].index if world.spaces[one.index].host == "actor" else -1,
                one.id,
            ): n
            for n, one in enumerate(world.fields)
        }
        slots = {(one.host, one.index, one.id): n for n, one in enumerate(world.attributes)}
        seats = range(len(game.roles))
        self._gold = [slots["actor", seat, "gold"] for seat in seats]
        self._bonus = [slots["actor", seat, "bonusOfFirst"] for seat in seats]
        self._round = slots["game", 0, "round"]
        self._crown = next(n for n, one in enumerate(world.links) if one.id == "crown")
        self._hands = [self._fields[seat, "hand"] for seat in seats]
        self._cities = [self._fields[seat, "city"] for seat in seats]
        first = [one.value for one in world.attributes]

        def card(number: int, name: str) -> int:
            slot = slots.get(("object", number, name))
            return 0 if slot is None else int(first[slot])

        numbers = range(len(world.objects))
        self._word = [one.word for one in world.objects]
        self._cost = {self._word[n]: card(n, "cost") for n in numbers}
        self._worth = [card(n, "cost") + card(n, "extraPoints") for n in numbers]
        self._colour = [first[slots["object", n, "colour"]] for n in numbers]

    def round_of(self, state: State) -> int:
        """The number of the round."""
        return int(position_of(state).values[self._round])

    def ends_with_turn(self, move: Move) -> bool:
        return move.partition(" ")[0] not in ("choose", "lay-aside", "murder", "rob")

    def expected(self, worlds: Sequence[State], role: Role) -> float:
        return sum(self.chance_of(world, role) for world in worlds) / len(worlds)

    def worth(self, before: State, after: State, role: Role) -> float:
        return self.chance_of(after, role)

    def chance_of(self, state: State, role: Role) -> float:
        """The chance of ``role`` to win, from 0 to 1."""
        if isinstance(state.turn, Over):
            return state.outcome()[role] / 100
        s = position_of(state)
        largest = max(len(s.inside[city]) for city in self._cities)
        point = self._EARLY + self._LATE * largest / self._COMPLETE
        mine = self.standing(state, self._seats[role])
        seats = self._seats.values()
        return 1 / sum(exp(point * (self.standing(state, seat) - mine)) for seat in seats)

    def standing(self, state: State, seat: int) -> float:
        """What a player has, in points: the city, the purse, the hand, the crown."""
        has = self.possessions(state, seat)
        total = has.points + self._DISTRICT * has.districts
        if has.colours == _ALL_COLOURS:
            total += self._COLOURS
        if has.districts >= self._COMPLETE:
            total += self._COMPLETE_BONUS + has.first
        total += _by_steps(has.gold, self._GOLD) + _by_steps(has.cards, self._CARDS)
        return total + self._CROWN * has.crown

    def possessions(self, state: State, seat: int) -> Possessions:
        """What lies before a player."""
        s = position_of(state)
        city = s.inside[self._cities[seat]]
        return Possessions(
            points=sum([self._worth[n] for n in city]),
            districts=len(city),
            colours=len({self._colour[n] for n in city}),
            first=int(s.values[self._bonus[seat]]),
            gold=int(s.values[self._gold[seat]]),
            cards=len(self._useful(s, seat)),
            crown=s.links[self._crown] == seat,
        )

    def seat(self, role: Role) -> int:
        """The number of a player."""
        return self._seats[role]

    def hands(self, state: State) -> list[int]:
        """How many cards everybody has in hand."""
        s = position_of(state)
        return [len(s.inside[hand]) for hand in self._hands]

    def colours(self, state: State, seat: int) -> list[str]:
        """The colours of the districts in a city."""
        return [self._colour[n] for n in position_of(state).inside[self._cities[seat]]]

    def _useful(self, s: MatchPosition, seat: int) -> set[str]:
        """The cards in hand that do not stand in the city yet."""
        built = {self._word[n] for n in s.inside[self._cities[seat]]}
        return {self._word[n] for n in s.inside[self._hands[seat]]} - built

    # What seems sensible at first sight

    def sensible(
        self, worlds: Sequence[State], role: Role, legal: Sequence[Move], rng: Random
    ) -> Move:
        """What a player would do who looks at some worlds that could be, and tries nothing."""
        verb = legal[0].partition(" ")[0]
        seat = self._seats[role]
        if verb == "choose":
            return max(legal, key=lambda move: self._liking(worlds[0], seat, move))
        if all(move.startswith(("murder ", "rob ")) for move in legal):
            return max(legal, key=lambda move: sum(self._hurt(w, seat, move) for w in worlds))
        crimes = [move for move in legal if move.startswith(("murder ", "rob "))]
        if crimes:
            return max(crimes, key=lambda move: sum(self._hurt(w, seat, move) for w in worlds))
        return self.habit(worlds[0], role, legal, rng)

    def _hurt(self, state: State, seat: int, move: Move) -> float:
        """What a murder or a robbery takes from another player, if it meets one."""
        s = position_of(state)
        verb, _, victim = move.partition(" ")
        for other in self._seats.values():
            if other == seat or victim not in self._characters(s, other):
                continue
            if verb == "rob":
                return float(s.values[self._gold[other]])
            return 4.0 + self.standing(state, other) / 4
        return 0.0

    def _characters(self, s: MatchPosition, seat: int) -> set[str]:
        return {self._word[n] for n in s.inside[self._fields[seat, "chosen"]]}

    def _liking(self, state: State, seat: int, move: Move) -> float:
        """How much a character has to offer to a player in the draft.

        In what a district of its colour brings in a round, some 0.04 of a victory; fitted to how
        70,000 choices changed the chances until the end of their round
        (``python -m benchmarks.citadels_draft``).
        """
        s = position_of(state)
        colours = self.colours(state, seat)
        others = [other for other in self._seats.values() if other != seat]
        lead = len(colours) - max(len(s.inside[self._cities[other]]) for other in others)
        cards = len(self._useful(s, seat))
        match move.partition(" ")[2]:
            case "assassin":
                return 0.0
            case "thief":
                return 0.1 * sum(int(s.values[self._gold[other]]) for other in others)
            case "magician":
                hands = self.hands(state)
                more = max(hands) - hands[seat]
                return 0.3 + 0.7 * more - 0.2 * cards + 0.2 * lead
            case "king":
                return colours.count("yellow") + 0.1 * lead
            case "bishop":
                return 0.3 + 1.2 * colours.count("blue") + 0.35 * lead
            case "merchant":
                gold = int(s.values[self._gold[seat]])
                return 1.4 + colours.count("green") + 0.6 * lead - 0.1 * gold
            case "architect":
                return 2.5 - 0.6 * cards + 0.45 * lead
            case "warlord":
                return 0.15 + colours.count("red") + 0.25 * lead
        return 0.8  # Somebody of the Dark City.

    # Habits

    def habit(self, state: State, role: Role, legal: Sequence[Move], rng: Random) -> Move:
        """What a sensible player would do, by the first words of the moves there are."""
        moves: dict[str, list[Move]] = {}
        for move in legal:
            moves.setdefault(move.partition(" ")[0], []).append(move)
        for verb, pick in self._HABITS:
            if verb in moves and (found := pick(self, state, self._seats[role], moves[verb], rng)):
                return found
        return rng.choice(legal)

    def _any(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        return rng.choice(moves)

    def _liked(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        """Often the character that has the most to offer, sometimes another."""
        likings = [exp(2 * self._liking(state, seat, move)) for move in moves]
        return rng.choices(moves, likings)[0]

    def _gold_or_cards(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        """Gold, unless there is nothing left to build with it."""
        s = position_of(state)
        useful = [self._cost[word] for word in self._useful(s, seat)]
        rich = bool(useful) and s.values[self._gold[seat]] >= max(useful)
        return Move("draw-cards") if rich or not useful else moves[0]

    def _dearest(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        return max(moves, key=lambda move: self._cost[_card_of(move)])

    def _best_kept(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        s = position_of(state)
        known = {self._word[n] for n in s.inside[self._cities[seat]] + s.inside[self._hands[seat]]}

        def value(move: Move) -> tuple[bool, int]:
            word = move.partition(" ")[2]
            return word not in known, self._cost[word]

        return max(moves, key=value)

    def _worst(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        s = position_of(state)
        useful = self._useful(s, seat)
        return min(
            moves, key=lambda m: (m.partition(" ")[2] in useful, self._cost[m.partition(" ")[2]])
        )

    def _largest_hand(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move | None:
        """Swap with whoever has the most cards, where these are clearly more."""
        s = position_of(state)
        hands = {role: len(s.inside[self._hands[other]]) for role, other in self._seats.items()}
        best = max(moves, key=lambda move: hands[Role(move.partition(" ")[2])])
        more = hands[Role(best.partition(" ")[2])] - len(s.inside[self._hands[seat]])
        return best if more >= 2 else None

    def _leader(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move | None:
        """Destroy something cheap of whoever has the largest city."""
        s = position_of(state)
        cities = {role: len(s.inside[self._cities[other]]) for role, other in self._seats.items()}
        largest = max(cities.values())
        worth = {
            move: self._cost[word]
            for move in moves
            for word, _, owner in [move.partition(" ")[2].partition(" of ")]
            if cities[Role(owner)] >= largest - 1
        }
        best = max(worth, key=lambda move: worth[move], default=None)
        return best if best is not None and worth[best] <= 3 else None

    _HABITS: tuple[tuple[str, Callable[..., Move | None]], ...] = (
        ("choose", _liked),
        ("lay-aside", _any),
        ("keep", _best_kept),
        ("discard", _worst),
        ("murder", _any),
        ("rob", _any),
        ("swap-hands", _largest_hand),
        ("take-gold", _gold_or_cards),
        ("build", _dearest),
        ("take-income", _any),
        ("destroy", _leader),
        ("end-turn", _any),
    )
    """What is looked at first, and how one of its moves is picked; ``None`` goes on."""


def _by_steps(number: int, steps: tuple[tuple[int, float], ...]) -> float:
    """What so many pieces are worth where the first ones are worth more than the later."""
    worth, before = 0.0, 0
    for upto, each in steps:
        worth += each * (min(number, upto) - before)
        if number <= upto:
            break
        before = upto
    return worth


def _card_of(move: Move) -> str:
    """``build tavern in hand``: where equal cards lie in two places, the move says which."""
    return move.partition(" ")[2].partition(" in ")[0]
