"""The conformance suite: any game can be put through it, and one that passes keeps the contract.

:func:`check_game` plays seeded random matches and holds every state on the way to the promises
of :mod:`spielwerk.core.game`. The first broken promise is raised as a
:class:`~spielwerk.core.ConformanceError` that says which one, what was seen, and where.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

from spielwerk.core.game import CHANCE, Game, Move, Over, State
from spielwerk.core.playout import random_event
from spielwerk.core.promises import PROMISES, Picture, Trial, hold, promised
from spielwerk.core.replay import event_from_json, event_to_json, replay

__all__ = ["check_game"]


def check_game(game: Game, *, matches: int = 10, seed: int = 0, max_steps: int = 2_000) -> None:
    """Play ``matches`` random matches and test every promise of the contract on the way.

    Match ``i`` has the seed ``seed + i``, so that a failure can be seen again alone. A match
    that is not over after ``max_steps`` decisions breaks a promise, too: matches end.

    :raises ConformanceError: at the first broken promise
    """
    known: dict[Move, None] = {}
    met: dict[State, Picture] = {}
    for match_seed in range(seed, seed + matches):
        first = Trial(game, game.initial(match_seed), match_seed, (), Random(match_seed), known)
        hold(_is_a_game, first)
        _check_match(first, known, met, max_steps)


def _check_match(
    trial: Trial, known: dict[Move, None], met: dict[State, Picture], max_steps: int
) -> None:
    game, states = trial.game, [trial.state]
    while True:
        for promise in PROMISES:
            hold(promise, trial)
        with promised(trial, "Equal states say the same.") as equal:
            picture = Picture.of(game, trial.state)
            alike = picture == met.setdefault(trial.state, picture)
            equal.demand(alike, "It equals a state met before that said something else.")
        for role in (*game.roles, CHANCE):
            known.update(dict.fromkeys(trial.state.legal(role)))
        if isinstance(trial.state.turn, Over):
            break
        with promised(trial, "Matches end.") as ending:
            ended = len(trial.events) < max_steps
            ending.demand(ended, f"This one is not over after {max_steps} steps.")
        with promised(trial, "Legal moves apply."):
            event = random_event(trial.state, trial.rng)
            state = trial.state.after(event.moves, event.late)
        trial = replace(trial, state=state, events=(*trial.events, event))
        states.append(state)
    with promised(trial, "Same seed, same moves, same match.") as replayed:
        _check_replay(replayed, states)


def _check_replay(trial: Trial, states: list[State]) -> None:
    text = json.dumps([event_to_json(event) for event in trial.events])
    again = replay(trial.game, trial.seed, map(event_from_json, json.loads(text)))
    for step, (old, new) in enumerate(zip(states, again, strict=True)):
        alike = old == new and Picture.of(trial.game, old) == Picture.of(trial.game, new)
        trial.demand(alike, f"Replaying the match gave a different state {step}.")


def _is_a_game(trial: Trial) -> None:
    """A game has a name of lower-case words with hyphens, and roles that chance is not among."""
    game = trial.game
    fits = re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*(:\d+)?", game.name) is not None
    trial.demand(fits, f"The name is {game.name!r}.")
    trial.demand(bool(game.roles), "There are no roles.")
    trial.demand(len(set(game.roles)) == len(game.roles), f"A role is twice in {game.roles}.")
    trial.demand(CHANCE not in game.roles, f"Chance is among the roles {game.roles}.")
