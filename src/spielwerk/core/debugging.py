"""A match under a debugger: a line of moments that one can walk along in both directions.

A game and a seed go in. :class:`Debugger` plays them decision by decision, keeps every moment, goes
back and forth, stops at breakpoints, and lets facts be changed on the way. It does so for any game
of the contract; a language that can tell what happens inside a move, which rules hold, and where
else one can stop, says so in a class of its own (``Language.debug``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from spielwerk.core.errors import LimitExceeded, SpielwerkError
from spielwerk.core.explanation import Explanation
from spielwerk.core.game import Game, Over, Role, State, deciding_roles
from spielwerk.core.playout import random_event
from spielwerk.core.replay import Event
from spielwerk.core.scenario import read_moves
from spielwerk.core.source import Span

MOST_MOMENTS = 30_000
"""So many moments of one match are kept."""
DECISION, DEVIATION = "decision", "deviation"
"""The kinds of moments at which somebody decides; at the second, facts were changed before."""

_CONDITION = re.compile(r"(?P<name>.+?)\s*(?P<sign>!=|<=|>=|=|<|>)\s*(?P<value>.+)")
_SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}

G = TypeVar("G", bound=Game)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Facts that somebody made so in the middle of a match: it deviates from its rules here."""

    facts: tuple[str, ...]


ScriptEntry: TypeAlias = Event | Arrangement
"""What leads from one decision to the next."""


@dataclass(frozen=True, slots=True)
class DebugMoment:
    """A point of a match: what just happened, and how everything stands."""

    state: State
    entries: int
    """How many entries of the script came before, with the one that is under way."""
    kind: str = DECISION
    """What kind of process or thing it is about, in the words of the language."""
    stage: str = ""
    """``before`` or ``after`` it, or what became of it."""
    text: str = ""
    span: Span | None = None
    coming: tuple[str, ...] = ()
    """The facts of the next state that are known already, where a state is made of facts."""

    @property
    def deciding(self) -> bool:
        """Whether somebody decides here, and not in the middle of a move."""
        return self.kind in (DECISION, DEVIATION)

    def __str__(self) -> str:
        if not self.deciding:
            told = " ".join(filter(None, (self.stage, self.kind, self.text)))
            return told if self.span is None else f"{told}  [{self.span}]"
        if isinstance(self.state.turn, Over):
            return "the match is over"
        return f"{', '.join(deciding_roles(self.state))} must decide"


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """Where a match stops: a kind of place, and which one."""

    number: int
    kind: str
    where: str

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.where}"


class Debugger(Generic[G]):
    """A match, and the cursor at one of its moments."""

    steps: ClassVar[Mapping[str, tuple[str, ...]]] = {"move": ()}
    """What one can step by, the finest first, and the kinds of moments that end such a step."""
    stops: ClassVar[Mapping[str, str]] = {
        "fact": "a fact, where it begins to be so",
        "condition": "NAME < VALUE and the like, where that begins to hold",
    }
    """The kinds of breakpoints, and what is said after each."""

    def __init__(self, game: G, seed: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.script: list[ScriptEntry] = []
        self.moments: list[DebugMoment] = []
        self.breakpoints: list[Breakpoint] = []
        self.moments = self._begin()
        self.cursor = len(self.moments) - 1

    # What a language says

    def _begin(self) -> list[DebugMoment]:
        """All moments up to the first decision."""
        return [DebugMoment(self.game.initial(self.seed), 0)]

    def _follow(self, state: State, event: Event) -> list[DebugMoment]:
        """The moments from a decision to the next. What is dear is left to :meth:`_inside`."""
        return [DebugMoment(state.after(event.moves, event.late), len(self.script) + 1)]

    def _inside(self, before: State, event: Event, after: DebugMoment) -> list[DebugMoment]:
        """The moments between two decisions, where :meth:`_follow` has not told them."""
        return []

    def _checked(self, kind: str, where: str) -> str:
        """A place of a kind, as a breakpoint keeps it.

        :raises SpielwerkError: it can never be hit; the message says why
        """
        return self._checked_condition(where) if kind == "condition" else self._checked_fact(where)

    def _stops(self, one: Breakpoint, place: int) -> bool:
        """Whether a breakpoint stops at a moment: there it begins to hold."""
        return self._holds(one, self.moments[place]) and (
            place == 0 or not self._holds(one, self.moments[place - 1])
        )

    def _holds(self, one: Breakpoint, moment: DebugMoment) -> bool:
        known = self._values(moment.state)
        if one.kind == "fact":
            name, sign, value = one.where.partition(" = ")
            return known.get(name) == (value if sign else "")
        return condition_holds(one.where, known)

    def subjects(self) -> Sequence[str]:
        """What :meth:`rules` can be asked about, by its words: actions, relations."""
        return ()

    def rules(self, subject: str, role: Role | None = None, words: str = "") -> list[Explanation]:
        """All rules about a subject, holding or failing at the cursor, with their values."""
        return []

    def whole(self) -> str:
        """Everything in the position at the cursor, hidden or not."""
        return "\n".join(self.now.state.facts()) or "This game tells no facts."

    def why_not(self, role: Role, text: str) -> Explanation:
        """Why a role may not make a move at the decision at or after the cursor."""
        state = next(m.state for m in self.moments[self.cursor :] if m.deciding)
        return state.why_not(role, self.game.parse_move(text))

    def note(self) -> str:
        """What else is to be said of the moment, such as that the rules went wrong."""
        return ""

    # Time

    @property
    def now(self) -> DebugMoment:
        """The moment the cursor stands at."""
        return self.moments[self.cursor]

    @property
    def latest(self) -> State:
        """The state in which somebody must decide last."""
        return self.moments[-1].state

    @property
    def deciding(self) -> State:
        """The decision that the cursor stands at: a move that is made now is made there."""
        return self.moments[self._decision()].state

    @property
    def events(self) -> tuple[Event, ...]:
        """The moves of the script."""
        return tuple(one for one in self.script if isinstance(one, Event))

    def _decision(self) -> int:
        """The last decision before the cursor; before the first one that."""
        places = [place for place, moment in enumerate(self.moments) if moment.deciding]
        return max((place for place in places if place <= self.cursor), default=places[0])

    def rewind(self) -> None:
        """Forget everything after the decision that the cursor stands at."""
        self.cursor = self._decision()
        del self.moments[self.cursor + 1 :]
        del self.script[self.now.entries :]

    def apply(self, event: Event) -> None:
        """Go on from the decision at the cursor to the next; what came after it is forgotten.

        :raises MoveError: the moves are not legal
        """
        self._on(event, lambda state: self._follow(state, event))

    def arrange(self, facts: Sequence[str]) -> None:
        """Make facts so at the decision at the cursor, against what the rules would do.

        :raises SpielwerkError: the game cannot be set up, or a fact means nothing in it
        """
        entry = Arrangement(tuple(facts))
        self._on(entry, lambda state: [self._deviation(state.arranged(facts), entry)])

    def _deviation(self, state: State, entry: Arrangement) -> DebugMoment:
        return DebugMoment(state, len(self.script) + 1, DEVIATION, text="; ".join(entry.facts))

    def _on(self, entry: ScriptEntry, follow: Callable[[State], list[DebugMoment]]) -> None:
        before = self.script[:], self.moments[:], self.cursor
        self.rewind()
        try:
            if len(self.moments) >= MOST_MOMENTS:
                raise LimitExceeded(
                    f"More than {MOST_MOMENTS:,} moments of one match are not kept: save it, and "
                    "begin another."
                )
            found = follow(self.now.state)
        except SpielwerkError:
            self.script, self.moments, self.cursor = before
            raise
        self.script.append(entry)
        self.moments += found
        self.cursor = len(self.moments) - 1

    def move(self, text: str) -> None:
        """Make a move, ``ROLE: MOVE``, or several at once; who can be left out where it is clear.

        :raises MoveError: it is not legal, or it is not clear who is meant
        :raises SpielwerkError: there is no such role
        """
        self.apply(Event(read_moves(self.game, self.deciding, text)))

    def play(self, script: Iterable[ScriptEntry]) -> None:
        """Go on by a script.

        :raises SpielwerkError: an entry is not possible
        """
        for entry in script:
            if isinstance(entry, Event):
                self.apply(entry)
            else:
                self.arrange(entry.facts)

    def step(self, by: str) -> bool:
        """Go forward to the next end of such a process, or to a decision; whether there was one."""
        self._open(by, self.now.entries + 1 if self.now.deciding else self.now.entries)
        return self._go(range(self.cursor + 1, len(self.moments)), by)

    def back(self, by: str) -> bool:
        """The same, backward."""
        self._open(by, self.now.entries)
        return self._go(range(self.cursor - 1, -1, -1), by)

    def enter(self) -> bool:
        """Go to the first moment inside the move that follows the decision at the cursor."""
        self.cursor = self._decision()
        self._open(next(iter(self.steps)), self.now.entries + 1)
        moved = self.cursor + 1 < len(self.moments)
        self.cursor = min(self.cursor + 1, len(self.moments) - 1)
        return moved

    def go(self, place: int) -> None:
        """Put the cursor at a moment.

        :raises SpielwerkError: there is no such moment
        """
        if not 0 <= place < len(self.moments):
            raise SpielwerkError(f"There are moments 0 to {len(self.moments) - 1}.")
        self.cursor = place

    def _go(self, places: range, by: str) -> bool:
        for place in places:
            if self._ends(self.moments[place], by):
                self.cursor = place
                return True
        return False

    def _ends(self, moment: DebugMoment, by: str) -> bool:
        return moment.deciding or (moment.stage != "before" and moment.kind in self.steps[by])

    def _open(self, by: str, number: int) -> None:
        """Have the moments inside the entry of a number told, counted from one, where they are
        wanted and were not told yet."""
        if not self.steps[by] or not 1 <= number <= len(self.script):
            return
        inside = [n for n, moment in enumerate(self.moments) if moment.entries == number]
        entry = self.script[number - 1]
        if len(inside) != 1 or not isinstance(entry, Event):
            return
        (place,) = inside
        found = self._inside(self.moments[place - 1].state, entry, self.moments[place])
        self.moments[place:place] = found
        if self.cursor >= place:
            self.cursor += len(found)

    # Breakpoints

    def stop(self, kind: str, where: str) -> Breakpoint:
        """Stop from now on at a place.

        :raises SpielwerkError: it can never be hit; the message says why
        """
        if kind not in self.stops:
            raise SpielwerkError(f"One can stop at {', '.join(self.stops)}.")
        place = self._checked(kind, " ".join(where.split()))
        for one in self.breakpoints:
            if (one.kind, one.where) == (kind, place):
                return one
        number = max((one.number for one in self.breakpoints), default=0) + 1
        found = Breakpoint(number, kind, place)
        self.breakpoints.append(found)
        return found

    def clear(self, number: int) -> None:
        """Delete a breakpoint.

        :raises SpielwerkError: there is none of that number
        """
        kept = [one for one in self.breakpoints if one.number != number]
        if len(kept) == len(self.breakpoints):
            raise SpielwerkError(f"There is no breakpoint {number}.")
        self.breakpoints = kept

    def hit(self, start: int) -> Breakpoint | None:
        """The first breakpoint after a moment; the cursor goes there."""
        for place in range(start + 1, len(self.moments)):
            for one in self.breakpoints:
                if self._stops(one, place):
                    self.cursor = place
                    return one
        return None

    def resume(self) -> Breakpoint | None:
        """Go forward to the next breakpoint, or else to the last moment there is."""
        found = self.hit(self.cursor)
        if found is None:
            self.cursor = len(self.moments) - 1
        return found

    def run(self, rng: Random, decisions: int = 1_000) -> Breakpoint | None:
        """Play at random until a breakpoint, the end, or so many decisions."""
        for _ in range(decisions + 1):
            if (found := self.resume()) is not None:
                return found
            if isinstance(self.latest.turn, Over):
                return None
            before = self.cursor
            self.apply(random_event(self.latest, rng))
            self.cursor = before
        self.cursor = len(self.moments) - 1
        return None

    # Facts

    def _values(self, state: State) -> Mapping[str, str]:
        """The facts of a state: names with values, or facts that have none."""
        parts = (fact.partition(" = ") for fact in state.facts())
        return {name: value for name, _, value in parts}

    def _checked_fact(self, where: str) -> str:
        name, sign, _ = where.partition(" = ")
        if sign:
            self._known(name)
        elif not self.deciding.facts():
            raise SpielwerkError("This game tells no facts, so none can begin to be so.")
        return where

    def _checked_condition(self, where: str) -> str:
        found = _CONDITION.fullmatch(where)
        if found is None:
            raise SpielwerkError(f"'{where}' is no condition: write for example NAME >= 3.")
        self._known(found["name"])
        if found["sign"] in _SIGNS and _number(found["value"]) is None:
            raise SpielwerkError(f"'{found['value']}' is no number, and only these are compared.")
        return f"{found['name']} {found['sign']} {found['value']}"

    def _known(self, name: str) -> None:
        values = self._values(self.deciding)
        if name in values:
            return
        near = get_close_matches(name, values, 1, 0.5)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise SpielwerkError(f"Nothing is called '{name}', so this can never be hit.{hint}")

    # Questions

    def same(self) -> bool | None:
        """Whether the rules lead from the decision before to the one at the cursor once more.

        Nothing, where the cursor stands in the middle of a move, at the beginning, or where facts
        were changed.
        """
        if not self.now.deciding or not 0 < self.now.entries <= len(self.script):
            return None
        entry = self.script[self.now.entries - 1]
        if not isinstance(entry, Event):
            return None
        before = next(
            moment
            for moment in reversed(self.moments[: self.cursor])
            if moment.deciding and moment.entries == self.now.entries - 1
        )
        return before.state.after(entry.moves, entry.late) == self.now.state


def condition_holds(condition: str, values: Mapping[str, Any]) -> bool:
    """Whether ``NAME >= 3`` and the like hold of values by their names."""
    found = _CONDITION.fullmatch(condition)
    if found is None or found["name"] not in values:
        return False
    value, wanted = str(values[found["name"]]), found["value"]
    match found["sign"]:
        case "=":
            return value == wanted
        case "!=":
            return value != wanted
    one, other = _number(value), _number(wanted)
    return one is not None and other is not None and _SIGNS[found["sign"]](one, other)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
