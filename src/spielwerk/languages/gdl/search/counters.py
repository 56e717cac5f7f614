"""Facts that only count on until something happens, such as moves without a capture.

Two positions that differ in nothing else are the same to whoever asks whether a match goes round in
circles. A game goes in; the facts that tell its positions apart come out. A relation of one number
is taken for such a counter if exactly one of its facts holds at a time, a move brings the next one
or the first again, and in some random matches the latter has happened. The upper half of a counter
does tell positions apart: something will happen soon then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from spielwerk.languages.gdl.circuit import pack
from spielwerk.languages.gdl.search.native import NativeGame

_SHORTEST = 8
"""Facts of a counter, at least."""
_MATCHES, _MOVES = 4, 60
"""Random matches that are looked at, and how many moves of each."""


def facts_apart(game: NativeGame, texts: Sequence[str]) -> NDArray[np.uint8]:
    """For every fact whether it tells positions apart."""
    apart = np.ones(len(texts), np.uint8)
    possible = _possible(game, texts)
    if not possible:
        return apart
    matches = [list(_random_match(game, Random(seed))) for seed in range(_MATCHES)]
    for facts in possible:
        shown = [rows[:, facts] for rows in map(np.stack, matches)]
        if all(map(_counts, shown)) and any(map(_returns, shown)):
            apart[facts[: len(facts) // 2]] = 0
    return apart


def _possible(game: NativeGame, texts: Sequence[str]) -> list[list[int]]:
    """Relations of one number that begin with the least: their facts in order."""
    found: dict[str, dict[int, int]] = {}
    for fact, text in enumerate(texts):
        words = text.strip("()").split()
        if len(words) == 2 and words[1].isdigit():
            found.setdefault(words[0], {})[int(words[1])] = fact
    initial = game.kernels.circuit.initial
    counters = []
    for numbers in found.values():
        facts = [numbers[number] for number in sorted(numbers)]
        consecutive = max(numbers) - min(numbers) == len(numbers) - 1 >= _SHORTEST - 1
        if consecutive and [bool(initial[fact]) for fact in facts] == [True] + [False] * (
            len(facts) - 1
        ):
            counters.append(facts)
    return counters


def _random_match(game: NativeGame, rng: Random) -> Iterator[NDArray[np.uint8]]:
    record = game.record(pack(game.kernels.circuit.initial[None])[0])
    for _ in range(_MOVES):
        assert record is not None
        yield game.facts(record)
        after = game.successors(record)
        if record[-1] & 1 or not len(after):
            return
        record = np.ascontiguousarray(after[rng.randrange(len(after))])


def _counts(shown: NDArray[np.uint8]) -> bool:
    """Whether one fact holds at a time, and then the next or the first."""
    if (shown.sum(axis=1) != 1).any():
        return False
    at = shown.argmax(axis=1)
    return bool(((at[1:] == at[:-1] + 1) | (at[1:] == 0)).all())


def _returns(shown: NDArray[np.uint8]) -> bool:
    at = shown.argmax(axis=1)
    return bool(((at[1:] == 0) & (at[:-1] > 0)).any())
