"""All that may come of one operation: every answer to its tests, with exact weights.

Tests (does it hit, is it diverted, is it warded off) are few and decide much, so each of their
answers is followed. What chance picks from many options, such as where a hat lands, is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from spielwerk.games.spy import Odds, Position, PossibleOperation, Subject, operate

_NEGLIGIBLE = 0.02
"""Branches less likely than this are not followed."""


def branches(
    p: Position, choice: PossibleOperation, rng: Random
) -> Iterator[tuple[float, Position]]:
    """How likely each result of the active character's operation is, and the result."""
    todo: list[tuple[bool, ...]] = [()]
    while todo:
        answers = todo.pop()
        fate = _Supposed(answers, rng)
        twin = p.copy()
        twin.happened = ()
        operate(twin, choice, fate)
        todo += [
            (*fate.said[:number], False)
            for number in range(len(answers), len(fate.said))
            if fate.left[number] > _NEGLIGIBLE
        ]
        yield fate.weight, twin


class _Supposed:
    """Chance that says what it is told, then yes as long as that is possible."""

    __slots__ = ("_answers", "_rng", "left", "said", "weight")

    def __init__(self, answers: tuple[bool, ...], rng: Random) -> None:
        self._answers = answers
        self._rng = rng
        self.said: tuple[bool, ...] = ()
        self.left: list[float] = []
        """For each test how likely everything before it and the opposite answer are."""
        self.weight = 1.0

    def test(self, chance: Odds) -> bool:
        yes, number = chance.chance, len(self.said)
        answer = self._answers[number] if number < len(self._answers) else yes > 0
        share = yes if answer else 1 - yes
        self.left.append(self.weight * (1 - share))
        self.weight *= share
        self.said = (*self.said, answer)
        return answer

    def pick(self, ask: Subject, options: Sequence[int]) -> int:
        return options[int(self._rng.random() * len(options))]
