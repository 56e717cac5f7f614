"""The outcome of a match: scores and tie-breaks, turned into numbers from 0 to 100."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spielwerk.core import Label, ScoreLine
from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.model import kids
from spielwerk.languages.igold.position import MatchPosition
from spielwerk.languages.igold.views import plain

_SCORE: Label = {"en": "Score", "de": "Punkte"}
_TIE: Label = {"en": "Among equals", "de": "Bei Gleichstand"}


def scores_of(engine: MatchEngine, s: MatchPosition) -> list[tuple[Any, ...]]:
    """Score and tie-breaks of every actor."""
    names = engine.names
    return [
        tuple(names[one](s, -1, who, -1, None) for one in engine.program.scores)
        for who in range(len(engine.world.actors))
    ]


def outcome_of(engine: MatchEngine, s: MatchPosition) -> list[int]:
    """What each actor got: the best 100, shared where several are; or graded by place."""
    scores = scores_of(engine, s)
    definition = engine.world.definition
    rankings = [str(one.get("ranking")) for one in kids(definition.body, "outcome")]
    if "placement" in rankings and len(scores) > 1:
        return [_grade(scores, score) for score in scores]
    best = max(scores)
    winners = scores.count(best)
    return [100 // winners if score == best else 0 for score in scores]


def tally_of(engine: MatchEngine, s: MatchPosition) -> tuple[ScoreLine, ...]:
    """How the scores came about: their parts, where the rules name any, and what decided."""
    roles, names = engine.world.roles, engine.names
    parts = [
        ScoreLine(
            dict(labels),
            {role: plain(names[part](s, -1, who, -1, None)) for who, role in enumerate(roles)},
        )
        for part, labels in engine.program.score_parts
    ]
    scores = scores_of(engine, s)
    whole = {role: plain(score[0]) for role, score in zip(roles, scores, strict=True)}
    if [one.values for one in parts] == [whole]:
        lines = [replace(parts[0], kind="score")]  # The same twice would tell nothing.
    else:
        lines = [*parts, ScoreLine(_SCORE, whole, "score")]
    best = [score[0] for score in scores]
    if best.count(max(best)) > 1:
        for place in range(1, len(scores[0])):
            values = {role: plain(score[place]) for role, score in zip(roles, scores, strict=True)}
            lines.append(ScoreLine(_TIE, values, "tie"))
    return tuple(lines)


def _grade(scores: list[tuple[Any, ...]], score: tuple[Any, ...]) -> int:
    """From 100 for the first place to 0 for the last; equal scores share their places."""
    better = sum(other > score for other in scores)
    equal = scores.count(score) - 1
    return round(100 * (1 - (better + equal / 2) / (len(scores) - 1)))
