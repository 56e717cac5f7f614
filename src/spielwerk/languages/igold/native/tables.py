"""The tables that rules read, as constants of the native engine.

A name of the program, as :mod:`~spielwerk.languages.igold.world` filled it, goes in; what comes
out is a number, a list, or what follows from a place in the table.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from spielwerk.languages.igold.native.emitting import CannotLower, ModuleWriter, Num, Truth
from spielwerk.languages.igold.native.memory import SCALARS, TEXT, MatchMemory
from spielwerk.languages.igold.native.sequences import Body, Listed, Searched, Things
from spielwerk.languages.igold.world import Absent

if TYPE_CHECKING:
    from spielwerk.languages.igold.native.emitting import FunctionWriter
    from spielwerk.languages.igold.native.places import PlaceCompiler

_FAR = 1 << 62
"""Further than any number may be."""
_STEPS = 64
"""Fields are looked up so many steps ahead and back."""
_PATHS = 1 << 20
"""So many pairs of fields have their distances in a table."""


class Tables:
    """What the names of a program stand for."""

    def __init__(self, memory: MatchMemory, module: ModuleWriter) -> None:
        self.memory = memory
        self.module = module
        self.names = memory.engine.names
        self.keys = memory.engine.program.tables
        self.own: dict[str, list[int]] = {}
        """Tables of the state machine."""
        self._absent: dict[int, int] = {}

    def _number(self, value: Any) -> int:
        if isinstance(value, Absent):
            # Nothing is equal to what is not there, but itself.
            return -2 * TEXT - self._absent.setdefault(id(value), len(self._absent))
        return self.memory.texts.encode(value)

    def whole(self, name: str) -> Num | Things:
        """A name by itself: an option, or a list of elements."""
        if name not in self.keys:
            raise CannotLower(f"'{name}'")
        found = self.names[name]
        if self.keys[name][0] == "instances":
            return self._listed([one for one, _ in found])
        if isinstance(found, list | tuple):
            return self._listed(found)
        return Num(str(self._number(found)))

    def _listed(self, found: Sequence[Any]) -> Listed:
        numbers = [self._number(one) for one in found]
        return Listed(self.module.table(numbers), Num(str(len(numbers))), max(1, len(numbers)))

    def entry(self, body: PlaceCompiler, name: str, place: ast.expr) -> Num | Things:
        """What stands at a place of a table."""
        if name in self.own:
            # The state machine does not go beyond its tables.
            return body.w.get(self.module.table(self.own[name]), body.num(place))
        if name not in self.keys:
            raise CannotLower(f"'{name}'")
        found = self.names[name]
        if not isinstance(found, list | tuple):
            raise CannotLower(f"a place of '{name}'")
        if self.keys[name][0] in ("fields of", "next fields"):
            return self._nested(body, found, body.num(place))
        if self.keys[name][0] == "instances":
            return self._nested(body, [[one for one, _ in row] for row in found], body.num(place))
        return self._look_up(body, [self._number(one) for one in found], body.num(place))

    def _look_up(self, body: PlaceCompiler, numbers: Sequence[int], place: Num) -> Num:
        w = body.w
        known = place.known
        if known is not None and -len(numbers) <= known < len(numbers):
            return Num(str(numbers[known]))
        at = w.call("within", place, Num(str(len(numbers))))
        return w.get(self.module.table(numbers or [0]), at)

    def _nested(self, body: PlaceCompiler, lists: Sequence[Sequence[int]], place: Num) -> Listed:
        w = body.w
        starts = [0]
        for one in lists:
            starts.append(starts[-1] + len(one))
        at = w.call("within", place, Num(str(len(lists))))
        begin = w.get(self.module.table(starts), at)
        end = w.get(self.module.table(starts), w.add(at, 1))
        flat = self.module.table([number for one in lists for number in one] or [0])
        many = w.num(f"sub i64 {end.op}, {begin.op}")
        return Listed(w.at(flat, begin), many, max(map(len, lists), default=1) or 1)

    def pairs(
        self, body: PlaceCompiler, things: ast.expr, each: Callable[[Num, Num], None]
    ) -> None:
        """Go through the instances of something, each with what it is part of."""
        match things:
            case ast.Name(id=name):
                rows: Sequence[Any] = (self.names[name],)
                which = Num("0")
            case ast.Subscript(value=ast.Name(id=name), slice=place):
                rows, which = self.names[name], body.num(place)
            case _:
                raise CannotLower(f"instances of {ast.unparse(things)}")
        first = self._nested(body, [[one for one, _ in row] for row in rows], which)
        second = self._nested(body, [[other for _, other in row] for row in rows], which)
        w = body.w
        w.count(
            Num("0"), first.many, lambda i: each(w.get(first.pointer, i), w.get(second.pointer, i))
        )

    def bounds(self, body: PlaceCompiler, place: Num) -> tuple[Num, Num]:
        """The least and the largest value of an attribute."""
        found = self.names["bounds"]
        low = [-_FAR if one is None else one for one, _ in found]
        high = [_FAR if one is None else one for _, one in found]
        return self._look_up(body, low, place), self._look_up(body, high, place)

    # Links and fields

    def _links(self, slot: ast.expr) -> list[int]:
        match slot:
            case ast.Subscript(value=ast.Name(id=name)) if self.keys.get(name, ("",))[0] == "link":
                return [one for one in self.names[name] if isinstance(one, int)]
        raise CannotLower(f"a link like {ast.unparse(slot)}")

    def is_list(self, slot: ast.expr) -> bool:
        """Whether a link names any number of elements."""
        kinds = {bool(self.memory.world.links[one].value.many) for one in self._links(slot)}
        if len(kinds) > 1:
            raise CannotLower(f"links of one name, some of them lists: {ast.unparse(slot)}")
        return kinds == {True}

    def link_limit(self, slot: ast.expr) -> int:
        return max((self.memory.link_limits[one] for one in self._links(slot)), default=1)

    def link_place(self, body: PlaceCompiler, number: Num) -> Num:
        return self._look_up(body, self.memory.links, number)

    def field_place(self, body: PlaceCompiler, number: Num) -> Num:
        return self._look_up(body, self.memory.fields, number)

    # The board

    def ask(self, body: PlaceCompiler, name: str, arguments: list[ast.expr]) -> Num | Things:
        """A question to the board."""
        board = self.memory.world.board
        fields = len(self.memory.world.fields)
        match self.keys[name][0]:
            case "path":
                _, one, other = arguments
                return self.path(body, body.num(one), body.num(other))
            case "reach":
                _, one, steps = arguments
                return self._reach(body, body.num(one), body.num(steps))
            case "shift":
                one, *offset = arguments
                by = tuple(int(ast.literal_eval(each)) for each in offset)
                table = [board.shift(n, by[0], by[1], by[2]) for n in range(fields)]
                return self._look_up(body, table, body.num(one))
            case "advance":
                one, steps = arguments
                rows = [
                    board.advance(n, by) for n in range(fields) for by in range(-_STEPS, _STEPS + 1)
                ]
                w = body.w
                row = w.call("within", body.num(one), Num(str(fields)))
                along = w.add(body.num(steps), _STEPS)
                w.bail_if(w.compare("ugt", along, 2 * _STEPS))
                start = w.num(f"mul i64 {row.op}, {2 * _STEPS + 1}")
                return self._look_up(body, rows, w.add(start, along))
        raise CannotLower(f"'{name}' of the board")

    def path(self, body: PlaceCompiler, one: Num, other: Num) -> Num:
        """The steps from field to field."""
        w = body.w
        board = self.memory.world.board
        fields = len(self.memory.world.fields)
        if fields * fields > _PATHS:
            raise CannotLower(f"paths between {fields} fields")
        self._work(body, fields)
        table = [board.distance(a, b) for a in range(fields) for b in range(fields)]
        many = Num(str(fields))
        row = w.num(f"mul i64 {w.call('within', one, many).op}, {fields}")
        place = w.add(row, w.call("within", other, many))
        return w.get(self.module.table(table or [0]), place)

    def _reach(self, body: PlaceCompiler, one: Num, steps: Num) -> Things:
        board = self.memory.world.board
        fields = range(len(self.memory.world.fields))
        self._work(body, len(fields))
        rows = [board.lengths(n) for n in fields]
        near = self._nested(body, [list(row) for row in rows], one)
        far = self._nested(body, [list(row.values()) for row in rows], one)

        def walk(w: FunctionWriter, do: Body) -> None:
            def look(i: Num) -> None:
                length = w.get(far.pointer, i)
                fits = w.op(
                    f"and i1 {w.compare('sgt', length, 0).op}, {w.compare('sle', length, steps).op}"
                )
                yes, no = w.fresh("yes"), w.fresh("no")
                w.branch(Truth(fits), yes, no)
                w.label(yes)
                do(w.get(near.pointer, i))
                w.label(no)

            w.count(Num("0"), near.many, look)

        return Searched(walk, near.limit)

    def _work(self, body: PlaceCompiler, more: int) -> None:
        w = body.w
        place = w.at("%s", Num(str(SCALARS.index("work"))))
        w.store(place, w.add(w.load(place), more))
