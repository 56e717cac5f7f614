"""``spielwerk spy ai``: our AI on any server of the standard; ``ki055`` is its own name."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from uuid import UUID

    from websockets.asyncio.client import ClientConnection

    from spielwerk.cli.spy_agent import Agent
    from spielwerk.players.spy import SpyPlayer
    from spielwerk.protocols.spy.messages import Message
    from spielwerk.protocols.spy.wire import Dialect

__all__ = ["ai", "ki055"]

_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
"""What is told from verbosity 1 on; 0 is the highest."""
_DIALECTS = ("standard", "later")
_EXTRAS = {
    "seconds": "the longest thought for an operation, such as 200ms (usually 1s)",
    "seed": "the same seed plays the same way (usually 0)",
    "dialect": "'standard' (version 2, usual) or 'later'",
}
_LARGEST = 16 * 2**20
_RETURNS = 5
"""How often it comes back after its connection broke off."""
_WAIT = 1.0


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--address", "-a", required=True, help="The server's address, such as 127.0.0.1.")
@click.option(
    "--port", "-p", default=7007, show_default=True, type=click.IntRange(1, 65_535),
    help="The server's port.",
)  # fmt: skip
@click.option("--name", "-n", default="team055", show_default=True, help="What it is called.")
@click.option(
    "--difficulty", "-d", default=0, show_default=True, type=click.IntRange(0, 3),
    help="How well it plays: 1 easy, 2 middle, 3 strong; 0: as well as it can.",
)  # fmt: skip
@click.option(
    "--verbosity", "-v", default=1, show_default=True, type=click.IntRange(min=0),
    help="How much is told: 1 little, 2 some, 3 all; 0: all.",
)  # fmt: skip
@click.option(
    "--x", "extras", nargs=2, multiple=True, metavar="KEY VALUE",
    help="A further setting, as often as you like; '--x help me' lists them.",
)  # fmt: skip
def ai(
    address: str,
    port: int,
    name: str,
    difficulty: int,
    verbosity: int,
    extras: Sequence[tuple[str, str]],
) -> None:
    """Play one match on a server of the standard."""
    from spielwerk.cli.spy_agent import Agent

    given = {key.strip().lower(): value.strip() for key, value in extras}
    if "help" in given:
        for key, about in _EXTRAS.items():
            click.echo(f"{key}  {about}")
        return
    if unknown := [key for key in given if key not in _EXTRAS]:
        raise click.UsageError(f"There is no setting '{unknown[0]}'; there are {_listed(_EXTRAS)}.")
    if len(name.strip()) < 2:
        raise click.UsageError("A name has at least two characters.")
    level = _LEVELS[min(verbosity or len(_LEVELS), len(_LEVELS)) - 1]
    logging.basicConfig(format="%(asctime)s %(message)s", stream=sys.stderr)
    log = logging.getLogger("spielwerk.spy.ai")
    log.setLevel(level)
    agent = Agent(_player(difficulty, given), log, _seed(given))
    try:
        asyncio.run(_Connection(address, port, name.strip(), _dialect(given), agent, log).play())
    except KeyboardInterrupt:
        raise click.ClickException("Interrupted.") from None


def ki055() -> None:
    """The AI under the name that the standard gives it."""
    from spielwerk.cli.entry import main

    main(args=["spy", "ai", *sys.argv[1:]], prog_name="spielwerk")


def _player(difficulty: int, given: Mapping[str, str]) -> SpyPlayer:
    from spielwerk.players.durations import parse_seconds
    from spielwerk.players.spy.players import LEVELS, SpyStrong

    if difficulty not in (0, len(LEVELS)):
        return LEVELS[difficulty - 1]()
    try:
        return SpyStrong(parse_seconds(given["seconds"]) if "seconds" in given else None)
    except ValueError as problem:
        raise click.UsageError(f"--x seconds: {problem}.") from None


def _seed(given: Mapping[str, str]) -> int:
    text = given.get("seed", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise click.UsageError(f"--x seed is a whole number, not '{text}'.")
    return int(text)


def _dialect(given: Mapping[str, str]) -> Dialect:
    from spielwerk.protocols.spy.wire import Dialect

    word = given.get("dialect", _DIALECTS[0]).lower()
    if word not in _DIALECTS:
        raise click.UsageError(f"--x dialect is {_listed(_DIALECTS)}, not '{word}'.")
    return Dialect.LATER if word == "later" else Dialect.STANDARD


def _listed(words: Sequence[str] | Mapping[str, str]) -> str:
    return ", ".join(words)


class _Connection:
    """The socket of an agent, from its first word to the statistics."""

    def __init__(
        self,
        address: str,
        port: int,
        name: str,
        dialect: Dialect,
        agent: Agent,
        log: logging.Logger,
    ) -> None:
        host = f"[{address}]" if ":" in address and not address.startswith("[") else address
        self._url = f"ws://{host}:{port}"
        self._name = name
        self._dialect = dialect
        self._agent = agent
        self._log = log
        self._client_id: UUID | None = None

    async def play(self) -> None:
        """Play one match and say how it ended.

        :raises ClickException: the server cannot be reached, refuses, or is gone for good
        """
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidHandshake, InvalidURI

        problem = ""
        for attempt in range(1 + _RETURNS):
            if attempt:
                await asyncio.sleep(_WAIT)
                self._log.warning("Comes back (%s of %s): %s", attempt, _RETURNS, problem)
            try:
                async with connect(self._url, max_size=_LARGEST, ping_timeout=None) as socket:
                    problem = await self._talk(socket)
            except InvalidURI:
                raise click.ClickException(f"{self._url} is no address of a server.") from None
            except (OSError, InvalidHandshake, TimeoutError) as trouble:
                problem = f"{self._url} cannot be reached: {trouble}"
            if self._agent.failure:
                reason = self._agent.failure.reason
                raise click.ClickException(f"The server refuses: {reason}.")
            if self._agent.verdict:
                self._tell_end()
                return
            if self._agent.session_id is None:
                break  # nothing to come back to
        raise click.ClickException(f"{problem or 'The server hung up'}. Is it running there?")

    async def _talk(self, socket: ClientConnection) -> str:
        """Talk until the match is over or the line is dead; in that case, why it is."""
        from websockets.exceptions import ConnectionClosed

        from spielwerk.protocols.spy.messages import Hello, Reconnect
        from spielwerk.protocols.spy.values import RoleEnum

        session = self._agent.session_id
        opening = Hello(self._name, RoleEnum.AI) if session is None else Reconnect(session)
        try:
            await self._say(socket, opening)
            async for text in socket:
                message = self._read(text)
                if message is None:
                    continue
                answer = await asyncio.to_thread(self._agent.answer, message)
                if answer is not None:
                    await self._say(socket, answer)
                if self._agent.verdict or self._agent.failure:
                    return ""
        except ConnectionClosed as closed:
            return f"The connection broke off: {closed}"
        return "The server hung up before the end of the match"

    def _read(self, text: str | bytes) -> Message | None:
        """The message in a frame; what cannot be understood is told and passed over."""
        from spielwerk.protocols.spy.letters import read_json, read_message
        from spielwerk.protocols.spy.messages import SERVER_MESSAGES, HelloReply
        from spielwerk.protocols.spy.wire import MessageError

        self._log.debug("< %s", text)
        try:
            envelope, message = read_message(read_json(text), self._dialect, SERVER_MESSAGES)
        except MessageError as problem:
            self._log.warning("Passes over a message: %s", problem)
            return None
        if isinstance(message, HelloReply):
            self._client_id = envelope.client_id
        return message

    async def _say(self, socket: ClientConnection, message: Message) -> None:
        import json

        from spielwerk.protocols.spy.letters import Envelope, write_message

        text = json.dumps(write_message(message, Envelope(self._client_id), self._dialect))
        self._log.debug("> %s", text)
        await socket.send(text)

    def _tell_end(self) -> None:
        verdict = self._agent.verdict
        assert verdict is not None
        won = "won" if verdict.winner == self._client_id else "lost"
        click.echo(f"{self._name} has {won}: {verdict.reason}, {self._agent.strikes} strikes.")
