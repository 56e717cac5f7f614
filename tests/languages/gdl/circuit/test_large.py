"""Large rules, in the manner of the community: they compile and run alike, or are refused soon.

The texts are those of ``benchmarks/large.py``, and how long each takes is in its table: here it
is asked that the refusal comes before anything is spelt out, and names what is too large.
"""

from __future__ import annotations

import pytest
from tests.languages.gdl.agreement import check_layout, disagreements, observe

from benchmarks import large
from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl import GdlGame, parse_program
from spielwerk.languages.gdl.circuit.compile import compile_program
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Program
from spielwerk.languages.gdl.tools import perft


def rules(text: str) -> Program:
    return normalise(parse_program(text, file="large.kif"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (large.crowd(), r"4,170,275 ground atoms so far, 2,085,136 of them \(legal \? \(go "),
        (large.pancakes(9), r"literals so far, .* in the rule for \(next \(pile .* at large.kif:"),
        (large.pancakes(10), r"ground atoms so far, .* of them \(true \(pile "),
        (large.chess("at once"), r"ground atoms so far, .* of them \(clear "),
        pytest.param(
            large.chess("line by line"),
            r"The rule for \(exposed .* partial instances",
            marks=pytest.mark.soak,
        ),
        (large.amazons(10, whole=True), r"The rule for \(next .* partial instances"),
    ],
    ids=["crowd", "pancakes 9", "pancakes 10", "chess at once", "chess by lines", "amazons"],
)
def test_millions_of_ground_atoms_are_refused_soon_and_by_name(text: str, reason: str) -> None:
    with pytest.raises(LimitExceeded, match=reason):
        compile_program(rules(text))


def test_two_million_atoms_that_never_change_are_no_hindrance() -> None:
    numbers = " ".join(f"(n {i})" for i in range(130))
    text = f"""
        (role a) {numbers} (init (at 1))
        (<= (triple ?x ?y ?z) (n ?x) (n ?y) (n ?z))
        (<= (legal a (go ?x)) (triple ?x ?x ?y) (true (at ?z)) (triple ?z ?x ?x))
        (<= (next (at ?x)) (does a (go ?x)))
        (<= terminal (true (at 7))) (<= (goal a 100) (true (at 7)))
    """
    circuit = compile_program(rules(text))
    assert len(circuit.moves[0]) == 130


@pytest.mark.parametrize(
    ("text", "states"),
    [
        pytest.param(large.othello(6), 150, id="othello 6x6"),
        pytest.param(large.atari_go(5), 150, id="atari go 5x5"),
        pytest.param(large.amazons(6), 150, id="amazons 6x6 on a torus"),
        pytest.param(large.amazons(4, whole=True), 100, id="amazons 4x4 in whole turns"),
        pytest.param(large.pancakes(5), 150, id="pancakes 5"),
        pytest.param(large.othello(), 300, id="othello", marks=pytest.mark.soak),
        pytest.param(large.atari_go(), 300, id="atari go", marks=pytest.mark.soak),
        pytest.param(large.amazons(), 300, id="amazons", marks=pytest.mark.soak),
        pytest.param(large.chess(), 500, id="chess", marks=pytest.mark.soak),
        pytest.param(large.pancakes(), 300, id="pancakes 8", marks=pytest.mark.soak),
    ],
)
def test_games_in_the_manner_of_the_community_run_alike_as_circuits(text: str, states: int) -> None:
    program = rules(text)
    circuit = compile_program(program)
    assert disagreements(circuit, list(observe(DirectEngine(program), states))) == []
    check_layout(circuit)


def test_chess_of_the_table_is_chess() -> None:
    game = GdlGame(parse_program(large.chess()), "chess")
    assert [perft(game, depth) for depth in (1, 2, 3)] == [20, 400, 8902]
