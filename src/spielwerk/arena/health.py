"""The health of a game: what matches at random and between machines say about its rules.

A game goes in, :class:`GameHealth` comes out: how long matches are, how many moves there are to
choose from, what each seat gets and how sure that is, which kinds of moves nobody makes and which
go with winning, and which parts of the rules nothing ever came to. What deserves a look is a
sentence each (:meth:`GameHealth.findings`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import mean, pstdev

from spielwerk.core import (
    CHANCE,
    Chance,
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
    draw_chance,
)

_CONFIDENT = 1.96
"""Standard deviations to either side of a 95 % interval."""
_LONGEST = 2_000
"""Steps after which a match is given up as endless."""
_THOUGHT = 0.2
"""Seconds for which machines think about a move, where their spec names no other."""
_FEWEST = 10
"""Matches after which something is said of seats."""
_ENOUGH = 20
"""How often a kind of move must be offered or played before anything is said of it."""


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
        return _CONFIDENT * pstdev(imagined) / sqrt(len(imagined))


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

    def to_json(self) -> dict[str, Json]:
        return {
            "player": self.player,
            "matches": len(self.lengths),
            "endless": self.endless,
            "length": _spread(self.lengths),
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

    def findings(self) -> Iterator[str]:
        """A sentence for everything that deserves a look."""
        for one in self.series:
            yield from _about_course(one)
            yield from _about_seats(one)
            yield from _about_kinds(one)
        for part in self.unused:
            yield f"No match ever came to the {part}."

    def to_json(self) -> dict[str, Json]:
        return {
            "game": self.game,
            "series": [one.to_json() for one in self.series],
            "parts": self.parts,
            "unused": [str(part) for part in self.unused],
            "findings": list(self.findings()),
        }


def examine(game: Game, matches: int, player: Player | None, seed: int = 0) -> GameHealth:
    """Play matches at random, and as many between machines where a player is given."""
    usage = game.usage()
    series = []
    for machine in (None, player)[: 1 if player is None else 2]:
        one = Series("random" if machine is None else str(machine))
        for number in range(matches):
            if usage is not None:
                usage.began(seed + number)
            for state, event in _match(game, machine, seed + number, one):
                if usage is not None and event is not None:
                    usage.saw(state, event)
                elif usage is not None:
                    usage.ended(state)
        series.append(one)
    unused = () if usage is None else tuple(usage.unused())
    return GameHealth(game.name, tuple(series), 0 if usage is None else usage.count, unused)


def _match(
    game: Game, machine: Player | None, seed: int, series: Series
) -> Iterator[tuple[State, Event | None]]:
    """One match: every step is handed on and at last its end, and its figures are added."""
    rng = Random(seed)
    state = game.initial(seed)
    minds: Mapping[Role, Mind] = {}
    if machine is not None:
        minds = {role: machine.sit(game, role, seed=seed) for role in game.roles}
    played: Counter[tuple[Role, str]] = Counter()
    length = 0
    while not isinstance(state.turn, Over) and length < _LONGEST:
        event = _event(game, state, minds, rng)
        _count(state, event, series, played)
        yield state, event
        state = state.after(event.moves, event.late)
        length += 1
    series.lengths.append(length)
    yield state, None
    if not isinstance(state.turn, Over):
        series.endless += 1
        return
    outcome = state.outcome()
    best = max(outcome.values())
    for role, points in outcome.items():
        series.seats.setdefault(role, SeatFigures()).points.append(points)
    for (role, kind), count in played.items():
        if outcome[role] == best and min(outcome.values()) < best:
            series.kinds[kind].by_winners += count


def _event(game: Game, state: State, minds: Mapping[Role, Mind], rng: Random) -> Event:
    def choose(role: Role) -> Move:
        legal = state.legal(role)
        if role not in minds or len(legal) == 1:
            return rng.choice(legal)
        deadline = Deadline.after(_THOUGHT)
        return minds[role].choose(Knowledge(game, state, role), deadline).move

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


def _spread(values: list[int]) -> dict[str, float]:
    if not values:
        return {"least": 0, "mean": 0, "most": 0}
    return {"least": min(values), "mean": round(mean(values), 1), "most": max(values)}


# Sentences


def _about_course(one: Series) -> Iterator[str]:
    if one.endless:
        yield (
            f"{one.endless} of {len(one.lengths)} matches ({one.player}) were not over after "
            f"{_LONGEST:,} steps: is there a way to go on for ever?"
        )
    if one.branching and mean(one.branching) < 1.5:
        yield (
            f"On average there are {mean(one.branching):.1f} moves to choose from "
            f"({one.player}): the rules leave little to decide."
        )


def _about_seats(one: Series) -> Iterator[str]:
    if len(one.seats) < 2:
        return
    fair = mean(seat.mean for seat in one.seats.values())
    for role, seat in one.seats.items():
        if len(one.seats) == 2 and seat.mean < fair:
            continue  # the other one says it
        if len(seat.points) >= _FEWEST and abs(seat.mean - fair) > seat.margin:
            word = "more" if seat.mean > fair else "less"
            yield (
                f"{role} gets {seat.mean:.0f} ± {seat.margin:.0f} points where a fair share were "
                f"{fair:.0f} ({one.player}, {len(seat.points)} matches): the seat is worth {word}."
            )


def _about_kinds(one: Series) -> Iterator[str]:
    total = sum(kind.played for kind in one.kinds.values())
    winners = sum(kind.by_winners for kind in one.kinds.values())
    for name, kind in sorted(one.kinds.items()):
        if kind.offered >= _ENOUGH and not kind.played:
            yield f"'{name}' could be played {kind.offered} times and never was ({one.player})."
        elif kind.played >= _ENOUGH and winners:
            share, usual = kind.by_winners / kind.played, winners / total
            margin = _CONFIDENT * sqrt(usual * (1 - usual) / kind.played)
            if share - usual > max(margin, 0.15):
                yield (
                    f"'{name}' goes with winning: winners played {share:.0%} of them, and "
                    f"{usual:.0%} of all moves ({one.player})."
                )
