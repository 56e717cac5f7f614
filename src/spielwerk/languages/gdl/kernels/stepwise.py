"""The kernel for batches: 512 lanes that step by given moves.

``stepwise.ll`` holds what every game shares; memory is a :class:`.frames.Frame` of vectors.
"""

from __future__ import annotations

from importlib.resources import files
from string import Template

from spielwerk.languages.gdl.circuit import Circuit
from spielwerk.languages.gdl.kernels.emission import Emitter, Lanes, calls
from spielwerk.languages.gdl.kernels.frames import Frame, looking, moving
from spielwerk.languages.gdl.kernels.source import LlvmSource


def stepwise_source(circuit: Circuit, *, ternary: bool) -> LlvmSource:
    """The kernel; its entries are ``look`` and ``advance`` of ``stepwise.ll``."""
    frame = Frame.of(circuit, packed=False)
    emitter = Emitter(Lanes.MANY, ternary=ternary)
    look, move = looking(circuit, frame), moving(circuit, frame)
    look_texts, [look_names] = emitter.stages("look", look)
    move_texts, [move_names] = emitter.stages("move", move)
    text = files(__package__).joinpath("stepwise.ll").read_text("utf-8")
    rest = Template(text).substitute(
        facts=frame.facts,
        following=frame.following,
        terminal=frame.terminal,
        moves=frame.moves[0].start,
        moves_bytes=64 * sum(map(len, frame.moves)),
        look=calls(look_names),
        mark="\n".join(_mark(role, slots) for role, slots in enumerate(frame.moves)),
        move=calls(move_names),
    )
    return LlvmSource(
        "\n".join([emitter.head, *look_texts, *move_texts, rest]),
        gates=look.gates + move.gates,
        slots=max(look.slots, move.slots),
    )


def _mark(role: int, slots: range) -> str:
    return (
        f"  %moves.{role} = getelementptr %lanes, ptr %m, i64 {slots.start}\n"
        f"  %choices.{role} = getelementptr i64, ptr %choices, i64 {512 * role}\n"
        f"  call void @mark(ptr %moves.{role}, ptr %choices.{role})"
    )
