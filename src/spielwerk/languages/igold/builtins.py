"""What the processor's functions call: selecting, counting, moving, shuffling.

All of them work on a :class:`~.position.Position`. Where a rule of the language is broken they
raise :class:`~.position.Fault` with the place in the file that is to blame.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal
from operator import index
from random import Random
from typing import Any, NoReturn

from spielwerk.core import Explanation
from spielwerk.languages.igold.limits import LARGEST, SET_VALUES, WORK
from spielwerk.languages.igold.position import Fault, MatchPosition

_KINDS: dict[str, tuple[str, type | tuple[type, ...]]] = {
    "whole": ("whole number", int),
    "integer": ("number", (int, Decimal)),
    "decimal": ("number", (int, Decimal)),
    "boolean": ("truth value", bool),
    "string": ("text", str),
    "enum": ("value of an enumeration", str),
    "set": ("set", frozenset),
}
"""What each kind of value is called, and what it is in Python."""


class Builtins:
    """The functions of one program, which know its sites."""

    def __init__(self, sites: Sequence[Any]) -> None:
        self._sites = sites

    def fault(self, site: int, claim: str) -> Fault:
        return Fault(Explanation(claim, holds=False, source=self._sites[site].span))

    def counted(
        self, s: MatchPosition, things: Sequence[int], cost: int, site: int
    ) -> Sequence[int]:
        """What a loop goes through, each of which costs some operations."""
        s.work += len(things) * cost + 1
        if s.work > WORK:
            raise too_much_work(self._sites[site])
        return things

    def too_large(self, site: int) -> NoReturn:
        """Refuse a number."""
        text = self._sites[site].text
        claim = f"Numbers have at most {len(str(LARGEST)) - 1} digits, and this has more: {text}."
        advice = "Give its type a minimum and a maximum, or let it grow less often."
        raise self.fault(site, f"{claim} {advice}")

    def product(self, site: int, *factors: Any) -> Any:
        """All numbers multiplied."""
        found: Any = 1
        for factor in factors:
            found *= factor
            if not -LARGEST < found < LARGEST:
                self.too_large(site)
        return found

    def enlarged(self, s: MatchPosition, values: frozenset[Any], value: Any, site: int) -> Any:
        """A set with a value."""
        if len(values) >= SET_VALUES and value not in values:
            raise self.fault(site, f"A set has at most {SET_VALUES:,} values.")
        s.work += len(values)
        return values | {value}

    def need(self, number: int, site: int) -> int:
        """The element, which must be there."""
        if number < 0:
            text = self._sites[site].text
            raise self.fault(site, f"There is nothing here: {text}. A selector needs one element.")
        return number

    def only(self, found: Sequence[int], site: int) -> int:
        """The one element that was found."""
        if len(found) != 1:
            text = self._sites[site].text
            raise self.fault(site, f"Exactly one was needed, {len(found)} were found: {text}.")
        return found[0]

    def needed(self, kind: str, value: Any, site: int) -> Any:
        """The value, which must be of a kind."""
        word, wanted = _KINDS[kind]
        if not isinstance(value, wanted):
            text = self._sites[site].text
            raise self.fault(site, f"A {word} is needed here, not '{value}': {text}.")
        if isinstance(value, int | Decimal) and not -LARGEST < value < LARGEST:
            self.too_large(site)
        return value

    def quotient(self, one: Any, other: Any, site: int) -> Any:
        if other == 0:
            raise self.fault(site, f"Division by zero: {self._sites[site].text}.")
        if isinstance(one, Decimal) or isinstance(other, Decimal):
            found = one / other
            return found if -LARGEST < found < LARGEST else self.too_large(site)
        return one // other

    def remainder(self, one: Any, other: Any, site: int) -> Any:
        if other == 0:
            raise self.fault(site, f"Division by zero: {self._sites[site].text}.")
        return one % other

    def move(
        self,
        s: MatchPosition,
        thing: int,
        field: int,
        owned: bool,
        free: bool,
        bottom: bool,
        site: int,
    ) -> None:
        """Move an object on top of a field, or below what lies there."""
        world = s.world
        here = s.place[thing]
        allowed = world.allowed[field]
        if allowed is not None and world.objects[thing].type.id not in allowed:
            name, place = world.objects[thing].word, world.fields[field].word
            raise self.fault(site, f"A {name} may not lie in '{place}'.")
        if here in world.board.bound and not free and world.board.path(s, here, field) < 0:
            one, other = world.fields[here].word, world.fields[field].word
            raise self.fault(site, f"There is no path from '{one}' to '{other}'.")
        s.work += len(s.inside[here]) + len(s.inside[field])
        s.inside[here] = tuple([one for one in s.inside[here] if one != thing])
        s.inside[field] = (thing, *s.inside[field]) if bottom else (*s.inside[field], thing)
        s.place[thing] = field
        if owned:
            s.owner[thing] = s.holder[world.fields[field].index]

    def move_many(
        self,
        s: MatchPosition,
        one: int,
        other: int,
        count: int | None,
        top: bool,
        owned: bool,
        free: bool,
        bottom: bool,
        site: int,
    ) -> None:
        """Move objects from one end of a field, one by one."""
        here = s.inside[one]
        many = len(here) if count is None else max(0, min(int(count), len(here)))
        moved = here[len(here) - many :][::-1] if top else here[:many]
        if count is None:
            moved = here
        for thing in moved:
            self.move(s, thing, other, owned, free, bottom, site)

    def swap(self, s: MatchPosition, one: int, other: int, owned: bool, site: int) -> None:
        """Exchange what lies in two fields."""
        mine, theirs = s.inside[one], s.inside[other]
        for thing in mine:
            self.move(s, thing, other, owned, True, False, site)
        for thing in theirs:
            self.move(s, thing, one, owned, True, False, site)


def too_much_work(place: Any) -> Fault:
    """What rules are told that go on for too long; the place is a site or a step."""
    claim = f"More than {WORK:,} operations follow each other before anybody is asked"
    advice = "Loops in loops multiply: go through fewer elements, or keep what an inner loop finds."
    return Fault(Explanation(f"{claim}: {place.text}. {advice}", holds=False, source=place.span))


def reduced(s: MatchPosition, values: frozenset[Any], value: Any, _site: int) -> Any:
    """A set without a value."""
    s.work += len(values)
    return values - {value}


def listed(s: MatchPosition, things: tuple[int, ...], thing: int) -> tuple[int, ...]:
    """A link list with an element."""
    s.work += len(things)
    return things if thing in things else (*things, thing)


def unlisted(s: MatchPosition, things: tuple[int, ...], thing: int) -> tuple[int, ...]:
    """A link list without an element."""
    s.work += len(things)
    return tuple([one for one in things if one != thing])


def draw_seed(s: MatchPosition) -> Random:
    """A generator from the seed that the position carries, which changes by that."""
    rng = Random(s.seed)
    s.seed = rng.getrandbits(62)
    return rng


def shuffle(s: MatchPosition, field: int) -> None:
    """Put what lies in a field into random order."""
    order = list(s.inside[field])
    s.work += len(order)
    draw_seed(s).shuffle(order)
    s.inside[field] = tuple(order)
    s.mixed.append(s.inside[field])


def some(number: int) -> tuple[int, ...]:
    """The element, or none."""
    return () if number < 0 else (number,)


def each(*numbers: int) -> tuple[int, ...]:
    """The elements, each once."""
    return tuple(dict.fromkeys(numbers))


def at(things: Sequence[int], end: int) -> int:
    """The first or last, or -1."""
    return things[end] if things else -1


def top(things: Sequence[int], count: int) -> Sequence[int]:
    """The last few, the very last first."""
    return tuple(reversed(things[max(0, len(things) - max(0, count)) :]))


def bounded(bounds: tuple[int | None, int | None], value: Any) -> Any:
    """The value, or the bound it went beyond."""
    low, high = bounds
    if low is not None and value < low:
        return low
    return high if high is not None and value > high else value


def executions(s: MatchPosition, action: int, scope: str, who: int | None) -> int:
    """How often an action was executed."""
    counts = {"game": s.counts, "phase": s.phase_counts, "phaseState": s.state_counts}[scope]
    if who is not None:
        return counts.get((action, who), 0)
    s.work += len(counts)
    return sum(count for (one, _), count in counts.items() if one == action)


def under_way(s: MatchPosition, action: int, who: int | None) -> bool:
    """Whether somebody, or an actor, executes an action."""
    return any(run.act == action and who in (None, run.who) for run in s.runs)


def action_state(s: MatchPosition, who: int) -> int:
    """The state of the action that an actor executes, or -1."""
    return next((run.stage for run in s.runs if run.who == who and run.act >= 0), -1)


def active(s: MatchPosition) -> Collection[int]:
    """The implications that are active."""
    if s.effective is None:
        s.world.recompute(s)
    return s.active


def effective(s: MatchPosition) -> Sequence[Any]:
    """The values of attributes with what implications make of them."""
    if s.effective is None:
        s.world.recompute(s)
    assert s.effective is not None
    return s.effective


BUILTINS = {
    "Decimal": Decimal,
    "action_state": action_state,
    "active": active,
    "at": at,
    "bounded": bounded,
    "each": each,
    "effective": effective,
    "executions": executions,
    "index": index,
    "listed": listed,
    "reduced": reduced,
    "shuffle": shuffle,
    "some": some,
    "top": top,
    "under_way": under_way,
    "unlisted": unlisted,
}
"""The functions that are the same for every program."""
