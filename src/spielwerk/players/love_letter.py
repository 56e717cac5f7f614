"""A player of Love Letter who counts cards: what the others may hold follows from all it has seen.

In worlds that agree with its memory it looks how likely each card is in each hand, and what its own
cards would do there. That says what seems sensible; as long as there is time it then tries its
moves and plays the round on, as sensible players would, and sees who gets the token.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, cast

from spielwerk.core import (
    NEVER,
    Deadline,
    Game,
    Mind,
    Move,
    Player,
    Role,
    State,
    Unsuited,
)
from spielwerk.players import options
from spielwerk.players.rounds import RoundJudge, RoundManner, RoundMind, position_of

if TYPE_CHECKING:
    from spielwerk.languages.igold import IgoldGame, MatchPosition

_MANNER = RoundManner(
    curiosity=0.3, worlds=12, trust=6, doubt=1, better=0.1, whim=0.2, whole_rounds=False
)
_RANKS = ("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")


@dataclass(frozen=True)
class LoveLetterPlayer(Player):
    """Counts cards, and looks to the end of the round."""

    name = "courtier"
    games = ("igold/love-letter",)

    seconds: float | None = options.seconds(None, "longest thought for a move")
    iterations: int | None = options.count(None, "worlds tried for a move; repeatable")

    @property
    def counted(self) -> bool:
        return self.iterations is not None

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        """:raises Unsuited: this is not Love Letter"""
        if self.suits(game):
            try:
                return RoundMind(self, Court(cast("IgoldGame", game)), role, Random(seed))
            except (KeyError, StopIteration, ValueError):
                pass  # Somebody's own game of that name, with other cards on other places.
        raise Unsuited(
            f"The courtier plays Love Letter and nothing else, not {game.name}. Let mcts play that."
        )


class Court(RoundJudge):
    """Where everything of a match of Love Letter is, and what sensible players do with it."""

    manner = _MANNER

    def __init__(self, game: IgoldGame) -> None:
        world = game.world
        self.seats = {role: number for number, role in enumerate(game.roles)}
        fields = {
            (world.spaces[one.index].index, one.id): n
            for n, one in enumerate(world.fields)
            if world.spaces[one.index].host == "actor"
        }
        slots = {(one.host, one.index, one.id): n for n, one in enumerate(world.attributes)}
        numbers = self.seats.values()
        self._hands = [fields[seat, "hand"] for seat in numbers]
        self._played = [fields[seat, "discard"] for seat in numbers]
        self._tokens = [slots["actor", seat, "tokens"] for seat in numbers]
        self._in_round = [slots["actor", seat, "inRound"] for seat in numbers]
        self._round = slots["game", 0, "round"]
        self._target = next(n for n, one in enumerate(world.links) if one.id == "target")
        self._rank = [_RANKS.index(one.word) + 1 for one in world.objects]

    def tokens(self, state: State) -> list[int]:
        """How many each player has."""
        s = position_of(state)
        return [int(s.values[slot]) for slot in self._tokens]

    def round_of(self, state: State) -> int:
        """The number of the round."""
        return int(position_of(state).values[self._round])

    def expected(self, worlds: Sequence[State], role: Role) -> float:
        return 0.5

    def worth(self, before: State, after: State, role: Role) -> float:
        """Whether the role gets the token of the round, or a share of it."""
        pairs = zip(self.tokens(before), self.tokens(after), strict=True)
        gained = [new - old for old, new in pairs]
        return gained[self.seats[role]] / max(sum(gained), 1)

    def sensible(
        self, worlds: Sequence[State], role: Role, legal: Sequence[Move], rng: Random
    ) -> Move:
        seat = self.seats[role]
        found = [position_of(world) for world in worlds]
        verb = legal[0].partition(" ")[0]
        if verb == "name":
            target = found[0].links[self._target]
            held = Counter(self._held(s, target) for s in found)
            return max(legal, key=lambda move: held[_rank_of(move)])
        if verb == "choose":
            played = self._rank[found[0].inside[self._played[seat]][-1]]
            return max(legal, key=lambda move: self._aim(found, seat, played, self._seat_of(move)))
        return max(legal, key=lambda move: self._use(found, seat, _rank_of(move)))

    def habit(self, state: State, role: Role, legal: Sequence[Move], rng: Random) -> Move:
        """As somebody who knows nothing of the others' hands."""
        verb = legal[0].partition(" ")[0]
        if verb == "play":
            return min(legal, key=_rank_of)
        others = [move for move in legal if move.partition(" ")[2] != role]
        return rng.choice(others or legal)

    def _seat_of(self, move: Move) -> int:
        return self.seats[Role(move.partition(" ")[2])]

    def _held(self, s: MatchPosition, seat: int) -> int:
        """The rank of the card that a player holds; 0 where there is none."""
        hand = s.inside[self._hands[seat]]
        return max((self._rank[card] for card in hand), default=0)

    def _aim(self, worlds: Sequence[MatchPosition], seat: int, played: int, target: int) -> float:
        """How good it is to point a card at somebody."""
        held = [self._held(s, target) for s in worlds]
        if target == seat:
            return -10.0 if held[0] == 8 else 0.5 * (held[0] <= 2)
        lead = self.tokens_of(worlds[0], target) / 10
        match played:
            case 1:
                likely = Counter(rank for rank in held if rank > 1)
                return lead + max(likely.values(), default=0) / len(held)
            case 3:
                mine = self._held(worlds[0], seat)
                return lead + sum((rank < mine) - (rank > mine) for rank in held) / len(held)
            case 5:
                return lead + sum(rank / 8 + 2 * (rank == 8) for rank in held) / len(held)
            case 6:
                return sum(held) / len(held)
        return lead + len(set(held)) / 8

    def tokens_of(self, s: MatchPosition, seat: int) -> int:
        """How many a player has in a position."""
        return int(s.values[self._tokens[seat]])

    def _use(self, worlds: Sequence[MatchPosition], seat: int, rank: int) -> float:
        """How good it is to play a card of a rank and to keep the other one."""
        hand = [self._rank[card] for card in worlds[0].inside[self._hands[seat]]]
        hand.remove(rank)
        (kept,) = hand or [0]
        others = [n for n in self.seats.values() if n != seat and self._held(worlds[0], n)]
        held = {n: [self._held(s, n) for s in worlds] for n in others}
        count = len(worlds)
        gain = 0.0
        match rank:
            case 1:
                shares = [Counter(r for r in ranks if r > 1) for ranks in held.values()]
                gain = 0.2 + max((max(s.values(), default=0) / count for s in shares), default=0)
            case 2:
                gain = 0.25
            case 3:
                chances = [
                    sum((r < kept) - 1.2 * (r > kept) for r in ranks) / count
                    for ranks in held.values()
                ]
                gain = max(chances, default=0.0)
            case 4:
                gain = 0.4
            case 5:
                gain = 0.15 + max((r.count(8) / count for r in held.values()), default=0)
            case 6:
                means = [sum(ranks) / count for ranks in held.values()]
                gain = (max(means, default=0.0) - kept) / 8
            case 7:
                gain = 0.1
            case 8:
                return -10.0
        return gain + 0.08 * kept


def _rank_of(move: Move) -> int:
    return _RANKS.index(move.partition(" ")[2]) + 1
