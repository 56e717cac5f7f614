"""Many matches: tournaments, ratings, and the workers that play them.

Start with :mod:`.schedule` (who meets whom), then :mod:`.run`.
"""

from spielwerk.arena.ratings import Duel, Rating, Verdict, duels, rate, sequential_test
from spielwerk.arena.report import Standing, crosstable, standing, to_csv, to_json, write_chart
from spielwerk.arena.results import Result, Results
from spielwerk.arena.run import run
from spielwerk.arena.schedule import Fixture, Pairing, Tournament
from spielwerk.arena.workers import local, on_ray, play_fixture

__all__ = [
    "Duel",
    "Fixture",
    "Pairing",
    "Rating",
    "Result",
    "Results",
    "Standing",
    "Tournament",
    "Verdict",
    "crosstable",
    "duels",
    "local",
    "on_ray",
    "play_fixture",
    "rate",
    "run",
    "sequential_test",
    "standing",
    "to_csv",
    "to_json",
    "write_chart",
]
