"""The language server on rulebooks: one file of a book among the others, as they are typed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.editor.conversation import Document, Editor, edited

OPTIONS = {"tabSize": 4, "insertSpaces": True}


@pytest.fixture
def book(library: Path, tmp_path: Path) -> Path:
    """A copy of the house rules, which stand on the core rules of the library."""
    folder = tmp_path / "hausregeln"
    shutil.copytree(library / "rulebooks" / "hausregeln", folder)
    return folder


@pytest.fixture
def rules(editor: Editor, book: Path) -> Document:
    return editor.open(book / "rules.lp")


def test_a_book_is_fine_until_something_in_it_is_misspelt(rules: Document) -> None:
    assert rules.problems() == []
    whole = rules.text
    rules.editor.change(rules, whole.replace("at_least(", "at_leest("))
    (problem,) = rules.problems()
    assert problem["code"] == "rulebook-never"
    (fix,) = rules.fixes(problem)
    assert rules.after(fix["edit"]["changes"]) == whole


def test_texts_that_are_not_saved_count_and_problems_show_in_their_files(
    editor: Editor, book: Path, rules: Document
) -> None:
    assert rules.problems() == []
    meta = editor.open(book / "meta.lp")
    assert meta.problems() == []
    editor.change(meta, meta.text.replace('talent("Zechen",4)', 'talent("Zechn",4)'))
    (problem,) = meta.problems()
    assert problem["code"] == "rulebook-undeclared"
    (fix,) = meta.fixes(problem)
    assert fix["title"] == "Write 'Zechen' instead of 'Zechn'"
    editor.change(rules, rules.text + "\n")
    told = editor.hear_problems(meta.uri)
    assert [one["code"] for one in told] == ["rulebook-undeclared"], "seen from the other file, too"
    assert (book / "meta.lp").read_text("utf-8").count("Zechn") == 0


def test_a_syntax_error_is_told_where_it_is(rules: Document) -> None:
    rules.problems()
    rules.editor.change(rules, rules.text.rstrip().rstrip("."))
    problems = rules.problems()
    assert "rulebook-syntax" in [one["code"] for one in problems]


def test_completion_offers_words_things_programs_and_files(editor: Editor, book: Path) -> None:
    path = book / "more.lp"
    text = 'my_rule(X) :- house_rule(X,_).\n#program wor\n#include "ru\nrequ\ntalent("Zec\n'
    path.write_text(text, "utf-8")
    document = editor.open(path)
    words = document.completions("requ\n", 4)
    assert words["requires"]["detail"] == "requires(CAUSE,NEED)"
    assert words["requires"]["documentation"]["value"].startswith("whoever has the first needs")
    assert {"my_rule", "#program"} <= words.keys()
    assert "Zechen" in document.completions('("Zec', 5), "declared by the book this one stands on"
    assert {"world_facts", "validate_hero_step_50"} <= document.completions("wor\n", 3).keys()
    assert {"rules.lp", "meta.lp"} <= document.completions('"ru', 3).keys()


def test_hovering_shows_meanings_and_where_things_are_declared(rules: Document) -> None:
    assert "violation of a rule of the table" in rules.hover("house_rule(", 3).lower()
    thing = rules.hover('"Zechen"', 3)
    assert "Declared once: skills.lp:" in thing
    assert "begins a sub-program" in rules.hover("#program", 3)
    assert "variable" in rules.hover("L > 8", 0)


def test_definitions_lie_in_other_files_and_books(rules: Document) -> None:
    ((file, _),) = rules.lines("definition", '"Zechen"', 3)
    assert file == "skills.lp"
    keys = rules.lines("definition", '"drinkers"', 3)
    assert {file for file, _ in keys} == {"meta.lp"}
    context = {"includeDeclaration": False}
    assert ("rules.lp", 4) in rules.lines("references", '"drinkers"', 3, context=context)


def test_renaming_goes_through_all_files_of_the_book(rules: Document) -> None:
    found = rules.ask("rename", '"drinkers"', 3, newName="sots")["changes"]
    assert {uri.rpartition("/")[2] for uri in found} == {"rules.lp", "meta.lp"}
    assert rules.after(found) == rules.text.replace('"drinkers"', '"sots"')
    variable = rules.ask("rename", "L > 8", 0, newName="Level")["changes"]
    assert rules.after(variable).count("Level") == 3
    with pytest.raises(RuntimeError, match="stays as it is"):
        rules.ask("rename", '"Zechen"', 3, newName="Trinken")
    with pytest.raises(RuntimeError, match="a word of the language"):
        rules.ask("rename", "house_rule(", 3, newName="our_rule")


def test_the_outline_shows_sub_programs(editor: Editor, book: Path) -> None:
    outline = editor.open(book / "meta.lp").ask("documentSymbol")
    assert [one["name"] for one in outline] == ["rulebook_usable", "meta", "world_facts"]
    titles = [part["name"] for part in outline[0]["children"]]
    assert titles == ["rulebook", "rulebook_version", "rulebook_depends", "rulebook_title"]


def test_a_messy_text_gets_its_usual_layout(editor: Editor, book: Path) -> None:
    path = book / "rules.lp"
    document = editor.open(path, "a(X):-b(X),\n  not c(X).   \n\n\n\n\n\nd.\n")
    after = edited(document.text, document.ask("formatting", options=OPTIONS))
    assert after == "a(X) :- b(X),\n    not c(X).\n\n\nd.\n"
