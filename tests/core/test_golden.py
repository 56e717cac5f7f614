"""A golden playthrough shows everything that anybody was told, and nothing changes by itself."""

from __future__ import annotations

import pytest
from tiny_games import TINY_GAMES, Draft, HighCard, Nim

from spielwerk.core import Game, Role, playthrough

HIGH_CARD = """\
game: high-card
title: High Card
roles: ann, bob
hidden information: yes
seed: 1

=== state 0
turn: chance
odds: deal j 2, deal q 1, deal k 1
legal random (3): deal j, deal q, deal k
view spectator:
  | cards: []
  | bet:
  bet: ""
  cards: []
view ann: as spectator
view bob: as spectator

--> random: deal j

=== state 1
turn: chance
odds: all alike
legal random (2): deal q, deal k
view spectator:
  | cards: ['?']
  | bet:
  bet: ""
  cards (1): ?
view ann:
  | cards: ['j']
  | bet:
  bet: ""
  cards (1): j
view bob: as spectator

--> random: deal q

=== state 2
turn: ann
legal ann (2): call, fold
limit ann: thinking, 5 seconds
view spectator:
  | cards: ['?', '?']
  | bet:
  bet: ""
  cards (2): ?, ?
view ann:
  | cards: ['j', '?']
  | bet:
  bet: ""
  cards (2): j, ?
view bob:
  | cards: ['?', 'q']
  | bet:
  bet: ""
  cards (2): ?, q

--> ann: fold

=== state 3
turn: nobody, the match is over
outcome: ann 40, bob 60
view spectator:
  | cards: ['j', 'q']
  | bet: fold
  bet: "fold"
  cards (2): j, q
view ann: as spectator
view bob: as spectator
"""


def test_a_match_with_secrets_shows_who_saw_what() -> None:
    assert playthrough(HighCard(), seed=1) == HIGH_CARD


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_the_same_seed_gives_the_same_text(game: Game) -> None:
    assert playthrough(game, seed=4) == playthrough(game, seed=4)


def test_another_seed_gives_another_match() -> None:
    assert len({playthrough(Nim(), seed=seed) for seed in range(8)}) > 1


def test_an_open_turn_says_that_anybody_may_answer() -> None:
    assert "turn: any of: ann, bob, cat" in playthrough(Draft())


def test_a_long_match_is_cut_and_says_so() -> None:
    text = playthrough(Nim(), max_steps=2)
    assert "=== state 2" in text
    assert "=== state 3" not in text
    assert text.endswith("=== cut after 2 steps; the match is not over\n")


def test_long_lists_break_between_moves_and_never_inside_one() -> None:
    class Wide(Nim):
        roles = tuple(Role(f"a role with a rather long name {n}") for n in range(9))

    lines = playthrough(Wide(), max_steps=0).splitlines()
    names = lines[2 : lines.index("hidden information: no")]
    assert len(names) > 1
    assert all(len(line) <= 100 for line in names)
    assert all(line.rstrip(",").endswith(tuple("012345678")) for line in names)
