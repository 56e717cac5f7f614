"""What is hidden stays hidden: factions and combinations, in views, moves, words and guesses."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from tests.games.spy.casino import Agent, casino, play

from spielwerk.core import Over, Role, State
from spielwerk.core.playout import random_event
from spielwerk.games.spy import ROLES, DraftState, PlayState, Position
from spielwerk.games.spy.guess import guess_position
from spielwerk.games.spy.library import open_spy
from spielwerk.games.spy.names import Gadget
from spielwerk.games.spy.position import PlayerTally
from spielwerk.games.spy.standard import standard_operations, standard_state

ONE, TWO = ROLES


def matches(count: int, seed: int = 0) -> list[list[State]]:
    """All states of some random matches."""
    found = []
    for number in range(seed, seed + count):
        rng, state = Random(number), open_spy("back-room", "quick").initial(number)
        states: list[State] = [state]
        while not isinstance(state.turn, Over):
            state = state.after(random_event(state, rng).moves)
            states.append(state)
        found.append(states)
    return found


def test_a_view_changes_in_nothing_when_what_is_hidden_changes() -> None:
    """Whatever fits a player's eyes looks the same to them: nothing else can stand in the view."""
    rng = Random(1)
    changed = Counter[str]()
    for state in [state for states in matches(6) for state in states[::5]]:
        for role in ROLES:
            seen = json.dumps(state.view(role))
            for _ in range(3):
                guess = state.determinize(role, rng)
                assert json.dumps(guess.view(role)) == seen
                assert guess.legal(role) == state.legal(role)
                changed[type(state).__name__] += guess != state
    assert changed["DraftState"] > 50
    assert changed["PlayState"] > 50, "the guesses differ in what is hidden"


def test_a_view_names_only_factions_that_were_found_out() -> None:
    for state in [state for states in matches(4) for state in states]:
        if not isinstance(state, PlayState):
            continue
        for player, role in enumerate(ROLES):
            for name, seen in state.view(role)["characters"].items():
                who = next(w for w in state.position.present() if state.position.name(w) == name)
                assert ("faction" in seen) == bool(state.position.known[player] >> who & 1)


def test_at_the_start_a_player_knows_only_its_own_people() -> None:
    for states in matches(4):
        start = next(state for state in states if isinstance(state, PlayState))
        for role, faction in zip(ROLES, ("PLAYER_ONE", "PLAYER_TWO"), strict=True):
            people = start.view(role)["characters"].values()
            assert {seen["faction"] for seen in people if "faction" in seen} == {faction}


def test_the_list_of_people_does_not_tell_sides_by_its_order() -> None:
    orders = set()
    for states in matches(8):
        start = next(state for state in states if isinstance(state, PlayState))
        cast = start.position.cast
        assert list(cast) == sorted(cast)
        orders.add(tuple(start.position.faction))
    assert len(orders) > 4


def test_combinations_are_shown_to_who_knows_them_only() -> None:
    people = {"A": Agent(0), "B": Agent(1)}
    state = casino("#####\n#A$.#\n#B.c#\n#$..#\n#####", people, keys=[0b10, 0b110])
    assert state.view(ONE)["combinations"] == [1]
    assert state.view(TWO)["combinations"] == [1, 2]
    assert state.view(None)["combinations"] == [], "spectators are told none"


def test_spectators_are_told_all_factions() -> None:
    people = {"A": Agent(0), "B": Agent(1), "C": Agent(2)}
    seen = casino("#####\n#A..#\n#BCc#\n#####", people).view(None)["characters"]
    assert [each["faction"] for each in seen.values()] == ["PLAYER_ONE", "PLAYER_TWO", "NEUTRAL"]


def test_words_about_a_refused_bribe_or_wiretap_speak_of_ones_own_people_only() -> None:
    """The same question about an enemy and about a neutral gets the same answer."""
    for gadget in (Gadget.NUGGET, Gadget.WIRETAP_WITH_EARPLUGS):
        answers = set()
        for faction in (1, 2):
            people = {"A": Agent(0, (gadget,)), "B": Agent(faction)}
            state = casino("######\n#A.B.#\n#...c#\n######", people)
            move = state.game.parse_move(f"use {gadget} 3/1")
            answers.add(str(state.why_not(ONE, move)))
        assert len(answers) == 1


@pytest.mark.parametrize("faction", [1, 2])
def test_chance_is_asked_about_spying_whoever_is_spied_on(faction: int) -> None:
    state = casino("#####\n#AB.#\n#..c#\n#####", {"A": Agent(0), "B": Agent(faction)})
    assert dict(play(state, "spy 2/1").odds()) == {"succeed": 13, "fail": 7}


# Guesses


def _guesses(p: Position, viewer: int, count: int = 300) -> list[Position]:
    rng = Random(9)
    return [guess_position(p, viewer, rng) for _ in range(count)]


def start(seed: int) -> PlayState:
    state: State = open_spy().initial(seed)
    rng = Random(seed)
    while isinstance(state, DraftState):
        state = state.after(random_event(state, rng).moves)
    assert isinstance(state, PlayState)
    return state


def test_guesses_keep_the_own_people_and_the_numbers() -> None:
    for seed in range(10):
        p = start(seed).position
        for guess in _guesses(p, 0, 40):
            mine = [who for who, faction in enumerate(p.faction) if faction == 0]
            assert [who for who, faction in enumerate(guess.faction) if faction == 0] == mine
            enemies = [who for who, faction in enumerate(guess.faction) if faction == 1]
            assert guess.faction.count(2) == 3
            assert 2 <= len(enemies) <= 4
            assert sum(p.start_gadgets[who] for who in enemies) == 8 - len(enemies)


def test_guesses_do_not_peek_at_who_the_enemies_are() -> None:
    """Two matches that differ only in sides nobody has seen are guessed at in the same way."""
    for seed in range(10):
        p = start(seed).position
        swapped = p.copy()
        others = next((g.faction for g in _guesses(p, 0, 50) if g.faction != p.faction), None)
        if others is None:
            continue
        swapped.faction = list(others)
        here, there = (_guesses(q, 0, 20) for q in (p, swapped))
        assert [g.faction for g in here] == [g.faction for g in there]


def test_guesses_do_not_peek_at_whose_wounds_count() -> None:
    """Damage done to somebody unknown counts for whom the guess lets it work for."""
    people = {"A": Agent(0), "B": Agent(1), "C": Agent(2)}
    p = casino("#####\n#A..#\n#BCc#\n#####", people, wounds=[0, 30, 7]).position
    p.tally[len(PlayerTally) + PlayerTally.DAMAGE] = 30
    seen = {
        (tuple(g.faction), g.tally[len(PlayerTally) + PlayerTally.DAMAGE]) for g in _guesses(p, 0)
    }
    assert ((0, 1, 2), 30) in seen
    assert ((0, 2, 1), 7) in seen
    assert all(
        damage == sum(p.wounds[w] for w in (1, 2) if sides[w] == 1) for sides, damage in seen
    )


@pytest.mark.parametrize(
    ("gadget", "faction", "knows"),
    [
        (Gadget.WIRETAP_WITH_EARPLUGS, 2, True),
        (Gadget.MIRROR_OF_WILDERNESS, 0, True),
        (Gadget.CHICKEN_FEED, 2, False),
    ],
)
def test_who_watches_draws_conclusions(gadget: Gadget, faction: int, knows: bool) -> None:
    """An enemy taps no friends, and among friends the mirror always works."""
    people = {"A": Agent(0, (gadget,)), "B": Agent(faction), "C": Agent(1)}
    state = casino("#####\n#AB.#\n#C.c#\n#####", people)
    seen = play(state, f"use {gadget} 2/1").view(TWO)["characters"]["Agent B"]
    assert ("faction" in seen) == knows


def test_who_was_seen_acting_is_not_guessed_at() -> None:
    state = start(2)
    rng = Random(4)
    for _ in range(120):
        state = state.after(random_event(state, rng).moves)
    p = state.position
    for guess in _guesses(p, 0, 50):
        for who in range(len(p.cast)):
            if p.acted >> who & 1 or p.known[0] >> who & 1:
                assert guess.faction[who] == p.faction[who]


def test_guessed_combinations_fit_the_hunt_that_was_watched() -> None:
    people = {"A": Agent(0), "B": Agent(1), "C": Agent(2)}
    state = casino("######\n#A$$.#\n#BC.c#\n#..$.#\n######", people)
    p = state.position
    p.hunts = ((1, "secret", 0),)
    assert {guess.keys[1] for guess in _guesses(p, 0)} == {0, 0b10}
    p.hunts = ((1, "secret", 0), (1, "opened", 1))
    assert {guess.keys[1] for guess in _guesses(p, 0)} == {0b110}
    p.hunts = ((1, "secret", 0), (1, "failed", 1), (1, "secret", 0))
    assert {guess.keys[1] for guess in _guesses(p, 0)} == {0, 0b10}
    p.hunts = ((0, "secret", 0),)
    assert {guess.keys[1] for guess in _guesses(p, 0)} == {0}


def test_guessed_combinations_come_as_often_as_they_should() -> None:
    people = {"A": Agent(0), "B": Agent(1), "C": Agent(2)}
    p = casino("#####\n#A$.#\n#BCc#\n#####", people).position
    p.hunts = ((1, "secret", 0),)
    known = sum(guess.keys[1] == 0b10 for guess in _guesses(p, 0, 2_000))
    assert known / 2_000 == pytest.approx(0.65, abs=0.05)


def test_guesses_of_a_draft_never_take_what_one_has_or_is_offered() -> None:
    rng = Random(3)
    state: State = open_spy().initial(5)
    for _ in range(12):
        state = state.after(random_event(state, rng).moves)
    assert isinstance(state, DraftState)
    mine = state.draft.hands[0]
    for _ in range(100):
        guess = state.determinize(ONE, rng)
        assert isinstance(guess, DraftState)
        theirs = guess.draft.hands[1]
        assert guess.draft.hands[0] == mine
        assert theirs.chosen == state.draft.hands[1].chosen
        taken = {*mine.characters, *mine.offer.characters}
        assert not taken & {*theirs.characters, *theirs.offer.characters}
        assert not {*mine.gadgets, *mine.offer.gadgets} & {*theirs.gadgets, *theirs.offer.gadgets}


# The words of the standard


def test_the_standards_state_is_made_from_the_view_alone() -> None:
    state = matches(1)[0][200]
    assert isinstance(state, PlayState)
    ids = {each.name: each.character_id for each in state.game.setting.characters}
    view = json.loads(json.dumps(state.view(TWO)))
    told = standard_state(view, ids)
    assert set(told) == {
        "currentRound",
        "map",
        "mySafeCombinations",
        "characters",
        "catCoordinates",
        "janitorCoordinates",
    }
    field = told["map"]["map"][0][0]
    assert field == {
        "state": "WALL",
        "gadget": None,
        "isDestroyed": False,
        "isInverted": False,
        "chipAmount": 0,
        "safeIndex": 0,
        "isFoggy": False,
        "isUpdated": False,
    }
    for character in told["characters"]:
        points = {"mp", "ap", "hp", "ip", "chips"}
        known = {"characterId", "name", "coordinates", "properties", "gadgets"}
        assert set(character) == points | known
    assert "faction" not in json.dumps([told, standard_operations(view, ids)])


def test_the_standards_operations_carry_what_it_demands() -> None:
    people = {"A": Agent(0), "B": Agent(1)}
    state = casino("#####\n#A..#\n#B.c#\n#####", people)
    ids = {each.name: each.character_id for each in state.game.setting.characters}
    (moved,) = standard_operations(play(state, "move 2/1").view(Role("player2")), ids)
    assert moved == {
        "type": "MOVEMENT",
        "successful": True,
        "target": {"x": 2, "y": 1},
        "characterId": str(ids["Agent A"]),
        "from": {"x": 1, "y": 1},
    }
