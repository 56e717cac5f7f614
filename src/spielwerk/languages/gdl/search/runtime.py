"""The routines as functions to call: translated and compiled once, then kept on disk."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from spielwerk.core import digest, keep, recall
from spielwerk.languages.gdl.kernels import TargetProcessor

Routine = Callable[..., Any]


class Runtime:
    """Native code of routines. Calls do not hold the interpreter's lock."""

    def __init__(self, code: bytes, entries: Sequence[Routine]) -> None:
        llvm = _llvm()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        for entry in entries:
            setattr(self, entry.__name__, self._function(entry))

    def _function(self, entry: Routine) -> Routine:
        known: dict[str, Any] = {"int": ctypes.c_int64, "float": ctypes.c_double, "None": None}
        types = dict(entry.__annotations__)
        result = known[types.pop("return")]
        kinds = [known.get(kind, ctypes.c_void_p) for kind in types.values()]
        made: Routine = ctypes.CFUNCTYPE(result, *kinds)(
            self._engine.get_function_address(entry.__name__)
        )
        return made

    def __getattr__(self, name: str) -> Routine:
        raise AttributeError(name)


@cache
def runtime() -> Runtime:
    """All routines that are called from outside."""
    from spielwerk.languages.gdl.search.routines import ENTRIES

    key = digest(str(TargetProcessor.here()), str(_llvm().llvm_version_info), _sources())
    code = recall("kernels", key)
    if code is None:
        code = _compile(ENTRIES)
        keep("kernels", key, code)
    return Runtime(code, ENTRIES)


def compiled(entries: Sequence[Routine]) -> Runtime:
    """Functions of the dialect as native code, made anew."""
    return Runtime(_compile(entries), entries)


@cache
def _sources() -> str:
    """A digest of this package: code that another version of it made is not used."""
    folder = files(__package__)
    found = [file for part in (folder, folder.joinpath("routines")) for file in part.iterdir()]
    named = sorted((file.name, file) for file in found if file.name.endswith((".py", ".ll")))
    return digest(*(file.read_bytes() for _, file in named))


def _compile(entries: Sequence[Routine]) -> bytes:
    from spielwerk.languages.gdl.search.translation import translate

    llvm = _llvm()
    module = llvm.parse_assembly(translate(entries))
    machine = _machine()
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _machine() -> Any:
    processor = TargetProcessor.here()
    target = _llvm().Target.from_triple(processor.triple)
    return target.create_target_machine(cpu=processor.name, features=processor.features, opt=2)


@cache
def _llvm() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in ("PyThread_acquire_lock", "PyThread_release_lock"):
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    return llvm


class Lock:
    """A lock that native code can take; ``address`` is where it finds it."""

    def __init__(self) -> None:
        allocate = ctypes.pythonapi.PyThread_allocate_lock
        allocate.restype = ctypes.c_void_p
        self.address: int = allocate()

    def __del__(self) -> None:
        free = ctypes.pythonapi.PyThread_free_lock
        free.argtypes = [ctypes.c_void_p]
        free(self.address)
