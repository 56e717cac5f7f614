"""The mayor as it was before players remembered, for measuring what was gained since.

It tries its moves in worlds that fit what it has seen, as every player does where something is
hidden. But it plays such a world on only to the end of the round, by habits of sensible players,
and then judges it: that takes a twentieth of the time of a random match to the end, and tells more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING, cast

from spielwerk.core import (
    NEVER,
    Choice,
    Deadline,
    Game,
    Joint,
    Knowledge,
    LimitExceeded,
    Mind,
    Move,
    Over,
    Player,
    Role,
    State,
    Unsuited,
    only_move,
)
from spielwerk.players import options
from spielwerk.players.arms import Arms
from spielwerk.players.pace import Pace, Quiet

if TYPE_CHECKING:
    from spielwerk.languages.igold import IgoldGame, IgoldState, MatchPosition

_C = 0.2
"""How strongly moves are tried that were tried little."""
_WHIM = 0.15
"""How often a player in thought does anything at all instead of what is sensible."""


@dataclass(frozen=True)
class EarlierMayor(Player):
    """Looks to the end of the round and judges cities, hands and gold."""

    name = "mayor"
    games = ("igold/citadels",)

    seconds: float | None = options.seconds(None, "longest thought for a move")
    iterations: int | None = options.count(None, "worlds tried for a move; repeatable")

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        """:raises Unsuited: this is not Citadels"""
        if self.suits(game):
            try:
                return _Mayor(self, EarlierJudge(cast("IgoldGame", game)), role, Random(seed))
            except (KeyError, StopIteration):
                pass  # Somebody's own game of that name, with other cards on other places.
        raise Unsuited(
            f"The mayor plays Citadels and nothing else, not {game.name}. Let mcts play that."
        )


class _Mayor(Mind):
    def __init__(self, player: EarlierMayor, judge: EarlierJudge, role: Role, rng: Random) -> None:
        self._player = player
        self._judge = judge
        self._role = role
        self._rng = rng

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        player = self._player
        deadline = deadline.for_thought(player.seconds, counted=player.iterations is not None)
        if only := only_move(knowledge.legal, str(player)):
            return only
        arms = Arms(knowledge.legal, self._rng)
        with Quiet():
            self._try_out(knowledge, arms, Pace(deadline, player.iterations))
        candidates = arms.candidates()
        best = candidates[0].move
        return Choice(best, str(player), candidates, (best,), f"{arms.count:,} worlds")

    def _try_out(self, knowledge: Knowledge, arms: Arms, pace: Pace) -> None:
        """Try moves in worlds for as long as there is time and there are worlds that fit."""
        while pace.next_round():
            try:
                world = knowledge.world(self._rng)
            except LimitExceeded:
                return
            arm = arms.pick(_C)
            end = self._play_round(world.after({self._role: arms.moves[arm]}), pace)
            if end is None:
                return
            arms.add(arm, self._judge.chance_of(end, self._role))

    def _play_round(self, state: State, pace: Pace) -> State | None:
        """The end of this round where all go by their habits; ``None`` where time ran out."""
        judge, rng = self._judge, self._rng
        last = judge.round_of(state)
        while isinstance(state.turn, Joint) and judge.round_of(state) == last:
            if not pace.go_on():
                return None
            (role,) = state.turn.roles
            legal = state.legal(role)
            if len(legal) == 1 or rng.random() < _WHIM:
                move = rng.choice(legal)
            else:
                move = judge.habit(state, role, legal, rng)
            state = state.after({role: move})
        return state


class EarlierJudge:
    """What a position of Citadels is worth to whom, and what sensible players do in it."""

    _LEAD = 6.0
    """So many points ahead of the best other are taken to win three matches of four."""
    _GOLD, _MORE_GOLD, _ENOUGH_GOLD = 0.8, 0.3, 5
    """What a piece of gold is worth, also beyond what one building takes."""
    _CARD, _MORE_CARDS, _ENOUGH_CARDS = 0.6, 0.15, 3
    """What a card is worth that can still be built, also beyond the next few."""
    _TEMPO = 1.0
    """What a district is worth beyond its points: the city is that much nearer to its end."""
    _CROWN = 0.6
    _COLOURS = 3.0
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
        return int(_position(state).values[self._round])

    def chance_of(self, state: State, role: Role) -> float:
        """The chance of ``role`` to win, from 0 to 1."""
        if isinstance(state.turn, Over):
            return state.outcome()[role] / 100
        mine = self._seats[role]
        worth = [self.standing(state, seat) for seat in self._seats.values()]
        lead = worth[mine] - max(other for seat, other in enumerate(worth) if seat != mine)
        return 1 / (1 + exp(-lead / self._LEAD))

    def standing(self, state: State, seat: int) -> float:
        """What a player has, in points: the city, the purse, the hand, the crown."""
        s = _position(state)
        city = s.inside[self._cities[seat]]
        total = float(sum([self._worth[n] for n in city])) + self._TEMPO * len(city)
        total += self._COLOURS * (len({self._colour[n] for n in city}) / 5) ** 2
        if len(city) >= self._COMPLETE:
            total += self._COMPLETE_BONUS + float(s.values[self._bonus[seat]])
        gold = int(s.values[self._gold[seat]])
        enough = min(gold, self._ENOUGH_GOLD)
        total += self._GOLD * enough + self._MORE_GOLD * (gold - enough)
        cards = len(self._useful(s, seat))
        few = min(cards, self._ENOUGH_CARDS)
        total += self._CARD * few + self._MORE_CARDS * (cards - few)
        crown: bool = s.links[self._crown] == seat
        return total + self._CROWN * crown

    def _useful(self, s: MatchPosition, seat: int) -> set[str]:
        """The cards in hand that do not stand in the city yet."""
        built = {self._word[n] for n in s.inside[self._cities[seat]]}
        return {self._word[n] for n in s.inside[self._hands[seat]]} - built

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

    def _gold_or_cards(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        """Gold, unless there is nothing left to build with it."""
        s = _position(state)
        useful = [self._cost[word] for word in self._useful(s, seat)]
        rich = bool(useful) and s.values[self._gold[seat]] >= max(useful)
        return Move("draw-cards") if rich or not useful else moves[0]

    def _dearest(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        return max(moves, key=lambda move: self._cost[move.partition(" ")[2]])

    def _best_kept(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        s = _position(state)
        known = {self._word[n] for n in s.inside[self._cities[seat]] + s.inside[self._hands[seat]]}

        def value(move: Move) -> tuple[bool, int]:
            word = move.partition(" ")[2]
            return word not in known, self._cost[word]

        return max(moves, key=value)

    def _worst(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move:
        s = _position(state)
        useful = self._useful(s, seat)
        return min(
            moves, key=lambda m: (m.partition(" ")[2] in useful, self._cost[m.partition(" ")[2]])
        )

    def _largest_hand(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move | None:
        """Swap with whoever has the most cards, where these are clearly more."""
        s = _position(state)
        hands = {role: len(s.inside[self._hands[other]]) for role, other in self._seats.items()}
        best = max(moves, key=lambda move: hands[Role(move.partition(" ")[2])])
        more = hands[Role(best.partition(" ")[2])] - len(s.inside[self._hands[seat]])
        return best if more >= 2 else None

    def _leader(self, state: State, seat: int, moves: list[Move], rng: Random) -> Move | None:
        """Destroy something cheap of whoever has the largest city."""
        s = _position(state)
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
        ("choose", _any),
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


def _position(state: State) -> MatchPosition:
    return cast("IgoldState", state).position
