"""A log comes back as it was written, whole or as far as it goes, and a forged one does not."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.match.strategies import played_tables
from tests.match.table import Table
from tests.players import native

from spielwerk.catalogue import open_game
from spielwerk.core import RecordError, replay
from spielwerk.games.speed.game import Speed
from spielwerk.match import (
    Began,
    Clock,
    LogWriter,
    MatchLog,
    Moved,
    Session,
    Setup,
    Status,
    read_log,
    replay_match,
)

SAVED = Path(__file__).parent / "saved"
SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
many = settings(max_examples=500 if SOAK else 40, deadline=None)


def log_of(table: Table) -> MatchLog:
    return MatchLog.of(table.game, table.setup, table.events)


def tic_tac_toe_log() -> MatchLog:
    table = Table(native.tic_tac_toe(), Setup(seed=7, seats={native.X: "mcts:1s"}))
    for at, move in enumerate("15293", start=1):
        (role,) = table.match.asked
        table.say(at, role, move)
    return log_of(table)


@many
@given(played_tables())
def test_a_log_reads_back_as_it_was_written(table: Table) -> None:
    log = log_of(table)
    again = MatchLog.from_text(log.to_text())
    assert again == log
    *_, last = replay_match(table.game, again)
    assert last == table.match


@many
@given(played_tables(steps=15), st.data())
def test_a_log_cut_anywhere_gives_back_its_whole_lines(table: Table, data: st.DataObject) -> None:
    text = log_of(table).to_text()
    header = len(text.splitlines()[0]) + 1
    end = data.draw(st.integers(header - 1, len(text) - 1))
    again = MatchLog.from_text(text[:end])
    whole = text[:end].count("\n") - 1
    complete_but_for_its_newline = text[end] == "\n"
    assert again.events == log_of(table).events[: whole + complete_but_for_its_newline]
    assert again.cut == (text[end - 1] != "\n" and not complete_but_for_its_newline)
    assert len(list(replay_match(table.game, again))) == len(again.events) + 1


@many
@given(played_tables(steps=15), st.data())
def test_no_edited_log_is_believed(table: Table, data: st.DataObject) -> None:
    log = log_of(table)
    text = log.to_text()
    place = data.draw(st.integers(0, len(text) - 2))
    other = data.draw(st.characters(codec="ascii"))
    assume(other != text[place])
    edited = text[:place] + other + text[place + 1 :]
    with contextlib.suppress(RecordError):
        assert MatchLog.from_text(edited) == log, "only what means the same may be read"


def test_the_line_that_was_edited_is_named() -> None:
    lines = tic_tac_toe_log().to_text().splitlines()
    lines[4] = lines[4].replace('"move": "1"', '"move": "2"')
    with pytest.raises(RecordError, match=r"line 5: .* was changed") as refusal:
        MatchLog.from_text("\n".join(lines) + "\n")
    assert refusal.value.line == 5


def test_lines_left_out_or_swapped_are_found() -> None:
    lines = tic_tac_toe_log().to_text().splitlines(keepends=True)
    with pytest.raises(RecordError, match="line 3"):
        MatchLog.from_text("".join(lines[:2] + lines[3:]))
    with pytest.raises(RecordError, match="line 2"):
        MatchLog.from_text("".join([lines[0], lines[2], lines[1], *lines[3:]]))


def test_a_log_of_a_newer_version_asks_for_an_update() -> None:
    text = tic_tac_toe_log().to_text().replace('"spielwerk-match": 1', '"spielwerk-match": 2')
    with pytest.raises(RecordError, match=r"format 2, this version reads up to 1\. Update"):
        MatchLog.from_text(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "It is empty; expected the header line"),
        ("\n\n", "It is empty; expected the header line"),
        ("hello\n", "line 1: This is not a JSON object"),
        ("[1, 2]\n", "line 1: This is not a JSON object"),
        ("{}\n", "not the log of a match"),
        ('{"spielwerk-match": true}\n', "not the log of a match"),
        ('{"spielwerk-match": 0}\n', "never was a format 0"),
        ('{"spielwerk-match": 1}\n', "was changed after"),
        ("[" * 100_000 + "\n", "line 1: This is not a JSON object"),
        ('{"a": "' + "x" * 2_000_000 + '"}\n', "more than 1,000,000 characters"),
    ],
)
def test_what_is_no_log_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(RecordError) as refusal:
        MatchLog.from_text(text)
    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"event": "danced"}, "there is no event called 'danced'"),
        ({"at": "noon"}, "'noon' should be a number"),
        ({"at": 10**400}, "a number is too large"),
        ({"role": 3}, "3 should be a text"),
        ({"move": None}, "None should be a text"),
    ],
)
def test_a_well_sealed_line_that_says_nonsense_is_refused(
    change: dict[str, object], complaint: str
) -> None:
    log = tic_tac_toe_log()
    writer = LogWriter()
    text = writer.header(log) + writer.event(log.events[0])
    body = {"event": "moved", "at": 1.0, "role": "x", "move": "5", **change}
    text += writer._sealer.line(body)
    with pytest.raises(RecordError, match="line 3: The event is incomplete or wrong") as refusal:
        MatchLog.from_text(text)
    assert complaint in str(refusal.value)


def test_a_well_sealed_lie_is_found_when_it_is_replayed() -> None:
    log = tic_tac_toe_log()
    moves = [number for number, event in enumerate(log.events) if isinstance(event, Moved)]
    events = list(log.events)
    del events[moves[1]]
    forged = MatchLog.of(native.tic_tac_toe(), log.setup, events)
    with pytest.raises(RecordError, match="line 7: This cannot have happened here"):
        list(replay_match(native.tic_tac_toe(), MatchLog.from_text(forged.to_text())))


def test_a_log_is_replayed_with_its_own_game_and_rules_only() -> None:
    log = tic_tac_toe_log()
    with pytest.raises(RecordError, match="is of 'native-tic-tac-toe', not of 'native-goofspiel'"):
        list(replay_match(native.goofspiel(), log))
    changed = native.tic_tac_toe()
    changed.fingerprint = "native-tic-tac-toe 2"
    with pytest.raises(RecordError, match="have changed"):
        list(replay_match(changed, log))


def test_a_log_written_line_by_line_is_the_log_written_at_once() -> None:
    log = tic_tac_toe_log()
    writer = LogWriter()
    text = writer.header(log)
    for event in log.events:
        text += writer.event(event)
    assert text == log.to_text()


def test_texts_that_break_lines_elsewhere_do_not_break_a_log() -> None:
    setup = Setup(seats={native.X: "Anna\u2028Berta\x85\x0b\x1c\ud800"})
    log = MatchLog.of(native.tic_tac_toe(), setup, [Began(0.0)])
    text = log.to_text()
    assert len(text.splitlines()) == 2
    assert text.isascii()
    assert MatchLog.from_text(text) == log


def test_the_game_side_of_a_log_is_its_steps() -> None:
    steps = tic_tac_toe_log().steps
    assert "".join(move for step in steps for move in step.moves.values()) == "15293"


@pytest.mark.parametrize(
    ("name", "steps", "status"),
    [
        ("tic-tac-toe", 6, Status.RUNNING),
        ("kuhn-poker", 3, Status.ENDED),
        ("goofspiel", 1, Status.RUNNING),
        ("speed", 2, Status.ENDED),
    ],
)
def test_matches_saved_by_earlier_versions_open_and_go_on(
    name: str, steps: int, status: Status
) -> None:
    text = (SAVED / f"{name}.jsonl").read_text(encoding="utf-8")
    game = Speed(3, 20, 20, (6, 6)) if name == "speed" else open_game(name)
    log = replace(read_log(text, game), fingerprint="")
    assert len(log.steps) == steps
    *_, last = replay_match(game, log)
    *_, state = replay(game, log.setup.seed, log.steps)
    assert last.state == state
    assert Session.resume(game, log).match.status is status
    assert read_log(log.to_text(), game) == log


def test_a_match_saved_by_an_earlier_version_and_edited_since_is_refused() -> None:
    text = (SAVED / "tic-tac-toe.jsonl").read_text(encoding="utf-8")
    with pytest.raises(RecordError, match=r"line 2: .* was changed"):
        read_log(text.replace("mark", "mork", 1), open_game("tic-tac-toe"))


def test_the_header_says_all_that_was_settled_before() -> None:
    header = json.loads(tic_tac_toe_log().to_text().splitlines()[0])
    assert header | {"check": ""} == {
        "spielwerk-match": 1,
        "game": "native-tic-tac-toe",
        "options": {},
        "rules": "native-tic-tac-toe 1",
        "seed": 7,
        "seats": {"x": "mcts:1s", "o": "o"},
        "clock": {"start": None, "move": None, "reserve": 0.0, "per_round": False},
        "late": "forfeit",
        "illegal": "forfeit",
        "check": "",
    }


def test_grace_stands_in_the_header_where_there_is_any() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0, grace=0.5)))
    log = log_of(table)
    assert json.loads(log.to_text().splitlines()[0])["clock"]["grace"] == 0.5
    assert MatchLog.from_text(log.to_text()) == log
