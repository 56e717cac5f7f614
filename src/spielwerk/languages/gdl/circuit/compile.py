"""A game compiled: from normalised rules to the circuit that runs them.

Read this module first; each line of :func:`compile_program` is one step with a module of its own.
:func:`cached_circuit` does the same but looks on disk first.
"""

from __future__ import annotations

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.circuit.budget import Budget, Meter
from spielwerk.languages.gdl.circuit.cache import keep, recall
from spielwerk.languages.gdl.circuit.construct import Outputs, construct
from spielwerk.languages.gdl.circuit.emit import NetworkNames, emit
from spielwerk.languages.gdl.circuit.gates import Circuit
from spielwerk.languages.gdl.circuit.grounding import Instances, flatten, ground, instantiate
from spielwerk.languages.gdl.circuit.network import Network
from spielwerk.languages.gdl.circuit.rewrite import rewritten, settled, size
from spielwerk.languages.gdl.circuit.share import paired
from spielwerk.languages.gdl.circuit.storage import circuit_key, from_bytes, to_bytes
from spielwerk.languages.gdl.program import Program

_WORTH_IT = 0.99
"""Where this part of a network is left when it is rewritten, it is rewritten once more."""


def compile_program(program: Program, budget: Budget | None = None) -> Circuit:
    """The circuit of a game.

    :param program: normalised rules
    :raises LimitExceeded: the budget does not suffice; the message says by how much
    """
    meter = Meter(budget or Budget())
    flat = flatten(program)
    instances = instantiate(ground(flat, meter))
    network, outputs = construct(instances)
    names, network, outputs = _reduced(instances, network, outputs, meter)
    gates, literals = paired(network, outputs, meter)
    meter.check("Compiling", gates=len(gates.inputs))

    def literal(old: int) -> int:
        return literals[old >> 1] ^ (old & 1)

    definitions = {n: literal(d) for n, d in network.definitions.items() if n in literals}
    return emit(names, gates, definitions, outputs.mapped(literal))


def cached_circuit(program: Program, budget: Budget | None = None) -> Circuit:
    """The circuit of a game, compiled once and kept on disk.

    That a game exceeds the budget is kept, too.

    :param program: normalised rules
    :raises LimitExceeded: the budget does not suffice; the message says by how much
    """
    allowed = budget or Budget()
    key = circuit_key(program, allowed)
    if known := recall("circuits", key):
        return from_bytes(known)
    if refusal := recall("refusals", key):
        raise LimitExceeded(refusal.decode())
    try:
        circuit = compile_program(program, allowed)
    except LimitExceeded as problem:
        keep("refusals", key, str(problem).encode())
        raise
    keep("circuits", key, to_bytes(circuit))
    return circuit


def _reduced(
    instances: Instances, network: Network, outputs: Outputs, meter: Meter
) -> tuple[NetworkNames, Network, Outputs]:
    """The network without what never changes or never happens, made smaller again and again."""
    flat = instances.grounding.flat
    starting = {args[0] for relation in flat.named("init") for args in instances.terms(relation)}
    initial = [fact in starting for fact, _ in instances.facts]
    constant, never = settled(network, outputs, initial)
    facts = [
        (fact, holds)
        for number, ((fact, _), holds) in enumerate(zip(instances.facts, initial, strict=True), 1)
        if constant.get(number) is not False
    ]
    numbered = iter(range(network.first_move, network.first_move + sum(network.moves)))
    moves = tuple(
        tuple(move for move, _ in own if next(numbered) not in never) for own in instances.moves
    )
    names = NetworkNames(
        flat.roles, tuple(fact for fact, _ in facts), moves, tuple(holds for _, holds in facts)
    )
    before = size(network, outputs)
    meter.check_network(before)
    network, outputs = rewritten(network, outputs, constant, never)
    while (now := size(network, outputs)) < _WORTH_IT * before:
        before = now
        meter.check_network(now)
        network, outputs = rewritten(network, outputs)
    return names, network, outputs
