"""Many matches: tournaments, ratings, and the workers that play them.

Start with :mod:`.schedule` (who meets whom), then :mod:`.run`.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.arena.columns import in_columns
    from spielwerk.arena.heats import Score, Track, heat, race
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
    from spielwerk.arena.report import (
        Standing,
        crosstable,
        plain_ratings,
        standing,
        to_csv,
        to_json,
        write_chart,
    )
    from spielwerk.arena.results import Result, Results
    from spielwerk.arena.run import run
    from spielwerk.arena.schedule import Fixture, Pairing, Tournament
    from spielwerk.arena.tuning import (
        Terms,
        TuningJournal,
        TuningStep,
        judge,
        tune,
        tuned,
    )
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
    "Score",
    "Standing",
    "Terms",
    "Tournament",
    "Track",
    "TuningJournal",
    "TuningStep",
    "Verdict",
    "crosstable",
    "duels",
    "heat",
    "in_columns",
    "judge",
    "ladder",
    "level_table",
    "local",
    "measure",
    "on_ray",
    "plain_ratings",
    "play_by_processor",
    "play_fixture",
    "play_race",
    "race",
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
    "tune",
    "tuned",
    "write_chart",
]
