"""The strategist against the one of before, and both among five others, on the same boards.

``duels``: two races on each board, with seats exchanged. ``sixes``: on each board the new one and
the old one race once each, on the same seat among the same five. Every board is a line of a file,
so that whoever stops goes on where it stopped::

    python -m benchmarks.speed_before duels new.jsonl --boards 50 --time 10ms
    python -m benchmarks.speed_before sixes six.jsonl --boards 300 --time 4ms
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path

import click

from benchmarks.strategist_before import Strategist as Before
from spielwerk.arena import Track, heat, race
from spielwerk.core import parse_seconds
from spielwerk.players import parse_player
from spielwerk.players.speed import Solver, SpeedPlayer
from spielwerk.players.speed.strategist import Strategist

OTHERS = ("transparent", "rollouts", "voronoi", "greedy-filler", "largest-area")


def new(seed: int) -> Solver:
    return Strategist(seed=seed)


def before(seed: int) -> Solver:
    return Before(seed=seed)


def _others() -> list[Callable[[int], Solver]]:
    players = [parse_player(name) for name in OTHERS]
    assert all(isinstance(player, SpeedPlayer) for player in players)
    for player in players:
        player.ready()  # type: ignore[attr-defined]
    return [player.solver for player in players]  # type: ignore[attr-defined]


def _warm() -> None:
    """Compile everything before a clock counts."""
    race([new, before, new], Track(3, 0.05, 16, 16), 0)


def duel(track: Track, seed: int) -> dict[str, int]:
    score = heat(new, before, track, seed)
    return {"won": score.wins, "lost": score.losses, "drawn": score.draws,
            "answers": score.answers, "late": score.late}  # fmt: skip


def six(track: Track, seed: int) -> dict[str, int]:
    """Which of the two was first on the same seat of the same board."""
    seat, row = seed % 6, {}
    for name, subject in (("new", new), ("before", before)):
        racers = _others()
        racers.insert(seat, subject)
        left, answers, late = race(racers, track, seed)
        row |= {name: int(left == seat), f"{name} answers": answers, f"{name} late": late}
    return row


@click.command()
@click.argument("kind", type=click.Choice(["duels", "sixes"]))
@click.argument("results", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--boards", default=50, show_default=True)
@click.option("--time", "length", default="10ms", show_default=True)
@click.option("--sides", nargs=2, type=int, default=(41, 80), show_default=True)
@click.option("--seed", default=70_000, show_default=True)
def main(
    kind: str, results: Path, boards: int, length: str, sides: tuple[int, int], seed: int
) -> None:
    """Race until there are so many boards, and say how it stands."""
    track = Track(2 if kind == "duels" else 6, parse_seconds(length), *sides)
    _warm()
    done = {row["seed"]: row for row in _rows(results)}
    for one in range(seed, seed + boards):
        if one not in done:
            done[one] = {"seed": one} | (duel if kind == "duels" else six)(track, one)
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(done[one]) + "\n")
    counts: Counter[str] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for row in done.values():
        counts.update({name: count for name, count in row.items() if name != "seed"})
        pairs[row.get("new", 0), row.get("before", 0)] += 1
    click.echo(dict(counts))
    click.echo(_duels(counts) if kind == "duels" else _sixes(pairs))


def _rows(file: Path) -> Iterator[dict[str, int]]:
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def _duels(counts: Counter[str]) -> str:
    races = counts["won"] + counts["lost"] + counts["drawn"]
    share = (counts["won"] + counts["drawn"] / 2) / races
    half = 1.96 * sqrt(share * (1 - share) / races)
    return f"{share:.1%} of {races} duels, {share - half:.1%} to {share + half:.1%}"


def _sixes(pairs: Counter[tuple[int, int]]) -> str:
    boards, only, other = pairs.total(), pairs[1, 0], pairs[0, 1]
    gain = (only - other) / boards
    half = 1.96 * sqrt(only + other - (only - other) ** 2 / boards) / boards
    return (
        f"first: {pairs[1, 1] + only} new, {pairs[1, 1] + other} before, of {boards} each; "
        f"difference {gain:+.1%}, {gain - half:+.1%} to {gain + half:+.1%}"
    )


if __name__ == "__main__":
    main()
