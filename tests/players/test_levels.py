"""Levels: who plays at them, that every move is their own, and what they do not miss."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random

import pytest

from spielwerk.catalogue import entries, open_game
from spielwerk.core import (
    NEVER,
    Candidate,
    Choice,
    Deadline,
    Game,
    Joint,
    Knowledge,
    Mind,
    Over,
    Player,
    Role,
    unweighed,
)
from spielwerk.core.playout import random_event
from spielwerk.players import (
    Interrupted,
    best_player,
    contenders,
    find_out,
    lasting,
    meet,
    parse_player,
    win_at_once,
)
from spielwerk.players.strengths import LEVELS, known_strengths, shipped_strengths

NAMES = [entry.name for entry in entries()]
SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
ENOUGH = {} if SOAK else {"speed": 5, "spy": 5}
"""Moves of each level that are looked at where a whole match takes long."""


@dataclass(frozen=True)
class Watched(Player):
    """A player whose choices are written down; it wants no more of it after some."""

    player: Player
    most: float = inf
    choices: list[Choice] = field(default_factory=list, hash=False)
    name = "watched"

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        return _WatchedMind(self.player.sit(game, role, seed=seed, deadline=deadline), self)


class _WatchedMind(Mind):
    def __init__(self, mind: Mind, watched: Watched) -> None:
        self._mind = mind
        self._watched = watched

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        choices = self._watched.choices
        if len(choices) == self._watched.most:
            raise Interrupted
        choice = self._mind.choose(knowledge, deadline)
        assert choice.move in knowledge.legal
        choices.append(choice)
        return choice


@dataclass(frozen=True)
class Thoughtless(Player):
    """Names all moves and weighs none, now and then."""

    name = "medium"

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        return _ThoughtlessMind(parse_player("medium:5ms").sit(game, role, seed=seed))


class _ThoughtlessMind(Mind):
    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._moves = 0

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        self._moves += 1
        if self._moves % 7:
            return self._mind.choose(knowledge, deadline)
        named = tuple(map(Candidate, knowledge.legal))
        return Choice(knowledge.legal[0], "medium", named)


def choices_of(game: Game, player: Player) -> list[Choice]:
    """All that a player chooses in one match against those who move at random."""
    first, *others = game.roles
    watched = Watched(player, ENOUGH.get(game.name.partition(":")[0], inf))
    seats = {first: watched} | dict.fromkeys(others, parse_player("random"))
    try:
        meet(game, seats, seed=7, sitting=0.05)
    except Interrupted:
        assert len(watched.choices) == watched.most
    assert watched.choices
    return watched.choices


def not_its_own(choices: list[Choice], level: str) -> list[Choice]:
    """Those that somebody else chose, or nobody thought about."""
    return [one for one in choices if one.by.partition(":")[0] != level or unweighed(one)]


@pytest.mark.parametrize("name", NAMES)
def test_every_move_of_every_level_is_its_own_thought(name: str) -> None:
    game = open_game(name).quick()
    for level in LEVELS:
        choices = choices_of(game, lasting(parse_player(level), 0.005))
        assert not_its_own(choices, level) == []


def test_a_single_move_without_a_thought_is_noticed() -> None:
    choices = choices_of(open_game("knights-tour").quick(), Thoughtless())
    assert len(not_its_own(choices, "medium")) == len(choices) // 7 > 0
    assert not_its_own(choices, "strong") == choices


def test_the_library_knows_who_is_best_and_what_its_levels_are_worth() -> None:
    stale = [name for name in NAMES if shipped_strengths(open_game(name)) is None]
    assert not stale, f"run: spielwerk levels {' '.join(stale)} --write --table docs/arena.md"
    for name in NAMES:
        known = shipped_strengths(open_game(name))
        assert known is not None
        ratings = [known.levels[level].elo for level in known.offered]
        assert ratings == sorted(ratings), name
        parse_player(known.best)


def test_whoever_was_made_for_a_game_is_guessed_before_anybody_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("spielwerk.players.auto.known_strengths", lambda game: None)
    assert {name: str(best_player(open_game(name))) for name in ("citadels", "spy", "chess")} == {
        "citadels": "mayor",
        "spy": "spy-strong",
        "chess": "mcts",
    }
    assert contenders(open_game("chess")) == ("alphabeta", "mcts")


@pytest.mark.parametrize(
    ("name", "specs", "matches"),
    [
        ("connect-four", ("mcts:iterations=20", "random"), 6),
        ("kuhn-poker", ("greedy", "random"), 10),
    ],
)
def test_contenders_meet_until_somebody_is_clearly_ahead(
    monkeypatch: pytest.MonkeyPatch, name: str, specs: tuple[str, ...], matches: int
) -> None:
    """Six matches once said that alphabeta is best at draughts, where it wins none of twenty."""
    monkeypatch.setattr("spielwerk.players.auto.contenders", lambda game: specs)
    found = find_out(open_game(name).quick(), seconds=0.002, most=5)
    assert found.best in specs
    assert found.made == f"{matches} matches at 2 ms a move"


def test_a_game_has_its_own_players_at_its_levels() -> None:
    game = open_game("spy")
    role = game.roles[0]
    knowledge = Knowledge(game, game.initial(1), role)
    kinds = {"easy": "spy-easy", "medium": "spy-middle", "strong": "spy-strong"}
    for level, kind in kinds.items():
        choice = parse_player(level).sit(game, role).choose(knowledge)
        assert (choice.by, choice.effort) == (level, kind)


GAMES_WITH_WINS = ["tic-tac-toe", "connect-four", "breakthrough", "nim", "chess"]


def positions_won_at_once(game: Game, most: int) -> list[Knowledge]:
    """Positions of random matches in which somebody can win with the next move."""
    rng, found = Random(3), []
    for seed in range(2_000):
        state = game.initial(seed)
        for _ in range(300):
            if isinstance(state.turn, Over):
                break
            if isinstance(state.turn, Joint) and len(state.turn.roles) == 1:
                knowledge = Knowledge(game, state, state.turn.roles[0])
                if len(knowledge.legal) > 1 and win_at_once(knowledge) is not None:
                    found.append(knowledge)
                    break
            state = state.after(random_event(state, rng).moves)
        if len(found) == most:
            break
    return found


def won(knowledge: Knowledge, choice: Choice) -> bool:
    after = knowledge.world(Random(0)).after({knowledge.role: choice.move})
    return isinstance(after.turn, Over) and after.outcome()[knowledge.role] == 100


@pytest.mark.parametrize("name", GAMES_WITH_WINS)
def test_from_medium_on_nobody_misses_a_win_and_easy_sees_most(name: str) -> None:
    game = open_game(name).quick()
    seen = Counter[str]()
    positions = positions_won_at_once(game, 6)
    assert len(positions) == 6
    for seed, knowledge in enumerate(positions):
        for level in ("easy", "medium", "strong"):
            player = lasting(parse_player(level), 0.01)
            mind = player.sit(
                game, knowledge.role, seed=seed, deadline=Deadline.after(0.03, time.thread_time)
            )
            seen[level] += won(knowledge, mind.choose(knowledge, Deadline(inf, time.thread_time)))
    assert seen["medium"] == seen["strong"] == len(positions)
    assert seen["easy"] >= 0.5 * len(positions)


def test_a_beginner_errs_and_still_beats_whoever_moves_at_random() -> None:
    game = open_game("connect-four").quick()
    points = Counter[str]()
    for number in range(4):
        first, second = game.roles if number % 2 else reversed(game.roles)
        for level, opponent in (("easy:5ms", "random"), ("medium:20ms", "easy:5ms")):
            seats = {first: parse_player(level), second: parse_player(opponent)}
            points[level] += meet(game, seats, seed=number, opening=2, sitting=0.1).outcome[first]
    assert points["easy:5ms"] >= 250
    assert points["medium:20ms"] >= 250


OWN = """
(role you) (init (number 1))
(<= (legal you (add ?n)) (step ?n))
(step 1) (step 2)
(<= (next over) (does you (add 2)))
(<= (goal you 100) (true over))
(<= (goal you 0) (not (true over)))
(<= terminal (true over))
(<= terminal (true (number 3)))
(<= (next (number 3)) (does you (add 1)))
"""


def test_who_is_best_at_a_new_game_is_found_out_beside_a_match_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path / "cache"))
    rules = tmp_path / "own.gdl"
    rules.write_text(OWN)
    game = open_game(str(rules))
    assert known_strengths(game) is None
    choice = (
        parse_player("auto:20ms")
        .sit(game, game.roles[0])
        .choose(Knowledge(game, game.initial(), game.roles[0]))
    )
    assert (choice.move, choice.by) == ("(add 2)", "auto:20ms")  # a guess, at once
    end = time.monotonic() + 300
    while known_strengths(game) is None and time.monotonic() < end:
        time.sleep(0.05)
    known = known_strengths(game)
    assert known is not None
    assert known.best == "mcts"
    rules.write_text(OWN.replace("(goal you 0)", "(goal you 1)"))
    assert known_strengths(open_game(str(rules))) is None  # other rules
    kept = next((tmp_path / "cache" / "strengths").iterdir())
    kept.write_bytes(b"damaged")
    assert known_strengths(game) is None
