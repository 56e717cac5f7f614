"""Attributes that are found out when they are first asked for, and kept from then on.

As :func:`functools.cached_property`, but without its lock, which costs more than what is found out
here mostly does; Python itself has left it out since 3.12.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_T = TypeVar("_T")


class once(Generic[_T]):  # noqa: N801 - it is used as a decorator
    """Decorates a method that finds something out; two threads may do so at the same time."""

    def __init__(self, find: Callable[[Any], _T]) -> None:
        self._find = find
        self._name = find.__name__
        self.__doc__ = find.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> once[_T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> _T: ...

    def __get__(self, instance: object | None, owner: type) -> once[_T] | _T:
        if instance is None:
            return self
        found = instance.__dict__[self._name] = self._find(instance)
        return found
