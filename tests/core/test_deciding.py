"""What decided a match that was counted, told from its points."""

from __future__ import annotations

import pytest

from spielwerk.core import ScoreLine, decided_by_points, phrased


def told(outcome, *lines):
    found = decided_by_points([ScoreLine(*line) for line in lines], outcome)
    return None if found is None else (found.claim, phrased(found.claim)["de"])


def test_the_winner_is_ahead_by_points_and_most_of_them_come_from_somewhere():
    outcome = {"anna": 0, "ben": 100, "carla": 0}
    districts = ({"en": "Districts", "de": "Bauwerke"}, {"anna": 9, "ben": 21, "carla": 10})
    colours = ({"en": "Colours", "de": "Farben"}, {"anna": 3, "ben": 0, "carla": 0})
    score = ("Score", {"anna": 12, "ben": 21, "carla": 10}, "score")
    assert told(outcome, districts, colours, score) == (
        "ben has 21 points, 9 more than anna. Most of the lead: Districts (+12).",
        "ben hat 21 Punkte, 9 mehr als anna. Den Ausschlag gab: Bauwerke (+12).",
    )


def test_a_tie_is_broken_or_shared():
    score = ("Score", {"anna": 7, "ben": 7}, "score")
    assert told({"anna": 100, "ben": 0}, score)[0] == (
        "anna and ben have 7 points each. Among equals anna is ahead."
    )
    assert told({"anna": 50, "ben": 50}, score)[1] == "anna und ben haben je 7 Punkte."


@pytest.mark.parametrize("points", [{"white": 1, "black": 0}, {"white": "x", "black": ""}, {}])
def test_points_that_only_say_who_won_are_not_told(points):
    outcome = {"white": 100, "black": 0}
    assert told(outcome, ("Score", points, "score")) is None
