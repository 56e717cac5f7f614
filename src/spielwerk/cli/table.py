"""The table a match is played at in the terminal: who sits where, and whose choice it is.

Moves of people go in; the table asks the machines for theirs, and the match is a
:class:`~spielwerk.match.Session` like any other. Time stands still here: nobody is hurried. Going
back is living through the log once more, as far as it shall stand, so that the same moves find the
same dice and the same answers of the machines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from spielwerk.core import (
    Game,
    IllegalMove,
    Knowledge,
    LimitExceeded,
    Mind,
    Move,
    NotYourTurn,
    Open,
    Player,
    RecordError,
    Role,
    State,
)
from spielwerk.match import (
    REFUSE,
    Answer,
    Began,
    Command,
    Crash,
    Forfeited,
    Match,
    MatchLog,
    Moved,
    Refusal,
    Session,
    Setup,
    Sit,
    Stepped,
    passages,
)
from spielwerk.players import sit_at_once

HUMAN = "human"
"""What stands at a person's seat."""
_MAX_STEPS_ALONE = 10_000

News = tuple[Stepped | Forfeited, State, State]
"""Something to be told, and the positions before and after it."""


class TerminalTable:
    """A match in progress."""

    def __init__(self, game: Game, players: Mapping[Role, Player], seed: int = 0) -> None:
        """People sit where no player does.

        :raises Unsuited: a player does not play such games
        """
        self.game = game
        self.players = players
        self._minds = self._seated(seed)
        self._answers: dict[tuple[Role, int, State], Move] = {}
        """What the machines chose where, should the match come there again."""
        self._news: list[News] = []
        seats = {role: str(players.get(role, HUMAN)) for role in game.roles}
        self._open(MatchLog.of(game, Setup(seed, seats, illegal=REFUSE)))
        for role in game.roles:
            self._do(Sit(role))

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._session.match

    @property
    def log(self) -> MatchLog:
        """Everything that has happened."""
        return MatchLog.of(self.game, self.match.setup, self._events)

    @property
    def state(self) -> State:
        """The position now."""
        return self.match.state

    @property
    def states(self) -> Sequence[State]:
        """Every position from the first to this one."""
        return [match.state for match in self.match.way()][::-1]

    @property
    def over(self) -> bool:
        """Whether the match has an outcome."""
        return self.match.over

    @property
    def people(self) -> tuple[Role, ...]:
        """The roles that people play."""
        return tuple(role for role in self.game.roles if role not in self.players)

    @property
    def chosen(self) -> Mapping[Role, Move]:
        """What has been chosen already, while others of the same joint move still think."""
        return self.match.answers

    @property
    def waiting_for(self) -> tuple[Role, ...]:
        """The people whose choice is awaited now; nobody where the table can go on by itself."""
        people = tuple(role for role in self.match.asked if role in self.people)
        return () if self._first() in self.players else people

    def expect(self, role: Role) -> None:
        """Refuse a role whose choice is not awaited.

        :raises NotYourTurn: it is not; the message says why
        """
        if role not in self.waiting_for:
            raise NotYourTurn(self._not_asked(role))

    def choose(self, role: Role, move: Move) -> None:
        """Let a person choose.

        :raises IllegalMove: the move is not legal
        :raises NotYourTurn: the role is not asked now
        """
        self.expect(role)
        if isinstance(self._do(Answer(role, move, self.match.step)), Refusal):
            raise IllegalMove(self.state.why_not(role, move))

    def advance(self) -> Iterator[News]:
        """Go on until a person must choose or the match is over, and tell what happens."""
        for _ in range(_MAX_STEPS_ALONE):
            while self._news:
                yield self._news.pop(0)
            if self.over or self.match.stuck or self.waiting_for:
                return
            self._ask(next(role for role in self.match.asked if self._first() in (role, None)))
        raise LimitExceeded(
            f"Nobody was asked for {_MAX_STEPS_ALONE} steps, and the match is not over. "
            "Give a role to a person with --seat ROLE=human."
        )

    def undo(self) -> bool:
        """Take back the last choice of a person; ``False`` where there is none."""
        start, found = 0, None
        for number, event in enumerate(self._events):
            if isinstance(event, Moved) and event.role in self.people:
                found = start
            elif isinstance(event, Began | Stepped):
                start = number + 1
        if found is None:
            return False
        self._open(replace(self.log, events=tuple(self._events[:found])))
        return True

    def load(self, log: MatchLog) -> None:
        """Go on from a saved match of this game.

        :raises RecordError: it is damaged, or of another game or other rules
        """
        if dict(log.options) != dict(self.game.options):
            raise RecordError(f"The match was played with the options {dict(log.options)}.", 1)
        self._open(replace(log, setup=replace(log.setup, illegal=REFUSE)))
        self._minds = self._seated(log.setup.seed)
        self._answers.clear()

    def _open(self, log: MatchLog) -> None:
        """Live through a match as far as it goes, and go on from there."""
        events = list(log.events)
        session = Session.resume(self.game, log, clock=lambda: 0.0, sink=events.extend)
        self._session, self._events = session, events
        self._news.clear()

    def _seated(self, seed: int) -> dict[Role, Mind]:
        seeds = {role: Random(f"{seed}/seat/{role}").getrandbits(32) for role in self.players}
        return {
            role: (player.sit if player.counted else partial(sit_at_once, player))(
                self.game, role, seed=seeds[role]
            )
            for role, player in self.players.items()
        }

    def _do(self, command: Command) -> Refusal | None:
        answer = self._session.do(command)
        if isinstance(answer, Refusal):
            return answer
        for event, old, state in passages(self.match, answer.events):
            if isinstance(event, Stepped | Forfeited):
                self._news.append((event, old, state))
        return None

    def _ask(self, role: Role) -> None:
        """Let a machine choose. One that cannot is out of the match."""
        match = self.match
        where = role, match.step, match.state
        try:
            if where not in self._answers:
                knowledge = Knowledge(self.game, match.lived, role)
                self._answers[where] = self._minds[role].choose(knowledge).move
            refusal = self._do(Answer(role, self._answers[where], match.step))
            why = None if refusal is None else refusal.message
        except Exception as problem:  # players may be anybody's code
            why = f"{type(problem).__name__}: {problem}"
        if why is not None:
            self._do(Crash(role, why))

    def _first(self) -> Role | None:
        """Who is the fastest where anybody may choose first."""
        if not isinstance(self.state.turn, Open) or not self.match.asked:
            return None
        generator = Random(f"{self.match.setup.seed}/{self.match.step}/first")
        return generator.choice(self.match.asked)

    def _not_asked(self, role: Role) -> str:
        if self.over:
            return "The match is over; nobody moves any more."
        if role not in self.game.roles:
            return f"Nobody here is called '{role}'; the roles are {', '.join(self.game.roles)}."
        if role in self.players:
            return f"{role} is played by the computer ({self.players[role]})."
        if role in self.chosen:
            return f"{role} has already chosen {self.chosen[role]}; /undo takes it back."
        return f"It is not the turn of {role}; now {' or '.join(self.waiting_for)} chooses."
