"""``spielwerk speed tune``: move all numbers of our solver to where it wins, and judge them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spielwerk.core import parse_seconds

if TYPE_CHECKING:
    from spielwerk.arena import TuningJournal, TuningStep
    from spielwerk.players.speed import Style


def _seconds(context: click.Context, option: click.Parameter, text: str) -> float:
    try:
        return parse_seconds(text)
    except ValueError as problem:
        raise click.BadParameter(f"{problem}.") from None


def _sides(context: click.Context, option: click.Parameter, text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text)
    if not found or not 8 <= int(found[1]) <= int(found[2]) <= 200:
        raise click.BadParameter("Say the shortest and the longest side, 8 to 200, like 41-80.")
    return int(found[1]), int(found[2])


@click.command()
@click.argument("journal", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@click.option("--races", type=click.IntRange(0), default=20_000, show_default=True, help="In all.")
@click.option(
    "--judge",
    "judged",
    type=click.IntRange(0),
    default=1_000,
    show_default=True,
    help="At most so many races of the tuned numbers against the usual ones, afterwards.",
)
@click.option(
    "--time",
    "seconds",
    default="10ms",
    show_default=True,
    callback=_seconds,
    help="Thinking time for a move of the races that judge.",
)
@click.option("--depth", type=click.IntRange(1, 4), default=1, show_default=True)
@click.option("--walks", type=click.IntRange(1, 1_000), default=6, show_default=True)
@click.option("--seats", type=click.IntRange(2, 6), default=2, show_default=True)
@click.option(
    "--boards", "sides", default="41-80", show_default=True, callback=_sides, help="Sides in cells."
)
@click.option(
    "--step",
    type=click.IntRange(1, 1_000),
    default=8,
    show_default=True,
    help="Boards for each step; two races on each.",
)
@click.option("--workers", type=click.IntRange(1, 64), help="As many as cores, if not said.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same boards.")
def tune(
    journal: Path,
    races: int,
    judged: int,
    seconds: float,
    depth: int,
    walks: int,
    seats: int,
    sides: tuple[int, int],
    step: int,
    workers: int | None,
    seed: int,
) -> None:
    """Tune all numbers of the strategist together, and judge them.

    In every step they stray at random; both ways race on the same boards, with seats exchanged, and
    the numbers move towards the winner (SPSA). In these races everybody looks --depth rounds ahead
    and tries --walks walks for a move, whatever the time. Then the tuned numbers race the usual
    ones on new boards by the clock, until a sequential test knows who is better. Every step is a
    line of JOURNAL: begun again, it goes on.
    """
    # Solvers are compiled code that takes a second to load; no other command needs it.
    from spielwerk.arena import Terms, Track, TuningJournal, judge
    from spielwerk.arena import tune as go_on

    terms = Terms(Track(seats, seconds, *sides), depth, walks, step, seed)
    kept = TuningJournal(terms, journal)

    def told(line: TuningStep) -> None:
        if line.number % 25 == 24:
            click.echo(_progress(kept, line), err=True)

    style = go_on(kept, races, workers, told)
    click.echo(_table(style))
    click.echo(_sentence("Tuned", kept, "tune"))
    if judged:
        verdict = judge(kept, judged, workers, told)
        click.echo(_sentence("Tuned against usual", kept, "judge") + f" The test says: {verdict}.")


def _progress(journal: TuningJournal, line: TuningStep) -> str:
    duel = journal.score(line.kind).duel
    return f"{line.kind}: {duel.count} races, {duel.wins} to {duel.losses}"


def _table(style: Style) -> str:
    from spielwerk.players.speed import Style as Usual

    rows = zip(Usual._fields, Usual(), style, strict=True)
    return "\n".join(f"{name:12} {usual:8.3f} -> {tuned:8.3f}" for name, usual, tuned in rows)


def _sentence(what: str, journal: TuningJournal, kind: str) -> str:
    score = journal.score(kind)
    duel = score.duel
    return (
        f"{what}: {duel.count} races, {duel.wins} won, {duel.losses} lost, {duel.draws} drawn; "
        f"{score.late} of {score.answers} answers late."
    )
