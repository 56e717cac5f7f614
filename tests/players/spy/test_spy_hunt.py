"""The hunt for the safes: when they can be open, and who waits where."""

from __future__ import annotations

from tests.games.spy.casino import Agent, casino

from spielwerk.games.spy import Position
from spielwerk.players.spy.agents import agents_of
from spielwerk.players.spy.hunt import opening_turns
from spielwerk.players.spy.walking import Walking

CORRIDOR = "##################  #{}#  #..c...........B.#  ##################"
"""Safe 1 is at the left end of the row to be filled in, safe 2 at its right end."""


def hunted(row: str, people: str, keys: int = 0b10, **changes: object) -> dict[int, float]:
    crew = {name: Agent(1 if name == "B" else 0) for name in people}
    position: Position = casino(CORRIDOR.format(row), crew, **changes).position  # type: ignore[arg-type]
    return opening_turns(position, 0, agents_of(position, 0), keys, Walking())


def test_the_next_safe_takes_the_way_there() -> None:
    turns = hunted("$A.............$", "AB")
    assert turns[1] < 1
    assert turns[2] > 5


def test_who_waits_at_the_next_safe_saves_the_way() -> None:
    turns = hunted("$A............D$", "ADB")
    assert turns[1] < turns[2] < 1


def test_without_a_combination_nothing_is_opened() -> None:
    assert hunted("$A............D$", "ADB", keys=0) == {}


def test_what_is_open_is_not_opened_again_but_for_the_collar() -> None:
    assert list(hunted("$A............D$", "ADB", keys=0b110, opened=[0b110, 0])) == [2]
    taken = hunted("$A............D$", "ADB", keys=0b110, opened=[0b110, 0], collar_taken=True)
    assert taken == {}
