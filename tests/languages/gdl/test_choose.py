"""Which engine runs a game, and what is said about it."""

from __future__ import annotations

from pathlib import Path

import pytest

import spielwerk
from spielwerk.languages.gdl.choose import choice
from spielwerk.languages.gdl.circuit.budget import Budget
from spielwerk.languages.gdl.load import load_program, parse_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Program
from spielwerk.languages.gdl.tools.stats import stats

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"

CROWD = normalise(
    parse_program(
        "(role a) "
        + " ".join(f"(n {i})" for i in range(120))
        + """
        (init (at 0 0 0 0))
        (<= (legal a (go ?w ?x ?y ?z)) (n ?w) (n ?x) (n ?y) (n ?z))
        (<= (next (at ?w ?x ?y ?z)) (does a (go ?w ?x ?y ?z)))
        (<= (goal a 100) (true (at ?x ?x ?y ?y)))
        (<= terminal (true (at ?x ?x ?y ?y)))
        """
    )
)
"""Two hundred million moves."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def tic_tac_toe() -> Program:
    return normalise(load_program(LIBRARY / "tic-tac-toe.gdl"))


def test_game_that_fits_runs_as_a_circuit(tic_tac_toe: Program) -> None:
    chosen = choice(tic_tac_toe)
    assert chosen.engine.name == "circuit"
    assert chosen.circuit is not None
    assert f"{len(chosen.circuit.kind)} gates" in chosen.why


def test_game_that_is_too_large_runs_directly_and_says_by_how_much() -> None:
    chosen = choice(CROWD, Budget(rows=100_000))
    assert chosen.engine.name == "direct"
    assert chosen.circuit is None
    assert "207,360,000" in chosen.why or "1,728,000" in chosen.why
    assert "limit is 100,000" in chosen.why


def test_refusal_is_remembered_for_the_budget_it_was_made_under(tic_tac_toe: Program) -> None:
    small = Budget(gates=10)
    first = choice(tic_tac_toe, small)
    assert first.engine.name == "direct"
    assert choice(tic_tac_toe, small).why == first.why
    assert choice(tic_tac_toe).engine.name == "circuit"


def test_stats_name_atoms_gates_depth_rings_and_the_engine_with_its_reason() -> None:
    found = stats(normalise(load_program(LIBRARY / "hex.gdl")))
    lines = dict(found.lines())
    assert lines["engine"] == "circuit"
    assert "gates" in lines["because"]
    assert lines["atoms"].endswith("164 facts, 82 moves of red, 82 moves of blue")
    assert lines["cyclic parts"].count("gates") == 2
    assert found.circuit is not None
    assert int(lines["depth"]) == found.circuit.depth > 1
    assert lines["gates"].startswith(f"{found.circuit.gates:,} (")


def test_stats_of_a_game_too_large_say_why_there_is_no_circuit() -> None:
    lines = dict(stats(CROWD, Budget(rows=100_000)).lines())
    assert lines["engine"] == "direct"
    assert "limit is 100,000" in lines["because"]
    assert "gates" not in lines


def test_engine_alone_is_enough_for_those_who_only_want_to_run(tic_tac_toe: Program) -> None:
    engine = choice(tic_tac_toe).engine
    assert len(engine.legal(engine.initial(), "xplayer")) == 9
