"""One table of words: what stands elsewhere about them is made from it or compared with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spielwerk.core import has_errors
from spielwerk.languages.gdl import GDL, completions, keywords
from spielwerk.languages.gdl.load import diagnose_text
from spielwerk.languages.gdl.presentation.headers import HEADERS, Header
from spielwerk.languages.gdl.program.rules import Dialect
from spielwerk.languages.gdl.program.words import (
    WORDS,
    Argument,
    Keyword,
    WordKind,
    WordPlace,
    relations_about,
)
from spielwerk.languages.gdl.text.comfort import RELATIONS as LISTED
from spielwerk.languages.gdl.text.syntax import read

ROOT = Path(__file__).parents[4]
GUIDE = (ROOT / "docs/gdl.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", WORDS.values(), ids=lambda word: word.name)
def test_the_guide_says_what_each_word_means(word: Keyword) -> None:
    assert f"\n| `{word.form}` | {word.meaning} |\n" in GUIDE


@pytest.mark.parametrize("header", HEADERS.values(), ids=lambda header: header.key)
def test_the_guide_says_what_each_header_means(header: Header) -> None:
    assert f"\n| `{header}` | {header.meaning} |\n" in GUIDE


def test_editors_and_the_page_highlight_just_these_words() -> None:
    assert set(GDL.keywords) == set(WORDS)


@pytest.mark.parametrize("word", WORDS.values(), ids=lambda word: word.name)
def test_examples_are_gdl(word: Keyword) -> None:
    example = word.example
    if word.places == {WordPlace.BODY}:
        example = f"(<= (p ?x ?y) {example})"
    assert not has_errors(read(example, dialect=Dialect.GDL_II).diagnostics)


def test_a_word_where_it_cannot_stand_is_reported_with_the_one_that_is_meant() -> None:
    for word in WORDS.values():
        if word.kind is WordKind.RELATION and word.instead:
            inside = "(q)" if WordPlace.BODY in word.places else word.example
            head = word.example if WordPlace.BODY in word.places else "(p)"
            found = diagnose_text(f"(role white) (<= {head} {inside})", dialect=Dialect.GDL_II)
            [hint] = [d.hint for d in found if d.code.startswith("gdl-keyword-in-")]
            assert f"'{word.instead}'" in str(hint)


def test_relations_are_found_by_what_they_speak_about() -> None:
    assert relations_about(Argument.MOVE) >= {"legal", "does", "input"}
    assert relations_about(Argument.FACT) >= {"init", "true", "next", "base"}


def test_the_row_of_numbers_names_all_relations_that_can_be_listed() -> None:
    listed = re.findall(r"[\w-]+", WORDS["numbers"].meaning.split("`")[1])
    assert {*listed, "letter"} == set(LISTED)


def test_the_table_as_plain_data() -> None:
    assert {
        "word": "sees",
        "kind": "relation",
        "form": "(sees ?r ?p)",
        "meaning": "player `?r` perceives `?p` of a step (GDL-II)",
        "example": "(sees ?player (card ?x))",
        "places": ["fact", "head", "body"],
        "dialect": "gdl-ii",
    } in keywords()


def test_a_typed_beginning_is_completed() -> None:
    assert completions("T") == ["true", "terminal"]
    assert completions("in") == ["init", "input", "include"]
