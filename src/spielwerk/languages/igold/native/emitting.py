"""LLVM as text: functions that are written instruction by instruction, and tables of numbers.

Everything is a whole number of 64 bits (:class:`Num`) or a truth value (:class:`Truth`). A match is
one array of such numbers, which every function gets as ``%s``. What cannot be done natively sets
the number at ``BAIL`` and goes on with something harmless: whoever called looks at it afterwards
and asks the reference engine instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

_STACK = 1 << 16
"""How many numbers a function may have room for."""


class CannotLower(Exception):
    """The rules use something that has no native form; the text says what."""


@dataclass(frozen=True, slots=True)
class Num:
    """A whole number: an LLVM operand of type ``i64``."""

    op: str

    @property
    def known(self) -> int | None:
        """The number itself, where it is known already."""
        return int(self.op) if self.op.lstrip("-").isdigit() else None


@dataclass(frozen=True, slots=True)
class Truth:
    """A truth value: an LLVM operand of type ``i1``."""

    op: str


class FunctionWriter:
    """The instructions of one function."""

    def __init__(self, name: str, parameters: Sequence[str], *, shared: bool = False) -> None:
        self.name = name
        self.shared = shared
        self.parameters = parameters
        self._lines: list[str] = []
        self._entry: list[str] = []
        self._count = 0
        self._open = True
        self._words = 0

    def text(self) -> str:
        """The whole function."""
        given = ", ".join(["ptr noalias %s", *(f"i64 %{one}" for one in self.parameters)])
        linkage = "" if self.shared else "internal "
        body = "\n".join([*self._entry, "  br label %begin", "begin:", *self._lines])
        return f"define {linkage}i64 @{self.name}({given}) {{\nentry:\n{body}\n}}\n"

    def fresh(self, stem: str = "t") -> str:
        self._count += 1
        return f"{stem}{self._count}"

    def do(self, line: str) -> None:
        """An instruction without a result. What nobody can reach is left out."""
        if self._open:
            self._lines.append(f"  {line}")

    def op(self, line: str) -> str:
        """An instruction with a result."""
        name = f"%{self.fresh()}"
        self.do(f"{name} = {line}")
        return name

    def num(self, line: str) -> Num:
        return Num(self.op(line))

    def label(self, name: str) -> None:
        if self._open:
            self.go(name)
        self._lines.append(f"{name}:")
        self._open = True

    def go(self, name: str) -> None:
        self.do(f"br label %{name}")
        self._open = False

    def branch(self, test: Truth, yes: str, no: str) -> None:
        self.do(f"br i1 {test.op}, label %{yes}, label %{no}")
        self._open = False

    def close(self) -> None:
        """After an instruction that goes elsewhere."""
        self._open = False

    def give(self, value: Num) -> None:
        """Return a number."""
        self.do(f"ret i64 {value.op}")
        self._open = False

    @property
    def open(self) -> bool:
        """Whether the next instruction can be reached."""
        return self._open

    def local(self, words: int = 1) -> str:
        """Fresh memory of the function, as a pointer.

        :raises CannotLower: the function has too much of it
        """
        self._words += words
        if self._words > _STACK:
            raise CannotLower("a rule that must write down too much")
        name = f"%{self.fresh('v')}"
        kind = "i64" if words == 1 else f"[{words} x i64]"
        self._entry.append(f"  {name} = alloca {kind}")
        return name

    # MatchMemory

    def at(self, pointer: str, index: Num) -> str:
        """The pointer to a number at a place."""
        return self.op(f"getelementptr i64, ptr {pointer}, i64 {index.op}")

    def load(self, pointer: str) -> Num:
        return self.num(f"load i64, ptr {pointer}")

    def store(self, pointer: str, value: Num) -> None:
        self.do(f"store i64 {value.op}, ptr {pointer}")

    def get(self, pointer: str, index: Num) -> Num:
        return self.load(self.at(pointer, index))

    def put(self, pointer: str, index: Num, value: Num) -> None:
        self.store(self.at(pointer, index), value)

    # Calculation

    def add(self, one: Num, other: Num | int) -> Num:
        return self.num(f"add i64 {one.op}, {other if isinstance(other, int) else other.op}")

    def compare(self, sign: str, one: Num, other: Num | int) -> Truth:
        right = other if isinstance(other, int) else other.op
        return Truth(self.op(f"icmp {sign} i64 {one.op}, {right}"))

    def as_num(self, value: Num | Truth) -> Num:
        return value if isinstance(value, Num) else self.num(f"zext i1 {value.op} to i64")

    def as_truth(self, value: Num | Truth) -> Truth:
        return value if isinstance(value, Truth) else self.compare("ne", value, 0)

    def call(self, name: str, *arguments: Num | str) -> Num:
        """Call a function; the match is always the first argument."""
        given = ", ".join(
            [
                "ptr %s",
                *(f"i64 {one.op}" if isinstance(one, Num) else f"ptr {one}" for one in arguments),
            ]
        )
        return self.num(f"call i64 @{name}({given})")

    def bail(self) -> None:
        self.call("bail")

    def bail_if(self, test: Truth) -> None:
        self.when(test, self.bail)

    # Control

    def when(self, test: Truth, then: Callable[[], None]) -> None:
        yes, done = self.fresh("yes"), self.fresh("done")
        self.branch(test, yes, done)
        self.label(yes)
        then()
        self.label(done)

    def count(self, low: Num, high: Num, body: Callable[[Num], None]) -> None:
        """Do something for every number from ``low`` to below ``high``."""
        place = self.local()
        again, inside, done = self.fresh("again"), self.fresh("inside"), self.fresh("done")
        self.store(place, low)
        self.label(again)
        here = self.load(place)
        self.branch(self.compare("slt", here, high), inside, done)
        self.label(inside)
        body(here)
        self.store(place, self.add(self.load(place), 1))
        self.go(again)
        self.label(done)


class ModuleWriter:
    """Functions and tables of numbers."""

    def __init__(self) -> None:
        self.functions: dict[str, str] = {}
        self._tables: dict[tuple[int, ...], str] = {}
        self._texts: list[str] = []

    def table(self, numbers: Iterable[int]) -> str:
        """A constant table, as a pointer. Equal tables are one."""
        content = tuple(numbers)
        if content not in self._tables:
            name = f"@table{len(self._tables)}"
            self._tables[content] = name
            inside = ", ".join(f"i64 {one}" for one in content)
            size = len(content)
            self._texts.append(
                f"{name} = internal unnamed_addr constant [{size} x i64] "
                + (f"[{inside}]" if size else "zeroinitializer")
            )
        return self._tables[content]

    def add(self, function: FunctionWriter) -> None:
        self.functions[function.name] = function.text()

    def text(self, prelude: str) -> str:
        return "\n".join([prelude, *self._texts, *self.functions.values()])
