"""``python -m benchmarks.busy [GAME ...]``: matches against Medium on a machine that is busy.

Eight processes want all that the machine has. Beside them somebody plays at random against Medium,
in several matches at once and without a clock. Every match has to reach the end that its rules
know, and every machine has to stay. The log of a match says who answered; the server counts the
answers that a machine had not thought itself, by their reason. The exit status is the verdict.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import click
import httpx
from rich.console import Console

from benchmarks.load.spielwerk import spielwerk_server
from benchmarks.measure import machine
from benchmarks.report import Report
from spielwerk.client import Client, Connection

GAMES = ("chess", "connect-four", "citadels", "spy")
_BY_THE_RULES = ("rules", "repetition")
_HOUR = 3600.0
_WIDTH = 120
_UNTHOUGHT = re.compile(r'^spielwerk_unthought_moves_total\{why="(\w+)"\} (\S+)', re.MULTILINE)


@dataclass
class Played:
    """How matches of one game went."""

    ended: int = 0
    gone: int = 0
    seconds: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)
    """Answers by who gave them."""


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that want all there is."""
    spin = [sys.executable, "-c", "while True: pass"]
    running = [subprocess.Popen(spin) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


async def play_patiently(table: Connection, rng: Random) -> dict[str, Any]:
    """Random moves to the end; the other side has all the time it needs."""
    while True:
        shown = await table.until(lambda p: p["legal"] or p["phase"] == "ended", _HOUR)
        if not shown["legal"]:
            return shown
        await table.move(rng.choice(shown["legal"]))


async def _match(client: Client, game: str, number: int, played: Played) -> None:
    own, *others = (await client.call("GET", f"/games/{game}"))["roles"]
    seat = await client.found(
        game, role=own, bots=dict.fromkeys(others, "medium"), clock="unhurried"
    )
    async with seat.connect() as table:
        end = await play_patiently(table, Random(number))
    played.ended += end["ending"] in _BY_THE_RULES
    played.gone += sum(bool(one["gone"]) for one in end["seats"].values())
    log = [json.loads(line) for line in (await seat.log()).splitlines()]
    played.answers.update(
        "random" if one["role"] == own else "medium" for one in log if one.get("event") == "moved"
    )


async def _matches(url: str, game: str, count: int) -> dict[str, str | float]:
    played = Played()
    began = time.monotonic()
    async with Client(url, timeout=_HOUR) as client:
        await asyncio.gather(*(_match(client, game, number, played) for number in range(count)))
    async with httpx.AsyncClient(timeout=_HOUR) as plain:
        metrics = (await plain.get(f"{url.rstrip('/')}/metrics")).text
    unthought = {why: float(n) for why, n in _UNTHOUGHT.findall(metrics) if float(n)}
    return {
        "game": game,
        "matches": count,
        "reached their end": played.ended,
        "machines that left": played.gone,
        "answers of machines": played.answers["medium"],
        "not thought": ", ".join(f"{why} {n:.0f}" for why, n in unthought.items()) or "none",
        "seconds": time.monotonic() - began,
    }


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(GAMES))
@click.option("--matches", default=5, help="Of each game, all at once.")
@click.option("--processes", default=8, help="That are busy beside them.")
def main(games: tuple[str, ...], matches: int, processes: int) -> None:
    """Play matches against Medium beside busy processes; every one has to reach its end."""
    rows = []
    for game in games or GAMES:
        with spielwerk_server() as (url, _), busy(processes):
            rows.append(asyncio.run(_matches(url, game, matches)))
        click.echo(rows[-1])
    good = all(r["reached their end"] == matches and not r["machines that left"] for r in rows)
    verdict = "Every match reached its end, and no machine left." if good else "NOT as asked."
    title = f"Matches against Medium beside {processes} busy processes"
    Console(width=_WIDTH).print(Report(title, rows, (machine(), verdict)).table())
    sys.exit(not good)


if __name__ == "__main__":
    main()
