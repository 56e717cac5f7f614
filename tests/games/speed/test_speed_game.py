"""spe_ed keeps the contract, and its rules do what the official server does in odd cases."""

import pytest

from spielwerk.core import Joint, Move, Over, Role, SpielwerkError, check_game
from spielwerk.games.speed import Speed


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_contract_is_kept(players: int) -> None:
    check_game(Speed(players, width=12, height=10), matches=4)


def test_who_is_late_dies_without_moving() -> None:
    state = Speed(3, width=20, height=20).initial(seed=4)
    before = state.board.racers[2]
    after = state.after(
        {Role("1"): Move("change_nothing"), Role("3"): Move("change_nothing")}, late=[Role("2")]
    )
    assert after.turn == Joint((Role("1"), Role("3")))
    assert (after.board.racers[2].x, after.board.racers[2].y) == (before.x, before.y)


def test_a_second_answer_turns_but_does_not_move() -> None:
    state = Speed(3, width=20, height=20).initial(seed=4)
    nothing = {Role(n): Move("change_nothing") for n in ("1", "3")}
    after = state.after({**nothing, Role("2"): Move("turn_left")}, late=[Role("2")])
    before, now = state.board.racers[2], after.board.racers[2]
    assert not now.active
    assert (now.x, now.y) == (before.x, before.y)
    assert now.direction == before.direction.turned(3)


def test_nobody_wins_when_the_last_two_die_together() -> None:
    state = Speed(2, width=20, height=20).initial(seed=1)
    over = state.after({Role("1"): Move("slow_down"), Role("2"): Move("slow_down")})
    assert over.turn == Over()
    assert set(over.outcome().values()) == {0}
    assert [racer.speed for racer in over.board.racers.values()] == [0, 0]


@pytest.mark.parametrize(
    "options", [{"players": 1}, {"players": 7}, {"width": 3}, {"deadlines": (5, 1)}]
)
def test_options_that_make_no_sense_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(SpielwerkError):
        Speed(**options)  # type: ignore[arg-type]


def test_the_end_says_who_is_left() -> None:
    game = Speed(3, 20, 20)
    state = game.initial(1)
    state = state.after({Role("1"): Move("change_nothing")}, late=[Role("2"), Role("3")])
    why = state.why_over()
    assert why is not None
    assert why.claim == "From round 1 on player 1 was the only one still racing."
    assert "nobody wins" in str(game.initial(1).after({}, late=game.roles).why_over())
    assert game.initial(1).why_over() is None
