"""A kernel before it is compiled: its LLVM text, and what a caller must know to run it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LlvmSource:
    """LLVM text with the number of its gates and of the work slots it needs."""

    text: str
    gates: int
    slots: int
