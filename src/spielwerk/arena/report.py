"""Results for people and programs: a table, JSON, CSV, and a chart."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielwerk.arena.columns import in_columns
from spielwerk.arena.ratings import Duel, Rating, Verdict, duels, rate, sequential_test
from spielwerk.arena.results import Results
from spielwerk.core import SpielwerkError


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a tournament stands."""

    players: tuple[str, ...]
    ratings: tuple[Rating, ...]
    duels: dict[tuple[int, int], Duel]
    verdicts: dict[tuple[int, int], Verdict]
    matches: int
    unthought: tuple[int, ...]
    """How many moves of each player were not its own."""

    @property
    def ranking(self) -> list[int]:
        """The players, the strongest first."""
        return sorted(range(len(self.players)), key=lambda p: -self.ratings[p].elo)

    def duel(self, player: int, other: int) -> Duel:
        """How ``player`` did against ``other``."""
        if player < other:
            return self.duels[player, other]
        return self.duels[other, player].reversed


def standing(results: Results, elo: float = 20.0) -> Standing:
    """The figures of a tournament so far; ``elo`` is the difference that pairs are tested for."""
    players = results.tournament.players
    table = duels(results, len(players))
    verdicts = {pair: sequential_test(duel, elo) for pair, duel in table.items()}
    ratings = tuple(rate(table, len(players)))
    unthought = Counter[int]()
    for result in results:
        for player, count in zip(result.seating, result.unthought, strict=False):
            unthought[player] += count
    counts = tuple(unthought[player] for player in range(len(players)))
    return Standing(players, ratings, table, verdicts, len(results), counts)


def crosstable(now: Standing) -> str:
    """Who stands where, and how everybody did against everybody else, as lines for a terminal."""
    headings = ["", "player", "Elo", "±95 %", "points", "of", "not thought"]
    headings += [str(place) for place in range(1, len(now.players) + 1)]
    rows = []
    for place, player in enumerate(now.ranking, start=1):
        rating = now.ratings[player]
        row = [
            str(place),
            now.players[player],
            f"{rating.elo:+.0f}",
            f"{rating.margin:.0f}",
            f"{rating.points:g}",
            str(rating.matches),
            str(now.unthought[player]),
        ]
        rows.append(row + [_cell(now, player, other) for other in now.ranking])
    return in_columns(headings, rows)


def plain_ratings(now: Standing) -> str:
    """The ratings without imagined draws, in a sentence."""
    found = [(now.players[p], now.ratings[p].plain) for p in now.ranking]
    said = [f"{name} {elo:+.0f}" for name, elo in found if elo is not None]
    if not said:
        return "Without imagined draws some ratings would be infinite."
    return f"Elo without imagined draws: {', '.join(said)}."


def _cell(now: Standing, player: int, other: int) -> str:
    if player == other:
        return "·"
    duel = now.duel(player, other)
    return f"{duel.wins}-{duel.draws}-{duel.losses}" if duel.count else "-"


def to_json(results: Results, now: Standing) -> dict[str, Any]:
    """Everything, as a JSON-able mapping."""
    tournament = results.tournament
    return {
        "game": tournament.game,
        "form": str(tournament.form),
        "seed": tournament.seed,
        "matches": now.matches,
        "players": [
            {
                "player": now.players[p],
                "elo": round(now.ratings[p].elo, 2),
                "margin": round(now.ratings[p].margin, 2),
                "plain": _rounded(now.ratings[p].plain),
                "points": now.ratings[p].points,
                "matches": now.ratings[p].matches,
                "unthought": now.unthought[p],
            }
            for p in now.ranking
        ],
        "duels": [
            {
                "players": [now.players[a], now.players[b]],
                "wins": duel.wins,
                "draws": duel.draws,
                "losses": duel.losses,
                "verdict": str(now.verdicts[a, b]),
            }
            for (a, b), duel in now.duels.items()
        ],
        "results": [
            {
                "number": r.number,
                "seats": [now.players[p] for p in r.seating],
                "seed": r.seed,
                "outcome": list(r.outcome),
                "reason": r.reason,
                "steps": r.steps,
                "seconds": r.seconds,
                "late": list(r.late),
                "unthought": list(r.unthought),
                "why": r.why,
            }
            for r in sorted(results, key=lambda r: r.number)
        ],
    }


def _rounded(elo: float | None) -> float | None:
    return None if elo is None else round(elo, 2)


def to_csv(results: Results) -> str:
    """One line a match."""
    text = io.StringIO()
    writer = csv.writer(text)
    roles = results.tournament.roles
    seats = [f"seat {n}" for n in range(1, roles + 1)]
    outcomes = [f"outcome {n}" for n in range(1, roles + 1)]
    figures = ["reason", "steps", "seconds", "late", "not thought"]
    writer.writerow(["number", "seed", *seats, *outcomes, *figures])
    for r in sorted(results, key=lambda r: r.number):
        names = [results.tournament.players[p] for p in r.seating]
        told = r.reason, r.steps, r.seconds, sum(r.late), sum(r.unthought)
        writer.writerow([r.number, r.seed, *names, *r.outcome, *told])
    return text.getvalue()


def write_chart(now: Standing, path: Path, title: str) -> None:
    """Ratings with their confidence intervals as a PNG.

    :raises SpielwerkError: matplotlib is not installed
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise SpielwerkError(
            "Charts need matplotlib: pip install 'spielwerk[chart]', or leave out --chart."
        ) from None
    ranking = now.ranking[::-1]
    figure = Figure(figsize=(8, 1.2 + 0.5 * len(ranking)), layout="constrained")
    axes = figure.subplots()
    axes.errorbar(
        [now.ratings[p].elo for p in ranking],
        range(len(ranking)),
        xerr=[now.ratings[p].margin for p in ranking],
        fmt="o",
        capsize=4,
    )
    axes.set_yticks(range(len(ranking)), [now.players[p] for p in ranking])
    axes.set_xlabel("Elo relative to the field, with 95 % confidence")
    axes.set_title(f"{title}, {now.matches} matches")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path, dpi=120)
