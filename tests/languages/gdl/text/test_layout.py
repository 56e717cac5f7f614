"""Comments stay where they stood, from one notation to the other and back."""

from __future__ import annotations

import os
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.gdl.programs import rules

from spielwerk.languages.gdl.text.infix import read_infix
from spielwerk.languages.gdl.text.infix_writing import write_infix
from spielwerk.languages.gdl.text.syntax import Reading, read, write

TEXTS = 300 if os.environ.get("SPIELWERK_SOAK") else 60
PREFIX = """\
;;; A game of steps
; by nobody in particular

;! title Steps
(role Red) ; she begins
(role blue)

; What may be done.
;: ?Who may step
;: where it stands.
(<= (legal ?Who (stepTo ?n)) ; a step
    ; whose turn?
    (true (turnOf ?Who)) ; it is
    (or (near ?n) (far ?n)))
(near 1)

; The end.
"""
INFIX = """\
%%% A game of steps
% by nobody in particular

%! title Steps
role('Red') % she begins
role(blue)

% What may be done.
%: ?Who may step
%: where it stands.
legal(?Who, stepTo(N)) :- % a step
    % whose turn?
    true(turnOf(?Who)) & % it is
    (near(N) | far(N))
near(1)

% The end.
"""


def to_infix(reading: Reading) -> str:
    assert not reading.diagnostics
    return write_infix(reading.program, reading.comments)


def to_prefix(reading: Reading) -> str:
    assert not reading.diagnostics
    return write(reading.program, reading.comments)


def test_comments_capitals_and_gaps_are_kept_both_ways() -> None:
    assert to_infix(read(PREFIX)) == INFIX
    assert to_prefix(read_infix(INFIX)) == PREFIX


def test_comments_in_odd_places_go_to_the_nearest_sensible_one() -> None:
    text = (
        "(<= ; first\n  (p ?x) (q\n ; midway\n ?x ; one\n b) ; two\n ; last\n) ; behind\n"
        "(a) (b) ; both\n"
    )
    assert to_prefix(read(text)) == (
        "; first\n(<= (p ?x)\n    ; midway\n    ; one\n    ; two\n    (q ?x b)) ; behind\n; last\n"
        "(a)\n(b) ; both\n"
    )


def test_a_comment_never_becomes_a_header_or_a_sentence_nor_the_other_way_round() -> None:
    reading = read("(<= p ;: no sentence\n ;! no header\n q)\n;% odd\n(r) ;: of s\n(s)")
    again = read_infix(to_infix(reading))
    assert again.program.headers == {}
    assert [rule.text for rule in again.program.rules] == [None, None, "of s"]
    reading = read_infix("p :- %! title Yes\n  %: no sentence\n  q")
    again = read(to_prefix(reading))
    assert again.program.headers == {"title": ("Yes",)}
    assert [rule.text for rule in again.program.rules] == [None]


_words = st.sampled_from(["", " why", ": so", "! title A", ";; two", "% other", " a ; b % c"])
_breaks = st.just(" ") | st.just("\n") | st.just("\n\n") | _words.map(lambda word: f" ;{word}\n")


@st.composite
def commented(draw: st.DrawFn) -> str:
    """A few rules in prefix notation with comments and line breaks anywhere between their words."""
    few = draw(st.lists(rules, max_size=3))
    words = [word for rule in few for word in re.findall(r"\(|\)|[^\s()]+", str(rule))]
    return "".join(word + draw(_breaks) for word in words)


def said(reading: Reading) -> list[str]:
    return sorted(comment.text.strip() for comment in reading.comments)


@settings(max_examples=TEXTS)
@given(commented())
def test_no_comment_is_lost_wherever_it_stands(text: str) -> None:
    reading = read(text)
    infix = read_infix(to_infix(reading))
    again = read(to_prefix(infix))
    for other in (infix, again):
        assert other.program.rules == reading.program.rules
        assert other.program.headers == reading.program.headers
        assert [rule.text for rule in other.program.rules] == [
            rule.text for rule in reading.program.rules
        ]
        assert said(other) == said(reading)


@settings(max_examples=TEXTS)
@given(commented())
def test_what_was_written_once_stays_as_it_is(text: str) -> None:
    prefix = to_prefix(read(text))
    assert to_prefix(read(prefix)) == prefix
    infix = to_infix(read(prefix))
    assert to_prefix(read_infix(infix)) == prefix
    assert to_infix(read_infix(infix)) == infix
