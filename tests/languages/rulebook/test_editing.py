"""Rulebooks while they are typed: every word has a meaning, and layout changes nothing."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from clingo.ast import parse_string
from hypothesis import given
from hypothesis import strategies as some
from tests.languages.everywhere import ask_everywhere

from spielwerk.core import RuleText
from spielwerk.languages.rulebook import RULEBOOK
from spielwerk.languages.rulebook.meanings import RULE_WORDS, SUB_PROGRAMS
from spielwerk.languages.rulebook.steps import DEFAULT_STEPS
from spielwerk.languages.rulebook.violations import VIOLATIONS
from spielwerk.languages.rulebook.vocabulary import HERO_ATOMS, WORLD_FACTS

FILES = sorted(Path(str(files("spielwerk").joinpath("library", "rulebooks"))).glob("**/*.lp"))


def edit(text, file="rules.lp"):
    assert RULEBOOK.edit is not None
    return RULEBOOK.edit(RuleText(text, file), {})


def test_every_word_that_the_engine_reads_has_a_meaning():
    words = WORLD_FACTS | HERO_ATOMS | VIOLATIONS.keys() | {("extra_hero_validation_step", 1)}
    assert words == RULE_WORDS.keys()
    assert {f"validate_hero_step_{step}" for step in DEFAULT_STEPS} < SUB_PROGRAMS.keys()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_shipped_books_have_the_usual_layout(path):
    text = path.read_text("utf-8")
    assert edit(text, str(path)).formatted() == text


def test_laying_out_changes_no_rule():
    text = 'p(X):-q(X),\n r(" :- "),\n% said\n not s.\n\n\n\n\n\n a. b :- c.'
    assert statements(edit(text).formatted()) == statements(text)


def statements(text):
    found = []
    parse_string(text, lambda one: found.append(str(one)))
    return found


@given(some.text(alphabet=list('abX(),.:-%*#";\n _'), max_size=60))
def test_whatever_is_typed_is_answered(text):
    edited = edit(text)
    ask_everywhere(edited)
    after = edited.formatted()
    assert edit(after).formatted() == after
