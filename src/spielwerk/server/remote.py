"""A stranger's rules as a game of the contract, run in a process of their own.

A state holds everything a table shows or asks of it; only a successor, an explanation or the
reading of a move is a question to the process. These block: whoever plays such a game does so in
a thread. Where the rules break their limits, :class:`~spielwerk.confinement.Overrun` is raised.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from spielwerk.confinement import Confined, Overrun
from spielwerk.core import (
    Chance,
    Explanation,
    Game,
    Joint,
    Json,
    Move,
    MoveError,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    Span,
    SpielwerkError,
    State,
    Turn,
    View,
)

__all__ = ["RemoteGame", "RemoteState", "UploadedRules"]

_TURNS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in (Over, Joint, Open, Chance)}


class UploadedRules:
    """Rules that somebody uploaded, and the process that keeps them."""

    def __init__(self, language: str, source: str, process: Confined) -> None:
        self._rules = {"language": language, "source": source}
        self._process = process

    async def asked(self, ask: str, **more: Json) -> dict[str, Any]:
        """The answer to a question about the rules.

        :raises Overrun: the rules cannot be run within their limits
        :raises MoveError: what was asked about is no move
        """
        with _unable():
            return await self._process.asked({"ask": ask, **self._rules, **more})

    def ask(self, ask: str, **more: Json) -> dict[str, Any]:
        """The same, for those who may wait."""
        assert _is_thread(), "the event loop does not wait for strangers' rules"
        with _unable():
            return self._process.ask({"ask": ask, **self._rules, **more})

    def close(self) -> None:
        """End the process; a further question starts another."""
        self._process.kill()


def _is_thread() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return True
    return False


@contextmanager
def _unable() -> Iterator[None]:
    """Whatever else goes wrong with uploaded rules, they cannot be run here."""
    try:
        yield
    except (MoveError, Overrun):
        raise
    except SpielwerkError as problem:
        raise Overrun(str(problem)) from None


class RemoteGame(Game):
    """Uploaded rules."""

    confined = True
    unlisted = True

    def __init__(self, name: str, rules: UploadedRules, facts: Mapping[str, Json]) -> None:
        """``facts`` are what the check of the rules found out about them."""
        self.name = name
        self.rules = rules
        self.title = facts["title"] or name
        self.about = facts["about"]
        self.roles = tuple(map(Role, facts["roles"]))
        self.hidden = facts["hidden"]
        self.fingerprint = facts["fingerprint"]
        self.layout = facts["layout"]
        self._first: RemoteState | None = None

    def initial(self, seed: int = 0) -> RemoteState:
        """The first state; GDL draws nothing from the seed."""
        if self._first is None:
            self._first = RemoteState(self, (), self.rules.ask("state", path=[]))
        return self._first

    def parse_move(self, text: str) -> Move:
        return Move(self.rules.ask("parse", text=text)["move"])


class RemoteState(State):
    """A state, described by the process that keeps its rules."""

    __slots__ = ("_facts", "_path", "_turn", "_views", "game")

    def __init__(self, game: RemoteGame, path: tuple[Json, ...], facts: dict[str, Json]) -> None:
        self.game = game
        self._path = path
        self._facts = facts
        kind = _TURNS[facts["turn"]]
        roles = tuple(map(Role, facts["roles"]))
        self._turn: Turn = kind(roles) if kind in (Joint, Open) else kind()
        self._views: dict[str | None, View] = dict(facts["views"])

    @property
    def turn(self) -> Turn:
        return self._turn

    def legal(self, role: Role) -> Sequence[Move]:
        return tuple(self._facts["legal"].get(role, ()))

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> RemoteState:
        self.check(moves, late)
        path = (*self._path, [dict(moves), list(late)])
        facts = self.game.rules.ask("state", path=list(path))
        return RemoteState(self.game, path, facts)

    def outcome(self) -> Outcome:
        if self._facts["outcome"] is None:
            raise NotOver("The match is not over yet, so there is no outcome.")
        return {Role(role): points for role, points in self._facts["outcome"].items()}

    def view(self, role: Role | None) -> View:
        return self._views[role if role in self._views else None]

    def why_not(self, role: Role, move: Move) -> Explanation:
        answer = self.game.rules.ask("why", path=list(self._path), role=role, move=move)
        return _explanation(answer["why"])

    def odds(self) -> Mapping[Move, int]:
        return {Move(move): weight for move, weight in self._facts["odds"].items()}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, RemoteState) and self.game is other.game and self._path == other._path
        )

    def __hash__(self) -> int:
        return hash((self.game.name, len(self._path), repr(self._path[-1:])))


def _explanation(row: Mapping[str, Json]) -> Explanation:
    return Explanation(
        row["claim"],
        row["holds"],
        None if row["source"] is None else Span(*row["source"]),
        tuple(row["facts"]),
        tuple(_explanation(reason) for reason in row["reasons"]),
    )
