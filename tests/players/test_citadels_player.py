"""The mayor: a player of Citadels, and everybody else at the games in IGold."""

from __future__ import annotations

from random import Random

import pytest
from tests.library.citadels_table import CHARACTERS, table
from tests.players.duel import duel

from spielwerk.core import Joint, Knowledge, Open, Over, Role, Unsuited, random_event
from spielwerk.languages.igold import open_library, open_text
from spielwerk.players import parse_player
from spielwerk.players.citadels import Judge


def test_the_mayor_beats_who_plays_at_random() -> None:
    """Counted in worlds, not seconds, so that it comes out the same everywhere."""
    game = open_library("citadels", 2)
    for number in range(2):
        mine = game.roles[number % 2]
        seats = {
            role: parse_player("mayor:iterations=10" if role == mine else "random")
            for role in game.roles
        }
        assert duel(game, seats, seed=number)[mine] == 100


@pytest.mark.soak
def test_the_mayor_beats_mcts_at_equal_thinking_time() -> None:
    game = open_library("citadels", 2)
    matches, points = 40, 0
    for number in range(matches):
        mine = game.roles[number % 2]
        seats = {role: parse_player("mayor" if role == mine else "mcts") for role in game.roles}
        points += duel(game, seats, seed=number, seconds=0.02)[mine]
    assert points > 50 * matches


def test_the_mayor_says_what_it_weighed() -> None:
    game = open_library("citadels", 4)
    state = game.initial(3)
    mind = parse_player("mayor:iterations=40").sit(game, game.roles[0], seed=1)
    choice = mind.choose(Knowledge(game, state, game.roles[0]))
    assert {candidate.move for candidate in choice.candidates} == set(state.legal(game.roles[0]))
    assert sum(candidate.visits for candidate in choice.candidates) == 40
    assert choice.effort == "40 worlds"


def test_the_mayor_plays_nothing_but_citadels() -> None:
    draughts = open_library("draughts")
    text = draughts.program.definition.document.text
    namesake = open_text(text.replace('id="draughts"', 'id="citadels"'))
    assert namesake.name == "citadels"
    for game in (draughts, namesake):
        with pytest.raises(Unsuited, match="Let mcts play that"):
            parse_player("mayor").sit(game, game.roles[0])


def test_a_better_city_a_fuller_purse_and_more_to_build_are_judged_better() -> None:
    even = {"anna": ["market"], "ben": ["church"]}
    for better in (
        {"cities": {"anna": ["market", "temple"], "ben": ["church"]}},
        {"cities": even, "gold": {"anna": 5, "ben": 2}},
        {"cities": even, "hands": {"anna": ["tavern", "manor"], "ben": ["tavern", "tavern"]}},
    ):
        story = table(players=2, draft=CHARACTERS, **better)  # type: ignore[arg-type]
        judge = Judge(story.game)
        anna, ben = (judge.standing(story.state, seat) for seat in (0, 1))
        assert anna > ben + 1, "more than the crown alone would make"
        assert judge.chance_of(story.state, Role("anna")) > 0.5


def test_a_few_tries_do_not_overrule_what_many_choices_have_taught() -> None:
    """Without cards the architect is best; with two green districts and cards the merchant."""
    for city, hand, best in (
        (["manor"], [], "architect"),
        (["market", "tavern"], ["manor", "castle", "keep"], "merchant"),
    ):
        cities = {"anna": city, "ben": ["church", "temple"][: len(city)]}
        story = table(players=2, draft=CHARACTERS, cities=cities, hands={"anna": hand})
        for seed in range(3):
            mind = parse_player("mayor:iterations=8").sit(story.game, Role("anna"), seed=seed)
            choice = mind.choose(Knowledge(story.game, story.state, Role("anna")))
            assert choice.move == f"choose {best}"


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:iterations=2"])
@pytest.mark.parametrize(
    ("name", "players"), [("citadels", 4), ("draughts", 2), ("round-the-bay", 3), ("blind-bids", 4)]
)
def test_everybody_finds_a_move_in_every_game(name: str, players: int, spec: str) -> None:
    game = open_library(name, players)
    rng = Random(1)
    state = game.initial(1)
    asked = 0
    while not isinstance(state.turn, Over) and asked < 4:
        roles = state.turn.roles if isinstance(state.turn, Joint | Open) else ()
        for role in roles[:1]:
            mind = parse_player(spec).sit(game, role, seed=asked)
            assert mind.choose(Knowledge(game, state, role)).move in state.legal(role)
            asked += 1
        state = state.after(random_event(state, rng).moves)
    assert asked == 4
