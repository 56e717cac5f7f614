"""Calls: the helpers of the reference engine, one by one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from spielwerk.languages.igold.limits import LARGEST, WORK
from spielwerk.languages.igold.native.emitting import CannotLower, FunctionWriter, Num, Truth
from spielwerk.languages.igold.native.memory import NONE, SCALARS, SCOPES, TEXT
from spielwerk.languages.igold.native.places import PlaceCompiler, Value
from spielwerk.languages.igold.native.sequences import (
    AtMostOne,
    Body,
    Few,
    Limited,
    Numbers,
    Searched,
    Things,
    noted,
)


class CallCompiler(PlaceCompiler):
    """Compiles calls: ``_call_need`` compiles ``need(...)``, and so on."""

    def _call(
        self, name: str, arguments: list[ast.expr], keywords: Mapping[str, ast.expr]
    ) -> Value:
        if (handler := getattr(self, f"_call_{name}", None)) is not None:
            found: Value = handler(*arguments, **keywords)
            return found
        lowering = self.lowering
        if name in lowering.kernels:
            given = arguments[1:] if _is_match(arguments) else arguments
            return self.w.call(lowering.kernel(name), *map(self.num, given))
        if name in lowering.linked:
            return self.w.call(lowering.linked[name](), *map(self.num, arguments[1:]))
        if name in lowering.memory.engine.program.tables:
            return lowering.tables.ask(self, name, arguments)
        what = {"Decimal": "numbers with decimals"}
        raise CannotLower(what.get(name, f"what the processor calls '{name}'"))

    def _call_index(self, number: ast.expr) -> Num:
        found = self.num(number)
        self.w.bail_if(self.w.compare("slt", found, -TEXT))
        return found

    def _call_need(self, number: ast.expr, _site: ast.expr) -> Num:
        return self.w.call("need", self.num(number))

    def _call_needed(self, kind: ast.expr, value: ast.expr, _site: ast.expr) -> Num:
        if not (isinstance(kind, ast.Constant) and kind.value == "whole"):
            raise CannotLower("a value whose kind is only known in play")
        found = self.num(value)
        self._in_range(found)
        return found

    def _in_range(self, found: Num) -> None:
        w = self.w
        w.bail_if(w.compare("sge", found, LARGEST))
        w.bail_if(w.compare("sle", found, -LARGEST))

    def _call_only(self, things: ast.expr, _site: ast.expr) -> Num:
        w = self.w
        found = noted(w, self.things(things))
        w.bail_if(w.compare("ne", found.many, 1))
        return found.item(w, Num("0"))

    def _call_counted(
        self, _s: ast.expr, things: ast.expr, cost: ast.expr, _site: ast.expr
    ) -> Things:
        w = self.w
        found = self.things(things)
        if isinstance(found, Searched):
            found = noted(w, found)
        many = found.length(w)
        more = w.num(f"mul i64 {many.op}, {int(ast.literal_eval(cost))}")
        much = self._work(w.add(more, 1))
        # Whoever has worked too much goes through nothing any more, so that it ends soon.
        return Limited(found, w.num(f"select i1 {much.op}, i64 0, i64 {many.op}"))

    def _work(self, more: Num) -> Truth:
        """Count work; whether it is too much."""
        w = self.w
        place = w.at("%s", Num(str(SCALARS.index("work"))))
        work = w.add(w.load(place), more)
        w.store(place, work)
        much = w.compare("sgt", work, WORK)
        w.bail_if(much)
        return much

    def _call_too_large(self, _site: ast.expr) -> Num:
        self.w.bail()
        return Num("0")

    def _call_product(self, _site: ast.expr, *factors: ast.expr) -> Num:
        found = Num("1")
        for factor in factors:
            found = self.w.call("times", found, self.num(factor))
            self._in_range(found)
        return found

    def _call_quotient(self, one: ast.expr, other: ast.expr, _site: ast.expr) -> Num:
        return self.w.call("floored", self.num(one), self.num(other))

    def _call_remainder(self, one: ast.expr, other: ast.expr, _site: ast.expr) -> Num:
        return self.w.call("modulo", self.num(one), self.num(other))

    def _call_bounded(self, bounds: ast.expr, value: ast.expr) -> Num:
        w = self.w
        assert isinstance(bounds, ast.Subscript)
        low, high = self.lowering.tables.bounds(self, self.num(bounds.slice))
        found = self.num(value)
        above = w.op(f"call i64 @llvm.smax.i64(i64 {found.op}, i64 {low.op})")
        below = w.compare("slt", found, low)
        least = w.op(f"call i64 @llvm.smin.i64(i64 {found.op}, i64 {high.op})")
        return w.num(f"select i1 {below.op}, i64 {above}, i64 {least}")

    def _call_some(self, number: ast.expr) -> Things:
        return AtMostOne(self.num(number))

    def _call_each(self, *numbers: ast.expr) -> Things:
        return noted(self.w, Few(tuple(self.num(one) for one in numbers)), once=True)

    def _call_at(self, things: ast.expr, end: ast.expr) -> Num:
        w = self.w
        found = noted(w, self.things(things))
        place, some, done = w.local(), w.fresh("some"), w.fresh("done")
        w.store(place, Num("-1"))
        w.branch(w.compare("ne", found.many, 0), some, done)
        w.label(some)
        w.store(place, found.item(w, self.num(end)))
        w.label(done)
        return w.load(place)

    def _call_top(self, things: ast.expr, count: ast.expr) -> Things:
        w = self.w
        found = noted(w, self.things(things))
        wanted = w.num(f"call i64 @llvm.smax.i64(i64 {self.num(count).op}, i64 0)")
        many = w.num(f"call i64 @llvm.smin.i64(i64 {found.many.op}, i64 {wanted.op})")

        def walk(w: FunctionWriter, body: Body) -> None:
            def one(i: Num) -> None:
                last = w.add(found.many, -1)
                body(w.get(found.pointer, w.num(f"sub i64 {last.op}, {i.op}")))

            w.count(Num("0"), many, one)

        return noted(w, Searched(walk, found.limit))

    def _call_tuple(self, things: ast.expr) -> Things:
        return self.things(things)

    def _call_map(self, _function: ast.expr, things: ast.expr) -> Things:
        """Only ``index`` is ever mapped."""
        found = self.things(things)

        def walk(w: FunctionWriter, body: Body) -> None:
            def one(number: Num) -> None:
                w.bail_if(w.compare("slt", number, -TEXT))
                body(number)

            found.go_through(w, one)

        return Searched(walk, found.limit)

    def _call_range(self, *ends: ast.expr) -> Things:
        numbers = [self.num(one) for one in ends]
        low, high = numbers if len(numbers) == 2 else (Num("0"), numbers[0])
        return Numbers(low, high, 1 << 30 if not self.checked else 10_000)

    def _call_frozenset(self, values: ast.expr) -> Num:
        assert isinstance(values, ast.List)
        found = [one.value for one in values.elts if isinstance(one, ast.Constant)]
        return Num(str(self.memory.texts.encode(frozenset(found))))

    def _call_len(self, things: ast.expr) -> Num:
        return self.things(things).length(self.w)

    def _folded(self, things: Things, first: int, join: Callable[[Num, Num], Num]) -> Num:
        w = self.w
        place = w.local()
        w.store(place, Num(str(first)))
        things.go_through(w, lambda one: w.store(place, join(w.load(place), one)))
        return w.load(place)

    def _call_any(self, things: ast.expr) -> Truth:
        w = self.w

        def join(old: Num, one: Num) -> Num:
            return w.num(f"or i64 {old.op}, {w.as_num(w.as_truth(one)).op}")

        return w.as_truth(self._folded(self.things(things), 0, join))

    def _call_sum(self, things: ast.expr) -> Num:
        return self._folded(self.things(things), 0, lambda old, one: self.w.call("plus", old, one))

    def _call_max(self, *arguments: ast.expr, **keywords: ast.expr) -> Num:
        return self._extreme("max", "sgt", arguments, keywords)

    def _call_min(self, *arguments: ast.expr, **keywords: ast.expr) -> Num:
        return self._extreme("min", "slt", arguments, keywords)

    def _extreme(
        self,
        word: str,
        better: str,
        arguments: Sequence[ast.expr],
        keywords: Mapping[str, ast.expr],
    ) -> Num:
        w = self.w
        if "default" not in keywords:
            first, *rest = (self.num(one) for one in arguments)
            for one in rest:
                first = w.num(f"call i64 @llvm.s{word}.i64(i64 {first.op}, i64 {one.op})")
            return first
        things = self.things(arguments[0])
        best, best_key, some = w.local(), w.local(), w.local()
        w.store(best, self.num(keywords["default"]))
        w.store(some, Num("0"))

        def look(one: Num) -> None:
            key = one
            if isinstance(judge := keywords.get("key"), ast.Lambda):
                self.names[judge.args.args[0].arg] = one
                key = self.num(judge.body)
            new, yes, no = w.fresh("new"), w.fresh("yes"), w.fresh("no")
            w.branch(w.as_truth(w.load(some)), new, yes)
            w.label(new)
            w.branch(w.compare(better, key, w.load(best_key)), yes, no)
            w.label(yes)
            w.store(best, one)
            w.store(best_key, key)
            w.store(some, Num("1"))
            w.label(no)

        things.go_through(w, look)
        return w.load(best)

    def _call_listed(self, _s: ast.expr, things: ast.expr, thing: ast.expr) -> Things:
        w = self.w
        found = noted(w, self.things(things))
        self._more_work(found.many)
        one = self.num(thing)
        known = found.has(w, one)

        def walk(w: FunctionWriter, body: Body) -> None:
            found.go_through(w, body)
            w.when(Truth(w.op(f"xor i1 {known.op}, true")), lambda: body(one))

        return Searched(walk, found.limit + 1)

    def _call_unlisted(self, _s: ast.expr, things: ast.expr, thing: ast.expr) -> Things:
        w = self.w
        found = noted(w, self.things(things))
        self._more_work(found.many)
        gone = self.num(thing)

        def walk(w: FunctionWriter, body: Body) -> None:
            found.go_through(w, lambda one: w.when(w.compare("ne", one, gone), lambda: body(one)))

        return Searched(walk, found.limit)

    def _more_work(self, more: Num) -> None:
        w = self.w
        place = w.at("%s", Num(str(SCALARS.index("work"))))
        w.store(place, w.add(w.load(place), more))

    def _call_enlarged(
        self, _s: ast.expr, values: ast.expr, value: ast.expr, _site: ast.expr
    ) -> Num:
        old, bit = self._set_and_bit(values, value)
        return self.w.num(f"or i64 {old.op}, {bit.op}")

    def _call_reduced(
        self, _s: ast.expr, values: ast.expr, value: ast.expr, _site: ast.expr
    ) -> Num:
        old, bit = self._set_and_bit(values, value)
        without = self.w.op(f"xor i64 {bit.op}, -1")
        return self.w.num(f"and i64 {old.op}, {without}")

    def _set_and_bit(self, values: ast.expr, value: ast.expr) -> tuple[Num, Num]:
        w = self.w
        old, one = self.num(values), self.num(value)
        self._more_work(w.num(f"call i64 @llvm.ctpop.i64(i64 {old.op})"))
        bit = w.num(f"sub i64 {one.op}, {TEXT}")
        w.bail_if(w.compare("uge", bit, 60))
        return old, w.num(f"shl i64 1, {w.num(f'and i64 {bit.op}, 63').op}")

    def _call_executions(
        self, _s: ast.expr, action: ast.expr, scope: ast.expr, who: ast.expr
    ) -> Num:
        assert isinstance(scope, ast.Constant)
        number = Num(str(SCOPES.index(scope.value)))
        one = self.num(action)
        if isinstance(who, ast.Constant) and who.value is None:
            return self.w.call(self.lowering.kernel("executions_of_all"), number, one)
        return self.w.call(self.lowering.kernel("executions_of"), number, one, self.num(who))

    def _call_move_many(self, *arguments: ast.expr) -> Num:
        """``None`` stands for all, a negative number for none: one is said as the other's bound."""
        _, one, other, count, top, owned, free, bottom, _ = arguments
        everything = isinstance(count, ast.Constant) and count.value is None
        many = Num(str(NONE)) if everything else self.num(count)
        rest = [self.num(each) for each in (top, owned, free, bottom)]
        name = self.lowering.kernel("move_many")
        return self.w.call(name, self._field(one), self._field(other), many, *rest)

    def _call_move(self, _s: ast.expr, thing: ast.expr, field: ast.expr, *how: ast.expr) -> Num:
        w, name = self.w, self.lowering.kernel("move")
        if not self.checked:
            return w.call(name, *map(self.num, (thing, field, *how)))
        moved = w.call("within", self.num(thing), Num(str(self.memory.objects)))
        return w.call(name, moved, self._field(field), *map(self.num, how[:-1]))

    def _call_swap(self, _s: ast.expr, one: ast.expr, other: ast.expr, *how: ast.expr) -> Num:
        given = [self._field(one), self._field(other), self.num(how[0])]
        return self.w.call(self.lowering.kernel("swap"), *given)

    def _call_shuffle(self, _s: ast.expr, field: ast.expr) -> Num:
        return self.w.call(self.lowering.kernel("shuffle"), self._field(field))

    def _field(self, field: ast.expr) -> Num:
        many = Num(str(len(self.memory.world.fields)))
        return self.w.call("within", self.num(field), many)

    def _call_below(self, many: ast.expr) -> Num:
        return self.w.call("below", self.num(many))

    def _call_bail(self, *_: ast.expr) -> Num:
        self.w.bail()
        return Num("0")


def _is_match(arguments: list[ast.expr]) -> bool:
    return bool(arguments) and isinstance(arguments[0], ast.Name) and arguments[0].id == "s"
