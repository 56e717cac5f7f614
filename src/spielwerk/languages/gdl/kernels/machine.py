"""From LLVM text to functions that can be called.

No compiler is needed on the machine: llvmlite brings one along. Compiled code is kept on disk
(:mod:`spielwerk.core.cache`) under a name made from everything it depends on.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from spielwerk.core import digest, keep, recall
from spielwerk.languages.gdl.circuit import Circuit
from spielwerk.languages.gdl.kernels.source import LlvmSource

_CAREFUL = 100_000
"""Up to this many gates code is optimised; more are only translated, which is quick."""
_PYTHON = (
    "PyBool_FromLong",
    "PyBytes_AsString",
    "PyBytes_FromStringAndSize",
    "PyBytes_Size",
    "PyTuple_New",
    "PyTuple_SetItem",
    "Py_IncRef",
)
"""Functions of the interpreter that kernels may call."""


@dataclass(frozen=True, slots=True)
class TargetProcessor:
    """What code is made for."""

    triple: str
    name: str
    features: str

    @property
    def ternary(self) -> bool:
        """Whether it runs truth tables of three inputs on 512 lanes in one instruction."""
        return self.triple.startswith("x86_64") and "+avx512f" in self.features.split(",")

    @staticmethod
    @cache
    def here() -> TargetProcessor:
        llvm = _llvm()
        features = llvm.get_host_cpu_features().flatten()
        return TargetProcessor(llvm.get_process_triple(), llvm.get_host_cpu_name(), features)


class Kernel:
    """Native code, ready to run."""

    def __init__(self, code: bytes, processor: TargetProcessor) -> None:
        llvm = _llvm()
        self.gates, self.slots = (int.from_bytes(code[i : i + 8], "little") for i in (0, 8))
        self.bytes = len(code)
        machine = _machine(processor, careful=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code[16:]))
        self._engine.finalize_object()

    def address(self, function: str) -> int:
        return int(self._engine.get_function_address(function))


def kernel(
    name: str,
    circuit: Circuit,
    build: Callable[[TargetProcessor], LlvmSource],
    processor: TargetProcessor | None = None,
    *,
    careful: bool = True,
) -> Kernel:
    """The kernel of that name for a circuit: from disk if it is there, else built and kept.

    :param careful: whether code is optimised, as far as that is worth it; if not it is there much
        sooner, and a tenth slower
    """
    processor = processor or TargetProcessor.here()
    version = str(_llvm().llvm_version_info)
    key = digest(name, str(processor), version, _sources(), *_contents(circuit))
    code = recall("kernels", key)
    if code is None:
        source = build(processor)
        numbers = source.gates.to_bytes(8, "little") + source.slots.to_bytes(8, "little")
        code = numbers + _compile(source, processor, careful)
        keep("kernels", key, code)
    return Kernel(code, processor)


def _compile(source: LlvmSource, processor: TargetProcessor, careful: bool) -> bytes:
    llvm = _llvm()
    module = llvm.parse_assembly(source.text)
    machine = _machine(processor, careful=careful and source.gates <= _CAREFUL)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.run(module, builder)
    return bytes(machine.emit_object(module))


def _machine(processor: TargetProcessor, *, careful: bool) -> Any:
    target = _llvm().Target.from_triple(processor.triple)
    return target.create_target_machine(
        cpu=processor.name, features=processor.features, opt=1 if careful else 0
    )


@cache
def _llvm() -> Any:
    """llvmlite is loaded with the first kernel: who plays without one need not wait for it."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in _PYTHON:
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    return llvm


@cache
def _sources() -> str:
    """A digest of this package: code that another version of it made is not used."""
    sources = [file for file in files(__package__).iterdir() if file.name.endswith((".py", ".ll"))]
    return digest(*(file.read_bytes() for file in sorted(sources, key=lambda file: file.name)))


def _contents(circuit: Circuit) -> Iterator[bytes]:
    """All of a circuit that code depends on."""
    moves = [len(own) for own in circuit.moves]
    sees = [[literal for _, literal in own] for own in circuit.sees]
    numbers = [len(circuit.facts), moves, circuit.split, circuit.cycles, circuit.terminal]
    yield repr([*numbers, circuit.goals, sees]).encode()
    arrays = [circuit.initial, circuit.kind, circuit.left, circuit.right, circuit.next]
    yield from (array.tobytes() for array in (*arrays, *circuit.legal))
