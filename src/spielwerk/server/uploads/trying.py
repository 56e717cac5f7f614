"""What a confined process finds out about a stranger's rules by playing them.

A question has a source and its language. ``rehearse`` plays scenario tests and tells where the
rules differ from them; ``examine`` plays as many matches as there is time for and tells the
health of the game.
"""

from __future__ import annotations

from typing import Any

from spielwerk.catalogue import language_named, open_rules
from spielwerk.core import Game, SourceError, read_scenarios, rehearse
from spielwerk.health import examine, findings_of
from spielwerk.players import parse_player

_MATCHES = 200
"""Matches of a series, where there is time for them."""
_PLAYER = "greedy"


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question.

    :raises SpielwerkError: the rules are wrong, or cannot be run
    """
    language = language_named(question["language"])
    try:
        game = open_rules(language, language.brought(question["source"]))
        if question["ask"] == "rehearse":
            return _rehearsed(game, question["test"])
        return _examined(game, question["seconds"])
    except SourceError as problem:
        return {"diagnostics": [one.to_json() for one in problem.diagnostics]}


def _rehearsed(game: Game, test: str) -> dict[str, Any]:
    scenarios = read_scenarios(test, "test")
    differences = [one for scenario in scenarios for one in rehearse(scenario, game)]
    told = [
        {
            "test": one.scenario.title,
            "line": one.span.line,
            "expected": one.expected,
            "found": one.found,
        }
        for one in differences
    ]
    return {"tests": len(scenarios), "differences": told}


def _examined(game: Game, seconds: float) -> dict[str, Any]:
    """The health of a game: half of the time is for matches at random, half for machines."""
    found = examine(game, _MATCHES, parse_player(_PLAYER), seconds=seconds / 2)
    return found.to_json() | {"findings": [one.to_json() for one in findings_of(found)]}
