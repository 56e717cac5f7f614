"""The routines as functions to call: translated and compiled once, then kept on disk."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from spielwerk.core import NativeCode, TargetProcessor, digest, keep, llvm, recall

Routine = Callable[..., Any]


class Runtime:
    """Native code of routines. Calls do not hold the interpreter's lock."""

    def __init__(self, code: bytes, entries: Sequence[Routine]) -> None:
        _with_locks()
        self._code = NativeCode(code, TargetProcessor.here())
        for entry in entries:
            setattr(self, entry.__name__, self._function(entry))

    def _function(self, entry: Routine) -> Routine:
        known: dict[str, Any] = {"int": ctypes.c_int64, "float": ctypes.c_double, "None": None}
        types = dict(entry.__annotations__)
        result = known[types.pop("return")]
        kinds = [known.get(kind, ctypes.c_void_p) for kind in types.values()]
        made: Routine = ctypes.CFUNCTYPE(result, *kinds)(self._code.address(entry.__name__))
        return made

    def __getattr__(self, name: str) -> Routine:
        raise AttributeError(name)


@cache
def runtime() -> Runtime:
    """All routines that are called from outside."""
    from spielwerk.languages.gdl.search.routines import ENTRIES

    key = digest(TargetProcessor.here().version, _sources())
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

    module = llvm().parse_assembly(translate(entries))
    machine = TargetProcessor.here().machine(2)
    tuning = llvm().create_pipeline_tuning_options(speed_level=2)
    builder = llvm().create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


@cache
def _with_locks() -> None:
    """Let code take locks of the interpreter."""
    for name in ("PyThread_acquire_lock", "PyThread_release_lock"):
        address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
        llvm().add_symbol(name, address)


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
