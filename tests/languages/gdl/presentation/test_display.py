"""Positions drawn as boards where the headers say how, and as tables of facts elsewhere."""

from __future__ import annotations

import json

import pytest

from spielwerk.core import Layout
from spielwerk.languages.gdl.presentation.display import draw, draw_view, read_cells, table
from spielwerk.languages.gdl.program.rules import Term
from spielwerk.languages.gdl.text.syntax import parse_term

BOARD = {
    "grid": ("(cell ?column ?row ?piece)",),
    "columns": ("a b c",),
    "rows": ("3 2 1",),
    "piece": ("white-king K", "empty"),
}


def facts(*texts: str) -> list[Term]:
    return [parse_term(text) for text in texts]


def test_a_board_has_its_rows_from_the_top_and_its_columns_below() -> None:
    drawn = draw(BOARD, facts("(cell a 1 white-king)", "(cell c 3 x)"))
    assert drawn.splitlines() == [
        " 3  · · x",
        " 2  · · ·",
        " 1  K · ·",
        "    a b c",
    ]


def test_facts_beside_the_board_stand_in_a_table_below_it() -> None:
    drawn = draw(BOARD, facts("(control white)", "(cell a 1 x)", "(cell z 9 x)", "dealing"))
    assert drawn.splitlines()[4:] == [
        "",
        "  cell     z 9 x",
        "  control  white",
        "  dealing  yes",
    ]


def test_a_piece_without_a_glyph_is_drawn_as_free() -> None:
    assert draw(BOARD, facts("(cell a 1 empty)")).splitlines()[2] == " 1  · · ·"


def test_cells_are_as_wide_as_the_longest_piece() -> None:
    drawn = draw(BOARD, facts("(cell a 1 rook)", "(cell b 1 x)"))
    assert drawn.splitlines()[2:] == [" 1  rook x    ·", "    a    b    c"]


def test_two_pieces_on_one_cell_are_both_shown() -> None:
    drawn = draw(BOARD, facts("(cell a 1 x)", "(cell a 1 y)"))
    assert drawn.splitlines()[2].split() == ["1", "x/y", "·", "·"]


def test_a_hex_board_slants() -> None:
    hexagonal = {**BOARD, "board": ("hex",)}
    assert draw(hexagonal, facts("(cell b 2 x)")).splitlines() == [
        " 3  · · ·",
        "  2  · x ·",
        "   1  · · ·",
        "      a b c",
    ]


def test_a_wide_glyph_does_not_push_its_row_out_of_line() -> None:
    headers = {**BOARD, "piece": ("x 将",)}
    assert draw(headers, facts("(cell a 1 x)")).splitlines()[1:3] == [
        " 2  ·  ·  ·",
        " 1  将 ·  ·",
    ]


def test_a_pattern_with_constants_takes_only_the_facts_that_fit() -> None:
    headers = {**BOARD, "grid": ("(at ?row ?column top ?piece)",)}
    drawn = draw(headers, facts("(at 3 a top x)", "(at 3 b bottom x)"))
    assert drawn.splitlines()[0] == " 3  x · ·"
    assert "3 b bottom x" in drawn


def test_a_grid_without_a_piece_shows_the_relation() -> None:
    headers = {**BOARD, "grid": ("(wall ?column ?row)",), "piece": ("wall #",)}
    assert draw(headers, facts("(wall b 2)")).splitlines()[1] == " 2  · # ·"


def test_several_grids_share_one_board() -> None:
    headers = {**BOARD, "grid": ("(cell ?column ?row ?piece)", "(wall ?column ?row)")}
    drawn = draw({**headers, "piece": ("wall #",)}, facts("(wall b 2)", "(cell a 2 x)"))
    assert drawn.splitlines()[1] == " 2  x # ·"


def test_without_headers_facts_are_grouped_by_relation() -> None:
    drawn = draw({}, facts("(heap b 10)", "(heap b 2)", "(control first)", "(heap a 1)"))
    assert drawn.splitlines() == ["  control  first", "  heap     a 1 · b 2 · b 10"]


def test_an_incomplete_board_is_drawn_as_a_table() -> None:
    assert draw({"grid": BOARD["grid"]}, facts("(cell a 1 x)")) == "  cell  a 1 x"


def test_a_broken_pattern_is_drawn_as_a_table() -> None:
    headers = {**BOARD, "grid": ("(cell ?column",)}
    assert draw(headers, facts("(cell a 1 x)")) == "  cell  a 1 x"


def test_a_long_table_goes_on_behind_its_margin() -> None:
    drawn = table(facts(*(f"(hand player card-{n})" for n in range(20))))
    first, second, *_ = drawn.splitlines()
    assert len(first) <= 78
    assert second.startswith("        player card-")


def test_nested_terms_keep_their_inner_parentheses() -> None:
    assert table(facts("(held (card 7 hearts) anna)")) == "  held  (card 7 hearts) anna"


def test_nothing_is_a_position_too() -> None:
    assert draw({}, []) == "  (no facts)"
    assert draw(BOARD, []).count("·") == 9


def test_a_view_with_secrets_tells_what_its_role_did_and_saw() -> None:
    view = {"moves": ["noop", "bet"], "percepts": [["(card king)", "(ante 1)"], []]}
    assert draw_view({}, view).splitlines() == [
        "  step 1  you made noop and saw (card king) · (ante 1)",
        "  step 2  you made bet",
    ]
    assert draw_view({}, {"moves": [], "percepts": []}) == "  You have seen nothing yet."


def test_a_spectator_of_a_game_with_secrets_sees_how_far_it_is() -> None:
    assert "Steps made: 2." in draw_view({}, {"step": 2})


def test_an_open_view_is_drawn_as_its_facts() -> None:
    assert draw_view(BOARD, {"facts": ["(cell a 1 x)"]}) == draw(BOARD, facts("(cell a 1 x)"))


def layout(headers: dict[str, tuple[str, ...]]) -> Layout:
    cells = read_cells(headers)
    assert cells is not None
    return cells.layout


def test_the_layout_for_web_pages_is_json() -> None:
    found = layout(BOARD).to_json()
    assert json.loads(json.dumps(found)) == found
    assert found == {
        "board": "square",
        "ground": "plain",
        "columns": ["a", "b", "c"],
        "rows": ["3", "2", "1"],
        "squares": [["a3", "b3", "c3"], ["a2", "b2", "c2"], ["a1", "b1", "c1"]],
        "glyphs": {"white-king": "K", "empty": ""},
        "edges": {},
    }
    assert Layout.from_json(found) == layout(BOARD)
    assert layout({**BOARD, "edge": ("red left right",)}).edges == {"left": "red", "right": "red"}
    assert read_cells({}) is None


@pytest.mark.parametrize(
    ("notations", "ground"),
    [
        (("?a?b-?c?d (move ?a ?b ?c ?d)", "?a (drop ?a)"), "checked"),
        (("?a (drop ?a)",), "rack"),
        (("?a?b (place ?a ?b)",), "plain"),
        ((), "plain"),
    ],
)
def test_how_moves_are_written_tells_what_the_board_is_made_of(
    notations: tuple[str, ...], ground: str
) -> None:
    assert layout({**BOARD, "notation": notations}).ground == ground
