"""The player that mixes by a strategy: solved, learnt, or read from a file.

Where its strategy knows nothing of a situation, as in a position that was set up, search plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from spielwerk.core import (
    NEVER,
    Candidate,
    Choice,
    Deadline,
    Game,
    Knowledge,
    Mind,
    Move,
    Option,
    Player,
    Role,
    Unsuited,
    only_move,
    option,
)
from spielwerk.players import options
from spielwerk.players.equilibrium.keys import known_key
from spielwerk.players.equilibrium.sampling import SampledLearning
from spielwerk.players.equilibrium.solving import may_mix, solved
from spielwerk.players.equilibrium.strategy import (
    MixedStrategy,
    StrategyError,
    TooLarge,
    keep_strategy,
    known_strategy,
    read_strategy,
)
from spielwerk.players.mcts import MctsPlayer
from spielwerk.players.pace import Pace

_LOOK_SECONDS = 2.0
"""How long it looks at most at a game that it does not know yet, where it may."""


@dataclass(frozen=True)
class SolvePlayer(Player):
    """Plays an equilibrium of a small game, so that nobody can read it."""

    name = "solve"

    seconds: float | None = options.seconds(None, "longest thought where the strategy ends")

    @classmethod
    def contenders(cls, game: Game) -> tuple[str, ...]:
        """It knows by itself where it is best: see :func:`spielwerk.players.auto.seat_best`."""
        return ()

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        """:raises Unsuited: the game cannot be solved, or not in time"""
        found = known_strategy(game)
        if found is None:
            pace = Pace(deadline.within(_LOOK_SECONDS))
            try:
                if not may_mix(game):
                    raise TooLarge("Nothing is hidden, and two do not choose at once.")
                found = solved(game, go_on=pace.go_on)
            except TooLarge as problem:
                raise Unsuited(
                    f"'{game.name}' was not solved: {problem} Let mcts play it, or take more time: "
                    f"spielwerk solve {game.name}"
                ) from problem
            keep_strategy(game, found)
        return StrategyMind(self, found, MctsPlayer(self.seconds).sit(game, role, seed=seed), seed)


@dataclass(frozen=True)
class LearntPlayer(Player):
    """Mixes as it learnt from sampled matches, or as a file says."""

    name = "learnt"

    seconds: float | None = options.seconds(None, "longest thought where the strategy ends")
    file: str = option("", Option(str, str, "a strategy that 'spielwerk solve' wrote"))

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        """:raises StrategyError: the file holds no strategy for this game"""
        if self.file:
            found = read_strategy(game, _read(Path(self.file)))
        else:
            learning = SampledLearning(game, seed)
            learning.learn(Pace(deadline.within(_LOOK_SECONDS)).go_on)
            found = learning.strategy()
        return StrategyMind(self, found, MctsPlayer(self.seconds).sit(game, role, seed=seed), seed)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        raise StrategyError(f"The strategy {path} cannot be read: {problem}.") from None


class StrategyMind(Mind):
    """Draws its moves by a strategy."""

    def __init__(self, player: Player, strategy: MixedStrategy, deputy: Mind, seed: int) -> None:
        self._player = player
        self._strategy = strategy
        self._deputy = deputy
        self._rng = Random(seed)

    def chances(self, knowledge: Knowledge) -> Mapping[Move, float] | None:
        """How likely each move is; nothing where the strategy knows nothing."""
        found = self._strategy.chances.get(known_key(knowledge))
        legal = set(knowledge.legal)
        return found if found and legal.issuperset(found) else None

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        if only := only_move(knowledge.legal, str(self._player)):
            return only
        found = self.chances(knowledge)
        if found is None:
            return self._deputy.choose(knowledge, deadline)
        (move,) = self._rng.choices(list(found), list(found.values()))
        ranked = sorted(found.items(), key=lambda one: one[1], reverse=True)
        weighed = tuple(Candidate(each, None, round(1000 * p)) for each, p in ranked)
        chosen = next(one for one in weighed if one.move == move)
        others = tuple(one for one in weighed if one is not chosen)
        strategy = self._strategy
        known = strategy.exploitability
        said = "" if known is None else f", exploitability {known:.4f}"
        return Choice(move, str(self._player), (chosen, *others), (move,), f"{strategy.made}{said}")
