"""Path searches find real paths; the graph changes how fast, never what."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.players.speed.boards import drawn, go_alone

from spielwerk.games.speed.compiled import ACTIONS, Arena, Trail, play
from spielwerk.games.speed.rules import start
from spielwerk.players.speed.graph import Graph, Paths
from spielwerk.players.speed.opponents import outlook
from spielwerk.players.speed.searches import SEARCHES, coverage
from spielwerk.players.speed.steps import CellOdds
from spielwerk.players.speed.transparent import _origin


def scribbled(seed: int, rounds: int = 25) -> Arena:
    """A position after some rounds of two random racers who live on, whatever they hit."""
    rng = Random(seed)
    arena = Arena.of(start(41, 43, 2, rng))
    for _ in range(rounds):
        before = arena.copy()
        play(arena, np.array([rng.randrange(5), rng.randrange(5)], np.int32), Trail.empty(2))
        if not arena.racers[:, 4].all():
            arena = before
            arena.clock[0] += 1
    return arena


def searched(name: str, arena: Arena, portions: int, graph: Graph | None = None) -> list[Paths]:
    graph = graph or Graph.of(arena)
    odds, clock = CellOdds.of(*outlook(arena, 0), 0.6), int(arena.clock[0])
    searches = [SEARCHES[name](20_000) for _ in ACTIONS]
    for action, search in enumerate(searches):
        if search.begin(graph, _origin(arena, 0, action), clock, odds):
            for _ in range(portions):
                if not search.extend(graph, clock, odds, 64):
                    break
    return searches


def actions_of(search: Paths, row: int, first: int) -> list[int]:
    """The actions of a path, from its steps."""
    chain = []
    while row >= 0:
        chain.append(search.steps[row])
        row = int(search.steps[row, 6])
    actions = [first]
    for before, after in zip(chain[::-1], chain[-2::-1], strict=False):
        turned, faster = (after[2] - before[2]) % 4, after[3] - before[3]
        actions.append({(3, 0): 0, (1, 0): 1, (0, -1): 2, (0, 1): 3, (0, 0): 4}[turned, faster])
    return actions


@pytest.mark.parametrize("seed", range(4))
def test_the_graph_finds_the_very_paths_of_the_plain_search(seed):
    arena = scribbled(seed)
    for plain, fast in zip(
        searched("forward", arena, 30), searched("graph", arena, 30), strict=True
    ):
        assert plain.count == fast.count
        assert np.array_equal(plain.steps[: plain.count], fast.steps[: fast.count])
        assert np.array_equal(plain.success[: plain.count], fast.success[: fast.count])


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("seed", range(3))
def test_every_path_can_be_driven_without_touching_a_trail(name, seed):
    arena = scribbled(seed)
    rng = Random(seed)
    driven = 0
    for first, search in enumerate(searched(name, arena, 40)):
        for row in rng.sample(range(search.count), min(40, search.count)):
            there = arena.copy()
            assert all(go_alone(there, 0, action) for action in actions_of(search, row, first))
            assert (there.racers[0, :2] == search.steps[row, :2]).all()
            driven += 1
    assert driven > 40


def test_a_graph_kept_from_round_to_round_is_as_good_as_a_new_one():
    arena = scribbled(7, rounds=10)
    kept = Graph.of(arena)
    searched("graph", arena, 30, kept)
    later = arena.copy()
    later.cells[10:20, 15] = 6
    kept.follow(later)
    new = searched("graph", later, 30)
    old = searched("graph", later, 30, kept)
    assert [s.count for s in old] == [s.count for s in new]


def test_searching_back_from_anywhere_spreads_wider_than_searching_forward():
    arena = scribbled(1)
    forward = coverage(searched("graph", arena, 6), arena)
    bidirectional = coverage(searched("bidirectional", arena, 300), arena)
    assert forward.paths > 500
    assert bidirectional.paths > 500
    assert bidirectional.spread > 1.5 * forward.spread


def test_what_nobody_can_reach_counts_for_nothing():
    arena = drawn(
        """
        ......
        .####.
        .#>.#.
        .####.
        v.....
        """
    )
    found = coverage(searched("graph", arena, 5), arena)
    assert (found.paths, found.cells) == (1, 1)
