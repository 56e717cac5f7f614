"""Phases and phase states as templates."""

from __future__ import annotations

from dataclasses import replace

from spielwerk.core import say
from spielwerk.languages.igold.model import kids, labels_of
from spielwerk.languages.igold.processor.expressions import (
    ExpressionCompiler,
    Scope,
)
from spielwerk.languages.igold.processor.templates import (
    CompiledGame,
    PhaseCode,
    StateCode,
)
from spielwerk.languages.igold.processor.ways import (
    code_of,
    timer_of,
    ways_of,
)
from spielwerk.languages.igold.source import Node


def add_phases(p: ExpressionCompiler, program: CompiledGame) -> None:
    """Add all concrete phases with their states."""
    phases = []
    for phase in p.definition.of_kind("phase", concrete=True):
        where = f"in the phase '{phase.name}'"
        scope = Scope(where=where)
        ways = ways_of(p, phase.node, list(phase.each("phaseTransitions")), scope)
        states = tuple(
            _state(p, state.nodes, state.id, state.ids, state.name, scope) for state in phase.states
        )
        if not ways:
            p.problems.warn(
                "igold-unreachable",
                phase.node,
                say("Nothing leads into the phase '{phase_id}'.", phase_id=phase.id),
                "Add a phaseTransition.",
            )
        timers = tuple(
            timer_of(p, node, scope) for area in phase.each("timers") for node in kids(area)
        )
        span = p.problems.document.span(phase.node)
        phases.append(PhaseCode(phase, ways, states, timers, span))
    if not phases:
        hint = say("Players that take turns: turns Play link=player ends=game when start of game")
        message = say("A game needs at least one phase.")
        body = p.definition.body
        p.problems.error("igold-no-phase", body, message, p.problems.worded(None, hint))
    program.phases = tuple(phases)


def _state(
    p: ExpressionCompiler,
    nodes: tuple[Node, ...],
    reference: str,
    ids: tuple[str, ...],
    name: str,
    scope: Scope,
) -> StateCode:
    areas = [area for node in nodes for area in kids(node, "phaseStateTransitions")]
    ways = ways_of(p, nodes[-1], areas, scope)
    if not ways:
        p.problems.warn(
            "igold-unreachable",
            nodes[-1],
            say("Nothing leads into the phase state '{reference}'.", reference=reference),
            "Add a phaseStateTransition.",
        )
    inside = [one for node in nodes for area in kids(node, "operations") for one in kids(area)]
    code = code_of(p, name, inside, replace(scope, where=f"in the phase state '{name}'"))
    timers = tuple(
        timer_of(p, one, scope)
        for node in nodes
        for area in kids(node, "timers")
        for one in kids(area)
    )
    span = p.problems.document.span(nodes[-1])
    labels = labels_of(nodes[-1])
    return StateCode(reference, ids, name, ways, code, span, timers, labels=labels)
