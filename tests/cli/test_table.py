"""A table seats people and random players, and everything at it follows from seed and moves."""

from __future__ import annotations

import pytest
from tiny_games import ANN, BOB, CAT, Draft, HighCard, Nim, Pennies

from spielwerk.cli.table import Seat, Table
from spielwerk.core import CHANCE, Game, IllegalMove, Move, NotYourTurn, Record, RecordError, Role

HEADS, TAILS = Move("heads"), Move("tails")


def table_of(game: Game, *people: Role, seed: int = 0) -> Table:
    seats = {r: Seat.HUMAN if r in people else Seat.RANDOM for r in game.roles}
    table = Table.laid(game, seats, seed)
    list(table.advance())
    return table


def play(table: Table, *moves: tuple[Role, str]) -> None:
    for role, move in moves:
        table.choose(role, Move(move))
        list(table.advance())


def test_the_table_waits_for_people_only() -> None:
    table = table_of(Nim(), ANN)
    assert table.waiting_for == (ANN,)
    play(table, (ANN, "take 1"))
    assert table.waiting_for == (ANN,)
    assert [set(event.moves) for event in table.record.events] == [{ANN}, {BOB}]


def test_a_table_without_people_plays_to_the_end() -> None:
    assert table_of(Nim()).over


def test_one_joint_choice_waits_for_the_other() -> None:
    table = table_of(Pennies(), ANN, BOB)
    table.choose(BOB, HEADS)
    assert list(table.advance()) == []
    assert table.waiting_for == (ANN,)
    play(table, (ANN, "heads"))
    assert table.state.outcome() == {ANN: 100, BOB: 0}


def test_a_joint_choice_can_be_taken_back_before_the_other_is_made() -> None:
    table = table_of(Pennies(), ANN, BOB)
    table.choose(ANN, HEADS)
    assert table.undo()
    assert table.waiting_for == (ANN, BOB)


def test_in_an_open_turn_one_answer_is_enough() -> None:
    table = table_of(Draft(), ANN, BOB, CAT)
    assert table.waiting_for == (ANN, BOB, CAT)
    play(table, (CAT, "apple"))
    assert table.waiting_for == (ANN, BOB)


def test_in_an_open_turn_a_random_seat_may_be_faster() -> None:
    firsts = set()
    for seed in range(20):
        table = table_of(Draft(), ANN, seed=seed)
        firsts.add(len(table.record.events))
    assert len(firsts) > 1


def test_chance_moves_by_itself() -> None:
    table = table_of(HighCard(), ANN)
    assert [set(event.moves) for event in table.record.events] == [{CHANCE}, {CHANCE}]
    assert table.waiting_for == (ANN,)


def test_the_same_seed_meets_the_same_dice_and_opponents() -> None:
    assert table_of(HighCard(), ANN, seed=3).record == table_of(HighCard(), ANN, seed=3).record
    assert len({table_of(HighCard(), ANN, seed=seed).state for seed in range(9)}) > 1


def test_going_back_and_coming_again_changes_no_luck() -> None:
    table = table_of(Nim(), ANN)
    play(table, (ANN, "take 1"))
    before = table.record
    assert table.undo()
    assert len(table.states) == 1
    play(table, (ANN, "take 1"))
    assert table.record == before


def test_undo_takes_back_the_answers_of_the_others_too() -> None:
    table = table_of(Nim(), BOB)
    play(table, (BOB, "take 1"))
    assert len(table.states) > 2
    table.undo()
    assert len(table.states) == 2
    assert table.waiting_for == (BOB,)


def test_nothing_to_take_back_is_said() -> None:
    assert not table_of(Nim(), ANN).undo()
    assert not table_of(HighCard(), ANN).undo()


def test_an_illegal_choice_is_refused_and_changes_nothing() -> None:
    table = table_of(Nim(), ANN)
    with pytest.raises(IllegalMove):
        table.choose(ANN, Move("take 9"))
    assert table.waiting_for == (ANN,)
    assert table.chosen == {}


@pytest.mark.parametrize(
    ("role", "answer"),
    [
        (BOB, "bob is played by the computer (random)"),
        (Role("zoe"), "Nobody here is called 'zoe'; the roles are ann, bob"),
    ],
)
def test_a_choice_for_a_seat_of_somebody_else_is_refused(role: Role, answer: str) -> None:
    with pytest.raises(NotYourTurn) as caught:
        table_of(Nim(), ANN).choose(role, Move("take 1"))
    assert answer in str(caught.value)


def test_a_choice_out_of_turn_names_who_chooses() -> None:
    with pytest.raises(NotYourTurn, match="not the turn of bob; now ann chooses"):
        table_of(Nim(), ANN, BOB).choose(BOB, Move("take 1"))


def test_a_second_choice_is_refused() -> None:
    table = table_of(Pennies(), ANN, BOB)
    table.choose(ANN, HEADS)
    with pytest.raises(NotYourTurn, match="already chosen heads; /undo"):
        table.choose(ANN, TAILS)


def test_a_choice_after_the_end_is_refused() -> None:
    with pytest.raises(NotYourTurn, match="over"):
        table_of(Nim()).choose(ANN, Move("take 1"))


def test_a_saved_match_goes_on_where_it_was_left() -> None:
    table = table_of(Nim(), ANN)
    play(table, (ANN, "take 1"))
    other = table_of(Nim(), ANN, seed=9)
    other.load(Record.from_text(table.record.to_text()))
    assert other.state == table.state
    play(table, (ANN, "take 1"))
    play(other, (ANN, "take 1"))
    assert other.record == table.record


def test_a_match_of_another_game_does_not_disturb_this_one() -> None:
    table = table_of(Nim(), ANN)
    before = table.state
    with pytest.raises(RecordError, match="is of 'high-card'"):
        table.load(Record("high-card", 0))
    assert table.state is before


def test_a_match_with_other_options_is_refused() -> None:
    with pytest.raises(RecordError, match="options"):
        table_of(Nim(), ANN).load(Record("nim", 0, options={"heap": 9}))
