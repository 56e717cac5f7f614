"""The rules must explain every transition that the official server ever sent us."""

import json
from pathlib import Path

import pytest

from spielwerk.core import RecordError
from spielwerk.games.speed.recording import read_recording, verify

RECORDED = sorted((Path(__file__).parents[4] / "shared" / "data" / "speed").glob("*.json"))


@pytest.mark.skipif(not RECORDED, reason="the recorded games are not part of the project")
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_every_transition_of_the_official_server_is_reproduced(path: Path) -> None:
    assert verify(read_recording(path.read_text())) is None


@pytest.mark.skipif(not RECORDED, reason="the recorded games are not part of the project")
def test_a_tampered_cell_is_found_in_its_round() -> None:
    messages = json.loads(RECORDED[2].read_text())
    messages[10]["cells"][0][0] = 1
    difference = verify(messages)
    assert difference is not None
    assert difference.round == 10


@pytest.mark.parametrize("text", ["", "[", "{}", "[]", "[1]", '[{"width": 3}]', "[" * 100_000])
def test_what_is_not_a_recording_is_refused_in_words(text: str) -> None:
    with pytest.raises(RecordError):
        read_recording(text)
