"""Lines of sight, distances and rooms on maps of any shape."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from spielwerk.games.spy.board import CasinoBoard, fields_of
from spielwerk.games.spy.names import FieldState
from spielwerk.games.spy.picture import GLYPHS

STATES = {glyph: state for state, glyph in GLYPHS.items()}


def board(drawing: str) -> CasinoBoard:
    return CasinoBoard([[STATES[glyph] for glyph in row] for row in drawing.split()])


def between(on: CasinoBoard, here: tuple[int, int], there: tuple[int, int]) -> set[tuple[int, int]]:
    cut = on.between(on.numbers[here], on.numbers[there])
    return {on.places[field] for field in fields_of(cut & ~on.void)}


OPEN = board("......\n" * 6)


def test_a_straight_line_cuts_what_lies_on_it() -> None:
    assert between(OPEN, (0, 2), (4, 2)) == {(1, 2), (2, 2), (3, 2)}


def test_a_diagonal_passes_through_corners_without_touching_the_sides() -> None:
    assert between(OPEN, (0, 0), (3, 3)) == {(1, 1), (2, 2)}


def test_a_knights_look_cuts_two_fields() -> None:
    assert between(OPEN, (0, 0), (2, 1)) == {(1, 0), (1, 1)}


def test_a_long_slope_changes_rows_in_a_corner() -> None:
    assert between(OPEN, (0, 0), (3, 1)) == {(1, 0), (2, 1)}


@settings(deadline=None)
@given(st.integers(0, 35), st.integers(0, 35))
def test_a_line_of_sight_is_the_same_from_both_ends(here: int, there: int) -> None:
    assert OPEN.between(here, there) == OPEN.between(there, here)


@settings(deadline=None)
@given(st.integers(0, 35), st.integers(0, 35))
def test_exactly_the_cells_whose_inside_the_segment_cuts_lie_between(here: int, there: int) -> None:
    (x, y), (u, v) = OPEN.places[here], OPEN.places[there]
    cut = {
        (a, b)
        for a, b in OPEN.places
        if (a, b) not in ((x, y), (u, v)) and _cuts((x, y), (u, v), (a, b))
    }
    assert between(OPEN, (x, y), (u, v)) == cut


def _cuts(start: tuple[int, int], end: tuple[int, int], cell: tuple[int, int]) -> bool:
    """Whether a segment passes through the inside of a cell: clip it in exact halves."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        step, offset = end[axis] - start[axis], cell[axis] - start[axis]
        if step == 0:
            if offset != 0:
                return False
            continue
        near, far = sorted(((offset - 0.5) / step, (offset + 0.5) / step))
        low, high = max(low, near), min(high, far)
    return high - low > 1e-9


def test_distance_counts_steps_of_a_king_and_ignores_walls() -> None:
    walls = board("...\n###\n...")
    assert walls.distance(walls.numbers[0, 0], walls.numbers[2, 2]) == 2


def test_rows_may_differ_in_length_and_what_is_missing_blocks_sight() -> None:
    ragged = board("....\n.\n....")
    here, there = ragged.numbers[2, 0], ragged.numbers[2, 2]
    assert ragged.between(here, there) == ragged.void
    assert ragged.first_between(here, there, 0) is None
    assert ragged.size == 9
    assert set(ragged.around[ragged.numbers[0, 1]]) == {
        ragged.numbers[place] for place in ((0, 0), (1, 0), (0, 2), (1, 2))
    }


def test_the_hall_is_the_largest_room() -> None:
    rooms = board("..#...\n..#...\n..#s..")
    assert {rooms.places[field][0] for field in fields_of(rooms.hall)} == {3, 4, 5}
    assert rooms.states[rooms.numbers[3, 2]] is FieldState.BAR_SEAT
