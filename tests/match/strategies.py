"""Random matches for property tests: games, setups, and whatever may come in, sense or nonsense."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.match.table import Table
from tests.players import native

from spielwerk.core import Role
from spielwerk.match import (
    Agree,
    Answer,
    Clock,
    Command,
    Crash,
    Pause,
    Resign,
    Resume,
    Setup,
    Sit,
    TakeBack,
    Tick,
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
)

policies = st.sampled_from(
    [parse_policy(text) for text in (*Measure, "strike:1", "strike:2", "strike:4")]
)


@st.composite
def played_tables(draw: st.DrawFn, steps: int = 40) -> Table:
    """A match into which a few dozen commands came, most of them sensible."""
    game = draw(st.sampled_from(GAMES))
    seats = {role: draw(st.text(max_size=8)) for role in game.roles}
    setup = Setup(draw(st.integers(0, 99)), seats, draw(clocks), draw(policies), draw(policies))
    table = Table(game, setup, seated=draw(st.booleans()))
    at = 0.0
    for _ in range(draw(st.integers(0, steps))):
        at += draw(st.integers(-100, 900)) / 1000
        table.do(draw(_commands(table, max(at, 0.0))))
    return table


@st.composite
def _commands(draw: st.DrawFn, table: Table, at: float) -> Command:
    role = draw(st.sampled_from((*table.game.roles, Role("nobody"))))
    if table.match.asked and draw(st.integers(0, 9)) > 1:
        role = draw(st.sampled_from(table.match.asked))
        text = draw(st.sampled_from(table.match.state.legal(role)) | st.text(max_size=5))
        return Answer(at, role, text, table.match.step)
    kinds = (Sit, Answer, Crash, Resign, Pause, Resume, TakeBack, Agree, Tick, Tick)
    kind = draw(st.sampled_from(kinds))
    if kind is TakeBack:
        return TakeBack(at, draw(st.integers(0, 9)))
    if kind is Answer:
        return Answer(at, role, draw(st.text(max_size=5)), draw(st.integers(0, 9)))
    if kind is Crash:
        return Crash(at, role, draw(st.text(max_size=300)))
    return kind(at, role) if kind in (Sit, Resign) else kind(at)
