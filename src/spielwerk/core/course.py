"""How a match came to where it stands, and what one role has seen of it.

A :class:`Course` is a state with the steps that led to it; whoever plays folds it step by step, as
a match is folded. A :class:`History` is one role's side of it: its own moves and everything it was
shown, and nothing beyond that. Two courses with equal histories are the same to that role: perfect
recall is to act on the history and not on the last view alone.

Both are chains of values; a longer one shares all but its last link with the shorter one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from spielwerk.core.account import Telling
from spielwerk.core.game import Game, Move, Role, State, View
from spielwerk.core.replay import Event

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class SeenStep:
    """One step as a role lived through it."""

    move: Move | None
    """Its own move, if it made one; nothing before the first state."""
    late: bool
    """Whether its time ran out."""
    view: View
    """What it saw then."""
    told: Telling = ()
    """What it was told of the step."""

    def to_json(self) -> list[Any]:
        told = [one.json for one in self.told]
        return [self.move, self.late, dict(self.view), told]


class History:
    """Everything a role did and saw, from the first state on. Equal ones are equal and hash alike.

    ``key`` tells histories apart: a digest of all of it.
    """

    __slots__ = ("before", "key", "last", "length", "role")

    def __init__(self, role: Role, before: History | None, last: SeenStep) -> None:
        self.role = role
        self.before = before
        """The history up to the step before, if this is not the first state."""
        self.last = last
        """What the role did and saw last."""
        self.length: int = 0 if before is None else before.length + 1
        """How many steps it has seen."""
        text = json.dumps(last.to_json(), sort_keys=True)
        known = role if before is None else before.key
        self.key: str = sha256(f"{known}/{text}".encode()).hexdigest()

    def __iter__(self) -> Iterator[SeenStep]:
        """What the role did and saw, from the first state on."""
        links: list[SeenStep] = []
        link: History | None = self
        while link is not None:
            links.append(link.last)
            link = link.before
        return reversed(links)

    def __len__(self) -> int:
        return self.length + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class Course:
    """A state and the steps that led to it. It knows everything: nobody who plays is given it."""

    __slots__ = ("_kept", "before", "event", "game", "length", "state", "whole")

    def __init__(
        self,
        state: State,
        before: Course | None = None,
        event: Event | None = None,
        *,
        whole: bool = False,
        game: Game | None = None,
    ) -> None:
        self.state = state
        self.game: Game | None = game if before is None else before.game
        """Whose course it is, where that is known: the game tells what happened."""
        self.before = before
        """The course up to the state before, where that is known."""
        self.event = event
        """The step from there to here."""
        self.length: int = 0 if before is None else before.length + 1
        """How many steps are known."""
        self.whole: bool = whole if before is None else before.whole
        """Whether the first state that is known is that with which the match began."""
        self._kept: dict[Any, Any] = {}

    @classmethod
    def begun(cls, game: Game, seed: int = 0) -> Course:
        """The course of a match that has just begun."""
        return cls(game.initial(seed), whole=True, game=game)

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> Course:
        """One step further.

        :raises MoveError: the step is not possible
        """
        return self.led_to(self.state.after(moves, late), Event(moves, tuple(late)))

    def led_to(self, state: State, event: Event) -> Course:
        """One step further, where it is known already which state follows."""
        return Course(state, self, event)

    def links(self) -> list[Course]:
        """The course at each of its states, from the first one on."""
        chain: list[Course] = []
        link: Course | None = self
        while link is not None:
            chain.append(link)
            link = link.before
        return chain[::-1]

    def history(self, role: Role) -> History:
        """What ``role`` has done and seen."""
        return self.folded(("history", role), lambda before, link: _seen(role, before, link))

    def folded(self, what: Any, step: Callable[[_T | None, Course], _T]) -> _T:
        """A fold over the course, kept link by link under the name ``what``.

        ``step`` gets what was found for the link before (nothing at the first) and the link.
        """
        links: list[Course] = []
        link: Course | None = self
        while link is not None and what not in link._kept:
            links.append(link)
            link = link.before
        found: _T | None = None if link is None else link._kept[what]
        for each in reversed(links):
            found = each._kept[what] = step(found, each)
        result: _T = self._kept[what]
        return result

    def adopted(self, game: Game) -> Course:
        """The same course on another engine of the game."""
        return self.folded(("adopted", game), lambda before, link: _adopted(game, before, link))


def _seen(role: Role, before: History | None, link: Course) -> History:
    event = link.event or Event()
    move, late = event.moves.get(role), role in event.late
    told: Telling = ()
    if link.game is not None and link.before is not None and link.game.hidden:
        account = link.game.account(link.before.state, event.moves, event.late, link.state)
        told = account.of(role)
    return History(role, before, SeenStep(move, late, link.state.view(role), told))


def _adopted(game: Game, before: Course | None, link: Course) -> Course:
    return Course(game.adopt(link.state), before, link.event, whole=link.whole, game=game)
