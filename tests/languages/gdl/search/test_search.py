"""Search in native code: what it finds, that it is repeatable, and that threads share a tree."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.languages.gdl.search.positions import (
    IN_TURN,
    circuit_of,
    is_over,
    mover_of,
    native,
    outcome_of,
    quick,
    random_match,
    state_of,
)
from tests.players.duel import best_outcome

from spielwerk.core import (
    ChoosesAtOnce,
    DepthSearch,
    Joint,
    Judgement,
    Knowledge,
    Move,
    Role,
    TreeSearch,
)
from spielwerk.languages.gdl.game import GdlState
from spielwerk.languages.gdl.search.circuit_search import StateTree
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.players import parse_player
from spielwerk.protocols.chess import position_from_fen


def always() -> bool:
    return True


def tree(name: str, seed: int = 1, threads: int = 1) -> TreeSearch:
    search = quick(name).search()
    assert search is not None
    return search.tree(seed=seed, exploring=0.1, proving=True, threads=threads)


def descents(search: TreeSearch) -> int:
    """How often somebody went down the tree."""
    assert isinstance(search, StateTree)
    return sum(int(worker.table[at.DESCENTS]) for worker in search._tree._workers)


def deepening(name: str, threads: int = 1, seed: int = 5) -> DepthSearch:
    search = quick(name).search()
    assert search is not None
    weights = np.random.default_rng(seed).integers(-50, 50, len(circuit_of(name).facts))
    nothing = np.zeros((0, 3), np.int32)
    return search.deepening(Judgement(0, weights.astype(np.int32), nothing), threads=threads)


def one_move_from_winning(name: str, rng: Random) -> tuple[GdlState, set[Move]]:
    """A position of random matches in which some moves win at once and others do not.

    (At reversi there is hardly ever a choice left when the match can end, and a knight that
    jumps at random does not come round.)
    """
    game, circuit = native(name), circuit_of(name)
    while True:
        for record, after in random_match(name, rng):
            mover = mover_of(record)
            wins = [is_over(child) and outcome_of(game, child)[mover] == 100 for child in after]
            if any(wins) and not all(wins):
                state = state_of(name, record)
                role = quick(name).engine.roles[mover]
                assert state.turn == Joint((role,))
                legal = state.legal(role)
                assert len(legal) == len(after) == len(game.moves(record))
                assert circuit.roles[mover] == role
                return state, {move for move, wins_ in zip(legal, wins, strict=True) if wins_}


@pytest.mark.parametrize("name", sorted({*IN_TURN} - {"reversi", "knights-tour"}))
def test_a_win_in_one_is_seen_at_once(name: str) -> None:
    rng = Random(7)
    for _ in range(2):
        state, wins = one_move_from_winning(name, rng)
        found = tree(name).think(state, always, 5)
        assert found.moves[0].move in wins
        assert found.moves[0].proven
        assert found.moves[0].value == 1
        if len(quick(name).roles) == 2:
            found = deepening(name).think(state, always, 2)
            assert found.moves[0].move in wins
            assert found.moves[0].proven


@pytest.mark.parametrize("search", [tree, deepening])
@pytest.mark.parametrize("moves", [(), ("(mark 1 1)",), ("(mark 1 1)", "(mark 1 2)")])
def test_tic_tac_toe_is_solved(search: object, moves: tuple[str, ...]) -> None:
    assert callable(search)
    game = quick("tic-tac-toe")
    state = game.initial()
    for move in moves:
        assert isinstance(state.turn, Joint)
        state = state.after({state.turn.roles[0]: Move(move)})
    assert isinstance(state.turn, Joint)
    (role,) = state.turn.roles
    found = search("tic-tac-toe").think(state, always, 50 if search is deepening else 20_000)
    best = found.moves[0]
    wanted = best_outcome(game, state)
    wanted = wanted if role == game.roles[0] else 100 - wanted
    assert best.value is not None
    assert 100 * best.value == pytest.approx(wanted, abs=1)
    assert best.proven or search is tree
    reached = best_outcome(game, state.after({role: best.move}))
    assert (reached if role == game.roles[0] else 100 - reached) == wanted


def test_nim_is_lost_for_whoever_begins_and_both_searches_prove_it() -> None:
    game = quick("nim")
    for found in (
        tree("nim").think(game.initial(), always, 100_000),
        deepening("nim").think(game.initial(), always),
    ):
        assert best_outcome(game, game.initial()) == 0
        assert all(move.proven and move.value == 0 for move in found.moves)


@pytest.mark.parametrize("name", ["connect-four", "reversi", "checkers"])
def test_the_same_seed_and_count_give_the_same_findings(name: str) -> None:
    start = quick(name).initial()
    first, again = (tree(name, seed=3).think(start, always, 200) for _ in range(2))
    assert first == again
    assert tree(name, seed=4).think(start, always, 200) != first
    first, again = (deepening(name).think(start, always, 4) for _ in range(2))
    assert first == again
    assert first.depth == 4


def test_the_expected_line_can_be_played() -> None:
    for search, effort in ((tree, 500), (deepening, 6)):
        state = quick("breakthrough").initial()
        found = search("breakthrough").think(state, always, effort)
        assert found.line[0] == found.moves[0].move
        assert len(found.line) > 2
        for move in found.line:
            assert isinstance(state.turn, Joint)
            state = state.after({state.turn.roles[0]: move})


def test_deeper_search_of_a_plain_judgement_is_minimax_of_it() -> None:
    """Two plies of breakthrough, where nothing is noisy yet, by hand."""
    name = "breakthrough"
    weights = np.random.default_rng(5).integers(-50, 50, len(circuit_of(name).facts))
    game = native(name)
    start = game.record(quick(name).initial().position)
    assert start is not None
    facts = game.layout.facts

    def judged(record: np.ndarray) -> int:
        return int(np.unpackbits(record.view(np.uint8), bitorder="little")[:facts] @ weights)

    plainly = max(min(map(judged, game.successors(child))) for child in game.successors(start))
    found = deepening(name).think(quick(name).initial(), always, 2)
    assert found.moves[0].value is not None
    # Noisy moves at the leaves can only help whoever moves there, the first player.
    assert 1000 * np.log(found.moves[0].value / (1 - found.moves[0].value)) >= plainly - 1


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        (("e 2 e 4", "d 7 d 5", "d 1 g 4"), "(move c 8 g 4)"),
        (("e 2 e 4", "e 7 e 5", "g 1 f 3", "d 8 g 5"), "(move f 3 g 5)"),
    ],
)
def test_a_queen_that_is_given_away_is_taken(moves: tuple[str, ...], best: str) -> None:
    worth = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 0}
    weights = np.zeros(len(circuit_of("chess").facts), np.int32)
    for number, fact in enumerate(circuit_of("chess").facts):
        if fact[0] == "cell" and "-" in fact[-1]:
            colour, piece = fact[-1].split("-")
            weights[number] = 300 * worth[piece] * (1 if colour == "white" else -1)
    search = quick("chess").search()
    assert search is not None
    state = quick("chess").initial()
    for move in moves:
        assert isinstance(state.turn, Joint)
        state = state.after({state.turn.roles[0]: Move(f"(move {move})")})
    judgement = Judgement(0, weights, np.zeros((0, 3), np.int32))
    for depth in (1, 2, 3):
        found = search.deepening(judgement).think(state, always, depth)
        assert found.moves[0].move == best


def test_who_comes_back_to_a_position_of_the_match_got_nowhere() -> None:
    state = quick("chess").initial()
    assert isinstance(state.turn, Joint)
    role = state.turn.roles[0]
    best = deepening("chess").think(state, always, 3).moves[0]
    assert best.value is not None
    assert abs(best.value - 0.5) > 0.001
    again = deepening("chess").think(state, always, 3, [state.after({role: best.move})])
    assert {weighed.move: weighed.value for weighed in again.moves}[best.move] == 0.5


def test_a_win_that_was_missed_before_does_not_lead_round_in_circles() -> None:
    """In a match against Stockfish checks were given back and forth, each with a mate in sight."""
    state = position_from_fen(quick("chess"), "7k/8/8/8/8/8/R7/1R4K1 w - - 2 40")
    search = deepening("chess")
    first = search.think(state, always, 5).moves[0]
    assert first.proven
    assert first.plies > 1
    after = state.after({Role("white"): first.move})
    again = search.think(state, always, 5, [after])
    assert again.moves[0].move != first.move


def test_threads_grow_one_tree() -> None:
    search = tree("breakthrough", threads=2)
    found = search.think(quick("breakthrough").initial(), always, 400)
    rounds, states = search.effort
    assert rounds == 400
    assert states > 400 * 512
    assert 400 < sum(move.visits for move in found.moves) - 22 == descents(search)
    assert deepening("connect-four", threads=2).think(quick("connect-four").initial(), always, 8)


def test_no_visit_is_lost_however_many_threads_grow_a_tree() -> None:
    """A round of connect four takes microseconds: threads meet at the same nodes all the time."""
    search = tree("connect-four", threads=4)
    found = search.think(quick("connect-four").initial(), always, 5_000)
    assert search.effort[0] == 5_000
    assert sum(move.visits for move in found.moves) - 7 == descents(search) > 20_000
    assert all(0 <= (move.value or 0) <= 1 for move in found.moves)


def test_a_search_stops_when_told_to() -> None:
    asked = 0

    def twice() -> bool:
        nonlocal asked
        asked += 1
        return asked <= 2

    for search in (tree("reversi"), deepening("reversi"), tree("reversi", threads=2)):
        asked = 0
        assert search.think(quick("reversi").initial(), twice).moves
        assert asked == 3


def test_what_whoever_is_asked_raises_comes_out() -> None:
    def interrupted() -> bool:
        raise KeyboardInterrupt

    for search in (tree("reversi"), deepening("reversi"), deepening("reversi", threads=2)):
        with pytest.raises(KeyboardInterrupt):
            search.think(quick("reversi").initial(), interrupted)


def test_thoughts_of_the_last_move_are_kept() -> None:
    search = tree("connect-four")
    state = quick("connect-four").initial()
    first = search.think(state, always, 2_000)
    for move in first.line[:2]:
        assert isinstance(state.turn, Joint)
        state = state.after({state.turn.roles[0]: move})
    again = search.think(state, always, 100)
    assert sum(move.visits for move in again.moves) > 150


def test_a_crowded_tree_keeps_what_can_still_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielwerk.languages.gdl.search.tree._MEMORY", 1 << 20)
    search = tree("connect-four")
    state = quick("connect-four").initial()
    for _ in range(4):
        assert isinstance(state.turn, Joint)
        found = search.think(state, always, 100)
        assert found.positions < 4_000, "there is no room for more"
        state = state.after({state.turn.roles[0]: found.moves[0].move})
    kept = search.think(state, always, 10)
    assert sum(move.visits for move in kept.moves) > 100
    assert kept.positions > 100


@pytest.mark.parametrize("name", ["tron", "goofspiel"])
def test_games_of_choices_at_once_are_left_to_others(name: str) -> None:
    with pytest.raises(ChoosesAtOnce):
        tree(name).think(quick(name).initial(), always, 10)
    game = quick(name)
    mind = parse_player("mcts:iterations=20").sit(game, game.roles[0])
    choice = mind.choose(Knowledge(game, game.initial(), game.roles[0]))
    assert sum(candidate.visits for candidate in choice.candidates) >= 19
