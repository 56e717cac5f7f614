"""Terms with holes: how a rule in the making holds its variables.

While a rule is tried, its variables are numbers: places in a list of *cells* that belongs to this
try alone. A cell holds nothing yet, or a term, in which numbers are further cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

Cells: TypeAlias = list[Any]
"""What a try knows: two entries of its own (:data:`WEIGHT`, :data:`LATER`), then its variables."""

WEIGHT = 0
"""How often what is found so far is found; the condition of it, where rules are made ground."""
LATER = 1
"""The conditions that wait for values."""
FIRST = 2
"""Where the variables begin."""


def resolve(term: Any, cells: Cells) -> Any:
    """The term with the values of its variables; cells without a value stay numbers."""
    while type(term) is int:
        value = cells[term]
        if value is None:
            return term
        term = value
    if type(term) is str:
        return term
    return tuple([resolve(part, cells) for part in term])


def unify(left: Any, right: Any, cells: Cells) -> bool:
    """Make two terms the same by filling cells; whether that can be done."""
    while type(left) is int:
        value = cells[left]
        if value is None:
            break
        left = value
    while type(right) is int:
        value = cells[right]
        if value is None:
            break
        right = value
    if type(left) is int:
        if left != right or type(right) is not int:
            cells[left] = right
        return True
    if type(right) is int:
        cells[right] = left
        return True
    if type(left) is str or type(right) is str:
        return bool(left == right)
    if len(left) != len(right):
        return False
    return all(unify(a, b, cells) for a, b in zip(left, right, strict=True))


def is_ground(term: Any) -> bool:
    """Whether a resolved term has no empty cells in it."""
    if type(term) is str:
        return True
    if type(term) is int:
        return False
    return all(map(is_ground, term))


def ask(terms: Sequence[Any], cells: Cells) -> tuple[tuple[Any, ...], list[int]]:
    """The terms as a question, its unknowns counted from 0, and the cells that wait for them."""
    free: list[int] = []
    question: list[Any] = []
    for term in terms:
        if type(term) is int:
            term = resolve(term, cells)
        if type(term) is str:
            question.append(term)
        elif type(term) is int:
            if term in free:
                question.append(free.index(term))
            else:
                question.append(len(free))
                free.append(term)
        else:
            question.append(_numbered(resolve(term, cells), free))
    return tuple(question), free


def answer(cells: Cells, first: int, count: int) -> tuple[tuple[Any, ...], int]:
    """What ``count`` cells from ``first`` on hold, unknowns counted from 0; and how many these are.

    It is the answer to a question with so many unknowns.
    """
    unknown: list[int] = []
    values = []
    for cell in range(first, first + count):
        value = resolve(cell, cells)
        values.append(value if type(value) is str else _numbered(value, unknown))
    return tuple(values), len(unknown)


def shifted(term: Any, by: int) -> Any:
    """A term of a question or answer with its unknowns as cells from ``by`` on."""
    if type(term) is str:
        return term
    if type(term) is int:
        return term + by
    return tuple([shifted(part, by) for part in term])


def _numbered(term: Any, free: list[int]) -> Any:
    if type(term) is str:
        return term
    if type(term) is int:
        if term not in free:
            free.append(term)
        return free.index(term)
    return tuple([_numbered(part, free) for part in term])
