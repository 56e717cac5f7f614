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
from tests.languages.gdl.agreement import check_layout, disagreements, observe
from tests.languages.gdl.random_programs import random_program

import spielwerk
from spielwerk.core import LimitExceeded, SourceError
from spielwerk.languages.gdl.circuit import TRUE, Circuit
from spielwerk.languages.gdl.compile import cached_circuit, compile_program
from spielwerk.languages.gdl.compiling import Budget
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.load import load_program, parse_program
from spielwerk.languages.gdl.normal import normalise
from spielwerk.languages.gdl.rules import Program, term_text

LIBRARY = sorted((Path(spielwerk.__file__).parent / "library" / "gdl").glob("*.gdl"))
COMMUNITY = sorted((Path(__file__).parents[4] / "shared/data/gdl/games").glob("*.kif"))
SLOW = {"chess": 200}
"""How many states of a game are looked at, where a thousand would take too long."""


def rules_of(path: Path) -> Program:
    try:
        return normalise(load_program(path))
    except SourceError as problem:
        pytest.skip(f"refused by the checks: {problem}")


def rules(text: str) -> Program:
    return normalise(parse_program(text))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path / "cache"))


def assert_agrees(program: Program, states: int, seed: int = 0) -> Circuit:
    engine = DirectEngine(program)
    circuit = compile_program(program)
    started = {f for f, holds in zip(circuit.facts, circuit.initial, strict=True) if holds}
    assert started == engine.facts(engine.initial())
    assert disagreements(circuit, list(observe(engine, states, seed))) == []
    check_layout(circuit)
    return circuit


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_library_game_runs_alike_as_circuit_and_directly(path: Path) -> None:
    assert_agrees(rules_of(path), SLOW.get(path.stem, 1000))


@pytest.mark.skipif(not COMMUNITY, reason="the games of the community are not here")
@pytest.mark.parametrize("path", COMMUNITY, ids=lambda path: path.stem)
def test_community_game_runs_alike_as_circuit_and_directly(path: Path) -> None:
    assert_agrees(rules_of(path), 1000)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_any_small_game_runs_alike_as_circuit_and_directly(seed: int) -> None:
    assert_agrees(normalise(random_program(Random(seed))), 40, seed)
