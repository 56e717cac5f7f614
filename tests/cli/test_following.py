"""At the terminal one can follow Citadels and Love Letter from what is printed between turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import pytest
from tests.library.following import CitadelsReader, LoveLetterReader, Reader

from spielwerk.catalogue import open_game
from spielwerk.cli.conversation import Conversation
from spielwerk.cli.table import TerminalTable
from spielwerk.core import Role
from spielwerk.players import parse_player


class Follower:
    """Somebody who reads everything, knows what lies in the open, and plays anything."""

    def __init__(self, complete: Callable[[str], Iterable[str]], look: Callable[[], None]) -> None:
        self._complete, self._look = complete, look
        self._rng = Random(3)

    def ask(self, prompt: str) -> str:
        self._look()
        legal = [*self._complete("")]
        return self._rng.choice(legal) if legal else ""

    def hand_over(self, name: str) -> None:
        raise AssertionError("there is only one person here")


@pytest.mark.parametrize(
    ("name", "reader"), [("citadels", CitadelsReader), ("love-letter", LoveLetterReader)]
)
def test_a_person_knows_from_what_is_printed_what_lies_in_the_open(
    name: str, reader: type[Reader], capsys: pytest.CaptureFixture[str]
) -> None:
    game = open_game(name)
    others = {Role(role): parse_player("random") for role in game.roles[1:]}
    table = TerminalTable(game, others, seed=4)
    follower = reader(table.state.view(game.roles[0]))
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        lines = capsys.readouterr().out.splitlines()
        follower.hear([line.removesuffix(".") for line in lines if not line.startswith(" ")])
        truth = dict(fact.split(" = ", 1) for fact in table.state.facts())
        for key, believed in follower.believes().items():
            known = [] if truth[key] == "nothing" else sorted(truth[key].split(", "))
            found = sorted(believed) if isinstance(believed, list) else [believed]
            assert found in (known, [truth[key]]), f"look {looks}, {key}: {believed}, {truth[key]}"

    Conversation(table, lambda complete: Follower(complete, look)).run()
    assert table.over
    assert looks > 20


def test_a_match_ends_with_how_it_was_counted(capsys: pytest.CaptureFixture[str]) -> None:
    game = open_game("citadels:2")
    players = {Role(role): parse_player("random") for role in game.roles}
    table = TerminalTable(game, players, seed=1)
    Conversation(table, lambda complete: Follower(complete, lambda: None)).run()
    end = capsys.readouterr().out.split("The match is over: ")[1].splitlines()
    score = next(line for line in table.state.tally() if line.kind == "score")
    got = ", ".join(f"{role} {score.values[role]}" for role in game.roles)
    assert [line.split("  ")[1].strip() for line in end[1:7]] == [
        "Districts",
        "All five colours",
        "Complete city",
        "Powers of districts",
        "First with eight districts",
        "Score",
    ]
    assert end[6].endswith(got)
