"""Chance: the rules ask, somebody answers.

The rules are plain functions that ask a :class:`Fate` whenever chance decides. A
:class:`Dice` answers at once from a generator: quick, for playing ahead. A :class:`Script`
answers from a list and raises :class:`Undecided` at the first question beyond it: so a game of
the contract stops there, lets chance move, and runs the same operation again with one answer
more. What chance decided stands in the record like any move.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import NamedTuple, Protocol


class Odds(NamedTuple):
    """A chance as two whole numbers: how many cases succeed, and how many fail."""

    yes: int
    no: int

    @property
    def chance(self) -> float:
        return self.yes / (self.yes + self.no)

    def reversed(self) -> Odds:
        """The odds of the opposite."""
        return Odds(self.no, self.yes)


@lru_cache(maxsize=4_096)
def odds(chance: float | Fraction, *, halved: bool = False, twice: bool = False) -> Odds:
    """The odds of a test: ``halved`` by wet clothes, tried ``twice`` with tradecraft.

    Whether the first or the second try succeeded is nobody's business, so both are one question.
    """
    exact = chance if isinstance(chance, Fraction) else Fraction(str(chance))
    if halved:
        exact /= 2
    if twice:
        exact = 1 - (1 - exact) ** 2
    return Odds(exact.numerator, exact.denominator - exact.numerator)


class Subject(StrEnum):
    """What a question is about, and so what its answers are."""

    TEST = "test"
    """Does it succeed? True or False."""
    FIELD = "field"
    """Where? The number of a field."""
    PERSON = "person"
    """Who? The number of a character."""
    NEXT = "next"
    """Whose turn is it? The number of a character, or the cat, or the janitor."""
    POINT = "point"
    """Which kind of points? 0 is movement, 1 is action."""
    WINNER = "winner"
    """Who wins the toss? The number of a player."""


class ChanceQuestion(NamedTuple):
    """What chance must decide: one of the options, by their weights."""

    ask: Subject
    options: tuple[int, ...]
    weights: tuple[int, ...] | None = None
    """All alike where there are none."""


class Undecided(Exception):
    """The rules cannot go on before chance has decided."""

    def __init__(self, question: ChanceQuestion) -> None:
        super().__init__(question)
        self.question = question


class Fate(Protocol):
    """Whoever answers for chance."""

    def test(self, chance: Odds) -> bool:
        """Whether a test succeeds."""

    def pick(self, ask: Subject, options: Sequence[int]) -> int:
        """One of at least one option, all of them alike."""


class Dice:
    """Chance from a generator."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def test(self, chance: Odds) -> bool:
        yes, no = chance
        return self._rng.random() * (yes + no) < yes

    def pick(self, ask: Subject, options: Sequence[int]) -> int:
        return options[int(self._rng.random() * len(options))]


class ScriptedChance:
    """Chance from answers that were given before. Questions with one answer are not asked."""

    __slots__ = ("_answers", "_next")

    def __init__(self, answers: Sequence[int] = ()) -> None:
        self._answers = answers
        self._next = 0

    def test(self, chance: Odds) -> bool:
        yes, no = chance
        if not yes or not no:
            return bool(yes)
        return bool(self._answer(Subject.TEST, (1, 0), (yes, no)))

    def pick(self, ask: Subject, options: Sequence[int]) -> int:
        return options[0] if len(options) == 1 else self._answer(ask, tuple(options), None)

    def _answer(
        self, ask: Subject, options: tuple[int, ...], weights: tuple[int, ...] | None
    ) -> int:
        if self._next == len(self._answers):
            raise Undecided(ChanceQuestion(ask, options, weights))
        self._next += 1
        return self._answers[self._next - 1]
