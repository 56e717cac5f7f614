"""Citadels: its rules as stories, the round of the source, and many random matches."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from tests.library.citadels_table import CHARACTERS, DECK, Story, table

from spielwerk.core import Over, Role, check_game, random_event
from spielwerk.languages.igold import IgoldGame, IgoldState, open_library
from spielwerk.match import Where, play, setup_match, spectate
from spielwerk.players import parse_player
from spielwerk.server.rooms import difference

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
MATCHES = 2_000 if SOAK else 12
QUESTIONS = 40 if SOAK else 150
"""How much a player asks about at a time: in many matches all of it is asked about anyhow."""
"""Random matches for each number of players."""


def _evening() -> Story:
    """The four players of appendix B.2, as they sit down to that round."""
    return table(
        draft=[
            "thief",
            "bishop",
            "merchant",
            "assassin",
            "magician",
            "king",
            "architect",
            "warlord",
        ],
        gold={"anna": 3, "ben": 3, "carla": 1, "dennis": 0},
        hands={
            "anna": ["graveyard"],
            "ben": ["dragon-gate"],
            "carla": ["university"],
            "dennis": ["tavern", "tavern", "tavern", "docks"],
        },
        cities={"dennis": ["watchtower", "prison", "battlefield", "fortress", "smithy"]},
        deck=["keep", "church", "tavern", "market"],
    )


def test_the_scripted_round_of_the_source_replays_exactly() -> None:
    story = _evening()
    # The draft: two cards face up, one face down, four choices, the king laid face down.
    assert sorted(story.table("face-up")) == ["bishop", "thief"]
    assert sorted(story.legal("anna")) == [
        f"choose {name}" for name in ("architect", "assassin", "king", "magician", "warlord")
    ]
    story.play("anna", "choose assassin")
    assert sorted(story.legal("ben")) == [
        f"choose {name}" for name in ("architect", "king", "magician", "warlord")
    ]
    story.play("ben", "choose architect")
    story.play("carla", "choose magician")
    assert sorted(story.legal("dennis")) == ["choose king", "choose warlord"]
    story.play("dennis", "choose warlord")

    # The assassin murders the king, takes two gold and builds the graveyard with all five.
    story.play("anna", "murder king", "take-gold")
    assert story.has("anna", "gold") == 5
    story.play("anna", "build graveyard")
    assert story.has("anna", "gold") == 0
    assert story.has("anna", "city") == ["graveyard"]
    story.play("anna", "end-turn")

    # Nobody has the thief. The magician has three gold after taking two, swaps one card for
    # four, and builds the docks.
    assert story.has("carla", "revealed") == ["magician"]
    story.play("carla", "take-gold")
    assert story.has("carla", "gold") == 3
    assert "build university" not in story.legal("carla")
    story.play("carla", "swap-hands dennis")
    assert sorted(story.has("carla", "hand")) == ["docks", "tavern", "tavern", "tavern"]
    assert story.has("dennis", "hand") == ["university"]
    story.play("carla", "build docks")
    assert story.has("carla", "gold") == 0
    assert "than the character allows" in story.refusal("carla", "build tavern")
    story.play("carla", "end-turn")

    # King murdered, bishop and merchant with nobody: the architect draws two cards at once and
    # builds two of his three.
    assert story.has("ben", "revealed") == ["architect"]
    assert sorted(story.has("ben", "hand")) == ["church", "dragon-gate", "keep"]
    assert story.has("ben", "gold") == 3
    story.play("ben", "take-gold")
    assert story.has("ben", "gold") == 5
    assert "There is enough gold to build it" in story.refusal("ben", "build dragon-gate")
    story.play("ben", "build keep")
    assert story.has("ben", "gold") == 2
    story.play("ben", "build church")
    assert story.has("ben", "gold") == 0
    assert story.has("ben", "city") == ["keep", "church"]
    story.play("ben", "end-turn")

    # The warlord has no gold; two and four of his red districts make six. The smithy costs three.
    assert story.has("dennis", "gold") == 0
    story.play("dennis", "take-gold", "take-income")
    assert story.has("dennis", "gold") == 6
    story.play("dennis", "use smithy")
    assert story.has("dennis", "gold") == 3
    assert sorted(story.has("dennis", "hand")) == ["market", "tavern", "university"]
    story.play("dennis", "build tavern")
    assert story.has("dennis", "gold") == 2
    assert "destroy docks of carla" in story.legal("dennis")
    assert "The district is not a keep" in story.refusal("dennis", "destroy keep of ben")
    story.play("dennis", "destroy docks of carla")
    assert story.has("dennis", "gold") == 0
    assert story.has("carla", "city") == []

    # Whoever has the graveyard would be asked, but has no gold to pay: the docks are discarded.
    refusal = story.refusal("anna", "use graveyard")
    assert "There is one gold to pay" in refusal
    assert "= 0" in refusal
    assert story.table("discard-pile") == ["docks"]
    story.play("dennis", "end-turn")

    # Nobody has eight districts, nobody had the king: a new round, and the crown stays.
    assert story.table("round") == 2
    assert story.table("crown") == "anna"
    assert story.table("treasury") == 30
    assert [story.has(role, "points") for role in story.game.roles] == [5, 5, 0, 17]


def seated(characters: Mapping[str, str], **layout: Any) -> Story:
    """Four players after a draft that gave them these characters."""
    chosen = list(characters.values())
    others = [name for name in CHARACTERS if name not in chosen]
    others.sort(key=lambda name: name == "king")
    story = table(draft=[*others[:2], others[3], *chosen, others[2]], **layout)
    for role, character in characters.items():
        story.play(role, f"choose {character}")
    return story


# The draft


@pytest.mark.parametrize(
    ("players", "face_up", "offers"),
    [(4, 2, [5, 4, 3, 2]), (5, 1, [6, 5, 4, 3, 2]), (6, 0, [7, 6, 5, 4, 3, 2])],
)
def test_the_draft_lays_cards_out_by_the_number_of_players(
    players: int, face_up: int, offers: Sequence[int]
) -> None:
    story = Story(open_library("citadels", players))
    assert len(story.table("face-up")) == face_up
    assert story.table("face-down") == 1
    for role, offer in zip(story.game.roles, offers, strict=True):
        assert len(story.legal(role)) == offer
        story.play(role, story.legal(role)[0])
    assert story.table("draft") == 0


def test_the_last_of_seven_also_gets_the_card_that_lay_face_down() -> None:
    others = [name for name in CHARACTERS if name != "king"]
    story = table(players=7, draft=["king", *others])
    for role, name in zip(story.game.roles[:6], others, strict=False):
        story.play(role, f"choose {name}")
    assert sorted(story.legal("greta")) == ["choose king", "choose warlord"]


def test_two_players_choose_two_characters_each_and_lay_three_aside() -> None:
    story = table(players=2, draft=CHARACTERS)
    story.play("anna", "choose thief")
    story.play("ben", "choose king", "lay-aside magician")
    story.play("anna", "choose bishop", "lay-aside merchant")
    assert sorted(story.legal("ben")) == ["choose architect", "choose warlord"]
    story.play("ben", "choose warlord")
    # The assassin lay face down from the start, so the thief is the first to play.
    assert "rob king" in story.legal("anna")
    assert story.table("face-down") == 3
    assert story.has("ben", "chosen") == ["king", "warlord"]


def test_three_players_choose_two_characters_each() -> None:
    story = table(players=3, draft=CHARACTERS)
    for role, name in zip(["anna", "ben", "carla"] * 2, CHARACTERS[1:], strict=False):
        story.play(role, f"choose {name}")
    assert story.has("anna", "revealed") == ["thief"]
    assert story.has("anna", "chosen") == ["bishop"]


def test_a_king_is_never_face_up_during_the_draft() -> None:
    game = open_library("citadels", 4)
    for seed in range(60):
        assert "king" not in Story(game, seed).table("face-up")


def test_a_character_that_nobody_answers_for_is_known_to_be_out_of_play() -> None:
    story = seated({"anna": "warlord", "ben": "king", "carla": "magician", "dennis": "architect"})
    assert story.has("carla", "revealed") == ["magician"]
    assert {"assassin", "thief"} <= set(story.table("face-up"))


# Turns


def test_gold_or_cards_come_first_and_once() -> None:
    story = seated(
        {"anna": "king", "ben": "bishop", "carla": "merchant", "dennis": "architect"},
        hands={"anna": ["tavern"]},
    )
    assert "taken this turn" in story.refusal("anna", "build tavern")
    assert "taken this turn" in story.refusal("anna", "end-turn")
    story.play("anna", "take-gold")
    assert "taken this turn" in story.refusal("anna", "draw-cards")
    assert sorted(story.legal("anna")) == ["build tavern", "end-turn"]


def test_of_two_drawn_cards_one_is_kept_and_one_is_discarded() -> None:
    story = seated(
        {"anna": "king", "ben": "bishop", "carla": "merchant", "dennis": "architect"},
        deck=["castle", "keep"],
    )
    story.play("anna", "draw-cards", "keep keep")
    assert story.has("anna", "hand") == ["keep"]
    assert story.table("discard-pile") == ["castle"]


def test_no_district_stands_twice_in_a_city_unless_the_table_says_so() -> None:
    characters = {"anna": "king", "ben": "bishop", "carla": "merchant", "dennis": "architect"}
    layout = {"hands": {"anna": ["tavern"]}, "cities": {"anna": ["tavern"]}}
    story = seated(characters, **layout)
    story.play("anna", "take-gold")
    assert "No such district stands in the city" in story.refusal("anna", "build tavern")
    story = seated(characters, **layout, options={"uniqueDistricts": False})
    story.play("anna", "take-gold", "build tavern")
    assert story.has("anna", "city") == ["tavern", "tavern"]


def test_the_bank_pays_no_more_than_it_has() -> None:
    story = seated(
        {"anna": "king", "ben": "bishop", "carla": "merchant", "dennis": "architect"},
        gold={"anna": 0, "ben": 29, "carla": 0, "dennis": 0},
    )
    story.play("anna", "take-gold")
    assert story.has("anna", "gold") == 1
    assert story.table("treasury") == 0


def test_discards_are_shuffled_and_drawn_when_the_deck_runs_out() -> None:
    characters = {"anna": "magician", "ben": "bishop", "carla": "merchant", "dennis": "king"}
    cards = [name for name, (_, _, n) in DECK.items() if name != "haunted-city" for _ in range(n)]
    story = seated(characters, hands={"anna": cards[:64]}, deck=cards[64:])
    story.play("anna", "exchange-cards", "discard manor", "discard manor", "discard castle", "done")
    assert len(story.has("anna", "hand")) == 64
    assert story.table("deck") == 1
    assert story.table("discard-pile") == []


# Characters


def test_a_murdered_character_loses_its_turn_and_a_murdered_king_still_gets_the_crown() -> None:
    story = seated({"anna": "assassin", "ben": "king", "carla": "merchant", "dennis": "architect"})
    story.play("anna", "murder king", "take-gold", "end-turn")
    assert story.has("carla", "revealed") == ["merchant"]
    assert story.has("ben", "chosen") == ["king"]
    assert story.table("crown") == "anna"
    for role in ("carla", "dennis"):
        story.play(role, "take-gold", "end-turn")
    assert story.table("round") == 2
    assert story.table("crown") == "ben"
    assert story.legal("ben")[0].startswith("choose ")


def test_a_king_who_is_called_takes_the_crown_at_once() -> None:
    story = seated({"anna": "architect", "ben": "bishop", "carla": "king", "dennis": "merchant"})
    assert story.table("crown") == "carla"


def test_the_thief_gets_all_gold_when_the_robbed_one_is_called() -> None:
    story = seated(
        {"anna": "thief", "ben": "merchant", "carla": "bishop", "dennis": "king"},
        gold={"anna": 1, "ben": 5},
        cities={"ben": ["market"]},
    )
    story.play("anna", "rob merchant", "take-gold", "end-turn")
    assert story.has("anna", "gold") == 3
    story.play("dennis", "take-gold", "end-turn")
    story.play("carla", "take-gold", "end-turn")
    assert story.has("anna", "gold") == 8
    assert story.has("ben", "gold") == 1, "the merchant's own gold comes after the robbery"
    story.play("ben", "take-income")
    assert story.has("ben", "gold") == 2


def test_a_thief_who_robs_his_own_other_character_keeps_his_gold() -> None:
    story = table(players=2, draft=CHARACTERS, gold={"anna": 5, "ben": 2})
    story.play("anna", "choose thief")
    story.play("ben", "choose king", "lay-aside magician")
    story.play("anna", "choose merchant", "lay-aside bishop")
    story.play("ben", "choose warlord")
    story.play("anna", "rob merchant", "take-gold", "end-turn")
    story.play("ben", "take-gold", "end-turn")
    assert story.has("anna", "revealed") == ["thief", "merchant"]
    assert story.has("anna", "gold") == 5 + 2 + 1


def test_the_thief_spares_the_assassin_the_murdered_and_himself() -> None:
    story = seated({"anna": "assassin", "ben": "thief", "carla": "bishop", "dennis": "king"})
    story.play("anna", "murder bishop", "take-gold", "end-turn")
    assert sorted(move for move in story.legal("ben") if move.startswith("rob")) == [
        f"rob {name}" for name in ("architect", "king", "magician", "merchant", "warlord")
    ]


def test_the_magician_exchanges_any_number_of_cards() -> None:
    story = seated(
        {"anna": "magician", "ben": "bishop", "carla": "merchant", "dennis": "king"},
        hands={"anna": ["tavern", "tavern", "castle"]},
        deck=["keep", "manor"],
    )
    story.play("anna", "exchange-cards", "discard tavern", "discard castle", "done")
    assert sorted(story.has("anna", "hand")) == ["keep", "manor", "tavern"]
    assert sorted(story.table("discard-pile")) == ["castle", "tavern"]
    assert "power" in story.refusal("anna", "swap-hands ben")


def test_income_is_for_the_own_colour_once_and_the_school_of_magic_has_every_colour() -> None:
    story = seated(
        {"anna": "merchant", "ben": "bishop", "carla": "warlord", "dennis": "king"},
        gold={"anna": 0},
        cities={"anna": ["market", "docks", "temple", "school-of-magic"]},
    )
    story.play("dennis", "take-gold", "end-turn")
    story.play("ben", "take-gold", "end-turn")
    assert story.has("anna", "gold") == 1
    story.play("anna", "take-income")
    assert story.has("anna", "gold") == 4
    assert "before this turn" in story.refusal("anna", "take-income")


def test_the_architect_builds_three_districts_and_no_fourth() -> None:
    story = seated(
        {"anna": "architect", "ben": "bishop", "carla": "merchant", "dennis": "king"},
        gold={"anna": 9},
        hands={"anna": ["tavern", "temple", "market", "church"]},
    )
    for role in ("dennis", "ben", "carla"):
        story.play(role, "take-gold", "end-turn")
    assert len(story.has("anna", "hand")) == 6
    story.play("anna", "take-gold", "build tavern", "build temple", "build market")
    assert "than the character allows" in story.refusal("anna", "build church")


# The warlord and what stops him


def warlord(**layout: Any) -> Story:
    """Dennis as the warlord who has taken gold; Ben is the bishop."""
    story = seated(
        {"anna": "architect", "ben": "bishop", "carla": "merchant", "dennis": "warlord"}, **layout
    )
    for role in ("ben", "carla", "anna"):
        story.play(role, "take-gold", "end-turn")
    story.play("dennis", "take-gold")
    return story


def destroyable(story: Story) -> list[str]:
    return sorted(move for move in story.legal("dennis") if move.startswith("destroy"))


def test_the_warlord_pays_one_less_and_nothing_for_the_cheapest() -> None:
    story = warlord(gold={"dennis": 0}, cities={"anna": ["tavern", "docks", "harbor"]})
    assert destroyable(story) == ["destroy docks of anna", "destroy tavern of anna"]
    story.play("dennis", "destroy tavern of anna")
    assert story.has("dennis", "gold") == 2
    assert "power" in story.refusal("dennis", "destroy docks of anna")


def test_the_warlord_spares_the_living_bishop_his_own_city_and_a_complete_one() -> None:
    complete = ["tavern", "temple", "market", "church", "manor", "prison", "docks", "castle"]
    story = warlord(
        gold={"dennis": 10},
        cities={"ben": ["temple"], "dennis": ["tavern"], "carla": complete, "anna": ["church"]},
    )
    assert destroyable(story) == ["destroy church of anna"]
    assert "bishop" in story.refusal("dennis", "destroy temple of ben")
    assert "complete" in story.refusal("dennis", "destroy castle of carla")


def test_the_city_of_a_murdered_bishop_is_not_protected() -> None:
    story = seated(
        {"anna": "assassin", "ben": "bishop", "carla": "merchant", "dennis": "warlord"},
        cities={"ben": ["temple"]},
    )
    story.play("anna", "murder bishop", "take-gold", "end-turn")
    story.play("carla", "take-gold", "end-turn")
    assert destroyable(story) == ["destroy temple of ben"]


def test_the_great_wall_makes_the_other_districts_dearer_but_not_itself() -> None:
    story = warlord(gold={"dennis": 2}, cities={"anna": ["great-wall", "castle", "palace"]})
    assert destroyable(story) == ["destroy castle of anna"]
    story.play("dennis", "destroy castle of anna")
    assert story.has("dennis", "gold") == 0
    story = warlord(gold={"dennis": 3}, cities={"anna": ["great-wall", "palace"]})
    assert "destroy great-wall of anna" in destroyable(story)


def test_the_graveyard_takes_a_destroyed_district_for_one_gold() -> None:
    story = warlord(gold={"dennis": 5}, cities={"anna": ["graveyard"], "carla": ["castle"]})
    story.play("dennis", "destroy castle of carla")
    assert story.table("ruins") == ["castle"]
    assert story.legal("dennis") == []
    paid = story.has("anna", "gold") - 1
    story.play("anna", "use graveyard")
    assert story.has("anna", "gold") == paid
    assert "castle" in story.has("anna", "hand")
    assert "end-turn" in story.legal("dennis")


def test_whoever_leaves_the_ruins_sees_them_discarded() -> None:
    story = warlord(gold={"dennis": 5}, cities={"anna": ["graveyard"], "carla": ["castle"]})
    story.play("dennis", "destroy castle of carla")
    story.play("anna", "leave-ruins graveyard")
    assert story.table("discard-pile") == ["castle"]


def test_the_warlord_cannot_use_his_own_graveyard() -> None:
    story = warlord(gold={"dennis": 5}, cities={"dennis": ["graveyard"], "carla": ["castle"]})
    story.play("dennis", "destroy castle of carla")
    assert story.table("discard-pile") == ["castle"]
    assert "warlord" in story.refusal("dennis", "use graveyard")


# Purple districts


def king_with(*city: str, **layout: Any) -> Story:
    """Anna as the king with a city of these districts."""
    return seated(
        {"anna": "king", "ben": "bishop", "carla": "merchant", "dennis": "architect"},
        cities={"anna": city},
        **layout,
    )


def test_the_laboratory_turns_a_card_into_gold_once_a_turn() -> None:
    story = king_with("laboratory", hands={"anna": ["tavern", "temple"]}, gold={"anna": 0})
    story.play("anna", "use laboratory", "discard temple")
    assert story.has("anna", "gold") == 1
    assert story.table("discard-pile") == ["temple"]
    assert "before this turn" in story.refusal("anna", "use laboratory")


def test_the_observatory_shows_three_cards() -> None:
    story = king_with("observatory", deck=["keep", "manor", "castle"])
    story.play("anna", "draw-cards")
    assert sorted(story.legal("anna")) == ["keep castle", "keep keep", "keep manor"]


def test_the_library_keeps_all_drawn_cards_also_those_of_the_observatory() -> None:
    story = king_with("library", "observatory", deck=["keep", "manor", "castle"])
    story.play("anna", "draw-cards")
    assert sorted(story.has("anna", "hand")) == ["castle", "keep", "manor"]


def test_the_haunted_city_is_in_the_larger_deck_only() -> None:
    game = open_library("citadels", 4)
    assert Story(game).table("deck") == 65 - 16
    assert Story(game.settled(deck="haunted")).table("deck") == 66 - 16


# Scores


def points(city: Sequence[str], *, first: bool, new: Sequence[str] = ()) -> int:
    """What a city is worth, by the rulebook: computed from the cards and nothing else."""
    total = sum(DECK[card][1] for card in city)
    total += 2 * sum(card in ("dragon-gate", "university") for card in city)
    colours = {DECK[card][0] for card in city if card != "haunted-city"}
    if "haunted-city" in city:
        wild = "haunted-city" not in new
        colours |= {"wild"} if wild else {"purple"}
    if len(colours) >= 5:
        total += 3
    if len(city) >= 8:
        total += 4 if first else 2
    return total


def finish(story: Story) -> Story:
    """Let everybody who is asked take gold and end the turn, until the next draft or the end."""
    before = story.table("round")
    while not isinstance(story.state.turn, Over) and story.table("round") == before:
        (role,) = story.state.turn.roles  # type: ignore[union-attr]
        story.play(role, "end-turn" if "end-turn" in story.legal(role) else "take-gold")
    return story


def test_points_count_districts_colours_and_the_first_complete_city() -> None:
    city = ["manor", "temple", "tavern", "watchtower", "keep", "dragon-gate", "castle"]
    story = king_with(*city, hands={"anna": ["market"]})
    story.play("anna", "take-gold", "build market")
    finish(story)
    assert isinstance(story.state.turn, Over)
    assert story.has("anna", "points") == 3 + 1 + 1 + 1 + 3 + 8 + 4 + 2 + 3 + 4
    assert story.state.outcome() == {"anna": 100, "ben": 0, "carla": 0, "dennis": 0}


def test_the_first_complete_city_gets_four_points_and_every_other_two() -> None:
    seven = ["manor", "temple", "tavern", "prison", "castle", "church", "docks"]
    story = seated(
        {"anna": "king", "ben": "bishop", "carla": "merchant", "dennis": "architect"},
        cities={"anna": seven, "ben": seven[:2], "carla": ["palace"]},
        hands={"anna": ["market"]},
    )
    story.play("anna", "take-gold", "build market")
    finish(story)
    assert story.has("anna", "points") == points([*seven, "market"], first=True)
    assert story.has("carla", "points") == 5


@pytest.mark.parametrize("new", [True, False], ids=["of the last round", "of old"])
def test_a_haunted_city_is_the_missing_colour_unless_it_is_new(new: bool) -> None:
    city = ["manor", "temple", "tavern", "keep", "castle", "church"]
    rest = ["haunted-city", "market"]
    story = king_with(
        *city,
        *(["market"] if new else ["haunted-city"]),
        hands={"anna": ["haunted-city"] if new else ["market"]},
        options={"deck": "haunted"},
    )
    story.play("anna", "take-gold", f"build {'haunted-city' if new else 'market'}")
    finish(story)
    expected = points([*city, *rest], first=True, new=["haunted-city"] if new else [])
    assert story.has("anna", "points") == expected
    assert expected == 3 + 1 + 1 + 3 + 4 + 2 + 2 + 2 + 4 + (0 if new else 3)


# Random matches


class Referee:
    """Watches a match: counts cards and gold in every state, and keeps the score on its own."""

    def __init__(self, game: IgoldGame) -> None:
        self.game = game
        world = game.world
        self.fields = {
            (
                world.spaces[one.index].index if world.spaces[one.index].host == "actor" else -1,
                one.id,
            ): n
            for n, one in enumerate(world.fields)
        }
        self.gold = [n for n, one in enumerate(world.attributes) if one.id == "gold"]
        self.characters = [
            n for n, one in enumerate(world.objects) if str(one.id).startswith("card.")
        ]
        self.word = [one.word for one in world.objects]

    def cards(self, state: IgoldState, field: str, player: int = -1) -> list[str]:
        return [self.word[n] for n in state.position.inside[self.fields[player, field]]]

    def watch(self, state: IgoldState) -> None:
        s = state.position
        lying = sorted(n for inside in s.inside for n in inside)
        assert lying == list(range(len(self.word))), "every card lies in exactly one place"
        assert all(s.inside[s.place[n]].count(n) == 1 for n in lying)
        assert all(s.values[slot] >= 0 for slot in self.gold)
        assert sum(s.values[slot] for slot in self.gold) <= 30
        held = [
            name
            for player in range(len(self.game.roles))
            for name in self.cards(state, "chosen", player) + self.cards(state, "revealed", player)
        ]
        assert len(held) == len(set(held)), "nobody shares a character"

    def play(self, seed: int) -> IgoldState:
        """One random match, watched, with its score kept."""
        rng = Random(seed)
        state = self.game.initial(seed)
        first: int | None = None
        while not isinstance(state.turn, Over):
            self.watch(state)
            state = state.after(random_event(state, rng).moves)
            assert isinstance(state, IgoldState)
            if first is None:
                complete = [
                    player
                    for player in range(len(self.game.roles))
                    if len(self.cards(state, "city", player)) >= 8
                ]
                first = complete[0] if complete else None
        assert state.fault is None
        self.watch(state)
        self.judge(state, first)
        return state

    def judge(self, state: IgoldState, first: int | None) -> None:
        cities = [self.cards(state, "city", n) for n in range(len(self.game.roles))]
        new = [
            name.partition(" of ")[0]
            for name in state.view(None)["game"]["links"]["built-this-round"]
        ]
        scores = [points(city, first=n == first, new=new) for n, city in enumerate(cities)]
        worth = [
            sum(DECK[card][1] + 2 * (card in ("dragon-gate", "university")) for card in city)
            for city in cities
        ]
        shown = state.view(None)["players"]
        assert [shown[role]["attributes"]["points"] for role in self.game.roles] == scores
        best = max(zip(scores, worth, strict=True))
        winners = [pair == best for pair in zip(scores, worth, strict=True)]
        outcome = [state.outcome()[role] for role in self.game.roles]
        assert [value > 0 for value in outcome] == winners
        assert len({value for value, won in zip(outcome, winners, strict=True) if won}) == 1
        treasury = state.view(None)["game"]["attributes"]["treasury"]
        assert treasury + sum(state.position.values[slot] for slot in self.gold) == 30


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("players", range(2, 8))
def test_random_matches_lose_no_card_and_no_gold_and_score_by_the_rulebook(players: int) -> None:
    referee = Referee(open_library("citadels", players).settled(deck="haunted"))
    for seed in range(MATCHES):
        referee.play(seed)


def test_the_deck_is_that_of_the_rulebook() -> None:
    referee = Referee(open_library("citadels", 2).settled(deck="haunted"))
    state = referee.game.initial(0)
    cards = Counter(
        referee.word[n] for n in range(len(referee.word)) if referee.word[n] not in CHARACTERS
    )
    assert cards == {name: count for name, (_, _, count) in DECK.items()}
    assert len(referee.cards(state, "deck")) == 66 - 8


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("players", [2, 4, 7] if SOAK else [2])
def test_it_keeps_the_contract(players: int) -> None:
    matches, every = (10, 1) if SOAK else (1, 11)
    check_game(open_library("citadels", players), matches=matches, seed=players, every=every)


# What nobody may know


def questions(game: IgoldGame, role: str) -> list[str]:
    """What a player may wonder about."""
    named = [*DECK, *CHARACTERS]
    return [
        *(f"{verb} {name}" for verb in ("build", "keep", "discard", "choose") for name in named),
        *(f"destroy {name} of {other}" for name in DECK for other in game.roles if other != role),
        *("take-gold", "draw-cards", "end-turn", "use graveyard", "use smithy", "murder king"),
    ]


def told(state: IgoldState, role: str, asked: Sequence[str]) -> dict[str, Any]:
    """All that a player is told: the view, the moves, and why what is asked about is refused."""
    game = state.game
    return {
        "view": state.view(Role(role)),
        "legal": list(state.legal(Role(role))),
        **{move: str(state.why_not(Role(role), game.parse_move(move))) for move in asked},
    }


@pytest.mark.timeout(7200)
def test_nothing_that_is_told_to_a_player_depends_on_cards_hidden_from_the_player() -> None:
    game = open_library("citadels", 4)
    differed = 0
    for seed in range(500 if SOAK else 1):
        rng = Random(seed)
        state = game.initial(seed)
        for step in range(10_000):
            if isinstance(state.turn, Over):
                break
            if step % 10 == 0:
                role = game.roles[rng.randrange(4)]
                other = state.determinize(role, rng)
                assert isinstance(other, IgoldState)
                differed += other != state
                asked = rng.sample(questions(game, role), QUESTIONS)
                assert told(other, role, asked) == told(state, role, asked)
            state = state.after(random_event(state, rng).moves)  # type: ignore[assignment]
    assert differed > 20, "other cards must have been dealt for this to mean anything"


def test_hands_and_characters_are_seen_by_their_owners_only() -> None:
    game = open_library("citadels", 5)
    rng = Random(7)
    state = game.initial(7)
    while not isinstance(state.turn, Over):
        for viewer in (None, *game.roles):
            view = state.view(viewer)
            assert "objects" not in view["game"]["fields"]["deck"]
            assert "objects" not in view["game"]["fields"]["face-down"]
            for role, shown in view["players"].items():
                for field in ("hand", "drawn", "chosen"):
                    assert ("objects" in shown["fields"][field]) == (role == viewer)
        state = state.after(random_event(state, rng).moves)  # type: ignore[assignment]


def test_the_log_and_its_differences_tell_nobody_what_others_chose_and_kept() -> None:
    game = open_library("citadels", 2)
    players = {role: parse_player("random") for role in game.roles}
    setup = setup_match(game, players, seed=4)
    events = list(play(game, players, seed=4, where=Where.INLINE))
    ben = game.roles[1]
    before: Any = {}
    for message, seen in spectate(game, setup, events, ben):
        assert set(message.get("moves", {})) <= {ben}
        assert message.get("move") is None or message["role"] == ben
        after = json.dumps(seen.view)
        for step in difference(before, seen.view):
            assert json.dumps(step.get("value", ""))[1:-1] in after
        before = seen.view
