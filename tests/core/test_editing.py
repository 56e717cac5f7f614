"""What editors are told follows from a few answers of a language."""

from __future__ import annotations

import re

import pytest

from spielwerk.core import (
    Diagnostic,
    EditedText,
    LineIndex,
    Mention,
    RuleText,
    Severity,
    SpielwerkError,
    definitions_at,
    references_at,
    renaming_at,
    suggested_fixes,
)


class Words(EditedText):
    """Every word is a name; what is followed by a colon defines it, capitals are others'."""

    def mentions(self) -> list[Mention]:
        lines = LineIndex(self.rules.text, self.rules.file)
        return [
            Mention(lines.span(*m.span(1)), m[1].lower(), bool(m[2]), m[1].isupper())
            for m in re.finditer(r"(\w+)(:?)", self.rules.text)
        ]


def words(text: str) -> Words:
    return Words(RuleText(text, "one.txt"))


def test_definitions_references_and_renaming_follow_from_mentions() -> None:
    text = words("red: 1\nblue red\nred")
    assert [span.line for span in definitions_at(text, 3, 2)] == [1]
    assert [one.span.line for one in references_at(text, 1, 1)] == [1, 2, 3]
    assert {edit.text for edit in renaming_at(text, 2, 7, "green")} == {"green"}
    assert len(renaming_at(text, 2, 7, "green")) == 3


def test_what_has_no_name_belongs_to_others_or_gets_a_strange_one_is_not_renamed() -> None:
    with pytest.raises(SpielwerkError, match="no name here"):
        renaming_at(words("red  - -"), 1, 6, "green")
    with pytest.raises(SpielwerkError, match="belongs to one"):
        renaming_at(words("red RED"), 1, 2, "green")
    with pytest.raises(SpielwerkError, match="is no name"):
        renaming_at(words("red"), 1, 2, "two words")


def test_a_language_that_offers_nothing_answers_everything() -> None:
    text = EditedText(RuleText("some words\n"))
    assert not text.mentions()
    assert not text.complete(1, 1)
    assert text.describe(1, 1) is None
    assert not text.outline()
    assert text.formatted() == "some words\n"


@pytest.mark.parametrize("place", [(1, 1), (1, 4), (2, 1), (2, 2), (9, 9), (0, 0)])
def test_every_place_has_an_offset_in_the_text(place: tuple[int, int]) -> None:
    lines = LineIndex("abc\nd", "one.txt")
    assert 0 <= lines.offset(*place) <= 5
    line, column = lines.place(lines.offset(*place))
    if place in [(1, 1), (1, 4), (2, 1), (2, 2)]:
        assert (line, column) == place


@pytest.mark.parametrize(
    ("message", "hint", "fixed"),
    [
        ("There is no 'blou'.", "Did you mean 'blue'?", "red blue red-blou"),
        ("Nothing reads blou with 2 arguments.", "Do you mean blue?", "red blue red-blou"),
        ("The word is wrong.", "Did you mean 'blue'?", "red blue red-blou"),
        ("There is no 'blou'.", "Write something else.", None),
        ("There is no 'blou'.", None, None),
        ("There is no 'yellow'.", "Did you mean 'orange'?", None),
    ],
)
def test_the_word_that_a_hint_suggests_replaces_the_wrong_one(
    message: str, hint: str | None, fixed: str | None
) -> None:
    text = "red blou red-blou"
    span = LineIndex(text, "one.txt").span(0, len(text))
    found = suggested_fixes(text, Diagnostic("code", Severity.ERROR, message, span, hint))
    if fixed is None:
        assert found == []
    else:
        (fix,) = found
        (edit,) = fix.edits
        start, end = edit.span.column - 1, edit.span.end_column - 1
        assert text[:start] + edit.text + text[end:] == fixed
