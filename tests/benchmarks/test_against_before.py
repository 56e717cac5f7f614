"""The best players against the search of before: what counts as met, and what is not known yet."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from benchmarks import against_before


def test_what_is_asked_for_is_judged_when_all_matches_are_played() -> None:
    plan = against_before.ASKED["hex"]
    row = against_before.row("hex", plan, [1.0] * 160 + [0.0] * 40)
    assert (row["points of 100"], row["verdict"]) == ("80 (74–85)", "met")
    assert against_before.row("hex", plan, [1.0] * 159 + [0.0] * 41)["verdict"] == "missed"
    assert against_before.row("hex", plan, [1.0] * 159 + [0.0] * 40)["verdict"] == "199 of 200"
    assert against_before.row("hex", plan, [1.0] * 160)["verdict"] == "met"


def test_a_series_ends_when_more_matches_would_hardly_change_it() -> None:
    plan = against_before.ASKED["hex"]
    assert against_before.row("hex", plan, [1.0] * 43)["verdict"] == "43 of 200"
    assert against_before.row("hex", plan, [1.0] * 44)["verdict"] == "met"
    assert against_before.row("hex", plan, [1.0] * 44 + [0.0])["verdict"] == "45 of 200"


def test_other_games_are_lost_where_half_of_the_points_is_out_of_reach() -> None:
    plan = against_before.plan_of("nim")
    assert against_before.row("nim", plan, [1.0] * 8 + [0.0] * 12)["verdict"] == "met"
    assert against_before.row("nim", plan, [1.0] * 4 + [0.0] * 16)["verdict"] == "missed"


def test_what_was_played_is_written_into_a_page(tmp_path: Path) -> None:
    page, records = tmp_path / "page.md", tmp_path / "records.jsonl"
    page.write_text(f"before\n{against_before.BEGIN}{against_before.END}\nafter\n")
    row = ["halving", "auto", against_before.BEFORE, 0.1, 0, 1.0, 0.5]
    records.write_text(json.dumps(row) + "\n")
    said = ["halving", "nim", "--show", "--results", str(records), "--table", str(page)]
    assert CliRunner().invoke(against_before.main, said).exit_code == 0
    _, *table, _ = page.read_text().splitlines()
    assert table[3] == (
        "| halving | 0.1 | 1 | 100 (21–100) | 1 | 0 | 0 | not to lose | 1 of 20 |"
    ), "nim was not played"
    assert len(table) == 5
