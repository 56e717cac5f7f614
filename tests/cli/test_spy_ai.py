"""Our AI on servers of the standard: whole matches over sockets, and servers that talk nonsense."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner
from tests.protocols.spy.clients import house, small_game, timely
from websockets.asyncio.server import ServerConnection, serve

from spielwerk.cli.entry import main
from spielwerk.cli.spy_agent import SpyAgent
from spielwerk.core import Deadline
from spielwerk.games.spy import MATCH, Position, choices, library_text
from spielwerk.players.spy.casefile import CaseError
from spielwerk.players.spy.habits import Careless, Habits
from spielwerk.players.spy.planner import TurnPlan
from spielwerk.players.spy.players import LEVELS, SpyPlayer, SpyStrong
from spielwerk.protocols.spy import Revision, SpyClient
from spielwerk.protocols.spy.fixture import welcome
from spielwerk.protocols.spy.letters import Envelope, write_message
from spielwerk.protocols.spy.messages import GameStatus, RequestItemChoice

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


@pytest.mark.parametrize("dialect", Revision)
def test_two_of_our_ais_play_a_whole_match_over_sockets(
    dialect: Revision, caplog: pytest.LogCaptureFixture
) -> None:
    @timely
    async def story() -> None:
        agents = SpyAgent(SpyStrong(0.05), 1), SpyAgent(LEVELS[1](), 2)
        async with house() as at:
            where = f"ws://127.0.0.1:{at.port}"
            ends = await asyncio.gather(
                *(
                    SpyClient(where, f"ai{number}", agent, dialect=dialect).play()
                    for number, agent in enumerate(agents)
                )
            )
        assert ends[0].winner == ends[1].winner
        assert ends[0].winner in {agent.client_id for agent in agents}

    with caplog.at_level(logging.WARNING, "spielwerk.spy"):
        story()
    troubles = [record.getMessage() for record in caplog.records if "client" in record.name]
    assert troubles == [], "no strike, nothing passed over, no failure of the agent"


def test_the_command_plays_a_match_and_says_how_it_ended() -> None:
    @timely
    async def story() -> None:
        async with house() as at:
            where = ["-a", "127.0.0.1", "--port", str(at.port), "--verbosity", "1"]
            told = asyncio.to_thread(run, *where, "-n", "ann", "--difficulty", "2")
            careless = SpyAgent(LEVELS[0](), 3)
            rival = SpyClient(f"ws://127.0.0.1:{at.port}", "bob", careless)
            (code, text), end = await asyncio.gather(told, rival.play())
        assert code == 0
        won = "lost" if end.winner == careless.client_id else "won"
        told_end = rf"ann has {won}: {end.reason}\. \d+ moves, all thought\.\n"
        assert re.fullmatch(told_end, text), text

    story()


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["spy", "ai", *words])
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--address"),
        (("-a", "x", "-n", "a"), "at least two characters"),
        (("-a", "x", "-d", "4"), "0<=x<=3"),
        (("-a", "x", "--x", "colour", "red"), "no setting 'colour'"),
        (("-a", "x", "--x", "seconds", "soon"), "not a length of time"),
        (("-a", "x", "--x", "dialect", "klingon"), "standard, later"),
        (("-a", "x", "--x", "seed", "-1"), "whole number"),
        (("-a", "x", "--port", "70000"), "65535"),
    ],
)
def test_wrong_words_are_told_with_what_to_do(words: tuple[str, ...], said: str) -> None:
    code, text = run(*words)
    assert code == 2
    assert said in text


def test_further_settings_are_listed() -> None:
    code, text = run("-a", "x", "--x", "help", "me")
    assert code == 0
    assert all(key in text for key in ("seconds", "seed", "dialect"))


@timely
async def test_a_server_that_talks_nonsense_is_answered_as_well_as_can_be() -> None:
    game, me, answers = small_game(), UUID(int=5), []
    people = [each.character_id for each in game.setting.characters]

    def letter(message: Any) -> str:
        return json.dumps(write_message(message, Envelope(me), Revision.STANDARD))

    async def nonsense(connection: ServerConnection) -> None:
        await connection.recv()
        await connection.send(letter(RequestItemChoice(0, (UUID(int=77),), ())))
        answers.append(json.loads(await connection.recv()))
        await connection.send(letter(welcome(UUID(int=9), game)))
        await connection.send(letter(GameStatus(None, ({"type": "DANCE"},), {"map": 3}, False)))
        await connection.send("not even JSON")
        who = str(people[0])
        ask = {"playerId": str(me), "type": "REQUEST_GAME_OPERATION", "characterId": who}
        await connection.send(json.dumps(ask))
        answers.append(json.loads(await connection.recv()))
        end = {"playerId": str(me), "type": "STATISTICS", "winner": str(me), "hasReplay": False}
        await connection.send(json.dumps({**end, "reason": "VICTORY_BY_IP"}))
        await connection.wait_closed()

    async with serve(nonsense, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        end = await SpyClient(f"ws://127.0.0.1:{port}", "ai", SpyAgent(SpyStrong())).play()
    assert end.winner == me
    assert answers[0]["chosenCharacterId"] == str(UUID(int=77))
    assert answers[1]["operation"]["type"] == "RETIRE"


def test_an_agent_that_was_shown_nothing_says_so() -> None:
    with pytest.raises(CaseError, match="before it has shown anything"):
        SpyAgent(SpyStrong()).operate(UUID(int=1), 1.0)


class Reckless(Careless):
    """Whatever the rules allow, sensible or not."""

    def plan(
        self, world: Callable[[], Position], player: int, deadline: Deadline
    ) -> list[TurnPlan]:
        return [TurnPlan((self.rng.choice(choices(world())),))]


class RecklessPlayer(SpyPlayer):
    name = "reckless"

    def habits(self, seed: int = 0) -> Habits:
        return Reckless(Random(seed))


def test_nobody_is_disqualified_for_what_the_standard_does_not_forbid(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Random bots do all that the rules allow, with no sense at all; none is sent away for it."""

    @timely
    async def story(first: int) -> None:
        async with house(matches=5) as at:
            where = f"ws://127.0.0.1:{at.port}"
            bots = [SpyAgent(RecklessPlayer(), first + number) for number in range(10)]
            clients = [SpyClient(where, f"bot{n}", bot) for n, bot in enumerate(bots)]
            await asyncio.gather(*(client.play() for client in clients))

    with caplog.at_level(logging.INFO, "spielwerk.spy"):
        for first in range(0, 80 if SOAK else 10, 10):
            story(first)
    said = [record.getMessage() for record in caplog.records]
    assert sum("wins session" in each for each in said) == (40 if SOAK else 5)
    assert [each for each in said if "sent away" in each] == []


def test_a_duel_takes_a_match_configuration_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rich.match"
    config = json.loads(library_text(MATCH, "quick"))
    file.write_text(json.dumps({**config, "ChipsToIpFaktor": 12}), encoding="utf-8")
    said = CliRunner().invoke(
        main, ["spy", "duel", "spy-middle", "random", "-n", "2", "-m", str(file)]
    )
    assert said.exit_code == 0, said.output
    said = CliRunner().invoke(main, ["spy", "duel", "random", "random", "-m", "nowhere.match"])
    assert said.exit_code == 2
    assert "nowhere.match" in said.output


def test_players_duel_with_seats_changed() -> None:
    said = CliRunner().invoke(
        main, ["spy", "duel", "spy-middle", "random", "-n", "2", "-m", "quick"]
    )
    assert said.exit_code == 0, said.output
    assert re.search("grand-casino: spy-middle beats random in [012] of 2 ", said.output)
