"""Rulebooks that never end or take all memory are stopped, with a clear message."""

from __future__ import annotations

import pytest
from tests.languages.rulebook.conftest import BOOKS, MakeHero, WriteBook

from spielwerk.core import LimitExceeded, SourceError
from spielwerk.languages.rulebook import Budget, HeroError, ask, check_rulebook

SHORT = Budget(seconds=4, megabytes=2_000)
SMALL = Budget(seconds=60, megabytes=60)


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
        ask({"do": "validate", "rulebooks": books, "hero": dwarf().to_json()}, budget=SHORT)


def test_books_of_others_answer_like_ours(dwarf: MakeHero) -> None:
    question = {"do": "validate", "rulebooks": [str(BOOKS / "dsa5")], "hero": dwarf().to_json()}
    assert ask(question)["valid"] is True
    with pytest.raises(HeroError):
        ask({**question, "hero": {"name": 5}})
    alone = str(BOOKS / "dsa5_aventurisches_götterwirken_2")
    with pytest.raises(SourceError, match="missing 'dsa5'"):
        ask({**question, "rulebooks": [alone]})
