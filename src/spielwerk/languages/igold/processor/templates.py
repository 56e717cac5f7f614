"""What the processor makes of a game: for every phase, state and action, its functions by name.

:mod:`.program` fills these values in; :mod:`spielwerk.languages.igold.linking` puts them together
with the elements of a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import CodeType

from spielwerk.core import Span
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.model import Type
from spielwerk.languages.igold.processor.expressions import (
    Site,
    TableKey,
    Traced,
)
from spielwerk.languages.igold.processor.steps import ProgramStep


@dataclass(frozen=True, slots=True)
class Way:
    """Rules that must all hold: a way into a phase or state, or a precondition."""

    test: str
    rules: tuple[Traced, ...]
    span: Span
    cost: int = 1
    """Operations that asking them counts as."""


@dataclass(frozen=True, slots=True)
class TimerCode:
    """A time limit, and the actions to execute: all of each inner group's, or one of it."""

    name: str
    seconds: str
    actions: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A run of operations."""

    name: str
    steps: tuple[ProgramStep, ...]
    memory: int
    things: frozenset[int]
    """The places of memory that hold objects."""


@dataclass(frozen=True, slots=True)
class StateCode:
    """A state of a phase or of an action."""

    id: str
    ids: tuple[str, ...]
    name: str
    ways: tuple[Way, ...]
    code: Code
    span: Span
    timers: tuple[TimerCode, ...] = ()
    abortable: bool = True
    labels: Mapping[str, str] = field(default_factory=dict)
    """What people call it."""


@dataclass(frozen=True, slots=True)
class PhaseCode:
    """A concrete phase."""

    type: Type
    ways: tuple[Way, ...]
    states: tuple[StateCode, ...]
    timers: tuple[TimerCode, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ActionCode:
    """An action type as it belongs to one kind of element."""

    type: Type
    host: str
    legal: str
    actors: str
    ways: tuple[Way, ...]
    code: Code | None
    states: tuple[StateCode, ...]
    timer: TimerCode | None
    span: Span
    gates: tuple[frozenset[str], ...]
    """For each precondition, the tables of phases and phase states that it needs."""
    cost: int
    """Operations that it counts as to ask whether an actor may execute an instance."""


@dataclass(eq=False)
class CompiledGame:
    """The templates of a game."""

    definition: Definition
    source: str = ""
    code: CodeType | None = None
    """The source, compiled."""
    tables: dict[str, TableKey] = field(default_factory=dict)
    sites: tuple[Site, ...] = ()
    phases: tuple[PhaseCode, ...] = ()
    actions: dict[tuple[str, str], ActionCode] = field(default_factory=dict)
    """By type and kind of host."""
    implications: dict[tuple[str, str], tuple[Way, ...]] = field(default_factory=dict)
    sight: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Who may see what: functions by the place of the visibility."""
    first_links: dict[tuple[str, str], str] = field(default_factory=dict)
    """What links name at the beginning: by type of host and id."""
    chances: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Functions that give elements, with their weights; literals need none."""
    connections: list[tuple[str, str, str, bool, bool]] = field(default_factory=list)
    """Custom connections: space type, field, function of others, both ways, allowed."""
    scores: tuple[str, ...] = ()
    score_parts: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """What the score consists of: functions, with what people call the parts."""
    shuffles: bool = False
