"""Lists that know how they came from another one, so that nobody has to compare the two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class DerivedList(list[str]):
    """A list of texts that is another one without some of its items, and with others.

    It is a plain list for everybody who does not ask where it comes from.
    """

    __slots__ = ("came", "source", "went")

    def __init__(self, source: list[str], went: Sequence[int], came: Sequence[int]) -> None:
        """A copy of ``source``, which has yet to lose and get what it is said to."""
        super().__init__(source)
        self.source: list[str] | None = source
        self.went = went
        """Places in the source of what is not here any more, the last one first."""
        self.came = came
        """Places here of what was not there, the first one first."""
        if type(source) is DerivedList:
            source.source = None  # whoever keeps a list does not keep all those before it

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)
