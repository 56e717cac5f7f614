"""Books that were read before are there at once, and exactly as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.rulebook.heroes import mercenary

from spielwerk.languages.rulebook import complete, library
from spielwerk.languages.rulebook.binding import bound, key_of, unbound
from spielwerk.languages.rulebook.rules import kept_rules_of, rules_of
from spielwerk.languages.rulebook.shelf import Shelf


def test_rules_from_disk_judge_as_those_that_were_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path))
    folders = [library().find("dsa5"), library().find("hausregeln")]
    read = kept_rules_of(folders)
    assert any((tmp_path / "rulebooks").iterdir())
    again = kept_rules_of(folders)
    assert again is not read
    for hero in (mercenary(), mercenary(culture="Auelfen"), mercenary(talents={"Zechen": 12})):
        assert again.validate(hero, "de").to_json() == read.validate(hero, "de").to_json()
    ours = [o.to_json(again) for o in complete(again, mercenary(), "culture")]
    assert ours == [o.to_json(read) for o in complete(read, mercenary(), "culture")]


def test_damaged_bytes_are_read_as_nothing() -> None:
    folders = [library().find("dsa5")]
    rules = rules_of(folders)
    whole = bound(rules.imprints, rules.world, rules.steps)
    assert unbound(whole, folders) is not None
    for damaged in (b"", b"{}", whole[:-10], whole.replace(b'"places":[', b'"places":["x",', 1)):
        assert unbound(damaged, folders) is None


def test_a_changed_letter_is_another_key(tmp_path: Path) -> None:
    book = tmp_path / "table"
    book.mkdir()
    (book / "_entrypoint.lp").write_text("%% one")
    before = key_of([book])
    (book / "_entrypoint.lp").write_text("%% two")
    assert key_of([book]) != before


def test_books_of_others_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path / "cache"))
    book = tmp_path / "table"
    book.mkdir()
    (book / "_entrypoint.lp").write_text('#include "meta.lp". #include "rules.lp".')
    (book / "meta.lp").write_text('#program rulebook_usable.\nrulebook("table").\n')
    (book / "rules.lp").write_text("")
    Shelf(()).rules([str(book)])
    assert not (tmp_path / "cache" / "rulebooks").exists()
