"""A tournament from its settings to its results: plays what is missing, and stops when it may."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from spielwerk.arena.ratings import Duel, Verdict, duels, sequential_test
from spielwerk.arena.results import Result, Results
from spielwerk.arena.schedule import Fixture

Workers = Callable[[Iterable[Fixture]], Iterator[Result]]
"""Plays fixtures and hands back results as they come."""


def run(results: Results, workers: Workers, stop_at: float | None = None) -> Iterator[Result]:
    """Play the matches of the tournament that are not in ``results`` yet, and add them.

    With ``stop_at`` a group needs no more matches once a sequential test for that difference in
    Elo has decided all of its pairs.
    """
    standings = _Standings(results, stop_at)
    for result in workers(standings.missing()):
        if results.add(result):
            standings.count(result)
            yield result


class _Standings:
    """What is still worth playing."""

    def __init__(self, results: Results, stop_at: float | None) -> None:
        self._results = results
        self._stop_at = stop_at
        self._duels = duels(results, len(results.tournament.players))

    def missing(self) -> Iterator[Fixture]:
        """The matches to play, asked for one by one as workers become free."""
        for fixture in self._results.tournament.fixtures():
            if fixture.number not in self._results and not self._decided(fixture):
                yield fixture

    def count(self, result: Result) -> None:
        for pair, duel in duels([result], len(self._results.tournament.players)).items():
            old = self._duels[pair]
            self._duels[pair] = Duel(
                old.wins + duel.wins, old.draws + duel.draws, old.losses + duel.losses
            )

    def _decided(self, fixture: Fixture) -> bool:
        if self._stop_at is None:
            return False
        pairs = list(combinations(sorted(set(fixture.seating)), 2))
        return bool(pairs) and all(
            sequential_test(self._duels[pair], self._stop_at) is not Verdict.OPEN for pair in pairs
        )
