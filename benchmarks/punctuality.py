"""Whether everybody who is waited for answers in time and by itself, on a busy machine too.

Real processes play with short clocks: the GGP player under a manager, an arena, machines of the
server, ``ki055`` on a server of No Time to Spy. Counted is what came late by the clock of whoever
waited, and what was not thought by the player itself, as it says so.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from random import Random

import httpx

from benchmarks.load.spielwerk import spielwerk_server
from benchmarks.measure import QUICK, Budget
from benchmarks.report import Report
from spielwerk.arena import Tournament, local
from spielwerk.client import Client
from spielwerk.core import Over
from spielwerk.games.spy import Spy
from spielwerk.games.spy.library import open_spy
from spielwerk.languages.gdl import GdlGame, gdl_program
from spielwerk.protocols.ggp.joint import follow, open_moves, roles_in_order
from spielwerk.protocols.ggp.messages import Abort, Message, Play, Start, Stop, write_message
from spielwerk.protocols.spy import ServerTerms, SpyServer

__all__ = ["alone", "beside_busy_processes", "victories"]

_BUSY = 8
_CLOCKS = (1, 3, 10)
_MOVES = 100
_FEW = {1: 5, 3: 2, 10: 1}
"""Moves of the GGP player by its clock, where it must be quick."""
_VICTORIES, _FEW_VICTORIES = 20, 2
_LONGEST_MATCH = 600.0
_COUNT = re.compile(r"(\d+) moves?, (?:all thought|(\d+) not thought)")


@dataclass
class Tally:
    """What came of somebody's moves."""

    moves: int = 0
    late: int = 0
    unthought: int = 0
    longest: float | None = None
    """Seconds until the answer that took longest, where that can be seen from outside."""
    won: int = 0
    matches: int = 0

    def answered(self, seconds: float, clock: float) -> None:
        """An answer came after so many seconds."""
        self.moves += 1
        self.late += seconds > clock
        self.longest = max(self.longest or 0.0, seconds)

    def row(self, who: str, clock: float, company: str) -> dict[str, str | float]:
        row: dict[str, str | float] = {
            "who": who,
            "clock, s": clock,
            "beside": company,
            "moves": self.moves,
            "late": self.late,
            "not thought": self.unthought,
        }
        return row if self.longest is None else {**row, "longest answer, s": self.longest}


def alone(budget: Budget) -> Report:
    """Everybody who is waited for, on the machine as it is."""
    return _report(budget, "nobody of ours", nullcontext)


def beside_busy_processes(budget: Budget) -> Report:
    """The same beside processes that want all of every core."""
    return _report(budget, f"{_BUSY} busy processes", crowded)


def _report(
    budget: Budget, company: str, crowd: Callable[[], AbstractContextManager[None]]
) -> Report:
    quick = budget == QUICK
    rows: list[dict[str, str | float]] = []

    def measure(who: str, clock: float, moves: Callable[[], Tally]) -> None:
        with crowd():
            tally = moves()
            load = os.getloadavg()[0]
        rows.append({**tally.row(who, clock, company), "load": load})

    for clock in _CLOCKS:
        few = _FEW[clock] if quick else _MOVES
        measure("GGP player", clock, partial(ggp_player, "breakthrough", clock, few))
    for who, moves in _OTHERS.items():
        measure(who, 1.0, partial(moves, quick))
    return Report(
        f"Waited for, beside {company}: late answers, and moves that were not thought",
        rows,
        [
            "Late is what came after the whole clock; machines of the server are waited for then.",
            "The machine may do other things besides; load is that of the last minute.",
        ],
    )


def victories(budget: Budget) -> Report:
    """The GGP player against random moves in connect four, a second a move."""
    matches = _FEW_VICTORIES if budget == QUICK else _VICTORIES
    tally = ggp_player("connect-four", 1, moves=10_000, matches=matches)
    row = {"matches": tally.matches, "won": tally.won}
    return Report(
        "GGP player against random in connect four",
        [{**tally.row("GGP player", 1, "nobody of ours"), **row}],
    )


@contextmanager
def crowded() -> Iterator[None]:
    """Beside processes that want all of every core."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(_BUSY)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def _command(*words: str) -> subprocess.Popen[str]:
    """A command of ours at work; what it says can be read."""
    return subprocess.Popen(
        [sys.executable, "-m", "spielwerk", *words],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ggp_player(name: str, clock: int, moves: int, matches: int = 1_000) -> Tally:
    """So many moves, or matches, of the GGP player against random moves."""
    player = _command("ggp", "player", "--port", "0")
    assert player.stdout is not None, "its output is a pipe"
    tally, rng = Tally(), Random(1)
    try:
        address = player.stdout.readline().split()[-1]
        with httpx.Client(timeout=60, trust_env=False) as http:
            http.post(address, content="(INFO)")

            def ask(message: Message) -> str:
                return http.post(address, content=write_message(message)).text

            while tally.moves < moves and tally.matches < matches:
                _match(name, ask, clock, tally, rng, moves)
    finally:
        player.terminate()
        said = player.communicate()[0]
    tally.unthought = sum(int(found[2] or 0) for found in _COUNT.finditer(said))
    return tally


def _match(
    name: str,
    ask: Callable[[Message], str],
    clock: int,
    tally: Tally,
    rng: Random,
    most: int,
) -> None:
    """One match, from the seat that is next, as long as there are not enough moves."""
    program = gdl_program(name)
    game = GdlGame(program, name)
    order, rules = roles_in_order(game), " ".join(map(str, program.rules))
    me, match = game.roles[tally.matches % len(game.roles)], f"m{tally.matches}"
    ask(Start(match, me, rules, 10, clock))
    state, last = game.initial(), None
    while not isinstance(state.turn, Over):
        begun = time.monotonic()
        answer = ask(Play(match, last))
        if len(open_moves(state, me)) > 1:
            tally.answered(time.monotonic() - begun, clock)
            if tally.moves == most:
                ask(Abort(match))
                return
        last = tuple(answer if r == me else rng.choice(open_moves(state, r)) for r in order)
        state = follow(state, last)
    ask(Stop(match, last))
    tally.matches += 1
    tally.won += state.outcome()[me] == 100


def arena(quick: bool) -> Tally:
    """Matches as ``spielwerk arena --clock move=1s`` plays them."""
    rounds = 1 if quick else 4
    tournament = Tournament("connect-four", 2, ("mcts", "mcts:1s"), rounds, clock="move=1s")
    tally = Tally()
    for result in local(tournament, tournament.fixtures(), workers=1):
        tally.moves += result.steps
        tally.late += sum(result.late)
        tally.unthought += sum(result.unthought)
    return tally


def bots(quick: bool) -> Tally:
    """Machines of the server against each other."""
    with spielwerk_server() as (url, _):
        tally = asyncio.run(asyncio.wait_for(_bots(url, 8 if quick else _MOVES), _LONGEST_MATCH))
        numbers = httpx.get(f"{url}/metrics").text
    found = re.findall(r'unthought_moves_total\{why="([a-z ]+)"\} (\d+)', numbers)
    tally.unthought = sum(int(count) for _, count in found)
    return tally


async def _bots(url: str, moves: int) -> Tally:
    tally = Tally()
    async with Client(url) as client:
        while tally.moves < moves:
            seats = {"red": "mcts:1s", "yellow": "mcts"}
            seat = await client.found("connect-four", bots=seats, clock="move=1s")
            async with client.watch(seat.match).connect() as table:
                shown = table.picture
                while shown["phase"] != "ended" and tally.moves < moves:
                    begun, step = time.monotonic(), shown["step"]
                    shown = await table.until(
                        lambda p, step=step: p["step"] > step or p["phase"] == "ended"
                    )
                    tally.answered(time.monotonic() - begun, 1.0)
    return tally


def ki055(quick: bool) -> Tally:
    """Two of our AIs on our server of No Time to Spy, a second for an operation."""
    tally = Tally()
    for _ in range(1 if quick else 3):
        for said in asyncio.run(asyncio.wait_for(_ki055(), _LONGEST_MATCH)):
            count = _COUNT.search(said)
            assert count is not None, said
            tally.moves += int(count[1])
            tally.unthought += int(count[2] or 0)
            tally.late += said.count("Strike ")
    return tally


async def _ki055() -> list[str]:
    """What both say of one match."""
    given = open_spy("back-room", "quick").setting
    config = replace(given.config, turn_phase_limit=1)
    game = Spy(given.board.scenario, config, given.characters, given.options)
    async with SpyServer(game, ServerTerms(seed=7), port=0) as server:
        words = ("spy", "ai", "--address", "127.0.0.1", "--port", str(server.port), "--name")
        players = [_command(*words, name) for name in ("ann", "bob")]
        said = await asyncio.gather(*(asyncio.to_thread(p.communicate) for p in players))
    return [text for text, _ in said]


_OTHERS: dict[str, Callable[[bool], Tally]] = {
    "arena, mcts and mcts:1s": arena,
    "server, mcts and mcts:1s": bots,
    "ki055": ki055,
}
