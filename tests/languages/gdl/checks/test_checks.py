"""The static checks: each finds its mistake, says where, and leaves sound games alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.languages.gdl.awkward_games import ALL
from tests.languages.gdl.programs import GAME, programs

from spielwerk.core import Diagnostic, Severity, has_errors
from spielwerk.languages.gdl.checks import check
from spielwerk.languages.gdl.load import diagnose_text
from spielwerk.languages.gdl.program.rules import Dialect, Program
from spielwerk.languages.gdl.text.syntax import read


def found(text: str, dialect: Dialect = Dialect.GGP) -> list[Diagnostic]:
    """What is wrong with the small sound game plus ``text``, which starts in line 100."""
    game = GAME + "\n" * (99 - GAME.count("\n")) + text
    reading = read(game, dialect=dialect)
    assert not reading.diagnostics
    diagnostics = check(reading.program)
    assert all(d.hint and d.span for d in diagnostics)
    return list(diagnostics)


def only(text: str, code: str) -> Diagnostic:
    (diagnostic,) = [d for d in found(text) if d.code == code]
    return diagnostic


def place(diagnostic: Diagnostic) -> tuple[int, int]:
    assert diagnostic.span is not None
    return diagnostic.span.line, diagnostic.span.column


def errors(text: str) -> list[str]:
    return [d.code for d in found(text) if d.severity is Severity.ERROR]


def test_a_sound_game_has_no_problems() -> None:
    assert found("") == []


def test_awkward_games_have_no_errors_unless_they_should() -> None:
    for path in ALL:
        diagnostics = check(read(path.read_text(), file=path.name).program)
        wrong = [d.code for d in diagnostics if d.severity is Severity.ERROR]
        expected = {
            "function-of-two-arities": ["gdl-function-arity"],
            "relation-of-two-arities": ["gdl-relation-arity"],
        }
        assert wrong == expected.get(path.stem, []), path.name


# Numbers of arguments


def test_a_relation_has_one_number_of_arguments() -> None:
    problem = only("(<= (p ?x)\n    (succ ?x))", "gdl-relation-arity")
    assert problem.severity is Severity.ERROR
    assert place(problem) == (101, 5)
    assert problem.message == (
        "The relation 'succ' has one argument here, but 2 arguments in line 4."
    )


def test_a_function_has_one_number_of_arguments() -> None:
    problem = only("(<= (next (at ?x)) (role ?x))", "gdl-function-arity")
    assert place(problem) == (100, 5)


def test_a_name_may_be_a_relation_and_a_function() -> None:
    assert errors("(at 1) (<= (next (succ ?x)) (role ?x))") == []


def test_one_slip_repeated_is_one_problem() -> None:
    assert errors("(<= p (succ 1)) (<= q (succ 2)) (<= r (succ 3))") == ["gdl-relation-arity"]


@pytest.mark.parametrize(
    "text", ["(role a b)", "(init)", "(<= p (true a b))", "(legal white)", "(<= (terminal a) p)"]
)
def test_keywords_have_fixed_arguments(text: str) -> None:
    assert "gdl-keyword-arguments" in errors(text)


def test_sees_is_a_keyword_only_where_there_is_hidden_information() -> None:
    assert "gdl-keyword-arguments" not in errors("(sees a b c)")
    codes = [d.code for d in found("(sees a b c)", Dialect.GDL_II)]
    assert "gdl-keyword-arguments" in codes


# Keywords at their places


@pytest.mark.parametrize("head", ["(true (at white 1))", "(does white run)"])
def test_what_the_match_gives_cannot_be_concluded(head: str) -> None:
    assert "gdl-keyword-in-head" in errors(f"(<= {head} (role white))")


@pytest.mark.parametrize("condition", ["(next (at white 1))", "(init (at white 1))"])
def test_what_is_concluded_cannot_be_asked_for(condition: str) -> None:
    assert place(only(f"(<= p\n  (not {condition}))", "gdl-keyword-in-body")) == (101, 8)


@pytest.mark.parametrize("value", ["winner", "101", "-1", "(f 1)", "50.5"])
def test_goals_are_numbers_from_0_to_100(value: str) -> None:
    assert "gdl-goal-value" in errors(f"(goal white {value})")


# Variables without values


@pytest.mark.parametrize(
    ("text", "where", "variable"),
    [
        ("(<= (next (at ?p ?x)) (role ?p))", (100, 5), "?x"),
        ("(<= (legal ?p run) (role ?p)\n    (not (true (at ?p ?x))))", (101, 5), "?x"),
        ("(<= (legal ?p run) (role ?p)\n    (distinct ?x ?p))", (101, 5), "?x"),
        ("(<= (legal ?p (to ?x)) (or (succ ?x 1) (role ?p)))", (100, 5), "?x"),
    ],
)
def test_a_variable_without_value_is_an_error(
    text: str, where: tuple[int, int], variable: str
) -> None:
    problem = only(text, "gdl-unsafe-variable")
    assert problem.severity is Severity.ERROR
    assert place(problem) == where
    assert variable in problem.message


def test_the_variable_that_was_meant_is_suggested() -> None:
    problem = only("(<= (next (at ?player 1)) (does ?playr run))", "gdl-unsafe-variable")
    assert problem.hint == "Do you mean ?playr?"


def test_a_value_may_come_from_any_branch_of_an_or_or_from_an_equality() -> None:
    assert errors("(<= (next (at ?p ?x)) (role ?p) (or (succ ?x 1) (succ 1 ?x)))") == []
    assert errors("(<= (next (at ?p ?x)) (role ?p) (not (distinct ?x 3)))") == []


def test_a_relation_that_cannot_be_listed_is_a_warning_where_it_can_be_used() -> None:
    different = "(<= (different ?x ?y) (distinct ?x ?y))"
    use = "(<= (legal ?p (to ?x)) (role ?p) (succ ?x ?y) (different ?x ?y))"
    problem = only(f"{different}\n{use}", "gdl-unsafe-variable")
    assert problem.severity is Severity.WARNING
    assert "?x, ?y" in problem.message


def test_and_an_error_where_it_cannot() -> None:
    different = "(<= (different ?x ?y) (distinct ?x ?y))"
    use = "(<= (legal ?p (to ?x)) (role ?p) (different ?x 1))"
    problems = [d for d in found(f"{different}\n{use}") if d.severity is Severity.ERROR]
    assert [(d.code, place(d)) for d in problems] == [("gdl-unsafe-variable", (101, 5))]


def test_a_recursive_relation_must_be_listable() -> None:
    assert errors("(<= (far ?x ?y) (far ?y ?x)) (<= (far ?x ?y) (distinct ?x ?y))") == [
        "gdl-unsafe-variable",
        "gdl-unsafe-variable",
    ]


def test_rules_too_intricate_to_run_are_refused() -> None:
    doubling = " ".join(f"(not (distinct ?x{i} (f ?x{i + 1} ?x{i + 1})))" for i in range(60))
    assert errors(f"(<= (p ?x0) (succ 1 ?x60) {doubling})") == ["gdl-too-intricate"]


# What needs what


def test_negation_in_a_circle_is_refused_and_the_circle_named() -> None:
    problem = only(
        "(<= (win ?x) (role ?x) (not (lose ?x)))\n(<= (lose ?x) (role ?x) (beaten ?x))\n"
        "(<= (beaten ?x) (win ?x))",
        "gdl-negative-cycle",
    )
    assert problem.severity is Severity.ERROR
    assert (
        "(win black) needs not (lose black) (line 100) needs (beaten black) (line 101) "
        "needs (win black) (line 102)" in problem.message
    )
    assert place(problem) == (100, 29)


def test_a_relation_cannot_need_its_own_negation() -> None:
    assert "p needs not p" in only("(<= p (not p))", "gdl-negative-cycle").message


def test_negation_below_is_no_circle() -> None:
    assert errors("(<= (a ?x) (role ?x) (not (b ?x))) (<= (b ?x) (role ?x) (not (c ?x)))") == []


@pytest.mark.parametrize("head", ["(legal ?p wait)", "terminal", "(goal ?p 50)"])
def test_what_is_settled_before_the_move_cannot_need_it(head: str) -> None:
    problem = only(f"(<= {head} (ran ?p))\n(<= (ran ?p) (does ?p run))", "gdl-does-too-early")
    assert problem.severity is Severity.ERROR
    assert "needs ran needs does" in problem.message
    assert place(problem)[0] == 100


@pytest.mark.parametrize("head", ["(role ?p)", "(init (at ?p 1))", "(base (at ?p 1))"])
def test_what_is_fixed_before_the_match_cannot_need_a_state(head: str) -> None:
    assert "gdl-not-static" in errors(f"(<= {head} (true (control ?p)))")


def test_the_start_may_follow_from_fixed_relations() -> None:
    assert errors("(<= (init (at ?p 1)) (opponent ?p ?q))") == []


def test_recursion_that_builds_terms_without_end_is_refused() -> None:
    problem = only("(<= (n (s ?x)) (n ?x)) (n 0)", "gdl-recursion")
    assert problem.severity is Severity.ERROR
    assert "?x" in problem.message
    assert place(problem) == (100, 16)


def test_what_nothing_limits_is_marked_at_the_variable() -> None:
    text = GAME + "\n(<= (n (s ?x))\n    (m ?y)\n    (n ?x))\n(n 0) (m 0)"
    (problem,) = [d for d in diagnose_text(text) if d.code == "gdl-recursion"]
    assert problem.span is not None
    assert text.splitlines()[problem.span.line - 1] == "    (n ?x))"
    assert (problem.span.column, problem.span.end_column) == (8, 10)


def test_recursion_over_plain_constants_always_ends() -> None:
    text = "(<= (path ?x ?y) (succ ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))"
    assert errors(text) == []
    assert only(text, "gdl-recursion").severity is Severity.HINT


def test_recursion_limited_from_outside_may_build_terms() -> None:
    assert errors("(r 0 0) (q 0) (<= (r ?v (f ?v)) (r ?u ?v) (q ?u))") == []


# Words that mean nothing


def test_a_misspelt_relation_is_found_with_the_word_that_was_meant() -> None:
    problem = only("(<= (legal ?p wait) (oponent ?p ?q))", "gdl-undefined-relation")
    assert problem.severity is Severity.WARNING
    assert problem.hint == "Do you mean 'opponent'?"
    assert place(problem) == (100, 21)


def test_a_forgotten_true_is_recognised() -> None:
    problem = only("(<= (legal ?p wait) (at ?p 1))", "gdl-undefined-relation")
    assert problem.hint == "'at' is a fact of the state: write (true (at ?p 1))."


def test_nothing_is_concluded_from_words_in_damaged_rules() -> None:
    program = read(GAME + "(<= (legal ?p wait) (broken ?p))").program
    assert [d.code for d in check(program)] == ["gdl-undefined-relation"]
    assert check(program, doubtful=frozenset(["broken"])) == ()


def test_an_unused_relation_is_a_hint() -> None:
    problem = only("(color white)", "gdl-unused-relation")
    assert problem.severity is Severity.HINT
    assert place(problem) == (100, 1)


@pytest.mark.parametrize(
    ("text", "word", "meant"),
    [
        ("(<= (legal ?p wait) (true (contrl ?p)))", "contrl", "control"),
        ("(<= (next (at ?p 0)) (does ?p rnu))", "rnu", "run"),
        ("(<= (next (at ?p 0)) (does ?p run) (opponent ?p blak))", "blak", "black"),
        ("(<= (legal ?p wait) (role ?p) (not (true (contrl ?p))))", "contrl", "control"),
    ],
)
def test_what_can_never_be_true_is_found(text: str, word: str, meant: str) -> None:
    problem = only(text, "gdl-never-true")
    assert problem.severity is Severity.WARNING
    assert f"'{word}'" in problem.message
    assert problem.hint == f"Do you mean '{meant}'?"


@pytest.mark.parametrize(
    "body", ["(succ ?x ?y) (distinct ?x ?x)", "(succ ?x ?y) (not (succ ?x ?y))"]
)
def test_rules_that_can_never_fire_are_found(body: str) -> None:
    assert only(f"(<= (p ?x) {body})", "gdl-never-true").severity is Severity.WARNING


def test_an_unknown_role_is_found() -> None:
    problem = only("(<= (legal whit wait) (true (control black)))", "gdl-unknown-role")
    assert problem.hint == "Do you mean 'white'?"


def test_base_and_input_must_cover_what_can_come_up() -> None:
    text = "(base (at white 0)) (base (control white)) (input white run)"
    problems = [d for d in found(text) if "incomplete" in d.code]
    assert {(d.code, place(d)[0]) for d in problems} == {
        ("gdl-base-incomplete", 3),
        ("gdl-input-incomplete", 8),
    }


def test_a_game_without_roles_is_refused_and_missing_parts_are_named() -> None:
    diagnostics = check(read("(<= p q)\n(q)").program)
    assert {d.code: d.severity for d in diagnostics if "-no-" in d.code} == {
        "gdl-no-role": Severity.ERROR,
        "gdl-no-legal": Severity.WARNING,
        "gdl-no-terminal": Severity.WARNING,
        "gdl-no-goal": Severity.WARNING,
    }


def test_saying_something_twice_is_a_hint() -> None:
    problem = only("(succ 0 1)", "gdl-duplicate-rule")
    assert problem.severity is Severity.HINT
    assert problem.message == "This is said already in line 4."


def test_a_sentence_speaks_of_the_variables_of_its_rule() -> None:
    problem = only(";: ?plyer is late\n(<= (p ?player) (role ?player))", "gdl-sentence-variable")
    assert problem.hint == "Do you mean ?player?"


def test_problems_come_in_the_order_of_their_places() -> None:
    diagnostics = found(
        "(goal white 200)\n(<= p (not p))\n(succ 1)\n(<= (legal white ?x) (role white))"
    )
    assert [place(d) for d in diagnostics] == sorted(place(d) for d in diagnostics)
    assert {d.code for d in diagnostics if d.severity is Severity.ERROR} == {
        "gdl-goal-value",
        "gdl-negative-cycle",
        "gdl-relation-arity",
        "gdl-unsafe-variable",
    }


# Any program at all


@given(programs)
def test_no_program_whatever_breaks_the_checks(program: Program) -> None:
    diagnostics = check(program)
    assert has_errors(diagnostics)
    assert all(d.hint for d in diagnostics)


def test_a_long_chain_of_relations_is_no_problem() -> None:
    chain = "".join(f"(<= (p{i} ?x) (p{i + 1} ?x))\n" for i in range(10_000))
    found(f"{chain}(p10000 a)")


def test_many_misspelt_words_are_no_problem() -> None:
    text = "".join(f"(<= (p{i} ?x) (q{i} ?x))\n" for i in range(5_000))
    assert len([d for d in found(text) if d.code == "gdl-undefined-relation"]) == 1_000
