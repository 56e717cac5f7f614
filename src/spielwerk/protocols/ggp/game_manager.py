"""A game manager: runs a match between foreign players and notes everything.

A game and an address for every role go in, a :class:`~.record.MatchRecord` comes out. What late,
illegal and missing answers mean is decided by the same core that decides it for matches of our own
players (:mod:`spielwerk.match`); the time of that core is the time that players had to think.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

import httpx

from spielwerk.core import Event, Move, MoveError, Role, SpielwerkError, State
from spielwerk.languages.gdl import GdlGame, GdlState
from spielwerk.match import (
    Answer,
    Clock,
    Command,
    Forfeited,
    Match,
    Measure,
    Policy,
    Refusal,
    Refused,
    Replaced,
    Session,
    Setup,
    Sit,
    Status,
    Stepped,
    Tick,
    open_match,
    passages,
)
from spielwerk.protocols.ggp.client import PlayerLine, Reply, parse_address
from spielwerk.protocols.ggp.joint import joint_move, open_moves, roles_in_order
from spielwerk.protocols.ggp.messages import Abort, Message, Play, Start, Stop
from spielwerk.protocols.ggp.record import MatchRecord

_RANDOM_MOVE = Policy(Measure.RANDOM_MOVE)
_MOMENT = 0.01
"""Tells apart what is just in time and what is just too late."""
_FAREWELL = 5.0
"""How long players may take to answer that a match is over."""

_NO_LINE_KEPT = httpx.Limits(max_keepalive_connections=0)
"""Players let go of a silent line after seconds, maybe just when the next message is under way."""


class ManagerError(SpielwerkError):
    """A match cannot be run like this."""


@dataclass(frozen=True, slots=True)
class ManagerTerms:
    """How a match is run."""

    start_clock: float = 10.0
    play_clock: float = 5.0
    grace: float = 1.0
    """Seconds on top of each clock for the way there and back."""
    faults: Policy = _RANDOM_MOVE
    """What happens to a player whose answer is late, illegal or missing."""
    longest: int = 2_000
    """After so many joint moves a match is aborted."""
    seed: int = 0
    """For chance, and for moves that are made for somebody."""


class Manager:
    """One match. ``record`` holds what has happened so far, also when it was interrupted."""

    def __init__(
        self,
        game: GdlGame,
        players: Mapping[Role, str],
        terms: ManagerTerms | None = None,
        *,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        """``players`` are addresses; ``tell`` hears what happens, a line at a time.

        :raises ManagerError: the game hides something, or not every role has a player
        :raises AddressError: an address is none
        """
        if game.hidden:
            raise ManagerError(
                f"In '{game.name}' something is hidden, but the protocol tells everybody's moves "
                "to everybody. Play it with 'spielwerk play' or 'spielwerk serve'."
            )
        if set(players) != set(game.roles):
            raise ManagerError(f"'{game.name}' needs a player for each of {', '.join(game.roles)}.")
        self._terms = terms or ManagerTerms()
        self._tell = tell
        self._players = {role: parse_address(players[role]) for role in game.roles}
        self._rules = " ".join(map(str, game.program.rules))
        self._session = Session(open_match(game, self._setup()))
        self._state = self._before = game.initial(self._terms.seed)
        self._made: dict[Role, Move] = {}
        self._wrong: dict[Role, str] = {}
        now = _milliseconds()
        self.record = MatchRecord(
            match=f"{game.name}-{now}",
            game=game.name,
            roles=roles_in_order(game),
            players=self._players,
            start_clock=self._terms.start_clock,
            play_clock=self._terms.play_clock,
            start_time=now,
        )

    async def run(self) -> MatchRecord:
        """Play the match to its end. If it is cancelled, players are told that it is aborted."""
        async with httpx.AsyncClient(timeout=None, trust_env=False, limits=_NO_LINE_KEPT) as http:
            lines = {role: PlayerLine(http, url) for role, url in self._players.items()}
            try:
                await self._start(lines)
                while not self._match.over:
                    if len(self.record.moves) >= self._terms.longest:
                        self._tell(f"aborted after {self._terms.longest} moves")
                        await self._abort(lines)
                        return self.record
                    await self._round(lines)
            except asyncio.CancelledError:
                await asyncio.shield(self._abort(lines))
                raise
            self.record.outcome = self._match.outcome
            if self._wrong:
                self.record.errors.append(self._wrong)
            await self._say_goodbye(lines, Stop(self.record.match, self._last))
        return self.record

    async def _start(self, lines: Mapping[Role, PlayerLine]) -> None:
        terms, begin = self._terms, time.monotonic()
        limit = terms.start_clock + terms.grace
        self._note_state()
        replies = await _ask_all(
            lines,
            lambda role: Start(
                self.record.match, role, self._rules, terms.start_clock, terms.play_clock
            ),
            limit,
        )
        at = min(time.monotonic() - begin, limit - _MOMENT)
        for role, reply in replies.items():
            if reply.text.lower() == "ready":
                self._feed(at, Sit(role))
            else:
                self._fault(role, reply.fault or f"'{reply.text[:40]}' instead of ready")
        if self._match.status is Status.OPENING:
            self._feed(limit + _MOMENT, Tick())

    async def _round(self, lines: Mapping[Role, PlayerLine]) -> None:
        """Ask everybody, also those who can only pass, and let the match go on."""
        match, begin, began = self._match, time.monotonic(), self._match.now
        limit = self._terms.play_clock + self._terms.grace
        message = Play(self.record.match, self._last)
        present = {role: line for role, line in lines.items() if not match.seats[role].gone}
        replies = await _ask_all(present, lambda role: message, limit)
        at = began + min(time.monotonic() - begin, limit - _MOMENT)
        for role, reply in replies.items():
            if reply.fault:
                self._fault(role, reply.fault)
            elif role not in match.asked:
                self._check_pass(role, reply.text)
        for role in match.asked:
            if not replies[role].late:
                self._feed(at, Answer(role, replies[role].text, match.step))
        if any(replies[role].late for role in match.asked):
            self._feed(began + limit + _MOMENT, Tick())

    @property
    def _last(self) -> tuple[Move, ...] | None:
        """The joint move that was made last."""
        return self.record.moves[-1] if self.record.moves else None

    def _check_pass(self, role: Role, text: str) -> None:
        """Whoever can only pass need not be heard, but should know."""
        try:
            fine = self._state.game.parse_move(text) in open_moves(self._state, role)
        except MoveError:
            fine = False
        if not fine:
            self._fault(role, f"illegal: {text[:100]}")

    @property
    def _match(self) -> Match:
        return self._session.match

    def _feed(self, at: float, command: Command) -> None:
        answer = self._session.do(command, at)
        events = () if isinstance(answer, Refusal) else answer.events
        for event, _, state in passages(self._match, events):
            match event:
                case Refused(_, role, text) if role not in self._wrong:
                    self._fault(role, f"illegal: {text[:100]}")
                case Replaced(_, role, move):
                    self._tell(f"{role}: {move} was made for it")
                case Forfeited(_, role):
                    self._wrong[role] = f"{self._wrong.get(role, 'late')}; forfeited"
                    self._tell(f"{role}: forfeited")
                case Stepped():
                    self._step(event.event, state)

    def _step(self, event: Event, state: State) -> None:
        self._made.update(event.moves)
        self._state = cast(GdlState, state)
        if self._state.pending is None:
            self.record.moves.append(joint_move(self._before, self._made))
            self.record.errors.append(self._wrong)
            self._before, self._made, self._wrong = self._state, {}, {}
            self._note_state()

    def _note_state(self) -> None:
        self.record.states.append(self._state.facts())
        self.record.state_times.append(_milliseconds())

    def _fault(self, role: Role, what: str) -> None:
        self._wrong[role] = what
        self._tell(f"{role}: {what}")

    async def _abort(self, lines: Mapping[Role, PlayerLine]) -> None:
        self.record.aborted = True
        await self._say_goodbye(lines, Abort(self.record.match))

    async def _say_goodbye(self, lines: Mapping[Role, PlayerLine], message: Message) -> None:
        seconds = min(self._terms.play_clock + self._terms.grace, _FAREWELL)
        await _ask_all(lines, lambda role: message, seconds)

    def _setup(self) -> Setup:
        terms = self._terms
        clock = Clock(start=terms.start_clock, move=terms.play_clock, grace=terms.grace)
        return Setup(terms.seed, self._players, clock, late=terms.faults, illegal=terms.faults)


async def _ask_all(
    lines: Mapping[Role, PlayerLine], message: Callable[[Role], Message], seconds: float
) -> dict[Role, Reply]:
    """Ask everybody at once, and wait for all of them."""
    asking = [line.ask(message(role), seconds) for role, line in lines.items()]
    return dict(zip(lines, await asyncio.gather(*asking), strict=True))


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
