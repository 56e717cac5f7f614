"""Games in which not everybody sees everything: what is seen, by whom, and what it is worth."""

from __future__ import annotations

from fractions import Fraction


def test_the_candidate_never_sees_where_the_car_is_hidden(engine):
    rules = engine("monty-hall")
    start = rules.initial()
    seen = {rules.sees(start, ("noop", hide))["candidate"] for hide in rules.legal(start, "random")}
    assert seen == {frozenset()}


def test_the_host_opens_a_door_with_nothing_behind_it_and_the_candidate_sees_it(engine):
    rules = engine("monty-hall")
    position = rules.next(rules.initial(), ("noop", ("hide_car", "2")))
    position = rules.next(position, (("choose_door", "1"), "noop"))
    assert rules.legal(position, "random") == (("open_door", "3"),)
    assert rules.sees(position, ("noop", ("open_door", "3")))["candidate"] == {("opened", "3")}


def test_switching_wins_two_times_out_of_three(engine):
    rules = engine("monty-hall")

    def value(position, choice):
        """The candidate's expectation, with all of chance's moves alike."""
        if rules.terminal(position):
            return Fraction(rules.goals(position)["candidate"][0], 100)
        mine = rules.legal(position, "candidate")
        move = choice if choice in mine else mine[0]
        chances = rules.legal(position, "random")
        after = [value(rules.next(position, (move, chance)), choice) for chance in chances]
        return sum(after) / len(after)

    assert value(rules.initial(), "switch") == Fraction(2, 3)
    assert value(rules.initial(), "stay") == Fraction(1, 3)


def deal(rules, first, second):
    return rules.next(rules.initial(), ("noop", "noop", ("deal", first, second)))


def test_a_card_is_seen_by_its_owner_only(engine):
    rules = engine("kuhn-poker")
    seen = rules.sees(rules.initial(), ("noop", "noop", ("deal", "king", "jack")))
    assert seen["first"] == {("card", "king")}
    assert seen["second"] == {("card", "jack")}


def test_bets_are_heard_by_both_and_cards_shown_only_at_a_showdown(engine):
    rules = engine("kuhn-poker")
    position = deal(rules, "king", "jack")
    said = rules.sees(position, ("bet", "noop", "noop"))
    assert said["second"] == {("said", "first", "bet")}
    position = rules.next(position, ("bet", "noop", "noop"))
    assert rules.sees(position, ("noop", "fold", "noop"))["first"] == {("said", "second", "fold")}
    assert rules.sees(position, ("noop", "call", "noop"))["first"] == {
        ("said", "second", "call"),
        ("shows", "second", "jack"),
    }


def test_a_bluff_may_win_and_may_cost_double(engine):
    rules = engine("kuhn-poker")
    position = rules.next(deal(rules, "jack", "king"), ("bet", "noop", "noop"))
    folded = rules.next(position, ("noop", "fold", "noop"))
    assert rules.terminal(folded)
    assert rules.goals(folded)["first"] == (75,)
    called = rules.next(position, ("noop", "call", "noop"))
    assert rules.goals(called)["first"] == (0,)
    assert rules.goals(called)["second"] == (100,)


def test_kuhn_poker_has_thirty_ends(engine):
    """Six deals, each with five ways to bet: the tree of the textbook."""
    rules = engine("kuhn-poker")

    def ends(position):
        if rules.terminal(position):
            return 1
        return sum(
            ends(rules.next(position, (a, b, c)))
            for a in rules.legal(position, "first")
            for b in rules.legal(position, "second")
            for c in rules.legal(position, "random")
        )

    assert ends(rules.initial()) == 30


def table(rules, anna, bert):
    position = rules.next(rules.initial(), ("noop", "noop", ("roll", *anna)))
    return rules.next(position, ("noop", "noop", ("roll", *bert)))


def test_dice_are_seen_by_their_owner_only(engine):
    rules = engine("liars-dice")
    start = rules.initial()
    seen = rules.sees(start, ("noop", "noop", ("roll", "3", "5")))
    assert seen["anna"] == {("rolled", "3", "5")}
    assert seen["bert"] == frozenset()


def test_a_bid_must_be_higher_than_the_last(engine):
    rules = engine("liars-dice")
    position = rules.next(table(rules, "35", "11"), (("bid", "2", "4"), "noop", "noop"))
    bids = rules.legal(position, "bert")
    assert ("bid", "2", "5") in bids
    assert ("bid", "3", "1") in bids
    assert ("bid", "2", "4") not in bids
    assert ("bid", "1", "6") not in bids
    assert "doubt" in bids


def test_the_first_bid_cannot_be_doubted_before_it_is_made(engine):
    rules = engine("liars-dice")
    assert "doubt" not in rules.legal(table(rules, "35", "11"), "anna")


def test_a_doubt_uncovers_the_dice_and_decides(engine):
    rules = engine("liars-dice")
    for dice, anna in (("53", 100), ("33", 0)):
        position = rules.next(table(rules, "35", dice), (("bid", "2", "5"), "noop", "noop"))
        assert rules.sees(position, ("noop", "doubt", "noop"))["bert"] == {
            ("said", "bert", "doubt"),
            ("shows", "anna", "3", "5"),
        }
        end = rules.next(position, ("noop", "doubt", "noop"))
        assert rules.terminal(end)
        assert rules.goals(end)["anna"] == (anna,)
        assert rules.goals(end)["bert"] == (100 - anna,)
