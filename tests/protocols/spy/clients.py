"""Clients written only from the standard, with plain ``websockets``, for stories about servers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from spielwerk.games.spy import Options, Spy
from spielwerk.games.spy.library import open_spy
from spielwerk.protocols.spy import Journal, ServerTerms, SpyServer

Json = dict[str, Any]
WALKABLE = ("FREE", "BAR_SEAT")
EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
ANSWERED = ("REQUEST_ITEM_CHOICE", "REQUEST_EQUIPMENT_CHOICE", "REQUEST_GAME_OPERATION")


def timely(story: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Tell a story that must come to its end within some seconds."""

    @wraps(story)
    def told(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(story(*args, **kwargs), 120))

    return told


class Client:
    """A connection that speaks one of the dialects and remembers what it was told."""

    def __init__(self, socket: ClientConnection, *, later: bool, name: str, seed: int) -> None:
        self.socket = socket
        self.later = later
        self.name = name
        self.id: str | None = None
        self.session: str | None = None
        self.heard: list[Json] = []
        self.said: list[Json] = []
        self.rng = Random(f"{seed}/{name}")

    @property
    def id_word(self) -> str:
        return "clientId" if self.later else "playerId"

    @property
    def types(self) -> list[str]:
        return [each["type"] for each in self.heard]

    async def say(self, type_: str, **fields: Any) -> None:
        common = {
            self.id_word: self.id,
            "type": type_,
            "creationDate": "16.03.2020 12:00:00",
            "debugMessage": "",
        }
        self.said.append({**common, **fields})
        await self.socket.send(json.dumps(self.said[-1]))

    async def hello(self, role: str = "PLAYER") -> Json:
        await self.say("HELLO", name=self.name, role=role)
        return await self.hear()

    async def hear(self) -> Json:
        """The next message."""
        message = json.loads(await self.socket.recv())
        assert isinstance(message, dict)
        self.heard.append(message)
        if message["type"] == "HELLO_REPLY":
            self.id, self.session = message[self.id_word], message["sessionId"]
        return message

    async def until(self, *types: str) -> Json:
        """Listen, without answering, until a message of one of these types comes."""
        while True:
            message = await self.hear()
            if message["type"] in types:
                return message

    async def the_rest(self) -> list[Json]:
        """Everything until the server hangs up."""
        start = len(self.heard)
        try:
            while True:
                await self.hear()
        except ConnectionClosed:
            return self.heard[start:]

    async def answer(self, request: Json) -> None:
        """Answer a request with something that is allowed, at random."""
        match request["type"]:
            case "REQUEST_ITEM_CHOICE":
                await self.say("ITEM_CHOICE", **self.choice(request))
            case "REQUEST_EQUIPMENT_CHOICE":
                people, gadgets = request["chosenCharacterIds"], request["chosenGadgets"]
                held: dict[str, list[str]] = {who: [] for who in people}
                for gadget in gadgets:
                    held[self.rng.choice(people)].append(gadget)
                await self.say("EQUIPMENT_CHOICE", equipment=held)
            case "REQUEST_GAME_OPERATION":
                await self.say("GAME_OPERATION", operation=self.operation(request["characterId"]))

    def choice(self, request: Json) -> Json:
        people, gadgets = request["offeredCharacterIds"], request["offeredGadgets"]
        item = self.rng.choice([*people, *gadgets])
        chosen = {"chosenCharacterId": None, "chosenGadget": None}
        chosen["chosenCharacterId" if item in people else "chosenGadget"] = item
        return chosen if self.later else {**chosen, "offerNr": request["offerNr"]}

    @property
    def state(self) -> Json:
        """The last state that was told."""
        told = next(each for each in reversed(self.heard) if each["type"] == "GAME_STATUS")
        state = told["state"]
        assert isinstance(state, dict)
        return state

    def character(self, who: str) -> Json:
        found = next(c for c in self.state["characters"] if c["characterId"] == who)
        assert isinstance(found, dict)
        return found

    def operation(self, who: str) -> Json:
        """Something the character may do, as far as the standard tells."""
        me = self.character(who)
        found = self.steps(me) if me["mp"] else []
        if me["ap"] and not self.field(me["coordinates"])["isFoggy"]:
            found += self.actions(me)
        found.append({"type": "RETIRE", "target": me["coordinates"]})
        return {"successful": None, "characterId": who, **self.rng.choice(found)}

    def steps(self, me: Json) -> list[Json]:
        return [
            {"type": "MOVEMENT", "from": me["coordinates"], "target": point}
            for point in self.around(me["coordinates"])
            if self.field(point)["state"] in WALKABLE
        ]

    def actions(self, me: Json) -> list[Json]:
        here, found = me["coordinates"], []
        people = [each["coordinates"] for each in self.state["characters"]]
        holds = [each["gadget"] for each in me["gadgets"]]
        for point in self.around(here):
            field = self.field(point)
            if point in people or field["state"] == "SAFE":
                found.append({"type": "SPY_ACTION", "target": point})
            if field["state"] == "ROULETTE_TABLE" and not field["isDestroyed"]:
                if me["chips"] and field["chipAmount"]:
                    found.append({"type": "GAMBLE_ACTION", "target": point, "stake": 1})
                if "BANG_AND_BURN" in me["properties"]:
                    used = {"usedProperty": "BANG_AND_BURN", "target": point}
                    found.append({"type": "PROPERTY_ACTION", **used})
            if point in people and "GAS_GLOSS" in holds:
                found.append({"type": "GADGET_ACTION", "gadget": "GAS_GLOSS", "target": point})
            if field["state"] == "BAR_TABLE" and field["gadget"] and "COCKTAIL" not in holds:
                found.append({"type": "GADGET_ACTION", "gadget": "COCKTAIL", "target": point})
        if "COCKTAIL" in holds:
            found.append({"type": "GADGET_ACTION", "gadget": "COCKTAIL", "target": here})
        return found

    def around(self, point: Json) -> list[Json]:
        rows = self.state["map"]["map"]
        near = [(point["x"] + dx, point["y"] + dy) for dx, dy in EIGHT]
        inside = [(x, y) for x, y in near if 0 <= y < len(rows) and 0 <= x < len(rows[y])]
        return [{"x": x, "y": y} for x, y in inside]

    def field(self, point: Json) -> Json:
        field = self.state["map"]["map"][point["y"]][point["x"]]
        assert isinstance(field, dict)
        return field

    async def play(self, *, until: Callable[[Json], bool] | None = None) -> Json:
        """Answer all requests until the statistics, or until a message that fits."""
        while True:
            message = await self.hear()
            if message["type"] == "STATISTICS" or (until is not None and until(message)):
                return message
            await self.answer(message)


class House:
    """A running server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.clients: list[Client] = []
        """Everybody who ever connected."""

    @asynccontextmanager
    async def line(
        self, name: str = "ann", *, later: bool = False, seed: int = 0, host: str = "127.0.0.1"
    ) -> AsyncIterator[Client]:
        where = f"ws://127.0.0.1:{self.port}"
        async with connect(where, max_size=None, local_addr=(host, 0)) as socket:
            client = Client(socket, later=later, name=name, seed=seed)
            self.clients.append(client)
            try:
                yield client
            finally:
                socket.transport.abort()  # a goodbye would wait behind all that nobody listens to


def small_game(options: Options | None = None, **changes: Any) -> Spy:
    """A short match in a small casino; ``changes`` are of the match configuration."""
    game = open_spy("back-room", "quick", options=options)
    setting = game.setting
    config = replace(setting.config, **changes)
    return Spy(setting.board.scenario, config, setting.characters, setting.options)


@asynccontextmanager
async def house(
    game: Spy | None = None, journal: Path | None = None, port: int = 0, **terms: Any
) -> AsyncIterator[House]:
    """A server whose chance is always the same."""
    kept = None if journal is None else Journal(journal)
    settled = ServerTerms(**{"seed": 7, **terms})
    async with SpyServer(game or small_game(), settled, port=port, journal=kept) as server:
        yield House(server.port)


def is_request(message: Json) -> bool:
    return message["type"] in ANSWERED


def asks_for_operation(message: Json) -> bool:
    return message["type"] == "REQUEST_GAME_OPERATION"
