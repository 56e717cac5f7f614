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
from spielwerk.core.promises import PROMISES, CheckedScene, Picture, hold, promised
from spielwerk.core.replay import event_from_json, event_to_json, replay


def check_game(
    game: Game, *, matches: int = 10, seed: int = 0, max_steps: int = 2_000, every: int = 1
) -> None:
    """Play ``matches`` random matches and test every promise of the contract on the way.

    Match ``i`` has the seed ``seed + i``, so that a failure can be seen again alone. A match
    that is not over after ``max_steps`` decisions breaks a promise, too: matches end. Where
    asking a state everything is dear, only the first, each ``every``-th and the last are asked.

    :raises ConformanceError: at the first broken promise
    """
    known: dict[Move, None] = {}
    met: dict[State, Picture] = {}
    for match_seed in range(seed, seed + matches):
        first = CheckedScene(
            game, game.initial(match_seed), match_seed, (), Random(match_seed), known
        )
        hold(_is_a_game, first)
        _check_match(first, known, met, max_steps, every)


def _check_match(
    scene: CheckedScene,
    known: dict[Move, None],
    met: dict[State, Picture],
    max_steps: int,
    every: int,
) -> None:
    game, states = scene.game, [scene.state]
    while True:
        over = isinstance(scene.state.turn, Over)
        if over or len(scene.events) % every == 0:
            _check_state(scene, met)
        for role in (*game.roles, CHANCE):
            known.update(dict.fromkeys(scene.state.legal(role)))
        if over:
            break
        with promised(scene, "Matches end.") as ending:
            ended = len(scene.events) < max_steps
            ending.demand(ended, f"This one is not over after {max_steps} steps.")
        with promised(scene, "Legal moves apply."):
            event = random_event(scene.state, scene.rng)
            state = scene.state.after(event.moves, event.late)
        scene = replace(scene, state=state, events=(*scene.events, event))
        states.append(state)
    with promised(scene, "Same seed, same moves, same match.") as replayed:
        _check_replay(replayed, states, every)


def _check_state(scene: CheckedScene, met: dict[State, Picture]) -> None:
    for promise in PROMISES:
        hold(promise, scene)
    with promised(scene, "Equal states say the same.") as equal:
        picture = Picture.of(scene.game, scene.state)
        alike = picture == met.setdefault(scene.state, picture)
        equal.demand(alike, "It equals a state met before that said something else.")


def _check_replay(scene: CheckedScene, states: list[State], every: int) -> None:
    text = json.dumps([event_to_json(event) for event in scene.events])
    again = replay(scene.game, scene.seed, map(event_from_json, json.loads(text)))
    for step, (old, new) in enumerate(zip(states, again, strict=True)):
        alike = old == new
        if alike and step % every == 0:
            alike = Picture.of(scene.game, old) == Picture.of(scene.game, new)
        scene.demand(alike, f"Replaying the match gave a different state {step}.")


def _is_a_game(scene: CheckedScene) -> None:
    """A game has a name of lower-case words with hyphens, and roles that chance is not among."""
    game = scene.game
    # Behind a colon stand its size and options: citadels:5,deck=dark.
    fits = re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*(:[\w.=,-]+)?", game.name) is not None
    scene.demand(fits, f"The name is {game.name!r}.")
    scene.demand(bool(game.roles), "There are no roles.")
    scene.demand(len(set(game.roles)) == len(game.roles), f"A role is twice in {game.roles}.")
    scene.demand(CHANCE not in game.roles, f"Chance is among the roles {game.roles}.")
