"""What changes in a match, as flat lists that are cheap to copy.

A :class:`Position` is worked on while operations run and left alone afterwards. Everything is
indexed with the numbers of a :class:`~.world.World`. Runs of operations that wait for a choice are
kept as :class:`Run` values.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from spielwerk.core import Explanation, SpielwerkError


class Fault(SpielwerkError):
    """The rules led nowhere: the match ends here, with an explanation for their author."""

    def __init__(self, explanation: Explanation) -> None:
        place = explanation.source
        super().__init__(explanation.claim if place is None else f"{place}: {explanation.claim}")
        self.explanation = explanation


class Pending(NamedTuple):
    """What a run waits for: selections of actors, or a draw of chance."""

    askers: tuple[int, ...] = ()
    pools: tuple[tuple[Any, ...], ...] = ()
    picks: tuple[tuple[Any, ...], ...] = ()
    least: tuple[int, ...] = ()
    most: tuple[int, ...] = ()
    ready: tuple[bool, ...] = ()
    outcomes: tuple[tuple[str, int, Any], ...] = ()
    """Of a draw: text, weight and value."""


class Run(NamedTuple):
    """A run of operations that is under way."""

    code: int
    step: int
    me: int
    who: int
    act: int
    memory: tuple[Any, ...]
    stage: int = -1
    """Of a complex action: its state."""
    bound: bool = False
    """Whether the action must be completed."""
    pending: Pending | None = None


class MatchPosition:
    """Everything that can change."""

    __slots__ = (
        "able",
        "active",
        "counts",
        "current",
        "done",
        "drawn",
        "effective",
        "finished",
        "holder",
        "inside",
        "links",
        "mixed",
        "over",
        "owner",
        "phase",
        "phase_counts",
        "place",
        "runs",
        "seed",
        "shown",
        "started",
        "state",
        "state_counts",
        "trail",
        "values",
        "watch",
        "work",
        "world",
    )

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.place: list[int] = []
        self.inside: list[tuple[int, ...]] = []
        self.owner: list[int] = []
        self.holder: list[int] = []
        self.links: list[Any] = []
        self.phase = self.state = -1
        self.started = self.finished = self.done = self.over = False
        self.counts: dict[tuple[int, int], int] = {}
        self.phase_counts: dict[tuple[int, int], int] = {}
        self.state_counts: dict[tuple[int, int], int] = {}
        self.drawn: dict[str, tuple[Any, ...]] = {}
        self.runs: list[Run] = []
        self.seed = 0
        self.effective: list[Any] | None = None
        self.active: set[int] = set()
        self.shown: dict[tuple[str, int], frozenset[int]] = {}
        self.world: Any = None
        self.able: list[tuple[int, int]] = []
        """Who may execute which action now."""
        self.current: Any = None
        """The step that is being worked on."""
        self.mixed: list[tuple[int, ...]] = []
        """The objects that were shuffled together since somebody decided, shuffle by shuffle."""
        self.trail: list[str] = []
        """The states that were entered since somebody decided."""
        self.watch: Any = None
        self.work = 0
        """The operations since somebody decided, or asked."""

    def copy(self) -> MatchPosition:
        """The same position, to work on."""
        new = MatchPosition.__new__(MatchPosition)
        new.values = self.values[:]
        new.place = self.place[:]
        new.inside = self.inside[:]
        new.owner = self.owner[:]
        new.holder = self.holder[:]
        new.links = self.links[:]
        new.phase, new.state = self.phase, self.state
        new.started, new.finished = self.started, self.finished
        new.done, new.over = self.done, self.over
        new.counts = self.counts.copy()
        new.phase_counts = self.phase_counts.copy()
        new.state_counts = self.state_counts.copy()
        new.drawn = self.drawn.copy()
        new.runs = self.runs[:]
        new.seed = self.seed
        new.effective = None
        new.active = self.active
        new.shown = self.shown
        new.world = self.world
        new.able = []
        new.current = None
        new.mixed = []
        new.trail = []
        new.watch = self.watch
        new.work = 0
        return new

    def key(self) -> tuple[Hashable, ...]:
        """Equal for equal positions, and for no others."""
        return (
            tuple(self.values),
            tuple(self.inside),
            tuple(self.owner),
            tuple(self.holder),
            tuple(self.links),
            (self.phase, self.state, self.started, self.finished, self.done, self.over),
            frozenset(self.counts.items()),
            frozenset(self.phase_counts.items()),
            frozenset(self.state_counts.items()),
            frozenset(self.drawn.items()),
            tuple(self.runs),
            self.seed,
        )
