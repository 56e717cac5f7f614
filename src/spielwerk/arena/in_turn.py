"""Players that think one after the other in one thread, in a match in which all think at once.

Goes in a session and somebody who thinks for a role and says how long it took; comes out what
happens, as it happens. Every answer comes in as long after its question as its thought was, by
whatever clock measured it, so that nobody waits for anybody else's thoughts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, floor

from spielwerk.core import Open, Role
from spielwerk.match import Answer, Match, MatchEvent, Refusal, Session, Sit

Thinking = Callable[[Match, Role], tuple[str, float]]
"""What a role chooses, and how many seconds it thought."""


def think_in_turn(session: Session, think: Thinking) -> Iterator[MatchEvent]:
    """Play a match to its end."""
    for role in session.match.game.roles:
        yield from _events(session, Sit(role), 0.0)
    answers: dict[Role, tuple[float, Answer]] = {}
    while not session.match.over:
        match = session.match
        stale = not isinstance(match.state.turn, Open)
        for role in match.asked:
            if role not in answers or (stale and answers[role][1].step != match.step):
                text, seconds = think(match, role)
                answers[role] = _moment(match, role, seconds), Answer(role, text, match.step)
        first = min(answers, key=lambda role: answers[role][0])
        at, answer = answers.pop(first)
        yield from _events(session, answer, at)


def _moment(match: Match, role: Role, seconds: float) -> float:
    """When an answer comes in, in thousandths; rounding makes nobody late, nor in time."""
    at, end = match.since[role] + seconds, match.expiry(role)
    whole = ceil if end is not None and at > end else floor
    return whole(1000 * at) / 1000


def _events(session: Session, command: Answer | Sit, at: float) -> Iterator[MatchEvent]:
    happened = session.do(command, at)
    return iter(() if isinstance(happened, Refusal) else happened.events)
