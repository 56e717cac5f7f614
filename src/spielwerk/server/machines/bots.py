"""Machines at the table: asked when it is their turn, in processes with limits.

A few processes think for all tables. A player that breaks its limits is tried once more in a
fresh process; then its seat cannot play on, and the others are told why.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import nullcontext
from hashlib import sha256
from typing import Any

from spielwerk.confinement import Confined, Limits, Overrun
from spielwerk.core import HICCUPS, Choice, Event, Role, SpielwerkError, Unthought
from spielwerk.match import Match, time_to_think
from spielwerk.players import parse_player
from spielwerk.players.strengths import LEVELS
from spielwerk.server.operation import Turns
from spielwerk.server.uploads import Upload

MAX_SECONDS = 10.0
"""No player thinks longer about one move, whatever its spec says."""
_PATIENCE = 120.0
"""Players keep their time up to a moment. But a game may have to be made ready first, and a loaded
machine takes its time: whoever is stopped would have to begin all over again."""
_TRIES = 2
_GLANCE_SECONDS = 0.1
"""How long a player looks at a game where it is only to be got ready."""
_SIT_SECONDS = 1.0
"""How long a player may look at a game to find out whether it plays such games."""

_KNOWN = 10_000
"""So many games and kinds of players are remembered as known: uploaded games have no end."""

_PLAY_EVERYTHING = {*LEVELS, "auto", "mcts", "random"}
"""Kinds of players that need not be asked whether they play a game."""


def player_of(text: str) -> str:
    """The spec of a player as it is written down: that of a level is its name.

    :raises PlayerSpecError: there is no such player
    """
    return str(parse_player(text))


class Speechless(Overrun):
    """A player gave no answer; the message says why."""


class Opinion:
    """What a player thinks of a position: its choice, and the same as an explanation's JSON."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.choice = Choice.from_json(answer["choice"])
        self.explanation: dict[str, Any] = answer["explanation"]
        self.reasons: dict[str, Any] | None = answer["reasons"]
        """Why, in words, where that was asked for."""
        self.unthought = Unthought(answer["unthought"]) if answer["unthought"] else None
        """Why it is not the player's own thought, if it is not."""


class Bots:
    """The processes in which players think."""

    def __init__(
        self,
        name: str,
        processes: int,
        memory: int,
        *,
        polite: bool = False,
        mine: int = 1_000,
    ) -> None:
        """Those who are polite let everybody else on the machine go first, and may be late.

        ``name`` is what the numbers call the queue; of one address ``mine`` wait there at most.
        """
        limits = Limits(memory=memory, polite=polite)
        self._processes = Confined("spielwerk.server.machines.thinker:answer", limits, processes)
        self._most = processes
        self.turns = Turns(name, processes, waiting=10 * mine, mine=mine)
        self._known: set[tuple[str, str]] = set()
        """Games, and kinds of players, that no process has to get to know any more."""
        self._suited: set[tuple[str, str]] = set()
        """Games of the library, and kinds of players that play them."""

    def stop(self) -> None:
        """End all thinking."""
        self._processes.kill()

    async def warm_up(self) -> None:
        """Have the processes ready, so that whoever needs one does not wait for its start."""
        await self._spread({"ask": "nothing"})

    async def prepare(
        self, game: str, role: Role, player: str, rules: Upload | None = None
    ) -> None:
        """Let processes get to know a game before a clock runs, if they do not know it."""
        known = game, parse_player(player).name
        if known not in self._known:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            question = {"ask": "learn", "role": role, "player": player, "seconds": _GLANCE_SECONDS}
            self._known.add(known)
            await self._spread(question | _opening(game, rules))

    async def _spread(self, question: dict[str, Any]) -> None:
        """Ask as often as there are processes, so that all who are free get to know of it.

        What they answer does not matter.
        """
        asked = [self._processes.asked(question, _PATIENCE) for _ in range(self._most)]
        await asyncio.gather(*asked, return_exceptions=True)

    async def check(
        self, game: str, role: Role, player: str, rules: Upload | None = None, *, whose: str
    ) -> None:
        """Make sure that a player plays such games; somebody at an address wants to know.

        :raises Speechless: it does not; the message says why
        :raises Problem: too many wait
        """
        kind = parse_player(player).name
        if kind in _PLAY_EVERYTHING or (game, kind) in self._suited:
            return
        question = {"ask": "suits", "role": role, "player": player, "seconds": _SIT_SECONDS}
        await self._ask(question | _opening(game, rules), _SIT_SECONDS + _PATIENCE, whose)
        if rules is None:
            self._suited.add((game, kind))

    async def think(
        self,
        name: str,
        match: Match,
        events: Sequence[Event],
        role: Role,
        player: str,
        rules: Upload | None = None,
        now: float | None = None,
        *,
        whose: str,
        why: bool = False,
    ) -> Opinion:
        """What a player would do in a match after these events; ``name`` is the table's.

        ``whose`` is the address that it counts for: those wait for each other in turns.

        ``rules`` are those of an uploaded game. Where the match waits for the answer it is ``now``
        that second of it, and the clock counts. ``why`` asks for reasons in words, too.

        :raises Speechless: it gave no answer within its limits
        """
        said: float | None = getattr(parse_player(player), "seconds", None)
        own = said or 1.0
        clock = None if now is None else time_to_think(match, role, now)
        seconds = min(own, MAX_SECONDS)
        until = None
        if clock is not None:
            # whoever waits for a free process has the less time to think
            seconds = min(seconds, clock * self.turns.share(whose))
            until = time.monotonic() + seconds
        seed = int(sha256(f"{match.setup.seed}/bot/{role}".encode()).hexdigest()[:8], 16)
        question: dict[str, Any] = {
            "ask": "think",
            **_opening(match.game.name, rules),
            "match": name,
            "match_seed": match.setup.seed,
            "events": [[dict(event.moves), list(event.late)] for event in events],
            "role": role,
            "player": player,
            "seed": seed,
            "seconds": seconds,
            # whoever keeps a time of its own may take longer where that is too short for the game
            "most": MAX_SECONDS if said is not None and said < MAX_SECONDS else seconds,
            # without a clock, getting to know a game does not count as thinking about the move
            "until": until,
            "why": why,
        }
        with HICCUPS.watched() if until is not None else nullcontext():
            answer = await self._ask(question, 2 * seconds + _PATIENCE, whose)
        if until is not None:
            HICCUPS.note(time.monotonic() - until)
        return Opinion(answer)

    async def _ask(self, question: dict[str, Any], seconds: float, whose: str) -> dict[str, Any]:
        """The answer of the first process that is free, or of the next one after it broke down.

        :raises Speechless: there is none within the limits, or it says that it cannot
        :raises Problem: too many wait
        """
        async with self.turns.of(whose):
            return await self._answer(question, seconds)

    async def _answer(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        for left in reversed(range(_TRIES)):
            try:
                return await self._processes.asked(question, seconds)
            except Overrun as problem:
                self._known.clear()  # a new process knows nothing
                if not left:
                    raise Speechless(str(problem)) from None
            except SpielwerkError as problem:
                raise Speechless(str(problem)) from None
        raise AssertionError("the last try answers or raises")


def _opening(game: str, rules: Upload | None) -> dict[str, str | None]:
    """How a process comes by a game."""
    if rules is None:
        return {"game": game, "language": None, "source": ""}
    return {"game": game, "language": rules.language, "source": rules.text}
