"""Values of the :mod:`.dialect` as LLVM text: the lines that compute them, one after the other."""

from __future__ import annotations

import ast
import inspect
import struct
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any, TypeAlias

from spielwerk.languages.gdl.search import dialect

Value: TypeAlias = tuple[str, str]
"""The type and the name of a value."""

INT, FLOAT, BOOL, VOID = "i64", "double", "i1", "void"


@dataclass(frozen=True, slots=True)
class _Element:
    """How numbers lie in an array, and how they become values."""

    stored: str
    value: str
    widen: str = ""
    narrow: str = ""


_ELEMENTS = {
    "Longs": _Element("i64", INT),
    "Ints": _Element("i32", INT, "sext", "trunc"),
    "Shorts": _Element("i16", INT, "zext", "trunc"),
    "Floats": _Element("float", FLOAT, "fpext", "fptrunc"),
}
_TYPES = {"int": INT, "float": FLOAT, "bool": BOOL, "None": VOID} | {
    name: name for name in _ELEMENTS
}
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("add", "fadd"),
    ast.Sub: ("sub", "fsub"),
    ast.Mult: ("mul", "fmul"),
    ast.Div: ("", "fdiv"),
    ast.FloorDiv: ("sdiv", ""),
    ast.Mod: ("srem", ""),
    ast.BitAnd: ("and", ""),
    ast.BitOr: ("or", ""),
    ast.BitXor: ("xor", ""),
    ast.LShift: ("shl", ""),
    ast.RShift: ("ashr", ""),
}
_COMPARING: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("eq", "oeq"),
    ast.NotEq: ("ne", "une"),
    ast.Lt: ("slt", "olt"),
    ast.LtE: ("sle", "ole"),
    ast.Gt: ("sgt", "ogt"),
    ast.GtE: ("sge", "oge"),
}


@cache
def definition(function: FunctionType) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    return definition


def type_of(annotation: ast.expr | None) -> str:
    assert annotation is not None, "parameters and results have types"
    return _TYPES[ast.unparse(annotation)]


def llvm(kind: str) -> str:
    return "ptr" if kind in _ELEMENTS else kind


class Expressions:
    """Lines of a function, and what they compute.

    Every variable has a place on the stack and one type, that of its first value.
    """

    def __init__(self, names: Mapping[str, Any], function: str) -> None:
        self.called: list[FunctionType] = []
        self._globals = names
        self._function = function
        self._places: dict[str, tuple[str, str]] = {}
        self._stack: list[str] = []
        self._lines: list[str] = []
        self._count = 0
        self._ended = False
        """Whether the line before this one never goes on to it."""

    # Values

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(bool(value)):
                return BOOL, str(int(value))
            case ast.Constant(int(value)):
                return INT, str(value)
            case ast.Constant(float(value)):
                return FLOAT, _double(value)
            case ast.Name(name) if name in self._places:
                return self._read(name)
            case ast.Name(name):
                return self._constant(self._globals[name])
            case ast.Attribute(ast.Name(module), name):
                return self._constant(getattr(self._globals[module], name))
            case ast.Subscript(array, index):
                element, pointer = self._place(array, index)
                loaded = self._let(f"load {element.stored}, ptr {pointer}")
                if element.widen:
                    how = f"{element.widen} {element.stored} {loaded} to {element.value}"
                    loaded = self._let(how)
                return element.value, loaded
            case ast.BinOp(left, operator, right):
                return self._operate(operator, self._value(left), self._value(right))
            case ast.UnaryOp(ast.USub(), operand):
                kind, name = self._value(operand)
                if kind == FLOAT:
                    return FLOAT, self._let(f"fneg double {name}")
                return INT, self._let(f"sub i64 0, {name}")
            case ast.UnaryOp(ast.Invert(), operand):
                return INT, self._let(f"xor i64 {self._value(operand)[1]}, -1")
            case ast.Call():
                return self._call(node)
            case ast.IfExp(test, body, orelse):
                return self._either(test, body, orelse)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(ast.Not(), _):
                return BOOL, self._truth(node)
        raise self._strange(node)

    def _constant(self, value: object) -> Value:
        if isinstance(value, float):
            return FLOAT, _double(value)
        assert isinstance(value, int), f"{value} is no number"
        return INT, str(int(value))

    def _either(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> Value:
        then, other, after = self._labels("then", "else", "after")
        self._branch(self._truth(test), then, other)
        self._label(then)
        place = self._name("either")
        kind, name = self._value(body)
        self._stack.append(f"  {place} = alloca {llvm(kind)}")
        self._line(f"store {llvm(kind)} {name}, ptr {place}")
        self._jump(after)
        self._label(other)
        name = self._cast(self._value(orelse), kind)[1]
        self._line(f"store {llvm(kind)} {name}, ptr {place}")
        self._jump(after)
        self._label(after)
        return kind, self._let(f"load {llvm(kind)}, ptr {place}")

    def _truth(self, node: ast.expr) -> str:
        match node:
            case ast.Compare(left, operators, comparators):
                return self._compared(left, operators, comparators)
            case ast.UnaryOp(ast.Not(), operand):
                return self._let(f"xor i1 {self._truth(operand)}, 1")
            case ast.BoolOp(operator, values):
                place, (done,) = self._name("truth"), self._labels("known")
                self._stack.append(f"  {place} = alloca i1")
                for number, value in enumerate(values, 1):
                    truth = self._truth(value)
                    self._line(f"store i1 {truth}, ptr {place}")
                    if number < len(values):
                        (more,) = self._labels("more")
                        goes_on = isinstance(operator, ast.And)
                        self._branch(truth, *((more, done) if goes_on else (done, more)))
                        self._label(more)
                self._jump(done)
                self._label(done)
                return self._let(f"load i1, ptr {place}")
        kind, name = self._value(node)
        return name if kind == BOOL else self._let(f"icmp ne i64 {name}, 0")

    def _compared(
        self, left: ast.expr, operators: list[ast.cmpop], comparators: list[ast.expr]
    ) -> str:
        values = [self._value(part) for part in (left, *comparators)]
        found = ""
        for operator, a, b in zip(operators, values, values[1:], strict=False):
            whole, fraction = _COMPARING[type(operator)]
            if FLOAT in (a[0], b[0]):
                x, y = self._cast(a, FLOAT)[1], self._cast(b, FLOAT)[1]
                truth = self._let(f"fcmp {fraction} double {x}, {y}")
            else:
                kind = BOOL if a[0] == b[0] == BOOL else INT
                x, y = self._cast(a, kind)[1], self._cast(b, kind)[1]
                truth = self._let(f"icmp {whole} {kind} {x}, {y}")
            found = self._let(f"and i1 {found}, {truth}") if found else truth
        return found

    def _operate(self, operator: ast.operator, left: Value, right: Value) -> Value:
        whole, fraction = _ARITHMETIC[type(operator)]
        if FLOAT in (left[0], right[0]) or not whole:
            x, y = self._cast(left, FLOAT)[1], self._cast(right, FLOAT)[1]
            return FLOAT, self._let(f"{fraction} double {x}, {y}")
        x, y = self._cast(left, INT)[1], self._cast(right, INT)[1]
        return INT, self._let(f"{whole} i64 {x}, {y}")

    def _call(self, node: ast.Call) -> Value:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        values = [self._value(argument) for argument in node.args]
        match name, values:
            case "float", [value]:
                return self._cast(value, FLOAT)
            case "int", [value]:
                return self._cast(value, INT)
            case "abs", [value]:
                return self._chosen("max", value, self._negated(value))
            case "min" | "max", [left, right]:
                return self._chosen(name, left, right)
        function = self._globals[name]
        assert isinstance(function, FunctionType), f"{name} is no function of the dialect"
        if function.__module__ == dialect.__name__:
            return self._word(name, values)
        self.called.append(function)
        called = definition(function)
        kinds = [type_of(argument.annotation) for argument in called.args.args]
        return self._invoke(f"@{name}", type_of(called.returns), kinds, values)

    def _invoke(self, name: str, result: str, kinds: list[str], values: list[Value]) -> Value:
        given = [self._cast(value, kind) for value, kind in zip(values, kinds, strict=True)]
        arguments = ", ".join(f"{llvm(kind)} {value}" for kind, value in given)
        called = f"call {llvm(result)} {name}({arguments})"
        if result == VOID:
            self._line(called)
            return VOID, ""
        return result, self._let(called)

    def _word(self, name: str, values: list[Value]) -> Value:
        """What the dialect itself knows."""
        match name, values:
            case "longs" | "ints" | "shorts" | "floats", [(_, address)]:
                return name.title(), self._let(f"inttoptr i64 {address} to ptr")
            case "past", [(kind, array), (_, count)]:
                stored = _ELEMENTS[kind].stored
                return kind, self._let(f"getelementptr {stored}, ptr {array}, i64 {count}")
            case "ushr", [(_, value), (_, by)]:
                return INT, self._let(f"lshr i64 {value}, {by}")
            case "lowest", [(_, value)]:
                return INT, self._let(f"call i64 @llvm.cttz.i64(i64 {value}, i1 false)")
            case "bits", [(_, value)]:
                return INT, self._let(f"call i64 @llvm.ctpop.i64(i64 {value})")
            case "sqrt", [value]:
                number = self._cast(value, FLOAT)[1]
                return FLOAT, self._let(f"call double @llvm.sqrt.f64(double {number})")
            case "watched" | "publish" | "tally", [(kind, array), (_, index), *rest]:
                return self._shared(name, _ELEMENTS[kind].stored, array, index, rest)
            case "lock" | "unlock", [(_, array), (_, index)]:
                pointer = self._let(f"getelementptr i64, ptr {array}, i64 {index}")
                self._line(f"call void @dialect.{name}(ptr {pointer})")
                return VOID, ""
            case "transpose", _:
                return self._invoke("@dialect.transpose", VOID, ["Longs", "Longs", INT], values)
            case "gates", [(_, address), *rest]:
                pointer = self._let(f"inttoptr i64 {address} to ptr")
                return self._invoke(pointer, VOID, ["Longs", "Longs"], rest)
            case "ask", [(_, address)]:
                pointer = self._let(f"inttoptr i64 {address} to ptr")
                return INT, self._let(f"call i64 {pointer}()")
            case "play_out", [(_, address), *rest]:
                pointer = self._let(f"inttoptr i64 {address} to ptr")
                kinds = ["Longs", "Longs", "Longs", INT, INT]
                return self._invoke(pointer, INT, kinds, rest)
        raise AssertionError(f"the dialect has no {name} of {len(values)}")

    def _shared(self, name: str, stored: str, array: str, index: str, values: list[Value]) -> Value:
        """What several threads do to one number."""
        bytes_ = int(stored[1:]) // 8
        pointer = self._let(f"getelementptr {stored}, ptr {array}, i64 {index}")
        if name == "watched":
            found = self._let(f"load atomic {stored}, ptr {pointer} acquire, align {bytes_}")
            return INT, found if stored == INT else self._let(f"sext {stored} {found} to i64")
        ((_, value),) = values
        if stored != INT:
            value = self._let(f"trunc i64 {value} to {stored}")
        if name == "publish":
            self._line(f"store atomic {stored} {value}, ptr {pointer} release, align {bytes_}")
        else:
            self._let(f"atomicrmw add ptr {pointer}, {stored} {value} monotonic, align {bytes_}")
        return VOID, ""

    def _negated(self, value: Value) -> Value:
        return self._operate(ast.Sub(), (INT, "0"), value)

    def _chosen(self, name: str, left: Value, right: Value) -> Value:
        kind = FLOAT if FLOAT in (left[0], right[0]) else INT
        x, y = self._cast(left, kind)[1], self._cast(right, kind)[1]
        how = {("min", INT): "icmp slt", ("max", INT): "icmp sgt"}.get(
            (name, kind), "fcmp olt" if name == "min" else "fcmp ogt"
        )
        first = self._let(f"{how} {kind} {x}, {y}")
        return kind, self._let(f"select i1 {first}, {kind} {x}, {kind} {y}")

    def _cast(self, value: Value, kind: str) -> Value:
        have, name = value
        if have == kind:
            return value
        match have, kind:
            case "i64", "double":
                return kind, self._let(f"sitofp i64 {name} to double")
            case "double", "i64":
                return kind, self._let(f"fptosi double {name} to i64")
            case "i1", "i64":
                return kind, self._let(f"zext i1 {name} to i64")
            case "i1", "double":
                return kind, self._let(f"uitofp i1 {name} to double")
            case "i64", "i1":
                return kind, self._let(f"icmp ne i64 {name}, 0")
        raise AssertionError(f"{have} is no {kind} in {self._function}")

    # Places and lines

    def _place(self, array: ast.expr, index: ast.expr) -> tuple[_Element, str]:
        kind, base = self._value(array)
        element = _ELEMENTS[kind]
        number = self._cast(self._value(index), INT)[1]
        return element, self._let(f"getelementptr {element.stored}, ptr {base}, i64 {number}")

    def _assign(self, name: str, value: Value) -> None:
        if name not in self._places:
            kind = INT if value[0] == BOOL else value[0]
            place = f"%place.{name}"
            self._places[name] = kind, place
            self._stack.append(f"  {place} = alloca {llvm(kind)}")
        kind, place = self._places[name]
        self._line(f"store {llvm(kind)} {self._cast(value, kind)[1]}, ptr {place}")

    def _read(self, name: str) -> Value:
        kind, place = self._places[name]
        return kind, self._let(f"load {llvm(kind)}, ptr {place}")

    def _line(self, line: str) -> None:
        self._lines.append(f"  {line}")

    def _let(self, what: str) -> str:
        name = self._name("v")
        self._line(f"{name} = {what}")
        return name

    def _name(self, stem: str) -> str:
        self._count += 1
        return f"%{stem}.{self._count}"

    def _labels(self, *stems: str) -> list[str]:
        self._count += 1
        return [f"{stem}.{self._count}" for stem in stems]

    def _label(self, label: str) -> None:
        self._lines.append(f"{label}:")
        self._ended = False

    def _jump(self, label: str) -> None:
        self._line(f"br label %{label}")
        self._ended = True

    def _branch(self, truth: str, then: str, other: str) -> None:
        self._line(f"br i1 {truth}, label %{then}, label %{other}")

    def _strange(self, node: ast.AST) -> AssertionError:
        return AssertionError(f"{self._function} goes beyond the dialect: {ast.unparse(node)}")


def _double(value: float) -> str:
    """A number as LLVM reads it without rounding."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"
