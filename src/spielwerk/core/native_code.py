"""From LLVM text to functions that can be called.

No compiler is needed on the machine: llvmlite brings one along, and is loaded with the first code
that is made. Who makes code keeps it on disk (:mod:`spielwerk.core.cache`) under a name made from
everything it depends on, the :class:`TargetProcessor` among it.
"""

from __future__ import annotations

import atexit
from dataclasses import dataclass
from functools import cache
from typing import Any


@cache
def llvm() -> Any:
    """llvmlite, ready to make code for this machine.

    Engines are made in threads that nobody waits for. Whoever leaves while LLVM is at work there
    takes its parts from under it, and the process dies of that: so the last thing that is done is
    to wait for the lock under which llvmlite calls it, and to keep it.
    """
    import llvmlite.binding

    llvmlite.binding.initialize_native_target()
    llvmlite.binding.initialize_native_asmprinter()
    atexit.register(llvmlite.binding.ffi.lib._lock.__enter__)
    return llvmlite.binding


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

    @property
    def version(self) -> str:
        """What code that was kept depends on: the processor, and who made the code."""
        return f"{self} {llvm().llvm_version_info}"

    @staticmethod
    @cache
    def here() -> TargetProcessor:
        features = llvm().get_host_cpu_features().flatten()
        return TargetProcessor(llvm().get_process_triple(), llvm().get_host_cpu_name(), features)

    def machine(self, care: int) -> Any:
        """What makes code, with little care (0) or much (2)."""
        target = llvm().Target.from_triple(self.triple)
        return target.create_target_machine(cpu=self.name, features=self.features, opt=care)


class NativeCode:
    """Code that was made, ready to run."""

    def __init__(self, code: bytes, processor: TargetProcessor) -> None:
        empty = llvm().parse_assembly("")
        self._engine = llvm().create_mcjit_compiler(empty, processor.machine(1))
        self._engine.add_object_file(llvm().ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, function: str) -> int:
        return int(self._engine.get_function_address(function))
