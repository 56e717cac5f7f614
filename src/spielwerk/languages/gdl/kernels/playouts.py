"""Random matches in native code: a circuit becomes the text of a kernel that plays them.

``playout.ll`` holds what every game shares; the game's own steps, one for each phase of its
clock, are put between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from string import Template

from spielwerk.languages.gdl.circuit import Circuit
from spielwerk.languages.gdl.kernels.emission import Emitter, Lanes, calls
from spielwerk.languages.gdl.kernels.source import LlvmSource
from spielwerk.languages.gdl.kernels.stepping import QUOTA_BITS, KernelStep, LaneLayout, step


def playout_source(
    circuit: Circuit,
    phases: Sequence[Mapping[int, bool]],
    *,
    ternary: bool,
    recording: bool = False,
) -> LlvmSource:
    """The kernel that plays ``circuit`` at random; its entry is ``run`` of ``playout.ll``."""
    layout = LaneLayout.of(circuit, recording=recording)
    emitter = Emitter(Lanes.MANY, ternary=ternary)
    texts, cases = [emitter.head], []
    steps = [step(circuit, layout, known) for known in phases]
    for number, one in enumerate(steps):
        functions, names = emitter.stages(f"step{number}", one.plan)
        texts += functions
        cases.append(_case(number, names, one, layout))
    texts.append(_steps(cases))
    template = files(__package__).joinpath("playout.ll").read_text("utf-8")
    texts.append(Template(template).substitute(_numbers(layout, len(steps))))
    return LlvmSource(
        "\n".join(texts),
        gates=sum(one.plan.gates for one in steps),
        slots=max(one.plan.slots for one in steps),
    )


def _numbers(layout: LaneLayout, phases: int) -> dict[str, int]:
    return {
        "facts": layout.facts,
        "fact_bytes": 64 * layout.facts,
        "roots": layout.roots,
        "live": layout.live,
        "waiting": layout.waiting,
        "limited": layout.limited,
        "quota": layout.quota,
        "quota_bits": QUOTA_BITS,
        "states": layout.states,
        "playouts": layout.playouts,
        "sums": layout.sums,
        "outcomes": len(layout.outcomes),
        "phases": phases,
    }


def _steps(cases: Sequence[str]) -> str:
    labels = " ".join(f"i64 {number}, label %phase{number}" for number in range(len(cases)))
    return (
        "define internal void @step(ptr noalias %m, ptr noalias %w, i64 %phase) nounwind {\n"
        f"  switch i64 %phase, label %phase0 [{labels}]\n{''.join(cases)}}}\n"
    )


def _case(number: int, names: Sequence[Sequence[str]], one: KernelStep, layout: LaneLayout) -> str:
    before, after = names
    lines = [f"phase{number}:", calls(before), "  call void @settle(ptr %m, ptr %w)"]
    for i, draw in enumerate(one.draws):
        most, rank, random = (f"%{name}.{number}.{i}" for name in ("most", "rank", "random"))
        lines += [
            f"  {random} = getelementptr %lanes, ptr %m, i64 {layout.random}",
            f"  {most} = getelementptr %lanes, ptr %w, i64 {draw.most}",
            f"  {rank} = getelementptr %lanes, ptr %w, i64 {draw.rank}",
            f"  call void @draw(ptr {random}, ptr {most}, ptr {rank}, i64 {draw.bits})",
        ]
    return "\n".join([*lines, calls(after), "  ret void", ""])
