"""Any game of the contract as an environment of PettingZoo, one after another or in parallel.

``env("connect-four")`` is an AEC environment, ``parallel_env("goofspiel")`` a parallel one; agents
are the game's roles. An observation is a dictionary as PettingZoo's own board games give it:
``observation``, what the agent may see, and ``action_mask``, what it may do. Outcomes from 0 to
100 become rewards from -1 to 1 at the end. Chance is drawn from the seed given to ``reset``.

An illegal action ends the match: -1 for whoever made it, 0 for everybody else. A match that does
not end by itself is cut off (*truncated*) with 0 for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias

from spielwerk.adapters.encoding import SAMPLES, Encoding
from spielwerk.adapters.order import asked
from spielwerk.catalogue import open_game
from spielwerk.core import (
    CHANCE,
    Chance,
    Game,
    Joint,
    Move,
    Open,
    Over,
    Role,
    State,
    draw_chance,
    part_missing,
)

try:
    import gymnasium
    import numpy as np
    import pettingzoo
    from pettingzoo.utils import wrappers
except ImportError as problem:
    raise part_missing(problem) or problem from None

LONGEST = 2_000
"""After so many decisions a match is cut off, unless somebody asks for another number."""
WAIT = Move("wait")
"""In parallel environments, the only action of an agent that does not choose now."""

_Observation: TypeAlias = dict[str, Any]


def env(game: Game | str, **settings: Any) -> Any:
    """An AEC environment in the wrappers that say clearly what was called wrongly.

    ``settings`` are those of :class:`AecEnv`.
    """
    bounded = wrappers.AssertOutOfBoundsWrapper(AecEnv(game, **settings))
    return wrappers.OrderEnforcingWrapper(bounded)


def parallel_env(game: Game | str, **settings: Any) -> ParallelEnv:
    """A parallel environment; ``settings`` are those of :class:`ParallelEnv`."""
    return ParallelEnv(game, **settings)


class _Environment:
    """What both kinds of environments share: spaces, and one match at a time."""

    waits: bool
    """Whether agents that do not choose act all the same, by waiting."""

    def __init__(
        self,
        game: Game | str,
        *,
        longest: int = LONGEST,
        samples: int = SAMPLES,
        render_mode: str | None = None,
    ) -> None:
        """``game`` may be a name of the library or the path of a file of rules.

        :raises UnknownGame: there is no such game
        :raises SourceError: the rules are wrong
        """
        self._encoding = Encoding(
            open_game(game) if isinstance(game, str) else game, samples=samples
        )
        self._match = _Match(self._encoding, longest)
        name = self._encoding.game.name.replace("-", "_")
        self.metadata = {"name": f"spielwerk_{name}_v0", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.moves = (*self._encoding.moves, WAIT) if self.waits else self._encoding.moves
        """What each action means."""
        self.possible_agents: list[Role] = list(self._encoding.game.roles)
        self.agents: list[Role] = []
        self.observation_spaces = {role: self._observation_space() for role in self.possible_agents}
        self.action_spaces = {
            role: gymnasium.spaces.Discrete(len(self.moves)) for role in self.possible_agents
        }

    def _observation_space(self) -> gymnasium.spaces.Dict:
        box = gymnasium.spaces.Box
        return gymnasium.spaces.Dict(
            {
                "observation": box(0, 1, (self._encoding.size,), np.int8),
                "action_mask": box(0, 1, (len(self.moves),), np.int8),
            }
        )

    def observation_space(self, agent: Role) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: Role) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: Role) -> _Observation:
        """What the agent may see and do."""
        state, choosing = self._match.state, self._match.choosing
        mask = np.zeros(len(self.moves), dtype=np.int8)
        if agent in choosing:
            mask[self._encoding.legal(state, agent)] = 1
        elif self.waits:
            mask[-1] = 1
        return {"observation": self._encoding.observe(state, agent), "action_mask": mask}

    def render(self) -> str | None:
        """The board as a spectator sees it, as text; nothing unless ``render_mode`` is ansi."""
        game = self._encoding.game
        return game.draw(self._match.state.view(None)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


class AecEnv(_Environment, pettingzoo.AECEnv):  # type: ignore[misc]
    """Agents act one after another. Who chooses at the same time is asked before anything moves."""

    waits = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._match.begin(seed)
        self._chosen: dict[Role, int] = {}
        self.agents = list(self.possible_agents)
        self.rewards: dict[Role, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[Role, float] = dict.fromkeys(self.agents, 0.0)
        self.infos: dict[Role, dict[str, Any]] = {role: {} for role in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._choose(agent, action)
        if self._match.rewards is not None:
            self.rewards = dict(self._match.rewards)
        self._accumulate_rewards()
        self._select()

    def _choose(self, agent: Role, action: int | None) -> None:
        match, encoding = self._match, self._encoding
        if action is None or action not in encoding.legal(match.state, agent):
            match.disqualify([agent])
            return
        self._chosen[agent] = int(action)
        if all(role in self._chosen for role in match.asked):
            match.play({role: encoding.moves[n] for role, n in self._chosen.items()})
            self._chosen = {}

    def _select(self) -> None:
        match = self._match
        self.terminations: dict[Role, bool] = dict.fromkeys(self.agents, match.over)
        self.truncations: dict[Role, bool] = dict.fromkeys(self.agents, match.cut)
        waiting = (role for role in match.asked if role not in self._chosen)
        self.agent_selection = next(waiting, self.agents[0])


class ParallelEnv(_Environment, pettingzoo.ParallelEnv):  # type: ignore[misc]
    """All agents act at once; whoever does not choose now has one action, to wait."""

    waits = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Role, _Observation], dict[Role, dict[str, Any]]]:
        self._match.begin(seed)
        self.agents = list(self.possible_agents)
        return {role: self.observe(role) for role in self.agents}, self._no_infos()

    def step(
        self, actions: Mapping[Role, int]
    ) -> tuple[
        dict[Role, _Observation],
        dict[Role, float],
        dict[Role, bool],
        dict[Role, bool],
        dict[Role, dict[str, Any]],
    ]:
        match, agents, infos = self._match, self.agents, self._no_infos()
        wrong = [role for role in agents if not self._allows(role, actions.get(role))]
        if wrong:
            match.disqualify(wrong)
        elif agents:
            choosing = match.choosing
            match.play({role: self.moves[actions[role]] for role in choosing})
        over, cut = match.over, match.cut
        rewards = match.rewards or {}
        self.agents = [] if over or cut else agents
        return (
            {role: self.observe(role) for role in agents},
            {role: rewards.get(role, 0.0) for role in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _allows(self, role: Role, action: int | None) -> bool:
        mask = self.observe(role)["action_mask"]
        return action is not None and 0 <= action < len(mask) and bool(mask[action])

    def _no_infos(self) -> dict[Role, dict[str, Any]]:
        return {role: {} for role in self.agents}


class _Match:
    """One match after another: its state, its chance, and how it ends."""

    state: State

    def __init__(self, encoding: Encoding, longest: int) -> None:
        self._encoding = encoding
        self._longest = longest
        self._rng = Random()

    def begin(self, seed: int | None) -> None:
        """A new match, from the seed or wherever chance has got to."""
        if seed is not None:
            self._rng = Random(seed)
        self.state = self._encoding.game.initial(self._rng.getrandbits(32))
        self.cut = False
        self.rewards: Mapping[Role, float] | None = None
        """What everybody gets, once the match is over."""
        self._decisions = 0
        self._last: Role | None = None
        self._settle()

    @property
    def over(self) -> bool:
        return self.rewards is not None and not self.cut

    @property
    def choosing(self) -> tuple[Role, ...]:
        """Everybody who chooses in this turn."""
        match self.state.turn:
            case Joint(roles) | Open(roles) if self.rewards is None:
                return roles
        return ()

    @property
    def asked(self) -> tuple[Role, ...]:
        """Who must choose before the game moves on, where agents act one after another."""
        turn, roles = self.state.turn, self._encoding.game.roles
        return asked(turn, roles, self._last) if self.rewards is None else ()

    def play(self, moves: Mapping[Role, Move]) -> None:
        """Make legal moves; in an open turn those that are still legal, one after another."""
        if isinstance(self.state.turn, Joint):
            self._step(moves)
            return
        for role, move in moves.items():
            if move in self.state.legal(role):
                self._step({role: move})

    def disqualify(self, roles: list[Role]) -> None:
        """End the match, because these roles have done what they may not."""
        everybody = self._encoding.game.roles
        self.rewards = {role: -1.0 if role in roles else 0.0 for role in everybody}

    def _step(self, moves: Mapping[Role, Move]) -> None:
        self.state = self.state.after(moves)
        self._last = next(iter(moves))
        self._decisions += 1
        self._settle()

    def _settle(self) -> None:
        """Let chance choose where it must, and see whether the match is over."""
        while isinstance(self.state.turn, Chance):
            self.state = self.state.after({CHANCE: draw_chance(self.state, self._rng)})
        if isinstance(self.state.turn, Over):
            self.rewards = {role: p / 50 - 1 for role, p in self.state.outcome().items()}
        elif self._decisions >= self._longest:
            self.cut = True
            self.rewards = dict.fromkeys(self._encoding.game.roles, 0.0)
