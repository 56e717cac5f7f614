"""The Dark City, an option of Citadels: its eight characters and nine districts, as stories."""

from __future__ import annotations

import os
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from tests.languages.igold.twins import follow, matches_of
from tests.library.citadels_table import DARK_CHARACTERS, DARK_DECK, Story, table

from spielwerk.catalogue import open_game
from spielwerk.core import Over, check_game, random_event

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))

ALL = {"anna": "wizard", "ben": "emperor", "carla": "abbot", "dennis": "alchemist"}


def seated(characters: Mapping[str, str], **layout: Any) -> Story:
    """Four players after a draft that gave them these characters of the Dark City."""
    chosen = list(characters.values())
    others = [name for name in DARK_CHARACTERS if name not in chosen]
    others.sort(key=lambda name: name == "emperor")
    draft = [*others[:2], others[3], *chosen, others[2]]
    story = table(draft=draft, options={"characters": "dark"}, **layout)
    for role, character in characters.items():
        story.play(role, f"choose {character}")
    return story


def passed(story: Story, *roles: str) -> Story:
    """These players only take gold."""
    for role in roles:
        story.play(role, "take-gold", "end-turn")
    return story


# Characters


def test_the_witch_plays_the_turn_of_whom_she_bewitched() -> None:
    story = seated(
        {"anna": "witch", "ben": "alchemist", "carla": "tax-collector", "dennis": "diplomat"},
        gold={"anna": 3, "ben": 1},
        hands={"anna": ["castle", "tavern"], "ben": ["keep"]},
    )
    story.play("anna", "take-gold")
    assert "bewitched somebody" in story.refusal("anna", "end-turn")
    assert "than the character allows" in story.refusal("anna", "build castle")
    story.play("anna", "bewitch alchemist")
    assert story.table("bewitched") == "alchemist"
    passed(story, "carla")
    # Ben is asked one thing only, then it is the witch's turn with her own hand and city.
    assert story.legal("ben") == ["take gold", "take cards"]
    story.play("ben", "take gold")
    assert story.has("ben", "gold") == 3
    assert story.legal("ben") == []
    story.play("anna", "build castle")
    # Carla has collected her tax, and the alchemist's power gives the price back.
    assert story.has("anna", "gold") == 0
    story.play("anna", "end-turn")
    assert story.has("anna", "gold") == 4
    assert story.has("anna", "city") == ["castle"]


def test_whoever_is_bewitched_may_draw_and_a_witch_without_a_victim_waits_in_vain() -> None:
    cards = {"deck": ["keep", "manor", "harbor"], "gold": {"anna": 0}}
    seats = {"anna": "witch", "ben": "navigator", "carla": "abbot", "dennis": "diplomat"}
    story = seated(seats, **cards)
    story.play("anna", "take-gold", "bewitch navigator")
    passed(story, "carla")
    story.play("ben", "take cards", "keep manor")
    assert story.has("ben", "hand") == ["manor"]
    assert story.table("discard-pile") == ["keep"]
    story.play("anna", "sail", "take gold", "end-turn")
    assert story.has("anna", "gold") == 6
    story = seated(seats, **cards)
    story.play("anna", "take-gold", "bewitch wizard")
    passed(story, "carla", "ben")
    assert story.legal("dennis")


def test_the_tax_collector_gets_a_gold_of_whoever_builds_and_has_some_left() -> None:
    story = seated(
        {"anna": "tax-collector", "ben": "abbot", "carla": "alchemist", "dennis": "diplomat"},
        gold={"anna": 0, "ben": 3, "carla": 0, "dennis": 0},
        hands={"ben": ["tavern"], "carla": ["market"]},
    )
    passed(story, "anna")
    story.play("ben", "take-gold", "build tavern")
    assert (story.has("ben", "gold"), story.has("anna", "gold")) == (3, 3)
    story.play("ben", "end-turn")
    story.play("carla", "take-gold", "build market")
    assert (story.has("carla", "gold"), story.has("anna", "gold")) == (0, 3)


def test_the_wizard_takes_a_card_and_may_build_it_beyond_the_limit() -> None:
    story = seated(
        ALL,
        gold={"anna": 4},
        hands={"anna": ["tavern"], "ben": ["temple", "castle", "church"]},
        cities={"anna": ["temple"]},
    )
    story.play("anna", "take-gold", "look-at-hand ben")
    assert sorted(story.legal("anna")) == ["take castle", "take church", "take temple"]
    assert "castle" not in str(story.state.view("carla")["players"]["anna"])
    story.play("anna", "take temple")
    assert sorted(story.has("ben", "hand")) == ["castle", "church"]
    # What stands in the city already can be built by the wizard, and it does not count.
    story.play("anna", "build temple", "build tavern")
    assert story.has("anna", "city") == ["temple", "temple", "tavern"]
    story.play("anna", "end-turn")
    story = seated(ALL, hands={"ben": ["castle"]})
    story.play("anna", "take-gold", "look-at-hand ben", "end-turn")
    assert story.has("anna", "hand") == ["castle"]


@pytest.mark.parametrize(
    ("gold", "hand", "choice", "left"),
    [
        (2, ["keep"], ["take gold"], (1, ["keep"])),
        (2, ["keep"], ["take cards"], (2, [])),
        (0, ["keep"], [], (0, [])),
        (2, [], [], (1, [])),
        (0, [], [], (0, [])),
    ],
)
def test_the_emperor_must_give_the_crown_away(gold, hand, choice, left) -> None:
    story = seated(ALL, gold={"carla": gold}, hands={"carla": hand})
    passed(story, "anna")
    story.play("ben", "take-gold")
    assert "given the crown away" in story.refusal("ben", "end-turn")
    story.play("ben", "crown carla", *choice)
    assert story.table("crown") == "carla"
    assert (story.has("carla", "gold"), story.has("carla", "hand")) == left
    story.play("ben", "end-turn")


def test_the_abbot_gets_a_gold_of_the_richest_and_gold_or_cards_for_blue() -> None:
    story = seated(
        ALL,
        gold={"anna": 2, "ben": 0, "carla": 1, "dennis": 8},
        cities={"carla": ["temple", "church", "tavern"]},
        deck=["keep", "manor"],
    )
    passed(story, "anna")
    story.play("ben", "take-gold", "crown anna", "end-turn")
    assert (story.has("carla", "gold"), story.has("dennis", "gold")) == (2, 7)
    story.play("carla", "take-tithes", "cards 1")
    assert (story.has("carla", "gold"), story.has("carla", "hand")) == (3, ["keep"])


def test_the_alchemist_gets_back_what_was_paid_for_districts() -> None:
    story = seated(ALL, gold={"dennis": 3}, hands={"dennis": ["palace"]})
    passed(story, "anna")
    story.play("ben", "take-gold", "crown anna", "end-turn")
    passed(story, "carla")
    story.play("dennis", "take-gold", "build palace")
    assert story.has("dennis", "gold") == 0
    story.play("dennis", "end-turn")
    assert story.has("dennis", "gold") == 5


SAILING = {"anna": "navigator", "ben": "abbot", "carla": "tax-collector", "dennis": "diplomat"}


def test_the_navigator_gets_four_of_something_and_builds_nothing() -> None:
    story = seated(SAILING, gold={"anna": 0}, hands={"anna": ["tavern"]})
    passed(story, "carla", "ben")
    story.play("anna", "take-gold", "sail", "take cards")
    assert len(story.has("anna", "hand")) == 5
    assert "than the character allows" in story.refusal("anna", "build tavern")


def test_the_diplomat_exchanges_districts_and_pays_the_difference() -> None:
    story = seated(
        SAILING,
        gold={"ben": 0, "dennis": 0},
        cities={
            "dennis": ["tavern", "docks"],
            "ben": ["harbor", "keep", "palace"],
            "carla": ["great-wall", "temple", "watchtower"],
        },
    )
    passed(story, "carla", "ben", "anna")
    story.play("dennis", "take-gold")
    offers = [move for move in story.legal("dennis") if move.startswith("exchange")]
    assert sorted(offers) == [
        "exchange harbor of ben",
        "exchange palace of ben",
        "exchange temple of carla",
        "exchange watchtower of carla",
    ]
    assert "keep" in story.refusal("dennis", "exchange keep of ben")
    story.play("dennis", "exchange harbor of ben")
    # The tavern and two gold are too little, so the docks it is.
    assert "harbor" in story.has("dennis", "city")
    assert "docks" in story.has("ben", "city")
    assert (story.has("dennis", "gold"), story.has("ben", "gold")) == (1, 4)
    assert story.has("dennis", "points") == 5


def test_an_emperor_is_never_face_up() -> None:
    for seed in range(20):
        story = Story(open_game("citadels:4,characters=dark"), seed)
        assert "emperor" not in story.table("face-up")


# Districts


def city_of(*city: str, **layout: Any) -> Story:
    """Anna is the wizard, and has these districts."""
    cities = {"anna": city, **layout.pop("cities", {})}
    return seated(ALL, cities=cities, **layout)


def test_the_armory_goes_down_with_a_district_of_somebody_else() -> None:
    story = city_of("armory", "tavern", cities={"ben": ["palace"], "carla": ["keep"]})
    story.play("anna", "use armory")
    assert story.legal("anna") == ["destroy palace of ben", "destroy keep of carla"]
    story.play("anna", "destroy palace of ben")
    assert story.has("anna", "city") == ["tavern"]
    assert story.has("ben", "city") == []
    assert sorted(story.table("discard-pile")) == ["armory", "palace"]


def test_gold_cards_and_other_districts_count_where_the_dark_city_says_so() -> None:
    story = city_of(
        "imperial-treasury",
        "map-room",
        "wishing-well",
        "library",
        gold={"anna": 3},
        hands={"anna": ["tavern", "castle", "docks"]},
    )
    story.play("anna", "take-gold", "build tavern")
    # Districts 21, gold 4, cards 2, other purple districts 3: at once, not only after the round.
    assert story.has("anna", "points") == 21 + 4 + 2 + 3


def test_the_factory_makes_purple_districts_cheaper_and_the_quarry_allows_twins() -> None:
    layout = {"gold": {"carla": 4}, "hands": {"carla": ["laboratory", "tavern"]}}
    seats = {"anna": "tax-collector", "ben": "wizard", "carla": "abbot", "dennis": "diplomat"}
    story = seated(seats, cities={"carla": ["tavern", "factory"]}, **layout)
    passed(story, "anna", "ben")
    story.play("carla", "take-gold")
    assert "No such district" in story.refusal("carla", "build tavern")
    paid = story.has("carla", "gold") - 4
    story.play("carla", "build laboratory")
    assert story.has("carla", "gold") == paid - 1  # The tax.
    story = seated(seats, cities={"carla": ["tavern", "quarry"]}, **layout)
    passed(story, "anna", "ben")
    story.play("carla", "take-gold", "build tavern")
    assert story.has("carla", "city").count("tavern") == 2


def test_poor_house_park_and_throne_room_give_at_the_right_moment() -> None:
    story = city_of(
        "poor-house",
        "park",
        "throne-room",
        gold={"anna": 0},
        hands={"anna": ["market"]},
        deck=["keep", "manor"],
    )
    story.play("anna", "take-gold", "build market", "end-turn")
    assert story.has("anna", "gold") == 1
    assert sorted(story.has("anna", "hand")) == ["keep", "manor"]
    story.play("ben", "take-gold", "crown carla")
    assert story.has("anna", "gold") == 2


# Many matches


def test_the_deck_has_nine_districts_more() -> None:
    game = open_game("citadels:4,deck=dark")
    assert Story(game).table("deck") == 74 - 16
    words = {one.word for one in game.world.objects}
    assert set(DARK_DECK) <= words
    assert "haunted-city" not in words


@pytest.mark.parametrize("players", [2, 4, 7])
def test_random_matches_end_by_the_rules_and_keep_thirty_pieces_of_gold(players: int) -> None:
    game = open_game(f"citadels:{players},characters=dark,deck=dark")
    for seed in range(3):
        state, rng = game.initial(seed), Random(seed)
        while not isinstance(state.turn, Over):
            state = state.after(random_event(state, rng).moves)
            shown = state.view(None)
            gold = [one["attributes"]["gold"] for one in shown["players"].values()]
            assert shown["game"]["attributes"]["treasury"] + sum(gold) == 30
        assert state.fault is None
        assert sum(state.outcome().values()) > 0


def test_it_keeps_the_contract_and_native_code_plays_the_same() -> None:
    game = open_game("citadels:3,characters=dark,deck=dark")
    check_game(game, matches=1, seed=2, every=1 if SOAK else 11)
    for seed in range(20 if SOAK else 6):
        follow(game, matches_of(game), Random(seed), often=11)
