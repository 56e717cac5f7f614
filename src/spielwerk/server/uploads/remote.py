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
    Layout,
    Limit,
    Move,
    MoveCard,
    MoveError,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    RuleText,
    Scene,
    ScoreLine,
    Span,
    SpielwerkError,
    State,
    StepAccount,
    Turn,
    View,
    phrase,
)

_TURNS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in (Over, Joint, Open, Chance)}


class UploadedRules:
    """Rules that somebody uploaded, and the process that keeps them."""

    def __init__(self, language: str, source: str, process: Confined) -> None:
        self.language = language
        self.source = source
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
        self.repetitions = facts.get("repetitions", 0)
        self.layout = None if facts["layout"] is None else Layout.from_json(facts["layout"])
        self.language = rules.language
        self.source = RuleText(rules.source, facts["file"])

    def initial(self, seed: int = 0) -> RemoteState:
        """The first state."""
        return RemoteState(self, seed, (), self.rules.ask("state", seed=seed, path=[]))

    def parse_move(self, text: str) -> Move:
        return Move(self.rules.ask("parse", text=text)["move"])

    def short(self, move: Move) -> str:
        return str(self.rules.ask("short", move=move)["short"])

    def account(
        self,
        before: State,
        moves: Mapping[Role, Move],
        late: Collection[Role] = (),
        after: State | None = None,
    ) -> StepAccount:
        reached = before.after(moves, late) if after is None else after
        assert isinstance(reached, RemoteState)
        return reached.led


class RemoteState(State):
    """A state, described by the process that keeps its rules."""

    __slots__ = ("_facts", "_path", "_scenes", "_seed", "_turn", "_views", "game")

    def __init__(
        self, game: RemoteGame, seed: int, path: tuple[Json, ...], facts: dict[str, Json]
    ) -> None:
        self.game = game
        self._seed = seed
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

    @property
    def fault(self) -> Explanation | None:
        told = self._facts["fault"]
        return None if told is None else _explanation(told)

    def legal(self, role: Role) -> Sequence[Move]:
        return tuple(self._facts["legal"].get(role, ()))

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> RemoteState:
        self.check(moves, late)
        return self.played(moves, late)

    def played(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> RemoteState:
        path = (*self._path, [dict(moves), list(late)])
        facts = self.game.rules.ask("state", seed=self._seed, path=list(path))
        return RemoteState(self.game, self._seed, path, facts)

    @property
    def led(self) -> StepAccount:
        """What everybody may know of the step that led here."""
        return StepAccount.from_json(self._facts["account"])

    def why_over(self) -> Explanation | None:
        found = self._ask("over")["why"]
        return None if found is None else _explanation(found)

    def recurrence(self) -> str:
        return str(self._facts["recurrence"])

    def tally(self) -> Sequence[ScoreLine]:
        return tuple(map(ScoreLine.from_json, self._facts["tally"]))

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
        return MoveCard.from_json(self._ask("card", role=role, move=move)["card"])

    def meant(self, role: Role, squares: Sequence[str]) -> Sequence[Move]:
        return tuple(map(Move, self._ask("meant", role=role, squares=list(squares))["moves"]))

    def why_not(self, role: Role, move: Move) -> Explanation:
        return _explanation(self._ask("why", role=role, move=move)["why"])

    def _ask(self, ask: str, **more: Json) -> dict[str, Any]:
        return self.game.rules.ask(ask, seed=self._seed, path=list(self._path), **more)

    def limit(self, role: Role) -> Limit | None:
        given = self._facts["limits"].get(role)
        return None if given is None else Limit(*given)

    def odds(self) -> Mapping[Move, int]:
        return {Move(move): weight for move, weight in self._facts["odds"].items()}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, RemoteState)
            and self.game is other.game
            and (self._seed, self._path) == (other._seed, other._path)
        )

    def __hash__(self) -> int:
        return hash((self.game.name, len(self._path), repr(self._path[-1:])))


def _explanation(row: Mapping[str, Json]) -> Explanation:
    return Explanation(
        phrase(row["claim"], **row["wordings"]),
        row["holds"],
        None if row["source"] is None else Span(*row["source"]),
        tuple(row["facts"]),
        tuple(_explanation(reason) for reason in row["reasons"]),
        tuple(row["squares"]),
        row["denies"],
        row["literal"],
    )
