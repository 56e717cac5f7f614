"""``python -m benchmarks.igold_duel``: MCTS with native random matches against MCTS without.

Both search the same way, for the same processor time a move; what differs is the engine that plays
their random matches. Every other seat is of one side, and sides change seats from match to match. A
match is won by the side whose player is first; it is shared where players of both sides are.
"""

from __future__ import annotations

import time
from math import sqrt
from random import Random

import click
from rich.console import Console

from benchmarks.measure import machine
from benchmarks.report import Report
from spielwerk.core import (
    CHANCE,
    Chance,
    Deadline,
    Game,
    Joint,
    Knowledge,
    Mind,
    Move,
    Over,
    Role,
    State,
    deciding_roles,
    draw_chance,
)
from spielwerk.languages.igold import open_library
from spielwerk.players import parse_player

__all__ = ["main"]


@click.command()
@click.option("--game", "name", default="citadels", show_default=True)
@click.option("--players", default=2, show_default=True)
@click.option("--matches", default=100, show_default=True, type=click.IntRange(1))
@click.option("--seconds", default=0.1, show_default=True, type=click.FloatRange(0.01))
@click.option("--seed", default=1, show_default=True, help="Of the first match.")
def main(name: str, players: int, matches: int, seconds: float, seed: int) -> None:
    """Matches won by MCTS with the native engine against MCTS with the reference engine."""
    console = Console(width=140)
    console.print(machine())
    plain = open_library(name, players).at_once()
    quick = open_library(name, players)
    assert plain.random_matches() is None
    assert quick.random_matches() is not None
    sides = {True: _Side(quick, seconds), False: _Side(plain, seconds)}
    points = []
    for number in range(matches):
        points.append(_match(quick, sides, number, seed + number))
        console.print(f"{number + 1}: {points[-1]:g}, together {sum(points):g}")
    mean = sum(points) / matches
    spread = sqrt(sum((one - mean) ** 2 for one in points) / max(matches - 1, 1))
    row: dict[str, str | float] = {
        "game": name,
        "players": players,
        "matches": matches,
        "won by native": sum(points),
        "95 % ±": 1.96 * spread * sqrt(matches),
        "native s a move": sides[True].mean,
        "reference s a move": sides[False].mean,
    }
    note = f"{seconds:g} s of processor time a move."
    console.print(Report("MCTS with native random matches", [row], [note]).table())


class _Side:
    """One of the two ways to think, and how long it has thought."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.game = game
        self.limit = seconds
        self.seconds, self.moves = 0.0, 0

    @property
    def mean(self) -> float:
        return self.seconds / max(self.moves, 1)

    def sit(self, role: Role, seed: int) -> Mind:
        return parse_player("mcts").sit(self.game, role, seed=seed)

    def choose(self, mind: Mind, knowledge: Knowledge) -> Move:
        begin = time.thread_time()
        deadline = Deadline.after(self.limit, time.thread_time)
        move = mind.choose(knowledge.at(self.game), deadline).move
        if len(knowledge.legal) > 1:
            self.seconds += time.thread_time() - begin
            self.moves += 1
        return move


def _match(game: Game, sides: dict[bool, _Side], number: int, seed: int) -> float:
    """What the native side gets of one match, from 0 to 1."""
    native = {role: (seat + number) % 2 == 0 for seat, role in enumerate(game.roles)}
    minds = {role: sides[native[role]].sit(role, seed) for role in game.roles}
    rng = Random(seed)

    def choice(state: State, role: Role) -> Move:
        return sides[native[role]].choose(minds[role], Knowledge(game, state, role))

    state = game.initial(seed)
    while not isinstance(turn := state.turn, Over):
        roles = deciding_roles(state)
        if isinstance(turn, Chance):
            moves = {CHANCE: draw_chance(state, rng)}
        elif isinstance(turn, Joint):
            moves = {role: choice(state, role) for role in roles}
        else:
            first = rng.choice(roles)
            moves = {first: choice(state, first)}
        state = state.after(moves)
    outcome = state.outcome()
    best = [role for role in game.roles if outcome[role] == max(outcome.values())]
    return sum(native[role] for role in best) / len(best)


if __name__ == "__main__":
    main()
