"""Rare trouble: millions of random matches on the sliced engine, and the way to what they show.

A circuit that counts trouble (:mod:`.troubles`) goes in. For each kind of trouble that comes up
the positions of one match come out, from the start to the state that shows it. The match is found
by playing the same lanes again, this time step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from spielwerk.languages.gdl.circuit import Circuit, pack
from spielwerk.languages.gdl.compiled import LANES, CircuitEngine, LaneGroup, Sliced
from spielwerk.languages.gdl.program import Term
from spielwerk.languages.gdl.tools.troubles import Trouble

WORK = 1e10
"""How many instructions a hunt may take: some seconds, and the same matches on every machine."""
_MOST_MATCHES = 64
"""How many matches a lane plays before its counts are looked at."""
_MOST_TRIES = 1_000_000
"""How many joint moves are tried to find out which were made."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was found (nothing: a match without an end), and the states of the match so far."""

    trouble: Trouble | None
    positions: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in a batch something was found: the lane, and the steps from its match's first on."""

    lane: int
    first: int
    last: int


def hunt(
    circuit: Circuit,
    meaning: Mapping[tuple[int, int], Trouble],
    *,
    matches: int,
    steps: int,
    seed: int,
) -> Iterator[Sighting]:
    """Play up to so many random matches of at most so many steps; each trouble comes once."""
    sliced = Sliced(circuit)
    cost = sliced.clocked.gates / len(sliced.phases) / LANES
    seen: set[Trouble | None] = set()
    played, work, quota, number = 0, 0.0, 1, 0
    while played < matches and work < WORK and len(seen) <= len(meaning):
        batch = _Batch(sliced, meaning, quota, steps, (seed << 32) + number)
        yield from batch.sightings(seen)
        played += quota * LANES
        work += max(batch.states, 1) * max(cost, 1.0)
        quota, number = min(2 * quota, _MOST_MATCHES), number + 1


class _Batch:
    """The same matches of 512 lanes, as often as they are asked for."""

    def __init__(
        self,
        sliced: Sliced,
        meaning: Mapping[tuple[int, int], Trouble],
        quota: int,
        steps: int,
        seed: int,
    ) -> None:
        self._sliced, self._meaning = sliced, meaning
        self._quota, self._steps, self._seed = quota, steps, seed
        group = self._group()
        self._length = group.run(quota * (steps + len(sliced.phases)))
        tally = sliced.tally(group)
        self.states = tally.states
        roles = sliced.circuit.roles
        self.found: set[Trouble | None] = {
            trouble
            for (role, value), trouble in meaning.items()
            if tally.outcomes[roles[role]].get(value)
        }
        if tally.playouts < quota * LANES:
            self.found.add(None)

    def sightings(self, seen: set[Trouble | None]) -> Iterator[Sighting]:
        """What was found and not seen before."""
        places = self._places(self.found - seen)
        seen |= self.found
        for trouble, place in places.items():
            yield Sighting(trouble, self._positions(place))

    def _group(self) -> LaneGroup:
        group = self._sliced.initial_group(self._seed)
        group.grant(np.full(LANES, self._quota))
        return group

    def _places(self, wanted: set[Trouble | None]) -> dict[Trouble | None, _Place]:
        """The first match that shows each of these."""
        places: dict[Trouble | None, _Place] = {}
        group = self._group()
        began = np.zeros(LANES, np.int64)
        waited = np.zeros(LANES, np.bool_)
        step = 0
        while len(places) < len(wanted) and step < self._length:
            playing = group.lanes("live") & ~group.lanes("waiting")
            group.run(1)
            ended, held = group.endings()
            for (role, value), lanes in held.items():
                trouble = self._meaning[role, value]
                if trouble in wanted - places.keys() and (lanes & playing).any():
                    lane = int((lanes & playing).argmax())
                    places[trouble] = _Place(lane, int(began[lane]), step)
            late = playing & ~ended & (step - began >= self._steps)
            if None in wanted - places.keys() and late.any():
                lane = int(late.argmax())
                places[None] = _Place(lane, int(began[lane]), step)
            waited |= playing & ended
            back = waited & ~group.lanes("waiting")
            began[back] = step + 1
            waited &= ~back
            step += 1
        return places

    def _positions(self, place: _Place) -> tuple[bytes, ...]:
        group = self._group()
        group.run(place.first)
        rows: list[NDArray[np.uint8]] = []
        for _ in range(place.first, place.last + 1):
            rows.append(group.facts(place.lane))
            group.run(1)
        return tuple(pack(np.array(rows, np.uint8).reshape(len(rows), -1)))


def moves_between(engine: CircuitEngine, positions: tuple[bytes, ...]) -> list[tuple[Term, ...]]:
    """Joint moves that lead from each position to the next.

    They end early where too many would have to be tried.
    """
    moves: list[tuple[Term, ...]] = []
    tries = 0
    for before, after in pairwise(positions):
        choices = [engine.legal(before, role) for role in engine.roles]
        for joint in product(*choices):
            tries += 1
            if engine.next(before, joint) == after:
                moves.append(joint)
                break
            if tries > _MOST_TRIES:
                return moves
    return moves
