"""Native code and the reference engine play the same game, step for step."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from tests.languages.igold.test_heavy_rules import HEAVY
from tests.languages.igold.test_limits import NUMBERS, N, change
from tests.languages.igold.twins import follow, matches_of

from spielwerk.core import Over, random_event
from spielwerk.languages.igold import open_library, open_path, sources

HUNDREDS = range(10 if os.environ.get("SPIELWERK_SOAK") else 1)
FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.igold.xml"))


@pytest.mark.parametrize("hundred", HUNDREDS)
@pytest.mark.parametrize("name", sorted(sources()))
def test_random_matches_of_the_library_are_the_same(name, hundred):
    a_hundred_are_the_same(open_library(name), hundred)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", HUNDREDS)
@pytest.mark.parametrize("players", [2, 3, 5, 6, 7])
def test_random_matches_of_citadels_are_the_same_for_all_numbers_of_players(players, hundred):
    a_hundred_are_the_same(open_library("citadels", players), hundred)


def a_hundred_are_the_same(game, hundred):
    native = matches_of(game)
    for seed in range(100 * hundred, 100 * hundred + 100):
        follow(game, native, Random(seed), often=1 if seed % 20 == 0 else 11)


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name.partition(".")[0])
def test_small_games_of_all_kinds_are_the_same(path):
    game = open_path(str(path))
    if isinstance(game.native, str):
        assert game.random_matches() is None
        return
    for seed in range(5):
        follow(game, matches_of(game), Random(seed))


def test_a_seed_gives_the_same_matches_again_and_both_engines_agree_about_them():
    game = open_library("love-letter", 3)
    state = game.initial(3)
    native = game.random_matches()
    mean = native.mean_outcome(state, 7, matches=400, steps=200_000)
    assert mean == matches_of(game).mean_outcome(state, 7, matches=400, steps=200_000)
    assert native.mean_outcome(state, 8, matches=400, steps=200_000) != mean
    rng, sums = Random(1), [0, 0, 0]
    for _ in range(100):
        here = state
        while not isinstance(here.turn, Over):
            here = here.after(random_event(here, rng).moves)
        sums = [a + b for a, b in zip(sums, here.outcome().values(), strict=True)]
    for one, other in zip(mean, sums, strict=True):
        assert abs(one - other / 100) < 20


def test_matches_go_on_from_a_guess_in_the_middle():
    game = open_library("citadels", 4)
    native = matches_of(game)
    rng = Random(4)
    state = game.initial(4)
    for _ in range(60):
        state = state.after(random_event(state, rng).moves)
    for role in game.roles:
        world = state.determinize(role, rng)
        native.adopt(world.position)
        assert native.position().key() == world.position.key()
        mean = native.mean_outcome(world, 1, matches=4, steps=100_000)
        assert mean is not None
        assert 0 < sum(mean) <= 100


def test_a_fault_in_the_middle_ends_the_match_with_nothing_as_on_the_reference_engine(game_of):
    asked = f"""<integerSelection name="Divide by">
      <actorWhoSelects><firstActor/></actorWhoSelects>
      <lowestInteger><integerValue value="0"/></lowestInteger>
      <highestInteger><integerValue value="1"/></highestInteger>
      <followingOperations><forSelectedValue>
        {change(f"<quotientOfValues>{N}<selectedValue/></quotientOfValues>", "set")}
      </forSelectedValue></followingOperations>
    </integerSelection>"""
    game = game_of(**NUMBERS, begin=asked)
    state = game.initial()
    assert list(state.legal(game.roles[0])) == ["choose 0", "choose 1"]
    native = matches_of(game)
    faults = [native.mean_outcome(state, seed, matches=1, steps=9) for seed in range(40)]
    assert set(faults) == {(0.0, 0.0), (50.0, 50.0)}
    one, other = native.mean_outcome(state, 1, matches=400, steps=900)
    assert one == other
    assert 15 < one < 35  # half of the matches go wrong, the others are shared
    for seed in range(4):
        follow(game, native, Random(seed))


@pytest.mark.parametrize("name", [name for name, (areas, *_) in HEAVY.items() if areas is NUMBERS])
def test_rules_that_would_never_end_are_given_up_and_left_to_the_reference_engine(name, game_of):
    areas, begin, *_ = HEAVY[name]
    native = matches_of(game_of(**areas, begin=begin))
    assert native.from_the_beginning(1, matches=3, steps=9)[0] == 0
    assert native.bailed


def test_what_has_no_native_form_is_said(game_of):
    game = open_path(str(FIXTURES[-1].with_name("values.igold.xml")))
    assert game.native == "numbers with decimals"
    assert game.random_matches() is None
    stones = HEAVY["all stones for all stones"][0]
    assert "more than 1,000" in game_of(**stones).native


def test_nobody_waits_for_native_code_who_cannot():
    game = open_library("pig")
    assert game.at_once().random_matches() is None
    assert game.random_matches() is not None
    assert game.at_once() is game
