"""A round of a race: whatever is said in whatever order, the rules can be applied to it."""

from __future__ import annotations

import asyncio

from hypothesis import assume, given
from hypothesis import strategies as st

from spielwerk.games.speed import Speed
from spielwerk.games.speed.rules import Action, SpeedBoard
from spielwerk.protocols.speed.heat import Heat, View
from spielwerk.protocols.speed.messages import write_action

GOOD = [write_action(action) for action in Action]
Happenings = list[tuple[int, str | bytes | None]]
HAPPENINGS = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from([*GOOD, "turn_left", b"\x00", None])), max_size=12
)


class Looking:
    """A seat that only looks."""

    name = "looking"

    def __init__(self) -> None:
        self.boards: list[SpeedBoard] = []

    def show(self, view: View, heat: Heat) -> None:
        self.boards.append(view.state.board)

    def part(self) -> None:
        pass


def told(*happenings: tuple[int, str | bytes | None]) -> SpeedBoard | None:
    """The board after what happened in a round of three, unless the round is not complete.

    Nothing said means that one is gone.
    """

    async def round_of_three() -> list[SpeedBoard]:
        seat = Looking()
        heat = Heat(Speed(3), 1, dict.fromkeys((1, 2, 3), seat))
        race = asyncio.create_task(heat.run())
        await asyncio.sleep(0)
        for number, said in happenings:
            if said is None:
                heat.lose(number)
            else:
                heat.hear(number, said)
        await asyncio.sleep(0.01)
        race.cancel()
        await asyncio.gather(race, return_exceptions=True)
        return seat.boards

    boards = asyncio.run(round_of_three())
    return next((board for board in boards if board.round == 2), None)


@given(HAPPENINGS)
def test_the_rules_take_every_round_and_offenders_die(happenings: Happenings) -> None:
    assume({1, 2, 3} - {number for number, said in happenings if said is None})  # or none looks
    happenings += [(number, GOOD[0]) for number in (1, 2, 3)]
    board = told(*happenings)
    assert board is not None
    for number in board.active:
        said = [text for who, text in happenings if who == number]
        assert said[0] in GOOD


def test_a_round_is_complete_when_nobody_alive_is_waited_for() -> None:
    left, right = GOOD[:2]
    assert not told((1, left), (2, left))
    assert told((1, left), (2, left), (3, right))
    assert told((1, left), (2, "nonsense"), (3, None))
    assert not told((1, left), (1, left), (2, left))
    assert not told((1, left), (2, left), (4, left))


def test_whoever_is_gone_dies_but_what_it_said_before_stands() -> None:
    left = GOOD[0]
    board = told((1, left), (1, None), (2, None), (3, left))
    assert board is not None
    assert board.active == (1, 3)
