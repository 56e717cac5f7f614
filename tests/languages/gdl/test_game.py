"""GDL rules as games of the contract: who is asked, what is seen, what is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import spielwerk
from spielwerk.core import (
    CHANCE,
    Chance,
    IllegalMove,
    Joint,
    Move,
    MoveSyntaxError,
    NotOver,
    NotYourTurn,
    Over,
    Role,
    check_game,
)
from spielwerk.languages.gdl import GdlGame, GdlState, load_program, parse_program

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"

SMALL = ["tic-tac-toe", "nim", "goofspiel", "tron", "kuhn-poker", "liars-dice", "monty-hall"]


def library(name: str) -> GdlGame:
    return GdlGame(load_program(LIBRARY / f"{name}.gdl"), name)


def game(text: str) -> GdlGame:
    return GdlGame(parse_program(text), "test")


def play(state: GdlState, *moves: dict[str, str]) -> GdlState:
    for step in moves:
        state = state.after({Role(role): Move(move) for role, move in step.items()})
    return state


@pytest.mark.parametrize("name", SMALL)
def test_games_of_the_library_keep_the_contract(name: str) -> None:
    check_game(library(name), matches=2)


# ---- What opening costs


def test_a_game_makes_no_direct_engine_before_somebody_plays_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("spielwerk.languages.gdl.game.DirectEngine", None)
    opened = library("tic-tac-toe")
    assert opened.title == "Tic-tac-toe"
    assert opened.roles == ("xplayer", "oplayer")
    assert opened.parse_move("(mark 1 2)")
    start = opened.quick().initial()
    assert len(start.legal(opened.roles[0])) == 9


def test_roles_that_rules_conclude_are_found_by_the_engine() -> None:
    concluded = game("""
        (name anna) (name bert) (<= (role ?x) (name ?x))
        (<= (legal ?x noop) (role ?x)) (<= terminal (not open)) (<= (goal ?x 50) (role ?x))
        (<= open (true open))
    """)
    assert concluded.roles == ("anna", "bert")


def test_rules_are_read_and_checked_without_loading_numpy_or_llvm() -> None:
    script = (
        "import sys\n"
        "import spielwerk.languages.gdl.tools\n"
        "from spielwerk.languages.gdl import GdlGame, diagnose_text, parse_program\n"
        "text = '(role x) (<= (legal x noop) (role x)) (<= terminal (role x)) (goal x 100)'\n"
        "assert not diagnose_text(text)\n"
        "assert GdlGame(parse_program(text), 'x').initial().outcome() == {'x': 100}\n"
        "print(*{'numpy', 'numba', 'llvmlite'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("", "")


# ---- Who is asked

PASSING = """
    (role left) (role right) (init (step 1)) (succ 1 2) (succ 2 3) (succ 3 4)
    (<= (legal left noop) (true (step 1)))
    (<= (legal right (say ?x)) (true (step 1)) (word ?x))
    (<= (legal left (say yes)) (true (step 2)))
    (<= (legal right noop) (true (step 2)))
    (<= (legal ?role noop) (role ?role) (true (step 3)))
    (word yes) (word no)
    (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
    (<= terminal (true (step 4)))
    (goal left 0) (goal right 100)
"""


def test_a_role_that_can_only_pass_is_not_asked() -> None:
    state = game(PASSING).initial()
    assert state.turn == Joint((Role("right"),))
    assert state.legal(Role("left")) == ()
    assert state.legal(Role("right")) == ("(say no)", "(say yes)")


def test_a_role_with_a_single_real_move_is_asked() -> None:
    state = play(game(PASSING).initial(), {"right": "(say no)"})
    assert state.turn == Joint((Role("left"),))
    assert state.legal(Role("left")) == ("(say yes)",)


def test_where_nobody_would_be_asked_everybody_is() -> None:
    state = play(game(PASSING).initial(), {"right": "(say no)"}, {"left": "(say yes)"})
    assert state.turn == Joint((Role("left"), Role("right")))
    over = play(state, {"left": "noop", "right": "noop"})
    assert over.turn == Over()
    assert over.outcome() == {"left": 0, "right": 100}


def test_moves_of_others_and_missing_moves_are_refused() -> None:
    state = game(PASSING).initial()
    with pytest.raises(NotYourTurn, match="not the turn of left"):
        play(state, {"left": "noop", "right": "(say no)"})
    with pytest.raises(NotYourTurn, match="No move was given for right"):
        play(state, {})
    with pytest.raises(IllegalMove, match=r"\(say maybe\) is not legal for right"):
        play(state, {"right": "(say maybe)"})


def test_there_is_no_outcome_before_the_end() -> None:
    with pytest.raises(NotOver):
        game(PASSING).initial().outcome()


# ---- States and games

TIC_TAC_TOE = library("tic-tac-toe")


def test_states_with_the_same_facts_are_equal_whatever_led_there() -> None:
    start = TIC_TAC_TOE.initial()
    one = play(start, {"xplayer": "(mark 1 1)"}, {"oplayer": "(mark 2 2)"})
    for x, o in (("(mark 1 1)", "(mark 2 2)"), ("(mark 2 2)", "(mark 1 1)")):
        state = play(start, {"xplayer": x}, {"oplayer": o})
        assert (state == one) == (x == "(mark 1 1)")
    again = play(TIC_TAC_TOE.initial(7), {"xplayer": "(mark 1 1)"}, {"oplayer": "(mark 2 2)"})
    assert again == one
    assert hash(again) == hash(one)


def test_everybody_sees_the_facts_where_nothing_is_hidden() -> None:
    state = play(TIC_TAC_TOE.initial(), {"xplayer": "(mark 1 1)"})
    view = state.view(Role("oplayer"))
    assert view == state.view(None)
    assert "(cell 1 1 x)" in view["facts"]
    assert view["facts"] == sorted(view["facts"])
    assert "X" in TIC_TAC_TOE.draw(view)


def test_a_state_can_be_set_up_from_facts() -> None:
    state = TIC_TAC_TOE.at(["(cell 1 1 x)", "(cell 2 2 x)", ("control", "xplayer")])
    assert state.turn == Joint((Role("xplayer"),))
    assert isinstance(play(state, {"xplayer": "(mark 3 3)"}).turn, Over)
    for wrong in ("(cell 1 1", "(cell ?x 1 b)", ""):
        with pytest.raises(MoveSyntaxError):
            TIC_TAC_TOE.at([wrong])


def test_any_relation_can_be_evaluated() -> None:
    state = play(TIC_TAC_TOE.initial(), {"xplayer": "(mark 1 1)"})
    assert [str(atom) for atom in state.evaluate("role")] == ["(role oplayer)", "(role xplayer)"]
    assert "(true (cell 1 1 x))" in map(str, state.evaluate("true"))
    assert state.evaluate("nothing-of-this-name") == []


def test_moves_are_read_in_long_and_short_form_and_shown_short() -> None:
    chess = library("chess")
    assert chess.parse_move("e2-e4") == chess.parse_move("(MOVE e 2 e 4)") == "(move e 2 e 4)"
    assert chess.short(Move("(move e 2 e 4)")) == "e2-e4"


def test_the_fingerprint_changes_with_the_rules_but_not_with_remarks() -> None:
    plain = game(PASSING)
    assert game(";! title Passing\n; a remark\n" + PASSING).fingerprint == plain.fingerprint
    assert game(PASSING.replace("(word no)", "(word nay)")).fingerprint != plain.fingerprint


def test_titles_come_from_the_headers() -> None:
    titled = game(";! title Passing\n;! about A game of words.\n" + PASSING)
    assert (titled.title, titled.about) == ("Passing", "A game of words.")


# ---- Rules that are not quite right


def test_a_match_is_over_where_somebody_cannot_move() -> None:
    state = game("(role x) (init a) (<= (legal x go) (true b)) (<= terminal (true b))").initial()
    assert state.turn == Over()
    assert state.outcome() == {"x": 0}


def test_a_missing_goal_counts_nothing_and_of_several_the_lowest_counts() -> None:
    state = game(
        """(role x) (role y) (init a) (legal x go) (legal y go) (<= terminal (true a))
           (goal y 70) (goal y 30)"""
    ).initial()
    assert state.outcome() == {"x": 0, "y": 30}


# ---- Chance and hidden information

MONTY = library("monty-hall")
CANDIDATE = Role("candidate")


def test_where_only_chance_chooses_it_is_its_turn_at_once() -> None:
    state = MONTY.initial()
    assert MONTY.roles == ("candidate",)
    assert MONTY.hidden
    assert state.turn == Chance()
    assert state.odds() == {"(hide_car 1)": 1, "(hide_car 2)": 1, "(hide_car 3)": 1}


def test_a_candidate_sees_its_own_moves_and_percepts_only() -> None:
    state = play(MONTY.initial(), {"random": "(hide_car 2)"})
    assert state.view(CANDIDATE) == {"percepts": [[]], "moves": ["noop"]}
    assert state.view(None) == {"step": 1}
    state = play(state, {"candidate": "(choose_door 1)"}, {"random": "(open_door 3)"})
    assert state.view(CANDIDATE)["percepts"] == [[], [], ["(opened 3)"]]
    assert state.view(CANDIDATE)["moves"] == ["noop", "(choose_door 1)", "noop"]


def test_states_that_were_reached_differently_differ_where_that_was_seen() -> None:
    cars = [play(MONTY.initial(), {"random": f"(hide_car {door})"}) for door in (1, 2)]
    assert cars[0] != cars[1]
    assert cars[0] == play(MONTY.initial(), {"random": "(hide_car 1)"})


def test_guesses_fit_what_was_seen_and_cover_what_was_not() -> None:
    steps: list[dict[str, str]] = [
        {"random": "(hide_car 2)"},
        {"candidate": "(choose_door 1)"},
        {"random": "(open_door 3)"},
    ]
    state = play(MONTY.initial(), *steps)
    rng = Random(5)
    guesses = [state.determinize(CANDIDATE, rng) for _ in range(40)]
    assert all(guess.view(CANDIDATE) == state.view(CANDIDATE) for guess in guesses)
    cars = {fact for guess in guesses for fact in guess.facts() if fact.startswith("(car")}
    assert cars == {"(car 1)", "(car 2)"}


TOGETHER = """
    (role guesser) (role random) (init start)
    (side heads) (side tails)
    (<= (legal guesser (guess ?x)) (true start) (side ?x))
    (<= (legal random (toss ?x)) (true start) (side ?x))
    (<= (sees guesser right) (does guesser (guess ?x)) (does random (toss ?x)))
    (<= (next hit) (does guesser (guess ?x)) (does random (toss ?x)))
    (<= (next done) (true start))
    (<= terminal (true done))
    (<= (goal guesser 100) (true hit)) (<= (goal guesser 0) (not (true hit)))
"""


def test_players_choose_first_and_chance_second_with_their_choice_kept_back() -> None:
    coin = game(TOGETHER)
    guesser = Role("guesser")
    start = coin.initial()
    assert start.turn == Joint((guesser,))
    pending = play(start, {"guesser": "(guess heads)"})
    assert pending.turn == Chance()
    assert pending.legal(CHANCE) == ("(toss heads)", "(toss tails)")
    assert pending.legal(guesser) == ()
    assert pending.view(guesser) == start.view(guesser)
    assert pending != play(start, {"guesser": "(guess tails)"})
    over = play(pending, {"random": "(toss heads)"})
    assert over.turn == Over()
    assert over.view(guesser) == {"percepts": [["right"]], "moves": ["(guess heads)"]}
    assert over.outcome() == {"guesser": 100}


def test_a_guess_in_the_middle_of_a_step_keeps_the_own_choice() -> None:
    coin = game(TOGETHER)
    pending = play(coin.initial(), {"guesser": "(guess heads)"})
    guess = pending.determinize(Role("guesser"), Random(1))
    assert play(guess, {"random": "(toss heads)"}).outcome() == {"guesser": 100}
    check_game(coin, matches=5)


def test_explanations_in_a_hidden_game_say_only_what_the_role_can_know() -> None:
    poker = library("kuhn-poker")
    dealt = [
        play(poker.initial(), {"random": f"(deal queen {other})"}) for other in ("king", "jack")
    ]
    answers = [state.why_not(Role("first"), Move("call")) for state in dealt]
    assert answers[0] == answers[1]
    assert not answers[0].holds


def test_what_is_public_in_a_hidden_game_may_be_said() -> None:
    poker = library("kuhn-poker")
    state = play(poker.initial(), {"random": "(deal queen king)"}, {"first": "bet"})
    answer = state.why_not(Role("second"), Move("check"))
    assert answer.claim == "There is a bet to be answered."
