"""Games in the seed dialect as the contract has them: turns, chance, ends, secrets, tensors."""

from __future__ import annotations

from random import Random

import pytest

from spielwerk.adapters import Encoding
from spielwerk.catalogue import open_game
from spielwerk.core import (
    CHANCE,
    Chance,
    IllegalMove,
    Joint,
    Move,
    Open,
    Over,
    Role,
    check_game,
    random_event,
)
from spielwerk.languages.gdl.in_turn import InTurnGame
from spielwerk.languages.gdl.load import diagnose_text, parse_program, read_any
from spielwerk.languages.gdl.program import Dialect

ANN, BOB = Role("ann"), Role("bob")


def game(rules: str) -> InTurnGame:
    return InTurnGame(parse_program(rules, dialect=Dialect.SEED_2), "game")


RACE = """
    (role ann) (role bob) (role random)
    (init (free 1)) (init (free 2))
    (<= (legal ?p (take ?n)) (runner ?p) (true (free ?n)) (not (true (toss ?any))))
    (runner ann) (runner bob)
    (<= (legal ann (noop)) (true (free 1)))
    (<= (legal bob (noop)))
    (<= (legal random (flip ?side)) (side ?side) (true (toss 1)))
    (side heads) (side tails)
    (<= (next (free ?n)) (true (free ?n)) (not (does ?p (take ?n))))
    (<= (next (toss 1)) (does ?p (take 1)))
    (<= (next (shows ?side)) (does random (flip ?side)))
    (<= (goal ann 250)) (<= (goal bob -50))
"""


def test_whoever_has_a_move_may_choose_and_one_alone_has_the_turn():
    state = game(RACE).initial()
    assert state.turn == Open((ANN, BOB))
    assert list(state.legal(ANN)) == ["(take 1)", "(take 2)", "noop"]
    alone = game(RACE.replace("(runner bob)", "")).initial()
    assert alone.turn == Joint((ANN,)), "who can only pass is not asked"
    assert not alone.legal(BOB)


def test_noop_changes_nothing():
    state = game(RACE).initial()
    assert state.after({ANN: Move("noop")}) == state


def test_chance_moves_before_anybody_else_and_as_long_as_it_can():
    state = game(RACE).initial().after({BOB: Move("(take 1)")})
    assert state.turn == Chance()
    assert dict(state.odds()) == {"(flip heads)": 1, "(flip tails)": 1}
    assert isinstance(state.after({CHANCE: Move("(flip tails)")}).turn, Open)


def test_a_match_in_which_nobody_can_change_anything_is_over_and_says_so():
    state = game(RACE.replace("(true (toss 1))", "(true (never))")).initial()
    state = state.after({ANN: Move("(take 1)")})
    assert state.turn == Over()
    assert "Nobody can change anything" in state.why_not(ANN, Move("(take 2)")).claim


def test_goals_beyond_a_hundred_say_who_did_better():
    state = game(RACE.replace("(true (toss 1))", "(true (never))")).initial()
    assert state.after({ANN: Move("(take 1)")}).outcome() == {ANN: 100, BOB: 0}


def test_a_refused_move_says_why_by_its_type():
    halving = open_game("halving")
    with pytest.raises(IllegalMove, match="not 9 left"):
        halving.initial().after({Role("first"): Move("(take 9)")})


@pytest.mark.parametrize("name", ["typed-tic-tac-toe", "halving", "three-tricks"])
def test_the_library_keeps_the_contract_as_circuits(name):
    quick = open_game(name).quick()
    assert quick.engine.name == "circuit"
    check_game(quick, matches=1)


def test_hands_are_seen_by_their_owner_alone_and_guessed_by_the_others():
    state, rng = open_game("three-tricks").quick().initial(), Random(2)
    for _ in range(12):
        state = state.after(random_event(state, rng).moves)
    alice, bob = Role("alice"), Role("bob")
    hands = {
        role: {fact for fact in state.view(role)["facts"] if "hand" in fact}
        for role in (alice, bob, None)
    }
    assert hands[None] == set()
    assert hands[alice].isdisjoint(hands[bob])
    guesses = [state.determinize(alice, Random(seed)) for seed in range(8)]
    assert all(guess.view(alice) == state.view(alice) for guess in guesses)
    assert len({tuple(guess.view(bob)["facts"]) for guess in guesses}) > 1


def test_types_give_every_fact_and_move_a_place():
    encoding = Encoding(open_game("typed-tic-tac-toe"), samples=1)
    assert len(encoding.moves) == 9
    assert encoding.size == 2 + 27 + 2, "whose view it is, nine cells of three values, whose turn"
    start = encoding.game.initial()
    assert encoding.observe(start, Role("x")).sum() == 1 + 9 + 1


def test_a_text_that_breaks_relaxed_conditions_only_is_read_as_the_later_version():
    text = "// a remark\n(role x)\n(<= (legal x (go)))\n"
    assert read_any(text).program.dialect is Dialect.SEED_2
    assert "gdl-seed-2" in [problem.code for problem in diagnose_text(text)]
    strict = text.replace("(<= (legal x (go)))", "(<= (legal ?p (go a)) (role ?p))")
    assert read_any(strict).program.dialect is Dialect.SEED


@pytest.mark.parametrize("name", ["seed", "seed-2", "ggp"])
def test_a_header_names_the_dialect(name):
    assert read_any(f"//! dialect {name}\n(role x)").program.dialect == name


@pytest.mark.parametrize(
    "rule",
    [
        "(<= (p [1,3]:?x) (q ?x))",
        "(init (sees x (card 1)))",
        "(<= (p ?x) (q ?y) (add ?y 1 ?x))",
        "(<= (p ?n) (count ?n (q ?y)))",
    ],
)
def test_the_later_version_shows_without_comments(rule):
    assert read_any(f"(role x) {rule}").program.dialect is Dialect.SEED_2


def test_rules_that_differ_only_by_their_types_are_two_games():
    text = "(role a) (<= (init (at [1,{}]:?x)))"
    small, large = (parse_program(text.format(n), dialect=Dialect.SEED_2) for n in (2, 3))
    assert InTurnGame(small, "g").fingerprint != InTurnGame(large, "g").fingerprint
