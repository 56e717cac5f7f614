"""Messages: read as managers write them, refused with a reason where they are none."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielwerk.protocols.ggp.messages import (
    MAX_MESSAGE,
    Abort,
    GgpMessageError,
    Info,
    Play,
    Preview,
    Start,
    Stop,
    read_message,
    write_message,
)

RULES = "(role white) (init (cell 1 b)) (<= (legal white go) (true (cell ?x b)))"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(INFO)", Info()),
        (" ( info )\n", Info()),
        (f"(START Match.3316 WHITE ({RULES}) 30 15)", Start("match.3316", "WHITE", RULES, 30, 15)),
        (f"(PREVIEW ({RULES}) 30)", Preview(RULES, 30)),
        ("(PLAY m NIL)", Play("m", None)),
        ("(play m nil)", Play("m", None)),
        ("(PLAY m (( MARK 1 1 ) NOOP))", Play("m", ("( MARK 1 1 )", "NOOP"))),
        ("(STOP m ((mark 1 1) noop))", Stop("m", ("(mark 1 1)", "noop"))),
        ("(ABORT m)", Abort("m")),
    ],
)
def test_messages_of_the_community_are_understood(text, message):
    assert read_message(text) == message
    assert read_message(write_message(message)) == message


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "one form"),
        ("hello", "one form"),
        ("(INFO) (INFO)", "one form"),
        ("((INFO))", "one form"),
        ("(DANCE m)", "no message 'DANCE'.*INFO, PREVIEW, START"),
        ("(PLAY m)", r"PLAY has 1 parts, not \(PLAY id moves\)"),
        ("(PLAY m (a b) c)", "PLAY has 3 parts"),
        ("(PLAY (m) NIL)", "Part 1 of PLAY should be a word"),
        ("(PLAY m noop)", "Part 2 of PLAY should be in parentheses"),
        ("(PLAY m (noop", "never closed"),
        ("(START m white ((role white)) ten 5)", "Part 4 of START should be a number of seconds"),
        ("(START m white ((role white)) 10 -5)", "Part 5 of START should be a number"),
        ("(START m white ((role white)) nan 5)", "number of seconds"),
        ("(START m white ((role white)) 10 1e999)", "number of seconds"),
        ("(" * 200 + ")" * 200, "100 levels deep"),
        (f"(PLAY m ({'x ' * MAX_MESSAGE}))", "are read"),
    ],
)
def test_anything_else_is_refused_with_what_is_wrong(text, complaint):
    with pytest.raises(GgpMessageError, match=complaint):
        read_message(text)


@given(st.text(alphabet='()PLAYSTORINFEUAB ;"\n1?<=-', max_size=60))
def test_no_text_does_more_than_being_refused(text):
    with suppress(GgpMessageError):
        message = read_message(text)
        assert read_message(write_message(message)) == message


words = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True).filter(lambda word: word != "nil")
moves = st.none() | st.lists(words | words.map(lambda w: f"({w} 1 {w})"), min_size=1).map(tuple)
clocks = st.integers(0, 86_400).map(float)


@given(
    st.builds(Play, words, moves)
    | st.builds(Stop, words, moves)
    | st.builds(Abort, words)
    | st.builds(Start, words, words, st.just(RULES), clocks, clocks)
    | st.builds(Preview, st.just(RULES), clocks)
)
def test_every_message_survives_the_way(message):
    assert read_message(write_message(message)) == message
