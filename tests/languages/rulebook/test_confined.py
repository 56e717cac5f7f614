"""Rulebooks that never end or take all memory are stopped, with a clear message."""

from __future__ import annotations

import pytest
from tests.languages.rulebook.conftest import BOOKS, MakeHero, WriteBook

from spielwerk.confinement import Limits
from spielwerk.core import LimitExceeded, SourceError, SpielwerkError
from spielwerk.languages.rulebook import OutOfReach, Shelf, ask, check_rulebook

OURS = Shelf((BOOKS,))
SHORT = Limits(seconds=4, memory=2_000_000_000)
SMALL = Limits(seconds=60, memory=60_000_000)


def test_a_book_that_counts_for_ever_is_stopped(write_book: WriteBook) -> None:
    endless = write_book("endless", 'known_race("Ork"). n(0). n(X+1) :- n(X).')
    with pytest.raises(LimitExceeded, match="4 seconds"):
        check_rulebook(endless, SHORT)


def test_a_book_that_grounds_explosively_is_stopped_by_memory(write_book: WriteBook) -> None:
    huge = write_book("huge", "d(1..400). q(X,Y,Z) :- d(X), d(Y), d(Z).")
    with pytest.raises(LimitExceeded, match="memory"):
        check_rulebook(huge, SMALL)


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
    with pytest.raises(OutOfReach, match="Repair the hero first"):
        ask("plan", books, dwarf(race="Troll"), goals=["talent:Zechen=9"])
    with pytest.raises(SpielwerkError, match="'flying' is no goal"):
        ask("plan", books, dwarf(), goals=["flying"])
