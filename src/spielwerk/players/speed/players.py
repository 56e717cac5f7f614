"""The solvers of spe_ed by name, as players: ``strategist:50ms``, ``transparent:search=forward``.

Such a player sits at any table of spe_ed (arena, server, command line). Whoever talks to a spe_ed
server instead asks :meth:`SpeedPlayer.solver` for a solver and gives it positions. Compiled code is
loaded only when the first solver is made, and before any clock counts.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar

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
    option,
)
from spielwerk.games.speed import SpeedState, start
from spielwerk.players import options
from spielwerk.players.pace import Quiet

if TYPE_CHECKING:
    from spielwerk.players.speed.decision import Decision, Solver

SEARCHES = ("graph", "forward", "backward", "bidirectional")
"""The named ways in which the solver of 2021 looks for paths."""


class SpeedPlayer(Player):
    """A player of spe_ed and of nothing else."""

    games = ("native/speed",)
    _warm: ClassVar[set[SpeedPlayer]] = set()

    @property
    @abstractmethod
    def longest(self) -> float | None:
        """The longest thought for a move in seconds, if its spec says so."""

    @abstractmethod
    def solver(self, seed: int = 0) -> Solver:
        """A solver for one racer in one game."""

    def ready(self) -> None:
        """Load, and the first time compile, everything a solver needs. May take a minute."""
        if self not in self._warm:
            from spielwerk.games.speed import Arena, Y

            for players, wall in ((2, False), (3, False), (2, True)):
                arena, solver = Arena.of(start(16, 16, players, Random(0))), self.solver()
                if wall:  # Whoever is alone thinks differently.
                    arena.cells[(arena.racers[0, Y] + arena.racers[1, Y]) // 2] = 1
                for _ in range(2):
                    solver.decide(arena, 0, Deadline.after(0.05).left).draw()
                    arena.clock[0] += 1
            self._warm.add(self)

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        if not self.suits(game):
            raise Unsuited(
                f"{self.name} plays spe_ed only, not '{game.name}'. Seat mcts, which plays all "
                "games."
            )
        self.ready()
        return _SpeedMind(self, self.solver(seed))


@dataclass(frozen=True)
class StrategistPlayer(SpeedPlayer):
    """Our own solver: searches against the nearest rivals, fills space when alone."""

    name = "strategist"

    seconds: float | None = options.seconds(None, "longest thought for a move")

    @property
    def longest(self) -> float | None:
        return self.seconds

    def solver(self, seed: int = 0) -> Solver:
        from spielwerk.players.speed.strategist import Strategist

        return Strategist()


def _read_search(text: str) -> str:
    if text not in SEARCHES:
        raise ValueError(f"'{text}' is none of {', '.join(SEARCHES)}")
    return text


@dataclass(frozen=True)
class TransparentPlayer(SpeedPlayer):
    """The solver of 2021: success, cut-off and inverted importance, weighed."""

    name = "transparent"

    seconds: float | None = options.seconds(None, "longest thought for a move")
    search: str = option(SEARCHES[0], Option(_read_search, str, f"one of {', '.join(SEARCHES)}"))
    success: float | None = options.number(1.0, "weight of what can be reached")
    cut_off: float | None = options.number(0.4, "weight of cutting off opponents")
    importance: float | None = options.number(0.15, "weight of sparing important cells")
    threads: int | None = options.count(1, "threads that search for paths")

    @property
    def longest(self) -> float | None:
        return self.seconds

    def solver(self, seed: int = 0) -> Solver:
        from spielwerk.players.speed.transparent import TransparentSolver, Weights

        weights = Weights(self.success or 0.0, self.cut_off or 0.0, self.importance or 0.0)
        return TransparentSolver(weights, search=self.search, threads=self.threads or 1)


class _OtherKind(SpeedPlayer):
    """Thinks as another team of 2021 did. It races, but is nobody's first choice."""

    seconds: float | None

    @property
    def longest(self) -> float | None:
        return self.seconds

    @classmethod
    def contenders(cls, game: Game) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class RolloutsPlayer(_OtherKind):
    """Random drives, weighed by how probably the cells are still free."""

    name = "rollouts"

    seconds: float | None = options.seconds(None, "longest thought for a move")

    def solver(self, seed: int = 0) -> Solver:
        from spielwerk.players.speed.kinds import RolloutSolver

        return RolloutSolver(seed)


@dataclass(frozen=True)
class VoronoiPlayer(_OtherKind):
    """Minimax against the nearest rival, judged by who reaches which cells first."""

    name = "voronoi"

    seconds: float | None = options.seconds(None, "longest thought for a move")

    def solver(self, seed: int = 0) -> Solver:
        from spielwerk.players.speed.kinds import VoronoiSolver

        return VoronoiSolver()


@dataclass(frozen=True)
class GreedyFillerPlayer(_OtherKind):
    """Goes where a greedy fill of the free cells lasts longest; never looks at anybody."""

    name = "greedy-filler"

    seconds: float | None = options.seconds(None, "longest thought for a move")

    def solver(self, seed: int = 0) -> Solver:
        from spielwerk.players.speed.kinds import FillerSolver

        return FillerSolver(seed)


class _SpeedMind(Mind):
    def __init__(self, player: SpeedPlayer, solver: Solver) -> None:
        self._player = player
        self._solver = solver

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        from spielwerk.games.speed import Arena

        state = knowledge.world(Random(0))
        assert isinstance(state, SpeedState)
        deadline = deadline.for_thought(self._player.longest)
        with Quiet():
            arena = Arena.of(state.board)
            decision = self._solver.decide(arena, int(knowledge.role) - 1, deadline.left)
        return _choice(decision, str(self._player))


def _choice(decision: Decision, by: str) -> Choice:
    best_first = sorted(decision.ratings.items(), key=lambda item: -item[1]["total"])
    candidates = (
        Candidate(
            Move(action.value),
            100 * rating["chance"] if "chance" in rating else None,
            int(rating.get("visits", 1)),  # whatever has a rating was looked at
        )
        for action, rating in best_first
    )
    line = tuple(action.value for action in decision.line)
    return Choice(Move(decision.action.value), by, tuple(candidates), line, decision.note)
