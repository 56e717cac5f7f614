"""Many matches: tournaments, ratings, and the workers that play them.

Start with :mod:`.schedule` (who meets whom), then :mod:`.run`.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.arena.in_turn import think_in_turn
    from spielwerk.arena.levels import (
        ladder,
        level_table,
        measure,
        play_by_processor,
    )
    from spielwerk.arena.races import (
        Lap,
        Race,
        RaceTally,
        play_race,
        racing_clock,
        seat_racers,
        tally,
    )
    from spielwerk.arena.ratings import Duel, Rating, Verdict, duels, rate, sequential_test
    from spielwerk.arena.report import Standing, crosstable, standing, to_csv, to_json, write_chart
    from spielwerk.arena.results import Result, Results
    from spielwerk.arena.run import run
    from spielwerk.arena.schedule import Fixture, Pairing, Tournament
    from spielwerk.arena.workers import local, on_ray, play_fixture
else:
    lazily(__name__)

__all__ = [
    "Duel",
    "Fixture",
    "Lap",
    "Pairing",
    "Race",
    "RaceTally",
    "Rating",
    "Result",
    "Results",
    "Standing",
    "Tournament",
    "Verdict",
    "crosstable",
    "duels",
    "ladder",
    "level_table",
    "local",
    "measure",
    "on_ray",
    "play_by_processor",
    "play_fixture",
    "play_race",
    "racing_clock",
    "rate",
    "run",
    "seat_racers",
    "sequential_test",
    "standing",
    "tally",
    "think_in_turn",
    "to_csv",
    "to_json",
    "write_chart",
]
