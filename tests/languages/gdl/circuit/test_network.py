"""Networks simplify while they are built."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from spielwerk.languages.gdl.circuit.network import FALSE, TRUE, Network

FACTS = 4
MOVES = (3, 2)


def fact(number: int) -> int:
    return 2 * (1 + number)


def move(network: Network, role: int, number: int) -> int:
    return network.move_in(role, 1 << number)


def value(network: Network, literal: int, leaves: dict[int, bool]) -> bool:
    node = literal >> 1
    if known := network.move_set(2 * node):
        role, bits = known
        first = network.first_move + sum(network.moves[:role])
        found = any(leaves[first + i] for i in range(network.moves[role]) if bits >> i & 1)
    elif network.members[node]:
        found = all(value(network, member, leaves) for member in network.members[node])
    else:
        found = node != 0 and leaves[node]
    return found != bool(literal & 1)


def situations() -> list[dict[int, bool]]:
    """Every state with every joint move."""
    first = 1 + FACTS
    return [
        dict(enumerate(facts, 1))
        | {first + i: i == a for i in range(MOVES[0])}
        | {first + MOVES[0] + i: i == b for i in range(MOVES[1])}
        for facts in product([False, True], repeat=FACTS)
        for a in range(MOVES[0])
        for b in range(MOVES[1])
    ]


def test_moves_of_a_role_exclude_each_other() -> None:
    network = Network(FACTS, MOVES)
    one, other = move(network, 0, 0), move(network, 0, 1)
    assert network.all_of([one, other]) == FALSE
    assert network.all_of([one, other ^ 1]) == one
    assert network.any_of([one ^ 1, other ^ 1]) == TRUE


def test_all_moves_of_a_role_together_are_certain() -> None:
    network = Network(FACTS, MOVES)
    assert network.any_of(move(network, 0, i) for i in range(3)) == TRUE


def test_many_moves_are_said_by_the_few_others() -> None:
    network = Network(FACTS, MOVES)
    assert network.any_of([move(network, 0, 0), move(network, 0, 1)]) == move(network, 0, 2) ^ 1


def test_what_the_conjunction_says_is_not_said_again_inside() -> None:
    network = Network(FACTS, MOVES)
    a, b, c = fact(0), fact(1), fact(2)
    assert network.all_of([a, network.any_of([a, b])]) == a
    assert network.all_of([a, network.any_of([a ^ 1, b])]) == network.all_of([a, b])
    assert network.all_of([a, network.all_of([b, a ^ 1])]) == FALSE
    assert network.any_of([a, network.all_of([a ^ 1, b, c])]) == network.any_of(
        [a, network.all_of([b, c])]
    )


def test_conditions_of_a_legal_move_are_not_asked_again_once_it_is_made() -> None:
    network = Network(FACTS, MOVES)
    free = fact(0)
    network.learn_legality(0, [frozenset([free]), frozenset([free ^ 1]), frozenset()])
    made = move(network, 0, 0)
    assert network.all_of([made, free]) == made
    assert network.all_of([made, free ^ 1]) == FALSE


@given(st.integers(0, 2**32))
def test_simplified_or_not_the_meaning_is_the_same(seed: int) -> None:
    rng = Random(seed)
    network = Network(FACTS, MOVES)
    everywhere = situations()
    leaves = [fact(i) for i in range(FACTS)]
    leaves += [move(network, role, i) for role, count in enumerate(MOVES) for i in range(count)]
    plain = [(leaf, [value(network, leaf, known) for known in everywhere]) for leaf in leaves]
    for _ in range(12):
        chosen = [rng.choice(plain) for _ in range(rng.randint(1, 4))]
        flips = [rng.random() < 0.4 for _ in chosen]
        literals = [literal ^ flip for (literal, _), flip in zip(chosen, flips, strict=True)]
        columns = zip(*(values for _, values in chosen), strict=True)
        expected = [all(v != f for v, f in zip(row, flips, strict=True)) for row in columns]
        made = network.all_of(literals)
        assert [value(network, made, known) for known in everywhere] == expected
        plain.append((made, expected))
