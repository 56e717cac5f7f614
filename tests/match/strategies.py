"""Random matches for property tests: games, setups, and whatever may come in, sense or nonsense."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.match.table import Table
from tests.players import native

from spielwerk.core import Role
from spielwerk.match import (
    BY_RULES,
    REFUSE,
    TOLERATE,
    Agree,
    Answer,
    Clock,
    Command,
    Crash,
    Decline,
    Leave,
    Offer,
    Pause,
    Resign,
    Resume,
    Say,
    Setup,
    Sit,
    Take,
    TakeBack,
    Tick,
    Want,
    parse_policy,
)
from spielwerk.match.policy import Measure

GAMES = (
    native.tic_tac_toe(),
    native.goofspiel(),
    native.kuhn_poker(),
    native.draft(),
    native.draft(seconds=1.5),
    native.race(),
    native.race(seconds=1.5),
)

seconds = st.integers(1, 5000).map(lambda ms: ms / 1000)

clocks = st.builds(
    Clock,
    start=st.none() | seconds,
    move=st.none() | seconds,
    reserve=st.just(0.0) | seconds,
    per_round=st.booleans(),
    grace=st.just(0.0) | seconds,
)

POLICIES = [parse_policy(text) for text in (*Measure, "strike:1", "strike:2", "strike:4")]
policies = st.sampled_from(POLICIES)
late_policies = st.sampled_from([policy for policy in POLICIES if policy not in (REFUSE, BY_RULES)])
illegal_policies = st.sampled_from([policy for policy in POLICIES if policy != TOLERATE])


_KINDS = (
    *(Sit, Answer, Crash, Resign, Pause, Resume, TakeBack, Agree, Tick, Tick),
    *(Say, Want, Want, Decline, Take, Leave),
)


@st.composite
def played_tables(draw: st.DrawFn, steps: int = 40) -> Table:
    """A match into which a few dozen commands came, most of them sensible."""
    game = draw(st.sampled_from(GAMES))
    seats = {role: draw(st.text(max_size=8)) for role in game.roles}
    setup = Setup(
        draw(st.integers(0, 99)), seats, draw(clocks), draw(late_policies), draw(illegal_policies)
    )
    table = Table(game, setup, seated=draw(st.booleans()))
    at = 0.0
    for _ in range(draw(st.integers(0, steps))):
        at += draw(st.integers(-100, 900)) / 1000
        table.do(max(at, 0.0), draw(_commands(table)))
    return table


@st.composite
def _commands(draw: st.DrawFn, table: Table) -> Command:
    role = draw(st.sampled_from((*table.game.roles, Role("nobody"))))
    if table.match.asked and draw(st.integers(0, 9)) > 1:
        role = draw(st.sampled_from(table.match.asked))
        text = draw(st.sampled_from(table.match.state.legal(role)) | st.text(max_size=5))
        return Answer(role, text, table.match.step)
    kind = draw(st.sampled_from(_KINDS))
    if kind is TakeBack:
        return TakeBack(draw(st.integers(0, 9)))
    if kind is Answer:
        return Answer(role, draw(st.text(max_size=5)), draw(st.integers(0, 9)))
    if kind in (Crash, Say):
        return kind(role, draw(st.text(max_size=300)))
    if kind in (Want, Decline):
        return kind(role, draw(st.sampled_from(Offer)))
    if kind is Take:
        return Take(role, "somebody", draw(st.none() | st.just("random")))
    return kind(role) if kind in (Sit, Resign, Leave) else kind()
