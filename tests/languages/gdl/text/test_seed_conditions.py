"""The seed's own test cases, under its own names: section 4.6 (conditions) and 4.5.1 (parser).

The seed counts 17 accepting and 41 failing cases; its listings 4.5 to 4.62 show 16 and 42.
All 58 listings are here as printed.
"""

import pytest

from spielwerk.core import Diagnostic, has_errors
from spielwerk.languages.gdl.program.rules import Dialect
from spielwerk.languages.gdl.text.forms import Node, read_forms
from spielwerk.languages.gdl.text.places import PlacedText
from spielwerk.languages.gdl.text.seed_conditions import conforms
from spielwerk.languages.gdl.text.syntax import read


def check_conditions(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a fragment in the seed dialect."""
    source = PlacedText(text, "<text>")

    def look(node: Node, sentence: str | None) -> None:
        conforms(node, source)

    read_forms(source, look, comment="//", rules_nest=True)
    return tuple(source.problems)


ACCEPT = {
    "AcceptRole": "(role roleName)",
    "AcceptInit": "(init (control x))",
    "AcceptTerminal": "(<= terminal\n  (line ?player))",
    "AcceptInference": "(<= (first) (second))",
    "AcceptNext": "(next (control x))",
    "AcceptTrue": "(true (control x))",
    "AcceptLegal": "(legal ?player (mark ?x ?y))",
    "AcceptDoesWithToken": "(does ?player (mark ?m ?n))",
    "AcceptDoesWithValue": "(does x (mark ?m ?n))",
    "AcceptNotWithExpression": "(not (test))",
    "AcceptNotWithFunction": "(not (isPlayerInCheck ?opponent))",
    "AcceptDistinctWithToken": "(distinct ?player1 ?player2)",
    "AcceptDistinctWithValue": "(distinct ?player1 1)",
    "AcceptDistinctWithValueAndToken": "(distinct 1 ?player2)",
    "AcceptGoal": "(goal ?player 100)",
    "AcceptFunction": (
        "(<= (row ?x ?player)\n"
        "  (true (cell ?x 1 ?player))\n"
        "  (true (cell ?x 2 ?player))\n"
        "  (true (cell ?x 3 ?player)))"
    ),
}

COUNT = "gdl-seed-argument-count"
KIND = "gdl-seed-argument-kind"

FAIL = {
    "FailRoleWithTooFewArguments": ("(role)", COUNT),
    "FailRoleWithTooManyArguments": ("(role roleName secondParameter)", COUNT),
    "FailInitWithTooFewArguments": ("(init)", COUNT),
    "FailInitWithTooManyArguments": ("(init (control x) (control y))", COUNT),
    "FailInitWithWrongArgumentType": (
        "(init (<= (next (control x))\n     (true (control o))))",
        KIND,
    ),
    "FailTerminalWithWrongArgumentType": ("(terminal ?player1 ?player2)", KIND),
    "FailInferenceWithNoArguments": ("(<=)", COUNT),
    "FailInferenceWithTooFewArguments": ("(<= test)", COUNT),
    "FailInferenceWithWrongArgumentType": ("(<= first (second))", KIND),
    "FailNextWithTooFewArguments": ("(next)", COUNT),
    "FailNextWithTooManyArguments": ("(next (first) (second))", COUNT),
    "FailNextWithWrongArgumentType": ("(next (role roleName))", KIND),
    "FailNextWithWrongArgumentTypeOfArgument": ("(next (role x))", KIND),
    "FailTrueWithTooFewArguments": ("(true)", COUNT),
    "FailTrueWithTooManyArguments": ("(true (first) (second))", COUNT),
    "FailTrueWithWrongArgumentType": ("(true test)", KIND),
    "FailTrueWithWrongArgumentTypeOfArgument": ("(true (role x))", KIND),
    "FailLegalWithTooFewArguments": ("(legal ?player)", COUNT),
    "FailLegalWithTooManyArguments": ("(legal ?player (mark ?x ?y) additional)", COUNT),
    "FailLegalWithWrongFirstArgumentType": ("(legal test (mark ?x ?y))", KIND),
    "FailLegalWithWrongSecondArgumentType": ("(legal ?player ?test)", KIND),
    "FailLegalWithWrongArgumentTypeOfSecondArgument": ("(legal ?player (role x))", KIND),
    "FailDoesWithTooFewArguments": ("(does ?player)", COUNT),
    "FailDoesWithTooManyArguments": ("(does ?player (mark ?m ?n) test)", COUNT),
    "FailDoesWithWrongFirstArgumentType": ("(does (test) (mark ?m ?n))", KIND),
    "FailDoesWithWrongSecondArgumentType": ("(does ?player (role roleName))", KIND),
    "FailDoesWithWrongArgumentTypeOfSecondArgument": ("(does ?player (role x))", KIND),
    "FailNotWithTooFewArguments": ("(not)", COUNT),
    "FailNotWithTooManyArguments": ("(not (isPlayerInCheck ?opponent) test)", COUNT),
    "FailNotWithWrongFirstArgumentType": ("(not 100)", KIND),
    "FailNotWithWrongArgumentTypeOfFirstArgument": ("(not (goal ?player 100))", KIND),
    "FailDistinctWithNoArguments": ("(distinct test)", COUNT),
    "FailDistinctWithTooFewArguments": ("(distinct test)", COUNT),
    "FailDistinctWithTooManyArguments": ("(distinct ?player1 1 test)", COUNT),
    "FailDistinctWithWrongFirstArgumentType": ("(distinct (true) 1)", KIND),
    "FailDistinctWithWrongSecondArgumentType": ("(distinct 100 (test))", KIND),
    "FailGoalWithNoArguments": ("(goal)", COUNT),
    "FailGoalWithTooFewArguments": ("(goal ?player)", COUNT),
    "FailGoalWithTooManyArguments": ("(goal ?player 100 100)", COUNT),
    "FailGoalWithWrongFirstArgumentType": ("(goal test 100)", KIND),
    "FailGoalWithWrongSecondArgumentType": ("(goal ?player ?test)", KIND),
    "FailFunction": ("(<= test test test)", KIND),
}

TIC_TAC_TOE = """
// Tic-tac-toe as the seed writes it.
(role x)
(role o)
(isOpponent x o)
(isOpponent o x)
(index 1) (index 2) (index 3)
(init (cell 1 1 blank)) (init (cell 1 2 blank)) (init (cell 1 3 blank))
(init (cell 2 1 blank)) (init (cell 2 2 blank)) (init (cell 2 3 blank))
(init (cell 3 1 blank)) (init (cell 3 2 blank)) (init (cell 3 3 blank))
(init (control x))
(<= (next (control ?opponent))
    (true (control ?player))
    (isOpponent ?player ?opponent))
(<= (next (cell ?x ?y ?player)) (does ?player (mark ?x ?y)))
(<= (next (cell ?x ?y ?mark)) (true (cell ?x ?y ?mark)) (distinct ?mark blank))
(<= (next (cell ?x ?y blank))
    (true (cell ?x ?y blank))
    (does ?player (mark ?m ?n))
    (distinct ?x ?m))
(<= (next (cell ?x ?y blank))
    (true (cell ?x ?y blank))
    (does ?player (mark ?m ?n))
    (distinct ?y ?n))
(<= (legal ?player (mark ?x ?y))
    (true (control ?player))
    (true (cell ?x ?y blank)))
(<= (row ?x ?player)
    (true (cell ?x 1 ?player)) (true (cell ?x 2 ?player)) (true (cell ?x 3 ?player)))
(<= (column ?y ?player)
    (true (cell 1 ?y ?player)) (true (cell 2 ?y ?player)) (true (cell 3 ?y ?player)))
(<= (diagonal ?player)
    (true (cell 1 1 ?player)) (true (cell 2 2 ?player)) (true (cell 3 3 ?player)))
(<= (diagonal ?player)
    (true (cell 1 3 ?player)) (true (cell 2 2 ?player)) (true (cell 3 1 ?player)))
(<= (line ?player) (role ?player) (row ?x ?player))
(<= (line ?player) (role ?player) (column ?x ?player))
(<= (line ?player) (role ?player) (diagonal ?player))
(<= (open) (true (cell ?x ?y blank)))
(<= terminal (line ?player))
(<= terminal (role ?player) (not (open)))
(<= (goal ?player 100) (line ?player))
(<= (goal ?player 0) (isOpponent ?player ?opponent) (line ?opponent))
(<= (goal ?player 50)
    (isOpponent ?player ?opponent)
    (not (line ?player))
    (not (line ?opponent)))
"""


@pytest.mark.parametrize("name", ACCEPT)
def test_the_seed_accepts(name: str) -> None:
    assert check_conditions(ACCEPT[name]) == ()


@pytest.mark.parametrize("name", FAIL)
def test_the_seed_refuses(name: str) -> None:
    text, code = FAIL[name]
    found = check_conditions(text)
    assert code in {d.code for d in found}
    assert all(d.span and d.hint for d in found)


def test_all_58_listings_are_here() -> None:
    assert len(ACCEPT) + len(FAIL) == 58


def test_distinct_without_any_argument_is_refused_too() -> None:
    # What the name FailDistinctWithNoArguments promises; its listing repeats another one's.
    assert [d.code for d in check_conditions("(distinct)")] == [COUNT]


def test_a_function_takes_no_nested_terms() -> None:
    (problem,) = check_conditions("(init (cell (square 1 2) x))")
    assert problem.code == KIND
    assert problem.span is not None
    assert (problem.span.column, problem.span.end_column) == (13, 25)


def test_wrong_kinds_are_told_apart_in_plain_words() -> None:
    (problem,) = check_conditions("(goal white 100)")
    assert problem.message == "Argument 1 of 'goal' is a constant."
    assert problem.hint == "It must be a variable."


# The six parser cases of 4.5.1.


def test_comments_are_parsed() -> None:
    reading = read("// a comment\n(role white) // another\n", dialect=Dialect.SEED)
    assert not reading.diagnostics
    assert [str(rule) for rule in reading.program.rules] == ["(role white)"]


def test_comments_that_contain_gdl_are_parsed() -> None:
    reading = read("// (role black)\n(role white) // (<= (", dialect=Dialect.SEED)
    assert not reading.diagnostics
    assert [str(rule) for rule in reading.program.rules] == ["(role white)"]


def test_a_complete_tic_tac_toe_is_parsed() -> None:
    reading = read(TIC_TAC_TOE, dialect=Dialect.SEED)
    assert not reading.diagnostics
    assert len(reading.program.rules) == 36


def test_a_missing_opening_parenthesis_fails() -> None:
    reading = read("role white)", dialect=Dialect.SEED)
    assert [d.code for d in reading.diagnostics] == ["gdl-unopened-parenthesis"]


def test_a_missing_closing_parenthesis_fails() -> None:
    reading = read("(role white", dialect=Dialect.SEED)
    assert [d.code for d in reading.diagnostics] == ["gdl-unclosed-parenthesis"]


def test_missing_opening_and_closing_parentheses_fail() -> None:
    reading = read("role white", dialect=Dialect.SEED)
    assert has_errors(reading.diagnostics)
    assert {d.code for d in reading.diagnostics} == {"gdl-seed-bare-word"}
