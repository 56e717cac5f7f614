"""The fixtures keep every promise of the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielwerk.core import check_game
from spielwerk.languages.igold import open_path

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.igold.xml"))


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name.partition(".")[0])
def test_a_game_in_igold_keeps_the_contract(path):
    check_game(open_path(str(path)), matches=2)
