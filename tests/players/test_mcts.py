"""What the Monte-Carlo player can do, from never losing tic-tac-toe to hiding its penny."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from tests.players import native
from tests.players.duel import Perfect, duel

from spielwerk.core import CHANCE, Game, Knowledge, Move, Player, Role, State
from spielwerk.players import parse_player

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


def played(game: Game, *moves: str) -> State:
    """The state after these moves of whoever's turn it is."""
    state = game.initial()
    for move in moves:
        (role,) = state.turn.roles
        state = state.after({role: Move(move)})
    return state


def think(game: Game, state: State, role: Role, spec: str = "mcts:iterations=2000", seed: int = 1):
    return parse_player(spec).sit(game, role, seed=seed).choose(Knowledge(game, state, role))


@pytest.mark.parametrize("opponent", [parse_player("random"), Perfect()], ids=str)
def test_it_never_loses_at_tic_tac_toe(opponent: Player) -> None:
    game = native.tic_tac_toe()
    for number in range(100 if SOAK else 8):
        mine = game.roles[number % 2]
        seats = {role: parse_player("mcts") if role == mine else opponent for role in game.roles}
        assert duel(game, seats, seed=number, seconds=0.1)[mine] >= 50, f"match {number}"


def test_it_beats_greedy_at_connect_four() -> None:
    game = native.connect_four()
    matches, points = (100, 0) if SOAK else (6, 0)
    for number in range(matches):
        mine = game.roles[number % 2]
        seats = {role: parse_player("mcts" if role == mine else "greedy") for role in game.roles}
        points += duel(game, seats, seed=number, seconds=0.1)[mine]
    assert points >= 95 * matches


def test_the_same_seed_and_number_of_iterations_give_the_same_thoughts() -> None:
    for game in (native.connect_four(), native.goofspiel(), native.draft()):
        role = game.roles[0]
        first, again = (think(game, game.initial(), role, "mcts:iterations=500") for _ in range(2))
        assert first == again


def test_a_win_is_proven_and_taken_at_once() -> None:
    game = native.tic_tac_toe()
    state = played(game, "1", "4", "2", "5")
    choice = think(game, state, native.X)
    assert choice.move == "3"
    best = next(c for c in choice.candidates if c.move == "3")
    assert (best.value, best.proven) == (100, True)


def test_a_lost_position_is_proven_lost_and_held_as_long_as_possible() -> None:
    game = native.tree_game(
        soon__x=(0, 100), late__x__x__x=(0, 100), late__x__y__y=(0, 100), wrong__x=(0, 100)
    )
    choice = think(game, game.initial(), native.ANNA)
    assert choice.move == "late"
    assert all(c.proven and c.value == 0 for c in choice.candidates)


def test_thoughts_of_the_last_move_are_kept_for_the_next() -> None:
    game = native.connect_four()
    mind = parse_player("mcts:iterations=300").sit(game, native.X, seed=1)
    state = game.initial()
    state = state.after({native.X: mind.choose(Knowledge(game, state, native.X)).move})
    reply = mind.choose(Knowledge(game, state.after({native.O: Move("4")}), native.X))
    assert sum(candidate.visits for candidate in reply.candidates) > 300


def test_the_only_legal_move_needs_no_thought() -> None:
    game = native.tic_tac_toe()
    state = played(game, "1", "2", "3", "5", "4", "6", "8", "7")
    assert think(game, state, native.X, "mcts:1h").effort == "the only legal move"


def test_moves_made_at_once_are_not_foreseeable() -> None:
    game = native.matching_pennies()
    state = game.initial()
    shown = Counter(
        think(game, state, native.ANNA, "mcts:iterations=200", seed).move for seed in range(60)
    )
    assert min(shown["heads"], shown["tails"]) >= 15


def test_at_goofspiel_it_beats_a_random_bidder() -> None:
    game = native.goofspiel(5)
    seats = {native.ANNA: parse_player("mcts:iterations=300"), native.BERT: parse_player("random")}
    points = [duel(game, seats, seed=seed)[native.ANNA] for seed in range(20)]
    assert sum(points) / len(points) > 65


def test_in_an_open_draft_it_takes_the_best_before_the_other_does() -> None:
    game = native.draft()
    assert think(game, game.initial(), native.BERT).move == "take 5"


def test_three_who_run_at_once_are_no_trouble() -> None:
    game = native.race()
    red, *others = game.roles
    seats = {
        red: parse_player("mcts:iterations=200"),
        **dict.fromkeys(others, parse_player("random")),
    }
    wins = sum(duel(game, seats, seed=seed)[red] == 100 for seed in range(20))
    assert wins >= 14


@pytest.mark.parametrize(
    ("card", "said", "never"),
    [("j", "b", "bet"), ("k", "b", "pass"), ("k", "pb", "pass"), ("j", "pb", "bet")],
)
def test_at_kuhn_poker_the_worst_card_never_calls_and_the_best_never_folds(
    card: str, said: str, never: str
) -> None:
    game = native.kuhn_poker()
    seat = len(said) % 2
    cards = card + "q" if seat == 0 else "q" + card
    choice = think(game, native.Kuhn(cards, said), game.roles[seat])
    assert choice.move != never


def deals(game: Game) -> list[State]:
    return [game.initial().after({CHANCE: deal}) for deal in game.initial().legal(CHANCE)]


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:iterations=300"])
def test_a_player_decides_alike_whatever_it_cannot_see(spec: str) -> None:
    """Over all of Kuhn poker: same seed and same view, same choice with the same thoughts."""
    game = native.kuhn_poker()
    seen: dict[tuple[Role, str], object] = {}
    hidden_differed = False
    states = deals(game)
    while states:
        state = states.pop()
        if not hasattr(state.turn, "roles"):
            continue
        (role,) = state.turn.roles
        choice = think(game, state, role, spec, seed=5)
        key = (role, str(state.view(role)))
        hidden_differed |= key in seen
        assert seen.setdefault(key, choice) == choice
        states += [state.after({role: move}) for move in state.legal(role)]
    assert hidden_differed


def test_a_choice_explains_itself_with_candidates_visits_values_and_a_line() -> None:
    game = native.connect_four()
    choice = think(game, game.initial(), native.X)
    explanation = choice.explain()
    assert explanation.claim == f"mcts:iterations=2000 chooses {choice.move}"
    assert explanation.facts[0].startswith(f"expected line: {choice.move} → ")
    assert len(explanation.reasons) == 7
    assert [reason.holds for reason in explanation.reasons].count(True) == 1
    assert sum(candidate.visits for candidate in choice.candidates) == 2000


def test_nothing_is_proven_where_what_one_wins_the_other_need_not_lose() -> None:
    # Bert would be proven to win by running, but sharing is as good for him: Anna may trust him.
    game = native.tree_game(eat=(60, 40), share__share=(100, 100), share__run=(0, 100))
    choice = think(game, game.initial(), native.ANNA)
    share = next(candidate for candidate in choice.candidates if candidate.move == "share")
    assert not share.proven


def test_a_puzzle_for_one_is_solved() -> None:
    endings = {"a__a": (0, 0), "a__b": (70, 0), "b__a": (30, 0), "b__b": (90, 0)}
    game = native.tree_game((native.ANNA,), **endings)
    choice = think(game, game.initial(), native.ANNA)
    chosen = next(candidate for candidate in choice.candidates if candidate.move == choice.move)
    assert (choice.move, chosen.value, chosen.proven) == ("b", 90, True)
