"""From the Python that the processor writes to LLVM.

The functions of a program use a small part of Python: whole numbers, lists that are gone through,
comparisons, and the helpers of :mod:`~spielwerk.languages.igold.builtins`. :class:`Lowering`
compiles exactly that part, so that rules have one meaning, whichever engine runs them; anything
else is refused with :class:`~.emitting.CannotLower`. The native state machine (``settling.kernel``)
is written in the same part of Python, with ``m[...]`` for a place of the match's memory.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from spielwerk.languages.igold.native.emitting import (
    CannotLower,
    FunctionWriter,
    ModuleWriter,
    Num,
)
from spielwerk.languages.igold.native.memory import NONE, SCALARS, MatchMemory, RunPlace
from spielwerk.languages.igold.native.sequences import Listed, Searched, Things, noted
from spielwerk.languages.igold.native.tables import Tables
from spielwerk.languages.igold.native.values import ValueCompiler

_CONTEXT = ("me", "who", "act", "x")


class Lowering:
    """Compiles functions into a module, each when it is first asked for."""

    def __init__(self, memory: MatchMemory, module: ModuleWriter) -> None:
        self.memory = memory
        self.module = module
        self.tables = Tables(memory, module)
        self.constants: dict[str, int] = {}
        """Names that stand for numbers in the state machine."""
        self.kernels: dict[str, ast.FunctionDef] = {}
        """The functions of the state machine."""
        self.linked: dict[str, Callable[[], str]] = {}
        """Functions of the program that the state machine calls, compiled when it does."""
        self._done: set[str] = set()

    def number(self, name: str, frame: Sequence[RunPlace] | None = None) -> str:
        """A function of the program that gives a number, or just does something."""
        return self._compiled(name, name, frame, "number")

    def listing(
        self, name: str, frame: Sequence[RunPlace] | None = None, *, once: bool = False
    ) -> str:
        """A function that writes a list to the place ``out``, where there is room for ``room``."""
        how = "once" if once else "list"
        return self._compiled(f"{name}_{how}", name, frame, how)

    def mask(self, name: str) -> str:
        """A function of actors, as one that gives the bits of their numbers."""
        return self._compiled(f"{name}_mask", name, None, "mask")

    def _compiled(
        self, target: str, name: str, frame: Sequence[RunPlace] | None, gives: str
    ) -> str:
        if target not in self._done:
            self._done.add(target)
            node = self.memory.function(name)
            given = [arg.arg for arg in node.args.args if arg.arg in _CONTEXT]
            if gives in ("list", "once"):
                given += ["out", "room"]
            body = FunctionCompiler(self, FunctionWriter(target, given), frame, gives, checked=True)
            body.run(node)
            self.module.add(body.w)
        return target

    def kernel(self, name: str) -> str:
        """A function of the state machine."""
        if name not in self._done:
            self._done.add(name)
            node = self.kernels[name]
            given = [arg.arg for arg in node.args.args[1:]]
            shared = bool(node.decorator_list)
            body = FunctionCompiler(
                self, FunctionWriter(name, given, shared=shared), None, "number", checked=False
            )
            body.run(node)
            self.module.add(body.w)
        return name


class FunctionCompiler(ValueCompiler):
    """Compiles one function."""

    def run(self, node: ast.FunctionDef) -> None:
        changed = {
            one.id
            for one in ast.walk(node)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        for name in changed & set(self.w.parameters):
            self.put(ast.Name(name), Num(f"%{name}"))
        for one in node.body:
            self.statement(one)
        if self.w.open:
            self.w.give(Num("0"))

    def statement(self, node: ast.stmt) -> None:
        if not self.w.open:
            return
        match node:
            case ast.Return(value=value):
                self._return(value)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call() as call):
                self._act(call)
            case ast.Assign(targets=targets, value=value):
                self._assign(targets, value)
            case ast.AugAssign(target=target, op=op, value=value):
                self.put(target, self.binary(self.num(_loaded(target)), op, self.num(value)))
            case ast.If(test=test, body=body, orelse=orelse):
                self._if(test, body, orelse)
            case ast.For(target=target, iter=things, body=body):
                self._for(target, things, body)
            case ast.While(test=test, body=body):
                self._while(test, body)
            case ast.Break():
                self.w.go(self.loops[-1][1])
            case ast.Continue():
                self.w.go(self.loops[-1][0])
            case _:
                raise CannotLower(f"a statement like {ast.unparse(node)}")

    def _return(self, value: ast.expr | None) -> None:
        w = self.w
        if self.gives == "number":
            w.give(self.num(value) if value is not None else Num("0"))
            return
        assert value is not None
        things = self.things(value)
        if self.gives == "mask":
            place = w.local()
            w.store(place, Num("0"))

            def join(one: Num) -> None:
                bit = w.op(f"shl i64 1, {one.op}")
                w.store(place, w.num(f"or i64 {w.load(place).op}, {bit}"))

            things.go_through(w, join)
            w.give(w.load(place))
            return
        self.write(things, Num("%out"), Num("%room"), once=self.gives == "once")
        w.give(Num("0"))

    def write(self, things: Things, out: Num, room: Num, *, once: bool) -> None:
        """Write things as a list to a place of the match's memory."""
        w = self.w
        start = w.at("%s", out)
        first = w.at(start, Num("1"))
        many = w.local()
        w.store(many, Num("0"))

        def note(one: Num) -> None:
            done, bad, good = w.fresh("noted"), w.fresh("full"), w.fresh("good")
            if once:
                new = w.fresh("new")
                w.branch(Listed(first, w.load(many), 0).has(w, one), done, new)
                w.label(new)
            here = w.load(many)
            w.branch(w.compare("sge", here, room), bad, good)
            w.label(bad)
            w.bail()
            w.go(done)
            w.label(good)
            w.put(first, here, one)
            w.store(many, w.add(here, 1))
            w.label(done)

        things.go_through(w, note)
        w.store(start, w.load(many))

    def _assign(self, targets: list[ast.expr], value: ast.expr) -> None:
        match targets, value:
            case [ast.Name(id="w"), ast.Attribute(attr="effective")], _:
                self.w.call(self.lowering.kernel("begin_effective"))
                return
            case [ast.Name(id="on"), ast.Attribute(attr="active")], _:
                return
            case [ast.Attribute(attr="shown")], ast.Dict():
                self._clear_shown()
                return
            case _, ast.Constant(value=None):
                for one in targets:
                    assert isinstance(one, ast.Name)
                    self.names[one.id] = Num(str(NONE))
                return
            case [ast.Subscript(value=ast.Attribute(attr="shown"), slice=key)], ast.Call():
                self._show(key, value)
                return
            case [ast.Subscript(value=ast.Attribute(attr="links"), slice=slot)], _ if self._is_list(
                slot
            ):
                self._assign_list(slot, value)
                return
        found = self.value(value)
        if isinstance(found, Things):
            (target,) = targets
            assert isinstance(target, ast.Name)
            self.names[target.id] = noted(self.w, found) if isinstance(found, Searched) else found
            return
        for one in targets:
            self.put(one, self.w.as_num(found))

    def put(self, target: ast.expr, value: Num) -> None:
        w = self.w
        match target:
            case ast.Name(id=name):
                if name not in self.slots:
                    self.slots[name] = w.local()
                w.store(self.slots[name], value)
            case ast.Attribute(value=ast.Name(id="s"), attr=name) if name in SCALARS:
                w.put("%s", Num(str(SCALARS.index(name))), value)
            case ast.Subscript(value=ast.Name(id="m"), slice=place):
                w.put("%s", self.num(place), value)
            case ast.Subscript(value=ast.Name(id="x"), slice=ast.Constant(value=int(slot))):
                w.store(self._memory(slot), value)
            case ast.Subscript(value=ast.Name(id="w"), slice=place):
                w.store(self._element("changed", place), value)
            case ast.Subscript(value=ast.Attribute(attr="links"), slice=place):
                w.put("%s", self._link(place), value)
            case ast.Subscript(value=ast.Attribute(attr=name), slice=place):
                w.store(self._element(name, place), value)
            case _:
                raise CannotLower(f"an assignment to {ast.unparse(target)}")

    def _act(self, call: ast.Call) -> None:
        match call:
            case ast.Call(func=ast.Name(id="add"), args=[ast.Tuple(elts=[who, act])]):
                self.w.call(self.lowering.kernel("add_able"), self.num(who), self.num(act))
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="drawn")),
                args=[ast.Constant(value=reference), *_],
            ):
                if reference in self.memory.drawn:
                    place = Num(str(self.memory.drawn[reference][0]))
                    self.w.put("%s", place, Num(str(NONE)))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="on")), args=[one]):
                self.w.store(self._element("active", one), Num("1"))
            case _:
                self.value(call)

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        w = self.w
        yes, no, done = w.fresh("yes"), w.fresh("no"), w.fresh("done")
        w.branch(self.truth(test), yes, no if orelse else done)
        w.label(yes)
        for one in body:
            self.statement(one)
        if w.open:
            w.go(done)
        if orelse:
            w.label(no)
            for one in orelse:
                self.statement(one)
            if w.open:
                w.go(done)
        w.label(done)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        w = self.w
        again, inside, done = w.fresh("again"), w.fresh("inside"), w.fresh("done")
        w.label(again)
        w.branch(self.truth(test), inside, done)
        w.label(inside)
        self.loops.append((again, done))
        for one in body:
            self.statement(one)
        self.loops.pop()
        if w.open:
            w.go(again)
        w.label(done)

    def _for(self, target: ast.expr, things: ast.expr, body: list[ast.stmt]) -> None:
        w = self.w
        leave = w.fresh("left")

        def each(*numbers: Num) -> None:
            targets = target.elts if isinstance(target, ast.Tuple) else [target]
            for name, number in zip(targets, numbers, strict=True):
                assert isinstance(name, ast.Name)
                self.slots.pop(name.id, None)
                self.names[name.id] = number
            on = w.fresh("on")
            self.loops.append((on, leave))
            for one in body:
                self.statement(one)
            self.loops.pop()
            w.label(on)

        if isinstance(target, ast.Tuple):
            self.lowering.tables.pairs(self, things, each)
        else:
            self.things(things).go_through(w, each)
        w.label(leave)
        for name in target.elts if isinstance(target, ast.Tuple) else [target]:
            assert isinstance(name, ast.Name)
            self.names.pop(name.id, None)  # its number is known only inside

    def _assign_list(self, slot: ast.expr, value: ast.expr) -> None:
        w = self.w
        things = noted(w, self.things(value))
        at, limit = self._link(slot), self.lowering.tables.link_limit(slot)
        self.write(things, at, Num(str(limit)), once=False)

    def _clear_shown(self) -> None:
        w = self.w
        for kind, first in self.memory.shown.items():
            many = len(self.memory.world.of(kind))
            pointer = w.at("%s", Num(str(first)))
            w.count(Num("0"), Num(str(many)), lambda i, p=pointer: w.put(p, i, Num("-1")))  # type: ignore[misc]

    def _show(self, key: ast.expr, value: ast.Call | ast.expr) -> None:
        w = self.w
        assert isinstance(key, ast.Tuple)
        assert isinstance(value, ast.Call)
        kind, element = key.elts
        name = str(ast.literal_eval(kind))
        place = w.local()
        w.store(place, Num("0"))

        def join(one: Num) -> None:
            bit = w.op(f"shl i64 1, {one.op}")
            w.store(place, w.num(f"or i64 {w.load(place).op}, {bit}"))

        many = Num(str(len(self.memory.world.of(name))))
        number = w.call("within", self.num(element), many)
        self.things(value.args[0]).go_through(w, join)
        w.put("%s", w.add(number, self.memory.shown[name]), w.load(place))


def _loaded(target: ast.expr) -> ast.expr:
    """What is written to, as what is read."""
    return ast.parse(ast.unparse(target), mode="eval").body
