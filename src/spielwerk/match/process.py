"""A player in a process of its own: it may hang, exit or break down without harm to the match.

The process gets the game (or is told how to open it) and the player once; with each question it
gets the events since the last and lives through them itself. It answers with JSON of a limited
size, so that nothing it says can hurt its reader. What it prints goes nowhere.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread

from spielwerk.core import Choice, Deadline, Game, Knowledge, Move, Player, Role, SpielwerkError
from spielwerk.match.commands import Answer, Crash, Sit
from spielwerk.match.draft import MAX_ANSWER
from spielwerk.match.runners import Place, Post, Question, Runner, checked, complaint

__all__ = ["ProcessRunner", "Unsendable"]

_MAX_REPLY = 1_000_000
"""Bytes of one answer with its explanation; a process that says more is flooding."""


class Unsendable(SpielwerkError):
    """A game or a player cannot be handed to a process of its own."""


class ProcessRunner(Runner):
    """Thinks in a process that is stopped when the match has no more use for it."""

    def __init__(self, place: Place, post: Post) -> None:
        opening = _Opening(place.reopen, None if place.reopen else place.game)
        _check_sendable(place, opening)
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._told = 0
        self._closed = False
        self._place = place
        self._post = post
        seat = (opening, place.player, place.role, place.match_seed, place.seed)
        self._process = context.Process(
            target=_serve, args=(theirs, *seat, place.start_seconds), daemon=True
        )
        self._process.start()
        theirs.close()
        Thread(target=self._listen, name=f"listens to {place.role}", daemon=True).start()

    def ask(self, question: Question) -> None:
        news = question.history[self._told :]
        self._told = len(question.history)
        left = None if question.until is None else question.deadline.left()
        try:
            self._pipe.send((question.step, tuple(news), left))
        except OSError:
            self._crash("its process has ended")

    def close(self) -> None:
        self._closed = True
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _listen(self) -> None:
        try:
            while True:
                self._pass_on(json.loads(self._pipe.recv_bytes(_MAX_REPLY)))
        except (EOFError, ConnectionError):
            self._crash("its process has ended")
        except OSError:
            self._crash(f"it said more than {_MAX_REPLY:,} bytes at once")
        except (ValueError, KeyError, TypeError) as problem:
            self._crash(f"its process spoke nonsense: {problem}")

    def _pass_on(self, said: dict[str, object]) -> None:
        if self._closed:
            return
        role = self._place.role
        if "ready" in said:
            self._post(Sit(role), None)
        elif "crash" in said:
            self._post(Crash(role, str(said["crash"])), None)
        else:
            choice = Choice.from_json(said["choice"])
            self._post(Answer(role, choice.move, int(str(said["step"]))), choice)

    def _crash(self, why: str) -> None:
        if not self._closed:
            self._closed = True
            self._post(Crash(self._place.role, f"crashed: {why}"), None)


@dataclass(frozen=True, slots=True)
class _Opening:
    """How a process comes by its game."""

    reopen: Callable[[], Game] | None
    game: Game | None

    def __call__(self) -> Game:
        game = self.reopen() if self.reopen is not None else self.game
        assert game is not None, "there is one or the other"
        return game


def _check_sendable(place: Place, opening: _Opening) -> None:
    for name, thing in ((place.game.name, opening), (str(place.player), place.player)):
        try:
            pickle.dumps(thing)
        except Exception as problem:
            raise Unsendable(
                f"'{name}' cannot be handed to a process of its own ({problem}). Say how to open "
                "the game there with reopen=, or let players think in threads."
            ) from None


def _serve(
    pipe: Connection,
    opening: _Opening,
    player: Player,
    role: Role,
    match_seed: int,
    seed: int,
    start_seconds: float | None,
) -> None:
    """The whole life of a player's process."""
    _print_nowhere()
    try:
        game = opening()
        mind = player.sit(game, role, seed=seed, deadline=Deadline.after(start_seconds))
        _say(pipe, {"ready": True})
        state = game.initial(match_seed)
        while True:
            step, news, left = pipe.recv()
            deadline = Deadline.after(left)
            for event in news:
                state = state.after(event.moves, event.late)
            choice = checked(mind.choose(Knowledge(game, state, role), deadline))
            _say(pipe, {"step": step, "choice": _short(choice).to_json()})
    except (EOFError, KeyboardInterrupt):
        return
    except (Exception, SystemExit) as problem:
        _say(pipe, {"crash": complaint(problem)})


def _short(choice: Choice) -> Choice:
    """The choice, its move no longer than needed to be refused."""
    return choice if len(choice.move) <= MAX_ANSWER else Choice(Move(choice.move[: MAX_ANSWER + 1]))


def _say(pipe: Connection, what: dict[str, object]) -> None:
    pipe.send_bytes(json.dumps(what).encode())


def _print_nowhere() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
