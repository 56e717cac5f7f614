"""Games in which everybody moves at once."""

from __future__ import annotations


def test_goofspiel_gives_the_prize_to_the_higher_bid(engine):
    rules = engine("goofspiel")
    position = rules.next(rules.initial(), (("bid", "5"), ("bid", "2")))
    facts = rules.facts(position)
    assert {("score", "anna", "1"), ("score", "bert", "0"), ("prize", "2")} <= facts
    assert ("bid", "5") not in rules.legal(position, "anna")
    assert ("bid", "5") in rules.legal(position, "bert")


def test_goofspiel_gives_nobody_a_prize_both_bid_the_same_for(engine):
    rules = engine("goofspiel")
    position = rules.next(rules.initial(), (("bid", "4"), ("bid", "4")))
    assert {("score", "anna", "0"), ("score", "bert", "0")} <= rules.facts(position)


def test_goofspiel_ends_after_six_prizes(engine):
    rules = engine("goofspiel")
    position = rules.initial()
    for card in range(1, 7):
        bert = card % 6 + 1
        position = rules.next(position, (("bid", str(card)), ("bid", str(bert))))
    assert rules.terminal(position)
    assert rules.goals(position) == {"anna": (0,), "bert": (100,)}


def test_tron_asks_all_four_riders_at_once(engine):
    rules = engine("tron")
    start = rules.initial()
    assert {rules.legal(start, rider) for rider in rules.roles} == {
        ("east", "north", "south", "west")
    }


def test_tron_riders_who_want_the_same_square_both_crash(engine):
    rules = engine("tron")
    facts = {("rider", "red", "4", "5"), ("rider", "blue", "6", "5"), ("rider", "green", "1", "1")}
    facts |= {("cell", "4", "5", "red"), ("cell", "6", "5", "blue"), ("cell", "1", "1", "green")}
    position = rules.next(rules.position(facts), ("east", "north", "west", "noop"))
    assert rules.terminal(position)
    assert rules.goals(position) == {"red": (0,), "green": (100,), "blue": (0,), "yellow": (0,)}


def test_tron_riders_who_crash_last_share(engine):
    rules = engine("tron")
    facts = {("rider", "red", "1", "5"), ("rider", "blue", "9", "5")}
    facts |= {("cell", "1", "5", "red"), ("cell", "9", "5", "blue")}
    position = rules.next(rules.position(facts), ("west", "noop", "east", "noop"))
    assert rules.terminal(position)
    assert rules.goals(position) == {"red": (50,), "green": (0,), "blue": (50,), "yellow": (0,)}


def test_tron_crashes_into_a_wall_and_leaves_it_standing(engine):
    rules = engine("tron")
    facts = {("rider", "red", "2", "2"), ("rider", "green", "8", "8"), ("rider", "blue", "5", "5")}
    facts |= {("cell", "3", "2", "yellow"), ("cell", "2", "2", "red")}
    after = rules.facts(rules.next(rules.position(facts), ("east", "north", "north", "noop")))
    assert not any(fact[:2] == ("rider", "red") for fact in after)
    assert ("cell", "3", "2", "yellow") in after
