"""Rulebooks that never end or take all memory are stopped, with a clear message."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.rulebook.conftest import BOOKS, MakeHero, WriteBook

from spielwerk.confinement import Limits
from spielwerk.core import LimitExceeded, SourceError, SpielwerkError
from spielwerk.languages.rulebook import OutOfReach, Shelf, ask, check_rulebook

OURS = Shelf((BOOKS,))
SHORT = Limits(seconds=4, memory=2_000_000_000)


WILD = {
    "counts for ever": ("n(0).\nn(X+1) :- n(X).", 2, "More than 200,000 facts and rules follow."),
    "wraps terms": ("n(0).\nn(f(X,X)) :- n(X).", 2, "More than 200,000 facts and rules follow."),
    "combines what follows": (
        "d(1..30).\nq(A,B,C,D) :- d(A), d(B), d(C), d(D).",
        2,
        "More than 200,000 facts and rules follow.",
    ),
    "combines for nothing": (
        "d(1..60).\nq :- d(A), d(B), d(C), d(D), d(E), A+B+C+D+E = 0.",
        2,
        "This has some 777,600,000 combinations to try; 2,000,000 are allowed.",
    ),
    "combines what is derived": (
        "d(1..60).\ne(X) :- d(X).\nq :- e(A), e(B), e(C), e(D), A+B+C+D = 0.",
        3,
        "This has some 12,960,000 combinations to try; 2,000,000 are allowed.",
    ),
    "a long interval": (
        "p(1..1000000000).",
        1,
        "This has some 1,000,000,000 combinations to try; 2,000,000 are allowed.",
    ),
}


@pytest.mark.parametrize("what", WILD)
def test_a_book_that_asks_for_too_much_is_told_which_rule_and_which_limit(
    write_book: WriteBook, what: str
) -> None:
    text, line, message = WILD[what]
    found = check_rulebook(write_book("wild", text))
    (error,) = [one for one in found if one.severity == "error"]
    assert error.message == message
    assert error.span is not None
    written = Path(error.span.file).read_text().splitlines()
    assert written[error.span.line - 1].strip() == text.splitlines()[line - 1]


def test_a_book_that_needs_too_much_memory_is_stopped(write_book: WriteBook) -> None:
    huge = write_book("huge", "d(1..440). q(X,Y,f(X,Y)) :- d(X), d(Y).")
    with pytest.raises(LimitExceeded, match="memory"):
        check_rulebook(huge, Limits(seconds=60, memory=30_000_000))


def test_rules_that_explode_with_a_hero_are_stopped_too(
    write_book: WriteBook, dwarf: MakeHero
) -> None:
    trap = write_book(
        "trap",
        rules="""
        #program hero_facts.
        n(0) :- race(_). n(X+1) :- n(X).
        """,
    )
    books = [str(BOOKS / "dsa5"), str(trap)]
    with pytest.raises(LimitExceeded):
        ask("validate", books, dwarf(), limits=SHORT)


QUESTIONS = {
    "validate": {},
    "complete": {"feature": "culture"},
    "repair": {"pins": ["race"]},
    "plan": {"goals": ["talent:Zechen=9"]},
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_books_of_others_answer_like_ours(dwarf: MakeHero, question: str) -> None:
    hero, more = dwarf(), QUESTIONS[question]
    theirs = ask(question, [str(BOOKS / "dsa5")], hero, language="de", **more)
    assert theirs == ask(question, ["dsa5"], hero, shelf=OURS, language="de", **more)


def test_two_heroes_are_compared_by_books_of_others(dwarf: MakeHero) -> None:
    one, other = dwarf(), dwarf(talents={})
    theirs = ask("compare", [str(BOOKS / "dsa5")], one, other)
    assert theirs == ask("compare", ["dsa5"], one, other, shelf=OURS)


def test_what_is_wrong_is_raised_as_by_our_books(dwarf: MakeHero) -> None:
    alone = str(BOOKS / "dsa5_aventurisches_götterwirken_2")
    with pytest.raises(SourceError, match="missing 'dsa5'"):
        ask("validate", [alone], dwarf())
    books = [str(BOOKS / "dsa5")]
    with pytest.raises(OutOfReach, match="cannot be reached"):
        ask("plan", books, dwarf(), goals=["talent:Raumfahrt=9"])
    with pytest.raises(SpielwerkError, match="'flying' is no goal"):
        ask("plan", books, dwarf(), goals=["flying"])
