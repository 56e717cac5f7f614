"""The seed dialect, rule by rule: recorded matches that pass, and others that must not.

Every match is played by three engines: the rules as they are asked, written out without variables
and run directly, and as a circuit.
"""

from __future__ import annotations

from textwrap import dedent

import pytest

from spielwerk.core import LimitExceeded, has_errors
from spielwerk.languages.gdl.asking import AskingEngine, ground
from spielwerk.languages.gdl.choose import choice
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.in_turn import InTurnGame
from spielwerk.languages.gdl.load import diagnose_text, parse_program
from spielwerk.languages.gdl.program import Dialect
from spielwerk.languages.gdl.tools.testmatch import ScriptReport, parse_script, run_script

ENGINES = {
    "asking": AskingEngine,
    "direct": lambda program: DirectEngine(ground(program)),
    "circuit": lambda program: choice(ground(program)).engine,
}
pytestmark = pytest.mark.usefixtures("throwaway_kernels")


@pytest.fixture(params=ENGINES)
def play(request: pytest.FixtureRequest):
    """Plays a recorded match by rules in the seed dialect."""

    def run(rules: str, match: str, dialect: Dialect = Dialect.SEED_2) -> ScriptReport:
        program = parse_program(dedent(rules), dialect=dialect)
        engine = ENGINES[request.param](program)
        assert engine.name == request.param
        game = InTurnGame(program, "game", engine)
        return run_script(parse_script("game.gdl\n" + dedent(match)), game)

    return run


def reasons(report: ScriptReport) -> str:
    return "\n".join(problem.message for problem in report.problems)


# ---- How a match runs

LAMPS = """
    (role ann) (role bob)
    (init (off 1)) (init (off 2)) (init (off 3))
    (<= (legal ann (light ?n)) (true (off ?n)))
    (<= (legal bob (light ?n)) (true (off ?n)) (distinct ?n 3))
    (<= (legal bob (noop)))
    (<= (next (on ?n ?p)) (does ?p (light ?n)))
    (<= (next (on ?n ?p)) (true (on ?n ?p)))
    (<= (next (off ?n)) (true (off ?n)) (not (does ?p (light ?n))))
    (<= (next noticed) (does bob (noop)))
    (<= terminal (not (true (off ?n))))
    (<= (goal ?p 100) (true (on 1 ?p)))
    (<= (goal ?p 0) (role ?p) (not (true (on 1 ?p))))
"""


def test_one_role_moves_at_a_time_and_any_may_go_next(play):
    report = play(LAMPS, "COMMAND\nann (light 1)\nann (light 3)\nbob (light 2)\n")
    assert report.passed, reasons(report)
    assert report.played == 3


def test_a_command_must_be_legal_for_its_role(play):
    report = play(LAMPS, "COMMAND\nbob (light 1)\nbob (light 3)\nann (light 3)\n")
    assert report.played == 1
    (problem,) = report.problems
    assert problem.span is not None
    assert problem.span.line == 4
    assert "bob (light 3) is refused" in problem.message
    assert "(light 3) is not legal for bob" in problem.message


def test_exactly_one_does_is_true_and_gone_afterwards(play):
    match = "COMMAND\nann (light 2)\nSTATE\n(off 1)\n(off 3)\n(on 2 ann)\n"
    assert play(LAMPS, match).passed
    assert "(on 1 bob)" in reasons(play(LAMPS, match + "(on 1 bob)\n"))


def test_noop_is_accepted_where_it_is_legal_and_changes_nothing(play):
    match = "COMMAND\nbob (noop)\nbob noop\nSTATE\n(off 1)\n(off 2)\n(off 3)\n"
    report = play(LAMPS, match)
    assert report.passed, reasons(report)
    assert "refused" in reasons(play(LAMPS, "COMMAND\nann (noop)\n"))


def test_a_role_without_moves_does_not_end_the_match(play):
    rules = LAMPS.replace("(legal bob", "(unsaid bob")
    assert play(rules, "COMMAND\nann (light 1)\nann (light 2)\n").passed


def test_terminal_is_information_and_does_not_stop_commands(play):
    rules = LAMPS.replace("(<= terminal (not (true (off ?n))))", "(<= terminal (true (on 1 ?p)))")
    assert play(rules, "COMMAND\nann (light 1)\nbob (light 2)\n").passed


def test_goals_are_read_whenever_they_are_asked_for(play):
    match = """
        GOAL
        (goal ann 0)
        COMMAND
        ann (light 1)
        GOAL
        (goal ann 100)
        (goal bob 0)
    """
    assert play(LAMPS, match).passed
    assert reasons(play(LAMPS, match.replace("bob 0", "bob 100"))) == "bob gets 0, not 100."


def test_random_is_typed_like_anybody_in_recorded_matches(play):
    rules = """
        (role ann) (role random)
        (init (coin none))
        (<= (legal random (flip heads)) (true (coin none)))
        (<= (legal random (flip tails)) (true (coin none)))
        (<= (next (coin ?side)) (does random (flip ?side)))
    """
    match = "STATE\n(coin none)\nCOMMAND\nrandom (flip tails)\nSTATE\n(coin tails)\n"
    assert play(rules, match).passed
    again = match + "COMMAND\nrandom (flip heads)\n"
    assert "random (flip heads) is refused" in reasons(play(rules, again))


def test_capitals_make_different_words(play):
    rules = "(role Ann) (init (Lamp off)) (<= (legal Ann (Light)) (true (Lamp off)))"
    assert play(rules, "STATE\n(Lamp off)\nCOMMAND\nAnn (Light)\n").passed
    assert "There is no role ann" in reasons(play(rules, "COMMAND\nann (Light)\n"))
    assert "refused" in reasons(play(rules, "COMMAND\nAnn (light)\n"))
    assert "(lamp off)" in reasons(play(rules, "STATE\n(lamp off)\n"))


def test_words_of_the_language_in_capitals_are_names_of_ones_own(play):
    rules = (
        "(role ann) (Next a b) (init (at a)) (<= (legal ann (go ?y)) (true (at ?x)) (Next ?x ?y))"
    )
    assert play(rules, "COMMAND\nann (go b)\n").passed
    assert "refused" in reasons(play(rules, "COMMAND\nann (go a)\n"))


def test_both_versions_run_so(play):
    rules = """
        // This conforms to the document's version.
        (role white) (role black)
        (init (control white))
        (isOpponent white black) (isOpponent black white)
        (<= (legal ?player (moveOn x)) (true (control ?player)))
        (<= (next (control ?other)) (true (control ?player)) (isOpponent ?player ?other))
        (<= (goal ?player 100) (true (control ?player)))
    """
    match = "COMMAND\nwhite (moveOn x)\nSTATE\n(control black)\n"
    assert play(rules, match, Dialect.SEED).passed
    assert "refused" in reasons(play(rules, match + "COMMAND\nwhite (moveOn x)\n", Dialect.SEED))


# ---- What rules may do

ASKED = """
    (role white)
    (init (at 7)) (init (home x))
    {}
"""


def ask(play, rules: str, *, holds: bool) -> None:
    """Whether white may make the move ``go``."""
    report = play(ASKED.format(rules), "COMMAND\nwhite (go)\n")
    assert report.passed is holds, reasons(report)


@pytest.mark.parametrize(("row", "holds"), [("7", True), ("6", False)])
def test_a_rule_without_condition_holds_for_whatever_it_is_asked_with(play, row, holds):
    rules = f"""
        (<= (promotes white ?x {row} ?y 8))
        (<= (legal white (go)) (true (at ?r)) (true (home ?x)) (promotes white ?x ?r ?x 8))
    """
    ask(play, rules, holds=holds)


def test_a_rule_without_condition_may_be_asked_before_its_values_are_known(play):
    rules = "(<= (any ?x)) (<= (legal white (go)) (any ?x) (true (at ?x)) (less 6 ?x))"
    ask(play, rules, holds=True)
    ask(play, rules.replace("less", "greater"), holds=False)


def test_head_variables_that_no_condition_binds_are_given_by_the_asker(play):
    rules = """
        (<= (beside ?a ?b ?a ?y) (succ ?b ?y))
        (<= (legal white (go)) (true (home ?a)) (beside ?a 7 ?x 8) (distinct ?x {}))
    """
    ask(play, rules.format("y"), holds=True)
    ask(play, rules.format("x"), holds=False)


def test_what_is_asked_without_values_is_refused_by_rule_and_variable(play):
    rules = "(role white)\n(<= (big ?n) (greater ?n 3))\n(<= (legal white (go)) (big ?n))\n"
    program = parse_program(rules, dialect=Dialect.SEED_2)
    report = run_script(
        parse_script("game.gdl\nCOMMAND\nwhite (go)\n"), InTurnGame(program, "game")
    )
    assert "line 2: (greater ?n 3) is asked, but nothing says what ?n is" in reasons(report)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(not (fact ?any b))", False),
        ("(not (fact ?any d))", True),
        ("(not (fact c ?any))", True),
        ("(not (true (at 7)))", False),
        ("(not (true (at ?any)))", False),
        ("(not (true (gone ?any)))", True),
        ("(not (does white (stay)))", True),
        ("(not (legal white (stay)))", False),
        ("(not (legal white (leave)))", True),
        ("(not (distinct a b))", False),
        ("(not (not (fact a b)))", True),
        ("(not (role white))", False),
    ],
)
def test_not_around_anything_means_there_is_none(play, condition, holds):
    rules = f"""
        (fact a b)
        (legal white (stay))
        (<= (legal white (go)) {condition})
    """
    ask(play, rules, holds=holds)


def test_not_is_asked_with_what_is_known_at_its_place(play):
    rules = "(p a) (q b) (<= (legal white (go)) {} {})"
    ask(play, rules.format("(q ?x)", "(not (p ?x))"), holds=True)
    ask(play, rules.format("(not (p ?x))", "(q ?x)"), holds=False)


def test_a_name_with_several_numbers_of_arguments_names_several_relations(play):
    rules = "(a one) (<= (a ?x ?y) (a ?x) (true (at ?y))) (<= (legal white (go)) (a one {}))"
    ask(play, rules.format("7"), holds=True)
    ask(play, rules.format("one"), holds=False)


def test_words_with_and_without_parentheses_are_the_same(play):
    rules = "(success) (<= (legal white (go)) success (not (failure)))"
    ask(play, rules, holds=True)
    ask(play, rules + "failure", holds=False)
    facts = "(role white) (init (success)) (init (control white))"
    assert play(facts, "STATE\nsuccess\n(control white)\n").passed
    assert not play(facts, "STATE\n(success)\n").passed


@pytest.mark.parametrize(
    ("terms", "holds"), [("a b c", True), ("a b a", False), ("a b c d b", False), ("a b", True)]
)
def test_distinct_takes_any_number_of_terms(play, terms, holds):
    ask(play, f"(<= (legal white (go)) (distinct {terms}))", holds=holds)


def test_distinct_is_tested_when_its_terms_are_known(play):
    ask(play, "(<= (legal white (go)) (distinct ?x 7) (true (at ?x)))", holds=False)
    ask(play, "(<= (legal white (go)) (distinct ?x 8) (true (at ?x)))", holds=True)


def test_terms_may_nest(play):
    rules = """
        (<= (legal white (go)) (true (pair (of ?x (and ?y)) ?y)) (distinct ?x ?y))
        (init (pair (of a (and b)) {}))
    """
    ask(play, rules.format("b"), holds=True)
    ask(play, rules.format("c"), holds=False)


def test_recursion_is_asked_with_values(play):
    rules = """
        (<= (reaches ?n ?n))
        (<= (reaches ?n ?m) (greater ?n ?m) (sub ?n 2 ?k) (reaches ?k ?m))
        (<= (legal white (go)) (true (at ?n)) (reaches ?n {}))
    """
    ask(play, rules.format("1"), holds=True)
    ask(play, rules.format("2"), holds=False)


def test_comments_and_names_are_those_of_the_dialect(play):
    rules = """
        // (<= (legal white (go)))
        (is_Home x) // behind a fact
        (<= (legal white (go)) (is_Home {}))
    """
    ask(play, rules.format("x"), holds=True)
    ask(play, rules.format("X"), holds=False)


# ---- Hidden parts of the state

SECRET = """
    (role ann) (role bob)
    (init (sees ann (card 3)))
    (init (turn ann))
    (<= (legal ?p (show ?c)) (true (turn ?p)) (true (sees ?p (card ?c))))
    (<= (legal ?p (peek)) (role ?p))
    (<= (next (open ?c)) (does ?p (show ?c)))
    (<= (next (sees ?p (card 4))) (does ?p (peek)))
    (<= (next (turn ?p)) (does ?p (peek)))
"""


def test_what_a_role_sees_is_asked_for_with_true(play):
    assert play(SECRET, "COMMAND\nann (show 3)\nSTATE\n(open 3)\n").passed
    assert "refused" in reasons(play(SECRET, "COMMAND\nann (show 4)\n"))
    assert play(SECRET, "COMMAND\nbob (peek)\nbob (show 4)\n").passed


def test_state_compares_the_open_part(play):
    assert play(SECRET, "STATE\n(turn ann)\n").passed
    secret = play(SECRET, "STATE\n(turn ann)\n(sees ann (card 3))\n")
    assert "expected but not true: (sees ann (card 3))" in reasons(secret)


# ---- Numbers

NUMBERS = [
    ("(add 2 3 5)", True),
    ("(add 2 3 6)", False),
    ("(add 2 ?y 5) (equal ?y 3)", True),
    ("(add ?x 3 -5) (equal ?x -8)", True),
    ("(sub 2 5 -3)", True),
    ("(sub 2 ?y -3) (equal ?y 5)", True),
    ("(sub ?x 5 -3) (equal ?x 3)", False),
    ("(mult -4 6 -24)", True),
    ("(mult 5 ?y 12) (equal ?y 2)", True),
    ("(mult ?x 5 13) (equal ?x 3)", True),
    ("(mult 0 ?y 12)", False),
    ("(div 7 2 4)", True),
    ("(div 7 2 3)", False),
    ("(div -7 2 -4)", True),
    ("(div 7 3 2)", True),
    ("(div ?x 3 4) (equal ?x 12)", True),
    ("(div 12 ?y 4) (equal ?y 3)", True),
    ("(div 7 0 ?z)", False),
    ("(mod 7 3 1)", True),
    ("(mod -7 3 2)", True),
    ("(mod 7 -3 -2)", True),
    ("(mod 7 0 ?z)", False),
    ("(succ 3 4)", True),
    ("(succ ?x 0) (equal ?x -1)", True),
    ("(succ 4 3)", False),
    ("(less -2 1)", True),
    ("(less 1 1)", False),
    ("(greater 10 9)", True),
    ("(greater 9 10)", False),
    ("(equal 3 3)", True),
    ("(equal 3 4)", False),
    ("(equal ?x a) (distinct ?x b)", True),
    ("(number -12)", True),
    ("(number twelve)", False),
    ("(add one 2 3)", False),
    ("(less ?x 9) (true (at ?x))", True),
    ("(less ?x 7) (true (at ?x))", False),
]


@pytest.mark.parametrize(("conditions", "holds"), NUMBERS, ids=[case[0] for case in NUMBERS])
def test_numbers(conditions, holds):
    rules = ASKED.format(f"(<= (legal white (go)) {conditions})")
    game = InTurnGame(parse_program(rules, dialect=Dialect.SEED_2), "game")
    report = run_script(parse_script("game.gdl\nCOMMAND\nwhite (go)\n"), game)
    assert report.passed is holds, reasons(report)


def test_numbers_of_the_state_are_computed_with(play):
    rules = """
        (role white)
        (init (count 0))
        (<= (legal white (add ?k)) (true (count ?n)) (oneOf ?k) (add ?n ?k ?m) (less ?m 6))
        (oneOf 2) (oneOf 3)
        (<= (next (count [0,9]:?m)) (does white (add ?k)) (true (count ?n)) (add ?n ?k ?m))
    """
    match = "COMMAND\nwhite (add 3)\nwhite (add 2)\nSTATE\n(count 5)\n"
    assert play(rules, match).passed
    assert "refused" in reasons(play(rules, match + "COMMAND\nwhite (add 2)\n"))


def test_a_counter_without_a_range_runs_but_not_as_a_circuit():
    rules = "(role white) (init (at 0)) (legal white (go))\n"
    rules += "(<= (next (at ?m)) (true (at ?n)) (succ ?n ?m))"
    program = parse_program(rules, dialect=Dialect.SEED_2)
    game = InTurnGame(program, "game")
    assert game.quick() is game
    with pytest.raises(LimitExceeded, match="range"):
        ground(program)
    match = "COMMAND\nwhite (go)\nwhite (go)\nSTATE\n(at 2)\n"
    assert run_script(parse_script("game.gdl\n" + match), game).passed


COUNTED = """
    (role white)
    (init (hand a 1)) (init (hand a 2)) (init (hand b 1))
    (<= (has ?suit) (true (hand ?suit ?rank)))
    (<= (legal white (drop ?s ?r)) (true (hand ?s ?r)))
    (<= (next (hand ?s ?r)) (true (hand ?s ?r)) (not (does white (drop ?s ?r))))
    (<= (goal white ?n) (count ?n {}))
"""


@pytest.mark.parametrize(
    ("goal", "number"),
    [
        ("(true (hand ?s ?r))", 3),
        ("(true (hand a ?r))", 2),
        ("(has ?suit)", 3),
        ("(has a)", 2),
        ("(not (has c))", 1),
    ],
)
def test_count_says_how_many_solutions_there_are_with_repetition(play, goal, number):
    rules = COUNTED.format(goal)
    assert play(rules, f"GOAL\n(goal white {number})\n").passed
    wrong = play(rules, f"GOAL\n(goal white {number + 1})\n")
    assert reasons(wrong) == f"white gets {number}, not {number + 1}."


def test_counts_follow_the_state_and_fail_for_none(play):
    rules = COUNTED.format("(true (hand a ?r))")
    match = "COMMAND\nwhite (drop a 1)\nGOAL\n(goal white 1)\nCOMMAND\nwhite (drop a 2)\n"
    assert play(rules, match).passed
    assert "white gets nothing, not 0" in reasons(play(rules, match + "GOAL\n(goal white 0)\n"))


# ---- Types

TYPED = """
    (role x) (role o)
    (type mark x) (type mark o)
    (init (cell 1 blank))
    (<= (legal mark:?p (put [1, 3]:?n)) (true (cell 1 blank)))
    (<= (legal ?p (wide [1,3]:?n)) (role ?p) (of ?n))
    (of 2) (of 5)
    (<= (next [0,12]:(cell ?n mark:?p)) (does ?p (put ?n)))
"""


def test_types_and_ranges_give_variables_their_values(play):
    assert play(TYPED, "COMMAND\no (put 3)\nSTATE\n(cell 3 o)\n").passed
    assert "refused" in reasons(play(TYPED, "COMMAND\no (put 4)\n"))


def test_types_and_ranges_restrict_values(play):
    assert play(TYPED, "COMMAND\nx (wide 2)\n").passed
    assert "refused" in reasons(play(TYPED, "COMMAND\nx (wide 5)\n"))


def test_types_are_checked():
    rules = TYPED + "(<= (p ?x) (q color:?x mark:y)) (q a b)"
    found = diagnose_text(dedent(rules), dialect=Dialect.SEED_2)
    messages = [problem.message for problem in found]
    assert "There is no type 'color', so it restricts nothing." in messages
    assert "'y' is not a value of the type mark." in messages
    assert not has_errors(found)


# ---- Recorded matches


def test_recorded_matches_take_any_blanks_comments_and_order_of_blocks(play):
    match = (
        "\ufeff# who lights what\r\n\r\nPARTIAL_STATE\r\n\t(off 2)  \r\n# again\r\n"
        "  COMMAND\r\n\r\n  ann\t(light   1) // first\r\n#\r\nbob(light 2)\r\n"
        "PARTIAL_STATE\r\n(on 1 ann) (on 2 bob)\r\nGOAL\r\n(goal ann 100)\r\n"
        "COMMAND\r\nann light 3\r\nSTATE\r\n(on 3 ann)\r\n(on 1 ann)\r\n(on 2 bob)\r\n"
    )
    report = play(LAMPS, match)
    assert report.passed, reasons(report)
    assert (report.played, report.compared) == (3, 4)


def test_a_part_of_the_state_must_be_true(play):
    report = play(LAMPS, "PARTIAL_STATE\n(off 1)\n(on 2 ann)\n")
    assert "expected but not true: (on 2 ann)." in reasons(report)
    assert "not expected" not in reasons(report)


def test_a_whole_state_must_be_equal(play):
    report = play(LAMPS, "STATE\n(off 1)\n(off 2)\n")
    assert "true but not expected: (off 3)." in reasons(report)
