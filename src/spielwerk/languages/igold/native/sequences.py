"""What rules go through, while it is being compiled: lists in memory, ranges, searches.

A :class:`Things` can be gone through, counted and asked for a member; how depends on what it is.
Only what must be counted before it is gone through is ever written down (:func:`noted`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from spielwerk.languages.igold.native.emitting import FunctionWriter, Num, Truth

Body = Callable[[Num], None]


class Things(ABC):
    """Numbers, one after another."""

    limit: int
    """At most how many there are; more than that make the engine bail out."""

    @abstractmethod
    def go_through(self, w: FunctionWriter, body: Body) -> None:
        """Do something for each of them."""

    def length(self, w: FunctionWriter) -> Num:
        place = w.local()
        w.store(place, Num("0"))
        self.go_through(w, lambda _: w.store(place, w.add(w.load(place), 1)))
        return w.load(place)

    def some(self, w: FunctionWriter) -> Truth:
        """Whether there is any."""
        return w.compare("ne", self.length(w), 0)

    def has(self, w: FunctionWriter, wanted: Num) -> Truth:
        """Whether one of them is wanted."""
        place = w.local()
        w.store(place, Num("0"))

        def look(one: Num) -> None:
            same = w.as_num(w.compare("eq", one, wanted))
            w.store(place, w.num(f"or i64 {w.load(place).op}, {same.op}"))

        self.go_through(w, look)
        return w.as_truth(w.load(place))


@dataclass
class Listed(Things):
    """A list in memory."""

    pointer: str
    many: Num
    limit: int

    def go_through(self, w: FunctionWriter, body: Body) -> None:
        w.count(Num("0"), self.many, lambda i: body(w.get(self.pointer, i)))

    def length(self, w: FunctionWriter) -> Num:
        return self.many

    def item(self, w: FunctionWriter, index: Num) -> Num:
        """The one at a place, from the end where it is negative."""
        return w.get(self.pointer, w.call("within", index, self.many))


@dataclass
class Numbers(Things):
    """All numbers from one to below another."""

    low: Num
    high: Num
    limit: int

    def go_through(self, w: FunctionWriter, body: Body) -> None:
        # A range can be longer than anybody may ask for: one more than the limit is enough.
        w.count(Num("0"), self.length(w), lambda i: body(w.num(f"add i64 {self.low.op}, {i.op}")))

    def length(self, w: FunctionWriter) -> Num:
        many = w.num(f"sub i64 {self.high.op}, {self.low.op}")
        low = w.op(f"call i64 @llvm.smax.i64(i64 {many.op}, i64 0)")
        return w.num(f"call i64 @llvm.smin.i64(i64 {low}, i64 {self.limit + 1})")


@dataclass
class Few(Things):
    """Some numbers that are written there."""

    numbers: tuple[Num, ...]

    @property
    def limit(self) -> int:  # type: ignore[override]
        return len(self.numbers)

    def go_through(self, w: FunctionWriter, body: Body) -> None:
        for one in self.numbers:
            body(one)

    def length(self, w: FunctionWriter) -> Num:
        return Num(str(len(self.numbers)))


@dataclass
class AtMostOne(Things):
    """A number, or nothing where it is negative."""

    number: Num
    limit: int = 1

    def go_through(self, w: FunctionWriter, body: Body) -> None:
        w.when(w.compare("sge", self.number, 0), lambda: body(self.number))

    def length(self, w: FunctionWriter) -> Num:
        return w.as_num(w.compare("sge", self.number, 0))


@dataclass
class Limited(Things):
    """The same things, or none of them."""

    things: Things
    many: Num
    """How many there are, which may be none after all."""

    @property
    def limit(self) -> int:  # type: ignore[override]
        return self.things.limit

    def go_through(self, w: FunctionWriter, body: Body) -> None:
        def all_of_them() -> None:
            self.things.go_through(w, body)

        if isinstance(self.things, Listed):
            Listed(self.things.pointer, self.many, self.limit).go_through(w, body)
        else:
            w.when(w.compare("ne", self.many, 0), all_of_them)

    def length(self, w: FunctionWriter) -> Num:
        return self.many


@dataclass
class Searched(Things):
    """Numbers that are worked out one by one."""

    walk: Callable[[FunctionWriter, Body], None]
    limit: int

    def go_through(self, w: FunctionWriter, body: Body) -> None:
        self.walk(w, body)


def noted(w: FunctionWriter, things: Things, *, once: bool = False) -> Listed:
    """The same as a list in the memory of the function; with ``once`` each number once."""
    if isinstance(things, Limited) and isinstance(things.things, Listed):
        things = Listed(things.things.pointer, things.many, things.limit)
    if isinstance(things, Listed) and not once:
        return things
    room = max(things.limit, 1)
    pointer, many = w.local(room), w.local()
    w.store(many, Num("0"))

    def note(one: Num) -> None:
        here = w.load(many)
        if once:
            known, done = Listed(pointer, here, room).has(w, one), w.fresh("done")
            new = w.fresh("new")
            w.branch(known, done, new)
            w.label(new)
            keep(one)
            w.label(done)
        else:
            keep(one)

    def keep(one: Num) -> None:
        here = w.load(many)
        w.bail_if(w.compare("sge", here, room))
        place = w.num(f"call i64 @llvm.smin.i64(i64 {here.op}, i64 {room - 1})")
        w.put(pointer, place, one)
        w.store(many, w.add(place, 1))

    things.go_through(w, note)
    return Listed(pointer, w.load(many), room)
