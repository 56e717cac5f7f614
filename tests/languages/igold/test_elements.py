"""What every element of the language does: small games that work everything out once."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielwerk.core import CHANCE, Chance, Joint, Open, Over
from spielwerk.languages.igold import open_path

FIXTURES = Path(__file__).parent / "fixtures"


def load(name):
    return open_path(str(FIXTURES / f"{name}.igold.xml"))


def worked_out(state):
    assert state.fault is None, state.fault
    return state.view(None)["game"]["attributes"]


def test_values_are_computed():
    found = worked_out(load("values").initial())
    assert found == {
        "sum": 7, "difference": -3, "product": 30, "quotient": 3, "remainder": 3,
        "smallest": 4, "largest": 7, "exact": 0.125, "text": "hello",
        "total-worth": 11, "best-worth": 7, "worths": 2,
        "all-scores": 60, "best-score": 30, "best-seat": 3, "worst-seat": 1, "others": 4,
        "everybody": 3, "cards": 3, "no-cards": 0, "low-cards": 2, "two-top": 9, "bottom": 2,
        "size": 9, "size-again": 9, "depth": 6, "sum-again": 9, "of-phase": 8,
        "bounded": 5, "bottomed": 0, "worked": 7,
        "has-iron": 1, "has-gold": 0, "is-red": 1,
        "colour": "red", "metals": ["iron"], "small": 0, "mood": 8,
    }  # fmt: skip


KINDS = ("actor", "object", "field", "space", "attribute", "action", "implication")


@pytest.mark.parametrize("kind", KINDS)
def test_links_and_lists_of_every_kind_can_be_set_added_to_and_cleared(kind):
    found = worked_out(load("links").initial())
    assert [found[f"{kind}-{when}"] for when in ("empty", "set", "gone")] == [1, 1, 1]


def test_lists_keep_the_order_of_adding_and_know_what_is_in_them():
    found = worked_out(load("links").initial())
    assert (found["first-seat"], found["last-seat"], found["seat-sum"]) == (3, 1, 4)
    assert found["anna-in"] == found["stone-in"] == found["spot-in"] == 1
    assert (found["stones"], found["spots"], found["space-fields"]) == (1, 1, 2)
    assert found["linked-value"] == 5
    assert found["state-seat"] == 2


def test_a_cube_of_fields_has_ways_and_lengths():
    found = worked_out(load("places").initial())
    assert found["across"] == 4
    assert (found["roundabout"], found["back-again"]) == (3, 1), "one direction is restricted"
    assert found["no-way"] == -1
    assert (found["neighbours"], found["near"]) == (4, 7)
    assert (found["row-below"], found["column-below"], found["outside"]) == (2, 3, 0)
    assert (found["path-short"], found["path-any"], found["joined"]) == (0, 1, 1)


def test_objects_lie_in_order_and_move_from_either_end():
    found = worked_out(load("places").initial())
    for name in ("ghost-below", "man-on-top", "arrived", "ghost-in-bin"):
        assert found[name] == 1, name
    assert found["store-after-swap"] == 2


def test_owners_of_objects_fields_and_spaces_change():
    found = worked_out(load("places").initial())
    for name in ("anna-owns-it", "nobody-owns-it", "carla-owns-field", "nobody-owns-field"):
        assert found[name] == 1, name
    assert (found["owner-seat"], found["field-owner"], found["space-owner"]) == (2, 1, 3)


def test_spaces_are_found_by_rules_types_and_lists():
    found = worked_out(load("places").initial())
    counts = [found[name] for name in ("areas", "one-space", "two-spaces", "no-spaces")]
    assert counts == [14, 12, 14, 0]
    assert found["same-space"] == found["among"] == 1
    assert found["seat-of-one"] == 2


def test_abstract_states_run_first_and_abstract_transitions_are_asked_first():
    assert worked_out(load("heritage").initial())["trace"] == 123


# Chance


def drawn(state, *moves):
    for move in moves:
        assert state.turn == Chance()
        state = state.after({CHANCE: move})
    return state


def test_weights_decide_and_what_was_drawn_without_replacement_is_gone():
    state = load("chances").initial()
    assert state.odds() == {"die 1": 3, "die 2": 1}
    second = drawn(state, "die 2")
    assert second.turn == Chance(), "one value is left, but three chances of it: no draw is needed"


def test_the_last_value_left_is_drawn_by_itself_and_a_reset_puts_all_back():
    state = drawn(load("chances").initial(), "die 1")
    assert state.odds() == {"die 1": 2, "die 2": 1}
    third = drawn(state, "die 2")
    assert third.odds() == {"die 1": 3, "die 2": 1}, "reset between"


def test_chance_draws_values_and_elements_of_every_kind():
    state = drawn(
        load("chances").initial(),
        "die 1", "die 1", "die 2", "part 0.25", "coin yes", "word rain", "hue blue",
        "who ben", "what shell", "where there",
    )  # fmt: skip
    found = worked_out(state)
    assert found["three"] == 2
    assert (found["share"], found["heads"], found["weather"]) == (0.25, True, "rain")
    assert (found["colour"], found["drawn-seat"], found["area-fields"]) == ("blue", 2, 2)
    assert state.view(None)["game"]["fields"]["there"]["objects"] == ["shell"]


# Implications


def test_impacts_are_ordered_by_priority_and_undone_when_inactive():
    state = load("influence").initial()
    up = state.after({"anna": "raise room"})
    found = worked_out(up)
    assert found["order"] == (10 + 5) * 3 // 2 - 1
    assert (found["late"], found["early"]) == (1, 0), "only later impacts see what earlier ones did"
    assert found["phased"] == 1
    down = up.after({"anna": "raise room"})
    assert {**worked_out(down), "count": 0} == {**worked_out(state), "count": 0}


def test_implications_work_on_the_element_they_belong_to():
    state = load("influence").initial()
    up = state.after({"anna": "raise room"})
    assert worked_out(up)["size"] == 8
    assert [up.view(role)["players"][role]["attributes"]["luck"] for role in up.game.roles] == [
        1,
        2,
        3,
    ]


def test_implications_change_who_sees_what():
    state = load("influence").initial()

    def corner(s, role):
        return s.view(role)["game"]["fields"].get("corner")

    assert corner(state, "carla")["objects"] == ["gem"]
    up = state.after({"anna": "raise room"})
    assert corner(up, "anna")["objects"] == ["gem"]
    assert corner(up, "ben")["objects"] == [None], "the field, but not the object in it"
    assert corner(up, "carla") is None


# Selections and actions


def test_every_kind_of_thing_can_be_selected():
    state = load("choices").initial()
    assert state.turn == Joint(("anna",))
    assert state.legal("anna") == ("name ben", "name carla")
    state = state.after({"anna": "name carla"})
    assert state.legal("anna") == ("pick stone", "pick pearl"), "equal stones are one move"
    state = state.after({"anna": "pick stone"})
    assert "done" in state.legal("anna")
    state = state.after({"anna": "pick pearl"})
    assert state.legal("anna") == ("mark bag", "mark cup")
    state = state.after({"anna": "mark cup"})
    assert state.turn == Joint(("anna", "ben", "carla")), "all select at the same time"
    state = state.after({"anna": "say 1", "ben": "say 3", "carla": "say 2"})
    assert state.legal("anna") == ("feel calm", "feel wild")
    state = state.after({"anna": "feel wild"}).after({"anna": "answer yes"})
    found = worked_out(state)
    assert (found["named"], found["unnamed"]) == (3, 2)
    assert (found["marked"], found["unmarked"]) == (2, 1)
    assert (found["mood"], found["sure"]) == ("wild", True)
    bids = [state.view(None)["players"][role]["attributes"]["bid"] for role in state.game.roles]
    assert bids == [1, 3, 2]


@pytest.fixture
def acting():
    """Where everybody may begin a long action."""
    state = load("choices").initial()
    for moves in (
        {"anna": "name ben"}, {"anna": "pick stone"}, {"anna": "done"}, {"anna": "mark cup"},
        {"anna": "say 1", "ben": "say 1", "carla": "say 1"}, {"anna": "feel calm"},
        {"anna": "answer no"},
    ):  # fmt: skip
        state = state.after(moves)
    return state


def test_actors_in_different_complex_actions_do_not_wait_for_each_other(acting):
    assert acting.turn == Open(("anna", "ben", "carla"))
    state = acting.after({"anna": "long"}).after({"ben": "long"})
    assert "watch" in state.legal("carla"), "anna's action is under way"
    state = state.after({"carla": "watch"})
    state = state.after({"ben": "choose anna"})
    friends = {
        role: state.view(None)["players"][role]["attributes"]["friend"] for role in ("anna", "ben")
    }
    assert friends == {"anna": 0, "ben": 1}
    assert "choose ben" in state.legal("anna")


def test_an_action_is_counted_for_its_actor_once_it_is_complete(acting):
    state = acting.after({"anna": "long"})
    assert state.after({"anna": "abort"}).legal("anna") == ("long",)
    state = state.after({"anna": "choose carla"})
    assert "long" not in state.legal("anna")
    assert "long" in state.legal("ben")


def test_a_state_ends_when_nobody_can_act_any_more(acting):
    state = acting
    for role, friend in (("anna", "ben"), ("ben", "carla"), ("carla", "anna")):
        state = state.after({role: "long"}).after({role: f"choose {friend}"})
    assert isinstance(state.turn, Over)


# On the page


def test_moves_are_labelled_with_what_they_are_about(ofua):
    state = ofua.initial().after({"player1": "draw-cards"})
    assert state.view("player1")["table"]["moves"] == {"choose docks": "Docks"}
    state = state.after({"player1": "choose docks"}).after({"player1": "take-gold"})
    labels = state.view("player1")["table"]["moves"]
    assert labels["construct-building docks"] == "Construct building Docks"
    assert labels["finish-turn"] == "Finish turn"


def test_questions_and_endings_are_in_both_languages():
    state = load("choices").initial()
    assert state.view("anna")["asked"] == {"de": "Wen"}
    state = state.after({"anna": "name ben"}).after({"anna": "pick stone"})
    assert state.view("anna")["table"]["moves"]["done"] == {"en": "Done", "de": "Fertig"}


def test_cards_say_how_they_look_and_what_they_are_good_for():
    (row,) = [
        a for a in load("values").initial().view(None)["table"]["areas"] if a["kind"] == "cards"
    ]
    low, _, high = row["cards"]
    assert (low["color"], low["shape"], low["corner"]) == ("green", "token", "2")
    assert (high["color"], high["shape"], high["corner"]) == ("white", "card", "7")
    assert high["note"] == {"en": "It is worth something."}
