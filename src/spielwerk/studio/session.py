"""A match in which an author tries rules: who sits where, whose moves wait, where time stands.

A game goes in, commands change the session, and :class:`.shown.ShownTrial` tells what it looks
like. One person moves for every seat that no machine has; moves made at once are collected.
Time is the debugger's: going back, stopping inside moves and changing facts are its business.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from spielwerk.catalogue import languages
from spielwerk.core import (
    CHANCE,
    Breakpoint,
    Chance,
    Deadline,
    Debugger,
    Difference,
    Event,
    Game,
    IllegalMove,
    Knowledge,
    Mind,
    Move,
    MoveError,
    NotYourTurn,
    Open,
    Over,
    Role,
    Scenario,
    SpielwerkError,
    deciding_roles,
    draw_chance,
    read_moves,
    rehearse,
)
from spielwerk.players import parse_player

_AT_ONCE = 20
"""So many decisions of machines and chance are made before the page hears of them."""
_SECONDS = 0.6
"""How long machines and chance go on for before that."""
_THOUGHT = 0.5
"""How long a machine thinks about one move at most."""


@dataclass
class StudioSession:
    """One match, to be tried and looked into."""

    game: Game
    seed: int = 0
    seats: dict[Role, str] = field(default_factory=dict)
    """The machines by their seats; all other seats are the author's."""
    draws: bool = True
    """Whether chance draws by itself; else the author says what it draws."""
    into: bool = False
    """Whether a move that is made is stepped into."""

    def __post_init__(self) -> None:
        self.debugger = debugger_of(self.game, self.seed)
        self.chosen: dict[Role, Move] = {}
        """Moves that wait for those of others."""
        self.stopped: Breakpoint | None = None
        """The breakpoint at which time stands."""
        self.rng = Random(self.seed)
        self._minds: dict[Role, Mind] = {}

    # Moves

    def move(self, role: Role, text: str) -> None:
        """Make a move for a seat; it waits where others have to choose as well.

        :raises MoveError: it cannot be made; an :class:`IllegalMove` carries the explanation
        """
        state = self.debugger.deciding
        asked = deciding_roles(state)
        if role not in asked:
            whose = ", ".join(asked) or "nobody"
            raise NotYourTurn(f"It is not the turn of {role}: {whose} must choose.")
        move = Move(text) if role == CHANCE else self.game.parse_move(text)
        if move not in state.legal(role):
            if role == CHANCE:
                raise MoveError(f"Chance cannot draw '{text}'.")
            raise IllegalMove(state.why_not(role, move))
        self.chosen[role] = move
        self._complete()

    def moves(self, text: str) -> None:
        """Make the moves of a line, ``ROLE: MOVE; ROLE: MOVE``.

        :raises MoveError: they cannot be made
        """
        for role, move in read_moves(self.game, self.debugger.deciding, text).items():
            self.move(role, move)

    def _complete(self) -> None:
        """Apply what was chosen, if that is all there is to choose."""
        state = self.debugger.deciding
        asked = deciding_roles(state)
        if not isinstance(state.turn, Open):
            for role in asked:
                if role not in self.chosen and role in self.seats:
                    self.chosen[role] = self._thought(role)
            if any(role not in self.chosen for role in asked):
                return
        event = Event({role: self.chosen[role] for role in asked if role in self.chosen})
        self.chosen = {}
        self._apply(event)

    def _apply(self, event: Event) -> None:
        self.debugger.rewind()
        before = self.debugger.cursor
        self.debugger.apply(event)
        self.stopped = None
        if self.into:
            self.debugger.cursor = before
            self.debugger.enter()
        elif self.debugger.breakpoints:
            self.debugger.cursor = before
            self.stopped = self.debugger.resume()

    def go_on(self, *, first: bool = False) -> bool:
        """Let machines and chance choose until a person must, or for a while.

        Where anybody may choose they wait for the person, unless they are let go ``first``.

        :returns: whether they could go on after that
        """
        until = time.monotonic() + _SECONDS
        for _ in range(_AT_ONCE):
            if not self._automatic(first=first):
                return False
            self._choose()
            first = False
            if time.monotonic() > until:
                break
        return self._automatic(first=False)

    def go_on_possible(self) -> bool:
        """Whether a machine could choose now, if it were let go."""
        return self._automatic(first=True)

    def _automatic(self, *, first: bool) -> bool:
        """Whether machines or chance choose next."""
        at_end = self.debugger.cursor == len(self.debugger.moments) - 1
        state = self.debugger.now.state
        if not at_end or self.into:
            return False
        asked = deciding_roles(state)
        match state.turn:
            case Over():
                return False
            case Chance():
                return self.draws
            case Open():
                machines = [role for role in asked if role in self.seats]
                return bool(machines) and (first or len(machines) == len(asked))
        return all(role in self.seats or role in self.chosen for role in asked)

    def _choose(self) -> None:
        state = self.debugger.deciding
        asked = deciding_roles(state)
        if isinstance(state.turn, Chance):
            self.chosen = {CHANCE: draw_chance(state, self.rng)}
        elif isinstance(state.turn, Open):
            role = self.rng.choice([role for role in asked if role in self.seats])
            self.chosen = {role: self._thought(role)}
        self._complete()

    def _thought(self, role: Role) -> Move:
        """What a machine does."""
        deadline = Deadline.after(_THOUGHT)
        if role not in self._minds:
            player = parse_player(self.seats[role])
            seed = self.rng.randrange(1 << 30)
            self._minds[role] = player.sit(self.game, role, seed=seed, deadline=deadline)
        knowledge = Knowledge(self.game, self.debugger.deciding, role)
        return self._minds[role].choose(knowledge, deadline).move

    def draw(self) -> None:
        """Let chance draw once, where the author says what it draws.

        :raises NotYourTurn: it is not chance's turn
        """
        if not isinstance(self.debugger.deciding.turn, Chance):
            raise NotYourTurn("Chance has nothing to draw now.")
        self.move(CHANCE, draw_chance(self.debugger.deciding, self.rng))

    def seat(self, role: Role, player: str | None) -> None:
        """Let a machine have a seat, or nobody but the author.

        :raises PlayerSpecError: there is no such player
        :raises SpielwerkError: there is no such seat
        """
        if role not in self.game.roles:
            raise SpielwerkError(f"There is no seat '{role}'.")
        self._minds.pop(role, None)
        if player:
            self.seats[role] = str(parse_player(player))
        else:
            self.seats.pop(role, None)

    # Time

    def travel(self, how: str, by: str) -> bool:
        """Step forward or back by a kind of process, or into the move that follows.

        :raises SpielwerkError: one cannot step so
        """
        if by not in self.debugger.steps:
            raise SpielwerkError(f"One can step by {', '.join(self.debugger.steps)}.")
        self._arrive()
        if how == "into":
            return self.debugger.enter()
        return self.debugger.step(by) if how == "step" else self.debugger.back(by)

    def go(self, place: int) -> None:
        """Put time to a moment.

        :raises SpielwerkError: there is none of that number
        """
        self._arrive()
        self.debugger.go(place)

    def resume(self) -> bool:
        """Go forward to the next breakpoint or to where somebody must decide now."""
        before = self.debugger.cursor
        self._arrive()
        self.stopped = self.debugger.resume()
        return self.debugger.cursor != before

    def undo(self) -> bool:
        """Go back to the last decision of a person."""
        self._arrive()
        moved = False
        while self.debugger.back("move"):
            moved = True
            if any(role not in self.seats for role in self._people_asked()):
                break
        return moved

    def _people_asked(self) -> Sequence[Role]:
        asked = deciding_roles(self.debugger.now.state)
        return [role for role in asked if role != CHANCE or not self.draws]

    def arrange(self, facts: Sequence[str]) -> None:
        """Make facts so, and go on from there.

        :raises SpielwerkError: the game cannot be set up, a fact means nothing, or time stands
            inside a move
        """
        if not self.debugger.now.deciding:
            raise SpielwerkError(
                "In the middle of a move nothing can be changed: go on to where somebody decides."
            )
        self._arrive()
        self.debugger.arrange(facts)

    def _arrive(self) -> None:
        self.stopped = None
        self.chosen = {}

    # Scenarios

    def play(self, scenario: Scenario) -> list[Difference]:
        """Begin anew with a scenario, as far as it can be played; where it differs.

        :raises SourceError: it says something that means nothing in this game
        """
        found = list(rehearse(scenario, self.game))
        self.seed = scenario.seed
        self.__post_init__()
        given: list[str] = []
        for step in (*scenario.steps, None):
            if step is not None and step.kind == "given":
                given.append(step.text)
                continue
            if given:
                self.debugger.arrange(given)
                given = []
            if step is not None and step.kind == "move":
                try:
                    moves = read_moves(self.game, self.debugger.deciding, step.text)
                    self.debugger.apply(Event(moves))
                except MoveError:
                    break
        return found


def debugger_of(game: Game, seed: int) -> Debugger[Any]:
    """The debugger of a game: its language's, or the one for all."""
    known = languages().get(game.language)
    return Debugger(game, seed) if known is None else known.debug(game, seed)
