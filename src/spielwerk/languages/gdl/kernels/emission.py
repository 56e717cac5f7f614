"""Blocks as LLVM text: the language in which kernels are handed to the compiler.

Every block becomes a function of the lanes' memory ``%m`` and the work memory ``%w``. Values are
of type ``%lanes``: eight words for 512 lanes, two for 128, or a single word where only one state is
looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import count

from spielwerk.languages.gdl.kernels.order import Chunk
from spielwerk.languages.gdl.kernels.schedule import MemoryPlace, Schedule, StoredChunk
from spielwerk.languages.gdl.kernels.tables import INPUTS, Formula, formula

_PLAIN = {
    INPUTS[0] & INPUTS[1]: "and",
    INPUTS[0] | INPUTS[1]: "or",
    INPUTS[0] ^ INPUTS[1]: "xor",
}


class Lanes(StrEnum):
    """What ``%lanes`` stands for."""

    MANY = "<8 x i64>"
    SOME = "<2 x i64>"
    """Enough for the moves of most positions, and several times quicker: all of it stays near."""
    ONE = "i64"

    @property
    def words(self) -> int:
        return {Lanes.MANY: 8, Lanes.SOME: 2, Lanes.ONE: 1}[self]


class Emitter:
    """Writes functions; ``ternary`` says that the processor has instructions for tables."""

    def __init__(self, lanes: Lanes, *, ternary: bool) -> None:
        self.words = lanes.words
        self.many = lanes is not Lanes.ONE
        self.ternary = ternary and self.many
        self.ones = "splat (i64 -1)" if self.many else "-1"
        self.zero = "zeroinitializer" if self.many else "0"
        self.head = f"%lanes = type {lanes}\n"
        self.table = f"@llvm.x86.avx512.pternlog.q.{64 * lanes.words}"
        if self.ternary:
            self.head += f"declare %lanes {self.table}(%lanes, %lanes, %lanes, i32)\n"

    def stages(self, name: str, plan: Schedule) -> tuple[list[str], list[list[str]]]:
        """The functions of all blocks, and their names in each stage."""
        texts, names = [], []
        for number, stage in enumerate(plan.stages):
            names.append([f"{name}.{number}.{i}" for i in range(len(stage))])
            for own, block in zip(names[-1], stage, strict=True):
                texts.append(_Function(self, plan, block).text(own))
        return texts, names


def calls(names: Sequence[str]) -> str:
    """Lines that run the functions of a stage."""
    return "\n".join(f"  call void @{name}(ptr %m, ptr %w)" for name in names)


class _Function:
    """The lines of one function, and the names of the values it has at hand."""

    def __init__(self, emitter: Emitter, plan: Schedule, block: StoredChunk) -> None:
        self._emitter, self._plan = emitter, plan
        self._lines: list[str] = []
        self._values = {0: emitter.zero}
        self._words: dict[MemoryPlace, str] = {}
        self._number = count()
        if block.chunk.ring:
            self._repeat(block.chunk)
        else:
            self._run(block.chunk.gates)
        self._store(block.stores)

    def text(self, name: str) -> str:
        body = "\n  ".join([*self._lines, "ret void"])
        return (
            f"define internal void @{name}(ptr noalias %m, ptr noalias %w) noinline nounwind {{\n"
            f"  {body}\n}}\n"
        )

    def _run(self, gates: Sequence[int]) -> None:
        for node in gates:
            inputs = [self._value(2 * other) for other in self._plan.fused.fanin[node]]
            self._values[node] = self._gate(self._plan.fused.table[node], inputs)

    def _repeat(self, chunk: Chunk) -> None:
        """Run a cycle from all false until its ring stays as it is."""
        for node in chunk.ring:
            self._write(self._emitter.zero, self._plan.home[node])
        self._lines += ["br label %again", "again:"]
        old = {node: self._value(2 * node) for node in chunk.ring}
        self._run(chunk.gates)
        new = {node: self._value(literal) for node, literal in chunk.ring.items()}
        changed = self._emitter.zero
        for node, value in new.items():
            self._write(value, self._plan.home[node])
            differs = self._let(f"xor %lanes {old[node]}, {value}")
            changed = self._let(f"or %lanes {changed}, {differs}")
        more = self._some(changed)
        self._lines += [f"br i1 {more}, label %again, label %stable", "stable:"]

    def _some(self, value: str) -> str:
        """Whether the value holds in some lane; of a single state only lane 0 counts."""
        if not self._emitter.many:
            return self._let(f"trunc i64 {value} to i1")
        each = self._let(f"icmp ne %lanes {value}, zeroinitializer")
        words = self._emitter.words
        bits = self._let(f"bitcast <{words} x i1> {each} to i{words}")
        return self._let(f"icmp ne i{words} {bits}, 0")

    def _gate(self, table: int, inputs: Sequence[str]) -> str:
        plain = _PLAIN.get(table)
        if self._emitter.ternary and not plain:
            values = [*inputs, *[inputs[-1]] * (3 - len(inputs))]
            arguments = ", ".join(f"%lanes {value}" for value in values)
            return self._let(f"call %lanes {self._emitter.table}({arguments}, i32 {table})")
        return self._formula((plain, 0, 1) if plain else formula(table), inputs)

    def _formula(self, term: Formula, inputs: Sequence[str]) -> str:
        if isinstance(term, int):
            return self._emitter.ones if term == 3 else inputs[term]
        operation, *parts = term
        left, right = (self._formula(part, inputs) for part in parts)
        return self._let(f"{operation} %lanes {left}, {right}")

    def _value(self, literal: int) -> str:
        node = literal >> 1
        if node not in self._values:
            self._values[node] = self._read(self._plan.home[node])
        if not literal & 1:
            return self._values[node]
        if node == 0:
            return self._emitter.ones
        return self._let(f"xor %lanes {self._values[node]}, {self._emitter.ones}")

    def _store(self, stores: Sequence[tuple[int, MemoryPlace]]) -> None:
        """All values are read before the first is written: inputs may change places."""
        values = [(self._value(literal), place) for literal, place in stores]
        packed: dict[MemoryPlace, str] = {}
        for value, place in values:
            if place.bit is None:
                self._write(value, place)
            else:
                word = MemoryPlace(place.work, place.slot)
                before = packed.get(word) or self._read(word)
                one = self._let(f"and i64 {value}, 1")
                moved = self._let(f"shl i64 {one}, {place.bit}")
                packed[word] = self._let(f"or i64 {before}, {moved}")
        for place, value in packed.items():
            self._write(value, place)

    def _read(self, place: MemoryPlace) -> str:
        if place.bit is None:
            at = self._at(place)
            return self._let(f"load %lanes, ptr {at}")
        word = MemoryPlace(place.work, place.slot)
        if word not in self._words:
            self._words[word] = self._read(word)
        return self._let(f"lshr i64 {self._words[word]}, {place.bit}")

    def _write(self, value: str, place: MemoryPlace) -> None:
        at = self._at(place)
        self._lines.append(f"store %lanes {value}, ptr {at}")

    def _at(self, place: MemoryPlace) -> str:
        base = "%w" if place.work else "%m"
        return self._let(f"getelementptr %lanes, ptr {base}, i64 {place.slot}")

    def _let(self, what: str) -> str:
        name = f"%v{next(self._number)}"
        self._lines.append(f"{name} = {what}")
        return name
