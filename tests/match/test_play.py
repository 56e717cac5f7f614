"""Whole matches with real threads and processes, among them players nobody would invite."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from tests.match.rogues import Rogue
from tests.players import native
from tests.systems import linux_only

from spielwerk.catalogue import open_game
from spielwerk.core import Choice, Deadline, Game, Knowledge, Player, Role, SpielwerkError
from spielwerk.match import (
    Answer,
    Clock,
    Command,
    Ended,
    Forfeited,
    Late,
    Match,
    MatchEvent,
    MatchLog,
    Refused,
    Replaced,
    SeatingError,
    Session,
    Sit,
    Status,
    Stepped,
    Unsendable,
    Where,
    open_match,
    parse_policy,
    play,
    replay_match,
    setup_match,
)
from spielwerk.players import parse_player

X, O = native.X, native.O  # noqa: E741
ROOT = Path(__file__).parents[2]
EVERYWHERE = [Where.THREAD, Where.PROCESS]


@pytest.fixture(autouse=True)
def _processes_find_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def seats(game: Game, *players: Player | str) -> dict[Role, Player]:
    return {
        role: parse_player(player) if isinstance(player, str) else player
        for role, player in zip(game.roles, players, strict=True)
    }


def end_of(events: list[MatchEvent]) -> Ended:
    assert isinstance(events[-1], Ended)
    return events[-1]


def forfeits(events: list[MatchEvent]) -> list[str]:
    return [f"{event.role} {event.reason}" for event in events if isinstance(event, Forfeited)]


def test_the_same_seed_gives_the_same_match_wherever_the_players_think() -> None:
    game = native.connect_four()
    players = seats(game, "mcts:iterations=60", "greedy")
    matches = {
        where: [event.event for event in play(game, players, seed=5, where=where)
                if isinstance(event, Stepped)]
        for where in Where
    }  # fmt: skip
    assert matches[Where.INLINE] == matches[Where.THREAD] == matches[Where.PROCESS]
    other = [event.event for event in play(game, players, seed=6, where=Where.INLINE)
             if isinstance(event, Stepped)]  # fmt: skip
    assert other != matches[Where.INLINE]


@pytest.mark.parametrize(
    "game",
    [
        native.goofspiel(),
        native.kuhn_poker(),
        native.draft(3),
        native.race(),
        native.race(seconds=5),
    ],
    ids=lambda game: game.name,
)
def test_every_kind_of_turn_is_played_to_its_end_and_its_log_holds(game: Game) -> None:
    players = dict.fromkeys(game.roles, parse_player("mcts:iterations=30"))
    clock = Clock(start=20, move=20)
    events = list(play(game, players, clock=clock, seed=3))
    log = MatchLog.of(game, setup_match(game, players, clock=clock, seed=3), events)
    *_, last = replay_match(game, MatchLog.from_text(log.to_text()))
    assert last.status is Status.ENDED
    assert last.outcome == end_of(events).outcome == last.state.outcome()
    assert not forfeits(events)


@pytest.mark.parametrize("where", EVERYWHERE)
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("raises", "x crashed: ValueError: I have no idea"),
        ("leaves", "x crashed: SystemExit: 3"),
        ("answers something else", "x crashed: TypeError: a player answers with a Choice"),
        ("recurses", "x crashed: RecursionError"),
        ("cannot sit", "x crashed: RuntimeError: no chair"),
        ("cheats", "x made an illegal move"),
        ("babbles", "x made an illegal move"),
    ],
)
def test_a_player_that_fails_loses_and_the_match_does_not(
    kind: str, reason: str, where: Where
) -> None:
    game = native.tic_tac_toe()
    events = list(play(game, seats(game, Rogue(kind), "random"), where=where))
    assert end_of(events).outcome == {X: 0, O: 100}
    (forfeit,) = forfeits(events)
    assert forfeit.startswith(reason)


@pytest.mark.parametrize("kind", ["dies", "floods"])
def test_a_process_that_dies_or_floods_loses(kind: str) -> None:
    game = native.tic_tac_toe()
    events = list(play(game, seats(game, "random", Rogue(kind)), where=Where.PROCESS))
    assert [forfeit[:13] for forfeit in forfeits(events)] == ["o crashed: it"], forfeits(events)
    assert end_of(events).outcome == {X: 100, O: 0}


def test_what_a_player_prints_goes_nowhere_and_harms_nobody(capfd: pytest.CaptureFixture) -> None:
    game = native.tic_tac_toe()
    rogue = Rogue("prints")
    events = list(play(game, seats(game, rogue, "random"), where=Where.PROCESS, seed=2))
    assert isinstance(events[-1], Ended)
    assert "spam" not in capfd.readouterr().out


@pytest.mark.parametrize(
    ("kind", "where"),
    [("hangs", Where.THREAD), ("hangs", Where.PROCESS), ("spins", Where.PROCESS)],
)
def test_a_player_that_hangs_loses_on_time(kind: str, where: Where) -> None:
    game = native.tic_tac_toe()
    clock = Clock(start=30, move=0.5)
    began = time.monotonic()
    events = list(play(game, seats(game, Rogue(kind), "random"), clock=clock, where=where))
    assert time.monotonic() - began < 30
    assert forfeits(events) == ["x was late"]
    assert end_of(events).outcome == {X: 0, O: 100}


@linux_only
def test_a_hanging_process_is_stopped_with_its_match() -> None:
    game = native.tic_tac_toe()
    clock = Clock(start=30, move=0.3)
    before = children()
    list(play(game, seats(game, Rogue("spins"), "random"), clock=clock, where=Where.PROCESS))
    until = time.monotonic() + 300
    while children() - before and time.monotonic() < until:
        time.sleep(0.02)
    assert children() - before == set()


def children() -> set[str]:
    """The processes that this one has started and that live."""
    lists = Path("/proc/self/task").glob("*/children")
    return {child for one in lists for child in one.read_text().split()}


SCRIPT = """
from dataclasses import dataclass
from functools import partial
from spielwerk.catalogue import open_game
from spielwerk.match import Where, play
from spielwerk.core import Choice, Mind, Player

@dataclass(frozen=True)
class First(Player, Mind):
    name = "first"
    def sit(self, game, role, *, seed=0, deadline=None):
        return self
    def choose(self, knowledge, deadline=None):
        return Choice(knowledge.legal[0])

def main():
    game = open_game("tic-tac-toe")
    players = dict.fromkeys(game.roles, First())
    reopen = partial(open_game, "tic-tac-toe")
    for event in play(game, players, where=Where.PROCESS, reopen=reopen):
        print(getattr(event, "reason", ""))

"""


@pytest.mark.parametrize(
    ("last", "says"),
    [('if __name__ == "__main__": main()', "the rules"), ("main()", 'if __name__ == "__main__"')],
)
def test_players_of_a_script_are_found_in_their_processes(
    tmp_path: Path, last: str, says: str
) -> None:
    """And a script that would start processes without end is told so."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT + last)
    run = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=300, check=True
    )
    assert says in run.stdout


def test_a_player_that_never_sits_down_is_replaced_move_by_move() -> None:
    game = native.tic_tac_toe()
    events = list(
        play(
            game,
            seats(game, "random", Rogue("sits for ever")),
            clock=Clock(start=0.2, move=0.05),
            late=parse_policy("random-move"),
        )
    )
    assert sum(isinstance(event, Late) for event in events) >= 2
    assert sum(isinstance(event, Replaced) for event in events) >= 2
    assert end_of(events).reason == "the rules"


def test_a_cheat_among_three_is_replaced_and_the_others_play_on() -> None:
    game = native.race()
    players = seats(game, "random", Rogue("cheats", good=0), "random")
    events = list(play(game, players, illegal=parse_policy("strike:2")))
    assert sum(isinstance(event, Refused) for event in events) == 2
    assert forfeits(events) == ["green made an illegal move, strike 2"]
    assert end_of(events).reason == "the rules"
    assert end_of(events).outcome[Role("green")] == 0


def test_players_keep_the_clock_of_the_match_by_themselves() -> None:
    game = native.tic_tac_toe()
    clock = Clock(start=5, move=0.3, reserve=1.0)
    events = list(play(game, seats(game, "mcts", "alphabeta"), clock=clock))
    assert not any(isinstance(event, Late) for event in events)
    assert not forfeits(events)


def test_an_unsuited_player_forfeits_with_the_reason() -> None:
    game = native.goofspiel()
    events = list(play(game, seats(game, "alphabeta", "random")))
    assert "alphabeta plays games of two who take turns" in forfeits(events)[0]


@pytest.mark.parametrize("where", Where)
def test_thoughts_are_told_to_whoever_asked_for_them(where: Where) -> None:
    game = native.tic_tac_toe()
    players = seats(game, "mcts:iterations=100", "greedy")
    heard: list[tuple[Role, Choice]] = []
    list(play(game, players, where=where, thoughts=lambda *said: heard.append(said)))
    role, choice = heard[0]
    assert role == X
    assert choice.by == "mcts:iterations=100"
    assert len(choice.candidates) == 9


def test_leaving_a_match_early_leaves_nothing_running() -> None:
    game = native.connect_four()
    before = threading.active_count()
    match = play(game, seats(game, "mcts:50ms", "mcts:50ms"))
    for _ in range(6):
        next(match)
    match.close()
    deadline = time.monotonic() + 300
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before


def test_every_seat_needs_a_player_and_every_player_a_seat() -> None:
    game = native.tic_tac_toe()
    random = parse_player("random")
    with pytest.raises(SeatingError, match="Nobody sits at o"):
        play(game, {X: random})
    with pytest.raises(SeatingError, match=r"has no seat 'xx'\. Did you mean x"):
        play(game, {Role("xx"): random, X: random, O: random})


def test_what_cannot_go_to_a_process_is_said_before_the_match() -> None:
    class Local(Rogue):
        pass

    game = native.tic_tac_toe()
    with pytest.raises(Unsendable, match="let players think in threads"):
        next(play(game, seats(game, Local("raises"), "random"), where=Where.PROCESS))


def test_a_library_game_is_opened_anew_in_the_processes_of_its_players() -> None:
    game = open_game("tic-tac-toe")
    players = seats(game, "mcts:iterations=20", "random")
    events = list(
        play(game, players, where=Where.PROCESS, reopen=partial(open_game, "tic-tac-toe"), seed=1)
    )
    assert end_of(events).reason == "the rules"
    here = list(play(game, players, where=Where.INLINE, seed=1))
    assert end_of(here).outcome == end_of(events).outcome


def test_an_asyncio_server_can_drive_a_match_itself() -> None:
    """The pure core needs no thread: tasks answer, one task decides."""

    async def host(game: Game, players: dict[Role, Player]) -> Match:
        inbox: asyncio.Queue[Command] = asyncio.Queue()
        session = Session(open_match(game, setup_match(game, players, clock=Clock(move=5))))
        minds = {role: player.sit(game, role) for role, player in players.items()}
        for role in game.roles:
            session.do(Sit(role))

        async def think(role: Role, match: Match) -> None:
            knowledge = Knowledge(game, match.state, role)
            choice = await asyncio.to_thread(minds[role].choose, knowledge, Deadline.after(1))
            await inbox.put(Answer(role, choice.move, match.step))

        while not session.match.over:
            match = session.match
            tasks = [asyncio.create_task(think(role, match)) for role in match.asked]
            while session.match.step == match.step and not session.match.over:
                try:
                    session.do(await asyncio.wait_for(inbox.get(), timeout=session.patience()))
                except TimeoutError:
                    session.tick()
            await asyncio.gather(*tasks)
        return session.match

    game = native.goofspiel()
    match = asyncio.run(host(game, seats(game, "mcts:iterations=20", "random")))
    assert match.outcome == match.state.outcome()


def test_a_broken_game_is_reported_and_not_blamed_on_a_player() -> None:
    class Broken(native.Pennies):
        def step(self, moves, late):
            raise SpielwerkError("the rules contradict themselves")

    game = native.NativeGame("broken", (native.ANNA, native.BERT), Broken(), {"heads", "tails"})
    with pytest.raises(SpielwerkError, match="contradict"):
        list(play(game, seats(game, "random", "random")))
