"""Networks stay small while they grow, and mean what they were told."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from spielwerk.languages.gdl.circuit.gates import FALSE, TRUE
from spielwerk.languages.gdl.kernels.network import GateTable
from spielwerk.languages.gdl.kernels.tables import FULL, apply


def values(network: GateTable, inputs: dict[int, int]) -> list[int]:
    """Every node over eight assignments at once, a bit each."""
    found: list[int] = []
    for node, (table, fanin) in enumerate(zip(network.table, network.fanin, strict=True)):
        if fanin:
            read = [found[other] for other in fanin]
            found.append(apply(table, *read, *[0] * (3 - len(read))))
        else:
            found.append(inputs.get(node, 0))
    return found


@given(st.integers(0, 2**32))
def test_gates_mean_their_tables_however_they_are_shared_and_folded(seed: int) -> None:
    rng = Random(seed)
    network = GateTable()
    inputs = {network.input() >> 1: pattern for pattern in (0xF0, 0xCC, 0xAA)}
    meant = {FALSE: 0, TRUE: FULL}
    for node, pattern in inputs.items():
        meant |= {2 * node: pattern, 2 * node + 1: pattern ^ FULL}
    for _ in range(40):
        table, read = rng.randrange(256), rng.choices(list(meant), k=3)
        literal = network.gate(table, *read)
        meaning = apply(table, *(meant[x] for x in read))
        assert meant.setdefault(literal, meaning) == meaning
        assert meant.setdefault(literal ^ 1, meaning ^ FULL) == meaning ^ FULL
    found = values(network, inputs)
    for literal, meaning in meant.items():
        assert found[literal >> 1] ^ (FULL if literal & 1 else 0) == meaning


def test_equal_and_opposite_gates_are_one() -> None:
    network = GateTable()
    a, b = network.input(), network.input()
    assert network.both(a, b) == network.both(b, a)
    assert network.either(a ^ 1, b ^ 1) == network.both(a, b) ^ 1
    assert network.majority(a, b, FALSE) == network.both(a, b)
    assert len(network.table) == 4


def test_constants_fold_away() -> None:
    network = GateTable()
    a = network.input()
    assert network.both(a, TRUE) == a
    assert network.both(a, FALSE) == FALSE
    assert network.differ(a, TRUE) == a ^ 1
    assert network.majority(a, a ^ 1, TRUE) == TRUE
    assert network.any([]) == FALSE
