"""Worlds that players imagine agree with everything they have seen, in every hidden game.

Random matches are played; at random moments a role that must choose imagines worlds. Checkers that
know nothing of how these are made (:mod:`.witnesses`) look for contradictions to the record.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest
from tests.library import witnesses
from tests.library.witnesses import Checker, Record

from spielwerk.catalogue import open_game
from spielwerk.core import (
    CHANCE,
    Course,
    Game,
    Knowledge,
    LimitExceeded,
    Over,
    Role,
    deciding_roles,
    random_event,
)

WORLDS = 2_000 if os.environ.get("SPIELWERK_SOAK") else 200
_EACH = 8
"""So many worlds are imagined at a moment."""

HIDDEN: list[tuple[str, int | None, Checker]] = [
    *(("citadels", players, witnesses.citadels) for players in range(2, 8)),
    ("love-letter", 2, witnesses.love_letter),
    ("love-letter", 3, witnesses.love_letter),
    ("love-letter", 4, witnesses.love_letter),
    ("spy", None, witnesses.spy),
    ("liars-dice", None, witnesses.one_deck),
    ("kuhn-poker", None, witnesses.one_deck),
    ("blind-bids", None, witnesses.prizes),
]


def _moments(game: Game, rng: Random, texts: bool) -> Iterator[tuple[Course, Record, Role]]:
    """Random moments of random matches, with whoever must choose then; for ever."""
    rate = 0.15 if len(game.roles) > 2 else 0.4
    while True:
        course = Course.begun(game, rng.getrandbits(32))
        record = Record()
        record.add({}, course.state, texts=texts)
        while not isinstance(course.state.turn, Over):
            for role in deciding_roles(course.state):
                if role != CHANCE and rng.random() < rate:
                    yield course, record, role
            event = random_event(course.state, rng)
            course = course.after(event.moves, event.late)
            record.add(event.moves, course.state, texts=texts)


@pytest.mark.parametrize(
    ("name", "players", "checker"), HIDDEN, ids=lambda one: getattr(one, "__name__", str(one))
)
def test_no_imagined_world_contradicts_what_was_seen(
    name: str, players: int | None, checker: Checker
) -> None:
    game = open_game(name).settled(players)
    rng = Random(f"{name} {players}")
    texts = game.language == "igold"
    found = given_up = 0
    for course, record, role in _moments(game, rng, texts):
        refuted = checker(record, role, course.state)
        assert refuted is None, f"the truth in step {course.length} for {role}: {refuted}"
        for _ in range(_EACH):
            try:
                world = Knowledge(game, course, role).world(rng)
            except LimitExceeded:
                given_up += 1
                continue
            found += 1
            wrong = witnesses.looks_the_same(record, role, world) or checker(record, role, world)
            assert wrong is None, f"step {course.length}, {role}: {wrong}"
        if found >= WORLDS:
            break
    assert given_up <= found / 50
