"""Functions of the :mod:`.dialect` as LLVM text.

Functions go in, and with them all that they call; one text comes out. LLVM's own passes turn the
places of variables into registers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from importlib.resources import files
from types import FunctionType
from typing import Any

from spielwerk.languages.gdl.search.expressions import (
    INT,
    VOID,
    Expressions,
    Value,
    definition,
    llvm,
    type_of,
)


def translate(entries: Iterable[Callable[..., Any]]) -> str:
    """The text of a module in which these functions can be called from outside."""
    todo = [_function(entry) for entry in entries]
    public = {function.__name__ for function in todo}
    known = {function.__name__: function for function in todo}
    texts = [files(__package__).joinpath("dialect.ll").read_text("utf-8")]
    while todo:
        function = todo.pop()
        translated = _Translation(function, public=function.__name__ in public)
        texts.append(translated.text())
        for called in translated.called:
            if called.__name__ not in known:
                known[called.__name__] = called
                todo.append(called)
            assert known[called.__name__] is called, f"two functions called {called.__name__}"
    return "\n".join(texts)


def _function(entry: Callable[..., Any]) -> FunctionType:
    assert isinstance(entry, FunctionType)
    return entry


class _Translation(Expressions):
    """The lines of one function."""

    def __init__(self, function: FunctionType, *, public: bool) -> None:
        super().__init__(function.__globals__, function.__name__)
        self._definition = definition(function)
        self._public = public
        self._result = type_of(self._definition.returns)
        self._loops: list[tuple[str, str]] = []
        self._parameters = [
            (argument.arg, type_of(argument.annotation)) for argument in self._definition.args.args
        ]
        for name, kind in self._parameters:
            self._assign(name, (kind, f"%arg.{name}"))
        self._block(self._definition.body)
        if not self._ended:
            assert self._result == VOID, f"{function.__name__} ends without a result"
            self._line("ret void")

    def text(self) -> str:
        parameters = ", ".join(f"{llvm(kind)} %arg.{name}" for name, kind in self._parameters)
        linkage = "" if self._public else "internal "
        body = "\n".join([*self._stack, *self._lines])
        return (
            f"define {linkage}{llvm(self._result)} @{self._definition.name}({parameters})"
            f" nounwind {{\n{body}\n}}\n"
        )

    def _block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if self._ended:
                return
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(ast.Call() as call):
                self._call(call)
            case ast.Assign([target], value):
                self._store(target, self._value(value))
            case ast.AnnAssign(target, _, value) if value is not None:
                self._store(target, self._value(value))
            case ast.AugAssign(target, operator, value):
                before = self._value(_loaded(target))
                self._store(target, self._operate(operator, before, self._value(value)))
            case ast.If(test, body, orelse):
                self._if(test, body, orelse)
            case ast.While(test, body):
                self._while(test, body)
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), arguments), body):
                self._for(name, arguments, body)
            case ast.Return(value):
                self._return(value)
            case ast.Break():
                self._jump(self._loops[-1][1])
            case ast.Continue():
                self._jump(self._loops[-1][0])
            case _:
                raise self._strange(node)

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        then, other, after = self._labels("then", "else", "after")
        self._branch(self._truth(test), then, other if orelse else after)
        self._label(then)
        self._block(body)
        open_ = not self._ended
        if open_:
            self._jump(after)
        if orelse:
            self._label(other)
            self._block(orelse)
            if not self._ended:
                self._jump(after)
                open_ = True
        else:
            open_ = True
        if open_:
            self._label(after)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        again, inside, after = self._labels("again", "inside", "after")
        self._jump(again)
        self._label(again)
        self._branch(self._truth(test), inside, after)
        self._loop(body, inside, again, after)
        if not self._ended:
            self._jump(again)
        self._label(after)

    def _for(self, name: str, arguments: list[ast.expr], body: list[ast.stmt]) -> None:
        values = [self._value(argument) for argument in arguments]
        first = (INT, "0") if len(values) == 1 else values[0]
        end = values[0] if len(values) == 1 else values[1]
        by = values[2] if len(values) == 3 else (INT, "1")
        again, inside, on, after = self._labels("again", "inside", "on", "after")
        self._assign(name, first)
        self._jump(again)
        self._label(again)
        now = self._read(name)
        self._branch(self._let(f"icmp slt i64 {now[1]}, {end[1]}"), inside, after)
        self._loop(body, inside, on, after)
        if not self._ended:
            self._jump(on)
        self._label(on)
        self._assign(name, self._operate(ast.Add(), self._read(name), by))
        self._jump(again)
        self._label(after)

    def _loop(self, body: list[ast.stmt], inside: str, on: str, after: str) -> None:
        self._label(inside)
        self._loops.append((on, after))
        self._block(body)
        self._loops.pop()

    def _return(self, value: ast.expr | None) -> None:
        if value is None:
            self._line("ret void")
        else:
            kind, name = self._cast(self._value(value), self._result)
            self._line(f"ret {llvm(kind)} {name}")
        self._ended = True

    def _store(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(name):
                self._assign(name, value)
            case ast.Subscript(array, index):
                element, pointer = self._place(array, index)
                stored = self._cast(value, element.value)[1]
                if element.narrow:
                    how = f"{element.narrow} {element.value} {stored} to {element.stored}"
                    stored = self._let(how)
                self._line(f"store {element.stored} {stored}, ptr {pointer}")
            case _:
                raise self._strange(target)


def _loaded(target: ast.expr) -> ast.expr:
    """What an assignment changes, as a value."""
    match target:
        case ast.Subscript(array, index):
            return ast.Subscript(array, index, ast.Load())
        case ast.Name(name):
            return ast.Name(name, ast.Load())
    return target
