"""Answers to a round: whatever is said in whatever order, the rules can be applied to it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spielwerk.games.speed import Speed
from spielwerk.games.speed.rules import Action
from spielwerk.protocols.speed.answers import Answers
from spielwerk.protocols.speed.messages import write_action

GOOD = [write_action(action) for action in Action]
HAPPENINGS = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from([*GOOD, "nonsense", b"\x00", None])), max_size=12
)


def told(*happenings: tuple[int, str | bytes | None]) -> Answers:
    """The answers of three players to what happened; nothing said means that one is gone."""
    answers = Answers((1, 2, 3))
    for number, said in happenings:
        if said is None:
            answers.lose(number)
        else:
            answers.hear(number, said)
    return answers


@given(HAPPENINGS)
def test_the_rules_take_every_round_and_offenders_die(
    happenings: list[tuple[int, str | bytes | None]],
) -> None:
    answers = told(*happenings)
    after = Speed(3).initial(1).after(answers.moves, answers.late)
    for role in answers.late:
        assert not after.board.racers[int(role)].active
    for number in {1, 2, 3} - set(map(int, answers.late)):
        said = [text for who, text in happenings if who == number and text is not None]
        assert len(said) == 1
        assert said[0] in GOOD


def test_a_round_is_complete_when_nobody_alive_is_waited_for() -> None:
    left, right = GOOD[:2]
    assert not told((1, left), (2, left)).complete
    assert told((1, left), (2, left), (3, right)).complete
    assert told((1, left), (2, "nonsense"), (3, None)).complete
    assert not told((1, left), (1, left), (2, left)).complete
    assert not told((1, left), (2, left), (4, left)).complete


def test_whoever_answers_and_then_goes_has_answered() -> None:
    answers = told((1, GOOD[0]), (1, None))
    assert "1" in answers.moves
    assert "1" not in answers.late


def test_nothing_said_after_a_bad_answer_mends_it() -> None:
    answers = told((1, "nonsense"), (1, GOOD[0]))
    assert "1" in answers.late
    assert "1" not in answers.moves
