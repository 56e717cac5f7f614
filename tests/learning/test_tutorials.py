"""Tutorials: every step can be taken, is needed, and says when it is done."""

from __future__ import annotations

import pytest

from spielwerk.catalogue import language_named, open_rules
from spielwerk.core import has_errors, read_scenarios, rehearse
from spielwerk.learning import tutorials

LANGUAGES = ["gdl", "igold"]


def test_there_is_one_for_both_languages_in_which_games_are_written() -> None:
    assert list(tutorials()) == LANGUAGES


def differences(language: str, text: str, test: str) -> list[str]:
    known = language_named(language)
    game = open_rules(known, known.brought(text))
    return [str(one) for scenario in read_scenarios(test) for one in rehearse(scenario, game)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_done_by_what_it_says_and_not_before(language: str) -> None:
    tutorial = tutorials()[language]
    before = ""
    for step, text in zip(tutorial.steps, tutorial.texts(), strict=True):
        name = step.title["en"]
        if step.put:
            assert step.is_written(text), name
            done_before = step.is_written(before) and not (
                step.test and differences(language, before, step.test)
            )
            assert not done_before, f"{name} asks nothing"
        if step.test:
            assert differences(language, text, step.test) == [], name
        before = text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_ends_with_a_game_without_problems(language: str) -> None:
    *_, whole = tutorials()[language].texts()
    known = language_named(language)
    assert not known.check(known.brought(whole))
    assert known.probe is not None
    assert not has_errors(known.probe(open_rules(known, known.brought(whole))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_in_german_and_english(language: str) -> None:
    tutorial = tutorials()[language]
    for said in (tutorial.title, tutorial.about, *(s.title for s in tutorial.steps)):
        assert said.keys() == {"en", "de"}
    for step in tutorial.steps:
        assert step.text.keys() == {"en", "de"}
        assert step.text["en"].count("`") == step.text["de"].count("`"), step.title["en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_last_step_has_nothing_to_write(language: str) -> None:
    *others, last = tutorials()[language].steps
    assert all(step.put for step in others)
    assert not last.put


def test_a_place_that_is_gone_is_told() -> None:
    step = next(one for one in tutorials()["gdl"].steps if one.before)
    with pytest.raises(ValueError, match="There is no"):
        step.applied("(role anna)")
