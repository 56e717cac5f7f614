"""The table a match is played at: who sits where, what happened so far, whose choice it is.

Moves of people go in; the table adds those of chance and of seats that play at random, keeps
every state, and can go back. All of it follows from the seed and the moves made: going back and
coming again by the same moves finds the same dice and the same opponents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from spielwerk.core import (
    CHANCE,
    Chance,
    Event,
    Game,
    IllegalMove,
    Joint,
    LimitExceeded,
    Move,
    NotYourTurn,
    Open,
    Over,
    Record,
    RecordError,
    Role,
    State,
    draw_chance,
    replay,
)

__all__ = ["Seat", "Table"]

_MAX_STEPS_ALONE = 10_000


class Seat(StrEnum):
    """Who chooses for a role."""

    HUMAN = "human"
    RANDOM = "random"


@dataclass(slots=True)
class Table:
    """A match in progress."""

    game: Game
    seats: Mapping[Role, Seat]
    record: Record
    states: list[State] = field(default_factory=list)
    chosen: dict[Role, Move] = field(default_factory=dict)
    """What people have chosen already, while others of the same joint move still think."""

    @classmethod
    def laid(cls, game: Game, seats: Mapping[Role, Seat], seed: int) -> Table:
        """A table with a new match."""
        record = Record(game.name, seed, (), game.options, game.fingerprint)
        return cls(game, seats, record, [game.initial(seed)])

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the match has an outcome."""
        return isinstance(self.state.turn, Over)

    @property
    def people(self) -> tuple[Role, ...]:
        """The roles that people play."""
        return tuple(role for role in self.game.roles if self.seats[role] is Seat.HUMAN)

    @property
    def waiting_for(self) -> tuple[Role, ...]:
        """The people whose choice is awaited now; nobody where the table can go on by itself."""
        match self.state.turn:
            case Joint(roles):
                return tuple(r for r in roles if r in self.people and r not in self.chosen)
            case Open(roles):
                fastest = self._rng("first").choice(roles)
                return tuple(r for r in roles if r in self.people) if fastest in self.people else ()
        return ()

    def expect(self, role: Role) -> None:
        """Refuse a role whose choice is not awaited.

        :raises NotYourTurn: it is not; the message says why
        """
        if role not in self.waiting_for:
            raise NotYourTurn(self._not_asked(role))

    def choose(self, role: Role, move: Move) -> None:
        """Let a person choose; :meth:`advance` then makes the move.

        :raises IllegalMove: the move is not legal
        :raises NotYourTurn: the role is not asked now
        """
        self.expect(role)
        if move not in self.state.legal(role):
            raise IllegalMove(self.state.why_not(role, move))
        self.chosen[role] = move

    def advance(self) -> Iterator[Event]:
        """Go on until a person must choose or the match is over, and tell what happens."""
        for _ in range(_MAX_STEPS_ALONE):
            if self.over or (self.waiting_for and not self._open_choice()):
                return
            event = self._next_event()
            self.states.append(self.state.after(event.moves))
            self.record = self.record.with_event(event)
            self.chosen.clear()
            yield event
        raise LimitExceeded(
            f"Nobody was asked for {_MAX_STEPS_ALONE} steps, and the match is not over. "
            "Give a role to a person with --seat ROLE=human."
        )

    def undo(self) -> bool:
        """Take back the last choice of a person; ``False`` where there is none."""
        if self.chosen:
            self.chosen.clear()
            return True
        for step in reversed(range(len(self.record.events))):
            if any(role in self.people for role in self.record.events[step].moves):
                self._cut(step)
                return True
        return False

    def load(self, record: Record) -> None:
        """Go on from a saved match of this game.

        :raises RecordError: it is damaged, or of another game or other rules
        """
        if dict(record.options) != dict(self.game.options):
            raise RecordError(f"The record was played with the options {dict(record.options)}.", 1)
        self.states = list(replay(self.game, record))
        self.record = record
        self.chosen.clear()

    def _cut(self, step: int) -> None:
        old = self.record
        self.record = Record(old.game, old.seed, old.events[:step], old.options, old.fingerprint)
        del self.states[step + 1 :]
        self.chosen.clear()

    def _open_choice(self) -> bool:
        """Whether somebody has answered in a turn in which one answer is enough."""
        return isinstance(self.state.turn, Open) and bool(self.chosen)

    def _next_event(self) -> Event:
        state = self.state
        match state.turn:
            case Joint(roles):
                moves = {r: self.chosen.get(r) or self._any_move(r) for r in roles}
                return Event(moves)
            case Open(roles):
                if self.chosen:
                    return Event(dict(self.chosen))
                fastest = self._rng("first").choice(roles)
                return Event({fastest: self._any_move(fastest)})
            case Chance():
                return Event({CHANCE: draw_chance(state, self._rng(CHANCE))})
        raise NotYourTurn("The match is over; nobody moves any more.")

    def _any_move(self, role: Role) -> Move:
        return self._rng(role).choice(self.state.legal(role))

    def _rng(self, purpose: str) -> Random:
        """A generator of its own for every step and purpose."""
        return Random(f"{self.record.seed}/{len(self.record.events)}/{purpose}")

    def _not_asked(self, role: Role) -> str:
        if self.over:
            return "The match is over; nobody moves any more."
        if role not in self.game.roles:
            return f"Nobody here is called '{role}'; the roles are {', '.join(self.game.roles)}."
        if self.seats[role] is not Seat.HUMAN:
            return f"{role} is played by the computer ({self.seats[role]})."
        if role in self.chosen:
            return f"{role} has already chosen {self.chosen[role]}; /undo takes it back."
        return f"It is not the turn of {role}; now {' or '.join(self.waiting_for)} chooses."
