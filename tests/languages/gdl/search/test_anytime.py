"""Moves at any time: what random matches keep of them, and what search makes of it."""

from __future__ import annotations

import numpy as np
import pytest
from tests.languages.gdl.search.positions import quick

from spielwerk.core import Move
from spielwerk.languages.gdl.search.circuit_search import CircuitSearch, StateTree
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.tree import NativeTree

LINES = (
    "11 12 13", "21 22 23", "31 32 33", "11 21 31", "12 22 32", "13 23 33", "11 22 33", "13 22 31",
)  # fmt: skip


def native_tree(name: str, anytime: float = 20.0) -> NativeTree:
    search = quick(name).search()
    assert isinstance(search, CircuitSearch)
    made = search.tree(seed=1, exploring=0.4, proving=True, anytime=anytime)
    assert isinstance(made, StateTree)
    return made._tree


def thinks(tree: NativeTree, name: str, rounds: int) -> NativeTree:
    game = quick(name)
    search = game.search()
    assert isinstance(search, CircuitSearch)
    record = tree.game.record(search.position(game.initial()))
    assert record is not None
    tree.think(record, lambda: True, rounds)
    return tree


def bits(rows: np.ndarray) -> np.ndarray:
    """Rows of eight words as rows of 512 lanes."""
    return np.unpackbits(rows.view(np.uint8), axis=-1, bitorder="little")


def test_random_matches_keep_exactly_the_moves_that_were_made_in_them() -> None:
    tree = thinks(native_tree("tic-tac-toe"), "tic-tac-toe", 1)
    worker, game = tree._workers[0], tree.game
    lanes, out = worker.lanes.view(np.uint64), worker.out.view(np.uint64)
    first, moves = int(game.table[at.RECORD]), int(game.table[at.RECORDED_MOVES])
    made = bits(lanes[first : first + 2 * moves]).reshape(2, moves, 512)
    ended = bits(out[len(game.layout.outcomes)])
    texts = [str(text) for text in tree._texts[0]]
    places = [text.strip("()").replace("mark ", "").replace(" ", "") for text in texts]
    before = _placed_before(tree, places)
    wins = {
        role: bits(out[number])
        for number, (role, value) in enumerate(game.layout.outcomes)
        if value == 100
    }
    assert ended.sum() > 400
    for lane in np.flatnonzero(ended):
        for role in (0, 1):
            own = {place for place, bit in zip(places, made[role, :, lane], strict=True) if bit}
            own |= before.get((role, lane), set())
            assert wins[role][lane] == any(set(line.split()) <= own for line in LINES)


def _placed_before(tree: NativeTree, places: list[str]) -> dict[tuple[int, int], set[str]]:
    """The stones that lanes began with: the way down to their leaf, and each lane's own move."""
    arrays, worker = tree._memory.arrays, tree._workers[0]
    stones = {}
    for leaf in range(8):
        edge = int(worker.gathered[at.PATH_EDGE][leaf * at.PATH_LENGTH])
        node = int(arrays[at.EDGE_CHILD][edge])
        begin, count = int(arrays[at.NODE_FIRST][node]), int(arrays[at.NODE_COUNT][node])
        own = [places[int(move)] for move in arrays[at.EDGE_MOVE][begin : begin + count]]
        first, end = (
            64 * int(worker.gathered[place][leaf]) for place in (at.LEAF_BEGIN, at.LEAF_END)
        )
        for lane in range(first, end):
            stones[0, lane] = {places[int(arrays[at.EDGE_MOVE][edge])]}
            stones[1, lane] = {own[(lane - first) * count // (end - first)]}
    return stones


def test_at_hex_moves_made_at_any_time_show_that_the_middle_is_worth_more() -> None:
    tree = thinks(native_tree("hex"), "hex", 150)
    arrays = tree._memory.arrays
    brought = dict(
        zip(
            tree._texts[0], arrays[at.ALL_SUMS] / np.maximum(arrays[at.ALL_COUNTS], 1), strict=False
        )
    )
    assert brought[Move("(place e 5)")] > brought[Move("(place a 1)")] + 0.02
    assert arrays[at.FIT][at.SLOPE] > 0.1
    assert 0 < arrays[at.FIT][at.SPREAD] < 0.02


@pytest.mark.parametrize("name", ["hex", "connect-four"])
def test_the_same_seed_and_rounds_give_the_same_tree(name: str) -> None:
    one, two = (thinks(native_tree(name), name, 60) for _ in range(2))
    for place in (at.EDGE_VISITS, at.EDGE_TOTAL, at.EDGE_ANY_COUNT):
        edges = int(one._memory.table[at.EDGES])
        assert (one._memory.arrays[place][:edges] == two._memory.arrays[place][:edges]).all()


def test_without_it_nothing_is_counted() -> None:
    tree = thinks(native_tree("hex", anytime=0.0), "hex", 20)
    assert not tree._memory.arrays[at.ALL_COUNTS].any()
