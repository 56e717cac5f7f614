"""One random match of every library game, compared with the text kept beside this file.

A difference is either a slip or a change of the rules that was meant. If it was meant, write the
text anew with the command that the failing test names, and read its diff.
"""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path

import pytest

from spielwerk.catalogue import entries
from spielwerk.core import Entry, playthrough

HERE = Path(__file__).parent
STEPS = 60
"""Where a long match is cut, unless the text kept of it says otherwise."""


def _steps(kept: list[str]) -> int:
    cut = re.fullmatch(r"=== cut after (\d+) steps; .*", kept[-1])
    return int(cut[1]) if cut else STEPS


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_a_match_goes_as_it_is_written_down(entry: Entry) -> None:
    kept = HERE / f"{entry.name}.txt"
    command = f"spielwerk golden {entry.name} --out tests/golden/{kept.name}"
    if not kept.exists():
        pytest.fail(f"There is no golden playthrough of {entry.name}. Write it: {command}")
    expected = kept.read_text(encoding="utf-8").splitlines()
    steps = _steps(expected)
    command += "" if steps == STEPS else f" --steps {steps}"
    found = playthrough(entry.open(), max_steps=steps).splitlines()
    diff = list(unified_diff(expected, found, "kept", "now", lineterm="", n=4))
    if diff:
        shown = "\n".join(diff[:60])
        pytest.fail(f"{entry.name} plays differently. If that is meant: {command}\n{shown}")


def test_no_playthrough_is_kept_of_a_game_that_is_gone() -> None:
    assert {file.stem for file in HERE.glob("*.txt")} <= {entry.name for entry in entries()}
