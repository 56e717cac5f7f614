"""Those who do harm: ``python -m benchmarks.siege.attacks NAME URL`` attacks until its input ends.

Each attack is one that once worked. It runs in a process of its own, from addresses of its own, as
fast as it is let, and never longer than whoever began it: then its input ends, however that came.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from urllib.parse import quote, urlsplit

import httpx

__all__ = ["ATTACKS"]

_AT_ONCE = 8
_HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
_HEAVY = (
    "(role a) (legal a b) (terminal) (goal a 50)"
    + "".join(f"(n {i})" for i in range(60))
    + "(<= (p ?a ?b ?c ?d ?e) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))"
)
_SMALL = """
(role a) (role b) (init (turn 0)) (init (name {0}))
(<= (legal a (go {0})) (true (turn 0))) (<= (legal a noop) (true (turn 1)))
(<= (legal b noop) (true (turn 0))) (<= (legal b (go {0})) (true (turn 1)))
(<= (next (turn 1)) (true (turn 0))) (<= (next (turn 2)) (true (turn 1)))
(<= terminal (true (turn 2))) (goal a 50) (goal b 50)
"""
_numbers = count(1)


class Attacker:
    """Somebody at an address of their own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.number = next(_numbers)
        address = {"X-Forwarded-For": f"10.6.{self.number // 250}.{self.number % 250}"}
        self._client = httpx.AsyncClient(base_url=url, timeout=60, headers=address)

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> object:
        """What comes back, if that is JSON; whatever goes wrong is all the same to us."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with suppress(httpx.HTTPError, ValueError):
            answer = await self._client.request(method, path, json=body, headers=headers)
            return answer.json()
        await asyncio.sleep(0.1)
        return None

    async def value(self, method: str, path: str, body: object, *names: str) -> list[str]:
        """Fields of an answer, as far as they are there."""
        found = await self.ask(method, path, body)
        return [str(found.get(name, "")) for name in names] if isinstance(found, dict) else []


async def _seats(one: Attacker) -> None:
    """Let machines sit down where people do."""
    match, *_ = await one.value("POST", "/api/v1/matches", {"game": "tic-tac-toe"}, "match") or [""]
    await asyncio.gather(
        one.ask("POST", f"/api/v1/matches/{match}/seats", {}),
        one.ask("POST", f"/api/v1/matches/{match}/seats/oplayer/bot", {"player": "random"}),
    )


async def _documents(one: Attacker) -> None:
    """Ask for what is long."""
    for path in ("/heroes/openapi.yaml", "/api/v1/openapi.json", "/api/v1/docs", "/api/v1/games"):
        await one.ask("GET", path)


async def _questions(one: Attacker) -> None:
    """Ask why, all the time."""
    founded = {"game": "liars-dice", "visibility": "unlisted"}
    match, token = await one.value("POST", "/api/v1/matches", founded, "match", "token") or ["", ""]
    for _ in range(50):
        move = quote("(bid 1 6)")
        await one.ask("GET", f"/api/v1/matches/{match}/why?move={move}", token=token)


async def _analyses(one: Attacker) -> None:
    """Have machines think for others, for long."""
    wanted = {"game": "connect-four", "bots": {"red": "random", "yellow": "random"}, "watch": True}
    match, *_ = await one.value("POST", "/api/v1/matches", wanted, "match") or [""]
    body = {"player": "mcts:10s", "step": 0}
    await asyncio.gather(
        *(one.ask("POST", f"/api/v1/matches/{match}/analysis", body) for _ in range(8))
    )


async def _headers(one: Attacker) -> None:
    """Send a header without an end."""
    address = urlsplit(one.url)
    with suppress(OSError):
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        with suppress(OSError):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
            for _ in range(1_000):
                writer.write(b"a" * 65_536)
                await writer.drain()
        writer.close()
        del reader


async def _slowly(one: Attacker) -> None:
    """Begin many requests and end none."""
    address, lines = urlsplit(one.url), []
    for _ in range(100):
        with suppress(OSError):
            line = socket.create_connection((address.hostname, address.port or 80), timeout=2)
            lines.append(line)
            line.sendall(_HALF)
    await asyncio.sleep(5)
    for line in lines:
        line.close()


async def _uploads(one: Attacker) -> None:
    """Bring games that each want a process."""
    for number in range(14):
        source = _SMALL.format(f"n{one.number}x{number}x{next(_numbers)}")
        game, *_ = await one.value("POST", "/api/v1/rules", {"source": source}, "game") or [""]
        await one.ask("POST", "/api/v1/matches", {"game": game})


async def _guests(one: Attacker) -> None:
    """Be many guests with many tables."""
    await one.ask("POST", "/api/v1/accounts/guest", {"name": "Eve"})
    for _ in range(50):
        await one.ask("POST", "/api/v1/matches", {"game": "chess"})


async def _checks(one: Attacker) -> None:
    """Have rules checked that take long."""
    body = {"source": f"{_HEAVY} ; {next(_numbers)}"}
    await one.ask("POST", "/api/v1/rules/check", body)


async def _spellings(one: Attacker) -> None:
    """Spell things in every way."""
    for zero in (0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xFF10, 0x1D7CE, 0x1D7D8, 0x1E950):
        for digit in range(2, 8):
            await one.ask("GET", f"/api/v1/games/{quote(f'citadels:{chr(zero + digit)}')}")


async def _logins(one: Attacker) -> None:
    """Guess a password under every spelling of a name."""
    for name in ("victim", "Victim", "VICTIM", "vIctim", "ｖictim", "victim ", "Victım"):
        await one.ask("POST", "/api/v1/sessions", {"name": name, "password": "wrong wrong"})


async def _names(one: Attacker) -> None:
    """Use letters that no name has."""
    await one.ask("GET", "/api/v1/games/%00")
    await one.ask("POST", "/api/v1/matches", {"game": "ch\0ess"})
    await one.ask("POST", "/api/v1/matches", {"game": "chess", "name": "<b>\u202eeve\x1b"})


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "seats": _seats,
    "documents": _documents,
    "questions": _questions,
    "analyses": _analyses,
    "headers": _headers,
    "slowly": _slowly,
    "uploads": _uploads,
    "guests": _guests,
    "checks": _checks,
    "spellings": _spellings,
    "logins": _logins,
    "names": _names,
}


async def _attack(name: str, url: str) -> None:
    async def again_and_again() -> None:
        one = Attacker(url)
        while True:
            await ATTACKS[name](one)
            await asyncio.sleep(0.01)

    attackers = [asyncio.create_task(again_and_again()) for _ in range(_AT_ONCE)]
    await asyncio.to_thread(sys.stdin.read)
    for one in attackers:
        one.cancel()
    await asyncio.wait(attackers)


if __name__ == "__main__":
    asyncio.run(_attack(sys.argv[1], sys.argv[2]))
