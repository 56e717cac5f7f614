"""A player in a process of its own: it may hang, exit or break down without harm to the match.

The process gets the game (or is told how to open it) and the player once; with each question it
gets the events since the last and lives through them itself. It answers with JSON of a limited
size, so that nothing it says can hurt its reader. What it prints goes nowhere.
"""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from math import inf
from multiprocessing import spawn
from typing import Any

from spielwerk.confinement import Confined, Limits
from spielwerk.core import (
    Choice,
    Course,
    Deadline,
    Game,
    Json,
    Knowledge,
    Move,
    Player,
    Role,
    SpielwerkError,
)
from spielwerk.match.commands import Answer, Command, Crash, Sit
from spielwerk.match.draft import MAX_ANSWER
from spielwerk.match.runners import Post, Question, Runner, Seating, checked, complaint

_LIMITS = Limits(
    seconds=None, memory=None, answer=1_000_000, start_seconds=60.0, trusted=True, polite=False
)
"""The clock of the match is the only limit of time; whoever seats a player lets it use the rest."""

_Said = dict[str, Any]


class Unsendable(SpielwerkError):
    """A game or a player cannot be handed to a process of its own."""


class ProcessRunner(Runner):
    """Thinks in a process that is stopped when the match has no more use for it."""

    def __init__(self, place: Seating, post: Post) -> None:
        self._place = place
        self._post = post
        self._told = 0
        self._closed = False
        opening = _pack(place)
        self._process = Confined(f"{__name__}:answer", _LIMITS)
        until = _moment(Deadline.after(place.start_seconds))
        self._put({"sit": opening, "until": until}, self._sat)

    def ask(self, question: Question) -> None:
        news = question.history[self._told :]
        self._told = len(question.history)
        events = [[dict(event.moves), list(event.late)] for event in news]
        asked = {"events": events, "until": question.until}
        self._put(asked, partial(self._answered, question.step))

    def close(self) -> None:
        self._closed = True
        self._process.kill()

    def _put(self, question: Json, then: Callable[[_Said], None]) -> None:
        self._process.submit(question).add_done_callback(partial(self._hear, then))

    def _hear(self, then: Callable[[_Said], None], future: Future[_Said]) -> None:
        try:
            said = future.result()
            if "crash" in said:
                self._crash(str(said["crash"]))
            else:
                then(said)
        except SpielwerkError as problem:
            self._crash(f"crashed: {str(problem)[:1].lower()}{str(problem)[1:]}")
        except (ValueError, KeyError, TypeError) as problem:
            self._crash(f"crashed: its process spoke nonsense: {problem}")

    def _sat(self, _said: _Said) -> None:
        self._say(Sit(self._place.role))

    def _answered(self, step: int, said: _Said) -> None:
        choice = Choice.from_json(said["choice"])
        self._say(Answer(self._place.role, choice.move, step), choice)

    def _crash(self, why: str) -> None:
        self._say(Crash(self._place.role, why))
        self._closed = True

    def _say(self, command: Command, choice: Choice | None = None) -> None:
        if not self._closed:
            self._post(command, choice)


def _pack(place: Seating) -> str:
    """All that a process needs to seat the player.

    The first part lets the process find what the script that runs here defines, as the processes
    of ``multiprocessing`` do.
    """
    if _waking:
        raise Unsendable(
            "A script that lets players think in processes is read by these as well: let it play "
            'only under  if __name__ == "__main__":'
        )
    opening = place.reopen or partial(_same, place.game)
    for name, thing in ((place.game.name, opening), (str(place.player), place.player)):
        try:
            pickle.dumps(thing)
        except Exception as problem:
            raise Unsendable(
                f"'{name}' cannot be handed to a process of its own ({problem}). Say how to open "
                "the game there with reopen=, or let players think in threads."
            ) from None
    surroundings = spawn.get_preparation_data(f"player {place.role}")
    del surroundings["authkey"]
    seat = (opening, place.player, place.role, place.match_seed, place.seed)
    return b64encode(pickle.dumps((surroundings, pickle.dumps(seat)))).decode()


def _same(game: Game) -> Game:
    return game


def _moment(deadline: Deadline) -> float | None:
    """A deadline for another process, whose clock is the same; nothing is never."""
    return None if deadline.at == inf else deadline.at


# In the process

_waking = False
"""Whether the script that was run is being read for what it defines."""
_seat: _Seat | None = None


class _Seat:
    """A mind at work, and how its match has gone."""

    def __init__(
        self, game: Game, player: Player, role: Role, seeds: tuple[int, int], until: float | None
    ) -> None:
        match_seed, seed = seeds
        self._game = game
        self._role = role
        self._mind = player.sit(game, role, seed=seed, deadline=Deadline.until(until))
        self._course = Course.begun(game, match_seed)

    def choose(self, events: Json, until: float | None) -> Choice:
        """What it does after these events."""
        deadline = Deadline.until(until)
        for moves, late in events:
            joint = {Role(role): Move(move) for role, move in moves.items()}
            self._course = self._course.after(joint, tuple(map(Role, late)))
        knowledge = Knowledge(self._game, self._course, self._role)
        return checked(self._mind.choose(knowledge, deadline))


def answer(question: _Said) -> _Said:
    """What a player's process says when it is asked to sit down, and then each time to choose."""
    global _seat
    try:
        if "sit" in question:
            _seat = _sit_down(question["sit"], question["until"])
            return {}
        assert _seat is not None, "whoever chooses has sat down"
        return {"choice": _short(_seat.choose(question["events"], question["until"])).to_json()}
    except (Exception, SystemExit) as problem:
        return {"crash": complaint(problem)}


def _sit_down(packed: str, until: float | None) -> _Seat:
    global _waking
    surroundings, seat = pickle.loads(b64decode(packed))
    _waking = True
    spawn.prepare(surroundings)
    _waking = False
    opening, player, role, *seeds = pickle.loads(seat)
    return _Seat(opening(), player, role, tuple(seeds), until)


def _short(choice: Choice) -> Choice:
    """The choice, its move no longer than needed to be refused."""
    return choice if len(choice.move) <= MAX_ANSWER else Choice(Move(choice.move[: MAX_ANSWER + 1]))
