"""Networks made smaller."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.languages.gdl.circuit.construct import Outputs
from spielwerk.languages.gdl.circuit.network import FALSE, TRUE, Network
from spielwerk.languages.gdl.circuit.rewrite import rewritten, settled, size

A, B, C, D = 2, 4, 6, 8
"""Literals of the first four facts."""


def outputs(following: Sequence[int], legal: Sequence[int] = (TRUE,)) -> Outputs:
    return Outputs((tuple(legal),), tuple(following), FALSE, ((),), ((),))


def test_fact_that_starts_true_and_never_changes_is_settled() -> None:
    network = Network(2, [1])
    facts, never = settled(network, outputs([A, B ^ 1]), [True, False])
    assert (facts, never) == ({1: True}, set())


def test_fact_that_needs_a_fact_that_never_holds_never_holds() -> None:
    network = Network(3, [1])
    follows = outputs([A, network.all_of([A, C]), C ^ 1])
    facts, _ = settled(network, follows, [False, False, False])
    assert facts == {1: False, 2: False}


def test_move_that_needs_such_a_fact_is_never_made_and_what_needs_the_move_never_holds() -> None:
    network = Network(2, [3])
    made = network.move_in(0, 0b010)
    facts, never = settled(network, outputs([A, made], legal=[TRUE, A, TRUE]), [False, False])
    assert facts == {1: False, 2: False}
    assert never == {network.first_move + 1}


def test_loop_that_nothing_starts_never_holds() -> None:
    network = Network(2, [1])
    loop = network.loop()
    network.definitions[loop >> 1] = network.all_of([loop, B])
    facts, _ = settled(network, outputs([loop, B ^ 1]), [False, False])
    assert facts == {1: False}


def test_settled_facts_go_but_those_always_true_keep_their_place() -> None:
    network = Network(3, [2])
    follows = outputs([TRUE, B, network.any_of([A ^ 1, B, C ^ 1])], legal=[C, B])
    smaller, wires = rewritten(network, follows, {1: True, 2: False}, {network.first_move + 1})
    assert smaller.facts == 2
    assert wires.next == (TRUE, 4 ^ 1), "the third fact is the second now"
    assert wires.legal == ((4,),)


def test_common_factor_is_taken_out_of_a_sum_of_products() -> None:
    network = Network(4, [1])
    products = [network.all_of([A, other]) for other in (B, C, D)]
    wires = outputs([network.any_of(products)] * 4)
    assert size(network, wires) == 5
    smaller, same = rewritten(network, wires)
    assert size(smaller, same) == 3
    assert same.next[0] == smaller.all_of([A, smaller.any_of([B, C, D])])


def test_product_that_contains_another_one_is_dropped() -> None:
    network = Network(4, [1])
    products = [network.all_of([A, B]), network.all_of([A, B, C])]
    wires = outputs([network.any_of(products)] * 4)
    smaller, same = rewritten(network, wires)
    assert same.next[0] == smaller.all_of([A, B])


def test_condition_of_a_legal_move_vanishes_from_what_follows() -> None:
    network = Network(2, [2])
    made = network.move_in(0, 0b01)
    wires = outputs([network.all_of([made, A]), B], legal=[A, TRUE])
    smaller, same = rewritten(network, wires)
    assert same.next[0] == smaller.move_in(0, 0b01)
