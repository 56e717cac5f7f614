"""From the LLVM text of a circuit to functions that can be called, which are kept on disk."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files

from spielwerk.core import NativeCode, TargetProcessor, digest, keep, llvm, recall
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


class Kernel:
    """Native code, ready to run."""

    def __init__(self, code: bytes, processor: TargetProcessor) -> None:
        _with_python()
        self.gates, self.slots = (int.from_bytes(code[i : i + 8], "little") for i in (0, 8))
        self.bytes = len(code)
        self.address = NativeCode(code[16:], processor).address


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
    key = digest(name, processor.version, _sources(), *_contents(circuit))
    code = recall("kernels", key)
    if code is None:
        source = build(processor)
        numbers = source.gates.to_bytes(8, "little") + source.slots.to_bytes(8, "little")
        code = numbers + _compile(source, processor, careful)
        keep("kernels", key, code)
    return Kernel(code, processor)


def _compile(source: LlvmSource, processor: TargetProcessor, careful: bool) -> bytes:
    module = llvm().parse_assembly(source.text)
    machine = processor.machine(1 if careful and source.gates <= _CAREFUL else 0)
    builder = llvm().create_pass_builder(machine, llvm().create_pipeline_tuning_options())
    passes = llvm().create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.run(module, builder)
    return bytes(machine.emit_object(module))


@cache
def _with_python() -> None:
    """Let code call the interpreter."""
    for name in _PYTHON:
        address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
        llvm().add_symbol(name, address)


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
