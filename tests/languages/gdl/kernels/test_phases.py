"""Facts that change like clockwork: found where they are, and only there."""

from __future__ import annotations

import numpy as np
import pytest
from tests.languages.gdl.handmade import (
    Builder,
    breakthrough,
    connect_four,
    guess_the_die,
    hex_board,
    tic_tac_toe,
)

from spielwerk.languages.gdl.circuit.gates import FALSE, TRUE, Circuit
from spielwerk.languages.gdl.kernels.phases import clock, phase_of


def table(turns: int, wait_for_a_move: bool = False) -> Circuit:
    """Turns pass round, but perhaps only when the first role says so; a counter counts to nine."""
    control = [("control", str(i)) for i in range(turns)]
    steps = [("step", str(i)) for i in range(10)]
    facts = [*control, *steps]
    b = Builder(["it"], facts, [["go", "stay"]], [control[0], steps[0]])

    def following(fact: tuple[str, str]) -> int:
        kind, number = fact[0], int(fact[1])
        if kind == "step":
            return b.true("step", number - 1) if number else FALSE
        passed = b.true("control", (number - 1) % turns)
        if not wait_for_a_move:
            return passed
        go = b.does(0, "go")
        return b.either(b.both(passed, go), b.both(b.true("control", number), go ^ 1))

    return b.close([[TRUE, TRUE]], following, b.true("step", 9), [[(100, TRUE)]])


@pytest.mark.parametrize("game", [tic_tac_toe, connect_four, breakthrough, hex_board])
def test_the_turn_of_board_games_is_a_clock_of_two_phases(game) -> None:
    circuit = game()
    phases = clock(circuit)
    turns = [i for i, fact in enumerate(circuit.facts) if fact[0] == "control"]
    assert [set(phase) for phase in phases] == [set(turns)] * 2
    assert [[phase[fact] for fact in turns] for phase in phases] in (
        [[True, False], [False, True]],
        [[False, True], [True, False]],
    )


@pytest.mark.parametrize("turns", [2, 3, 4])
def test_a_counter_of_steps_is_not_part_of_the_clock(turns: int) -> None:
    circuit = table(turns)
    phases = clock(circuit)
    assert len(phases) == turns
    assert {circuit.facts[fact][0] for fact in phases[0]} == {"control"}


def test_too_many_turns_or_turns_that_depend_on_moves_are_no_clock() -> None:
    assert clock(table(5)) == ({},)
    assert clock(table(2, wait_for_a_move=True)) == ({},)


def test_the_stages_of_a_die_game_are_a_clock_of_three_phases() -> None:
    circuit = guess_the_die()
    shown = [{circuit.facts[f] for f, holds in phase.items() if holds} for phase in clock(circuit)]
    assert shown == [set(), {"rolled"}, {"over"}]


def test_a_state_is_in_the_phase_that_it_shows() -> None:
    circuit = tic_tac_toe()
    phases = clock(circuit)
    assert phase_of(phases, circuit.initial.astype(np.uint8)) == 0
    other = circuit.initial.copy()
    for fact, value in phases[1].items():
        other[fact] = value
    assert phase_of(phases, other.astype(np.uint8)) == 1
    assert phase_of(phases, np.zeros(len(circuit.facts), dtype=np.uint8)) is None
