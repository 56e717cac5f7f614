"""Where rulebooks stand, and that sets of them are read once and shared."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.languages.rulebook.conftest import BOOKS, WriteBook

from spielwerk.heroes import feature_values
from spielwerk.languages.rulebook import Shelf, UnknownRulebook, library


def test_broken_books_are_left_out(write_book: WriteBook, tmp_path: Path) -> None:
    write_book("good")
    write_book("broken", "known_race(.")
    write_book("liar", about='rulebook("dsa5").')
    shelf = Shelf((tmp_path,))
    assert list(shelf.everything()) == ["broken", "good", "liar"]
    assert shelf.names() == ["good"]


def test_an_unknown_book_gets_suggestions() -> None:
    with pytest.raises(UnknownRulebook, match="Did you mean dsa5"):
        library().rules(["dsa55"])


def test_a_set_of_books_is_grounded_once_even_for_many_threads() -> None:
    shelf = Shelf((BOOKS,))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: shelf.rules(["dsa5"]), range(16)))
    assert len({id(rules) for rules in found}) == 1


def test_a_changed_book_is_read_again(write_book: WriteBook, tmp_path: Path) -> None:
    folder = write_book("mine", 'known_race("Ork").')
    shelf = Shelf((tmp_path,))
    assert feature_values(shelf.rules(["mine"]), "race") == ["Ork"]
    (folder / "more.lp").write_text('#program world_facts.\nknown_race("Troll").')
    (folder / "rules.lp").write_text('#include "more.lp".')
    assert feature_values(shelf.rules(["mine"]), "race") == ["Ork", "Troll"]


def test_values_of_features_are_names_or_triples() -> None:
    rules = Shelf((BOOKS,)).rules(["dsa5"])
    assert feature_values(rules, "race") == ["Elfen", "Halbelfen", "Mensch", "Zwerg"]
    assert ["Dunkelsicht", "", 2] in feature_values(rules, "advantage")
