"""Plays matches at random and between machines, and counts what they say about the rules.

A game goes in, :class:`GameHealth` comes out: how long matches are, how many moves there are to
choose from, what each seat gets and how sure that is, how often each kind of move could be made,
was made, and by winners, and which parts of the rules nothing ever came to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import mean, pstdev
from time import process_time

from spielwerk.core import (
    CHANCE,
    Chance,
    Course,
    Deadline,
    Event,
    Game,
    Joint,
    Json,
    Knowledge,
    Mind,
    Move,
    Open,
    Over,
    Player,
    Role,
    RulePart,
    State,
    Usage,
    draw_chance,
)

CONFIDENT = 1.96
"""Standard deviations to either side of a 95 % interval."""
LONGEST = 2_000
"""Steps after which a match is given up as endless."""
_INTERVALS = 10
"""At most so many bars show how long matches are."""
_THOUGHT = 0.2
"""Seconds for which machines think about a move, where their spec names no other."""


@dataclass(slots=True)
class SeatFigures:
    """What a seat got in each match."""

    points: list[int] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return mean(self.points) if self.points else 0.0

    @property
    def margin(self) -> float:
        """Half of the 95 % interval around the mean."""
        imagined = [*self.points, 0, 0, 100, 100]  # few matches are not sure of anything
        return CONFIDENT * pstdev(imagined) / sqrt(len(imagined))


@dataclass(slots=True)
class KindFigures:
    """How often a kind of move could be made, was made, and by roles that won."""

    offered: int = 0
    played: int = 0
    by_winners: int = 0


@dataclass(slots=True)
class Series:
    """Some matches between the same kind of players."""

    player: str
    lengths: list[int] = field(default_factory=list)
    branching: list[int] = field(default_factory=list)
    seats: dict[Role, SeatFigures] = field(default_factory=dict)
    kinds: dict[str, KindFigures] = field(default_factory=dict)
    endless: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    """Matches that the rules themselves broke off, by what they say of it."""

    def to_json(self) -> dict[str, Json]:
        return {
            "player": self.player,
            "matches": len(self.lengths),
            "endless": self.endless,
            "faults": dict(self.faults),
            "length": _spread(self.lengths),
            "histogram": _histogram(self.lengths),
            "branching": _spread(self.branching),
            "seats": {
                role: {"mean": round(one.mean, 1), "margin": round(one.margin, 1)}
                for role, one in self.seats.items()
            },
            "kinds": {
                kind: {
                    "offered": one.offered,
                    "played": one.played,
                    "by_winners": one.by_winners,
                }
                for kind, one in sorted(self.kinds.items())
            },
        }


@dataclass(frozen=True, slots=True)
class GameHealth:
    """What was found out about a game."""

    game: str
    series: tuple[Series, ...]
    parts: int
    """How many parts the rules have, where they can tell."""
    unused: tuple[RulePart, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "game": self.game,
            "series": [one.to_json() for one in self.series],
            "parts": self.parts,
            "unused": [str(part) for part in self.unused],
        }


def examine(
    game: Game,
    matches: int,
    player: Player | None,
    seed: int = 0,
    seconds: float | None = None,
) -> GameHealth:
    """Play matches at random, and as many between machines where a player is given.

    For those who cannot wait a series ends after so many seconds of processor time; a match that
    is under way by then is given up.
    """
    usage = game.usage()
    series = []
    for machine in (None, player)[: 1 if player is None else 2]:
        one = Series("random" if machine is None else str(machine))
        late = None if seconds is None else process_time() + seconds
        for number in range(matches):
            if not _watched(_match(game, machine, seed + number, one), usage, seed + number, late):
                break
        series.append(one)
    unused = () if usage is None else tuple(usage.unused())
    return GameHealth(game.name, tuple(series), 0 if usage is None else usage.count, unused)


def _watched(
    match: Iterator[tuple[State, Event | None]],
    usage: Usage | None,
    seed: int,
    late: float | None,
) -> bool:
    """Play a match and note which parts of the rules it uses; whether there is time for another."""
    if usage is not None:
        usage.began(seed)
    for state, event in match:
        if usage is not None and event is not None:
            usage.saw(state, event)
        elif usage is not None:
            usage.ended(state)
        if late is not None and process_time() > late:
            return False
    return True


def _match(
    game: Game, machine: Player | None, seed: int, series: Series
) -> Iterator[tuple[State, Event | None]]:
    """One match: every step is handed on and at last its end, and its figures are added."""
    rng = Random(seed)
    course = Course.begun(game, seed)
    minds: Mapping[Role, Mind] = {}
    if machine is not None:
        minds = {role: machine.sit(game, role, seed=_seed(seed, role)) for role in game.roles}
    played: Counter[tuple[Role, str]] = Counter()
    length = 0
    while not isinstance((state := course.state).turn, Over) and length < LONGEST:
        event = _event(game, course, minds, rng)
        _count(state, event, series, played)
        yield state, event
        course = course.after(event.moves, event.late)
        length += 1
    _settle(state, length, series, played)
    yield state, None


def _settle(state: State, length: int, series: Series, played: Counter[tuple[Role, str]]) -> None:
    """Add what a match came to."""
    series.lengths.append(length)
    if not isinstance(state.turn, Over):
        series.endless += 1
        return
    if fault := _fault(state):
        series.faults[fault] += 1
    outcome = state.outcome()
    best = max(outcome.values())
    for role, points in outcome.items():
        series.seats.setdefault(role, SeatFigures()).points.append(points)
    for (role, kind), count in played.items():
        if outcome[role] == best and min(outcome.values()) < best:
            series.kinds[kind].by_winners += count


def _seed(seed: int, role: Role) -> int:
    """A seed for each seat: machines with the same one would copy each other."""
    return Random(f"{seed} {role}").getrandbits(62)


def _fault(state: State) -> str:
    """What the rules say of a fault of theirs that ended the match, which is no secret."""
    view = state.view(None)
    return str(view.get("fault", "")) if isinstance(view, Mapping) else ""


def _event(game: Game, course: Course, minds: Mapping[Role, Mind], rng: Random) -> Event:
    state = course.state

    def choose(role: Role) -> Move:
        legal = state.legal(role)
        if role not in minds or len(legal) == 1:
            return rng.choice(legal)
        deadline = Deadline.after(_THOUGHT)
        return minds[role].choose(Knowledge(game, course, role), deadline).move

    match state.turn:
        case Joint(roles):
            return Event({role: choose(role) for role in roles})
        case Open(roles):
            role = rng.choice(roles)
            return Event({role: choose(role)})
        case Chance():
            return Event({CHANCE: draw_chance(state, rng)})
    raise AssertionError("a match that is over is not asked")


def _count(state: State, event: Event, series: Series, played: Counter[tuple[Role, str]]) -> None:
    for role, move in event.moves.items():
        if role == CHANCE:
            continue
        legal = state.legal(role)
        series.branching.append(len(legal))
        for kind in {kind_of_move(one) for one in legal}:
            series.kinds.setdefault(kind, KindFigures()).offered += 1
        series.kinds.setdefault(kind_of_move(move), KindFigures()).played += 1
        played[role, kind_of_move(move)] += 1


def kind_of_move(move: Move) -> str:
    """The kind of a move: its words, without numbers and places of a board."""
    words = move.replace("(", " ").replace(")", " ").split()
    named = [word for word in words if len(word) > 2 and not any(map(str.isdigit, word))]
    return " ".join(named[:2] or words[:1])


def _histogram(values: list[int]) -> list[Json]:
    """How many values lie in each of some intervals of one width: first, last, and how many."""
    if not values:
        return []
    width = (max(values) - min(values)) // _INTERVALS + 1
    starts = range(min(values), max(values) + 1, width)
    return [
        [first, first + width - 1, sum(first <= value < first + width for value in values)]
        for first in starts
    ]


def _spread(values: list[int]) -> dict[str, float]:
    if not values:
        return {"least": 0, "mean": 0, "most": 0}
    return {"least": min(values), "mean": round(mean(values), 1), "most": max(values)}
