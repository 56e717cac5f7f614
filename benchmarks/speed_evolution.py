"""``python -m benchmarks.speed_evolution``: better weights for the spe_ed solver of 2021.

Its authors guessed how much success, cut-off and inverted importance should count (1, 0.4, 0.15).
Here weights evolve: in every generation eight children race against the guessed weights, two by two
and each from both seats; those who win most are the parents of the next. In the end the evolved
weights meet the guessed ones on boards that were not used before. Only ratios matter, so success
stays at 1.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import exp, log
from pathlib import Path
from random import Random

import click

from spielwerk.arena.races import Race, RaceTally
from spielwerk.games.speed.game import Speed
from spielwerk.players.speed.players import TransparentPlayer

__all__ = ["main"]

CHILDREN, PARENTS = 8, 3
FIRST_STEP, LAST_STEP = 0.7, 0.2
"""How far children stray from the mean, as a factor's logarithm, at the beginning and the end."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The two weights that evolve."""

    cut_off: float = 0.4
    importance: float = 0.15

    def strayed(self, step: float, rng: Random) -> Weights:
        """A child."""
        return Weights(
            self.cut_off * exp(rng.gauss(0, step)), self.importance * exp(rng.gauss(0, step))
        )

    def player(self) -> TransparentPlayer:
        return TransparentPlayer(cut_off=self.cut_off, importance=self.importance)


def mean(weights: Sequence[Weights]) -> Weights:
    """The geometric mean: weights are factors."""
    n = len(weights)
    return Weights(
        exp(sum(log(w.cut_off) for w in weights) / n),
        exp(sum(log(w.importance) for w in weights) / n),
    )


def lifetimes(weights: Sequence[Weights], seed: int, seconds: float) -> list[int]:
    """How many rounds each lives in a race of all."""
    players = [w.player() for w in weights]
    lived = [0] * len(players)
    race = Race(players, Speed(len(players), deadlines=None), seed=seed, seconds=seconds)
    for lap in race.laps():
        for number in lap.after.active:
            lived[number - 1] = lap.after.round
    return lived


def duels(weights: Weights, boards: Sequence[int], seconds: float) -> tuple[int, int]:
    """Races won and lost against the guessed weights; every board twice, with seats exchanged."""
    won = lost = 0
    for board, swapped in product(boards, (False, True)):
        both = [Weights(), weights] if swapped else [weights, Weights()]
        lived = lifetimes(both, board, seconds)
        won += lived[swapped] > lived[not swapped]
        lost += lived[swapped] < lived[not swapped]
    return won, lost


def evolve(generations: int, boards: int, seconds: float, seed: int) -> Weights:
    """The mean of the last parents: the children who won most races against the guessed weights.

    All children of a generation race on the same boards. The centre of the last generation is not
    among them, so that it must be found again and again rather than be lucky once.
    """
    rng = Random(seed)
    centre = Weights()
    for number in range(generations):
        part = number / max(1, generations - 1)
        step = FIRST_STEP ** (1 - part) * LAST_STEP**part
        children = [centre.strayed(step, rng) for _ in range(CHILDREN)]
        drawn = [rng.getrandbits(32) for _ in range(boards)]
        won = [duels(child, drawn, seconds)[0] for child in children]
        ranked = sorted(range(CHILDREN), key=lambda index: -won[index])
        centre = mean([children[index] for index in ranked[:PARENTS]])
        click.echo(
            f"generation {number + 1}: {sum(won)} of {2 * boards * CHILDREN} won; parents' mean: "
            f"cut-off {centre.cut_off:.3f}, importance {centre.importance:.3f}"
        )
    return centre


def compare(evolved: Weights, races: int, seconds: float, seed: int) -> tuple[RaceTally, RaceTally]:
    """Races of two against the guessed weights on boards that were not used before."""
    rng = Random(f"compare/{seed}")
    boards = [rng.getrandbits(32) for _ in range(races // 2)]
    won, lost = duels(evolved, boards, seconds)
    count = 2 * len(boards)
    return RaceTally("evolved", count, won, 0), RaceTally("guessed", count, lost, 0)


@click.command()
@click.option("--generations", default=6, show_default=True)
@click.option("--boards", default=10, show_default=True, help="In each generation.")
@click.option("--races", default=200, show_default=True, help="Of the comparison in the end.")
@click.option("--time", "milliseconds", default=5, show_default=True, help="For a move, in ms.")
@click.option("--seed", default=0, show_default=True)
@click.option("--json", "file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
def main(
    generations: int, boards: int, races: int, milliseconds: int, seed: int, file: Path | None
) -> None:
    """Evolve the weights of the transparent solver and say by how much they are better."""
    seconds = milliseconds / 1000
    TransparentPlayer().ready()
    evolved = evolve(generations, boards, seconds, seed)
    tallies = compare(evolved, races, seconds, seed)
    click.echo(
        f"success 1, cut-off {evolved.cut_off:.3f}, importance {evolved.importance:.3f}, "
        "against the weights of 2021:"
    )
    for tally in tallies:
        low, high = tally.interval
        click.echo(
            f"{tally.player}: {tally.won} of {tally.races} won ({tally.share:.0%}, "
            f"95 %: {low:.0%} to {high:.0%})"
        )
    if file is not None:
        rows = [{**asdict(tally), "interval": tally.interval} for tally in tallies]
        document = {"weights": asdict(evolved), "tallies": rows}
        file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
