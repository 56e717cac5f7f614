"""Citadels and Love Letter can be followed from the account alone.

One seat's account, and its first view, are all that somebody gets who must know after every step
what lies in the open: gold, cities, characters, guesses, cards played, who is out. Once from the
fields, once from the sentences. The truth is what :meth:`State.facts` says.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.library.following import CitadelsReader, FieldFollower, LoveLetterReader, Reader

from spielwerk.catalogue import open_game
from spielwerk.core import Game, Over, Role, State, StepAccount, random_event, told_lines

MATCHES = 200 if os.environ.get("SPIELWERK_SOAK") else 20
PARTS = 4
OPEN = {
    "citadels": ("city", "revealed", "discard-pile", "face-up", "ruins"),
    "love-letter": ("discard", "open"),
}
"""The fields that everybody sees into."""
READERS: Mapping[str, type[Reader]] = {
    "citadels": CitadelsReader,
    "love-letter": LoveLetterReader,
}
TABLES = [("citadels", count) for count in range(2, 8)], [("love-letter", n) for n in range(2, 5)]


def truth_of(state: State) -> dict[str, str]:
    return dict(fact.split(" = ", 1) for fact in state.facts())


def _texts(value: str) -> list[str]:
    return [] if value == "nothing" else sorted(value.split(", "))


def matches_of(game: Game, seed: int) -> Iterator[tuple[State, StepAccount | None]]:
    """A random match: every state, with the account of the step that led there."""
    state, rng = game.initial(seed), Random(seed)
    yield state, None
    while not isinstance(state.turn, Over):
        event = random_event(state, rng)
        after = state.after(event.moves, event.late)
        yield after, game.account(state, event.moves, event.late, after)
        state = after


def _check_fields(name: str, follower: FieldFollower, truth: Mapping[str, str]) -> None:
    for key, value in follower.values.items():
        if key in truth:
            assert _said(value) == truth[key], key
    for key, named in follower.links.items():
        if key in truth and not isinstance(named, list) and "hidden" not in str(named):
            # an object is named with where it lay when somebody pointed at it
            assert (named or "nothing").split(" of ")[0] == truth[key].split(" of ")[0], key
    for key, count in follower.count.items():
        assert count == len(_texts(truth[key])), key
        if key.rpartition(".")[2] in OPEN[name]:
            assert follower.known[key] == Counter(_texts(truth[key])), key


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value) or "nothing"
    return str(value)


def _check_sentences(reader: Any, truth: Mapping[str, str]) -> None:
    for key, believed in reader.believes().items():
        known = truth[key]
        same = (
            sorted(believed) == _texts(known) if isinstance(believed, list) else believed == known
        )
        assert same, f"{key}: believed {believed}, in truth {known}"


@cache
def _game(name: str, players: int) -> Game:
    return open_game(name).settled(players)


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", ["citadels", "love-letter"])
def test_whoever_gets_the_account_of_one_seat_knows_what_lies_in_the_open(name, part):
    tables = [one for row in TABLES for one in row if one[0] == name]
    for number in range(part, MATCHES, PARTS):
        game = _game(*tables[number % len(tables)])
        seat = Role(game.roles[number // len(tables) % len(game.roles)])
        follower = reader = None
        for step, (state, account) in enumerate(matches_of(game, number)):
            if account is None:
                view = json.loads(json.dumps(state.view(seat)))
                follower, reader = FieldFollower(view), READERS[name](view)
                continue
            told = account.of(seat)
            follower.hear(json.loads(json.dumps([entry.json for entry in told])))
            reader.hear(told_lines(told, "en"))
            truth = truth_of(state)
            try:
                _check_fields(name, follower, truth)
                _check_sentences(reader, truth)
            except AssertionError as problem:
                lines = "\n".join(told_lines(told, "en"))
                raise AssertionError(
                    f"match {number}, {game.name}, {seat}, step {step}: {problem}\n{lines}"
                ) from None


@pytest.mark.parametrize(
    ("name", "missed"),
    [
        ("citadels", "build"),
        ("citadels", "robbery"),
        ("love-letter", "guess"),
        ("love-letter", "out"),
    ],
)
def test_whoever_misses_a_sentence_soon_believes_something_wrong(name, missed):
    """Otherwise the reader would know without reading, and the test above would prove nothing."""
    game = _game(name, 3)
    reader = None
    for state, account in matches_of(game, 3):
        if account is None:
            reader = READERS[name](state.view(game.roles[0]))
            continue
        told = [one for one in account.of(game.roles[0]) if one.fields.get("says") != missed]
        reader.hear(told_lines(told, "en"))
        try:
            _check_sentences(reader, truth_of(state))
        except AssertionError:
            return
    raise AssertionError(f"nobody noticed that '{missed}' was never said")


@pytest.mark.parametrize(("name", "named"), [("citadels", 5), ("love-letter", 0)])
def test_a_match_ends_with_how_the_score_came_about(name, named):
    """A score of one part only is that part, told once."""
    game = _game(name, 3)
    *_, (state, _) = matches_of(game, 5)
    *parts, score = [line for line in state.tally() if line.kind != "tie"]
    assert score.kind == "score"
    assert len(parts) == named
    for role in game.roles if parts else ():
        assert sum(part.values[role] for part in parts) == score.values[role]
    best = max(score.values.values())
    assert all(score.values[role] == best for role, got in state.outcome().items() if got)


@pytest.mark.parametrize("name", ["citadels", "love-letter"])
def test_every_sentence_is_said_in_both_languages(name):
    game = _game(name, 4)
    for _, account in matches_of(game, 7):
        for entry in account.of(None) if account else ():
            assert entry.text == "" or {"en", "de"} <= set(entry.text), entry
