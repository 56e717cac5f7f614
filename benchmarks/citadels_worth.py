"""``python -m benchmarks.citadels_worth``: what districts, gold and cards are worth in Citadels.

Matches are played by the habits of the mayor with a whim now and then; at the end of every round
each player's possessions are written down. A logistic model is then fitted to who won: the odds of
a player are the exponential of a sum of worths. Printed in points of the end, as the judge in
``players/citadels.py`` has them.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import click
import numpy as np
from rich.console import Console

from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import CHANCE, Game, Over, State, deciding_roles, draw_chance
from spielwerk.players.citadels import Judge

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORTHS = (
    "points of the city",
    "a district",
    "all five colours",
    "gold, up to 4",
    "gold, up to 8",
    "the first card",
    "two more cards",
    "further cards",
    "the crown",
)
_WHIM = 0.1
_COMPLETE = 8


def _possessions(judge: Judge, state: State, seat: int) -> list[float]:
    has = judge.possessions(state, seat)
    gold, cards = has.gold, has.cards
    return [
        has.points,
        has.districts,
        has.colours == 5,
        min(gold, 4),
        max(min(gold, 8) - 4, 0),
        min(cards, 1),
        max(min(cards, 3) - 1, 0),
        max(cards - 3, 0),
        has.crown,
    ]


def _rounds(game: Game, judge: Judge, seed: int) -> tuple[list[list[list[float]]], list[float]]:
    """What everybody had at the end of each round of a match, and who won it."""
    rng = Random(seed)
    state, rounds = game.initial(seed), []
    last = judge.round_of(state)
    while not isinstance(state.turn, Over):
        moves = {}
        for role in deciding_roles(state):
            legal = state.legal(role)
            if role == CHANCE:
                moves[role] = draw_chance(state, rng)
            elif len(legal) == 1 or rng.random() < _WHIM:
                moves[role] = rng.choice(legal)
            else:
                moves[role] = judge.habit(state, role, legal, rng)
        state = state.after(moves)
        if not isinstance(state.turn, Over) and judge.round_of(state) != last:
            last = judge.round_of(state)
            rounds.append([_possessions(judge, state, seat) for seat in range(len(game.roles))])
    outcome = state.outcome()
    points = [outcome[role] for role in game.roles]
    return rounds, [one / sum(points) for one in points]


def _fit(had: NDArray[np.float64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """The worths under which those who won were most likely to (Newton's method)."""
    worths = np.zeros(had.shape[2])
    for _ in range(30):
        odds = had @ worths
        odds = np.exp(odds - odds.max(axis=1, keepdims=True))
        chance = odds / odds.sum(axis=1, keepdims=True)
        slope = np.einsum("ms,msw->w", won - chance, had)
        mean = np.einsum("ms,msw->mw", chance, had)
        spread = np.einsum("ms,msv,msw->vw", chance, had, had) - np.einsum("mv,mw->vw", mean, mean)
        worths += np.linalg.solve(spread + 1e-3 * np.eye(len(worths)), slope)
    return worths


@click.command()
@click.option("--players", default=4, show_default=True)
@click.option("--matches", default=2_500, show_default=True, help="About 60 ms each.")
def main(players: int, matches: int) -> None:
    """What things are worth in Citadels, from who won."""
    game = open_game("citadels").settled(players)
    judge = Judge(game)  # type: ignore[arg-type]
    had, won = [], []
    for seed in range(matches):
        rounds, result = _rounds(game, judge, seed)
        for seats in rounds:
            progress = max(has[1] for has in seats) / _COMPLETE
            had.append([[one * (0.5 + progress) for one in has] for has in seats])
            won.append(result)
    worths = _fit(np.array(had), np.array(won))
    each = zip(_WORTHS, worths / worths[0], strict=True)
    report = Report(
        f"What things are worth in Citadels with {players}, {matches} matches",
        [{"what": word, "points": round(float(worth), 2)} for word, worth in each],
        [f"A point changes the odds by exp({worths[0]:.3f} * (0.5 + the largest city / 8))."],
    )
    Console().print(report.table())


if __name__ == "__main__":
    main()
