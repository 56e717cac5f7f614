"""``python -m benchmarks.duels GAME``: our MCTS against OpenSpiel's C++ MCTS bot, at equal time.

Both play by rules of their own, OpenSpiel by those in C++. The table shows what time both really
used. Seats alternate. A match is settled by its number and the seed; only how far both see
depends on the machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from typing import Any

import click
from rich.console import Console

from benchmarks.foreign import Foreigner, Used, tree_search
from benchmarks.measure import machine
from benchmarks.openspiel import SAME, Reference, openspiel_version
from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import Deadline, Game, Joint, Knowledge, Move, Over, Role, State
from spielwerk.players import parse_player

__all__ = ["main"]

CLOCKS: dict[str, Callable[[], float]] = {"wall": time.monotonic, "cpu": time.thread_time}
_FIRST_RATE = 50_000.0
"""Simulations a second, before anything was measured."""


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
    name: str,
    game: Game,
    theirs: Any,
    foreigner: Foreigner,
    ours: Used,
    number: int,
    seed: int,
    spec: str,
) -> float:
    """The points of our player in one match, 0 to 100; ``theirs`` is OpenSpiel's first state."""
    mine: Role = game.roles[number % 2]
    mind = parse_player(spec).sit(game, mine, seed=seed)
    state: State = game.initial()
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
    reference = Reference(SAME[name]).game
    foreigner = Foreigner(tree_search(reference), seconds, CLOCKS[clock], _FIRST_RATE)
    ours, points = Used(), []
    for number in range(matches):
        theirs, own = reference.new_initial_state(), seed + 1000 * number
        points.append(_duel(name, game, theirs, foreigner, ours, number, own, spec))
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
