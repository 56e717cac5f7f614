"""Expressions: numbers, comparisons, searches."""

from __future__ import annotations

import ast

from spielwerk.languages.igold.native.calls import CallCompiler
from spielwerk.languages.igold.native.emitting import CannotLower, FunctionWriter, Num, Truth
from spielwerk.languages.igold.native.memory import NONE, SCALARS, TEXT
from spielwerk.languages.igold.native.places import Value
from spielwerk.languages.igold.native.sequences import Body, Few, Searched, Things, noted

_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "lshr",
}
_CHECKED: dict[type[ast.operator], str] = {ast.Add: "plus", ast.Sub: "minus", ast.Mult: "times"}
_ROUNDED: dict[type[ast.operator], str] = {ast.Mod: "modulo", ast.FloorDiv: "floored"}


class ValueCompiler(CallCompiler):
    """Compiles expressions."""

    def value(self, node: ast.expr) -> Value:
        w = self.w
        match node:
            case ast.Constant(value=None):
                return Num(str(NONE))
            case ast.Constant(value=value):
                return Num(str(self.memory.texts.encode(value)))
            case ast.Name(id=name):
                return self._name(name)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return Num(str(-value))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return w.num(f"sub i64 0, {self.num(operand).op}")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Truth(w.op(f"xor i1 {self.truth(operand).op}, true"))
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(self.num(left), op, self.num(right))
            case ast.BoolOp(op=op, values=values):
                return self._joined(values, isinstance(op, ast.And))
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._either(test, body, orelse)
            case ast.NamedExpr(target=target, value=value):
                found = self.num(value)
                self.put(target, found)
                return found
            case ast.Tuple(elts=elements):
                return Few(tuple(self.num(one) for one in elements))
            case ast.ListComp(elt=element, generators=generators):
                return self._search(element, generators)
            case ast.SetComp(elt=element, generators=generators):
                return noted(w, self._search(element, generators), once=True)
            case ast.Attribute(value=ast.Name(id="s"), attr=name) if name in SCALARS:
                return w.get("%s", Num(str(SCALARS.index(name))))
            case ast.Subscript(value=holder, slice=place):
                return self._subscript(holder, place)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords):
                return self._call(name, arguments, {one.arg or "": one.value for one in keywords})
        raise CannotLower(f"an expression like {ast.unparse(node)}")

    def _name(self, name: str) -> Num | Things:
        if name in self.slots:
            return self.w.load(self.slots[name])
        if name in self.names:
            return self.names[name]
        if name in self.lowering.constants:
            return Num(str(self.lowering.constants[name]))
        return self.lowering.tables.whole(name)

    def _joined(self, values: list[ast.expr], every: bool) -> Truth:
        """``and`` and ``or``: what comes later is asked only where it matters."""
        w = self.w
        place, done = w.local(), w.fresh("done")
        for number, one in enumerate(values):
            test = self.truth(one)
            w.store(place, w.as_num(test))
            if number < len(values) - 1:
                on = w.fresh("on")
                w.branch(test, *((on, done) if every else (done, on)))
                w.label(on)
        w.label(done)
        return w.as_truth(w.load(place))

    def _either(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> Num:
        w = self.w
        place = w.local()
        yes, no, done = w.fresh("yes"), w.fresh("no"), w.fresh("done")
        w.branch(self.truth(test), yes, no)
        for label, part in ((yes, body), (no, orelse)):
            w.label(label)
            w.store(place, self.num(part))
            w.go(done)
        w.label(done)
        return w.load(place)

    def _compare(self, node: ast.Compare) -> Truth:
        match node:
            case ast.Compare(
                left=ast.Subscript(value=ast.Attribute(attr="links"), slice=slot),
                ops=[ast.NotIn()],
                comparators=[ast.Tuple()],
            ):
                empty = 0 if self._is_list(slot) else -1
                return self.w.compare("ne", self.w.get("%s", self._link(slot)), empty)
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[among]):
                found = self._among(left, among)
                return (
                    found
                    if isinstance(op, ast.In)
                    else Truth(self.w.op(f"xor i1 {found.op}, true"))
                )
        return self._chain(node)

    def _chain(self, node: ast.Compare) -> Truth:
        """Comparisons in a row: a later one is asked only where the earlier ones hold."""
        w = self.w
        place, done = w.local(), w.fresh("done")
        left = self.num(node.left)
        last = len(node.ops) - 1
        for number, (op, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
            right = self.num(comparator)
            found = w.compare(_SIGNS[type(op)], left, right)
            if last == 0:
                return found
            w.store(place, w.as_num(found))
            if number < last:
                on = w.fresh("on")
                w.branch(found, on, done)
                w.label(on)
            left = right
        w.label(done)
        return w.as_truth(w.load(place))

    def _among(self, left: ast.expr, among: ast.expr) -> Truth:
        w = self.w
        wanted = self.num(left)
        match among:
            case ast.Call(func=ast.Name(id="active")):
                w.call(self.lowering.kernel("effective"))
                return w.as_truth(w.load(self._element_at("active", wanted)))
            case ast.Name(id="on"):
                return w.as_truth(w.load(self._element_at("active", wanted)))
        found = self.value(among)
        if isinstance(found, Things):
            return found.has(w, wanted)
        bits = w.as_num(found)
        bit = w.num(f"sub i64 {wanted.op}, {TEXT}")
        fits = w.compare("ult", bit, 64)
        place = w.op(f"and i64 {bit.op}, 63")
        shifted = w.op(f"lshr i64 {bits.op}, {place}")
        there = w.op(f"trunc i64 {shifted} to i1")
        return Truth(w.op(f"and i1 {there}, {fits.op}"))

    def _search(self, element: ast.expr, generators: list[ast.comprehension]) -> Things:
        """A comprehension. What it goes through first is worked out at once, as in Python."""
        first = self.things(generators[0].iter)
        inner = [len(self.memory.world.fields), self.memory.objects, self.memory.actors]
        limit = first.limit if len(generators) == 1 else max(first.limit, *inner)

        def walk(w: FunctionWriter, body: Body) -> None:
            def level(depth: int) -> None:
                if depth == len(generators):
                    body(self.num(element))
                    return
                one = generators[depth]
                assert isinstance(one.target, ast.Name)
                name = one.target.id

                def inside(number: Num) -> None:
                    self.names[name] = number
                    skip = w.fresh("skip")
                    for test in one.ifs:
                        go = w.fresh("go")
                        w.branch(self.truth(test), go, skip)
                        w.label(go)
                    level(depth + 1)
                    w.label(skip)

                (first if depth == 0 else self.things(one.iter)).go_through(w, inside)

            level(0)

        return Searched(walk, limit)

    def binary(self, one: Num, op: ast.operator, other: Num) -> Num:
        """Two numbers made into one."""
        kind = type(op)
        if helper := _ROUNDED.get(kind) or (_CHECKED.get(kind) if self.checked else None):
            return self.w.call(helper, one, other)
        if kind not in _OPERATORS:
            raise CannotLower("an operator that rules do not have")
        return self.w.num(f"{_OPERATORS[kind]} i64 {one.op}, {other.op}")
