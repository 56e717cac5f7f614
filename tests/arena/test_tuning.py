"""Tuning: numbers that move towards whoever wins, a journal that goes on, and a verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from spielwerk.arena import Score, Terms, Track, TuningJournal, TuningStep, heat, race, tuned
from spielwerk.arena.tuning import Strategy, direction, moved, strayed
from spielwerk.cli.entry import main
from spielwerk.core import RecordError
from spielwerk.players.speed import Style
from spielwerk.players.speed.sprint import Effort, dash

SMALL = Track(2, 0.004, 12, 14)
TERMS = Terms(SMALL, boards=2)


def test_numbers_move_together_towards_whoever_won() -> None:
    way = direction(TERMS, 0)
    after = moved(Style(), TERMS, TuningStep("tune", 0, Score(wins=3, losses=1)))
    for name, before, now in zip(Style._fields, Style(), after, strict=True):
        assert now == before or (now > before) == (way[name] > 0)
    assert moved(Style(), TERMS, TuningStep("tune", 0, Score(1, 2, 1))) == Style()


def test_both_ways_of_a_step_lie_on_either_side_and_shares_stay_shares() -> None:
    up, down = (strayed(Style(), TERMS, 3, side) for side in (1, -1))
    way = direction(TERMS, 3)
    for name in ("haste", "long", "roomy"):
        assert (getattr(up, name) > getattr(down, name)) == (way[name] > 0)
    for number in range(20):
        for side in (1, -1):
            style = strayed(Style(usable=0.99, caution=0.99), TERMS, number, side)
            assert max(style.usable, style.caution, style.company, style.regain) <= 1


def test_a_journal_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "tuned.jsonl"
    journal = TuningJournal(TERMS, path)
    for number in range(4):
        journal.add(TuningStep("tune", number, Score(3, 0, 1)))
    with path.open("a", encoding="utf-8") as file:
        file.write('{"kind": "tune", "num')
    again = TuningJournal(TERMS, path)
    assert again.lines == journal.lines
    assert tuned(TERMS, again.lines) == tuned(TERMS, journal.lines) != Style()
    again.add(TuningStep("judge", 0, Score(1, 0, 1)))
    assert TuningJournal(TERMS, path).score("judge").duel.count == 2
    again.add(TuningStep("tune", 4, Score(1, 0, 3)))
    assert again.score("judge").duel.count == 0, "these were other numbers"


@pytest.mark.parametrize(
    ("line", "said"),
    [("[]", "JSON object"), ('{"kind": "tune"}', "not a step"), ("{", "JSON object")],
)
def test_what_is_no_journal_is_refused(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "tuned.jsonl"
    TuningJournal(TERMS, path)
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(RecordError, match=said):
        TuningJournal(TERMS, path)


def test_a_journal_of_other_settings_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tuned.jsonl"
    TuningJournal(TERMS, path)
    with pytest.raises(RecordError, match="not begun with these settings"):
        TuningJournal(Terms(SMALL, boards=3), path)


def test_races_of_fixed_effort_repeat_and_those_by_the_clock_count_answers() -> None:
    sides, effort = (Style(), Style(haste=2.0)), Effort(1, 3)
    first, again = (dash(SMALL.board(5), sides, (0, 1), effort, 5) for _ in range(2))
    assert first == again
    assert first in (-1, 0, 1)
    usual = Strategy(Style())
    left, answers, late = race([usual, usual], SMALL, seed=3)
    assert left in (None, 0, 1)
    assert answers > 10
    assert 0 <= late <= answers
    score = heat(usual, usual, Track(3, 0.004, 12, 14), seed=3)
    assert score.duel.count == 2


def test_the_command_tunes_judges_and_goes_on(tmp_path: Path) -> None:
    journal = tmp_path / "tuned.jsonl"
    words = ["speed", "tune", str(journal), "--boards", "12-14", "--step", "1", "--time", "4ms"]

    def said(*more: str) -> str:
        done = CliRunner().invoke(main, [*words, "--workers", "1", "--walks", "2", *more])
        assert done.exit_code == 0, done.output
        return done.output

    assert "Tuned: 2 races" in said("--races", "2", "--judge", "0")
    text = said("--races", "4", "--judge", "2")
    assert "Tuned: 4 races" in text
    assert "Tuned against usual: 2 races" in text
    assert "The test says: open." in text
    rows = [json.loads(line) for line in journal.read_text().splitlines()]
    assert [row.get("kind") for row in rows] == [None, "tune", "tune", "judge"]
    other = CliRunner().invoke(main, [*words, "--seats", "3"])
    assert other.exit_code == 2
    assert "not begun with these settings" in other.output
    wrong = CliRunner().invoke(main, ["speed", "tune", str(journal), "--boards", "80-41"])
    assert wrong.exit_code == 2
    assert "like 41-80" in wrong.output
