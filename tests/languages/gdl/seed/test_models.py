"""Chess in the seed dialect, and what the library plays in it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from spielwerk.catalogue import open_game
from spielwerk.core import CHANCE, Chance, LimitExceeded, Over, draw_chance
from spielwerk.languages.gdl.asking import AskingEngine, ground
from spielwerk.languages.gdl.choose import choice
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.in_turn import InTurnGame
from spielwerk.languages.gdl.load import diagnose, load_program
from spielwerk.languages.gdl.tools.perft import perft
from spielwerk.languages.gdl.tools.testmatch import parse_script, run_script

MODELS = Path(__file__).parent / "models"
LIBRARY = ("typed-tic-tac-toe", "halving", "three-tricks")


@pytest.fixture(scope="module")
def chess() -> InTurnGame:
    return InTurnGame(load_program(MODELS / "chess.gdl"), "chess")


def test_chess_has_no_problems():
    assert diagnose(MODELS / "chess.gdl") == ()


@pytest.mark.parametrize(
    ("depth", "ways"), [(1, 20), (2, 400), pytest.param(3, 8902, marks=pytest.mark.soak)]
)
def test_chess_can_go_on_in_as_many_ways_as_it_should(chess, depth, ways):
    assert perft(chess.initial(), depth) == ways


@pytest.mark.parametrize("name", ["scholars-mate", "castling", "in-passing"])
def test_recorded_matches_of_chess_pass(chess, name):
    file = MODELS.parent / "matches" / f"{name}.txt"
    script = parse_script(file.read_text(), str(file))
    assert script.model_path() == MODELS / "chess.gdl"
    report = run_script(script, chess)
    assert report.problems == ()
    assert report.played >= 7


def test_chess_is_too_large_for_a_circuit_and_says_so(chess):
    with pytest.raises(LimitExceeded, match="too many facts"):
        ground(chess.program, work=20_000)


@pytest.mark.parametrize("name", LIBRARY)
def test_all_engines_agree_on_the_library(name):
    program = open_game(name).program
    asked = InTurnGame(program, name, AskingEngine(program))
    plain = ground(program)
    others = [InTurnGame(program, name, e) for e in (DirectEngine(plain), choice(plain).engine)]
    rng = Random(7)
    for _ in range(6):
        states = [game.initial() for game in (asked, *others)]
        while True:
            first = states[0]
            for state in states[1:]:
                assert state.turn == first.turn
                assert set(state.facts()) == set(first.facts())
                assert all(state.legal(r) == first.legal(r) for r in (*asked.roles, CHANCE))
            if isinstance(first.turn, Over):
                assert all(state.outcome() == first.outcome() for state in states)
                break
            if isinstance(first.turn, Chance):
                event = {CHANCE: draw_chance(first, rng)}
            else:
                role = rng.choice(first.turn.roles)
                event = {role: rng.choice(first.legal(role))}
            states = [state.after(event) for state in states]
