"""The Monte-Carlo player: plays any game there is, and better the longer it may think."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from spielwerk.core import NEVER, Choice, Deadline, Game, Knowledge, Mind, Player, Role, only_move
from spielwerk.players import options
from spielwerk.players.information import InformationSetSearch
from spielwerk.players.pace import Pace, Quiet
from spielwerk.players.rollout import looks_fixed_sum, rollouts_of
from spielwerk.players.uct import UctSearch

_C = 0.7
_C_WIDE = 0.1
"""The setting ``c`` unless given: means of many random matches need less of it than single ones."""
_LOOK_SECONDS = 1.0
"""How long it looks at the game before the match, at most."""


@dataclass(frozen=True)
class MctsPlayer(Player):
    """UCT for all games: turn by turn, at once, by chance, with hidden information."""

    name = "mcts"

    seconds: float | None = options.seconds(None, "longest thought for a move")
    iterations: int | None = options.count(None, "rounds of search for a move; repeatable")
    c: float | None = options.number(None, "how strongly it tries what it has tried little")

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        rng = Random(seed)
        rollouts = rollouts_of(game, rng)
        c = self.c
        if c is None:
            c = _C_WIDE if rollouts.wide and not game.hidden else _C
        if game.hidden:
            return _MctsMind(self, InformationSetSearch(game, role, rng, rollouts, c))
        if self.iterations is None:
            deadline = deadline.within(_LOOK_SECONDS)
        solving = looks_fixed_sum(game, rollouts, Pace(deadline))
        return _MctsMind(self, UctSearch(game, role, rng, rollouts, c, solving))


class _MctsMind(Mind):
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
