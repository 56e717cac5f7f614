"""The benchmark harness: contenders take turns, medians count, tables show what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

ROOT = Path(__file__).parents[2]


@pytest.fixture
def measure(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return import_module("benchmarks.measure")


@pytest.fixture
def report(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return import_module("benchmarks.report")


def test_contenders_take_turns_after_warming_up(measure):
    calls = []

    def contender(name):
        def run(seconds, seed):
            calls.append((name, seed))
            return measure.Sample(amount=10.0, cpu_seconds=seconds)

        return run

    measure.compare({"a": contender("a"), "b": contender("b")}, measure.Budget(2, 1.0))
    assert calls[2:] == [("a", 0), ("b", 0), ("a", 1), ("b", 1)]


def test_the_median_run_counts_and_the_spread_is_told(measure):
    rate = measure.Rate.of([measure.Sample(amount, 1.0) for amount in (80.0, 100.0, 500.0)])
    assert rate.per_second == 100.0
    assert rate.spread == 4.2


def test_a_table_marks_what_could_not_be_measured(report):
    rows = [{"game": "chess", "direct": 1234.5, "ratio": 2.5}, {"game": "go", "direct": 7.0}]
    out = StringIO()
    Console(file=out, width=100).print(report.Report("Speed", rows, ["a note"]).table())
    chess, go = (line for line in out.getvalue().splitlines() if "chess" in line or "go " in line)
    assert "1,234" in chess
    assert "2.50" in chess
    assert go.split("│")[-2].strip() == "-"


def test_the_spread_of_a_figure_stands_beside_it_and_counts_have_no_fractions(report):
    rows = [{"game": "chess", "direct": 12.0, "direct ± %": 3.4, "gates": 91}]
    out = StringIO()
    Console(file=out, width=100).print(report.Report("Speed", rows).table())
    [chess] = [line for line in out.getvalue().splitlines() if "chess" in line]
    assert [cell.strip() for cell in chess.split("│")[1:-1]] == ["chess", "12.0 ±3%", "91"]


def test_a_missed_target_says_what_was_missed(monkeypatch, measure):
    monkeypatch.syspath_prepend(str(ROOT))
    target = import_module("benchmarks.circuits").Target(50e6, scalar=300e3, ratio=20)
    rates = {"sliced": 60e6, "scalar": 200e3, "openspiel": 4e6}
    spread = {name: measure.Rate(rate, 0.1) for name, rate in rates.items()}
    assert target.verdict(spread) == "missed: scalar, ratio"
    del spread["openspiel"]
    assert target.verdict(spread | {"scalar": measure.Rate(400e3, 0.1)}) == "met"
    assert str(target) == "50,000, scalar 300, 20 x openspiel"


def test_the_throughput_table_becomes_a_picture(monkeypatch, report, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT))
    rows = [{"game": "chess", "direct": 4.0, "sliced": 18e3}, {"game": "nim", "direct": 60.0}]
    path = tmp_path / "pictures" / "speed.png"
    import_module("benchmarks.picture").draw(report.Report("Speed", rows), path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_picture_needs_the_table_it_shows():
    command = [sys.executable, "-m", "benchmarks", "gdl", "--plot"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--plot draws the table 'circuits'" in done.stderr


def test_a_report_is_json_with_raw_numbers(report):
    made = report.Report("Speed", [{"game": "chess", "direct": 1234.5}])
    assert json.loads(json.dumps(made.to_json()))["rows"] == [{"game": "chess", "direct": 1234.5}]


def test_an_unknown_table_is_refused_with_the_names_of_those_there_are():
    command = [sys.executable, "-m", "benchmarks", "nonsense"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "gdl" in done.stderr
