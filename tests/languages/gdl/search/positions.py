"""Games of the library as native search sees them, and positions of random matches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from spielwerk.catalogue import open_game
from spielwerk.languages.gdl.circuit import Circuit
from spielwerk.languages.gdl.game import GdlGame, GdlState
from spielwerk.languages.gdl.kernels import MOVER, OUTCOMES, OVER, clock
from spielwerk.languages.gdl.search.native import NativeGame, SearchKernels

Record = NDArray[np.int64]

IN_TURN = (
    "tic-tac-toe", "connect-four", "breakthrough", "checkers", "hex", "amazons", "nim", "reversi",
    "chess", "knights-tour",
)  # fmt: skip
"""The games of the library in which one role chooses at a time and nothing is left to chance."""


@cache
def quick(name: str) -> GdlGame:
    game = open_game(name).quick()
    assert isinstance(game, GdlGame)
    return game


def circuit_of(name: str) -> Circuit:
    engine = quick(name)._circuit
    assert engine is not None
    return engine.circuit


@cache
def native(name: str) -> NativeGame:
    circuit = circuit_of(name)
    return NativeGame(SearchKernels(circuit, clock(circuit)))


def standing(record: Record) -> int:
    return int(record[-1]) & (1 << 64) - 1


def is_over(record: Record) -> bool:
    return bool(standing(record) >> OVER & 1)


def mover_of(record: Record) -> int:
    return standing(record) >> MOVER & 7


def outcome_of(game: NativeGame, record: Record) -> list[int]:
    """What each role gets in a finished match."""
    found = [0] * game.layout.roles
    for bit, (role, value) in enumerate(game.layout.outcomes):
        if standing(record) >> OUTCOMES + bit & 1:
            found[role] = value
    return found


def state_of(name: str, record: Record) -> GdlState:
    """The position of a record as a state of the contract."""
    words = native(name).layout.fact_words
    return GdlState(quick(name), record[:words].tobytes())


def random_match(name: str, rng: Random, longest: int = 400) -> Iterator[tuple[Record, Record]]:
    """The records of a random match that are not over, each with those of its successors."""
    game = native(name)
    record = game.record(quick(name).initial().position)
    assert record is not None
    for _ in range(longest):
        if is_over(record):
            return
        after = game.successors(record)
        yield record, after
        record = after[rng.randrange(len(after))]
