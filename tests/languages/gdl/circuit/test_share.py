"""Wide conjunctions become few gates with two inputs."""

from __future__ import annotations

from spielwerk.languages.gdl.circuit.budget import Budget, Meter
from spielwerk.languages.gdl.circuit.network import Network
from spielwerk.languages.gdl.circuit.share import Gates, paired


def gates_of(network: Network, roots: list[int]) -> Gates:
    gates, literals = paired(network, roots, Meter(Budget()))
    assert all(root >> 1 in literals for root in roots)
    return gates


def test_pair_that_stands_in_several_conjunctions_is_one_gate() -> None:
    network = Network(6, [1])
    roots = [network.all_of([2, 4, other]) for other in (6, 8, 10, 12)]
    assert len(gates_of(network, roots).inputs) == 1 + 4


def test_alternatives_are_shared_like_conditions() -> None:
    network = Network(6, [1])
    roots = [network.any_of([2, 4, other]) for other in (6, 8, 10, 12)]
    assert len(gates_of(network, roots).inputs) == 1 + 4


def test_smaller_set_of_moves_is_part_of_a_larger_one() -> None:
    network = Network(0, [40])
    small, large = network.move_in(0, 0b1111), network.move_in(0, 0b11111111)
    assert len(gates_of(network, [small, large]).inputs) == 3 + 4


def test_wide_conjunction_is_flat() -> None:
    network = Network(1024, [1])
    gates = gates_of(network, [network.all_of(range(2, 2 * 1025, 2))])
    assert len(gates.inputs) == 1023
    assert max(map(gates.level, range(2 * gates.first, 2 * (gates.first + 1023)))) == 10
