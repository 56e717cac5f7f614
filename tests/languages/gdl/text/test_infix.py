"""The infix notation: read, written, and turned into the prefix notation and back without loss."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.gdl.awkward_games import ALL
from tests.languages.gdl.programs import GAME, programs, slips

from spielwerk.core import Span
from spielwerk.languages.gdl.program.rules import Atom, Not, Program, Rule, Var
from spielwerk.languages.gdl.text.infix import read_infix
from spielwerk.languages.gdl.text.infix_writing import write_infix
from spielwerk.languages.gdl.text.syntax import read, write


def prefix(text: str) -> list[str]:
    reading = read_infix(text)
    assert not reading.diagnostics
    return [str(rule) for rule in reading.program.rules]


def places(text: str) -> list[tuple[str, int, int]]:
    found = read_infix(text).diagnostics
    assert all(d.hint for d in found)
    return [(d.code, d.span.line, d.span.column) for d in found if d.span]


def test_the_example_of_the_specification() -> None:
    (rule,) = read_infix("q(B) :- p(a,B) & ~p(B,c)").program.rules
    b = Var("b")
    assert rule == Rule(Atom("q", (b,)), (Atom("p", ("a", b)), Not(Atom("p", (b, "c")))))
    assert rule.span == Span("<text>", 1, 1, 1, 25)
    assert rule.body[1].span == Span("<text>", 1, 18, 1, 25)


def test_the_examples_of_the_seed() -> None:
    assert prefix("p(a, B)") == ["(p a ?b)"]
    assert prefix("x(B) :- ~p(a, B)") == ["(<= (x ?b) (not (p a ?b)))"]
    assert prefix("q(B) :- p(a,B) & p(B,c)") == ["(<= (q ?b) (p a ?b) (p ?b c))"]


def test_a_rule_ends_where_the_next_begins_or_at_a_full_stop() -> None:
    assert prefix("role(x) role(o).\nterminal :-\n  open &\n  full\nopen. full.") == [
        "(role x)",
        "(role o)",
        "(<= terminal open full)",
        "open",
        "full",
    ]


def test_alternatives_bind_less_than_conditions() -> None:
    assert prefix("p :- a & (b & c | ~(d & e)) & distinct(X, y)") == [
        "(<= p a (or (and b c) (not (or (and d e)))) (distinct ?x y))"
    ]
    assert prefix("p :- a | b") == ["(<= p (or a b))"]


def test_ranges_have_a_notation_of_their_own() -> None:
    assert prefix("cell(1..8, a..h)") == ["(cell (1 .. 8) (a .. h))"]


def test_words_that_would_read_otherwise_are_quoted() -> None:
    program = read("(p Größe ?größe a+b don't ?_ ?1 _x)").program
    assert write_infix(program) == "p('Größe', ?'größe', 'a+b', 'don\\'t', ?'_', ?'1', '_x')\n"
    assert read_infix(write_infix(program)).program == program


def test_capitals_are_kept() -> None:
    program = read("(stepTo ?toRow ?ToRow Red red-King ?_X)").program
    assert write_infix(program) == "stepTo(ToRow, ?ToRow, 'Red', red-King, _X)\n"
    assert read_infix(write_infix(program)).program == program
    assert prefix("p(X, Xs, ?X, ?xs)") == ["(p ?x ?xs ?X ?xs)"]


def test_sentences_and_headers_are_comments_here_too() -> None:
    program = read(";! title Chess\n;: ?x is attacked\n(<= (check ?x) (p ?x))").program
    again = read_infix(write_infix(program)).program
    assert again.headers == {"title": ("Chess",)}
    assert again.rules[0].text == "?x is attacked"


@given(programs)
def test_prefix_to_infix_to_prefix_is_the_identity(program: Program) -> None:
    reading = read_infix(write_infix(program))
    assert not reading.diagnostics
    assert reading.program == program
    assert [rule.text for rule in reading.program.rules] == [rule.text for rule in program.rules]
    assert write(reading.program) == write(program)


def test_every_awkward_game_survives_the_way_there_and_back() -> None:
    for path in ALL:
        program = read(path.read_text(), file=path.name).program
        assert read_infix(write_infix(program), file=path.name).program == program


def test_each_mistake_is_reported_at_its_place() -> None:
    text = (
        "p(X :- q(X)\n"  # no closing parenthesis
        "role(white)\n"
        "p(_) :- q(a)\n"  # a variable without a name
        "t :- or(a, b)\n"  # that is not how alternatives are written
        "X(a)\n"  # a variable as relation
        "f('a b')\n"  # no word
        "g(a) :- h(a) & \n"  # nothing after the &
    )
    assert places(text) == [
        ("gdl-unexpected", 1, 5),
        ("gdl-unnamed-variable", 3, 3),
        ("gdl-connective-arguments", 4, 6),
        ("gdl-unexpected", 5, 1),
        ("gdl-strange-word", 6, 3),
        ("gdl-unexpected", 7, 14),
    ]


def test_a_slip_hides_none_behind_it_and_is_reported_at_its_own_line() -> None:
    text = (
        "legal(X, go :- true(p(X)\n"
        "r(X) :- s(X\n"  # no closing parenthesis: the next line is innocent
        "t(a)\n"
        "p(X) :-\n"
        "q(X) &\n"  # conditions may stand at the margin
        "r(X\n"
        "u(X) :- v(X) &\n"  # nothing after the &, but another rule
        "w(X) :- t(X)\n"
        "a :- b; c\n"
        "t(b))\n"
        "d(X) <= t(X)\n"
        "n :- ~\n"
        "m :- t(a)\n"
    )
    assert [(line, column) for _, line, column in places(text)] == [
        (1, 13),
        (2, 11),
        (6, 3),
        (7, 14),
        (9, 7),
        (10, 5),
        (11, 6),
        (12, 6),
    ]
    assert [str(rule) for rule in read_infix(text).program.rules] == [
        "(t a)",
        "(<= (w ?x) (t ?x))",
        "(<= m (t a))",
    ]
    said = [d.message for d in read_infix(text).diagnostics]
    assert said[1] == "The rule is not finished: expected ')' behind 'X'."
    assert said[3] == "The rule is not finished: expected a condition behind '&'."


@pytest.mark.parametrize(
    "text", ["p(" + "f(" * 100_000, "p :- " + "~" * 100_000 + "q", "p :- " + "(" * 100_000]
)
def test_a_hundred_thousand_levels_are_refused(text: str) -> None:
    assert [code for code, _, _ in places(text)] == ["gdl-nested-too-deeply"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("role(" + "x" * 100_000 + ")", "gdl-long-word"),
        ("p(a" + ", a" * 100_000 + ")", "gdl-many-arguments"),
        ("p :- q" + " & q" * 100_000, "gdl-long-rule"),
    ],
)
def test_a_game_of_monstrous_parts_is_refused(text: str, code: str) -> None:
    assert [found for found, _, _ in places(text)] == [code]


def test_a_megabyte_is_no_problem() -> None:
    unit = write_infix(read(GAME).program)
    text = unit * (1_000_000 // len(unit))
    assert not read_infix(text).diagnostics


@settings(max_examples=300)
@given(
    st.text(max_size=200)
    | st.text(alphabet="()&|~:-.,aX_'\"\\%\n ", max_size=200)
    | slips(write_infix(read(GAME).program))
)
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    reading = read_infix(text)
    assert all(d.hint and d.span for d in reading.diagnostics)
    assert read_infix(write_infix(reading.program)).program.rules == reading.program.rules
