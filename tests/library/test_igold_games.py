"""The smaller games in IGold: a board, a ring with dice, and choices at once against the clock."""

from __future__ import annotations

import os
from random import Random

import pytest

from spielwerk.core import CHANCE, Chance, Joint, Move, Open, Over, Role, check_game, random_event
from spielwerk.languages.igold import IgoldGame, IgoldState, open_library

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


@pytest.mark.soak  # one match of each is in tests/test_catalogue.py
@pytest.mark.parametrize("name", ["draughts", "round-the-bay", "blind-bids", "pig", "love-letter"])
def test_it_keeps_the_contract(name: str) -> None:
    check_game(open_library(name), matches=20)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("draughts", 2),
        *(("round-the-bay", count) for count in range(2, 5)),
        *(("blind-bids", count) for count in range(2, 6)),
        *(("pig", count) for count in range(2, 7)),
        *(("love-letter", count) for count in range(2, 5)),
    ],
)
def test_random_matches_end_by_the_rules_and_never_astray(name: str, players: int) -> None:
    game = open_library(name, players)
    for seed in range(500 if SOAK else 15):
        assert ended(game, seed).fault is None


def ended(game: IgoldGame, seed: int) -> IgoldState:
    """The end of a random match."""
    rng = Random(seed)
    state = game.initial(seed)
    while not isinstance(state.turn, Over):
        state = state.after(random_event(state, rng).moves)
    return state


def play(state: IgoldState, *steps: tuple[str, str]) -> IgoldState:
    for role, move in steps:
        state = state.after({Role(role): Move(move)})
    return state


# Draughts


def turns(state: IgoldState, depth: int) -> int:
    """How many sequences of so many whole turns there are: a chain of captures is one turn."""
    if isinstance(state.turn, Over):
        return 0
    assert isinstance(state.turn, Joint)
    (role,) = state.turn.roles
    count = 0
    for move in state.legal(role):
        after = state.after({role: move})
        if isinstance(after.turn, Joint) and after.turn.roles == (role,):
            count += turns(after, depth)
        else:
            count += 1 if depth == 1 else turns(after, depth - 1)
    return count


@pytest.mark.parametrize(
    ("depth", "count"), [(1, 7), (2, 49), (3, 302), (4, 1469), *([(5, 7361)] if SOAK else [])]
)
def test_draughts_has_as_many_openings_as_the_books_say(depth: int, count: int) -> None:
    assert turns(open_library("draughts").initial(), depth) == count


def test_whoever_can_capture_at_draughts_must() -> None:
    state = open_library("draughts").initial()
    state = play(state, ("white", "move white at c3"), ("white", "to d4"))
    state = play(state, ("black", "move black at f6"), ("black", "to e5"))
    assert list(state.legal(Role("white"))) == ["move white at d4"]
    why = str(state.why_not(Role("white"), Move("move white at a3")))
    assert "where any piece can capture it captures" in why
    state = play(state, ("white", "move white at d4"))
    assert state.view(None)["game"]["fields"]["captured"]["objects"] == ["black"]


def test_quiet_draughts_is_drawn_when_patience_ends() -> None:
    game = open_library("draughts").settled(patience=10)
    drawn = [ended(game, seed) for seed in range(40)]
    assert any(set(state.outcome().values()) == {50} for state in drawn)
    assert all(
        state.view(None)["game"]["attributes"]["quiet-turns"] == 10
        for state in drawn
        if set(state.outcome().values()) == {50}
    )


# Round the Bay


def rolled(state: IgoldState, number: int) -> IgoldState:
    assert isinstance(state.turn, Chance)
    return state.after({CHANCE: Move(f"roll {number}")})


def coins(state: IgoldState) -> list[int]:
    return [shown["attributes"]["coins"] for shown in state.view(None)["players"].values()]


def test_tolls_go_to_the_owner_of_the_town() -> None:
    state = rolled(open_library("round-the-bay", 2).initial(), 3)
    state = play(state, ("red", "buy"))
    assert coins(state) == [4, 10]
    state = rolled(state, 3)
    assert coins(state) == [7, 7], "Genoa's toll is three"
    assert isinstance(state.turn, Chance), "nobody can buy a town twice"


def test_whoever_passes_home_earns_four_coins() -> None:
    state = rolled(open_library("round-the-bay", 2).initial(), 4)
    assert coins(state) == [8, 10], "the storm takes two"
    state = play(rolled(state, 6), ("blue", "sail-on"))
    state = play(rolled(state, 6), ("red", "sail-on"))
    state = rolled(state, 2)
    assert coins(state) == [8, 12], "the market gives two"
    state = rolled(state, 2)
    assert coins(state) == [12, 12]
    assert state.view(None)["game"]["fields"]["home"]["count"] == 3


def test_whoever_does_not_decide_in_time_buys_or_sails_on_by_chance() -> None:
    bought = set()
    for seed in range(12):
        state = rolled(open_library("round-the-bay", 2).initial(seed), 3)
        limit = state.limit(Role("red"))
        assert limit is not None
        assert limit.seconds == 60
        bought.add(coins(state.after({}, late=[Role("red")]))[0])
    assert bought == {4, 10}


# Blind Bids


def up(seed: int = 1, players: int = 3) -> IgoldState:
    """A prize is up, and everybody has accepted it."""
    state = open_library("blind-bids", players).initial(seed)
    for role in state.game.roles:
        state = play(state, (role, "accept"))
    return state


def test_anybody_may_veto_first_and_only_once_a_game() -> None:
    state = open_library("blind-bids", 3).initial(1)
    assert isinstance(state.turn, Open)
    first = state.view(None)["game"]["fields"]["block"]["objects"]
    state = play(state, ("ben", "accept"), ("carla", "veto"))
    assert state.view(None)["game"]["fields"]["unsold"]["objects"] == first
    assert list(state.legal(Role("carla"))) == []
    assert list(state.legal(Role("anna"))) == ["accept", "veto"]


def test_the_highest_bid_that_stands_alone_takes_the_prize() -> None:
    state = up()
    prize = state.view(None)["game"]["fields"]["block"]["objects"]
    assert isinstance(state.turn, Joint)
    state = state.after(
        {Role(name): Move(f"bid {bid}") for name, bid in (("anna", 3), ("ben", 5), ("carla", 5))}
    )
    assert state.view(None)["game"]["fields"]["unsold"]["objects"] == prize
    assert coins(state) == [15, 15, 15]
    state = up()
    state = state.after(
        {Role(name): Move(f"bid {bid}") for name, bid in (("anna", 3), ("ben", 5), ("carla", 4))}
    )
    assert state.view(None)["players"]["ben"]["fields"]["won"]["objects"] == prize
    assert coins(state) == [15, 10, 15]


def test_silence_accepts_a_prize_and_bids_something() -> None:
    state = open_library("blind-bids", 3).initial(1)
    for role in state.game.roles:
        limit = state.limit(role)
        assert limit is not None
        assert limit.seconds == 15
        if role in state.turn.roles:  # type: ignore[union-attr]
            state = state.after({}, late=[role])
        if isinstance(state.turn, Joint):
            break
    assert isinstance(state.turn, Joint)
    assert state.view(None)["state"] == "bid"
    late = state.after({Role("anna"): Move("bid 0")}, late=[Role("ben"), Role("carla")])
    assert late.view(None)["state"] != "bid"


# Love Letter


def test_no_hand_shows_in_what_others_see_or_may_do() -> None:
    """Whatever the others hold, whoever has not seen it sees the same."""
    game = open_library("love-letter", 3)
    given = ["anna.hand = guard, baron", "deck = guard, guard, priest, priest"]
    states = [
        game.initial(1).arranged([*given, f"ben.hand = {one}", f"carla.hand = {other}"])
        for one, other in (("king", "princess"), ("princess", "king"), ("prince", "countess"))
    ]
    for role in (Role("anna"), None):
        assert len({str(state.view(role)) for state in states}) == 1
    assert len({state.legal(Role("anna")) for state in states}) == 1


def test_what_somebody_has_seen_is_kept_in_every_guess() -> None:
    game = open_library("love-letter", 3)
    state = game.initial(1).arranged(["anna.hand = priest, baron", "ben.hand = princess"])
    state = play(state, ("anna", "play priest"), ("anna", "choose ben"))
    for seed in range(20):
        guess = state.determinize(Role("anna"), Random(seed))
        assert "princess" in next(f for f in guess.facts() if f.startswith("ben.hand"))
    guesses = {
        next(f for f in state.determinize(Role("carla"), Random(seed)).facts() if "ben.hand" in f)
        for seed in range(20)
    }
    assert len(guesses) > 3


def test_sixteen_cards_are_always_somewhere() -> None:
    for players in (2, 3, 4):
        state = open_library("love-letter", players).initial(5)
        rng = Random(5)
        while not isinstance(state.turn, Over):
            assert sum(len(inside) for inside in state.position.inside) == 16
            state = state.after(random_event(state, rng).moves)
        assert max(state.outcome().values()) >= 100 // players
