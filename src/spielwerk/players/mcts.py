"""The Monte-Carlo player: plays any game there is, and better the longer it may think."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from spielwerk.core import (
    NEVER,
    Candidate,
    Choice,
    ChoosesAtOnce,
    Deadline,
    Game,
    Judgement,
    Knowledge,
    Mind,
    Player,
    Role,
    SearchFindings,
    TreeSearch,
    only_move,
)
from spielwerk.players import options
from spielwerk.players.information import InformationSetSearch
from spielwerk.players.judgements import known_judgement
from spielwerk.players.pace import Pace, Quiet
from spielwerk.players.rollout import looks_fixed_sum, rollouts_of
from spielwerk.players.uct import UctSearch

_C = 0.7
_C_WIDE = 0.1
"""The setting ``c`` unless given: means of many random matches need less of it than single ones."""
_C_NATIVE = 0.4
"""The same where the game searches by itself, which takes it times how far values lie apart."""
_LOOK_SECONDS = 1.0
"""How long it looks at the game before the match, at most."""


@dataclass(frozen=True)
class MctsPlayer(Player):
    """UCT for all games: turn by turn, at once, by chance, with hidden information."""

    name = "mcts"

    seconds: float | None = options.seconds(None, "longest thought for a move")
    iterations: int | None = options.count(None, "rounds of search for a move; repeatable")
    c: float | None = options.number(None, "how strongly it tries what it has tried little")
    anytime: float | None = options.number(20.0, "how far it goes by what moves brought later on")
    judgement: str = options.word(
        "trained", ("trained", "none"), "whether leaves are also judged by what was learnt before"
    )
    threads: int = options.threads()
    search: str = options.word("native", ("native", "python"), "what runs the search, if it can")

    @property
    def counted(self) -> bool:
        return self.iterations is not None

    @classmethod
    def contenders(cls, game: Game) -> tuple[str, ...]:
        return (cls.name,)

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        native = game.search() if self.search == "native" and not game.hidden else None
        if native is None:
            return _MctsMind(self, self._by_contract(game, role, seed, deadline))
        tree = native.tree(
            seed=seed,
            exploring=_C_NATIVE if self.c is None else self.c,
            proving=len(game.roles) <= 2,
            threads=self.threads,
            anytime=self.anytime or 0.0,
            judgement=self._judgement(game),
        )
        fallback = partial(self._by_contract, game, role, seed)
        return _NativeMind(self, tree, lambda deadline: _MctsMind(self, fallback(deadline)))

    def _judgement(self, game: Game) -> Judgement | None:
        if self.judgement == "none":
            return None
        from spielwerk.players.training import CannotTrain, facts_of

        try:
            return known_judgement(game, facts_of(game))
        except CannotTrain:
            return None

    def _by_contract(
        self, game: Game, role: Role, seed: int, deadline: Deadline
    ) -> UctSearch | InformationSetSearch:
        """The search in Python, for any game."""
        rng = Random(seed)
        rollouts = rollouts_of(game, rng)
        c = self.c
        if c is None:
            c = _C_WIDE if rollouts.wide and not game.hidden else _C
        if game.hidden:
            return InformationSetSearch(game, role, rng, rollouts, c)
        if self.iterations is None:
            deadline = deadline.within(_LOOK_SECONDS)
        solving = looks_fixed_sum(game, rollouts, Pace(deadline))
        return UctSearch(game, role, rng, rollouts, c, solving)


class _MctsMind(Mind):
    """Searches by the contract."""

    def __init__(self, player: MctsPlayer, search: UctSearch | InformationSetSearch) -> None:
        self._player = player
        self._search = search

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        player = self._player
        deadline = deadline.for_thought(player.seconds, counted=player.iterations is not None)
        if only := only_move(knowledge.legal, str(player)):
            return only
        with Quiet():
            return self._search.choose(knowledge, Pace(deadline, player.iterations), str(player))


class _NativeMind(Mind):
    """Lets the game search; by the contract once several turn out to choose at once."""

    def __init__(
        self, player: MctsPlayer, tree: TreeSearch, fallback: Callable[[Deadline], Mind]
    ) -> None:
        self._player = player
        self._tree: TreeSearch | None = tree
        self._make_fallback = fallback
        self._fallback: Mind | None = None

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        player = self._player
        if only := only_move(knowledge.legal, str(player)):
            return only
        if self._fallback is None:
            try:
                return self._think(knowledge, deadline)
            except ChoosesAtOnce:
                self._fallback = self._make_fallback(deadline)
        return self._fallback.choose(knowledge, deadline)

    def _think(self, knowledge: Knowledge, deadline: Deadline) -> Choice:
        player, tree = self._player, self._tree
        assert tree is not None
        deadline = deadline.for_thought(player.seconds, counted=player.iterations is not None)
        pace = Pace(deadline)
        found = tree.think(knowledge.world(Random(0)), pace.go_on, player.iterations)
        visits = sum(move.visits for move in found.moves)
        return Choice(
            found.moves[0].move,
            str(player),
            candidates(found),
            found.line,
            f"{visits:,} visits of a tree of {found.positions:,} positions",
        )


def candidates(found: SearchFindings) -> tuple[Candidate, ...]:
    """What a search in native code found, as moves that were weighed."""
    return tuple(
        Candidate(
            move.move,
            None if move.value is None else 100 * move.value,
            move.visits,
            move.proven,
            move.at_most,
        )
        for move in found.moves
    )
