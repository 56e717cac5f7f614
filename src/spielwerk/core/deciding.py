"""What decided a match whose points were counted, in a sentence.

The lines of :meth:`State.tally` and the outcome go in; who was ahead, by how much and by what comes
out, in all languages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from spielwerk.core.account import ScoreLine
from spielwerk.core.explanation import Explanation
from spielwerk.core.presentation import Label
from spielwerk.core.sentences import phrase

if TYPE_CHECKING:
    from spielwerk.core.game import Outcome, Role


def decided_by_points(tally: Sequence[ScoreLine], outcome: Outcome) -> Explanation | None:
    """Who had the most points; nothing where points only say who won."""
    score = next((line.values for line in tally if line.kind == "score"), {})
    if not all(isinstance(got, int) for got in score.values()):
        return None
    points = {role: int(got) for role, got in score.items()}
    if not points or max(map(abs, points.values())) <= 1:
        return None
    winners = [role for role in points if outcome[role] == max(outcome.values())]
    claim = _alone(winners[0], points, tally) if len(winners) == 1 else _shared(winners, points)
    return Explanation(claim, holds=True)


def _alone(winner: Role, points: Mapping[Role, int], tally: Sequence[ScoreLine]) -> str:
    """One who won: by points, or by what breaks a tie."""
    best = points[winner]
    if len(points) == 1:
        return phrase(f"{best} points.", de=f"{best} Punkte.")
    second = max(got for role, got in points.items() if role != winner)
    rivals = [role for role, got in points.items() if role != winner and got == second]
    if best == second:
        return phrase(
            f"{_listed([winner, *rivals], 'and')} have {best} points each. "
            f"Among equals {winner} is ahead.",
            de=f"{_listed([winner, *rivals], 'und')} haben je {best} Punkte. "
            f"Bei Gleichstand liegt {winner} vorn.",
        )
    if best < second:  # the rules count the other way round
        return phrase(f"{winner} has {best} points.", de=f"{winner} hat {best} Punkte.")
    most = _most_of_it(winner, rivals[0], tally)
    english, german = ("", "") if most is None else most
    return phrase(
        f"{winner} has {best} points, {best - second} more than {_listed(rivals, 'and')}.{english}",
        de=f"{winner} hat {best} Punkte, {best - second} mehr als {_listed(rivals, 'und')}."
        f"{german}",
    )


def _shared(winners: Sequence[Role], points: Mapping[Role, int]) -> str:
    best = points[winners[0]]
    return phrase(
        f"{_listed(winners, 'and')} have {best} points each.",
        de=f"{_listed(winners, 'und')} haben je {best} Punkte.",
    )


def _most_of_it(winner: Role, rival: Role, tally: Sequence[ScoreLine]) -> tuple[str, str] | None:
    """The part of the score in which the winner was furthest ahead, where there are several."""
    parts = [line for line in tally if line.kind == "part"]
    leads = [int(line.values[winner]) - int(line.values[rival]) for line in parts]
    if len(parts) < 2 or max(leads) <= 0:
        return None
    lead = max(leads)
    label = parts[leads.index(lead)].label
    return (
        f" Most of the lead: {_in(label, 'en')} (+{lead}).",
        f" Den Ausschlag gab: {_in(label, 'de')} (+{lead}).",
    )


def _in(label: Label, language: str) -> str:
    return label if isinstance(label, str) else label.get(language) or label.get("en", "")


def _listed(names: Sequence[str], word: str) -> str:
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last
