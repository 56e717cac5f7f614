"""What the contract itself does: checking moves against the turn, drawing chance, drawing views."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tiny_games import ANN, BOB, CAT, Draft, DraftState, HighCard, HighCardState, Nim, Pennies

from spielwerk.core import (
    CHANCE,
    IllegalMove,
    Joint,
    Move,
    MoveError,
    NotOver,
    NotYourTurn,
    Open,
    Over,
    Role,
    draw_chance,
    random_event,
)

TAKE_1, TAKE_9 = Move("take 1"), Move("take 9")


def test_a_move_in_turn_leads_on_and_leaves_the_state_as_it_was() -> None:
    start = Nim().initial()
    later = start.after({ANN: TAKE_1})
    assert start == Nim().initial()
    assert later.turn == Joint((BOB,))


def test_an_illegal_move_is_refused_with_its_explanation() -> None:
    with pytest.raises(IllegalMove, match="ann may not play take 9 now") as caught:
        Nim().initial().after({ANN: TAKE_9})
    assert caught.value.explanation.holds is False


def test_a_move_out_of_turn_names_who_must_move() -> None:
    start = Nim().initial()
    with pytest.raises(NotYourTurn, match=r"It is not the turn of bob; now ann must move\."):
        start.after({ANN: TAKE_1, BOB: TAKE_1})


def test_a_move_of_the_wrong_role_alone_says_whose_turn_it_is() -> None:
    with pytest.raises(NotYourTurn, match=r"It is not the turn of bob; now ann must move\."):
        Nim().initial().after({BOB: TAKE_1})


def test_nobody_moves_after_the_end() -> None:
    over = Pennies().initial().after({ANN: Move("heads"), BOB: Move("tails")})
    assert over.turn == Over()
    with pytest.raises(NotYourTurn, match="over"):
        over.after({ANN: Move("heads")})


def test_a_joint_move_needs_everybody() -> None:
    with pytest.raises(NotYourTurn, match=r"No move was given for bob\."):
        Pennies().initial().after({ANN: Move("heads")})


def test_in_an_open_turn_whoever_answers_first_is_served_first() -> None:
    first = Draft().initial().after({BOB: Move("apple")})
    assert first.turn == Open((ANN, CAT))
    assert first.legal(ANN) == ["cheese", "dry"]
    with pytest.raises(NotYourTurn, match="It is not the turn of bob; now ann, cat may move"):
        first.after({BOB: Move("dry")})


def test_an_open_turn_takes_one_answer_at_a_time() -> None:
    start = Draft().initial()
    for moves in ({}, {ANN: Move("apple"), BOB: Move("dry")}):
        with pytest.raises(MoveError, match="give one role's move"):
            start.after(moves)


def test_chance_moves_alone() -> None:
    start = HighCard().initial()
    with pytest.raises(NotYourTurn, match="No move was given for random"):
        start.after({})
    with pytest.raises(NotYourTurn, match="not the turn of ann"):
        start.after({CHANCE: Move("deal j"), ANN: Move("call")})


def test_the_rules_answer_who_is_late() -> None:
    dealt = HighCardState(("j", "k"))
    limit = dealt.limit(ANN)
    assert limit is not None
    assert (limit.name, limit.seconds) == ("thinking", 5.0)
    assert dealt.after({}, late=[ANN]).outcome() == {ANN: 40, BOB: 60}


def test_nobody_is_late_where_the_rules_set_no_limit() -> None:
    with pytest.raises(MoveError, match="set ann no time limit"):
        Nim().initial().after({}, late=[ANN])


def test_the_outcome_waits_for_the_end() -> None:
    with pytest.raises(NotOver):
        Nim().initial().outcome()


def test_chance_follows_its_odds() -> None:
    start = HighCard().initial()
    rng = Random(7)
    drawn = Counter(draw_chance(start, rng) for _ in range(4000))
    assert drawn["deal j"] == pytest.approx(2000, abs=120)
    assert drawn["deal q"] == pytest.approx(1000, abs=120)
    assert drawn["deal k"] == pytest.approx(1000, abs=120)


def test_the_same_generator_draws_the_same_card() -> None:
    start = HighCard().initial()
    assert [draw_chance(start, Random(5)) for _ in range(3)] == [
        draw_chance(start, Random(5)) for _ in range(3)
    ]


def test_chance_is_even_unless_the_game_says_otherwise() -> None:
    class Even(HighCardState):
        odds = HighCardState.__mro__[2].odds  # type: ignore[assignment]

    assert set(Even().odds().values()) == {1}


def test_a_view_is_drawn_line_by_line_where_the_game_has_no_board() -> None:
    assert Nim().draw(Nim().initial().view(None)) == "heap: 7\nmover: ann"


def test_each_role_sees_its_own_card_until_the_end() -> None:
    dealt = HighCardState(("j", "k"))
    assert dealt.view(ANN)["cards"] == ["j", "?"]
    assert dealt.view(BOB)["cards"] == ["?", "k"]
    assert dealt.view(None)["cards"] == ["?", "?"]
    assert dealt.after({ANN: Move("call")}).view(None)["cards"] == ["j", "k"]


def test_a_game_has_no_batch_engine_unless_it_brings_one() -> None:
    assert Nim().batch(64) is None


def test_a_state_without_secrets_is_its_own_guess() -> None:
    start = Nim().initial()
    assert start.determinize(ANN, Random(0)) is start


def test_a_random_event_asks_everybody_who_must_choose() -> None:
    rng = Random(1)
    assert set(random_event(Pennies().initial(), rng).moves) == {ANN, BOB}
    assert len(random_event(DraftState(), rng).moves) == 1
    assert set(random_event(HighCard().initial(), rng).moves) == {CHANCE}


def test_nothing_random_happens_after_the_end() -> None:
    over = Pennies().initial().after({ANN: Move("heads"), BOB: Move("tails")})
    with pytest.raises(ValueError, match="over"):
        random_event(over, Random(1))


def test_a_stranger_is_refused_by_name() -> None:
    with pytest.raises(NotYourTurn, match="zoe"):
        Nim().initial().after({ANN: TAKE_1, Role("zoe"): TAKE_1})
