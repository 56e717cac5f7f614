"""Scenario tests: the format, what they tell, and what they refuse."""

from __future__ import annotations

import pytest

from spielwerk.catalogue import open_game
from spielwerk.core import SourceError, read_scenarios, rehearse


def differences(text: str, game: str = "tic-tac-toe") -> list[str]:
    """What is told of tests on a game."""
    return [
        f"{one.span.line}: {one.found}"
        for test in read_scenarios(f"game {game}\n{text}", "mine.test")
        for one in rehearse(test, open_game(game))
    ]


def problems(text: str) -> list[str]:
    with pytest.raises(SourceError) as refused:
        differences(text)
    return [f"{one.span.line}: {one.message}" for one in refused.value.diagnostics if one.span]


def test_what_is_as_expected_is_not_mentioned() -> None:
    text = """
    # a comment
    test The middle
    xplayer: (mark 2 2)
    expect (cell 2 2 x)
    expect not (control xplayer)
    expect turn oplayer
    expect oplayer may: (mark 1 1)
    expect oplayer may not: (mark 2 2)
    expect xplayer may only:
    expect oplayer sees facts has (cell 2 2 x)
    expect oplayer sees facts lacks (control xplayer)
    """
    assert differences(text) == []


def test_every_kind_of_difference_says_what_there_is_instead() -> None:
    text = """test Wrong in every way
expect (cell 1 1 x)
expect not (control xplayer)
expect turn oplayer
expect over
expect outcome xplayer 100, oplayer 0
expect xplayer may not: (mark 1 1)
expect oplayer may: (mark 1 1)
expect xplayer may only: (mark 1 1)
expect xplayer sees facts lacks (control xplayer)
expect xplayer sees nothing.here = 3"""
    found = differences(text)
    assert found[:6] == [
        "3: not (cell 1 1 x)",
        "4: (control xplayer)",
        "5: turn xplayer",
        "6: turn xplayer",
        "7: turn xplayer",
        "8: xplayer may: (mark 1 1)",
    ]
    assert found[6].startswith("9: oplayer may not: (mark 1 1) because no:")
    assert found[7].startswith("10: xplayer may only: (mark 1 1) | (mark 1 2)")
    assert found[8] == '11: xplayer sees facts = ["(control xplayer)"]'
    assert found[9] == "12: xplayer sees no nothing.here"


def test_after_a_move_that_cannot_be_made_nothing_is_expected() -> None:
    text = "test Twice\nxplayer: (mark 1 1)\noplayer: (mark 1 1)\nexpect over"
    (found,) = differences(text)
    assert found.startswith("4: no:")


def test_moves_that_are_made_at_once_stand_in_one_line() -> None:
    text = "test Both\nred: (bid 2); blue: (bid 5)\nexpect not over"
    game = open_game("goofspiel")
    roles = game.roles
    moves = "; ".join(f"{role}: {game.initial().legal(role)[0]}" for role in roles)
    assert (
        differences(f"test All at once\n{moves}\nexpect turn {', '.join(roles)}", "goofspiel") == []
    )
    with pytest.raises(SourceError):
        differences(text.replace("red: (bid 2);", "red (bid 2);"), "goofspiel")


def test_a_position_can_be_given_and_tells_why_where_it_cannot() -> None:
    text = "test Set up\ngiven anna.points = 99\ngiven collected = 1\nanna: hold\nexpect over"
    assert differences(text, "pig") == []
    for line, message in {
        "anna.ponts = 3": "Did you mean 'anna.points'?",
        "anna.points": "write NAME = VALUE",
        "anna.points = many": "'many' is no whole number",
        "roller = zoe": "There is no actor 'zoe' left",
    }.items():
        with pytest.raises(SourceError, match=message):
            differences(f"test Wrong\ngiven {line}", "pig")
    with pytest.raises(SourceError, match="cannot be set up"):
        differences("test Native\ngiven anything = 3", "speed")


def test_fields_are_laid_out_from_what_is_there() -> None:
    def hands(*given: str) -> list[str]:
        state = open_game("love-letter").initial(1).arranged(given)
        places = ("anna.hand", "ben.hand", "carla.hand", "deck", "aside")
        kept = [fact for fact in state.facts() if fact.split(" = ")[0] in places]
        assert sum(len(fact.partition(" = ")[2].split(", ")) for fact in kept) == 16
        return kept

    assert "anna.hand = guard, guard" in hands("anna.hand = guard, guard")
    found = hands("anna.hand = king, princess", "ben.hand = countess", "deck = guard, baron")
    assert "deck = guard, baron" in found
    assert len(next(f for f in found if f.startswith("aside")).split(", ")) > 5
    with pytest.raises(SourceError, match="no 'king' left"):
        differences("test Two kings\ngiven anna.hand = king, king", "love-letter")
    with pytest.raises(SourceError, match="No object is called 'queen'"):
        differences("test Nobody\ngiven anna.hand = queen", "love-letter")


def test_lines_that_mean_nothing_are_named_with_their_places() -> None:
    assert problems("test\nexpect\nfly away") == [
        "2: 'test' must be followed by something.",
        "3: 'expect' must be followed by something.",
        "4: 'fly away' is no line of a test.",
    ]
    assert problems("expect over") == ["2: This belongs to no test."]
    assert problems("") == ["1: There is no test here."]
    assert problems("seed three\ntest One") == ["2: 'three' is no seed."]
    assert problems("test One\nnobody: (mark 1 1)") == [
        "3: There is no role 'nobody'; there are xplayer, oplayer."
    ]
    assert problems("test One\nexpect outcome xplayer") != []


def test_a_game_must_be_named_first() -> None:
    with pytest.raises(SourceError, match="which game"):
        read_scenarios("test One\nexpect over")
