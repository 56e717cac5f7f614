"""Names are spelt as their author spells them, in everything that leaves a game."""

from __future__ import annotations

from random import Random

import pytest
from tests.languages.gdl.programs import CAPITALS

from spielwerk.core import MoveSyntaxError, Over, Role, random_event
from spielwerk.languages.gdl import GdlGame, parse_program, stats, translate
from spielwerk.languages.gdl.text.spelling import Spelling


@pytest.fixture(scope="module")
def game() -> GdlGame:
    return GdlGame(parse_program(";! notation >?to (stepTo ?to)\n" + CAPITALS), "race")


def test_moves_facts_roles_and_views_keep_their_capitals(game: GdlGame) -> None:
    assert game.roles == ("Red", "blue")
    start = game.initial()
    assert start.legal(Role("Red")) == ("(stepTo 1)", "(stepTo 2)")
    assert start.view(None) == {"facts": ["(atField Red 0)", "(atField blue 0)", "(turnOf Red)"]}
    assert start.why_not(Role("Red"), game.parse_move("(stepTo 5)")).claim.count("(stepTo 5)")
    assert [str(atom) for atom in start.evaluate("otherThan")] == [
        "(otherThan Red blue)",
        "(otherThan blue Red)",
    ]


def test_all_engines_spell_alike(game: GdlGame) -> None:
    quick = game.quick()
    assert quick is not game
    for seed in range(3):
        one, other, rng = game.initial(), quick.initial(), Random(seed)
        while not isinstance(one.turn, Over):
            assert one.facts() == other.facts()
            moves = random_event(one, rng).moves
            one, other = one.after(moves), other.after(moves)
        assert one.outcome() == other.outcome()


@pytest.mark.parametrize("typed", ["(stepTo 2)", "(stepto 2)", "(STEPTO 2)", ">2"])
def test_what_is_typed_in_another_case_is_the_move_that_is_meant(game: GdlGame, typed: str) -> None:
    assert game.parse_move(typed) == "(stepTo 2)"


def test_short_forms_are_read_in_any_case() -> None:
    rules = ";! notation To-?field (go ?field)\n(role r) (legal r (go A)) (legal r (go b))"
    small = GdlGame(parse_program(rules), "small")
    assert [small.parse_move(text) for text in ("To-A", "to-a", "TO-B")] == [
        "(go A)",
        "(go A)",
        "(go b)",
    ]
    assert small.short(small.parse_move("(GO a)")) == "To-A"


def test_two_names_that_differ_only_by_case_are_two_names() -> None:
    rules = "(role r) (legal r timeOut) (legal r timeout)"
    small = GdlGame(parse_program(rules), "small")
    assert small.initial().legal(Role("r")) == ("timeOut", "timeout")
    assert [small.parse_move(text) for text in ("timeOut", "timeout")] == ["timeOut", "timeout"]
    with pytest.raises(MoveSyntaxError):
        small.parse_move("TimeOut")


def test_questions_are_understood_in_any_case(game: GdlGame) -> None:
    start = game.initial()
    assert start.explain("(TRUE (atfield red 0))") == start.explain("(true (atField Red 0))")
    assert start.explain("(canreach 0 1)").holds


def test_translations_and_figures_keep_them_too(game: GdlGame) -> None:
    assert "function_canReach(Token_from, Token_to)" in translate(game.program)
    assert ("roles", "Red, blue") in stats(game.rules).lines()


def test_sentences_may_begin_with_a_variable_as_sentences_do() -> None:
    rules = """(role me) (role You)
    ;: ?Who sleeps. | ?Who is awake.
    (<= (asleep ?who) (role ?who) (true (night ?who)))
    (<= (legal ?Who rest) (role ?Who) (asleep ?Who))
    (legal me goOn) (init (night me))"""
    state = GdlGame(parse_program(rules), "small").initial()
    assert state.explain("(asleep You)").claim == "You is awake."


def test_a_word_is_respelt_only_where_one_name_is_meant() -> None:
    spelling = Spelling(["stepTo", "Red", "x", "X"])
    assert [spelling.word(w) for w in ("STEPTO", "red", "x", "X", "other")] == [
        "stepTo",
        "Red",
        "x",
        "X",
        "other",
    ]
    assert spelling.term(("stepto", ("RED", "y"))) == ("stepTo", ("Red", "y"))
