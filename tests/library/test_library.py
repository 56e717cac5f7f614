"""Every game of the library: it loads without a complaint, says how it looks, and ends well."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import spielwerk
from spielwerk.languages.gdl.load import diagnose

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"
GAMES = sorted(path.stem for path in LIBRARY.glob("*.gdl"))
GOALS_OF = {"knights-tour": set(range(8, 101, 4)), "kuhn-poker": {0, 25, 75, 100}}
"""Games that pay more than defeat, draw and victory."""


def end_of_a_random_match(rules, seed):
    rng = Random(seed)
    position = rules.initial()
    while not rules.terminal(position):
        moves = [rules.legal(position, role) for role in rules.roles]
        assert all(moves), "everybody has a legal move until the end"
        position = rules.next(position, tuple(map(rng.choice, moves)))
    return position


def test_the_shelf_is_full():
    assert len(GAMES) >= 15


@pytest.mark.parametrize("name", GAMES)
def test_rules_load_without_errors_or_warnings(name):
    assert [str(problem) for problem in diagnose(LIBRARY / f"{name}.gdl")] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_catalogue_has_something_to_say(program, name):
    headers = program(name).headers
    assert headers["title"]
    assert headers["about"]
    assert ("grid" in headers) == ("columns" in headers) == ("rows" in headers)


@pytest.mark.parametrize("name", GAMES)
def test_random_matches_end_with_one_goal_for_everybody(engine, name):
    rules = engine(name)
    for seed in range(1 if name == "chess" else 5):
        goals = rules.goals(end_of_a_random_match(rules, seed))
        values = [goals[role] for role in rules.roles if role != "random"]
        assert all(len(value) == 1 for value in values)
        assert {value[0] for value in values} <= GOALS_OF.get(name, {0, 50, 100})


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"tron", "monty-hall", "knights-tour"}))
def test_two_players_share_a_hundred_points(engine, name):
    rules = engine(name)
    position = end_of_a_random_match(rules, seed=7)
    goals = [rules.goals(position)[role][0] for role in rules.roles if role != "random"]
    assert len(goals) == 2
    assert sum(goals) == 100


def test_tic_tac_toe_has_5478_states_and_255168_matches(engine):
    rules = engine("tic-tac-toe")
    matches: dict[object, int] = {}

    def count(position):
        if position in matches:
            return matches[position]
        total = 0
        if rules.terminal(position):
            total = 1
        else:
            for mark in rules.legal(position, "xplayer"):
                for answer in rules.legal(position, "oplayer"):
                    total += count(rules.next(position, (mark, answer)))
        matches[position] = total
        return total

    assert count(rules.initial()) == 255168
    assert len(matches) == 5478


def test_nim_is_lost_for_the_first_player_if_the_second_keeps_the_balance(engine):
    """1, 3, 5, 7 is balanced: the exclusive or of the heaps is 0, so whoever moves loses."""
    rules = engine("nim")
    known: dict[object, bool] = {}

    def wins(position):
        """Whether the player in control can force a win."""
        if position not in known:
            known[position] = not rules.terminal(position) and any(
                not wins(rules.next(position, (a, b)))
                for a in rules.legal(position, "first")
                for b in rules.legal(position, "second")
            )
        return known[position]

    assert not wins(rules.initial())
    unbalanced = {("heap", "a", "2"), ("heap", "b", "1"), ("control", "first")}
    assert wins(rules.position(unbalanced))


def test_a_knight_can_tour_the_board(engine):
    rules = engine("knights-tour")

    def tour(position, path):
        """Warnsdorff's rule with backtracking: go where the fewest ways lead on."""
        if len(path) == 24:
            return path
        after = [(move, rules.next(position, (move,))) for move in rules.legal(position, "knight")]
        for move, then in sorted(after, key=lambda pair: len(rules.legal(pair[1], "knight"))):
            if found := tour(then, [*path, move]):
                return found
        return None

    position = rules.initial()
    for move in tour(position, []):
        position = rules.next(position, (move,))
    assert rules.terminal(position)
    assert rules.goals(position) == {"knight": (100,)}


def test_an_amazon_moves_like_a_queen_and_shoots_from_where_it_stands(engine):
    rules = engine("amazons")
    first = rules.legal(rules.initial(), "white")
    assert ("move", "c", "1", "c", "5") in first
    assert ("move", "c", "1", "c", "6") not in first
    after = rules.next(rules.initial(), (("move", "c", "1", "c", "5"), "noop"))
    shots = rules.legal(after, "white")
    assert ("shoot", "c", "1") in shots
    assert ("shoot", "c", "6") not in shots
    assert rules.legal(after, "black") == ("noop",)
    then = rules.next(after, (("shoot", "c", "1"), "noop"))
    assert {("cell", "c", "1", "arrow"), ("control", "black")} <= rules.facts(then)
