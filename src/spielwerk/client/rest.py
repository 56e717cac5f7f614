"""The REST side: games, tables, seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import httpx

from spielwerk.client.connection import Closed, Connection


class ApiError(Exception):
    """The server answered with a problem."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(body.get("detail", f"status {status}"))
        self.status = status
        self.code: str = body.get("code", "")
        self.body = body


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat we hold (or, without a token, a place to watch from)."""

    client: Client
    match: str
    role: str | None = None
    token: str | None = None
    invitations: dict[str, str] = field(default_factory=dict)

    def connect(
        self, *, after: Connection | None = None, heard: Callable[[str], None] = lambda frame: None
    ) -> Connection:
        """A live connection; with ``after`` it goes on where that one was."""
        url = f"{self.client.url.replace('http', 'ws', 1)}/api/v1/matches/{self.match}/play"
        if after is None:
            return Connection(url, self._secret, heard=heard)
        return Connection(url, self._secret, seq=after.seq, picture=after.picture, heard=heard)

    @property
    def _secret(self) -> str | None:
        return self.token or self.client.session

    async def show(self) -> dict[str, Any]:
        """The table as this seat sees it."""
        return await self._call("GET", "")

    async def move(self, move: str, step: int) -> dict[str, Any]:
        """Make a move without a socket."""
        return await self._call("POST", "/moves", {"move": move, "step": step})

    async def why(self, move: str) -> dict[str, Any]:
        """Why a move is legal or not."""
        found = await self._call("GET", "/why", params={"move": move})
        explanation: dict[str, Any] = found["explanation"]
        return explanation

    async def log(self) -> str:
        """The whole match as its log, once it is over."""
        text: str = await self.client.call("GET", f"/matches/{self.match}/log", token=self.token)
        return text

    async def fork(self, step: int, **wishes: Any) -> dict[str, Seat]:
        """Our seats at a new table that begins where this match stood at a step."""
        row = await self._call("POST", "/fork", {"step": step, **wishes})
        return self.client.seats(row)

    async def _call(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        params: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        found: dict[str, Any] = await self.client.call(
            method, f"/matches/{self.match}{path}", body, params=params, token=self.token
        )
        return found


class Client:
    """A server, as one who uses it sees it."""

    def __init__(self, url: str, *, timeout: float = 30.0) -> None:
        self.url = url.rstrip("/")
        self.session: str | None = None
        """The secret of our session, where we have one."""
        self._http = httpx.AsyncClient(base_url=f"{self.url}/api/v1", timeout=timeout)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def call(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | str | None = None,
        *,
        params: dict[str, str] | None = None,
        token: str | None = None,
    ) -> Any:
        """One request; what the server answers, read as JSON where it is JSON.

        :raises ApiError: the answer is a problem
        :raises Closed: there is no answer; nobody knows whether it was done
        """
        secret = token or self.session
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        content = {"content": body} if isinstance(body, str) else {"json": body}
        try:
            answer = await self._http.request(
                method, path, params=params, headers=headers, **content
            )
        except httpx.TransportError as problem:
            raise Closed("unreachable", f"The server did not answer: {problem}") from None
        if answer.is_error:
            raise ApiError(answer.status_code, _problem(answer))
        if not answer.content:
            return None
        is_json = answer.headers.get("content-type", "") == "application/json"
        return answer.json() if is_json else answer.text

    async def guest(self, name: str = "Guest") -> dict[str, Any]:
        """Be somebody without a password from now on."""
        return await self._session("/accounts/guest", {"name": name})

    async def register(self, name: str, password: str) -> dict[str, Any]:
        """Make an account and be logged in; a guest's matches come along."""
        return await self._session("/accounts", {"name": name, "password": password})

    async def login(self, name: str, password: str) -> dict[str, Any]:
        """Be logged in from now on."""
        return await self._session("/sessions", {"name": name, "password": password})

    async def logout(self) -> None:
        """Be nobody again."""
        await self.call("DELETE", "/sessions")
        self.session = None

    async def _session(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        opened: dict[str, Any] = await self.call("POST", path, body)
        self._http.cookies.clear()  # programs use the secret itself
        self.session = opened["session"]
        return opened

    async def games(self) -> list[dict[str, Any]]:
        """The catalogue."""
        found: list[dict[str, Any]] = await self.call("GET", "/games")
        return found

    async def matches(self, **filters: str) -> list[dict[str, Any]]:
        """Public tables, the newest first."""
        found: list[dict[str, Any]] = await self.call("GET", "/matches", params=filters)
        return found

    async def found(self, game: str, **wishes: Any) -> Seat:
        """Found a table and sit down at it."""
        row = await self.call("POST", "/matches", {"game": game, **wishes})
        return Seat(self, row["match"], row["role"], row["token"], row["invitations"])

    async def join(self, match: str, **wishes: Any) -> Seat:
        """Take a seat: ``role``, ``invitation`` and ``name`` as the server wants them."""
        row = await self.call("POST", f"/matches/{match}/seats", wishes)
        return Seat(self, match, row["role"], row["token"])

    async def import_log(self, log: str) -> dict[str, Seat]:
        """All seats of a table at which a match was played as its log says."""
        return self.seats(await self.call("POST", "/matches/import", log))

    def seats(self, row: dict[str, Any]) -> dict[str, Seat]:
        """Seats from the tokens of a copied table."""
        return {
            role: Seat(self, row["match"], role, token) for role, token in row["tokens"].items()
        }

    def watch(self, match: str) -> Seat:
        """A spectator's place."""
        return Seat(self, match)


def _problem(answer: httpx.Response) -> dict[str, Any]:
    try:
        body = answer.json()
    except ValueError:
        body = None
    return body if isinstance(body, dict) else {"detail": answer.text[:200]}
