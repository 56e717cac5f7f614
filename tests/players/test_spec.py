"""Players are named by text, and every mistake in one is answered with what would be right."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielwerk.core import Player, format_seconds, parse_seconds
from spielwerk.players import PlayerSpecError, parse_player, parse_players, player_names
from spielwerk.players.mcts import MctsPlayer


def test_a_spec_names_a_player_and_its_settings() -> None:
    assert parse_player("mcts:100ms,c=1.4") == MctsPlayer(seconds=0.1, c=1.4)
    assert parse_player(" mcts:iterations=500 ") == MctsPlayer(iterations=500)
    assert [str(parse_player(name)) for name in player_names()] == list(player_names())


def test_a_list_of_players_may_carry_settings_although_both_use_commas() -> None:
    players = parse_players("mcts:100ms,c=1.4,alphabeta:depth=3,learn=1s,random,greedy")
    assert [str(player) for player in players] == [
        "mcts:100ms,c=1.4",
        "alphabeta:depth=3,learn=1s",
        "random",
        "greedy",
    ]


@pytest.mark.parametrize(
    ("text", "complaint", "suggestions"),
    [
        ("mtcs:1s", "no player called 'mtcs'", ("mcts",)),
        ("", "no player called ''", ()),
        ("mcts:iteration=5", "no setting 'iteration'", ("iterations",)),
        ("mcts:1x", "'1x' is not a length of time; write 100ms", ()),
        ("mcts:0s", "not between a moment", ()),
        ("mcts:iterations=-4", "'-4' is not a whole number", ()),
        ("mcts:iterations=٣", "is not a whole number", ()),
        ("mcts:threads=100000", "'100000' is not a whole number from 1 to 16", ()),
        ("alphabeta:search=magic", "'magic' is none of native, python", ()),
        ("mcts:c=nan", "'nan' is not a number", ()),
        ("mcts:1s,seconds=2s", "'seconds' is given twice", ()),
        ("random:1s", "random has no thinking time to set to '1s'; it takes no settings", ()),
        ("mcts:" + "c=1," * 1000, "at most 1000 characters", ()),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(
    text: str, complaint: str, suggestions: tuple[str, ...]
) -> None:
    with pytest.raises(PlayerSpecError, match=r".") as refusal:
        parse_player(text)
    assert complaint in str(refusal.value)
    assert refusal.value.suggestions == suggestions


def test_a_list_without_players_is_refused() -> None:
    with pytest.raises(PlayerSpecError, match="No player is named"):
        parse_players(" , ")


@given(
    seconds=st.none() | st.integers(1, 10**7).map(lambda ms: ms / 1000),
    iterations=st.none() | st.integers(1, 10**8),
    c=st.floats(0, 1000),
)
def test_a_player_prints_as_the_spec_that_makes_it(
    seconds: float | None, iterations: int | None, c: float
) -> None:
    player = MctsPlayer(seconds=seconds, iterations=iterations, c=c)
    again = parse_player(str(player))
    assert isinstance(again, MctsPlayer)
    assert (again.iterations, again.c) == (iterations, c)
    assert again.seconds == (None if seconds is None else pytest.approx(seconds))


@given(st.text(max_size=40))
def test_any_text_gives_a_player_or_a_clear_refusal(text: str) -> None:
    for prefix in ("", "mcts:", "alphabeta:1s,"):
        with contextlib.suppress(PlayerSpecError):
            assert isinstance(parse_player(prefix + text), Player)


@given(st.integers(1, 10**9))
def test_lengths_of_time_read_back_as_they_were_written(milliseconds: int) -> None:
    seconds = milliseconds / 1000
    assert parse_seconds(format_seconds(seconds)) == pytest.approx(seconds)
