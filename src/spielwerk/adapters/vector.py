"""Thousands of matches at a time as a vector environment of Gymnasium.

``VectorEnv("connect-four", 4096)`` steps 4,096 matches at once on the game's batch engine. For
every role there are actions and rewards; an observation holds the facts of each match (everybody
sees all of them: games that hide something are refused) and, role by role, what is legal.

* ``observation`` has a row a match and a column a fact. Rows lie side by side in memory (column by
  column), which is how the engine has them, and no slower for what comes after.
* ``action_mask[role]`` has a column for every move of the role, which ``moves[role]`` names.
* Actions are numbers of moves, an array a role. A role whose only legal move is to pass need not
  be given, or is given as -1.
* Rewards, a column a role, are 0 until a match is over and then from -1 to 1. A match that is over
  starts again at the next step, whatever the actions (Gymnasium's *next-step autoreset*).
* Chance is drawn by the environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from spielwerk.catalogue import open_game
from spielwerk.core import (
    CHANCE,
    Game,
    MoveError,
    PartMissing,
    Role,
    SpielwerkError,
    installed,
    part_missing,
)

try:
    import gymnasium
    import numpy as np
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError as problem:
    raise part_missing(problem) or problem from None

Observation: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[
    Observation,
    NDArray[np.float32],
    NDArray[np.bool_],
    NDArray[np.bool_],
    dict[str, Any],
]

LONGEST = 2_000
"""After so many steps a match is cut off, unless somebody asks for another number."""


class Unbatched(SpielwerkError):
    """The game cannot be played many matches at a time."""


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many matches of one game that step together."""

    def __init__(self, game: Game | str, n: int, *, longest: int = LONGEST) -> None:
        """``game`` may be a name of the library or the path of a file of rules.

        :raises UnknownGame: there is no such game
        :raises SourceError: the rules are wrong
        :raises Unbatched: the game has no batch engine, or hides something
        :raises PartMissing: batches run as native code, which is not installed
        """
        game = open_game(game) if isinstance(game, str) else game
        if game.hidden:
            raise Unbatched(
                f"In '{game.name}' something is hidden, which observations of whole states would "
                "show. Use spielwerk.adapters.pettingzoo."
            )
        if n < 1:
            raise Unbatched(f"At least one match is needed, not {n}.")
        batch = game.batch(n)
        if batch is None and not installed("fast"):
            raise PartMissing("llvmlite", "fast")
        if batch is None:
            raise Unbatched(
                f"'{game.name}' has no batch engine. Use spielwerk.adapters.pettingzoo."
            )
        self._batch = batch
        self._done: NDArray[np.bool_]
        self._cut: NDArray[np.bool_]
        self._longest = longest
        self.num_envs = n
        self.roles = tuple(batch.roles)
        self.moves = {role: tuple(batch.moves[role]) for role in self.roles}
        """What each action means, role by role."""
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}
        self._make_spaces(batch.states().shape[1])
        self._begin()

    def _make_spaces(self, facts: int) -> None:
        spaces = gymnasium.spaces
        masks: dict[str, gymnasium.Space[Any]] = {
            role: spaces.MultiBinary(len(own)) for role, own in self.moves.items()
        }
        self.single_observation_space = spaces.Dict(
            {"observation": spaces.MultiBinary(facts), "action_mask": spaces.Dict(masks)}
        )
        self.single_action_space = spaces.Dict(
            {role: spaces.Discrete(len(own) + 1, start=-1) for role, own in self.moves.items()}
        )
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all matches anew; ``seed`` is for chance."""
        super().reset(seed=seed)
        self._batch.reset()
        self._begin()
        return self._observe(), {}

    def step(self, actions: Mapping[Role, NDArray[np.intp]]) -> Step:
        """Make a joint move in every match, or begin those anew that were over.

        :raises MoveError: an action is not legal, or missing where there is a choice; nothing has
            happened then
        """
        batch, begun = self._batch, self._done
        batch.step(self._choices(actions))
        self._steps += 1
        if begun.any():
            batch.reset(begun)
            self._steps[begun] = 0
        over = batch.terminal()
        rewards = np.zeros((self.num_envs, len(self.roles)), dtype=np.float32)
        ended = np.flatnonzero(over)
        rewards[ended] = batch.outcomes()[ended] / 50 - 1
        cut = (self._steps >= self._longest) & ~over
        self._done, self._cut = over | cut, cut
        return self._observe(), rewards, over, cut, {}

    def _begin(self) -> None:
        """No match has made a step, and none is over."""
        self._steps = np.zeros(self.num_envs, dtype=np.int32)
        self._done, self._cut = np.zeros((2, self.num_envs), dtype=np.bool_)

    def _observe(self) -> Observation:
        batch = self._batch
        masks = {role: batch.legal(role) for role in self.roles}
        return {"observation": batch.states(), "action_mask": masks}

    def _choices(self, actions: Mapping[Role, NDArray[np.intp]]) -> Mapping[Role, NDArray[np.intp]]:
        choices = dict(actions)
        if CHANCE in choices:
            raise MoveError("Chance is drawn by the environment; nobody chooses for it.")
        if CHANCE in self._batch.moves:
            legal = self._batch.legal(CHANCE)
            choices[CHANCE] = (legal * (1 + self.np_random.random(legal.shape))).argmax(axis=1)
        if self._cut.any():  # they are begun anew after this step, but any legal move must be made
            for role in self.roles:
                first = self._batch.legal(role).argmax(axis=1)
                choices[role] = np.where(self._cut, first, choices.get(role, np.intp(-1)))
        return choices
