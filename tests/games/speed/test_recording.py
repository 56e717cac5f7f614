"""The rules must explain every transition of races that a second telling of them recorded."""

import json
from pathlib import Path

import pytest
from tests.games.speed.second_telling import RECORDINGS, race, told

from spielwerk.core import RecordError
from spielwerk.games.speed.recording import read_recording, verify


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_every_transition_of_a_recorded_race_is_explained(path: Path) -> None:
    assert verify(read_recording(path.read_text(encoding="utf-8"))) is None
    assert told(path.stem) == path.read_text(encoding="utf-8"), "the second telling changed"


@pytest.mark.parametrize("players", range(2, 7))
def test_both_tellings_of_the_rules_agree_on_any_race(players: int) -> None:
    for seed in range(4):
        assert verify(list(race(20, 16, players, seed))) is None


def test_a_tampered_cell_is_found_in_its_round() -> None:
    messages = json.loads(RECORDINGS[2].read_text())
    messages[10]["cells"][0][0] = 1
    difference = verify(messages)
    assert difference is not None
    assert difference.round == 10


def test_a_repeated_message_is_named() -> None:
    messages = json.loads(RECORDINGS[2].read_text())
    difference = verify([*messages[:8], messages[7], *messages[8:]])
    assert str(difference) == "round 8: expected the next state, found message 7 a second time"


def test_a_repeated_end_is_named_even_where_nobody_is_left_to_move() -> None:
    end = json.loads(RECORDINGS[2].read_text())[-1]
    for racer in end["players"].values():
        racer["active"] = False
    difference = verify([end, end])
    assert str(difference) == "round 1: expected the next state, found message 0 a second time"


@pytest.mark.parametrize("text", ["", "[", "{}", "[]", "[1]", '[{"width": 3}]', "[" * 100_000])
def test_what_is_not_a_recording_is_refused_in_words(text: str) -> None:
    with pytest.raises(RecordError):
        read_recording(text)
