"""The alpha-beta player: for two who take turns and where what one gains the other loses.

What positions are worth it knows from training (:mod:`.judgements`), or learns before the match
from random ones (:mod:`.training`, :mod:`.evaluation`); in the match it looks ahead as deep as time
allows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from spielwerk.core import (
    NEVER,
    Candidate,
    Choice,
    ChoosesAtOnce,
    Deadline,
    DepthSearch,
    Game,
    Joint,
    Judgement,
    Knowledge,
    Mind,
    Move,
    Player,
    Role,
    State,
    Unsuited,
    installed,
    only_move,
)
from spielwerk.players import options
from spielwerk.players.evaluation import JudgedEvaluation, learn, watch
from spielwerk.players.judgements import known_judgement, named_judgement
from spielwerk.players.mcts import candidates
from spielwerk.players.minimax import Minimax, RootMove
from spielwerk.players.pace import Pace, Quiet
from spielwerk.players.rollout import rollouts_of
from spielwerk.players.simple import GreedyPlayer

_LEARNING = 0.7
"""The part of the start clock spent on watching matches; the rest is for fitting."""


@dataclass(frozen=True)
class AlphaBetaPlayer(Player):
    """Iterative deepening with a transposition table and move ordering."""

    name = "alphabeta"

    seconds: float | None = options.seconds(None, "longest thought for a move")
    depth: int | None = options.count(None, "moves to look ahead; repeatable")
    learn: float | None = options.seconds(3.0, "longest time for learning before the match")
    threads: int = options.threads()
    judgement: str = options.word(
        "trained", ("trained", "fresh"), "what was learnt in training, or what can be at once"
    )
    search: str = options.word("native", ("native", "python"), "what runs the search, if it can")

    @property
    def counted(self) -> bool:
        return self.depth is not None

    @classmethod
    def contenders(cls, game: Game) -> tuple[str, ...]:
        return (cls.name,) if len(game.roles) == 2 and not game.hidden else ()

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        if game.hidden or len(game.roles) != 2:
            raise _unsuited(game)
        rng = Random(seed)
        if self.depth is None:
            deadline = deadline.within(self.learn)
        watching = (
            deadline.within(max(deadline.left(), 0) * _LEARNING) if deadline != NEVER else NEVER
        )
        native = game.search() if self.search == "native" else None
        if native is not None:
            judgement = self._judgement(game, rng.getrandbits(32), Pace(watching))
            search = native.deepening(judgement, threads=self.threads)
            return _NativeMind(self, search, GreedyPlayer().sit(game, role, seed=seed))
        with Quiet():
            minimax = Minimax(game, self._evaluation(game, rng, Pace(watching)))
        return _AlphaBetaMind(self, game, role, minimax, GreedyPlayer().sit(game, role, seed=seed))

    def _evaluation(self, game: Game, rng: Random, pace: Pace) -> Callable[[State], float]:
        """What was trained for a game; else what random matches teach, asked from Python."""
        if self.judgement == "trained" and installed("fast"):
            known = named_judgement(game)
            if known is not None:
                return JudgedEvaluation(*known)
        lessons, suited = watch(game, rollouts_of(game, rng), rng, pace)
        if not suited:
            raise _unsuited(game)
        return learn(lessons)

    def _judgement(self, game: Game, seed: int, pace: Pace) -> Judgement:
        """What was trained for a game; else what random matches teach."""
        from spielwerk.players.training import CannotTrain, facts_of, first_judgement

        if self.judgement == "trained":
            known = known_judgement(game, facts_of(game))
            if known is not None:
                return known
        try:
            return first_judgement(game, seed=seed, go_on=pace.go_on)
        except CannotTrain:
            raise _unsuited(game) from None


def _unsuited(game: Game) -> Unsuited:
    return Unsuited(
        f"alphabeta plays games of two who take turns, see everything and share a fixed sum; "
        f"'{game.name}' is not one. Seat mcts, which plays all games."
    )


class _NativeMind(Mind):
    """Lets the game search."""

    def __init__(self, player: AlphaBetaPlayer, search: DepthSearch, fallback: Mind) -> None:
        self._player = player
        self._search = search
        self._fallback = fallback
        self._earlier: list[State] = []

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        player = self._player
        deadline = deadline.for_thought(player.seconds, counted=player.depth is not None)
        if only := only_move(knowledge.legal, str(player)):
            return only
        state = knowledge.world(Random(0))
        try:
            found = self._search.think(state, Pace(deadline).go_on, player.depth, self._earlier)
        except ChoosesAtOnce:
            return self._fallback.choose(knowledge, deadline)
        self._remember(state, knowledge.role, found.moves[0].move)
        return Choice(
            found.moves[0].move,
            str(player),
            candidates(found),
            found.line,
            f"depth {found.depth}, {found.positions:,} positions",
        )

    def _remember(self, state: State, role: Role, move: Move) -> None:
        """Keep what was there in the match: this position and, where nobody else chooses, the next.

        Going back to it is no progress, and in some games a draw.
        """
        match state.turn:
            case Joint(roles):
                others = {one: state.legal(one) for one in roles if one != role}
                self._earlier.append(state)
                if all(len(moves) == 1 for moves in others.values()):
                    made = {one: moves[0] for one, moves in others.items()}
                    self._earlier.append(state.after({**made, role: move}))


class _AlphaBetaMind(Mind):
    def __init__(
        self, player: AlphaBetaPlayer, game: Game, role: Role, minimax: Minimax, fallback: Mind
    ) -> None:
        self._player = player
        self._role = role
        self._first = role == game.roles[0]
        self._minimax = minimax
        self._fallback = fallback

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        player = self._player
        deadline = deadline.for_thought(player.seconds, counted=player.depth is not None)
        if only := only_move(knowledge.legal, str(player)):
            return only
        state = knowledge.world(Random(0))
        if state.turn != Joint((self._role,)):
            return self._fallback.choose(knowledge, deadline)
        with Quiet():
            findings = self._minimax.search(state, Pace(deadline), player.depth)
        best = findings[0].move
        return Choice(
            best,
            str(player),
            tuple(map(self._candidate, findings)),
            self._minimax.line(best),
            f"depth {self._minimax.depth}, {self._minimax.visited:,} positions",
        )

    def _candidate(self, finding: RootMove) -> Candidate:
        value = finding.value if self._first else 1 - finding.value
        at_most = not finding.exact and value > 0
        proven = finding.firm and not at_most
        return Candidate(finding.move, 100 * value, finding.positions, proven, at_most)
