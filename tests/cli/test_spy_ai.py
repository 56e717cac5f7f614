"""Our AI on servers of the standard: whole matches over sockets, and servers that talk nonsense."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import socket
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner
from tests.games.spy.casino import Agent, casino, play
from tests.protocols.spy.clients import house, small_game, timely
from tests.protocols.spy.test_spy_trouble import back
from websockets.asyncio.server import ServerConnection, serve

from spielwerk.cli.entry import main
from spielwerk.cli.spy_agent import SpyAgent
from spielwerk.core import Deadline
from spielwerk.games.spy import MATCH, ROLES, Gadget, PlayState, Position, choices, library_text
from spielwerk.players.spy.casefile import CaseError
from spielwerk.players.spy.habits import Careless, Habits
from spielwerk.players.spy.planner import TurnPlan
from spielwerk.players.spy.players import LEVELS, SpyPlayer, SpyStrong
from spielwerk.protocols.spy import Revision, SpyClient
from spielwerk.protocols.spy.fixture import ArrangedMatch, Introduced, welcome
from spielwerk.protocols.spy.letters import Envelope, write_message
from spielwerk.protocols.spy.messages import (
    GameStatus,
    RequestEquipmentChoice,
    RequestGameOperation,
    RequestItemChoice,
    SpyMessage,
)
from spielwerk.protocols.spy.narrator import status
from spielwerk.protocols.spy.values import RoleEnum

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


def letter(message: SpyMessage, to: UUID) -> str:
    return json.dumps(write_message(message, Envelope(to), Revision.STANDARD))


@timely
async def test_a_server_that_talks_nonsense_is_answered_as_well_as_can_be() -> None:
    game, me, answers = small_game(), UUID(int=5), []
    people = [each.character_id for each in game.setting.characters]

    async def nonsense(connection: ServerConnection) -> None:
        await connection.recv()
        await connection.send(letter(RequestItemChoice(0, (UUID(int=77),), ()), me))
        answers.append(json.loads(await connection.recv()))
        await connection.send(letter(welcome(UUID(int=9), game), me))
        strange = GameStatus(None, ({"type": "DANCE"},), {"map": 3}, False)
        await connection.send(letter(strange, me))
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


async def asked_after(states: list[PlayState], gadgets: list[Gadget], agent: SpyAgent) -> Any:
    """What an AI that leads Agent A answers on a server that shows these states one by one."""
    me, answers = UUID(int=5), []
    game = states[0].game
    players = (Introduced(me, "ai", RoleEnum.AI), Introduced(UUID(int=6), "bob", RoleEnum.AI))
    fixture = ArrangedMatch(UUID(int=7), game, players, datetime(2020, 3, 16))
    mine = fixture.ids["Agent A"]

    async def talk(connection: ServerConnection) -> None:
        await connection.recv()
        equip = RequestEquipmentChoice((mine,), tuple(gadgets))
        for message in (fixture.welcome(), fixture.announcement(), equip):
            await connection.send(letter(message, me))
        await connection.recv()
        for state in states:
            shown = status(fixture, state, ROLES[0], mine, operations=True)
            await connection.send(letter(shown, me))
        await connection.send(letter(RequestGameOperation(mine), me))
        answers.append(json.loads(await connection.recv()))
        end = {"playerId": str(me), "type": "STATISTICS", "winner": str(me), "hasReplay": False}
        await connection.send(json.dumps({**end, "reason": "VICTORY_BY_IP"}))
        await connection.wait_closed()

    async with serve(talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        await SpyClient(f"ws://127.0.0.1:{port}", "ai", agent).play()
    return answers[0]["operation"]


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_feeds_a_guest_that_it_has_bought(level: type[SpyPlayer]) -> None:
    """Another team's server disqualifies for it; that the guest is ours only messages have said."""
    gadgets = [Gadget.NUGGET, Gadget.CHICKEN_FEED]
    people = {"A": Agent(0, tuple(gadgets), ip=30), "B": Agent(2)}
    before = casino("#####\n#AB.#\n#..c#\n#####", people, mp=0, ap=2)
    bought = play(before, "use NUGGET 2/1")
    assert "use CHICKEN_FEED 2/1" in bought.legal(ROLES[0])

    @timely
    async def story() -> None:
        for seed in range(10):
            agent = SpyAgent(level(), seed)
            answer = await asked_after([before, bought], gadgets, agent)
            assert (answer["type"], answer.get("gadget")) != ("GADGET_ACTION", "CHICKEN_FEED")
            assert agent.client_id is not None, "the match was followed"

    story()


def test_at_normal_verbosity_it_says_why_it_waits_and_tries_again(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    @timely
    async def story() -> None:
        ai = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "spielwerk", "spy", "ai", "-a", "127.0.0.1", "-p", str(port),
            "-n", "ann", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert ai.stderr is not None

        async def says(words: str) -> None:
            while words not in (line := (await ai.stderr.readline()).decode()):
                assert line, f"it has ended without '{words}'"

        try:
            await says("There is no server")
            async with house(port=port, journal=tmp_path) as at, at.line("bob") as bob:
                await says("waiting for the match to begin")
                await bob.hello()
                await bob.until("REQUEST_ITEM_CHOICE")
                for paused, told in ((True, "is paused"), (False, "goes on")):
                    await bob.say("REQUEST_GAME_PAUSE", gamePause=paused)
                    await says(f"The match {told}")
            await says("The line broke off; trying again")
            async with house(port=port, journal=tmp_path) as at, at.line("bob") as again:
                await back(at, bob, again)
                await again.say("GAME_LEAVE")
                said, _ = await ai.communicate()
        finally:
            if ai.returncode is None:
                ai.kill()
            await ai.wait()
        assert said.decode().startswith("ann has won")
        assert ai.returncode == 0

    story()


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
