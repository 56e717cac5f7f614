"""A table seats people and machines, and the dice follow from seed and moves."""

from __future__ import annotations

import pytest
from tiny_games import ANN, BOB, CAT, Draft, HighCard, Nim, Pennies

from spielwerk.cli.table import TerminalTable
from spielwerk.core import (
    CHANCE,
    NEVER,
    Choice,
    Deadline,
    Event,
    Game,
    IllegalMove,
    Knowledge,
    Mind,
    Move,
    NotYourTurn,
    Player,
    RecordError,
    Role,
    Unsuited,
)
from spielwerk.match import MatchLog, Setup, read_log, replay_match
from spielwerk.players import parse_player

HEADS, TAILS = Move("heads"), Move("tails")


def table_of(game: Game, *people: Role, seed: int = 0, machine: str = "random") -> TerminalTable:
    machines = {role: parse_player(machine) for role in game.roles if role not in people}
    table = TerminalTable(game, machines, seed)
    list(table.advance())
    return table


def play(table: TerminalTable, *moves: tuple[Role, str]) -> None:
    for role, move in moves:
        table.choose(role, Move(move))
        list(table.advance())


def test_the_table_waits_for_people_only() -> None:
    table = table_of(Nim(), ANN)
    assert table.waiting_for == (ANN,)
    play(table, (ANN, "take 1"))
    assert table.waiting_for == (ANN,)
    assert [set(step.moves) for step in table.log.steps] == [{ANN}, {BOB}]


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
        firsts.add(len(table.log.steps))
    assert len(firsts) > 1


def test_chance_moves_by_itself() -> None:
    table = table_of(HighCard(), ANN)
    assert [set(step.moves) for step in table.log.steps] == [{CHANCE}, {CHANCE}]
    assert table.waiting_for == (ANN,)


def test_the_same_seed_meets_the_same_dice_and_opponents() -> None:
    assert table_of(HighCard(), ANN, seed=3).log == table_of(HighCard(), ANN, seed=3).log
    assert len({table_of(HighCard(), ANN, seed=seed).state for seed in range(9)}) > 1


def test_going_back_and_coming_again_changes_no_luck() -> None:
    table = table_of(Nim(), ANN)
    play(table, (ANN, "take 1"))
    before = table.log
    assert table.undo()
    assert len(table.states) == 1
    play(table, (ANN, "take 1"))
    assert table.log == before


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
    other.load(read_log(table.log.to_text(), Nim()))
    assert other.state == table.state
    assert other.log == table.log
    play(other, (ANN, "take 1"))
    assert other.log.steps[:3] == (*table.log.steps, Event({ANN: Move("take 1")}))


def test_going_back_over_a_chance_move_meets_the_same_chance() -> None:
    table = table_of(HighCard(), ANN, BOB, seed=3)
    play(table, (ANN, "call"))
    before = table.log
    assert table.undo()
    play(table, (ANN, "call"))
    assert table.log == before


def test_a_match_at_a_table_replays_like_any_other() -> None:
    table = table_of(Nim(), ANN)
    while not table.over:
        play(table, (ANN, "take 1"))
    *_, match = replay_match(Nim(), MatchLog.from_text(table.log.to_text()))
    assert match.outcome == table.state.outcome()


@pytest.mark.parametrize("machine", ["greedy", "mcts:iterations=50", "alphabeta:depth=3"])
def test_any_player_of_the_arena_sits_down(machine: str) -> None:
    table = table_of(Nim(), ANN, machine=machine)
    play(table, (ANN, "take 3"))
    assert [set(step.moves) for step in table.log.steps] == [{ANN}, {BOB}]
    assert table.log.setup.seats == {ANN: "human", BOB: machine}


def test_who_does_not_play_such_games_does_not_sit_down() -> None:
    with pytest.raises(Unsuited, match="alphabeta plays games of two"):
        table_of(HighCard(), ANN, machine="alphabeta")


def test_going_back_and_coming_again_no_machine_thinks_twice() -> None:
    table = table_of(Nim(), ANN, machine="mcts:iterations=50")
    play(table, (ANN, "take 1"))
    answer = table.log.steps[1]
    table._minds.clear()
    assert table.undo()
    play(table, (ANN, "take 1"))
    assert table.log.steps[1] == answer


class Odd(Player):
    """Fails, or answers what nobody asked."""

    name = "odd"

    def __init__(self, answer: str | None) -> None:
        self.answer = answer

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        player = self

        class Mindless(Mind):
            def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
                if player.answer is None:
                    raise ZeroDivisionError("no idea")
                return Choice(Move(player.answer))

        return Mindless()


@pytest.mark.parametrize(
    ("answer", "why"),
    [(None, "ZeroDivisionError: no idea"), ("take 9", "take 9 is not a legal move of bob now.")],
)
def test_a_machine_that_cannot_play_on_is_out_and_harms_nobody_else(
    answer: str | None, why: str
) -> None:
    table = TerminalTable(Nim(), {BOB: Odd(answer)})
    table.choose(ANN, Move("take 1"))
    told = [event for event, _, _ in table.advance()]
    assert getattr(told[-1], "reason", None) == why
    assert table.over
    assert table.match.outcome == {ANN: 100, BOB: 0}
    assert table.undo()
    assert table.waiting_for == (ANN,)


def test_a_match_of_another_game_does_not_disturb_this_one() -> None:
    table = table_of(Nim(), ANN)
    before = table.state
    with pytest.raises(RecordError, match="is of 'high-card'"):
        table.load(MatchLog("high-card", Setup()))
    assert table.state is before


def test_a_match_with_other_options_is_refused() -> None:
    with pytest.raises(RecordError, match="options"):
        table_of(Nim(), ANN).load(MatchLog("nim", Setup(), options={"heap": 9}))
