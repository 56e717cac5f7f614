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
    from spielwerk.core import Mind, Move, Player, Role, State
    from spielwerk.games.spy import Spy

__all__ = ["duel"]


@dataclass
class _Score:
    """What came of some matches, for the first of the two players."""

    matches: int = 0
    won: int = 0
    strikes: int = 0
    longest: float = 0.0

    def __str__(self) -> str:
        from spielwerk.arena.races import Tally

        low, high = Tally("", self.matches, self.won, self.strikes).interval
        return (
            f"{self.won} of {self.matches} ({100 * low:.0f} to {100 * high:.0f} %), "
            f"{self.strikes} strikes, longest thought {self.longest:.2f} s"
        )


@click.command()
@click.argument("player")
@click.argument("opponent")
@click.option(
    "--scenario", "-s", "scenarios", multiple=True, default=("grand-casino",), show_default=True,
    help="A scenario of the library; may be given several times.",
)  # fmt: skip
@click.option("--match", "-m", "config", default="standard", show_default=True)
@click.option(
    "--matches", "-n", default=10, show_default=True, type=click.IntRange(2, 10_000),
    help="On each scenario; an even number, as seats change.",
)  # fmt: skip
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0))
def duel(
    player: str, opponent: str, scenarios: tuple[str, ...], config: str, matches: int, seed: int
) -> None:
    """Let PLAYER meet OPPONENT in No Time to Spy: specs such as spy-strong:50ms and random."""
    from spielwerk.games.spy.library import open_spy
    from spielwerk.players import parse_player

    rivals = parse_player(player), parse_player(opponent)
    if matches % 2:
        raise click.UsageError("The number of matches is even, so that seats can change.")
    games = {name: open_spy(name, config) for name in scenarios}
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
    from spielwerk.core import CHANCE, Chance, Joint, Open, Over, draw_chance
    from spielwerk.games.spy import ROLES

    mine, rng = ROLES[seat], Random(seed)
    minds = {role: rivals[role != mine].sit(game, role, seed=rng.getrandbits(32)) for role in ROLES}
    state: State = game.initial(seed)
    while not isinstance(state.turn, Over):
        match state.turn:
            case Chance():
                state = state.after({CHANCE: draw_chance(state, rng)})
            case Joint((role, *_)) | Open((role, *_)):
                move, seconds = _ask(minds[role], game, state, role)
                limit = state.limit(role)
                late = limit is not None and seconds > limit.seconds
                state = state.after({}, late=[role]) if late else state.after({role: move})
                if role == mine:
                    for score in scores:
                        score.strikes += late
                        score.longest = max(score.longest, seconds)
    for score in scores:
        score.won += state.outcome()[mine] == 100


def _ask(mind: Mind, game: Spy, state: State, role: Role) -> tuple[Move, float]:
    from spielwerk.core import Deadline, Knowledge

    limit, begun = state.limit(role), time.thread_time()
    deadline = Deadline.after(limit.seconds / 2 if limit else None, time.thread_time)
    choice = mind.choose(Knowledge(game, state, role), deadline)
    return choice.move, time.thread_time() - begun
