"""Floods of bits find what is found cell by cell, whatever is marked and taken back meanwhile."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.players.speed.boards import drawn, positions

from spielwerk.games.speed.compiled import ACTIVE, FREE
from spielwerk.players.speed.flood import flood, give_back, lay_out, take
from spielwerk.players.speed.space import claim, walled


def sizes_by_cells(board):
    sizes = np.zeros(len(board.racers), np.int32)
    owner, queue = np.zeros(board.cells.size, np.uint8), np.zeros(board.cells.size, np.int32)
    claim(board.cells, board.racers, owner, queue, sizes)
    return sizes.tolist()


def sizes_by_bits(bits, board):
    sizes = np.zeros(len(board.racers), np.int32)
    flood(bits, board.racers, board.cells.shape[1], sizes)
    return sizes.tolist()


@given(positions())
def test_a_flood_of_bits_finds_what_a_queue_of_cells_finds(arena):
    board = walled(arena)
    assert sizes_by_bits(lay_out(board.cells, len(board.racers)), board) == sizes_by_cells(board)


@given(positions(), st.lists(st.integers(0, 9_999), max_size=12))
def test_cells_that_were_taken_can_be_given_back(arena, wanted):
    board = walled(arena)
    flat, bits = board.cells.ravel(), lay_out(board.cells, len(board.racers))
    before = bits.free.copy()
    places = np.array([place % flat.size for place in wanted], np.int32)
    olds = np.zeros(len(places), np.uint8)
    for i, place in enumerate(places):
        olds[i], flat[place] = flat[place], 5
    take(bits, places, len(places))
    assert sizes_by_bits(bits, board) == sizes_by_cells(board)
    give_back(bits, places, olds, len(places))
    assert (bits.free == before).all()


@pytest.mark.parametrize("rows", [">.....<", "v\n.\n.\n.\n^"])
def test_who_comes_first_in_the_order_has_the_cell_between(rows):
    board = walled(drawn(rows))
    board.racers[:, ACTIVE] = 1
    free = int((board.cells == FREE).sum())
    first, second = sizes_by_bits(lay_out(board.cells, 2), board)
    assert first == second + 1
    assert first + second == free
