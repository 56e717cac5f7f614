"""The dialect does natively what it does as Python."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np
import pytest

from spielwerk.languages.gdl.search import runtime
from spielwerk.languages.gdl.search.dialect import (
    Floats,
    Ints,
    Longs,
    Shorts,
    bits,
    lowest,
    past,
    publish,
    tally,
    transpose,
    ushr,
    watched,
)
from spielwerk.languages.gdl.search.translation import translate

LIMIT = 7


def collatz(start: int) -> int:
    steps = 0
    while start != 1:
        if start % 2 == 0:
            start //= 2
        else:
            start = 3 * start + 1
        steps += 1
    return steps


def primes_below(end: int) -> int:
    count = 0
    for number in range(2, end):
        prime = True
        for divisor in range(2, number):
            if divisor * divisor > number:
                break
            if number % divisor == 0:
                prime = False
                break
        if not prime:
            continue
        count += 1
    return count


def factorial(n: int) -> int:
    return 1 if n <= 1 else n * factorial(n - 1)


def between(value: int) -> int:
    if (2 < value <= LIMIT and not (4 < value < 6)) or value < -LIMIT:
        return 1
    if value == 5:
        return 2
    return 0


def halves(a: int, b: int) -> float:
    return (float(a) + b) / 2 - min(a, b) * 0.25 + max(0.5, float(abs(a - b)))


@pytest.mark.parametrize(
    ("function", "cases"),
    [
        (collatz, [(27,), (1,), (97,)]),
        (primes_below, [(2,), (100,), (1000,)]),
        (factorial, [(0,), (5,), (20,)]),
        (between, [(x,) for x in range(-10, 11)]),
        (halves, [(3, 8), (-4, 4), (0, 0)]),
    ],
)
def test_functions_answer_as_in_python(
    function: Callable[..., Any], cases: list[tuple[int, ...]]
) -> None:
    run = compiled(function)
    for case in cases:
        assert run(*case) == function(*case)


def sum_up(counts: Ints, numbers: Shorts, worths: Floats, out: Longs, n: int) -> None:
    for i in range(n):
        out[i] = counts[i] * numbers[i] + int(worths[i])
        counts[i] -= 1
        worths[i] = worths[i] * 0.5
    out[n] = bits(out[0]) + lowest(8) + ushr(-1, 60) + past(out, 1)[0]


def test_arrays_hold_what_is_written_to_them() -> None:
    counts = np.array([-3, 4, 5], np.int32)
    numbers = np.array([65_535, 2, 3], np.uint16)
    worths = np.array([1.5, 2.5, 100.0], np.float32)
    out = np.zeros(4, np.int64)
    data = (counts.ctypes.data, numbers.ctypes.data, worths.ctypes.data, out.ctypes.data)
    compiled(sum_up)(*data, 3)
    expected = [-3 * 65_535 + 1, 10, 115]
    assert out.tolist() == [*expected, int.bit_count(expected[0] + 2**64) + 3 + 15 + 10]
    assert counts.tolist() == [-4, 3, 4]
    assert worths.tolist() == [0.75, 1.25, 50.0]


def add_up(counts: Ints, sums: Longs, times: int) -> int:
    publish(counts, 1, watched(counts, 1) - 7)
    for _ in range(times):
        tally(counts, 0, -1)
        tally(sums, 0, 1 << 40)
    return watched(counts, 1)


def test_nothing_is_lost_where_threads_add_to_the_same_number() -> None:
    counts, sums, times = np.zeros(2, np.int32), np.zeros(1, np.int64), 200_000
    run = compiled(add_up)
    threads = [
        Thread(target=run, args=(counts.ctypes.data, sums.ctypes.data, times)) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts[0] == -2 * times
    assert sums[0] == 2 * times << 40
    assert run(counts.ctypes.data, sums.ctypes.data, 0) <= -14


def turn(rows: Longs, columns: Longs, apart: int) -> None:
    transpose(rows, columns, apart)


@pytest.mark.parametrize("apart", [8, 2])
def test_squares_of_bits_are_turned(apart: int) -> None:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 2**64, (64, apart), dtype=np.uint64)
    columns = np.zeros(64, np.uint64)
    compiled(turn)(rows[:, 1:].ctypes.data, columns.ctypes.data, apart)
    square = np.unpackbits(rows[:, 1].copy().view(np.uint8), bitorder="little").reshape(64, 64)
    turned = np.unpackbits(columns.view(np.uint8), bitorder="little").reshape(64, 64)
    assert (turned == square.T).all()


def test_a_word_called_from_python_says_that_it_is_for_translation() -> None:
    with pytest.raises(TypeError, match="for translated code only"):
        bits(5)


def strange(n: int) -> int:
    return sum(range(n))


def test_what_is_not_of_the_dialect_is_refused() -> None:
    with pytest.raises((AssertionError, KeyError)):
        translate([strange])


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    made = runtime.compiled([function])
    kept: Callable[..., Any] = getattr(made, function.__name__)
    _KEPT.append(made)
    assert isinstance(kept, ctypes._CFuncPtr)
    return kept


_KEPT: list[runtime.Runtime] = []
"""Code goes when its runtime does."""
