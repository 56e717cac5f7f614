"""Three whole matches go as they are written down."""

from __future__ import annotations

from difflib import unified_diff

import pytest
from tests.games.spy.story import FOLDER, STORIES, story

from spielwerk.games.spy.library import open_spy


@pytest.mark.parametrize("seed", STORIES)
def test_a_whole_match_goes_as_it_is_written_down(seed: int) -> None:
    kept = (FOLDER / f"story-{seed}.txt").read_text(encoding="utf-8").splitlines()
    found = story(open_spy(*STORIES[seed]), seed).splitlines()
    diff = list(unified_diff(kept, found, "kept", "now", lineterm="", n=4))
    if diff:
        shown = "\n".join(diff[:60])
        command = "python -m tests.games.spy.story"
        pytest.fail(f"Story {seed} goes differently. If that is meant: {command}\n{shown}")
