"""A stranger's rules as a game of the contract, run in a process of their own.

A state holds everything a table shows or asks of it; only a successor, an explanation or the
reading of a move is a question to the process. These block: whoever plays such a game does so in
a thread. Where the rules break their limits, :class:`~.confined.Overrun` is raised.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from threading import get_ident
from typing import Any

from spielwerk.core import (
    Chance,
    Explanation,
    Game,
    Joint,
    Json,
    Layout,
    Move,
    MoveCard,
    MoveSyntaxError,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    RuleText,
    Scene,
    Span,
    State,
    Turn,
    View,
)
from spielwerk.server.confined import Confined, Overrun

__all__ = ["RemoteGame", "RemoteState", "Rulebook"]

_TURNS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in (Over, Joint, Open, Chance)}


class Rulebook:
    """Uploaded rules and the process that keeps them."""

    def __init__(self, source: str, process: Confined, seconds: float) -> None:
        self.source = source
        self._process = process
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._home = get_ident()

    async def ask(self, ask: str, **more: Json) -> dict[str, Any]:
        """The answer to a question about the rules.

        :raises Overrun: the rules broke their limits
        """
        question = {"ask": ask, "source": self.source, **more}
        answer = await self._process.ask(question, self._seconds)
        if "error" in answer:
            raise Overrun(answer["error"])
        return answer

    def ask_from_a_thread(self, ask: str, **more: Json) -> dict[str, Any]:
        """The same, for those who may wait."""
        assert get_ident() != self._home, "the event loop does not wait for strangers' rules"
        return asyncio.run_coroutine_threadsafe(self.ask(ask, **more), self._loop).result()

    def close(self) -> None:
        """End the process; a further question starts another."""
        self._process.kill()


class RemoteGame(Game):
    """Uploaded rules."""

    confined = True

    def __init__(self, name: str, rulebook: Rulebook, facts: Mapping[str, Json]) -> None:
        """``facts`` are what the check of the rules found out about them."""
        self.name = name
        self.rulebook = rulebook
        self.title = facts["title"] or name
        self.about = facts["about"]
        self.roles = tuple(map(Role, facts["roles"]))
        self.hidden = facts["hidden"]
        self.fingerprint = facts["fingerprint"]
        self.layout = None if facts["layout"] is None else Layout.from_json(facts["layout"])
        self.source = RuleText(rulebook.source, facts["file"])
        self._first: RemoteState | None = None

    def initial(self, seed: int = 0) -> RemoteState:
        """The first state; GDL draws nothing from the seed."""
        if self._first is None:
            self._first = RemoteState(self, (), self.rulebook.ask_from_a_thread("state", path=[]))
        return self._first

    def parse_move(self, text: str) -> Move:
        answer = self.rulebook.ask_from_a_thread("parse", text=text)
        if "wrong" in answer:
            raise MoveSyntaxError(answer["wrong"])
        return Move(answer["move"])

    def short(self, move: Move) -> str:
        return str(self.rulebook.ask_from_a_thread("short", move=move)["short"])


class RemoteState(State):
    """A state, described by the process that keeps its rules."""

    __slots__ = ("_facts", "_path", "_scenes", "_turn", "_views", "game")

    def __init__(self, game: RemoteGame, path: tuple[Json, ...], facts: dict[str, Json]) -> None:
        self.game = game
        self._path = path
        self._facts = facts
        kind = _TURNS[facts["turn"]]
        roles = tuple(map(Role, facts["roles"]))
        self._turn: Turn = kind(roles) if kind in (Joint, Open) else kind()
        self._views: dict[str | None, View] = dict(facts["views"])
        self._scenes: dict[str | None, Json] = dict(facts["scenes"])

    @property
    def turn(self) -> Turn:
        return self._turn

    def legal(self, role: Role) -> Sequence[Move]:
        return tuple(self._facts["legal"].get(role, ()))

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> RemoteState:
        self.check(moves, late)
        path = (*self._path, [dict(moves), list(late)])
        facts = self.game.rulebook.ask_from_a_thread("state", path=list(path))
        return RemoteState(self.game, path, facts)

    def outcome(self) -> Outcome:
        if self._facts["outcome"] is None:
            raise NotOver("The match is not over yet, so there is no outcome.")
        return {Role(role): points for role, points in self._facts["outcome"].items()}

    def view(self, role: Role | None) -> View:
        return self._views[role if role in self._views else None]

    def scene(self, role: Role | None) -> Scene:
        return Scene.from_json(self._scenes[role if role in self._scenes else None])

    def card(self, role: Role | None, move: Move) -> MoveCard:
        cards: Mapping[str, Json] = self._facts["cards"]
        own = cards.get(role or "", {})
        for known in (own,) if self.game.hidden else (own, *cards.values()):
            if move in known:
                return MoveCard.from_json(known[move])
        path = list(self._path)
        answer = self.game.rulebook.ask_from_a_thread("card", path=path, role=role, move=move)
        return MoveCard.from_json(answer["card"])

    def meant(self, role: Role, squares: Sequence[str]) -> Sequence[Move]:
        path, touched = list(self._path), list(squares)
        answer = self.game.rulebook.ask_from_a_thread(
            "meant", path=path, role=role, squares=touched
        )
        return tuple(map(Move, answer["moves"]))

    def why_not(self, role: Role, move: Move) -> Explanation:
        answer = self.game.rulebook.ask_from_a_thread(
            "why", path=list(self._path), role=role, move=move
        )
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
        tuple(row["squares"]),
        row["denies"],
        row["literal"],
    )
