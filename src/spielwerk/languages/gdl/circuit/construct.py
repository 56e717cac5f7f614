"""From ground rules to a network of gates with named outputs.

Groups of nodes are built in the order in which they use each other. Only atoms that need each
other in a ring at the level of ground atoms become loops of the network; rules that are recursive
but always lead on, such as those that walk along a line of a board, do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from spielwerk.languages.gdl.circuit.grounding import InstanceNodes, Instances
from spielwerk.languages.gdl.circuit.network import FALSE, TRUE, Network
from spielwerk.languages.gdl.program import Term, components, term_text


@dataclass(frozen=True, slots=True)
class Outputs:
    """The literals that a game is run by, as in :class:`~.gates.Circuit`."""

    legal: tuple[tuple[int, ...], ...]
    next: tuple[int, ...]
    terminal: int
    goals: tuple[tuple[tuple[int, int], ...], ...]
    sees: tuple[tuple[tuple[Term, int], ...], ...]

    def __iter__(self) -> Iterator[int]:
        for moves in self.legal:
            yield from moves
        yield from self.next
        yield self.terminal
        for goals in self.goals:
            yield from (literal for _, literal in goals)
        for percepts in self.sees:
            yield from (literal for _, literal in percepts)

    def mapped(self, change: Callable[[int], int]) -> Outputs:
        """The same outputs with every literal replaced."""
        return Outputs(
            tuple(tuple(map(change, moves)) for moves in self.legal),
            tuple(map(change, self.next)),
            change(self.terminal),
            tuple(tuple((v, change(literal)) for v, literal in goals) for goals in self.goals),
            tuple(tuple((p, change(literal)) for p, literal in seen) for seen in self.sees),
        )


def construct(instances: Instances) -> tuple[Network, Outputs]:
    """The network of a game's ground rules."""
    network = Network(len(instances.facts), [len(moves) for moves in instances.moves])
    literals = [FALSE] * instances.nodes
    leaves = [node for _, node in instances.facts]
    leaves += [node for moves in instances.moves for _, node in moves]
    for number, node in enumerate(leaves, 1):
        literals[node] = 2 * number
    for known in instances.move_sets:
        literals[known.node] = network.move_in(known.role, known.moves)
    uses = {number: sorted(group.uses) for number, group in enumerate(instances.groups)}
    for ring in components(uses):
        rules: dict[int, list[list[int]]] = {}
        for number in ring:
            _collect(instances.groups[number], rules)
        if len(ring) == 1 and ring[0] not in uses[ring[0]]:
            for head, bodies in rules.items():
                literals[head] = _disjunction(network, literals, bodies)
        else:
            _build_ring(network, literals, rules)
        instances.grounding.meter.check("Building the circuit")
    return network, _outputs(instances, literals)


def _collect(group: InstanceNodes, rules: dict[int, list[list[int]]]) -> None:
    for heads, bodies in group.blocks:
        for head, body in zip(heads.tolist(), bodies.tolist(), strict=True):
            rules.setdefault(head, []).append(body)


def _disjunction(network: Network, literals: Sequence[int], bodies: list[list[int]]) -> int:
    return network.any_of(
        network.all_of(
            TRUE if literal == TRUE else literals[literal >> 1] ^ (literal & 1) for literal in body
        )
        for body in bodies
    )


def _build_ring(network: Network, literals: list[int], rules: dict[int, list[list[int]]]) -> None:
    """Relations that need each other: sort out which of their atoms do."""
    graph = {
        head: [literal >> 1 for body in bodies for literal in body if literal >> 1 in rules]
        for head, bodies in rules.items()
    }
    for atoms in components(graph):
        looped = len(atoms) > 1 or atoms[0] in graph[atoms[0]]
        if looped:
            for atom in atoms:
                literals[atom] = network.loop()
        for atom in atoms:
            literal = _disjunction(network, literals, rules[atom])
            if looped:
                network.definitions[literals[atom] >> 1] = literal
            else:
                literals[atom] = literal


def _outputs(instances: Instances, literals: Sequence[int]) -> Outputs:
    roles = instances.grounding.flat.roles
    legal = dict(_named(instances, literals, "legal"))
    following = dict(_named(instances, literals, "next"))
    goals: dict[Term, list[tuple[int, int]]] = {role: [] for role in roles}
    sees: dict[Term, list[tuple[Term, int]]] = {role: [] for role in roles}
    for (role, value), literal in _named(instances, literals, "goal"):
        if role in goals and isinstance(value, str) and value.isdecimal():
            goals[role].append((int(value), literal))
    for (role, percept), literal in _named(instances, literals, "sees"):
        if role in sees:
            sees[role].append((percept, literal))
    return Outputs(
        tuple(
            tuple(legal[role, move] for move, _ in moves)
            for role, moves in zip(roles, instances.moves, strict=True)
        ),
        tuple(following.get((fact,), FALSE) for fact, _ in instances.facts),
        dict(_named(instances, literals, "terminal")).get((), FALSE),
        tuple(tuple(sorted(values)) for values in goals.values()),
        tuple(tuple(sorted(seen, key=lambda s: term_text(s[0]))) for seen in sees.values()),
    )


def _named(
    instances: Instances, literals: Sequence[int], name: str
) -> Iterator[tuple[tuple[Term, ...], int]]:
    """The arguments of everything that can hold of a relation, each with its literal."""
    for relation in instances.grounding.flat.named(name):
        for row, args in enumerate(instances.terms(relation)):
            static = relation in instances.grounding.static
            yield args, TRUE if static else literals[instances.first(relation) + row]
