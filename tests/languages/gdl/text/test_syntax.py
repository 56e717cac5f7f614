"""The prefix notation: what is read, where everything stands, and what mistakes are found."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.gdl.awkward_games import ALL
from tests.languages.gdl.programs import GAME, programs, slips

from spielwerk.core import MoveSyntaxError, Span
from spielwerk.languages.gdl.program.rules import (
    MAX_DEPTH,
    Atom,
    Dialect,
    Distinct,
    Not,
    Or,
    Program,
    Rule,
    Var,
)
from spielwerk.languages.gdl.text.limits import (
    MAX_PROBLEMS,
    MAX_SIZE,
)
from spielwerk.languages.gdl.text.syntax import Reading, parse_term, read, write


def only_rule(text: str) -> Rule:
    reading = read(text)
    assert not reading.diagnostics
    (rule,) = reading.program.rules
    return rule


def codes(reading: Reading) -> list[str]:
    return [diagnostic.code for diagnostic in reading.diagnostics]


def places(reading: Reading) -> list[tuple[str, int, int]]:
    return [(d.code, d.span.line, d.span.column) for d in reading.diagnostics if d.span]


# What the community writes


def test_a_rule_has_a_head_and_a_body() -> None:
    rule = only_rule("(<= (legal ?w (mark ?x 1)) (true (control ?w)) (not (full ?x)))")
    assert rule == Rule(
        Atom("legal", (Var("w"), ("mark", Var("x"), "1"))),
        (Atom("true", (("control", Var("w")),)), Not(Atom("full", (Var("x"),)))),
    )


def test_words_of_the_language_may_be_written_in_any_case() -> None:
    assert only_rule("(Role White)") == only_rule("(ROLE White)")
    shouted = only_rule(
        "(<= TERMINAL (NOT (True (p ?x))) (Distinct ?x a) (OR (DOES a b) (AND c d)))"
    )
    spoken = only_rule(
        "(<= terminal (not (true (p ?x))) (distinct ?x a) (or (does a b) (and c d)))"
    )
    assert shouted == spoken


def test_all_other_names_are_what_the_author_wrote() -> None:
    assert str(only_rule("(<= (canStep ?Who ?who) (True (Goal ?Who)) (Can ?who))")) == (
        "(<= (canStep ?Who ?who) (true (Goal ?Who)) (Can ?who))"
    )
    assert only_rule("(role White)") != only_rule("(role white)")


def test_chance_is_a_word_of_the_language_where_it_is_a_role() -> None:
    rules = read("(ROLE RANDOM) (<= (LEGAL RANDOM (roll ?n)) (not (p RANDOM)))").program.rules
    assert list(map(str, rules)) == [
        "(role random)",
        "(<= (legal random (roll ?n)) (not (p random)))",
    ]
    assert str(only_rule("(legal white (move Random))")) == "(legal white (move Random))"


@pytest.mark.parametrize("text", ["(<= (terminal) p)", "(<= terminal p)"])
def test_keywords_without_arguments_need_no_parentheses(text: str) -> None:
    assert only_rule(text) == Rule(Atom("terminal"), (Atom("p"),))


def test_a_proposition_and_a_relation_without_arguments_are_two_things() -> None:
    assert only_rule("(<= terminal (p))") != only_rule("(<= terminal p)")
    assert str(only_rule("(<= terminal (p))")) == "(<= terminal (p))"


def test_a_rule_without_body_is_a_fact() -> None:
    assert only_rule("(<= (goal you 100))") == only_rule("(goal you 100)")


def test_a_bare_word_is_a_fact() -> None:
    assert only_rule("open") == Rule(Atom("open"))


def test_a_move_in_parentheses_of_its_own_is_a_constant() -> None:
    assert only_rule("(legal you (noop))") == only_rule("(legal you noop)")


def test_and_is_what_a_body_means_anyway() -> None:
    assert only_rule("(<= p (and q (and r s)))") == only_rule("(<= p q r s)")


def test_branches_of_or_can_be_conjunctions() -> None:
    rule = only_rule("(<= p (or (and q r) s))")
    assert rule.body == (Or(((Atom("q"), Atom("r")), (Atom("s"),))),)


def test_not_can_stand_before_anything() -> None:
    a, b = Atom("a"), Atom("b")
    rule = only_rule("(<= p (not (distinct ?x b)) (not (or a b)) (not (and a b)) (not (not a)))")
    assert rule.body == (
        Not(Distinct(Var("x"), "b")),
        Not(Or(((a,), (b,)))),
        Not(Or(((a, b),))),
        Not(Not(a)),
    )


def test_comments_reach_to_the_end_of_the_line() -> None:
    assert only_rule("; (role black\n(role ; who?\n white)") == Rule(Atom("role", ("white",)))


def test_the_seed_dialect_has_comments_of_its_own() -> None:
    reading = read("// (role black\n(role white) //)", dialect=Dialect.SEED)
    assert [str(rule) for rule in reading.program.rules] == ["(role white)"]


def test_every_awkward_game_is_read_and_written_without_loss() -> None:
    for path in ALL:
        reading = read(path.read_text(), file=path.name)
        assert not reading.diagnostics, path.name
        assert read(write(reading.program), file=path.name).program == reading.program


# What authors say beside the rules


def test_a_sentence_belongs_to_the_rule_after_it() -> None:
    reading = read(";: ?x is\n;: in check\n(<= (check ?x) (p ?x))\n(p 1)")
    assert [rule.text for rule in reading.program.rules] == ["?x is in check", None]


def test_headers_keep_their_order() -> None:
    reading = read(";! piece x X\n;! title Tic-tac-toe\n(role x)\n;! piece o O\n")
    assert reading.program.headers == {"piece": ("x X", "o O"), "title": ("Tic-tac-toe",)}


# Places


def test_every_part_knows_its_place() -> None:
    rule = only_rule("\n  (<= (p ?x)\n      (not (q ?x))\n      (or (r ?x) s))")
    assert rule.span == Span("<text>", 2, 3, 4, 21)
    assert rule.head.span == Span("<text>", 2, 7, 2, 13)
    negation, choice = rule.body
    assert negation.span == Span("<text>", 3, 7, 3, 19)
    assert isinstance(negation, Not)
    assert negation.literal.span == Span("<text>", 3, 12, 3, 18)
    assert choice.span == Span("<text>", 4, 7, 4, 20)


def test_columns_count_characters_not_bytes() -> None:
    rule = only_rule("(größe ß) ; ü")
    assert rule.span == Span("<text>", 1, 1, 1, 10)


@given(programs)
def test_each_span_cuts_out_the_text_of_its_rule(program: Program) -> None:
    text = write(program)
    lines = text.split("\n")
    for rule in read(text).program.rules:
        span = rule.span
        assert span is not None
        cut = lines[span.line - 1 : span.end_line]
        cut[-1] = cut[-1][: span.end_column - 1]
        cut[0] = cut[0][span.column - 1 :]
        assert read("\n".join(cut)).program.rules == (rule,)


# Writing


@given(programs)
def test_what_is_written_reads_back_the_same(program: Program) -> None:
    reading = read(write(program))
    assert not reading.diagnostics
    assert reading.program == program
    assert [rule.text for rule in reading.program.rules] == [rule.text for rule in program.rules]


# Mistakes


def test_five_mistakes_are_reported_each_at_its_place() -> None:
    reading = read(
        "(role white\n"  # never closed
        "(role black)\n"
        "(<= (legal ?p run) (true (turn ?)))\n"  # a variable without a name
        "(init (turn white)))\n"  # one parenthesis too many
        "(<= terminal (not p q))\n"  # not takes one condition
        "(?x white)\n"  # a variable as relation
    )
    assert places(reading) == [
        ("gdl-unclosed-parenthesis", 1, 1),
        ("gdl-unnamed-variable", 3, 32),
        ("gdl-stray-parenthesis", 4, 20),
        ("gdl-connective-arguments", 5, 14),
        ("gdl-variable-as-name", 6, 2),
    ]
    assert all(d.hint for d in reading.diagnostics)
    assert [str(r) for r in reading.program.rules] == ["(role black)", "(init (turn white))"]


def test_two_mistakes_in_one_rule_are_two() -> None:
    assert places(read("(<= (p ?) (q ?x) (not) (distinct ?x))")) == [
        ("gdl-unnamed-variable", 1, 8),
        ("gdl-connective-arguments", 1, 18),
        ("gdl-connective-arguments", 1, 24),
    ]


def test_an_unclosed_rule_does_not_swallow_the_next_rule() -> None:
    reading = read("(<= (a ?x) (b ?x)\n(<= (c ?x) (d ?x))\n(e 1)")
    assert places(reading) == [("gdl-unclosed-parenthesis", 1, 1)]
    assert [str(r.head) for r in reading.program.rules] == ["(c ?x)", "(e 1)"]


def test_conditions_at_the_margin_do_not_become_facts() -> None:
    reading = read("(<= (a ?x)\n(b ?x)\n(true (c 1))\n\n(d 1)\n(<= (e ?x) (d ?x))")
    assert places(reading) == [("gdl-unclosed-parenthesis", 1, 1)]
    assert [str(r.head) for r in reading.program.rules] == ["(d 1)", "(e ?x)"]


def test_an_unclosed_rule_is_found_even_if_a_later_one_closes_too_much() -> None:
    reading = read("(<= (a ?x) (b ?x)\n(<= (c ?x)\n  (d ?x)))")
    assert places(reading) == [
        ("gdl-unclosed-parenthesis", 1, 1),
        ("gdl-stray-parenthesis", 3, 10),
    ]


def test_a_rule_that_lost_its_first_parenthesis_is_one_mistake() -> None:
    reading = read("<= (a ?x)\n   (b ?x))\n(c 1)")
    assert places(reading) == [("gdl-unopened-parenthesis", 1, 1)]
    assert [str(rule) for rule in reading.program.rules] == ["(c 1)"]


def test_words_of_damaged_rules_are_in_doubt() -> None:
    reading = read("(<= (a ?x) (b ?x)\n(<= (c ?) (d))")
    assert {"a", "b", "c", "d"} <= reading.doubtful


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("()", "gdl-empty-form"),
        ("(<=)", "gdl-empty-rule"),
        ("((a) b)", "gdl-form-as-name"),
        ("(not (p))", "gdl-connective-head"),
        ("(<=terminal p)", "gdl-arrow-without-space"),
        ("(<= p (or))", "gdl-connective-arguments"),
        ("(<= p not)", "gdl-connective-arguments"),
        ("(<= p (and))", "gdl-connective-arguments"),
        ('(include "a.gdl)', "gdl-open-string"),
        ('("p" a)', "gdl-string-as-name"),
        ("(ro\u200ble white)", "gdl-strange-character"),
        ("(role white\0)", "gdl-not-text"),
    ],
)
def test_a_mistake_has_a_code_and_a_hint(text: str, code: str) -> None:
    reading = read(text)
    assert code in codes(reading)
    assert all(d.hint and d.span for d in reading.diagnostics)


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert only_rule("\ufeff(role white)") == only_rule("(role white)")


# Limits


def test_a_hundred_thousand_levels_are_refused_in_one_sentence() -> None:
    for text in ("(" * 100_000, "(" * 100_000 + ")" * 100_000, "(p " + "(f " * 100_000):
        assert codes(read(text)) == ["gdl-nested-too-deeply"]


def test_the_deepest_allowed_nesting_is_read() -> None:
    depth = MAX_DEPTH - 2
    assert not read("(p " + "(f " * depth + "a" + ")" * depth + ")").diagnostics
    assert not read("(<= p " + "(not " * depth + "(q)" + ")" * depth + ")").diagnostics


def test_a_rule_after_one_that_nests_too_deeply_is_read() -> None:
    reading = read("(p " + "(f " * 500 + "a" + ")" * 500 + ")\n(q)")
    assert codes(reading) == ["gdl-nested-too-deeply"]
    assert [str(rule) for rule in reading.program.rules] == ["(q)"]


def test_a_text_of_fifty_megabytes_is_refused() -> None:
    assert codes(read("(role white)\n" * 4_000_000)) == ["gdl-too-long"]
    assert MAX_SIZE < 50_000_000


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(role " + "x" * 100_000 + ")", "gdl-long-word"),
        ("(p" + " a" * 100_000 + ")", "gdl-many-arguments"),
        ("(p (f" + " a" * 100_000 + "))", "gdl-many-arguments"),
        ("(<= p" + " q" * 100_000 + ")", "gdl-long-rule"),
        ("(<= p (or" + " q" * 100_000 + "))", "gdl-long-rule"),
    ],
)
def test_a_game_of_monstrous_parts_is_refused(text: str, code: str) -> None:
    assert codes(read(text)) == [code]


def test_reading_stops_after_many_mistakes_and_says_so() -> None:
    reading = read(") " * 1_000_000)
    assert len(reading.diagnostics) == MAX_PROBLEMS + 1
    assert reading.diagnostics[-1].code == "gdl-too-many-problems"
    assert reading.gave_up


def test_millions_of_facts_are_refused_before_they_cost_minutes() -> None:
    reading = read("a\n" * 3_000_000)
    assert codes(reading) == ["gdl-too-many-rules"]
    assert reading.gave_up


@pytest.mark.parametrize(
    "unit",
    [
        "(succ 1 2)\n",
        GAME,
        "(a\n",
        "(a (b\n",
        "(<= (p)\n",
        "<= ",
        '"',
        "(p ?) ",
        "; c\n",
        ";! a b\n",
        ";: a b\n",
    ],
    ids=lambda unit: repr(unit[:10]),
)
def test_a_megabyte_is_no_problem(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    read(text)


@settings(max_examples=300)
@given(st.text(max_size=200) | st.text(alphabet='()<= ?ab";\n', max_size=200))
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    for dialect in Dialect:
        reading = read(text, dialect=dialect)
        assert all(d.hint and d.span for d in reading.diagnostics)


@settings(max_examples=300)
@given(slips())
def test_what_was_understood_of_a_damaged_game_can_be_written(text: str) -> None:
    program = read(text).program
    assert read(write(program)).program.rules == program.rules


# Terms


def test_moves_and_facts_are_terms() -> None:
    assert parse_term("(mark 1 2)") == ("mark", "1", "2")
    assert parse_term(" noOp ") == "noOp"
    assert parse_term("(cell ?x (f a))") == ("cell", Var("x"), ("f", "a"))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "Nothing was given"),
        ("(mark 1", "Column 1"),
        ("mark 1 2", "Column 6"),
        ("(mark ?)", "Column 7"),
        ("(mark ())", "Column 7"),
        ("(" * 1000, f"Column {MAX_DEPTH + 1}"),
    ],
)
def test_a_text_that_is_no_term_is_refused_with_the_column(text: str, part: str) -> None:
    with pytest.raises(MoveSyntaxError, match=part):
        parse_term(text)


@given(st.text(max_size=50))
def test_any_text_is_a_term_or_refused(text: str) -> None:
    try:
        parse_term(text)
    except MoveSyntaxError as problem:
        assert str(problem)  # noqa: PT017
