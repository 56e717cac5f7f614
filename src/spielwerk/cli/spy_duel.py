"""``spielwerk spy duel``: how often one player of No Time to Spy beats another.

Every draft and every deal is played twice with seats changed. Players think by the processor's
time, so that a busy machine changes nothing; whether an answer would have been a strike is
measured by the same time limit that a server sets.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from spielwerk.core import Player, Role
    from spielwerk.games.spy import Spy
    from spielwerk.match import Match


@dataclass
class _Score:
    """What came of some matches, for the first of the two players."""

    matches: int = 0
    won: int = 0
    strikes: int = 0
    longest: float = 0.0

    def __str__(self) -> str:
        from spielwerk.arena import RaceTally

        low, high = RaceTally("", self.matches, self.won, self.strikes).interval
        return (
            f"{self.won} of {self.matches} ({100 * low:.0f} to {100 * high:.0f} %), "
            f"{self.strikes} strikes, longest thought {self.longest:.2f} s"
        )


@click.command()
@click.argument("player")
@click.argument("opponent")
@click.option(
    "--scenario", "-s", "scenarios", multiple=True, default=("grand-casino",), show_default=True,
    help="A .scenario file, or a set of the library; may be given several times.",
)  # fmt: skip
@click.option(
    "--match", "-m", "config", default="standard", show_default=True,
    help="The match configuration: a .match file, or a set of the library.",
)  # fmt: skip
@click.option(
    "--matches", "-n", default=10, show_default=True, type=click.IntRange(2, 10_000),
    help="On each scenario; an even number, as seats change.",
)  # fmt: skip
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0))
def duel(
    player: str, opponent: str, scenarios: tuple[str, ...], config: str, matches: int, seed: int
) -> None:
    """Let PLAYER meet OPPONENT in No Time to Spy: specs such as spy-strong:50ms and random."""
    from spielwerk.cli.spy_sets import open_sets
    from spielwerk.games.spy import Options
    from spielwerk.players import parse_player

    rivals = parse_player(player), parse_player(opponent)
    if matches % 2:
        raise click.UsageError("The number of matches is even, so that seats can change.")
    games = {name: open_sets("agents", config, name, Options()) for name in scenarios}
    total = _Score()
    for name, game in games.items():
        score = _Score()
        for number in range(matches):
            for count in (score, total):
                count.matches += 1
            _meet(game, rivals, number % 2, seed + number // 2, (score, total))
        click.echo(f"{name}: {player} beats {opponent} in {score}")
    if len(games) > 1:
        click.echo(f"all: {player} beats {opponent} in {total}")


def _meet(
    game: Spy, rivals: tuple[Player, Player], seat: int, seed: int, scores: tuple[_Score, ...]
) -> None:
    """One match; ``seat`` is where the first of the two sits."""
    from spielwerk.arena import think_in_turn
    from spielwerk.core import Deadline, Knowledge
    from spielwerk.games.spy import ROLES
    from spielwerk.match import Late, Session, Setup, open_match

    mine, rng = ROLES[seat], Random(seed)
    seats = {role: rivals[role != mine] for role in ROLES}
    minds = {
        role: player.sit(game, role, seed=rng.getrandbits(32)) for role, player in seats.items()
    }

    def think(match: Match, role: Role) -> tuple[str, float]:
        limit, begun = match.state.limit(role), time.thread_time()
        deadline = Deadline.after(limit.seconds / 2 if limit else None, time.thread_time)
        choice = minds[role].choose(Knowledge(game, match.lived, role), deadline)
        seconds = time.thread_time() - begun
        if role == mine:
            for score in scores:
                score.longest = max(score.longest, seconds)
        return choice.move, seconds

    setup = Setup(seed, {role: str(player) for role, player in seats.items()})
    session = Session(open_match(game, setup))
    late = [event for event in think_in_turn(session, think) if isinstance(event, Late)]
    outcome = session.match.outcome
    assert outcome is not None
    for score in scores:
        score.strikes += sum(event.role == mine for event in late)
        score.won += outcome[mine] == 100
