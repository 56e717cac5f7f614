"""``python -m benchmarks.standings``: everybody against everybody in every game of the library.

Everybody may compute equally long for a move, OpenSpiel's bots too. Each game gets the same share
of processor time: rounds in which any two meet once are played until it is used up, two at least,
so that seats change. Games with long matches and many players get few, and the intervals say how
little that is. Where a game is small enough it is also computed how far each player can be
exploited. With ``--results`` it goes on where it was interrupted; ``--table`` writes a page.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, count
from pathlib import Path

import click
from rich.console import Console

from benchmarks.foreign import OpenSpielPlayer
from benchmarks.measure import Budget, machine
from benchmarks.openspiel import is_installed
from benchmarks.report import Report
from benchmarks.strength import Finished, interval, player_of
from spielwerk.catalogue import entries, open_game
from spielwerk.cli.levels import write_between
from spielwerk.core import (
    CHANCE,
    Chance,
    Course,
    Deadline,
    Game,
    Joint,
    Knowledge,
    Move,
    Over,
    Unsuited,
)
from spielwerk.players import lasting, player_kind, player_names

__all__ = ["main", "standings"]

BEGIN = "<!-- standings: written by python -m benchmarks.standings --table -->\n"
END = "<!-- end of standings -->"
ALL_GAMES = ("random", "greedy", "mcts", "alphabeta", "solve", "learnt")
"""Players of any game; levels and ``auto`` are one of these."""
_OPENSPIEL = OpenSpielPlayer.name
_SITTING = 20
"""How many thoughts long everybody may look at a game before a match."""
_ASKED = 20
"""How often a player is asked in a situation to see how it mixes."""
_SMALL = 2_000
"""Positions of a game in which every situation is asked about."""


@dataclass(frozen=True)
class Standings:
    """How the players of one game did against each other."""

    game: Game
    points: Mapping[tuple[str, str], Sequence[float]]
    """Of the first against the second in each match, both ways round."""
    exploitability: Mapping[str, float] = field(default_factory=dict)

    @property
    def players(self) -> list[str]:
        """From the best one to the worst."""
        return sorted({one for one, _ in self.points}, key=lambda one: -_mean(self.all_of(one)))

    def all_of(self, player: str) -> list[float]:
        """What a player got in all of its matches."""
        return [p for (one, _), points in self.points.items() if one == player for p in points]

    def against(self, player: str, others: Sequence[str]) -> list[float]:
        """What a player got against some others."""
        return [p for other in others for p in self.points.get((player, other), ())]


def contestants(game: Game, seconds: float) -> list[str]:
    """Everybody who plays a game: who was made for it, who plays any, and OpenSpiel's bots."""
    made = [name for name in player_names() if player_kind(name).games]
    named = [*(name for name in made if player_kind(name).suits(game)), *ALL_GAMES]
    named += [_OPENSPIEL] if is_installed() else []
    first = game.initial().turn
    mixing = game.hidden or (isinstance(first, Joint) and len(first.roles) > 1)
    return [name for name in named if (mixing or name != "learnt") and _sits(name, game, seconds)]


def _sits(name: str, game: Game, seconds: float) -> bool:
    deadline = Deadline.after(1.0, time.thread_time)
    try:
        lasting(player_of(name), seconds).sit(game, game.roles[0], deadline=deadline)
    except Unsuited:
        return False
    return True


def play(game: Game, seconds: float, share: float, finished: Finished) -> None:
    """Let everybody meet everybody until so much processor time was spent on the game."""
    pairs = [*combinations(contestants(game, seconds), 2)]
    for number in count():
        if number >= 2 and finished.spent(game, seconds) >= share:
            return
        for one, other in pairs:
            finished.points(game, one, other, seconds, number, sitting=_SITTING * seconds)


def met(game: Game, seconds: float, finished: Finished) -> Standings:
    """How those did who have met."""
    points: dict[tuple[str, str], Sequence[float]] = {}
    for (one, other), found in finished.pairs(game, seconds).items():
        points[one, other] = found
        points[other, one] = [1 - p for p in found]
    now = Standings(game, points)
    return replace(now, exploitability=exploitabilities(game, now.players, seconds))


def exploitabilities(game: Game, players: Sequence[str], seconds: float) -> dict[str, float]:
    """What who knows a player wins by that on average, on a scale from -1 to 1, in small games."""
    from spielwerk.players.equilibrium import TooLarge, may_mix
    from spielwerk.players.equilibrium.cfr import EquilibriumSearch
    from spielwerk.players.equilibrium.tree import spread

    if not may_mix(game):
        return {}
    try:
        tree = spread(game, _SMALL)
    except TooLarge:
        return {}
    search, sets = EquilibriumSearch(tree), tree.sets
    situations = dict(_situations(game, Course.begun(game), {}))
    found = {}
    for name in players:
        strategy = search.strategy()
        for key, number in sets.numbers.items():
            mixed = _mixed(game, name, situations[key], seconds)
            first = sets.firsts[number]
            for place, move in enumerate(sets.moves[number]):
                strategy[first + place] = mixed.get(move, 0.0)
        found[name] = search.exploitability(strategy)
    return found


def _situations(
    game: Game, course: Course, chosen: Mapping[str, Move]
) -> Iterator[tuple[tuple[int, str], Knowledge]]:
    """Every situation that a role can be in, by seat and key."""
    from spielwerk.players.equilibrium.keys import key_of

    state = course.state
    match state.turn:
        case Over():
            return
        case Chance():
            for move in state.odds():
                yield from _situations(game, course.after({CHANCE: move}), {})
        case Joint(roles):
            role = roles[len(chosen)]
            yield (
                (game.roles.index(role), key_of(game, course, role)),
                Knowledge(game, course, role),
            )
            for move in state.legal(role):
                moves = {**chosen, role: move}
                whole = len(moves) == len(roles)
                after = course.after(moves) if whole else course
                yield from _situations(game, after, {} if whole else moves)


def _mixed(game: Game, name: str, knowledge: Knowledge, seconds: float) -> dict[Move, float]:
    """How often a player does what in a situation."""
    player, found = lasting(player_of(name), seconds), dict.fromkeys(knowledge.legal, 0.0)
    never = Deadline(clock=time.thread_time)
    for seed in range(_ASKED):
        within = Deadline.after(_SITTING * seconds, time.thread_time)
        mind = player.sit(game, knowledge.role, seed=seed, deadline=within)
        found[mind.choose(knowledge, never).move] += 1 / _ASKED
    return found


def standings(budget: Budget) -> Report:
    """Everybody against everybody, as a report."""
    seconds, share = (0.01, 60.0) if budget.seconds >= 1 else (0.005, 2.0)
    finished = Finished()
    rows: list[dict[str, str | float]] = []
    for entry in entries():
        game = entry.open().quick()
        play(game, seconds, share, finished)
        rows += _rows(entry.title, met(game, seconds, finished))
    title = f"Everybody against everybody, {1000 * seconds:g} ms of processor time a move"
    return Report(title, rows, [_NOTE])


_NOTE = "Points of 100 and, in brackets, between what the true figure lies with 95 % (Wilson)."


def _rows(title: str, now: Standings) -> list[dict[str, str | float]]:
    made = [name for name in now.players if name not in (*ALL_GAMES, _OPENSPIEL)]
    columns = {
        "random": ["random"],
        "greedy": ["greedy"],
        "mcts": ["mcts"],
        "alphabeta": ["alphabeta"],
        "solve, learnt": ["solve", "learnt"],
        "made for it": made,
        "OpenSpiel": [_OPENSPIEL],
    }
    rows: list[dict[str, str | float]] = []
    for player in now.players:
        everything = now.all_of(player)
        row: dict[str, str | float] = {
            "game": title,
            "player": player,
            "all": _cell(everything),
            "matches": len(everything),
        }
        row |= {name: _cell(now.against(player, others)) for name, others in columns.items()}
        known = now.exploitability.get(player)
        rows.append({**row, "exploitable": "" if known is None else f"{known:.3f}"})
        title = ""
    return rows


def _cell(points: Sequence[float]) -> str:
    if not points:
        return ""
    low, high = interval(points)
    return f"{100 * _mean(points):.0f} ({100 * low:.0f}–{100 * high:.0f})"


def _mean(points: Sequence[float]) -> float:
    return sum(points) / len(points)


def _markdown(rows: Sequence[Mapping[str, str | float]]) -> str:
    columns = [*rows[0]]
    lines = [columns, ["---"] * len(columns)]
    for row in rows:
        cells = {**row, "player": f"`{row['player']}`"}
        lines.append([str(cells[column]) for column in columns])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--seconds", default=0.01, show_default=True, help="Processor time for a move.")
@click.option("--share", default=60.0, show_default=True, help="Processor time for a game.")
@click.option("--play/--show", "playing", default=True, help="Or only show what was played.")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Keep finished matches here, a line each; those that are there are not played again.",
)
@click.option(
    "--table",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Write the table between two marks in this page.",
)
def main(
    games: tuple[str, ...],
    seconds: float,
    share: float,
    playing: bool,
    results: Path | None,
    table: Path | None,
) -> None:
    """Let everybody meet everybody at GAMEs, or in all games of the library."""
    finished, console = Finished(results), Console(width=200)
    console.print(machine())
    rows: list[dict[str, str | float]] = []
    for name in games or [entry.name for entry in entries()]:
        game = open_game(name).quick()
        if playing:
            play(game, seconds, share, finished)
        if found := _rows(game.title or name, met(game, seconds, finished)):
            console.print(Report(name, found).table())
            rows += found
    if table is not None:
        write_between(table, BEGIN, END, _markdown(rows))


if __name__ == "__main__":
    main()
