"""``python -m benchmarks.duels GAME``: our MCTS against OpenSpiel's C++ MCTS bot, at equal time.

OpenSpiel's bot thinks for a number of simulations, not for a time; so the number is set anew for
every move from how long its last thoughts took, and the table shows what both really used. Seats
alternate. A match is settled by its number and the seed; only how far both see depends on the
machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import click
from rich.console import Console

from benchmarks.measure import machine
from benchmarks.openspiel import SAME, Reference, openspiel_version
from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import Deadline, Game, Joint, Knowledge, Move, Over, Role, State
from spielwerk.players import parse_player

__all__ = ["main"]

CLOCKS: dict[str, Callable[[], float]] = {"wall": time.monotonic, "cpu": time.thread_time}
_C, _ROLLOUTS, _MEGABYTES = 2.0, 1, 1000
"""OpenSpiel's own settings for its bot; its solver of proven results is on as well."""
_FIRST_RATE = 50_000.0
"""Simulations a second, before anything was measured."""


@dataclass(slots=True)
class Used:
    """How long one side has thought, and for how many moves."""

    seconds: float = 0.0
    moves: int = 0

    @property
    def mean(self) -> float:
        return self.seconds / max(self.moves, 1)


@dataclass
class Foreigner:
    """OpenSpiel's bot, kept to a time for each move."""

    game: Any
    seconds: float
    now: Callable[[], float]
    rate: float = _FIRST_RATE
    used: Used = field(default_factory=Used)

    def choose(self, state: Any, seed: int) -> int:
        import pyspiel

        evaluator = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, seed)
        simulations = max(int(self.rate * self.seconds), 1)
        bot = pyspiel.MCTSBot(
            self.game, evaluator, _C, simulations, _MEGABYTES, True, seed, False
        )  # a new bot a move: it keeps no tree between moves anyway
        begin = self.now()
        action = int(bot.step(state))
        spent = self.now() - begin
        self.used.seconds += spent
        self.used.moves += 1
        if spent > self.seconds / 4:  # less: it had proven its move, which says nothing of its pace
            self.rate = (self.rate + min(simulations / spent, 3 * self.rate)) / 2
        return action


def _action(name: str, state: Any, move: Move) -> int:
    """What OpenSpiel calls a move of ours."""
    words = move.strip("()").split()
    if name == "connect-four":
        return int(words[1]) - 1
    _, x, y, u, v = words
    text = f"{x}{9 - int(y)}{u}{9 - int(v)}"
    actions = (a for a in state.legal_actions() if state.action_to_string(a).rstrip("*") == text)
    return int(next(actions))


def _duel(
    name: str, game: Game, foreigner: Foreigner, ours: Used, number: int, seed: int, spec: str
) -> float:
    """The points of our player in one match, 0 to 100."""
    mine: Role = game.roles[number % 2]
    mind = parse_player(spec).sit(game, mine, seed=seed)
    state: State = game.initial()
    theirs = foreigner.game.new_initial_state()
    while not isinstance(state.turn, Over):
        assert isinstance(state.turn, Joint)
        (role,) = state.turn.roles
        if role == mine:
            begin = foreigner.now()
            deadline = Deadline.after(foreigner.seconds, foreigner.now)
            move = mind.choose(Knowledge(game, state, mine), deadline).move
            ours.seconds += foreigner.now() - begin
            ours.moves += 1
        else:
            action = foreigner.choose(theirs, seed + ours.moves)
            move = next(m for m in state.legal(role) if _action(name, theirs, m) == action)
        theirs.apply_action(_action(name, theirs, move))
        state = state.after({role: move})
    assert theirs.is_terminal(), "both must agree that the match is over"
    return state.outcome()[mine]


@click.command()
@click.argument("name", metavar="GAME", type=click.Choice(["connect-four", "breakthrough"]))
@click.option("--matches", default=100, show_default=True, type=click.IntRange(1))
@click.option("--seconds", default=0.2, show_default=True, type=click.FloatRange(0.01))
@click.option("--seed", default=1, show_default=True, help="Of the first match; 1000 for each on.")
@click.option("--player", "spec", default="mcts", show_default=True)
@click.option("--clock", type=click.Choice(sorted(CLOCKS)), default="wall", show_default=True)
def main(name: str, matches: int, seconds: float, seed: int, spec: str, clock: str) -> None:
    """Points of our player against OpenSpiel's MCTS bot."""
    console = Console(width=140)
    console.print(machine())
    game = open_game(name).quick()
    foreigner = Foreigner(Reference(SAME[name]).game, seconds, CLOCKS[clock])
    ours, points = Used(), []
    for number in range(matches):
        points.append(_duel(name, game, foreigner, ours, number, seed + 1000 * number, spec))
        console.print(f"{number + 1}: {points[-1]:g}, mean {sum(points) / len(points):.1f}")
    mean = sum(points) / matches
    variance = sum((p - mean) ** 2 for p in points) / max(matches - 1, 1)
    row: dict[str, str | float] = {
        "game": name,
        "matches": matches,
        "points of 100": mean,
        "95 % ±": 1.96 * sqrt(variance / matches),
        "lost": sum(p < 50 for p in points),
        f"our s a move ({clock})": ours.mean,
        f"their s a move ({clock})": foreigner.used.mean,
    }
    title = f"{spec} against OpenSpiel's MCTSBot"
    console.print(Report(title, [row], [openspiel_version(), machine()]).table())


if __name__ == "__main__":
    main()
