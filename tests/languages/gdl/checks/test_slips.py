"""Slips of the pen: what was meant is said, at the very word, and once for each cause."""

from __future__ import annotations

import pytest
from tests.languages.gdl.programs import GAME

from spielwerk.core import Diagnostic, Severity, has_errors
from spielwerk.languages.gdl import diagnose_text
from spielwerk.languages.gdl.checks.meant import meant

START = GAME.count("\n") + 1


def only(text: str, code: str | None = None) -> Diagnostic:
    (found,) = (d for d in diagnose_text(text) if code in (None, d.code))
    return found


def marked(text: str, problem: Diagnostic) -> str:
    """What a mark below the problem's place shows."""
    span = problem.span
    assert span is not None
    assert span.line == span.end_line
    return text.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1]


# Misspelt words of the language


@pytest.mark.parametrize(
    ("right", "wrong", "word"),
    [
        ("(true (control ?player))", "(tru (control ?player))", "true"),
        ("(true (at ?player ?x)) (succ", "(ture (at ?player ?x)) (succ", "true"),
        ("(does ?player run)", "(dose ?player run)", "does"),
        ("(role ?player) (not", "(role ?player) (nto", "not"),
        ("(legal", "(leagl", "legal"),
        ("terminal", "termnal", "terminal"),
        ("(next", "(nxt", "next"),
        ("(init", "(intit", "init"),
        ("(goal", "(gaol", "goal"),
    ],
)
def test_a_misspelt_word_of_the_language_is_one_problem(right: str, wrong: str, word: str) -> None:
    problem = only(GAME.replace(right, wrong))
    assert problem.severity is Severity.WARNING
    assert problem.hint == f"Do you mean '{word}'?"


def test_even_where_only_one_of_many_rules_has_it() -> None:
    text = f"{GAME}(<= (leagl ?p rest) (role ?p))\n"
    problem = only(text)
    assert problem.severity is Severity.WARNING
    assert problem.hint == "Do you mean 'legal'?"
    assert marked(text, problem) == "leagl"


def test_distinct_is_among_them() -> None:
    text = f"{GAME}(<= (legal ?p rest) (role ?p) (role ?q) (distict ?p ?q))\n"
    assert only(text).hint == "Do you mean 'distinct'?"


def test_a_game_that_cannot_be_played_for_it_is_refused_for_it() -> None:
    problem = only(GAME.replace("(role", "(rol"))
    assert problem.severity is Severity.ERROR
    assert problem.message == "'rol' means nothing to a game, and there is no 'role'."


def test_names_of_the_author_are_not_taken_for_slips() -> None:
    assert not diagnose_text(f"{GAME}(goals white 3) (<= (legal ?p hop) (goals ?p 3))")
    assert only(f"{GAME}(goals white 3 of 4)").code == "gdl-unused-relation"


# Words of the language inside of others


@pytest.mark.parametrize(
    ("rule", "inner", "outer", "hint"),
    [
        ("(<= (legal ?p hop) (true (legal ?p run)))", "legal", "true", "(legal ?p run)"),
        ("(<= (next (does ?p run)) (role ?p))", "does", "next", "a name of its own"),
        ("(<= (legal ?p hop) (role ?p) (true (not (control ?p))))", "not", "true", "(not (true"),
        ("(<= (legal ?p hop) (role ?p) (not (true (or a b))))", "or", "true", "(or (true"),
        ("(<= (next (at ?p 0)) (does ?p (LEGAL run)))", "legal", "does", "(LEGAL run)"),
        ("(<= (legal ?p hop) (role ?p) (true terminal))", "terminal", "true", "terminal"),
    ],
)
def test_a_word_of_the_language_used_as_a_function_is_said_plainly(
    rule: str, inner: str, outer: str, hint: str
) -> None:
    problem = only(GAME + rule)
    assert problem.code == "gdl-keyword-as-function"
    assert f"'{inner}' stands inside '{outer}'" in problem.message
    assert hint in (problem.hint or "")


def test_and_once_however_often_it_is_done() -> None:
    rule = "(<= (legal ?p {}) (true (legal ?p run)))\n"
    only(GAME + rule.format("hop") + rule.format("jump") + rule.format("rest"))


def test_a_name_of_an_argument_may_be_anything() -> None:
    assert not diagnose_text(GAME + "(<= (legal ?p goal) (role ?p))")


# Carets


@pytest.mark.parametrize(
    ("rule", "word"),
    [
        ("(<= (next (at ?p ?x)) (role ?p))", "?x"),
        ("(<= (legal ?p run) (role ?p)\n    (not (true (at ?p ?xx))))", "?xx"),
        ("(<= (legal ?p run) (role ?p) ; not ?x\n    (distinct (f ?p) (f ?x)))", "?x"),
        ("(<= (legal ?p hop) (true (contrl ?p)))", "contrl"),
        ("(<= (legal whit hop) (true (control white)))", "whit"),
    ],
)
def test_the_mark_stands_below_the_word(rule: str, word: str) -> None:
    text = GAME + rule
    assert marked(text, only(text)) == word


def test_the_mark_stands_below_the_variable_in_infix_too() -> None:
    text = "role(white)\nlegal(P, go(ToRow)) :- role(P)\n"
    assert marked(text, only(text, "gdl-unsafe-variable")) == "ToRow"


def test_a_rule_written_out_in_others_is_marked_where_its_user_wrote_the_variable() -> None:
    free = "(<= (free ?f ?r) (not (true (at ?f ?r))))\n"
    uses = [f"(<= (legal ?p hop{i}) (role ?p) (free ?p ?any_row))\n" for i in range(3)]
    text = GAME + free + "".join(uses)
    problem = only(text)
    assert problem.severity is Severity.ERROR
    assert marked(text, problem) == "?any_row"
    assert problem.span
    assert problem.span.line == START + 1
    assert f"in line {START}, which this rule needs" in problem.message
    assert problem.message.endswith(f"The same holds in line {START + 2}, {START + 3}.")


def test_nothing_speaks_of_names_that_are_made_up_on_the_way() -> None:
    text = GAME + (
        "(<= (near ?any_fig ?row) (true (at ?any_fig ?any_row)) (not (far ?any_fig ?row)))\n"
        "(<= (far ?fig ?any_row) (distinct ?fig ?any_row) (not (near2 ?other ?any_row)))\n"
        "(<= (near2 ?a ?b) (distinct ?a ?b))\n"
        "(<= (legal ?p hop) (role ?p) (near ?p ?q) (far ?p ?z))\n"
    )
    found = diagnose_text(text)
    assert has_errors(found)
    assert not any(mark in f"{d.message} {d.hint}" for d in found for mark in ("~", "__part"))


# Suggestions


@pytest.mark.parametrize(
    ("word", "candidates", "found"),
    [
        ("playr", ["player", "place"], "player"),
        ("form", ["from"], "from"),
        ("Player", ["player"], "player"),
        ("dest_col", ["dest_row"], None),
        ("row1", ["row2", "row"], None),
        ("x", ["y", "xx"], None),
        ("xplayer", ["oplayer"], None),
        ("colA", ["colB"], None),
        ("same", ["same"], None),
    ],
)
def test_only_slips_are_taken_for_slips(
    word: str, candidates: list[str], found: str | None
) -> None:
    assert meant(word, candidates) == found


def test_another_variable_is_not_what_was_meant() -> None:
    rule = "(<= (next (moved ?fig ?dest_row ?dest_col)) (does ?fig (go ?dest_row)))"
    hint = only(GAME + rule, "gdl-unsafe-variable").hint or ""
    assert "?dest_row" not in hint
    twice = "(<= (next (moved ?from ?form)) (distinct ?form a) (role ?from))"
    found = [d for d in diagnose_text(GAME + twice) if d.code == "gdl-unsafe-variable"]
    assert not any("Do you mean" in (d.hint or "") for d in found), "it occurs twice"


# Names that differ only by case


def test_names_that_differ_only_by_case_are_two_names_and_that_is_said() -> None:
    text = f"{GAME}(<= (legal ?p timeOut) (role ?p))\n(<= (next (late ?p)) (does ?p timeout))\n"
    problem = only(text)
    assert problem.severity is Severity.WARNING
    assert problem.code == "gdl-differ-by-case"
    assert problem.message == (
        f"'timeout' and 'timeOut' in line {START} differ only by case: they are two names."
    )
    assert marked(text, problem) == "timeout"


def test_so_it_is_with_relations_and_with_variables_of_one_rule() -> None:
    text = f"{GAME}(<= (legal ?p hop) (Succ 1 2) (role ?p))\n"
    assert marked(text, only(text, "gdl-differ-by-case")) == "Succ"
    text = f"{GAME}(<= (legal ?p hop) (role ?p) (true (at ?P 3)))\n"
    assert marked(text, only(text, "gdl-differ-by-case")) == "?P"
    assert not diagnose_text(f"{GAME}(<= (legal ?P hop) (role ?P))\n"), "another rule is another"


def test_a_variable_without_value_is_not_complained_of_twice() -> None:
    problem = only(f"{GAME}(<= (next (at ?Who 1)) (role ?who))\n")
    assert problem.code == "gdl-unsafe-variable"
    assert problem.hint == "Do you mean ?who?"


def test_words_of_the_language_in_any_case_are_fine() -> None:
    assert not diagnose_text(f"{GAME}(ROLE green) (<= (LEGAL ?p hop) (True (control ?p)))")


# One message a cause


def test_a_word_that_is_wrong_in_many_places_is_said_once() -> None:
    rule = "(<= (legal ?p {}) (role ?p) (true (contrl ?p)))\n"
    problem = only(GAME + "".join(map(rule.format, ("hop", "jump", "rest"))))
    assert problem.span
    assert problem.span.line == START
    assert problem.message.endswith(f"So it is in line {START + 1}, {START + 2}.")
