"""What installed packages add to Spielwerk, ours like everybody's: Python entry points, by group.

A group goes in, names and what they stand for come out; a thing is imported when it is first asked
for. A package that cannot be used is one sentence for whoever lists the group, and stops nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.extras import part_missing

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
_OURS = "spielwerk"


class Unusable(SpielwerkError):
    """Something is registered, but its package cannot be used; the message says why."""


def registered_names(group: str) -> tuple[str, ...]:
    """The names in a group, ours first, without importing what they stand for.

    :raises Unusable: there are none, not even ours
    """
    return tuple(_points(group)[0])


def registered(group: str, name: str, kind: type[T]) -> T:
    """What a name of a group stands for.

    :raises Unusable: its package cannot be imported, or offers something else
    :raises KeyError: there is no such name
    """
    return _loaded(_points(group)[0][name], kind)


def usable(group: str, kind: type[T]) -> tuple[Mapping[str, T], tuple[str, ...]]:
    """Everything of a group that can be used, ours first; a sentence for each thing that cannot."""
    points, doubled = _points(group)
    found: dict[str, T] = {}
    problems = list(doubled)
    for name, point in points.items():
        try:
            found[name] = _loaded(point, kind)
        except Unusable as problem:
            problems.append(str(problem))
    return found, tuple(problems)


@cache
def _points(group: str) -> tuple[Mapping[str, EntryPoint], tuple[str, ...]]:
    """What stands under each name, and what is said of others that want it: ours come first."""
    from importlib.metadata import entry_points  # slow to import, and --help asks for nothing

    found: dict[str, EntryPoint] = {}
    doubled = []
    for point in sorted(entry_points(group=group), key=_rank):
        first = found.setdefault(point.name, point)
        if first is not point:
            doubled.append(f"{_whose(point)} is left out: {_package(first)} has one of that name.")
    if not found:
        raise Unusable(f"Nothing is registered as {group}: is Spielwerk installed?")
    return found, tuple(doubled)


def _loaded(point: EntryPoint, kind: type[T]) -> T:
    try:
        found = point.load()
    except ImportError as problem:
        if (missing := part_missing(problem)) is None:
            raise Unusable(f"{_whose(point)} cannot be used: {problem}") from problem
        raise Unusable(f"{_whose(point)} cannot be used. {missing}") from problem
    except (Exception, SystemExit) as problem:  # what a foreign package does wrong is told
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise Unusable(f"{_whose(point)} cannot be used: {reason}") from problem
    if not isinstance(found, kind):
        raise Unusable(f"{_whose(point)} cannot be used: it is no {kind.__name__}.")
    return found


def _rank(point: EntryPoint) -> tuple[bool, str, str]:
    return _package(point) != _OURS, _package(point), point.name


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else ""


def _whose(point: EntryPoint) -> str:
    return f"'{point.name}' of the package {_package(point)} ({point.group})"
