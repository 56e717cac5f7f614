"""Circuits as bytes and back, for the cache on disk.

The key under which a circuit is kept holds the rules and the compiler itself, so that a change of
either never meets an old circuit.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk.core import digest
from spielwerk.languages.gdl.circuit.budget import Budget
from spielwerk.languages.gdl.circuit.gates import Circuit
from spielwerk.languages.gdl.program import Program, Term


def circuit_key(program: Program, budget: Budget) -> str:
    """What is kept on disk about these rules is kept under this name."""
    return digest(_compiler(), repr(budget), program.dialect, *map(str, program.rules))


@cache
def _compiler() -> str:
    """Changes whenever the compiler does."""
    sources = sorted(Path(__file__).parent.rglob("*.py"))
    return digest(*(path.read_bytes() for path in sources))


def to_bytes(circuit: Circuit) -> bytes:
    """Everything about a circuit."""
    names = {
        "roles": circuit.roles,
        "facts": circuit.facts,
        "moves": circuit.moves,
        "cycles": circuit.cycles,
        "split": circuit.split,
        "terminal": circuit.terminal,
        "goals": circuit.goals,
        "sees": circuit.sees,
    }
    arrays: dict[str, Any] = {
        "initial": circuit.initial,
        "kind": circuit.kind,
        "left": circuit.left,
        "right": circuit.right,
        "next": circuit.next,
    }
    arrays |= {f"legal{number}": literals for number, literals in enumerate(circuit.legal)}
    stream = io.BytesIO()
    text = np.frombuffer(json.dumps(names).encode(), np.uint8)
    np.savez(stream, names=text, **arrays)
    return stream.getvalue()


def from_bytes(data: bytes) -> Circuit:
    """The circuit that :func:`to_bytes` was given."""
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        arrays = dict(stored)
    names: dict[str, Any] = json.loads(arrays["names"].tobytes())
    return Circuit(
        roles=tuple(names["roles"]),
        facts=tuple(map(_term, names["facts"])),
        moves=tuple(tuple(map(_term, moves)) for moves in names["moves"]),
        initial=arrays["initial"],
        kind=arrays["kind"],
        left=arrays["left"],
        right=arrays["right"],
        split=names["split"],
        cycles=tuple((start, end) for start, end in names["cycles"]),
        legal=tuple(arrays[f"legal{number}"] for number in range(len(names["roles"]))),
        next=arrays["next"],
        terminal=names["terminal"],
        goals=tuple(_pairs(goals) for goals in names["goals"]),
        sees=tuple(tuple((_term(p), literal) for p, literal in seen) for seen in names["sees"]),
    )


def _pairs(goals: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((value, literal) for value, literal in goals)


def _term(item: Any) -> Term:
    return item if isinstance(item, str) else tuple(map(_term, item))
