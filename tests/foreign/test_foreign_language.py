"""A language from another package is in everything that Spielwerk does, without a change in it."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from tests.docs.test_examples import as_pattern, blocks, conversations
from tests.editor.conversation import Editor
from tests.foreign.scratch import PAGE, Scratch
from tests.server.conftest import Server

from spielwerk.client import ApiError, Client

PILE = "heap 7\ntake up to 3\nlast loses\n"


def test_the_page_shows_what_happens(foreign: Scratch, written: Path) -> None:
    shown = [block for block in blocks(PAGE) if block.language == "console"]
    for command, expected in [pair for block in shown for pair in conversations(block.body)]:
        name, *words = command.split()
        assert name == "spielwerk"
        printed = foreign.run(*words, cwd=written)
        assert re.fullmatch(as_pattern(expected), printed), f"{command} printed\n{printed}"


def test_wrong_rules_are_told_with_their_place(foreign: Scratch, tmp_path: Path) -> None:
    (tmp_path / "slip.take").write_text("heap many\n")
    said = foreign.run("check", "slip.take", cwd=tmp_path)
    assert "slip.take:1:1: error[take-rules]: These are no rules of Take." in said
    assert "hint: Three lines" in said


def test_its_files_are_played_in_the_terminal(foreign: Scratch, written: Path) -> None:
    script = "take 9\n/why take 9\ntake 3\ntake 3\ntake 1\n"
    said = foreign.run("play", "pile.take", stdin=script, cwd=written)
    assert "no: first may take 9 of 7" in said
    assert re.search(r"second\W+100|second wins", said), said


def test_its_library_stands_in_the_catalogue(foreign: Scratch) -> None:
    listed = json.loads(foreign.run("games", "--json"))
    (found,) = [game for game in listed if game["name"] == "twenty-one"]
    assert (found["language"], found["roles"]) == ("take", ["first", "second"])
    assert {"chess", "citadels", "speed"} <= {game["name"] for game in listed}


def test_what_it_cannot_do_is_said(foreign: Scratch, written: Path) -> None:
    assert foreign.run("draw", "twenty-one") == "There are no pictures of rules in Take.\n"
    said = foreign.run("check", "--probe", "pile.take", cwd=written)
    assert "there is no probe for rules in Take" in said


def test_its_texts_are_served_to_editors(foreign: Scratch, written: Path) -> None:
    with Editor(foreign.python) as editor:
        document = editor.open(written / "pile.take")
        assert document.problems() == []
        assert document.completions("take").keys() == {"heap", "take", "last"}
        assert document.hover("take up", 2) == "How many a player may take at most."
        assert document.ask("documentSymbol") == document.ask("definition", "heap", 1) == []
        assert document.ask("formatting", options={"tabSize": 4, "insertSpaces": True}) == []
        editor.change(document, document.text.replace("heap", "haep"))
        (problem,) = document.problems()
        assert problem["message"].startswith("These are no rules of Take.")


def test_whoever_has_not_installed_it_is_told_what_there_is(written: Path, tmp_path: Path) -> None:
    said = Scratch.made(tmp_path / "bare").run("check", "pile.take", cwd=written)
    assert "No rule language is known for files that end in '.take'." in said


def test_its_texts_are_checked_hosted_and_played_over_the_network(
    foreign: Scratch, tmp_path: Path
) -> None:
    server = Server(str(tmp_path / "db.sqlite3"))
    server.python = foreign.python
    try:
        server.start()
        asyncio.run(_upload_and_play(server.url))
    finally:
        server.finish()


async def _upload_and_play(url: str) -> None:
    async with Client(url) as client:
        known = {one["name"]: one for one in await client.call("GET", "/languages")}
        assert known["take"]["suffixes"] == [".take"]
        assert known["take"]["keywords"] == ["heap", "take", "last"]
        wrong = await client.call("POST", "/rules/check", {"source": "heap", "language": "take"})
        assert [one["code"] for one in wrong["diagnostics"]] == ["take-rules"]
        long = {"source": "heap " + "9" * 2_000, "language": "take"}
        with pytest.raises(ApiError) as refused:
            await client.call("POST", "/rules", long)
        assert refused.value.code == "rules-too-long"
        hosted = await client.call("POST", "/rules", {"source": PILE, "file": "pile.take"})
        page = await client.call("GET", f"/games/{hosted['game']}")
        assert (page["language"], page["source"], page["file"]) == ("take", PILE, "rules.take")
        await _play(client, hosted["game"])


async def _play(client: Client, game: str) -> None:
    first = await client.found(game)
    second = await client.join(first.match, invitation=first.invitations["second"])
    async with first.connect() as one, second.connect() as two:
        assert (await first.why("take 9"))["holds"] is False
        for table, move in ((one, "take 3"), (two, "take 3"), (one, "take 1")):
            await table.until(lambda picture: picture["legal"])
            await table.move(move)
        await two.until(lambda picture: picture["phase"] == "ended")
        assert two.picture["outcome"] == {"first": 0, "second": 100}
    alone = await client.found(game, bots={"second": "medium"})
    async with alone.connect() as table:
        await table.until(lambda picture: picture["legal"])
        await table.move("take 2")
        await table.until(lambda picture: picture["step"] >= 2)
