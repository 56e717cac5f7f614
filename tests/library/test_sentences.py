"""What players are told of the rules is said in German, too: by authors, and by the games."""

from __future__ import annotations

import re
from random import Random

import pytest

from spielwerk.catalogue import entries, open_game
from spielwerk.core import Move, Over, phrased, random_event
from spielwerk.languages.gdl import GdlGame

GAMES = sorted(entry.name for entry in entries())
IN_GDL = sorted(entry.name for entry in entries() if entry.language == "gdl")
ENGLISH = re.compile(
    r"\b(the|is|are|not|of|you|your|has|have|cannot|there|already|must|first|only|with)\b"
)
STEPS = 25


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_is_said_in_german(name: str) -> None:
    game, rng = open_game(name), Random(1)
    state, pool = game.initial(1), dict[Move, None]()
    for _ in range(STEPS):
        if isinstance(state.turn, Over):
            break
        for role in game.roles:
            legal = set(state.legal(role))
            tried = [move for move in pool if move not in legal]
            pool |= dict.fromkeys(state.legal(role))
            for move in rng.sample(tried, min(2, len(tried))):
                claim = state.why_not(role, move).claim
                german = phrased(claim).get("de", "")
                assert german, f"{role}: {move}: {claim}"
                words = german.replace(str(move), "").replace(f"{role}", "")
                assert not ENGLISH.search(re.sub(r"\([^()]*\)", "", words)), german
        state = state.after(random_event(state, rng).moves)


@pytest.mark.parametrize("name", IN_GDL)
def test_every_sentence_of_an_author_is_said_in_german(name: str) -> None:
    game = open_game(name)
    assert isinstance(game, GdlGame)
    for rule in game.program.rules:
        assert rule.text is None or " [de] " in f" {rule.text}", rule.text
