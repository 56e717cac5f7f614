"""``spielwerk spy replay``: what a server has kept becomes the replay that a guest would get."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.protocols.spy.clients import Json, house, timely
from tests.protocols.spy.test_spy_trouble import two

from spielwerk.cli.entry import main

SETS = ("-s", "back-room", "-m", "quick")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Json]:
    """The log of a match, and the replay that a spectator was sent."""
    folder = tmp_path_factory.mktemp("journal")
    told: list[Json] = []

    @timely
    async def story() -> None:
        async with house(journal=folder) as at, at.line("eve") as eve, two(at) as (ann, bob):
            await eve.hello("SPECTATOR")
            await asyncio.gather(ann.play(), bob.play(), eve.until("STATISTICS"))
            await eve.say("REQUEST_REPLAY")
            told.append(await eve.until("REPLAY"))

    story()
    return next(folder.glob("*.jsonl")), told[0]


def replay(*words: object) -> Result:
    return CliRunner().invoke(main, ["spy", "replay", *map(str, words)])


def bare(message: Json) -> Json:
    """A message without what differs from guest to guest."""
    return {k: v for k, v in message.items() if k not in ("playerId", "clientId", "creationDate")}


def test_the_file_is_what_a_spectator_was_sent(played: tuple[Path, Json], tmp_path: Path) -> None:
    log, sent = played
    done = replay(log, *SETS, "--out", tmp_path / "match.json")
    assert done.exit_code == 0, done.output
    written = json.loads((tmp_path / "match.json").read_text())
    assert bare(written) | {"messages": 0} == bare(sent) | {"messages": 0}
    assert [*map(bare, written["messages"])] == [*map(bare, sent["messages"])]


def test_a_player_s_side_in_the_later_words_has_what_that_player_was_asked(
    played: tuple[Path, Json],
) -> None:
    log, _ = played
    done = replay(log, *SETS, "--player", 2, "--later")
    assert done.exit_code == 0, done.output
    written = json.loads(log.with_suffix(".replay.json").read_text())
    assert written["clientId"] == written["playerTwoId"]
    assert [m["type"] for m in written["messages"]].count("REQUEST_ITEM_CHOICE") == 8


def test_what_cannot_be_replayed_says_why(played: tuple[Path, Json], tmp_path: Path) -> None:
    log, _ = played
    done = replay(log)
    assert (done.exit_code, "other files" in done.output) == (2, True)
    alone = tmp_path / "alone.jsonl"
    alone.write_text(log.read_text())
    assert "card" in replay(alone, *SETS).output
    alone.with_suffix(".json").write_text("{}")
    assert "card" in replay(alone, *SETS).output
    alone.write_text(log.read_text().replace("move 1/1", "move 5/5", 1).replace("ann", "Ann"))
    done = replay(alone, *SETS)
    assert done.exit_code == 2
    alone.write_bytes(b"\xff\xfe")
    assert "no log" in replay(alone, *SETS).output
    done = replay(log, *SETS, "--out", tmp_path / "nowhere" / "x.json")
    assert done.exit_code == 2
    assert "Traceback" not in done.output
