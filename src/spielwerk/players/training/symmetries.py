"""Symmetries of a game, found out from its facts and by trying them.

The board is the relation with the most facts. Its arguments may be turned round, two of them may
change places, and what lies on it may change sides; other relations go along as far as they speak
of the same things. A change of facts that could be one is a symmetry if the rules do not notice
it: positions of random matches and their images have as many moves, and the images of what follows
follow from the images. A batch of the game goes in; all symmetries found come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import Batch

_MOST_TRIED = 600
"""Changes that are tried on positions, at most."""
_MOST_FOUND = 16
_THOROUGH = 12
"""Positions of which all successors are compared."""
_EVERY = 64
"""Of so many matches one is looked at after each move."""
_LONGEST = 600
"""Random moves to wait for matches to end, at most."""
_MOST_UNSETTLED = 4
"""So many contents of the board may be exchanged in all ways; the rest settle by their places."""

_Images = Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """A change of facts that the rules do not notice."""

    images: NDArray[np.intp]
    """What each fact becomes."""
    sign: int
    """-1 where the two roles change places."""

    @classmethod
    def identity(cls, facts: int) -> Symmetry:
        return cls(np.arange(facts), 1)

    def after(self, other: Symmetry) -> Symmetry:
        return Symmetry(self.images[other.images], self.sign * other.sign)


def words_of(fact: str) -> tuple[str, ...]:
    """The relation of a fact and its arguments; inner terms are one word each."""
    text = fact.strip()
    if not text.startswith("("):
        return (text,)
    words, depth, word = [], 0, ""
    for sign in text[1:-1]:
        depth += (sign == "(") - (sign == ")")
        if sign == " " and depth == 0:
            words.append(word)
            word = ""
        else:
            word += sign
    return tuple(filter(None, [*words, word]))


def symmetries(batch: Batch) -> list[Symmetry]:
    """The symmetries of a game of two, that which changes nothing first.

    :param batch: of a few hundred matches: what is rare must have happened in one of them;
        afterwards they stand anywhere
    """
    found = [Symmetry.identity(len(batch.facts))]
    if len(batch.roles) != 2:
        return found
    trial = _Trial(batch)
    known = {found[0].images.tobytes()}
    for images in islice(_possible(batch.facts, batch.roles, trial.initial), _MOST_TRIED):
        if images.tobytes() in known or len(found) >= _MOST_FOUND:
            continue
        for sign in (1, -1):
            if trial.passes(images, sign):
                fresh = Symmetry(images, sign)
                found = _closed([*found, fresh])
                known = {symmetry.images.tobytes() for symmetry in found}
                break
    return found


def _closed(some: list[Symmetry]) -> list[Symmetry]:
    """With all that arises by making one change after another."""
    known = {symmetry.images.tobytes(): symmetry for symmetry in some}
    queue = list(some)
    while queue and len(known) < _MOST_FOUND:
        one = queue.pop()
        for other in some:
            both = one.after(other)
            if both.images.tobytes() not in known:
                known[both.images.tobytes()] = both
                queue.append(both)
    return list(known.values())


class _Trial:
    """Positions of random matches, to try changes on."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        batch.reset()
        self.initial = batch.states()[0].copy()
        self._rows = self._sample()
        self._counts, self._outcomes = self._look(self._rows)

    def _sample(self) -> NDArray[np.uint8]:
        """As many positions as the batch has matches: on the way, before the end, and ends."""
        batch = self._batch
        some = batch.n // 4
        ways: list[NDArray[np.uint8]] = []
        befores: list[NDArray[np.uint8]] = []
        ends: list[NDArray[np.uint8]] = []
        for step in range(_LONGEST):
            before = batch.states().copy()
            ways += list(before[step % _EVERY :: _EVERY])
            batch.playouts(1)
            over = batch.terminal()
            befores += list(before[over])
            ends += list(batch.states()[over].copy())
            batch.reset(over)
            if len(ends) >= batch.n and len(ways) >= batch.n:
                break
        spread = np.linspace(0, len(ways) - 1, 2 * some).astype(int)
        rows = [*(ways[number] for number in spread), *befores[-some:], *ends[-some:]]
        return np.stack([*rows, *[self.initial] * (batch.n - len(rows))])

    def _look(self, rows: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """How many moves the roles have, and what they get where the match is over."""
        batch = self._batch
        batch.place(rows)
        counts = np.stack([batch.legal(role).sum(axis=1) for role in batch.roles])
        return counts, batch.outcomes()

    def passes(self, images: NDArray[np.intp], sign: int) -> bool:
        """Whether the rules do not notice the change."""
        counts, outcomes = self._look(_changed(self._rows, images))
        if (outcomes[:, ::sign] != self._outcomes).any() or (counts[::sign] != self._counts).any():
            return False
        step = max(1, len(self._rows) // _THOROUGH)
        return all(self._same_future(row, images, sign) for row in self._rows[::step])

    def _same_future(self, row: NDArray[np.uint8], images: NDArray[np.intp], sign: int) -> bool:
        before, goals = self._successors(row)
        after, changed_goals = self._successors(_changed(row[None], images)[0])
        expected = {
            (image.tobytes(), tuple(goal[::sign]))
            for image, goal in zip(_changed(before, images), goals.tolist(), strict=True)
        }
        return expected == {
            (image.tobytes(), tuple(goal))
            for image, goal in zip(after, changed_goals.tolist(), strict=True)
        }

    def _successors(self, row: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
        """What can follow a position, and what matches that end there bring."""
        batch = self._batch
        batch.place(np.repeat(row[None], batch.n, axis=0))
        moves = [np.flatnonzero(batch.legal(role)[0]) for role in batch.roles]
        if batch.terminal()[0] or max(map(len, moves)) > batch.n:
            return row[None], batch.outcomes()[:1]
        lanes = np.arange(batch.n)
        batch.step(
            {role: own[lanes % len(own)] for role, own in zip(batch.roles, moves, strict=True)}
        )
        most = max(map(len, moves))
        return batch.states()[:most].copy(), batch.outcomes()[:most]


def _changed(rows: NDArray[np.uint8], images: NDArray[np.intp]) -> NDArray[np.uint8]:
    changed = np.zeros_like(rows)
    changed[:, images] = rows
    return changed


def _possible(
    facts: Sequence[str], roles: Sequence[str], initial: NDArray[np.uint8]
) -> Iterator[NDArray[np.intp]]:
    """Changes of facts that keep to the words of the rules."""
    vocabulary = _Vocabulary(facts, roles)
    there = [vocabulary.words[number] for number in np.flatnonzero(initial)]
    for plan in vocabulary.plans(there):
        if (images := vocabulary.images(plan)) is not None:
            yield images


@dataclass(frozen=True, slots=True)
class _Plan:
    """A change of words: where arguments go, and what becomes of them."""

    axes: tuple[int, ...]
    """The arguments of the board that say where."""
    order: tuple[int, ...]
    """From which axis each axis takes its word."""
    turned: tuple[bool, ...]
    contents: _Images
    exchanged: frozenset[tuple[str, int]]
    """Arguments of other relations of which the two words change places."""


class _Vocabulary:
    """The relations of a game, and the words that their arguments can be."""

    def __init__(self, facts: Sequence[str], roles: Sequence[str]) -> None:
        self.words = [words_of(fact) for fact in facts]
        self._numbers = {words: number for number, words in enumerate(self.words)}
        self._roles = roles
        domains: dict[tuple[str, int], set[str]] = {}
        sizes: dict[str, int] = {}
        for relation, *arguments in self.words:
            sizes[relation] = sizes.get(relation, 0) + 1
            for place, word in enumerate(arguments):
                domains.setdefault((relation, place), set()).add(word)
        self._domains = {place: sorted(words, key=_natural) for place, words in domains.items()}
        self._board = max(sizes, key=lambda relation: (sizes[relation], relation))

    def plans(self, there: Sequence[tuple[str, ...]]) -> Iterator[_Plan]:
        """All plans, simple ones first."""
        arity = sum(relation == self._board for relation, _ in self._domains)
        pairs = [
            place
            for place, words in self._domains.items()
            if len(words) == 2 and place[0] != self._board
        ]
        for content in [*reversed(range(arity)), None] if arity else []:
            axes = tuple(place for place in range(arity) if place != content)
            for order in permutations(range(len(axes))):
                if sum(at != to for at, to in enumerate(order)) > 2:
                    continue
                for turned in product((False, True), repeat=len(axes)):
                    bare = _Plan(axes, order, turned, {}, frozenset())
                    for contents in self._contents(bare, content, there):
                        for chosen in product((False, True), repeat=min(len(pairs), 4)):
                            exchanged = frozenset(
                                p for p, yes in zip(pairs, chosen, strict=False) if yes
                            )
                            yield _Plan(axes, order, turned, contents, exchanged)

    def _contents(
        self, plan: _Plan, content: int | None, there: Sequence[tuple[str, ...]]
    ) -> Iterator[_Images]:
        """What contents of the board may become, by where they are in the beginning."""
        if content is None:
            yield {}
            return
        places: dict[str, set[tuple[str, ...]]] = {
            word: set() for word in self._domains[self._board, content]
        }
        moved: dict[str, set[tuple[str | None, ...]]] = {word: set() for word in places}
        for relation, *arguments in there:
            if relation == self._board:
                word = arguments.pop(content)
                places[word].add(tuple(arguments))
                moved[word].add(tuple(self._moved(plan, arguments)))
        settled = {
            word: other
            for word in places
            for other in places
            if places[word] and moved[word] == places[other]
        }
        unsettled = [word for word in places if not places[word]]
        if len(settled) + len(unsettled) < len(places) or len(unsettled) > _MOST_UNSETTLED:
            return
        for others in permutations(unsettled):
            yield settled | dict(zip(unsettled, others, strict=True))

    def _moved(self, plan: _Plan, where: Sequence[str]) -> Iterator[str | None]:
        """The words that say where, after the change."""
        for axis in range(len(plan.axes)):
            source = plan.order[axis]
            words = self._domains[self._board, plan.axes[source]]
            target = self._domains[self._board, plan.axes[axis]]
            if len(words) != len(target) or where[source] not in words:
                yield None
                continue
            number = words.index(where[source])
            yield target[-1 - number if plan.turned[axis] else number]

    def images(self, plan: _Plan) -> NDArray[np.intp] | None:
        """What each fact becomes, if every one becomes another."""
        found = np.empty(len(self.words), np.intp)
        for number, (relation, *arguments) in enumerate(self.words):
            image = self._numbers.get((relation, *self._image(plan, relation, arguments)), -1)
            if image < 0:
                return None
            found[number] = image
        return found if len(set(found.tolist())) == len(found) else None

    def _image(self, plan: _Plan, relation: str, arguments: list[str]) -> list[str]:
        image = list(arguments)
        where = self._where(plan, relation)
        for begin in range(0, len(where), len(plan.axes) or 1):
            group = where[begin : begin + len(plan.axes)]
            words = [None if place is None else arguments[place] for place in group]
            known = [word if word is not None else "" for word in words]
            for place, word in zip(group, self._moved(plan, known), strict=True):
                if place is not None:
                    image[place] = word or ""
        for place, word in enumerate(arguments):
            if place in where:
                continue
            if word in plan.contents:
                image[place] = plan.contents[word]
            elif (relation, place) in plan.exchanged:
                image[place] = next(w for w in self._domains[relation, place] if w != word)
        return image

    def _where(self, plan: _Plan, relation: str) -> list[int | None]:
        """The arguments of a relation that say where, axis by axis; ``None`` for axes it lacks."""
        if relation == self._board:
            return list(plan.axes)
        arity = sum(other == relation for other, _ in self._domains)
        axes = [set(self._domains[self._board, axis]) for axis in plan.axes]
        if not axes:
            return []
        found: list[int | None] = []
        for place in range(arity):
            domain = set(self._domains[relation, place])
            fitting = [n for n, words in enumerate(axes) if len(domain) > 2 and domain <= words]
            if not fitting:
                continue
            next_ = len(found) % len(axes)
            axis = next_ if next_ in fitting else fitting[0]
            while len(found) % len(axes) != axis:
                found.append(None)
            found.append(place)
        while found and len(found) % len(axes):
            found.append(None)
        real = [place for place in found if place is not None]
        alone = len(real) == 1 and sum(set(self._domains[relation, real[0]]) <= a for a in axes) > 1
        return [] if alone else found


def _natural(word: str) -> tuple[int, int, str]:
    return (0, int(word), "") if word.isdigit() else (1, len(word), word)
