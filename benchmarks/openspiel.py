"""OpenSpiel's C++ games as a reference: the same random playouts, driven in two ways.

*Inside* leaves whole playouts to C++, by asking OpenSpiel's own search for one evaluation by many
random rollouts: as fast as these games get. *From Python* makes each move through the bindings, as
programs that use OpenSpiel do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

from benchmarks.measure import Sample

__all__ = ["SAME", "Reference", "is_installed", "openspiel_version"]

SAME = {
    "breakthrough": "breakthrough",
    "checkers": "checkers",
    "chess": "chess",
    "connect-four": "connect_four",
    "hex": "hex(board_size=9)",
    "nim": "nim(pile_sizes=1;3;5;7,is_misere=False)",
    "reversi": "othello",
    "tic-tac-toe": "tic_tac_toe",
}
"""Games of the library that OpenSpiel has, too. Its amazons is played on another board."""
_STATES = 20_000
"""So many states tell how long a random match is."""


def is_installed() -> bool:
    return find_spec("pyspiel") is not None


def openspiel_version() -> str:
    if not is_installed():
        return "OpenSpiel is not installed."
    return f"OpenSpiel {version('open_spiel')}."


@dataclass(frozen=True)
class Reference:
    """A game of OpenSpiel's, by the text that it is loaded with."""

    text: str

    @cached_property
    def game(self) -> Any:
        import pyspiel

        return pyspiel.load_game(self.text)

    @cached_property
    def length(self) -> float:
        """How many states a random match has on average."""
        rng, states, matches = Random(0), 0, 0
        while states < _STATES:
            state, matches = self.game.new_initial_state(), matches + 1
            states += 1
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                states += 1
        return states / matches

    def inside(self, seconds: float, seed: int) -> Sample:
        """Whole playouts in C++; states are playouts times :attr:`length`."""
        import pyspiel

        length, state = self.length, self.game.new_initial_state()
        playouts, rollouts = 0, 8
        start = process_time()
        while (spent := process_time() - start) < seconds:
            evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed + playouts)
            search = pyspiel.MCTSBot(self.game, evaluator, 1.0, 1, 1, False, seed, False)
            search.mcts_search(state)
            playouts += rollouts
            rollouts = min(2 * rollouts, 4096)
        return Sample(playouts * length, spent)

    def from_python(self, seconds: float, seed: int) -> Sample:
        """Moves made one by one through the bindings."""
        rng, states = Random(seed), 0
        state = self.game.new_initial_state()
        start = process_time()
        while (spent := process_time() - start) < seconds:
            for _ in range(100):
                states += 1
                if state.is_terminal():
                    state.returns()
                    state = self.game.new_initial_state()
                else:
                    moves = state.legal_actions()
                    state.apply_action(moves[int(rng.random() * len(moves))])
        return Sample(states, spent)
