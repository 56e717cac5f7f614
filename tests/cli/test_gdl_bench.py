"""``spielwerk gdl bench``: figures for people and programs, and clear words where none are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spielwerk.cli import main

WIDE = """\
(role me) (n (1 .. 900)) (init (at 1 1))
(<= (legal me (go ?x ?y)) (n ?x) (n ?y))
(<= (next (at ?x ?y)) (does me (go ?x ?y)))
(<= terminal (true (at 7 7))) (<= (goal me 100) (true (at 7 7)))
(<= (goal me 0) (not (true (at 7 7))))
"""
"""A game of 810,000 moves: more than a circuit may have."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path / "cache"))


def bench(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["gdl", "bench", *map(str, arguments)])


def test_every_engine_is_measured_where_none_is_named() -> None:
    rows = json.loads(bench("connect-four", "--seconds", 0.05, "--json").stdout)
    assert [row["engine"] for row in rows] == ["direct", "scalar", "sliced"]
    for row in rows:
        assert row["game"] == "connect-four"
        length = row["states_per_cpu_second"] / row["playouts_per_cpu_second"]
        assert 7 < length < 43, "a match of connect four has that many states"
    direct, scalar, sliced = (row["states_per_cpu_second"] for row in rows)
    assert direct < scalar < sliced
    assert [row["gates"] for row in rows[1:]] == [rows[1]["gates"]] * 2
    assert rows[0]["gates"] is None


def test_the_second_start_finds_on_disk_what_the_first_one_made() -> None:
    first = json.loads(bench("nim", "--engine", "sliced", "--seconds", 0.01, "--json").stdout)
    again = json.loads(bench("nim", "--engine", "sliced", "--seconds", 0.01, "--json").stdout)
    assert (first["compile"], again["compile"]) == ("cold", "warm")
    assert 0 < again["compile_seconds"] < first["compile_seconds"]


def test_a_cache_that_keeps_nothing_is_never_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", "/dev/null/nowhere")
    for _ in range(2):
        said = bench("tic-tac-toe", "--engine", "scalar", "--seconds", 0.01)
        assert "CPU seconds, cold\n" in said.stdout


def test_people_read_one_figure_a_line(tmp_path: Path) -> None:
    said = bench("tic-tac-toe", "--engine", "direct", "--seconds", 0.02).stdout.splitlines()
    names = [line.split()[0] for line in said if line]
    assert names[:5] == ["game", "engine", "states", "playouts", "ready"]
    assert said[2].endswith("per CPU second")


def test_rules_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "lamp.gdl"
    file.write_text(
        "(role me) (init off) (legal me press) (<= (next on) (true off))"
        "(<= terminal (true on)) (goal me 100)"
    )
    row = json.loads(bench(file, "--engine", "sliced", "--seconds", 0.01, "--json").stdout)
    assert row["states_per_cpu_second"] == pytest.approx(2 * row["playouts_per_cpu_second"])


def test_rules_that_do_not_compile_run_directly_and_it_is_said_why(tmp_path: Path) -> None:
    file = tmp_path / "wide.gdl"
    file.write_text(WIDE)
    said = bench(file, "--engine", "scalar", "--seconds", 0.01, "--json")
    assert said.exit_code == 2
    assert said.stdout == ""
    assert "does not run as a circuit, only directly." in said.stderr
    assert "810,000 of them" in said.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nimm"], "There is no game called 'nimm'. Did you mean nim"),
        (["missing.gdl"], "There is no such file."),
        (["nim", "--engine", "steam"], "'steam' is not one of"),
        (["nim", "--seconds", "0"], "0.0 is not in the range"),
        (["nim", "--seconds", "-1"], "-1.0 is not in the range"),
        (["nim", "--seconds", "inf"], "inf is not in the range"),
        (["nim", "--seconds", "nan"], "nan is not a number of seconds"),
        (["nim", "--seconds", "soon"], "'soon' is not a valid float"),
        ([], "Missing argument 'RULES'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_refused_on_stderr_with_status_2(arguments: list[str], complaint: str) -> None:
    said = bench(*arguments)
    assert said.exit_code == 2
    assert complaint in said.stderr
