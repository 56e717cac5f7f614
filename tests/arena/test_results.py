"""A results file only grows, survives being cut anywhere, and counts each match once."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielwerk.arena import Result, Results, Tournament
from spielwerk.core import RecordError

TOURNAMENT = Tournament("tic-tac-toe", 2, ("random", "greedy"), rounds=4)


def result(number: int) -> Result:
    return Result(number, (0, 1), 7, (100, 0), "the rules", 5, 0.1, (0, 2))


def test_results_come_back_from_disk(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first = Results(TOURNAMENT, path)
    assert first.add(result(0))
    assert first.add(result(2))
    again = Results(TOURNAMENT, path)
    assert list(again) == [result(0), result(2)]
    assert 1 not in again


@pytest.mark.parametrize(
    ("reason", "late"), [("the rules", (0, 0)), ("over", (0, 0)), ("over, late 0 3", (0, 3))]
)
def test_lines_of_before_late_answers_had_a_field_are_read(
    tmp_path: Path, reason: str, late: tuple[int, ...]
) -> None:
    path = tmp_path / "results.jsonl"
    Results(TOURNAMENT, path)
    row = {**asdict(result(0)), "reason": reason}
    del row["late"]
    with path.open("a") as file:
        file.write(json.dumps(row) + "\n")
    assert [r.late for r in Results(TOURNAMENT, path)] == [late]


def test_a_match_counts_once(tmp_path: Path) -> None:
    results = Results(TOURNAMENT, tmp_path / "results.jsonl")
    assert results.add(result(0))
    assert not results.add(result(0))
    assert len(Results(TOURNAMENT, tmp_path / "results.jsonl")) == 1


@given(st.integers(0, 600))
def test_a_file_cut_anywhere_keeps_its_whole_lines(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "results.jsonl"
    results = Results(TOURNAMENT, path)
    for number in range(3):
        results.add(result(number))
    text = path.read_bytes()[:cut]
    path.write_bytes(text)
    recovered = Results(TOURNAMENT, path)
    assert len(recovered) == max(text.count(b"\n") - 1, 0)
    for number in range(4):
        recovered.add(result(number))
    assert [r.number for r in Results(TOURNAMENT, path)] == [0, 1, 2, 3]


def test_results_of_another_tournament_are_not_mixed_in(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    Results(TOURNAMENT, path)
    other = Tournament("tic-tac-toe", 2, ("random", "mcts"), rounds=4)
    with pytest.raises(RecordError, match="players differ"):
        Results(other, path)


def test_more_rounds_of_the_same_tournament_go_on(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    Results(TOURNAMENT, path).add(result(0))
    longer = Tournament("tic-tac-toe", 2, ("random", "greedy"), rounds=40)
    assert len(Results(longer, path)) == 1


@pytest.mark.parametrize(
    "text", ["hello\n", "[]\n", '{"a": 1}\n', json.dumps({"spielwerk-arena": 99}) + "\n"]
)
def test_a_file_that_holds_no_results_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(RecordError):
        Results(TOURNAMENT, path)
    assert path.read_text() == text
