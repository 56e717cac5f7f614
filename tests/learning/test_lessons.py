"""The rules of every game in two minutes: what a lesson shows is what the rules say."""

from __future__ import annotations

import pytest

from spielwerk.catalogue import entries, find_entry
from spielwerk.core import Over
from spielwerk.learning import lesson_named, lesson_shown, rules_in_short, tips_for
from spielwerk.learning.lessons import reached

GAMES = [entry.name for entry in entries()]


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_shows_how_a_game_is_played_and_asks_what_is_allowed(name):
    game, lesson = find_entry(name).open(), lesson_named(name)
    assert lesson is not None
    assert 2 <= len(lesson.steps) <= 12
    for step, shown in zip(lesson.steps, lesson_shown(game, lesson), strict=True):
        _, state = reached(game, lesson.seed, step.moves)
        if step.kind == "story":
            assert any(one.get("text") for one in shown["account"])
        if step.kind == "question":
            said = shown["explanation"]
            assert said["holds"] is (step.move in state.legal(step.role))
            assert "de" in said["wordings"]
            assert not said["literal"]
        assert step.kind != "end" or isinstance(state.turn, Over)
    asked = [
        shown["explanation"]["holds"] for shown in lesson_shown(game, lesson) if shown.get("card")
    ]
    assert asked or len(lesson.steps) > 2


def test_a_game_of_another_size_has_the_same_lesson_and_others_have_none():
    assert lesson_named("citadels:7") == lesson_named("citadels")
    assert lesson_named("no-such-game") is None
    assert tips_for("chess") == ()
    assert rules_in_short("citadels:7") == rules_in_short("citadels")
    assert rules_in_short("nim") == (), "its line in the list of games says it all"


@pytest.mark.parametrize("name", ["citadels", "love-letter", "speed", "spy"])
def test_rules_in_short_are_told_in_both_languages_and_say_who_wins(name):
    told = rules_in_short(name)
    assert 2 < len(told) < 8
    assert all(set(text) == {"en", "de"} for text in told)
    assert any("win" in text["en"] and "gewinnt" in text["de"] for text in told[-2:])


@pytest.mark.parametrize("name", ["citadels", "spy"])
def test_a_guide_speaks_about_moves_that_there_are(name):
    entry = find_entry(name)
    game, lesson = entry.open(), lesson_named(name)
    verbs = set()
    for step in lesson.steps:
        state = game.initial(lesson.seed)
        for moves in (*step.moves, {}):
            if not isinstance(state.turn, Over):
                found = [m for role in game.roles for m in state.legal(role)]
                verbs |= {move.split()[0] for move in found}
            state = state.after(moves) if moves else state
    said = [word for tip in tips_for(name) for word in tip.when]
    assert said
    assert verbs & set(said)
    for tip in tips_for(name):
        assert set(tip.text) == {"en", "de"}
