"""One state at a time: native answers are those of the plain evaluation, on any circuit."""

from __future__ import annotations

import sys
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.languages.gdl.handmade import (
    connect_four,
    guess_the_die,
    hex_board,
    random_circuit,
    tic_tac_toe,
)
from tests.languages.gdl.plain_circuit import Plain

from spielwerk.core import MoveError
from spielwerk.languages.gdl.circuit.gates import Circuit
from spielwerk.languages.gdl.circuit.positions import pack, unpack
from spielwerk.languages.gdl.compiled.scalar import Scalar


def numbered(circuit: Circuit) -> Scalar[int]:
    return Scalar(circuit, [range(len(own)) for own in circuit.moves])


def facts_of(scalar: Scalar[int], position: bytes) -> tuple[bool, ...]:
    return tuple(map(bool, unpack([position], len(scalar.circuit.facts))[0]))


def assert_alike(scalar: Scalar[int], position: bytes, joint: tuple[int, ...]) -> None:
    circuit = scalar.circuit
    plain = Plain(circuit, facts_of(scalar, position), joint)
    assert scalar.terminal(position) == plain.terminal()
    assert scalar.goals(position) == tuple(plain.goals(r) for r in range(len(circuit.roles)))
    for role in range(len(circuit.roles)):
        assert scalar.legal(position, role) == plain.legal(role)
    seen = scalar.sees(position, joint)
    assert [list(own) for own in seen] == [plain.sees(r) for r in range(len(circuit.roles))]
    after = scalar.apply(position, joint)
    assert facts_of(scalar, after) == plain.next()
    assert after == pack(np.array([plain.next()]))[0]


@pytest.mark.usefixtures("throwaway_kernels")
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 2**32), st.integers(1, 120))
def test_any_circuit_with_any_rings_answers_like_the_plain_evaluation(
    seed: int, gates: int
) -> None:
    rng = Random(seed)
    scalar = numbered(random_circuit(rng, gates))
    position = scalar.initial
    for _ in range(5):
        joint = tuple(rng.randrange(len(own)) for own in scalar.circuit.moves)
        assert_alike(scalar, position, joint)
        position = scalar.apply(position, joint)


@pytest.mark.parametrize("game", [tic_tac_toe, connect_four, hex_board, guess_the_die])
def test_whole_matches_go_as_in_the_plain_evaluation(game) -> None:
    scalar, rng = numbered(game()), Random(1)
    position = scalar.initial
    for _ in range(60):
        if scalar.terminal(position):
            position = scalar.initial
        roles = range(len(scalar.circuit.roles))
        joint = tuple(rng.choice(scalar.legal(position, role)) for role in roles)
        assert_alike(scalar, position, joint)
        position = scalar.apply(position, joint)


def test_asking_about_an_older_position_looks_at_that_one() -> None:
    scalar = numbered(tic_tac_toe())
    start = scalar.initial
    after = scalar.apply(start, (0, 9))
    assert len(scalar.legal(start, 0)) == 9
    assert scalar.legal(after, 0) == (9,)
    assert len(scalar.legal(after, 1)) == 8


def test_equal_positions_are_equal_and_hash_alike() -> None:
    scalar = numbered(tic_tac_toe())
    one = scalar.apply(scalar.apply(scalar.initial, (0, 9)), (9, 4))
    two = scalar.apply(scalar.apply(scalar.initial, (0, 9)), (9, 4))
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two, scalar.initial}) == 2


@pytest.mark.parametrize("joint", [(-1, 0), (0, 10), (2**40, 0)])
def test_a_move_number_that_does_not_exist_is_refused(joint: tuple[int, int]) -> None:
    scalar = numbered(tic_tac_toe())
    with pytest.raises(MoveError, match="of 10, 10"):
        scalar.apply(scalar.initial, joint)
    with pytest.raises(MoveError, match="of 10, 10"):
        scalar.sees(scalar.initial, joint)


def test_a_position_of_another_game_is_refused() -> None:
    scalar, other = numbered(tic_tac_toe()), numbered(connect_four())
    for ask in (scalar.terminal, scalar.goals, lambda p: scalar.apply(p, (0, 9))):
        with pytest.raises(ValueError, match="8 bytes"):
            ask(other.initial)


def test_something_that_is_no_position_at_all_is_refused() -> None:
    with pytest.raises(TypeError):
        numbered(tic_tac_toe()).terminal("no position")  # type: ignore[arg-type]


def test_answers_do_not_keep_what_they_show_alive() -> None:
    circuit = tic_tac_toe()
    moves = [[object() for _ in own] for own in circuit.moves]
    scalar = Scalar(circuit, moves)
    before = sys.getrefcount(moves[0][0])
    for _ in range(100):
        scalar.legal(scalar.apply(scalar.initial, (0, 9)), 1)
        scalar.terminal(scalar.initial)
        scalar.goals(scalar.initial)
    assert sys.getrefcount(moves[0][0]) - before < 3


def test_objects_that_are_made_on_the_way_are_kept_as_long_as_they_are_answered_with() -> None:
    class Fleeting(list):
        def __iter__(self):
            return (float(item) for item in list.__iter__(self))

    circuit = tic_tac_toe()
    scalar = Scalar(circuit, [Fleeting(range(len(own))) for own in circuit.moves])
    clutter = [float(i) + 0.5 for i in range(1_000)]
    assert scalar.legal(scalar.initial, 0) == tuple(map(float, range(9)))
    assert len(clutter) == 1_000
