"""Stories of matches: who is asked, who is late, who strikes out, and how it ends."""

from __future__ import annotations

import pytest
from tests.match.table import Table
from tests.players import native

from spielwerk.core import Event, Move, Role
from spielwerk.match import (
    Answer,
    Began,
    Clock,
    Crash,
    Decline,
    Ended,
    Forfeited,
    ImpossibleEvent,
    Late,
    Leave,
    MatchLog,
    Moved,
    Offer,
    Pause,
    Paused,
    Ready,
    Refused,
    Replaced,
    Resign,
    Resigned,
    Resume,
    Resumed,
    Say,
    Setup,
    Sit,
    Status,
    Stepped,
    Struck,
    Take,
    TakeBack,
    Want,
    evolve,
    parse_policy,
    replay_match,
)

X, O = native.X, native.O  # noqa: E741
ANNA, BERT = native.ANNA, native.BERT
RED, GREEN, BLUE = native.Race.RUNNERS


def test_play_begins_when_everybody_is_ready() -> None:
    table = Table(native.tic_tac_toe(), seated=False)
    assert table.do(1.0, Sit(X)) == (Ready(1.0, X),)
    assert table.match.asked == ()
    assert table.do(2.5, Sit(O)) == (Ready(2.5, O), Began(2.5))
    assert table.match.asked == (X,)


def test_the_start_clock_begins_a_match_without_those_who_are_not_ready() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(start=10, move=1)), seated=False)
    table.do(1.0, Sit(O))
    assert table.match.next_deadline == 10
    assert table.wait(9.9) == ()
    assert table.wait(10.0) == (Began(10.0),)
    assert table.wait(11.1)[0] == Late(11.1, X)


def test_a_move_is_made_as_soon_as_it_is_answered() -> None:
    table = Table(native.tic_tac_toe())
    assert table.say(1.0, "x", " 5 ") == (
        Moved(1.0, X, Move("5")),
        Stepped(1.0, Event({X: Move("5")})),
    )
    assert table.match.asked == (O,)


def test_moves_at_once_wait_for_each_other() -> None:
    table = Table(native.goofspiel())
    assert table.say(1.0, "bert", "bid 4") == (Moved(1.0, BERT, Move("bid 4")),)
    assert table.match.asked == (ANNA,)
    assert table.say(2.0, "bert", "bid 1") == ()
    (_, step) = table.say(3.0, "anna", "bid 2")
    assert step == Stepped(3.0, Event({BERT: Move("bid 4"), ANNA: Move("bid 2")}))


def test_in_an_open_turn_the_first_answer_counts_and_the_other_goes_on_choosing() -> None:
    table = Table(native.draft(picks=1))
    table.say(1.0, "bert", "take 3")
    assert table.match.asked == (ANNA,)
    assert table.say(1.5, "anna", "take 2")[-1] == Ended(1.5, {ANNA: 0, BERT: 100}, "the rules")


def test_an_answer_to_an_older_question_counts_in_an_open_turn_if_it_still_can() -> None:
    table = Table(native.draft(picks=1))
    table.say(1.0, "bert", "take 3")
    assert table.do(1.1, Answer(ANNA, "take 3", step=0)) == ()
    assert table.match.asked == (ANNA,)
    assert table.do(1.2, Answer(ANNA, "take 2", step=0))[0] == Moved(1.2, ANNA, Move("take 2"))


def test_an_answer_to_an_older_question_is_not_taken_for_one_to_the_next() -> None:
    table = Table(native.goofspiel(), Setup(late=parse_policy("random-move"), clock=Clock(move=1)))
    table.say(0.5, "anna", "bid 4")
    table.wait(1.5)
    assert table.match.step == 1
    assert table.do(1.6, Answer(BERT, "bid 1", step=0)) == ()


def test_chance_follows_the_seed_of_the_match() -> None:
    deals = {seed: Table(native.kuhn_poker(), Setup(seed=seed)).match.state for seed in range(20)}
    again = {seed: Table(native.kuhn_poker(), Setup(seed=seed)).match.state for seed in range(20)}
    assert deals == again
    assert len(set(deals.values())) > 3


@pytest.mark.parametrize(
    ("policy", "consequence"),
    [
        ("forfeit", Forfeited(1.1, X, "was late")),
        ("default-move", Replaced(1.1, X, Move("1"))),
        ("random-move", Replaced),
        ("strike:2", Struck(1.1, X, 1)),
    ],
)
def test_who_is_late_is_treated_by_the_named_policy(policy: str, consequence: object) -> None:
    setup = Setup(clock=Clock(move=1.0), late=parse_policy(policy))
    table = Table(native.tic_tac_toe(), setup)
    late, answer, *_ = table.wait(1.1)
    assert late == Late(1.1, X)
    assert answer == consequence or (consequence is Replaced and isinstance(answer, Replaced))


def test_an_answer_that_comes_after_the_deadline_is_late_although_nobody_looked() -> None:
    setup = Setup(clock=Clock(move=1.0), late=parse_policy("default-move"))
    table = Table(native.tic_tac_toe(), setup)
    late, replaced, step = table.say(1.2, "x", "5")
    assert (late, replaced) == (Late(1.2, X), Replaced(1.2, X, Move("1")))
    assert step == Stepped(1.2, Event({X: Move("1")}))


def test_an_answer_on_the_very_last_moment_is_in_time() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0)))
    assert isinstance(table.say(1.0, "x", "5")[0], Moved)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5", "5 is not a legal move of o now"),
        ("king to e4", "'king to e4' is not a move of native-tic-tac-toe."),
        ("x" * 20_000, "The answer has 20,000 characters; 10,000 are enough."),
    ],
)
def test_an_illegal_answer_is_refused_with_the_reason_and_costs_the_match(
    text: str, why: str
) -> None:
    table = Table(native.tic_tac_toe())
    table.say(1.0, "x", "5")
    refused, forfeit, end = table.say(2.0, "o", text)
    assert isinstance(refused, Refused)
    assert why in refused.why
    assert len(refused.text) <= 200
    assert forfeit == Forfeited(2.0, O, "made an illegal move")
    assert end == Ended(2.0, {X: 100, O: 0}, "only x is left")


def test_three_strikes_and_out() -> None:
    setup = Setup(illegal=parse_policy("strike:3"))
    table = Table(native.goofspiel(), setup)
    for _ in range(2):
        table.say(1.0, "anna", "bid 99")
        table.say(1.0, "bert", table.match.state.legal(BERT)[0])
    assert table.match.seats[ANNA].strikes == 2
    *_, struck, forfeit, end = table.say(2.0, "anna", "pass")
    assert struck == Struck(2.0, ANNA, 3)
    assert forfeit == Forfeited(2.0, ANNA, "made an illegal move, strike 3")
    assert end == Ended(2.0, {ANNA: 0, BERT: 100}, "only bert is left")


def test_the_reserve_pays_for_long_thoughts_until_it_is_empty() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0, reserve=2.0)))
    table.say(2.5, "x", "1")
    assert table.match.seats[X].reserve == pytest.approx(0.5)
    table.say(3.0, "o", "2")
    assert table.match.seats[O].reserve == 2.0
    assert table.match.next_deadline == pytest.approx(4.5)
    assert Late(4.6, X) in table.wait(4.6)


def test_a_reserve_alone_is_a_chess_clock() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(reserve=10.0)))
    table.say(4.0, "x", "1")
    table.say(5.0, "o", "2")
    assert table.match.seats[X].reserve == pytest.approx(6.0)
    assert table.match.seats[O].reserve == pytest.approx(9.0)
    assert Forfeited(11.5, X, "was late") in table.wait(11.5)


def test_a_pause_stops_every_clock_but_not_the_thinking() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0)))
    assert table.do(0.6, Pause()) == (Paused(0.6),)
    assert table.match.next_deadline is None
    assert table.wait(100.0) == ()
    assert table.say(101.0, "x", "5") == (Moved(101.0, X, Move("5")),)
    resumed, step = table.do(200.0, Resume())
    assert (resumed, step) == (Resumed(200.0), Stepped(200.0, Event({X: Move("5")})))
    assert table.match.next_deadline == pytest.approx(201.0)


def test_time_before_a_pause_counts_after_it() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0)))
    table.do(0.6, Pause())
    table.do(50.0, Resume())
    assert table.match.next_deadline == pytest.approx(50.4)


def test_a_pause_in_the_very_first_moment_counts_like_any_other() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0)))
    assert table.do(0.0, Pause()) == (Paused(0.0),)
    table.do(50.0, Resume())
    assert table.match.next_deadline == pytest.approx(51.0)


def test_grace_is_given_at_every_deadline_and_nobody_is_told() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0, grace=0.5)))
    assert table.match.deadline(X) == 1.0
    assert table.match.next_deadline == 1.5
    assert table.wait(1.5) == ()
    assert isinstance(table.say(1.5, "x", "5")[0], Moved)
    assert table.wait(3.1)[0] == Late(3.1, O)


def test_grace_is_given_at_limits_of_the_rules_as_well() -> None:
    table = Table(native.race(seconds=2.0), Setup(clock=Clock(grace=2.0)))
    table.say(3.9, "red", "one")
    assert [type(event) for event in table.wait(4.1)] == [Late, Late, Stepped, Ended]


def test_a_machine_of_the_house_is_waited_for_as_the_house_may_hesitate() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0)))
    table.do(0.5, Take(X, "mcts", "mcts", over=""))
    assert table.match.deadline(X) == 1.0
    assert table.wait(600.9) == ()
    assert [type(event) for event in table.say(601.0, "x", "5")] == [Moved, Stepped]
    assert table.wait(602.1)[0] == Late(602.1, O)  # a person is not


def test_a_machine_of_the_house_that_never_answers_is_late_in_the_end() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0)))
    table.do(0.5, Take(X, "mcts", "mcts", over=""))
    assert table.match.next_deadline == 601.0
    assert table.wait(601.1)[0] == Late(601.1, X)


def test_a_log_of_a_house_that_waited_for_nobody_can_be_read() -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0)))
    table.do(0.5, Take(X, "mcts", "mcts", over=""))
    assert evolve(table.match, Late(1.1, X)).now == 1.1
    with pytest.raises(ImpossibleEvent):
        evolve(table.match, Late(0.9, X))


def test_lateness_that_is_tolerated_is_noted_once_and_the_answer_still_counts() -> None:
    setup = Setup(clock=Clock(move=1.0), late=parse_policy("tolerate"))
    table = Table(native.tic_tac_toe(), setup)
    assert table.wait(1.1) == (Late(1.1, X),)
    assert table.wait(9.0) == ()
    assert table.match.next_deadline is None
    assert [type(event) for event in table.say(10.0, "x", "5")] == [Moved, Stepped]
    assert table.match.next_deadline == 11.0
    assert [type(event) for event in table.say(12.0, "o", "1")] == [Late, Moved, Stepped]


def test_a_tolerant_clock_measures_beside_the_limits_of_the_rules() -> None:
    setup = Setup(clock=Clock(move=0.5), late=parse_policy("tolerate"))
    table = Table(native.race(seconds=2.0), setup)
    table.say(0.4, "red", "one")
    late, moved = table.say(0.6, "green", "one")[::2]
    assert (late, moved) == (Late(0.6, GREEN), Moved(0.6, GREEN, Move("one")))
    assert table.wait(2.1)[0] == Late(2.1, BLUE, by_rules=True)


def test_an_illegal_move_may_be_left_to_the_rules_like_a_late_one() -> None:
    table = Table(native.race(seconds=2.0), Setup(illegal=parse_policy("by-rules")))
    refused, late = table.say(0.5, "red", "ten")
    assert isinstance(refused, Refused)
    assert late == Late(0.5, RED, by_rules=True)
    assert table.match.asked == (GREEN, BLUE)
    log = MatchLog.of(table.game, table.setup, table.events)
    *_, again = replay_match(table.game, log)
    assert again == table.match


def test_where_the_rules_set_no_limit_an_illegal_move_left_to_them_loses() -> None:
    table = Table(native.tic_tac_toe(), Setup(illegal=parse_policy("by-rules")))
    assert [type(event) for event in table.say(0.5, "x", "77")] == [Refused, Forfeited, Ended]


def test_a_refused_move_costs_nothing_and_says_why() -> None:
    table = Table(native.tic_tac_toe(), Setup(illegal=parse_policy("refuse")))
    table.say(1.0, "x", "5")
    before = table.match
    assert table.say(2.0, "o", "5") == ()
    assert table.refusal is not None
    assert table.refusal.code == "illegal-move"
    found = table.refusal.explained()
    assert found.why is not None
    assert not found.why.holds
    assert found.message == found.why.claim
    assert table.say(2.0, "o", "king to e4") == ()
    assert table.refusal.code == "not-a-move"
    assert table.match == before
    assert isinstance(table.say(3.0, "o", "1")[0], Moved)


def test_where_moves_are_refused_a_second_answer_is_as_well() -> None:
    table = Table(native.race(seconds=2.0), Setup(illegal=parse_policy("refuse")))
    table.say(0.1, "red", "two")
    assert table.say(0.2, "red", "one") == ()
    assert table.refusal is not None
    assert table.refusal.code == "already-chosen"


def test_by_the_move_only_an_own_move_winds_the_clock_up_again() -> None:
    table = Table(native.draft(picks=2), Setup(clock=Clock(move=10.0)))
    table.say(4.0, "anna", "take 5")
    assert table.match.deadline(BERT) == 10.0
    assert table.match.deadline(ANNA) == 14.0


def test_by_the_round_nobody_gets_more_time_by_moving() -> None:
    table = Table(native.draft(picks=2), Setup(clock=Clock(move=10.0, per_round=True)))
    table.say(4.0, "anna", "take 5")
    assert table.match.deadline(BERT) == table.match.deadline(ANNA) == 10.0


def test_limits_of_the_rules_overrule_the_clock_and_the_rules_answer_them() -> None:
    setup = Setup(clock=Clock(move=60.0), late=parse_policy("forfeit"))
    table = Table(native.race(seconds=2.0), setup)
    assert table.match.next_deadline == 2.0
    table.say(1.0, "red", "one")
    table.say(1.5, "blue", "two")
    late, step = table.wait(2.1)
    assert late == Late(2.1, GREEN, by_rules=True)
    moves = {RED: Move("one"), BLUE: Move("two")}
    assert step == Stepped(2.1, Event(moves, (GREEN,)))
    assert table.match.asked == (RED, BLUE)


def test_a_second_answer_in_a_timed_round_is_for_the_rules_to_judge() -> None:
    table = Table(native.race(seconds=2.0))
    table.say(0.1, "red", "two")
    assert table.say(0.2, "red", "one") == (Late(0.2, RED, by_rules=True),)
    assert table.say(0.3, "red", "one") == ()
    table.say(0.4, "green", "one")
    (*_, step) = table.say(0.5, "blue", "one")
    assert step.event == Event({RED: Move("two"), GREEN: Move("one"), BLUE: Move("one")}, (RED,))


def test_being_late_in_an_open_turn_concerns_nobody_else() -> None:
    table = Table(native.draft(picks=1, seconds=3.0))
    table.say(1.0, "bert", "take 2")
    late, step, end = table.wait(3.1)
    assert (late, step) == (Late(3.1, ANNA, by_rules=True), Stepped(3.1, Event({}, (ANNA,))))
    assert end == Ended(3.1, {ANNA: 0, BERT: 100}, "the rules")


def test_a_crash_is_the_players_loss() -> None:
    table = Table(native.tic_tac_toe())
    table.say(1.0, "x", "5")
    forfeit, end = table.do(2.0, Crash(X, "crashed: ValueError: oops"))
    assert forfeit == Forfeited(2.0, X, "crashed: ValueError: oops")
    assert end == Ended(2.0, {X: 0, O: 100}, "only o is left")


def test_a_crash_before_the_match_is_a_loss_as_well() -> None:
    table = Table(native.tic_tac_toe(), seated=False)
    table.do(0.5, Crash(O, "crashed: no memory"))
    assert table.do(1.0, Sit(X))[-1] == Ended(1.0, {X: 100, O: 0}, "only x is left")


def test_among_three_the_match_goes_on_without_the_one_that_crashed() -> None:
    table = Table(native.race(goal=2))
    table.do(1.0, Crash(GREEN, "crashed"))
    assert table.match.status is Status.RUNNING
    assert GREEN in table.match.answers
    while table.match.status is Status.RUNNING:
        for role in table.match.asked:
            table.say(2.0, role, "one")
    end = table.events[-1]
    assert isinstance(end, Ended)
    assert end.outcome == {**table.match.state.outcome(), GREEN: 0}


def test_where_the_rules_set_a_limit_whoever_is_gone_is_simply_late() -> None:
    table = Table(native.race(seconds=5.0))
    forfeit, late = table.do(1.0, Resign(GREEN))
    assert (forfeit, late) == (Resigned(1.0, GREEN), Late(1.0, GREEN, by_rules=True))


def test_the_last_one_left_has_won() -> None:
    table = Table(native.race())
    table.do(1.0, Resign(GREEN))
    outcome = {RED: 0, GREEN: 0, BLUE: 100}
    assert table.do(2.0, Resign(RED))[-1] == Ended(2.0, outcome, "only blue is left")


def test_who_plays_alone_and_resigns_leaves_nobody() -> None:
    game = native.tree_game((ANNA,), a__a=(10, 0), b__b=(90, 0))
    table = Table(game)
    assert table.do(1.0, Resign(ANNA))[-1] == Ended(1.0, {ANNA: 0}, "nobody is left")


def test_commands_that_make_no_sense_make_nothing_happen() -> None:
    table = Table(native.tic_tac_toe())
    before = table.match
    for command, code in (
        (Sit(X), "begun"),
        (Answer(O, "5", 0), "not-your-turn"),
        (Answer(Role("nobody"), "5", 0), "no-such-seat"),
        (Answer(X, "5", 7), "stale"),
        (Crash(Role("nobody"), ""), "no-such-seat"),
        (Resume(), "not-now"),
        (TakeBack(0), "no-way-back"),
        (Leave(X), "begun"),
        (Take(X, "Ada"), "seat-taken"),
        (Say(X, " \0 "), "empty"),
        (Decline(X, Offer.DRAW), "no-offer"),
        (Want(X, Offer.REMATCH), "not-over"),
    ):
        assert table.do(1.0, command) == ()
        assert table.refusal is not None
        assert table.refusal.code == code
    assert table.wait(1.0) == ()
    assert table.match == before


def test_a_flood_of_answers_leaves_no_trace() -> None:
    table = Table(native.goofspiel())
    table.say(1.0, "anna", "bid 1")
    for number in range(10_000):
        assert table.do(1.0 + number / 1e6, Answer(ANNA, "bid 2", table.match.step)) == ()


def test_after_the_end_nothing_happens_any_more() -> None:
    table = Table(native.tic_tac_toe())
    table.do(1.0, Resign(X))
    assert table.match.status is Status.ENDED
    assert table.say(2.0, "o", "5") == ()
    assert table.do(2.0, Resign(O)) == ()


def test_whose_choice_was_taken_away_by_another_is_asked_anew_with_fresh_time() -> None:
    setup = Setup(clock=Clock(move=1.0), late=parse_policy("default-move"))
    table = Table(native.draft(picks=1), setup)
    events = table.wait(1.5)
    assert [type(event) for event in events] == [Late, Replaced, Late, Replaced, Stepped]
    assert table.match.asked == (BERT,)
    assert table.match.deadline(BERT) == 2.5


def test_by_the_round_whoever_is_late_is_late_with_all_of_it() -> None:
    clock = Clock(move=1.0, per_round=True)
    table = Table(native.draft(picks=2), Setup(clock=clock, late=parse_policy("random-move")))
    table.say(0.2, "anna", "take 5")
    table.say(0.3, "anna", "take 4")
    table.say(0.4, "bert", "take 3")
    late, replaced, _, end = table.wait(1.5)
    assert (late, type(replaced), type(end)) == (Late(1.5, BERT), Replaced, Ended)
