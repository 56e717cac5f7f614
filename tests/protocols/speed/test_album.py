"""What a viewer shows: pictures lose nothing that matters, and files say when they are damaged."""

from __future__ import annotations

import asyncio
import json
import zlib
from base64 import b64decode
from random import Random

import numpy as np
import pytest
from tests.games.speed.second_telling import RECORDINGS

from spielwerk.core import RecordError, SpielwerkError
from spielwerk.games.speed.recording import board_of, read_recording
from spielwerk.games.speed.rules import Action, play_round, start
from spielwerk.players.speed.bots import LargestArea
from spielwerk.players.speed.decision import Decision
from spielwerk.protocols.speed.album import (
    Album,
    add_thoughts,
    cover,
    frame,
    read_album,
    record_album,
    thought,
)
from spielwerk.protocols.speed.feed import Feed
from spielwerk.protocols.speed.keys import Keys, code_name, read_keys
from spielwerk.protocols.speed.messages import state_message
from spielwerk.protocols.speed.viewer import album_page, live_page


def recording() -> list[dict[str, object]]:
    """Three rounds of two players who go straight on."""
    board = start(12, 12, 2, Random(1))
    messages = [state_message(board, 1)]
    for _ in range(3):
        board = play_round(board, dict.fromkeys(board.active, Action.CHANGE_NOTHING))
        messages.append(state_message(board, 1))
    return messages


def cells(packed: str) -> np.ndarray:
    return np.frombuffer(zlib.decompress(b64decode(packed)), np.uint8)


def test_pictures_keep_their_order_and_what_is_unknown_stays_so() -> None:
    values = np.array([[0.0, 0.5, 1.0], [np.nan, np.inf, 0.25]], np.float32)
    body = thought(None, 0.1, Decision(Action.SPEED_UP, draw=lambda: {"likely": values}))
    (picture,) = body["pictures"]
    assert (picture["low"], picture["high"]) == (0.0, 1.0)
    assert cells(picture["cells"]).tolist() == [1, 128, 255, 0, 0, 64]


@pytest.mark.parametrize(("value", "shade"), [(0.0, 1), (7.0, 255), (np.nan, 0)])
def test_a_picture_of_one_value_is_all_dark_or_all_bright(value: float, shade: int) -> None:
    flat = np.full((2, 2), value, np.float32)
    body = thought(None, None, Decision(Action.SPEED_UP, draw=lambda: {"flat": flat}))
    assert set(cells(body["pictures"][0]["cells"]).tolist()) == {shade}
    assert "NaN" not in json.dumps(body)


def test_a_recording_becomes_an_album_with_its_actions_inferred() -> None:
    album = record_album(recording())
    assert [one["round"] for one in album.frames] == [1, 2, 3, 4]
    assert album.frames[0]["thoughts"]["2"]["action"] == "change_nothing"
    assert album.frames[-1]["thoughts"] == {}
    again = read_album(album.to_text())
    assert again == album


def test_a_solver_says_what_it_would_have_done_in_the_place_of_a_player() -> None:
    messages = recording()
    boards = [board_of(message, number) for number, message in enumerate(messages, start=1)]
    told = add_thoughts(record_album(messages), boards, 1, LargestArea().solver(), 0.1)
    mine = told.frames[0]["thoughts"]["1"]
    assert mine["action"] == "change_nothing"
    assert mine["advice"]
    assert "free cells" in mine["note"]


def test_recorded_races_become_albums() -> None:
    for file in RECORDINGS:
        messages = read_recording(file.read_text(encoding="utf-8"))
        album = record_album(messages)
        assert len(album.frames) == len(messages)
        assert not any("player" in name for name in album.cover["racers"].values())


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not JSON"),
        ('[{"width": 3', "cut off"),
        ('{"spielwerk-speed-album": 2}', "format 2"),
        ('{"spielwerk-speed-album": 1}', "no cover"),
        (
            '{"spielwerk-speed-album": 1, "cover": {"width": 1, "height": 1, "racers": {}}}',
            "frames",
        ),
        (
            '{"spielwerk-speed-album": 1, "cover": {"width": 1, "height": 1, "racers": {}}, '
            '"frames": [5]}',
            "Frame 0",
        ),
    ],
)
def test_damaged_albums_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        read_album(text)


def test_a_plain_recording_is_no_album() -> None:
    assert read_album(json.dumps(recording())) is None


def test_a_page_needs_nothing_from_elsewhere_and_no_name_escapes_its_text() -> None:
    board = start(12, 12, 2, Random(1))
    wicked = "</script><script>alert(1)</script>"
    page = album_page(Album(cover(board, {1: wicked, 2: "b"}), [frame(board)]), "a < b & c")
    assert wicked not in page
    assert page.count("</script>") == 2
    assert "a &lt; b &amp; c" in page
    for text in (page, live_page("/watch")):
        assert "import " not in text.split('<script type="module">')[1].split("</script>")[0]
        assert "export " not in text
        assert 'src="' not in text


def test_onlookers_get_the_race_from_its_beginning_whenever_they_come() -> None:
    async def story() -> None:
        feed = Feed()
        early = feed.follow()
        feed.begin({"width": 1})
        feed.add({"round": 1})
        late = feed.follow()
        for one in (early, late):
            assert json.loads(await anext(one)) == {"cover": {"width": 1}}
            assert json.loads(await anext(one)) == {"frame": {"round": 1}}
        waiting = asyncio.create_task(anext(early))
        await asyncio.sleep(0)
        feed.begin({"width": 2})
        assert json.loads(await waiting) == {"cover": {"width": 2}}

    asyncio.run(asyncio.wait_for(story(), 5))


def test_keys_have_names_and_lists_of_keys_are_checked() -> None:
    keys = read_keys("# teams\n\nabc Team One\nxyz\n")
    assert keys.name("abc") == "Team One"
    assert keys.name("xyz") == code_name("xyz") != code_name("abc")
    assert keys.name("nobody") is None
    assert Keys().name("anything") == code_name("anything")
    assert Keys().name("") is None
    for text, complaint in (("a\na", "line 2.*twice"), ("", "no key"), ("ä", "line 1")):
        with pytest.raises(SpielwerkError, match=complaint):
            read_keys(text)
