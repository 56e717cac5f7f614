"""A part of a text that means nothing: raised where it is met, reported where its rule was begun.

Both notations use it, and what is wrong in both is said here.
"""

from __future__ import annotations

from typing import Protocol

from spielwerk.core import say
from spielwerk.languages.gdl.text.limits import MAX_ARGUMENTS, MAX_CONDITIONS
from spielwerk.languages.gdl.text.places import PlacedText


class _Placed(Protocol):
    """A form, a symbol or a token."""

    start: int
    end: int


class Misread(Exception):
    """What is wrong, where, and what to do."""

    def __init__(self, code: str, place: _Placed, message: str, hint: str) -> None:
        self.code = code
        self.place = place
        self.message = message
        self.hint = hint

    def report(self, source: PlacedText) -> None:
        source.report(self.code, self.place.start, self.place.end, self.message, self.hint)


def long_rule(place: _Placed) -> Misread:
    return Misread(
        "gdl-long-rule",
        place,
        say("The rule has more than {max_conditions:,} conditions.", max_conditions=MAX_CONDITIONS),
        "Give parts of it relations of their own.",
    )


def many_arguments(place: _Placed, count: int) -> Misread:
    return Misread(
        "gdl-many-arguments",
        place,
        say(
            "There are {count:,} arguments here; at most {max_arguments} are allowed.",
            count=count,
            max_arguments=MAX_ARGUMENTS,
        ),
        "Is there a parenthesis missing?",
    )


def connective_head(place: _Placed, name: str, conditions: str) -> Misread:
    """``conditions`` says where those stand in the notation."""
    return Misread(
        "gdl-connective-head",
        place,
        say("'{name}' cannot be what a rule or fact states.", name=name),
        say("Only a relation can; conditions come after {conditions}.", conditions=conditions),
    )
