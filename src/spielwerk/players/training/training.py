"""Learning what positions of a game are worth, from nothing but its rules.

The first judgement comes from random matches. Each round plays matches with a search by the last
one (:mod:`.selfplay`) and fits the next to all lessons so far, of which older ones count less.
The same seed and number of rounds give the same judgement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from spielwerk.core import Batch, Game, Judgement, SpielwerkError
from spielwerk.players.training.fitting import Lessons, WeightFit
from spielwerk.players.training.kinds import kind_matrix
from spielwerk.players.training.selfplay import Helping, SelfPlay
from spielwerk.players.training.sharing import play_all
from spielwerk.players.training.symmetries import symmetries

_FIRST_MATCHES = 16
"""Matches of the first rounds."""
_FURTHER_MATCHES = 96
"""The same where it goes on from a judgement, which a few matches must not spoil."""
_GROWTH = 4
"""Later rounds have this part of all matches so far: the better it plays, the more it remembers."""
_WARM = 600
"""Matches after which it judges well enough to be played and learnt from differently."""
_LATER = SelfPlay(trust=0.9, depth=2)
"""Who judges well learns more from better matches, and from what comes sooner."""
_LANES = 512
_RANDOM_POSITIONS = 2_048
_HELPING = 8
"""Matches that one worker plays in a row, and positions of random ones that are valued at once."""
_LABELLING = 64
_STRIDE = 4
_RANDOM_WEIGHT = 0.1
"""How much a random match says, compared with one that was searched."""


class CannotTrain(SpielwerkError):
    """There is nothing to learn for a game, or no way to."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What is known after a round."""

    round: int
    matches: int
    positions: int
    surprise: float
    """How surprising the newest matches were to the judgement they were played with."""
    judgement: Judgement


def train(
    game: Game, *, seed: int, go_on: Callable[[], bool], how: SelfPlay | None = None,
    workers: int = 1, start: Judgement | None = None,
) -> Iterator[Progress]:  # fmt: skip
    """Learn round by round, until nobody asks any more or ``go_on`` says no.

    :param how: how all matches are played; else shallow ones for a beginning, then better ones
    :param start: a judgement to go on from, in place of what random matches teach
    :param workers: processes that play at the same time; what is learnt does not depend on it
    :raises CannotTrain: it is no game of two who take turns for a fixed sum and compiles
    """
    rng = Random(seed)
    native = game.search() if len(game.roles) == 2 and not game.hidden else None
    batch = game.batch(_LANES, rng.getrandbits(32)) if native is not None else None
    if batch is None:
        raise _cannot(game)
    changes = symmetries(batch)
    batch.reset()
    biased = all(change.sign > 0 for change in changes)
    begin = int(batch.states()[0].sum())
    first = random_lessons(game, batch, rng, go_on).weighing(_RANDOM_WEIGHT)
    fit = WeightFit(
        kind_matrix(batch.facts, changes), biased=biased, start=start,
        course=_course(begin, first), usual=_usual(batch),
    )  # fmt: skip
    if start is None:
        fit.learn(first)
    yield Progress(0, 0, fit.positions, fit.surprise(first), fit.judgement)
    number, played, lead = 0, 0, fit.lead(first)
    while go_on():
        matches = max(_FIRST_MATCHES if start is None else _FURTHER_MATCHES, played // _GROWTH)
        later = start is not None or played >= _WARM
        manner = how or (_LATER if later else SelfPlay())
        helpings = [
            Helping(fit.judgement, manner, min(_HELPING, matches - n), lead, rng.getrandbits(64))
            for n in range(0, matches, _HELPING)
        ]
        parts = play_all(game, helpings, workers, go_on)
        if not parts:
            return
        lessons = Lessons.together(parts)
        number, played = number + 1, played + len(parts)
        surprise = fit.surprise(lessons)
        fit.learn(lessons)
        if later:
            fit.learn_pairs(changes)
        lead = fit.lead(lessons)
        yield Progress(number, played, fit.positions, surprise, fit.judgement)


def _course(begin: int, lessons: Lessons) -> tuple[int, int]:
    """How many facts hold in the beginning, and by how many more or fewer when it is late.

    Searched matches go further than random ones: there it is late when two thirds are gone.
    """
    if not len(lessons.rows):
        return begin, 1
    counts = lessons.rows.sum(axis=1, dtype=np.int64)
    low, high = (int(np.quantile(counts, part)) for part in (0.02, 0.98))
    if high - begin > begin - low:
        return begin, high - begin
    return begin, min(-1, -((2 * begin) // 3)) if begin > low else 1


def _usual(batch: Batch) -> int:
    """How many moves there are, on average, for whoever chooses in random matches."""
    counts = np.stack([batch.legal(role).sum(axis=1) for role in batch.roles]).max(axis=0)
    return max(1, round(float(counts.mean())))


def facts_of(game: Game) -> tuple[str, ...]:
    """The texts of the facts that judgements of a game number.

    :raises CannotTrain: its rules do not compile
    """
    batch = game.batch(1)
    if batch is None:
        raise _cannot(game)
    return tuple(batch.facts)


def first_judgement(game: Game, *, seed: int, go_on: Callable[[], bool]) -> Judgement:
    """What random matches teach, as far as time allows.

    :raises CannotTrain: as for :func:`train`
    """
    return next(train(game, seed=seed, go_on=go_on)).judgement


def random_lessons(game: Game, batch: Batch, rng: Random, go_on: Callable[[], bool]) -> Lessons:
    """Positions of random matches, and what random play from there brings.

    :raises CannotTrain: several choose at once, or the sum is not fixed
    """
    rows = [np.zeros((0, len(batch.facts)), np.uint8)]
    values = [np.zeros(0)]
    column = list(batch.roles).index(game.roles[0])
    while sum(map(len, rows)) < _RANDOM_POSITIONS and go_on():
        batch.playouts(1 + rng.randrange(_STRIDE))
        over = batch.terminal()
        choosing = sum((batch.legal(role).sum(axis=1) > 1).astype(int) for role in batch.roles)
        if (np.asarray(choosing)[~over] > 1).any():
            raise _cannot(game)
        if (batch.outcomes()[over].sum(axis=1) != 100).any():
            raise _cannot(game)
        running = np.flatnonzero(~over).tolist()
        picked = rng.sample(running, min(_HELPING, len(running)))
        if picked:
            states = np.ascontiguousarray(batch.states()[picked])
            found = batch.playout_values(states, _LABELLING, rng.getrandbits(32))[:, column] / 100
            fine = ~np.isnan(found)
            rows.append(states[fine])
            values.append(found[fine])
        batch.reset(over)
    labels = np.concatenate(values)
    unknown = np.zeros((len(labels), 2), np.float32)
    return Lessons(np.concatenate(rows), labels, np.ones(len(labels)), unknown)


def _cannot(game: Game) -> CannotTrain:
    return CannotTrain(
        f"'{game.name}' cannot be trained: that takes rules in GDL that compile, of two roles who "
        f"take turns, see everything and share a fixed sum."
    )
