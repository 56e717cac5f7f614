"""OpenSpiel's bots at our tables: whoever plays a game of the library by the adapter.

They think for a number of simulations, not for a time; so the number is set anew for every move
from how long their last thoughts took. A game whose random matches take too long by the adapter for
that is left to others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from spielwerk.core import (
    NEVER,
    Choice,
    Course,
    Deadline,
    Event,
    Game,
    Joint,
    Knowledge,
    Mind,
    Open,
    Player,
    Role,
    State,
    Unsuited,
    only_move,
)

__all__ = ["Foreigner", "OpenSpielPlayer", "Used", "tree_search"]

_C, _ROLLOUTS, _MEGABYTES = 2.0, 1, 1000
"""OpenSpiel's own settings for its bots; the solver of proven results is on as well."""
_SAMPLES = 50
"""Matches from which the adapter learns which moves there are, where rules do not say."""
_FEWEST = 2
"""Simulations for a move: of a single one nothing follows."""
_PATIENCE = 5
"""A random match that takes so many times as long as a thought may is too long."""
_SECONDS = 0.01


@dataclass(slots=True)
class Used:
    """How long one side has thought, and for how many moves."""

    seconds: float = 0.0
    moves: int = 0

    @property
    def mean(self) -> float:
        return self.seconds / max(self.moves, 1)


@dataclass
class Foreigner:
    """A bot of OpenSpiel's, kept to a time for each move."""

    bot: Callable[[int, int], Any]
    """Makes one for some simulations and a seed."""
    seconds: float
    now: Callable[[], float]
    rate: float
    """Simulations a second, before anything was measured."""
    used: Used = field(default_factory=Used)

    def choose(self, state: Any, seed: int) -> int:
        simulations = max(int(self.rate * self.seconds), _FEWEST)
        bot = self.bot(simulations, seed)  # a new bot a move: it keeps no tree between moves anyway
        begin = self.now()
        action = int(bot.step(state))
        spent = self.now() - begin
        self.used.seconds += spent
        self.used.moves += 1
        if spent > self.seconds / 4:  # less: it had proven its move, which says nothing of its pace
            self.rate = (self.rate + min(simulations / spent, 3 * self.rate)) / 2
        return action


def tree_search(game: Any) -> Callable[[int, int], Any]:
    """OpenSpiel's MCTS in C++, for a game of its own; games in Python bring it down."""
    import pyspiel

    def bot(simulations: int, seed: int) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, seed)
        return pyspiel.MCTSBot(game, evaluator, _C, simulations, _MEGABYTES, True, seed, False)

    return bot


@dataclass(frozen=True)
class OpenSpielPlayer(Player):
    """OpenSpiel's MCTS in Python, or its IS-MCTS where something is hidden or chosen at once."""

    name = "openspiel"

    seconds: float | None = None

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        """:raises Unsuited: a random match takes too long by the adapter"""
        seconds = self.seconds or _SECONDS
        table = _table_of(game)
        if table.random_match > _PATIENCE * seconds:
            raise Unsuited(
                f"A random match of {game.name} takes {table.random_match:.2f} s by the adapter."
            )
        return _ForeignMind(self, table, role, seconds, seed)


class _Table:
    """A game as OpenSpiel's bots are given it: its matches begin where ours stand."""

    def __init__(self, game: Game) -> None:
        import pyspiel

        from spielwerk.adapters.encoding import Encoding
        from spielwerk.adapters.openspiel import OpenSpielState, openspiel_class

        self.game = game
        self.here = Course.begun(game)
        encoding = Encoding(game, samples=_SAMPLES, growing=True)
        own = openspiel_class(f"here_{game.name}", encoding)
        begin = {"new_initial_state": lambda begun: OpenSpielState(begun, self.here)}
        self._begun = type("Begun", (own,), begin)({"seed": 0})
        self.setting = self._begun.setting
        together = encoding.survey.together
        self.hidden = together or game.hidden
        self.loaded = pyspiel.convert_to_turn_based(self._begun) if together else self._begun

    @cached_property
    def random_match(self) -> float:
        """Seconds that a random match takes."""
        rng, course = Random(1), Course.begun(self.game)
        taken = []
        for _ in range(2):
            begin = time.thread_time()
            state = self.at(course, self.game.roles[0], rng)
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            taken.append(time.thread_time() - begin)
        return min(taken)

    def at(self, course: Course, role: Role, rng: Random) -> Any:
        """The position as a state of OpenSpiel's in which ``role`` chooses, if it is asked."""
        self.here = course
        state = self.loaded.new_initial_state()
        seat = self.game.roles.index(role)
        turn = course.state.turn
        if isinstance(turn, Joint) and role in turn.roles:
            while state.current_player() != seat:  # those who choose before it, at the same moment
                state.apply_action(rng.choice(state.legal_actions()))
        return state

    def begun_at(self, state: State, role: Role) -> Course:
        """A course that begins with a position in which ``role`` is asked next."""
        if not isinstance(state.turn, Open):
            return Course(state, game=self.game)
        roles = self.game.roles
        before = roles[roles.index(role) - 1]  # in open turns the adapter asks one after another
        return Course(state, event=Event({before: ""}), game=self.game)


@lru_cache(maxsize=2)
def _table_of(game: Game) -> _Table:
    return _Table(game)


class _ForeignMind(Mind):
    """Asks the bot."""

    def __init__(
        self, player: Player, table: _Table, role: Role, seconds: float, seed: int
    ) -> None:
        self._player, self._table, self._role = player, table, role
        self._rng = Random(seed)
        self._knowledge: Knowledge | None = None
        bot = self._by_information_sets if table.hidden else self._by_states
        rate = 1 / max(table.random_match, 1e-4)
        self._foreigner = Foreigner(bot, seconds, time.thread_time, rate)

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        if only := only_move(knowledge.legal, str(self._player)):
            return only
        self._knowledge = knowledge
        state = self._world()
        action = self._foreigner.choose(state, self._rng.getrandbits(30))
        move = self._table.setting.move(self._role, action)
        return Choice(move, str(self._player), effort="by OpenSpiel")

    def _world(self) -> Any:
        knowledge = self._knowledge
        assert knowledge is not None
        world = knowledge.world(self._rng)
        return self._table.at(self._table.begun_at(world, self._role), self._role, self._rng)

    def _by_states(self, simulations: int, seed: int) -> Any:
        import numpy as np
        from open_spiel.python.algorithms import mcts

        chance = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(_ROLLOUTS, chance)
        return mcts.MCTSBot(self._table.loaded, _C, simulations, evaluator, random_state=chance)

    def _by_information_sets(self, simulations: int, seed: int) -> Any:
        import numpy as np
        from open_spiel.python.algorithms import ismcts, mcts

        chance = np.random.RandomState(seed)
        bot = ismcts.ISMCTSBot(
            self._table.loaded,
            mcts.RandomRolloutEvaluator(_ROLLOUTS, chance),
            _C,
            simulations,
            random_state=chance,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(lambda state, player: self._world())
        return bot
