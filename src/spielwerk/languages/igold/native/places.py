"""Where things are: the elements, links and fields of a match, and the memory of a run."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from spielwerk.languages.igold.native.emitting import CannotLower, FunctionWriter, Num, Truth
from spielwerk.languages.igold.native.memory import RunPlace
from spielwerk.languages.igold.native.sequences import Listed, Things

if TYPE_CHECKING:
    from spielwerk.languages.igold.native.lowering import Lowering

Value = Num | Truth | Things


class PlaceCompiler(ABC):
    """Compiles what a function reads and where it writes."""

    def __init__(
        self,
        lowering: Lowering,
        w: FunctionWriter,
        frame: Sequence[RunPlace] | None,
        gives: str,
        *,
        checked: bool,
    ) -> None:
        self.lowering = lowering
        self.memory = lowering.memory
        self.w = w
        self.frame = frame
        self.gives = gives
        self.checked = checked
        """Whether sums may get too large and places be wrong: so it is in what authors write."""
        self.names: dict[str, Num | Things] = {one: Num(f"%{one}") for one in w.parameters}
        self.slots: dict[str, str] = {}
        """Variables that change, with their memory."""
        self.loops: list[tuple[str, str]] = []

    @abstractmethod
    def value(self, node: ast.expr) -> Value:
        """What an expression stands for."""

    @abstractmethod
    def put(self, target: ast.expr, value: Num) -> None:
        """Write a number to where a target stands for."""

    def num(self, node: ast.expr) -> Num:
        """The number that an expression stands for."""
        found = self.value(node)
        if isinstance(found, Things):
            raise CannotLower(f"a list where a number is needed: {ast.unparse(node)}")
        return self.w.as_num(found)

    def truth(self, node: ast.expr) -> Truth:
        """Whether what an expression stands for counts as true."""
        found = self.value(node)
        return found.some(self.w) if isinstance(found, Things) else self.w.as_truth(found)

    def things(self, node: ast.expr) -> Things:
        """The list that an expression stands for."""
        found = self.value(node)
        if not isinstance(found, Things):
            raise CannotLower(f"a number where a list is needed: {ast.unparse(node)}")
        return found

    def _subscript(self, holder: ast.expr, place: ast.expr) -> Num | Things:
        w = self.w
        match holder:
            case ast.Name(id="m"):
                return w.get("%s", self.num(place))
            case ast.Name(id="x"):
                return self._remembered(int(ast.literal_eval(place)))
            case ast.Subscript(value=ast.Name(id="x"), slice=ast.Constant(value=int(slot))) if (
                self._frame_place(slot).kind == "lists"
            ):
                return self._remembered_list(slot, self.num(place))
            case ast.Name(id="w"):
                return w.load(self._element("changed", place))
            case ast.Call(func=ast.Name(id="effective")):
                at = self._checked("changed", self.num(place))
                w.call(self.lowering.kernel("effective"))
                return w.get("%s", at)
            case ast.Attribute(attr="links"):
                at = self._link(place)
                if not self._is_list(place):
                    return w.get("%s", at)
                return self._list_at(at, self.lowering.tables.link_limit(place))
            case ast.Attribute(attr="inside"):
                at = self.lowering.tables.field_place(self, self.num(place))
                return self._list_at(at, max(self.memory.field_limits, default=1))
            case ast.Attribute(attr=name):
                return w.load(self._element(name, place))
            case ast.Name(id=name) if name not in self.names:
                return self.lowering.tables.entry(self, name, place)
        found = self.value(holder)
        if isinstance(found, Listed):
            return found.item(w, self.num(place))
        raise CannotLower(f"a place of something like {ast.unparse(holder)}")

    def _list_at(self, at: Num, limit: int) -> Listed:
        w = self.w
        start = w.at("%s", at)
        return Listed(w.at(start, Num("1")), w.load(start), max(limit, 1))

    def _link(self, place: ast.expr) -> Num:
        return self.lowering.tables.link_place(self, self.num(place))

    def _is_list(self, place: ast.expr) -> bool:
        return self.lowering.tables.is_list(place)

    def _element(self, name: str, place: ast.expr) -> str:
        return self._element_at(name, self.num(place))

    def _element_at(self, name: str, place: Num) -> str:
        return self.w.at("%s", self._checked(name, place))

    def _checked(self, name: str, place: Num) -> Num:
        """Where the element of a series is."""
        memory, world = self.memory, self.memory.world
        series = {
            "values": (memory.values, len(world.attributes)),
            "changed": (memory.changed, len(world.attributes)),
            "place": (memory.place, memory.objects),
            "owner": (memory.owner, memory.objects),
            "holder": (memory.holder, len(world.spaces)),
            "active": (memory.active, len(world.implications)),
        }
        if name not in series:
            raise CannotLower(f"'{name}' of a match")
        first, many = series[name]
        known = place.known
        if known is not None and 0 <= known < many:
            return Num(str(first + known))
        return self.w.add(self.w.call("within", place, Num(str(many))), first)

    def _frame_place(self, slot: int) -> RunPlace:
        if self.frame is None:
            raise CannotLower("memory of operations where there is none")
        return self.frame[slot]

    def _memory(self, slot: int) -> str:
        at = self.w.add(Num("%x"), self._frame_place(slot).at)
        return self.w.at("%s", at)

    def _remembered(self, slot: int) -> Num | Things:
        place = self._frame_place(slot)
        if place.kind == "number":
            return self.w.load(self._memory(slot))
        if place.kind == "list":
            return self._list_at(self.w.add(Num("%x"), place.at), place.limit)
        raise CannotLower("a selection of several as a whole")

    def _remembered_list(self, slot: int, which: Num) -> Things:
        w, place = self.w, self._frame_place(slot)
        number = w.call("within", which, Num(str(place.lists)))
        offset = w.num(f"mul i64 {number.op}, {1 + place.limit}")
        at = w.add(w.add(Num("%x"), place.at + 1), offset)
        return self._list_at(at, place.limit)
