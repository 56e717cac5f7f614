"""Managers that compare names letter by letter, over a real socket."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import httpx
import pytest
from tests.languages.gdl.programs import CAPITALS, FINISH
from tests.protocols.ggp.servers import ours

from spielwerk.languages.gdl import GdlGame, parse_program
from spielwerk.protocols.ggp.joint import follow, role_meant

ROLES = ("Red", "blue")


def legal(fields: list[int], turn: int, seat: int) -> list[str]:
    """What may be answered, letter by letter: this manager reads no GDL."""
    if seat != turn:
        return ["waitHere"]
    reach = [fields[seat] + 1, fields[seat] + 2]
    return [f"(stepTo {field})" for field in reach if field <= FINISH]


def managed(address: str, seat: int, tell: Callable[[str], str]) -> list[str]:
    """Play a match against the player at ``address``; the answers that had to be replaced.

    ``tell`` is how this manager writes roles and moves to players.
    """
    rng = Random(seat)
    fields, turn, replaced = [0, 0], 0, []

    def post(message: str) -> str:
        return httpx.post(address, content=message, timeout=300).text.strip()

    assert post(f"(START m {tell(ROLES[seat])} ({CAPITALS}) 5 5)") == "ready"
    told = "NIL"
    while max(fields) < FINISH:
        made = [rng.choice(legal(fields, turn, each)) for each in (0, 1)]
        answer = post(f"(PLAY m {told})")
        if answer in legal(fields, turn, seat):
            made[seat] = answer
        else:
            replaced.append(answer)
        fields[turn] = int(made[turn].removeprefix("(stepTo ").removesuffix(")"))
        turn = 1 - turn
        told = f"({' '.join(map(tell, made))})"
    assert post(f"(STOP m {told})") == "done"
    return replaced


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("tell", [str, str.upper, str.lower])
def test_a_manager_that_compares_letter_by_letter_never_replaces_a_move(seat, tell):
    with ours("mcts:50ms", seed=1) as address:
        assert managed(address, seat, tell) == []


def test_what_differs_only_by_case_is_told_apart_and_otherwise_understood():
    rules = """(role Me) (role me2) (legal Me timeOut) (legal Me timeout) (legal me2 goOn)
    (init start) (<= (next (made ?m)) (does Me ?m)) (<= terminal (true (made ?m))) (goal Me 100)"""
    game = GdlGame(parse_program(rules), "any")
    start = game.initial()
    for move in ("timeOut", "timeout"):
        assert follow(start, (move, "GOON")).facts() == [f"(made {move})"]
    with pytest.raises(Exception, match=r"'TIMEOUT'.* timeOut, timeout"):
        follow(start, ("TIMEOUT", "goOn"))
    assert [role_meant(game, name) for name in ("ME", "Me2", "you")] == ["Me", "me2", None]
