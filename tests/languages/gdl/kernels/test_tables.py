"""Truth tables of three inputs: every one of the 256 has a formula that means the same."""

from __future__ import annotations

from itertools import product

import pytest

from spielwerk.languages.gdl.kernels.tables import (
    FULL,
    INPUTS,
    MAJORITY,
    SUM,
    Formula,
    apply,
    depends,
    formula,
)


def evaluate(term: Formula) -> int:
    if isinstance(term, int):
        return (*INPUTS, FULL)[term]
    operation, left, right = term
    x, y = evaluate(left), evaluate(right)
    return {"and": x & y, "or": x | y, "xor": x ^ y}[operation]


@pytest.mark.parametrize("table", range(256))
def test_a_formula_means_its_table(table: int) -> None:
    assert evaluate(formula(table)) == table


def test_a_bit_of_a_table_is_the_answer_for_its_inputs() -> None:
    for a, b, c in product((0, 1), repeat=3):
        row = 4 * a + 2 * b + c
        assert SUM >> row & 1 == (a + b + c) % 2
        assert MAJORITY >> row & 1 == (a + b + c >= 2)


def test_a_table_over_its_own_inputs_is_itself() -> None:
    assert all(apply(table, *INPUTS) == table for table in range(256))
    assert [depends(INPUTS[0] & INPUTS[2], i) for i in range(3)] == [True, False, True]
