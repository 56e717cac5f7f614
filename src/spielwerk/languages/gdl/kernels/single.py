"""The kernel for one state at a time: look at a position, make a move in it.

``single.ll`` holds what every game shares. All memory is one block of words, laid out by
:class:`Workspace`: the frame, the Python objects that answers are made of, room for a list of
numbers, and the work memory of the gates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template

from spielwerk.languages.gdl.circuit import Circuit
from spielwerk.languages.gdl.kernels.emission import Emitter, Lanes, calls
from spielwerk.languages.gdl.kernels.frames import Frame, looking, moving
from spielwerk.languages.gdl.kernels.source import LlvmSource


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where things stand, counted in words. For every value of goals, legal moves and percepts
    in the frame there is the address of the object that stands for it."""

    frame: Frame
    goals: tuple[int, ...]
    legal: tuple[int, ...]
    sees: tuple[int, ...]
    list: int
    work: int

    @classmethod
    def of(cls, circuit: Circuit) -> Workspace:
        frame = Frame.of(circuit, packed=True)
        goals, at = _starts(frame.size, frame.goals)
        legal, at = _starts(at, frame.legal)
        sees, at = _starts(at, frame.sees)
        longest = max(map(len, (*frame.goals, *frame.legal, *frame.sees)))
        return cls(frame, goals, legal, sees, at, at + longest)


def _starts(at: int, ranges: Sequence[range]) -> tuple[tuple[int, ...], int]:
    starts = []
    for slots in ranges:
        starts.append(at)
        at += len(slots)
    return tuple(starts), at


def single_source(circuit: Circuit) -> LlvmSource:
    """The kernel; its entries are ``look``, ``goals``, ``apply``, ``perceive`` of ``single.ll``."""
    space = Workspace.of(circuit)
    frame = space.frame
    emitter = Emitter(Lanes.ONE, ternary=False)
    look, move = looking(circuit, frame), moving(circuit, frame)
    look_texts, [look_names] = emitter.stages("look", look)
    move_texts, [move_names] = emitter.stages("move", move)
    sizes = [len(slots) for slots in frame.moves]
    text = files(__package__).joinpath("single.ll").read_text("utf-8")
    rest = Template(text).substitute(
        bytes=8 * frame.facts,
        roles=len(sizes),
        sight_size=2 + len(sizes),
        terminal=frame.terminal,
        following=frame.following,
        list=space.list,
        work=space.work,
        moves=", ".join(f"i64 %move.{role}" for role in range(len(sizes))),
        check=_check(sizes),
        look=calls(look_names),
        make=_set(frame.moves, -1),
        move=calls(move_names),
        unmake=_set(frame.moves, 0),
        put_goals=_put(frame.goals, space.goals),
        put_legal=_put(frame.legal, space.legal, first=2),
        put_sees=_put(frame.sees, space.sees),
    )
    return LlvmSource(
        "\n".join([emitter.head, *look_texts, *move_texts, rest]),
        gates=look.gates + move.gates,
        slots=space.work + max(look.slots, move.slots),
    )


def _put(values: Sequence[range], objects: Sequence[int], first: int = 0) -> str:
    """Lines that fill a tuple's items with tuples of what holds, role by role."""
    lines = []
    for item, (slots, start) in enumerate(zip(values, objects, strict=True), first):
        lines += [
            f"  %slots.{item} = getelementptr i64, ptr %m, i64 {slots.start}",
            f"  %objects.{item} = getelementptr i64, ptr %m, i64 {start}",
            f"  call void @put(ptr %answer, i64 {item}, ptr %slots.{item}, i64 {len(slots)},"
            f" ptr %objects.{item}, ptr %list)",
        ]
    return "\n".join(lines)


def _check(sizes: Sequence[int]) -> str:
    """Lines that set ``%known`` where the position fits and every role has a move so numbered."""
    lines, known = [], "%fits"
    for role, size in enumerate(sizes):
        lines.append(f"  %fits.{role} = icmp ult i64 %move.{role}, {size}")
        lines.append(f"  %known.{role} = and i1 {known}, %fits.{role}")
        known = f"%known.{role}"
    return "\n".join([*lines, f"  %known = and i1 {known}, true"])


def _set(moves: Sequence[range], value: int) -> str:
    """Lines that write ``value`` for the moves that are made."""
    lines = []
    for role, slots in enumerate(moves):
        name = f"{role}.{abs(value)}"
        lines += [
            f"  %slot.{name} = add i64 %move.{role}, {slots.start}",
            f"  %made.{name} = getelementptr i64, ptr %m, i64 %slot.{name}",
            f"  store i64 {value}, ptr %made.{name}",
        ]
    return "\n".join(lines)
