"""Counting legal moves and taking the one of a given rank, for every set of legal moves."""

from __future__ import annotations

from itertools import product

import pytest

from spielwerk.languages.gdl.kernels.choice import count, decrement, select
from spielwerk.languages.gdl.kernels.network import GateTable
from spielwerk.languages.gdl.kernels.schedule import MemoryPlace, WorkStage, schedule
from spielwerk.languages.gdl.kernels.tables import apply


def run(network: GateTable, inputs: dict[int, int]) -> list[int]:
    """Every node of the network, one lane a bit of Python's integers."""
    lanes = max(inputs.values()).bit_length()
    full, found = (1 << lanes) - 1, [0]
    for node in range(1, len(network.table)):
        if not network.fanin[node]:
            found.append(inputs[node])
            continue
        read = [found[other] for other in network.fanin[node]]
        value = 0
        for row in range(8):
            if network.table[node] >> row & 1:
                term = full
                for position, bits in enumerate(read):
                    term &= bits if row >> 2 - position & 1 else ~bits
                if row & ((1 << 3 - len(read)) - 1) == 0:
                    value |= term
        found.append(value & full)
    return found


@pytest.mark.parametrize("moves", [1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_the_move_of_each_rank_is_picked_from_every_set(moves: int) -> None:
    network = GateTable()
    legal = [network.input() for _ in range(moves)]
    tree = count(network, legal)
    rank = [network.input() for _ in range((moves - 1).bit_length())]
    picks = select(network, tree, rank)
    most = decrement(network, tree.total)
    cases = [
        (allowed, number)
        for allowed in product((0, 1), repeat=moves)
        for number in range(sum(allowed))
    ]
    inputs = {x >> 1: _lanes(allowed[i] for allowed, _ in cases) for i, x in enumerate(legal)}
    inputs |= {x >> 1: _lanes(number >> i & 1 for _, number in cases) for i, x in enumerate(rank)}
    found = run(network, inputs)

    def lane(literal: int, number: int) -> int:
        return (found[literal >> 1] >> number & 1) ^ (literal & 1)

    for i, (allowed, number) in enumerate(cases):
        assert sum(lane(x, i) << bit for bit, x in enumerate(tree.total)) == sum(allowed)
        assert sum(lane(x, i) << bit for bit, x in enumerate(most)) == sum(allowed) - 1
        wanted = [move for move in range(moves) if allowed[move]][number]
        assert [lane(pick, i) for pick in picks] == [move == wanted for move in range(moves)]


def _lanes(bits) -> int:
    return sum(bit << lane for lane, bit in enumerate(bits))


def test_one_less_than_nothing_is_nothing() -> None:
    network = GateTable()
    bits = [network.input() for _ in range(3)]
    less = decrement(network, bits)
    for number in range(8):
        inputs = {x >> 1: 0b10 | (number >> i & 1) for i, x in enumerate(bits)}
        found = run(network, inputs)
        values = [(found[x >> 1] & 1) ^ (x & 1) for x in less]
        assert sum(value << i for i, value in enumerate(values)) == max(0, number - 1)


def test_counting_and_choosing_cost_seven_gates_a_move() -> None:
    network = GateTable()
    legal = [network.input() for _ in range(255)]
    rank = [network.input() for _ in range(8)]
    picks = select(network, count(network, legal), rank)
    home = {x >> 1: MemoryPlace(False, slot) for slot, x in enumerate([*legal, *rank])}
    outputs = [(pick, MemoryPlace(True, slot)) for slot, pick in enumerate(picks)]
    plan = schedule(network, home, [WorkStage(outputs)])
    assert plan.gates < 7 * len(legal)


def test_tables_are_read_as_the_network_reads_them() -> None:
    network = GateTable()
    a, b, c = (network.input() for _ in range(3))
    literal = network.gate(0xCA, a, b, c)
    found = run(network, {a >> 1: 0xF0, b >> 1: 0xCC, c >> 1: 0xAA})
    assert found[literal >> 1] ^ (0xFF if literal & 1 else 0) == apply(0xCA, 0xF0, 0xCC, 0xAA)
