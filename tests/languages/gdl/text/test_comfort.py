"""Comfort forms: includes, ranges, and relations over numbers and letters."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.gdl.programs import slips

from spielwerk.languages.gdl.text.comfort import (
    MAX_FACTS,
    RELATIONS,
    Included,
    IncludeProblem,
    expand,
)
from spielwerk.languages.gdl.text.syntax import Reading, read

FILES: dict[str, str] = {}


def expanded(text: str, files: Mapping[str, str] = FILES, shipped: Mapping[str, str] = FILES):
    """``text`` written out, in a world of just these files."""

    def resolve(name: str) -> Included:
        for folder in (files, shipped):
            if name in folder:
                return Included(read(folder[name], file=name), shipped=folder is shipped)
        raise IncludeProblem(f"There is no {name}.", "Write it.")

    return expand(read(text, file="game").program, resolve=resolve)


def rules(reading: Reading) -> list[str]:
    assert not reading.diagnostics
    return [str(rule) for rule in reading.program.rules]


def codes(reading: Reading) -> list[str]:
    assert all(d.hint and d.span for d in reading.diagnostics)
    return [d.code for d in reading.diagnostics]


# Ranges


def test_a_range_is_a_fact_for_every_value() -> None:
    assert rules(expanded("(row (9 .. 11))")) == ["(row 9)", "(row 10)", "(row 11)"]
    assert rules(expanded("(column (b .. d))")) == ["(column b)", "(column c)", "(column d)"]
    assert rules(expanded("(height (-1 .. 0))")) == ["(height -1)", "(height 0)"]


def test_ranges_combine_also_inside_of_terms() -> None:
    assert rules(expanded("(init (cell (a .. b) (1 .. 2) empty))")) == [
        "(init (cell a 1 empty))",
        "(init (cell a 2 empty))",
        "(init (cell b 1 empty))",
        "(init (cell b 2 empty))",
    ]


def test_facts_from_a_range_stand_where_the_range_stands() -> None:
    reading = expanded("(p)\n (row (1 .. 2))")
    assert [rule.span.line for rule in reading.program.rules if rule.span] == [1, 2, 2]


@pytest.mark.parametrize("text", ["(8 .. 1)", "(a .. 3)", "(aa .. bb)", "(1 .. ?x)", "(1 2 .. 3)"])
def test_what_is_not_a_range_is_refused(text: str) -> None:
    assert codes(expanded(f"(p {text})")) == ["gdl-range"]


def test_a_range_in_a_rule_is_refused() -> None:
    assert codes(expanded("(<= (p (1 .. 2)) q)\n(<= p (not (q (1 .. 2))))")) == [
        "gdl-range-in-rule",
        "gdl-range-in-rule",
    ]


def test_too_many_facts_are_refused_at_once() -> None:
    for text in (
        "(p (1 .. 99999999))",
        "(p (1 .. 9999) (1 .. 9999))",
        "(p (f (1 .. 9999) (1 .. 9999)))",
        "(numbers 1 .. 99999999 succ)",
        "(numbers 5000 .. 99999 times)",
    ):
        assert codes(expanded(text)) == ["gdl-range-too-long"]


# Numbers and letters


def test_numbers_list_the_relations_asked_for() -> None:
    assert rules(expanded("(numbers 0 .. 2 succ plus)")) == [
        "(succ 0 1)",
        "(succ 1 2)",
        "(plus 0 0 0)",
        "(plus 0 1 1)",
        "(plus 0 2 2)",
        "(plus 1 0 1)",
        "(plus 1 1 2)",
        "(plus 2 0 2)",
    ]


def test_letters_follow_each_other_too() -> None:
    assert rules(expanded("(letters a .. c succ letter)")) == [
        "(succ a b)",
        "(succ b c)",
        "(letter a)",
        "(letter b)",
        "(letter c)",
    ]


def test_a_relation_can_have_a_name_of_the_authors_own() -> None:
    assert rules(expanded("(numbers 1 .. 2 (succ next-row))")) == ["(next-row 1 2)"]


@given(
    st.integers(-20, 20), st.integers(0, 6), st.sampled_from(sorted(set(RELATIONS) - {"letter"}))
)
def test_listed_numbers_are_right(low: int, length: int, relation: str) -> None:
    high = low + length
    listed = {
        tuple(map(int, rule.head.args))
        for rule in expanded(f"(numbers {low} .. {high} {relation})").program.rules
    }
    numbers = range(low, high + 1)
    pairs = [(a, b) for a in numbers for b in numbers]
    expected = {
        "number": {(a,) for a in numbers},
        "succ": {(a, b) for a, b in pairs if b == a + 1},
        "less": {(a, b) for a, b in pairs if a < b},
        "at-most": {(a, b) for a, b in pairs if a <= b},
        "plus": {(a, b, a + b) for a, b in pairs if a + b in numbers},
        "minus": {(a, b, a - b) for a, b in pairs if a - b in numbers},
        "times": {(a, b, a * b) for a, b in pairs if a * b in numbers},
        "distance": {(a, b, abs(a - b)) for a, b in pairs if abs(a - b) in numbers},
    }
    assert listed == expected[relation]


@pytest.mark.parametrize(
    "text",
    [
        "(numbers 0 .. 8)",
        "(numbers 0 .. 8 power)",
        "(numbers a .. c succ)",
        "(letters 1 .. 3 succ)",
        "(letters a .. c plus)",
        "(numbers 0 .. 8 (succ ?x))",
    ],
)
def test_numbers_say_what_they_can_do(text: str) -> None:
    reading = expanded(text)
    assert codes(reading) == ["gdl-numbers"]


def test_a_relation_of_the_game_may_be_called_numbers() -> None:
    assert rules(expanded("(numbers 1 2 3)")) == ["(numbers 1 2 3)"]


# Includes


def test_an_included_file_takes_the_place_of_the_include() -> None:
    files = {"b.gdl": "(b (1 .. 2))"}
    assert rules(expanded('(a)\n(include "b.gdl")\n(c)', files)) == ["(a)", "(b 1)", "(b 2)", "(c)"]


def test_rules_from_an_include_know_their_file() -> None:
    reading = expanded('(include "b.gdl")', {"b.gdl": "\n(b)"})
    (rule,) = reading.program.rules
    assert str(rule.span) == "b.gdl:2:1"


def test_a_file_counts_once() -> None:
    files = {"b": '(b) (include "d")', "c": '(c) (include "d")', "d": "(d)"}
    assert rules(expanded('(include "b") (include "c") (include "b")', files)) == [
        "(b)",
        "(d)",
        "(c)",
    ]


def test_files_that_include_each_other_are_refused() -> None:
    reading = expanded('(include "b")', {"b": '(b)\n(include "c")', "c": '(include "b")'})
    assert codes(reading) == ["gdl-include-cycle"]
    assert "game includes b includes c includes b" in reading.diagnostics[0].message
    assert str(reading.diagnostics[0].span) == "c:1:1"


def test_a_missing_file_is_reported_where_it_is_asked_for() -> None:
    reading = expanded('(a)\n  (include "b.gdl")')
    assert codes(reading) == ["gdl-include"]
    assert str(reading.diagnostics[0].span) == "game:2:3"
    assert reading.gave_up


def test_a_name_without_quotation_marks_is_explained() -> None:
    reading = expanded("(include grid.gdl)")
    assert codes(reading) == ["gdl-include"]
    assert reading.diagnostics[0].hint == 'Write (include "grid.gdl").'


def test_mistakes_in_an_included_file_are_reported_there() -> None:
    reading = expanded('(include "b")', {"b": "(b ?)"})
    assert [(d.code, str(d.span)) for d in reading.diagnostics] == [
        ("gdl-unnamed-variable", "b:1:4")
    ]


def test_of_the_library_only_what_is_used_is_taken() -> None:
    shipped = {"lib": "(<= (p ?x) (q ?x)) (q 1) (r 1)"}
    assert rules(expanded('(include "lib") (<= a (p ?x))', shipped=shipped)) == [
        "(<= a (p ?x))",
        "(<= (p ?x) (q ?x))",
        "(q 1)",
    ]


def test_a_name_of_the_library_cannot_be_taken_twice() -> None:
    reading = expanded('(include "lib") (p 2)', shipped={"lib": "(p 1)"})
    assert codes(reading) == ["gdl-include-clash"]


@settings(max_examples=200)
@given(slips('(include "b")\n(cell (1 .. 3) (a .. b))\n(numbers 0 .. 4 succ (plus add))\n'))
def test_no_slip_breaks_the_expansion(text: str) -> None:
    reading = expanded(text, {"b": "(b)"})
    assert len(reading.program.rules) <= MAX_FACTS + len(text)
    assert all(d.hint and d.span for d in reading.diagnostics)
