"""Compiled circuits say just what the rules say."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.languages.gdl.agreement import (
    check_layout,
    disagreements,
    engine_disagreements,
    observe,
)
from tests.languages.gdl.awkward_games import GAMES
from tests.languages.gdl.random_programs import random_program
from tests.systems import ctrl_c

import spielwerk
from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.circuit.budget import Budget
from spielwerk.languages.gdl.circuit.compile import cached_circuit, compile_program
from spielwerk.languages.gdl.circuit.gates import TRUE, Circuit
from spielwerk.languages.gdl.compiled.engine import CircuitEngine
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.load import load_program, parse_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Program, term_text

LIBRARY = sorted((Path(spielwerk.__file__).parent / "library" / "gdl").glob("*.gdl"))
SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
STATES = 1_000 if SOAK else 200
PROGRAMS = 200 if SOAK else 50


def rules_of(path: Path) -> Program:
    return normalise(load_program(path))


def rules(text: str) -> Program:
    return normalise(parse_program(text))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path / "cache"))


def assert_agrees(
    program: Program, states: int, seed: int = 0, *, as_engine: bool = False
) -> Circuit:
    direct = DirectEngine(program)
    circuit = compile_program(program)
    started = {f for f, holds in zip(circuit.facts, circuit.initial, strict=True) if holds}
    assert started == direct.facts(direct.initial())
    seen = list(observe(direct, states, seed))
    assert disagreements(circuit, seen) == []
    check_layout(circuit)
    if as_engine:
        assert engine_disagreements(CircuitEngine(circuit), seen) == []
    return circuit


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_library_game_runs_alike_as_circuit_and_directly(path: Path) -> None:
    assert_agrees(rules_of(path), STATES, as_engine=True)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_awkward_game_runs_alike_as_circuit_and_directly(path: Path) -> None:
    assert_agrees(rules_of(path), STATES, as_engine=True)


@settings(max_examples=PROGRAMS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_any_small_game_runs_alike_as_circuit_and_directly(seed: int) -> None:
    assert_agrees(normalise(random_program(Random(seed))), 40, seed)


def test_frame_axioms_do_not_make_a_circuit_large() -> None:
    moves = " ".join(f"(n {i})" for i in range(40))
    circuit = assert_agrees(
        rules(
            f"""
            (role a) {moves} (<= (init (lamp ?x)) (n ?x)) (init (tick 0))
            (<= (legal a (press ?x ?y)) (n ?x) (n ?y))
            (<= (next (lamp ?z)) (true (lamp ?z)) (does a (press ?x ?y))
                (distinct ?x ?z) (distinct ?y ?z))
            (<= (next (lamp ?x)) (does a (press ?x ?y)) (not (true (lamp ?x))))
            (<= (next (tick ?m)) (true (tick ?n)) (succ ?n ?m)) (succ 0 1) (succ 1 2) (succ 2 3)
            (<= terminal (true (tick 3))) (<= (goal a 100) (true (lamp 1)))
            (<= (goal a 0) (not (true (lamp 1))))
            """
        ),
        100,
    )
    assert len(circuit.moves[0]) == 1600
    assert len(circuit.kind) < 2 * 1600 + 10 * 40, "one instance a lamp and move would be 64,000"


def test_recursion_that_leads_on_makes_no_ring() -> None:
    path = next(path for path in LIBRARY if path.stem == "reversi")
    assert compile_program(rules_of(path)).cycles == ()


def test_recursion_that_comes_back_makes_a_ring() -> None:
    path = next(path for path in LIBRARY if path.stem == "hex")
    assert len(compile_program(rules_of(path)).cycles) == 2


def test_fact_that_always_holds_stays_a_fact_and_one_that_never_does_goes() -> None:
    circuit = assert_agrees(
        rules(
            """
            (role a) (init wall) (init p) (legal a noop)
            (<= (next wall) (true wall)) (<= (next p) (not (true p)))
            (<= (next ghost) (true ghost) (true wall)) (<= (next ghost) (not (true wall)))
            (<= terminal (true wall) (not (true p))) (<= (goal a 100) (true wall))
            """
        ),
        10,
    )
    assert list(map(term_text, circuit.facts)) == ["p", "wall"]
    assert circuit.next[1] == TRUE
    assert circuit.goals == (((100, TRUE),),)


def test_chance_and_percepts_are_compiled_like_roles_and_facts() -> None:
    circuit = assert_agrees(
        rules(
            """
            (role random) (role guesser) (side 1) (side 2) (side 3) (init start)
            (<= (legal random (roll ?n)) (side ?n) (true start))
            (<= (legal random noop) (not (true start)))
            (<= (legal guesser noop) (true start))
            (<= (legal guesser (say ?n)) (side ?n) (not (true start)))
            (<= (next (die ?n)) (does random (roll ?n))) (<= (next (die ?n)) (true (die ?n)))
            (<= (sees guesser odd) (does random (roll 1)))
            (<= (sees guesser odd) (does random (roll 3)))
            (<= (next (said ?n)) (does guesser (say ?n)))
            (<= terminal (true (said ?n)))
            (<= (goal guesser 100) (true (said ?n)) (true (die ?n)))
            (<= (goal guesser 0) (not won)) (<= won (true (said ?n)) (true (die ?n)))
            (<= (goal random 0) terminal)
            """
        ),
        200,
    )
    assert circuit.roles == ("random", "guesser")
    assert [term_text(percept) for percept, _ in circuit.sees[1]] == ["odd"]


def test_too_many_gates_are_refused_with_figures() -> None:
    path = next(path for path in LIBRARY if path.stem == "connect-four")
    with pytest.raises(LimitExceeded, match=r"made \d+ gates; the limit is 600"):
        compile_program(rules_of(path), Budget(gates=600))


def test_gates_that_will_be_too_many_are_refused_before_they_are_shared() -> None:
    path = next(path for path in LIBRARY if path.stem == "connect-four")
    with pytest.raises(LimitExceeded, match=r"[\d,]+ gates before .* the limit is 100 after that"):
        compile_program(rules_of(path), Budget(gates=100))


def test_circuit_comes_back_from_disk_as_it_was(tmp_path: Path) -> None:
    path = next(path for path in LIBRARY if path.stem == "kuhn-poker")
    program = rules_of(path)
    fresh, again = cached_circuit(program), cached_circuit(program)
    assert len(list((tmp_path / "cache" / "circuits").iterdir())) == 1
    seen = list(observe(DirectEngine(program), 100))
    assert disagreements(again, seen) == []
    assert (again.facts, again.moves, again.sees) == (fresh.facts, fresh.moves, fresh.sees)


def test_damaged_circuit_on_disk_is_made_again(tmp_path: Path) -> None:
    path = next(path for path in LIBRARY if path.stem == "nim")
    program = rules_of(path)
    cached_circuit(program)
    [file] = (tmp_path / "cache" / "circuits").iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] + b"?" + whole[len(whole) // 2 + 1 :])
    assert len(cached_circuit(program).kind) > 0
    assert file.read_bytes() == whole


@ctrl_c
def test_interrupted_compilation_leaves_nothing_behind(tmp_path: Path) -> None:
    path = next(path for path in LIBRARY if path.stem == "chess")
    script = f"""
from spielwerk.languages.gdl.compiled.engine import CircuitEngine
from spielwerk.languages.gdl.circuit.compile import cached_circuit
from spielwerk.languages.gdl.load import load_program
from spielwerk.languages.gdl.program.plain import normalise
program = normalise(load_program({str(path)!r}))
print("now", flush=True)
cached_circuit(program)
"""
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "SPIELWERK_CACHE": str(tmp_path / "cache")},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"now\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, problem = process.communicate(timeout=300)
    assert b"KeyboardInterrupt" in problem
    assert not (tmp_path / "cache").exists()
