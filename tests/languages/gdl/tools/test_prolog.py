"""The translation to Prolog: the seed's own examples, what it left open, and running the result.

The second half needs SWI-Prolog and compares every game of the library, and our
awkward games, with the direct engine, state by state.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.languages.gdl.awkward_games import GAMES as AWKWARD
from tests.languages.gdl.awkward_games import needs_swipl

import spielwerk
from spielwerk.core import LimitExceeded, SpielwerkError
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.load import load_program, parse_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.text.syntax import read
from spielwerk.languages.gdl.tools.prolog import translate
from spielwerk.languages.gdl.tools.swipl import SwiPrologEngine, playouts

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"
GAMES = sorted(LIBRARY.glob("*.gdl"))


def clause(text: str) -> str:
    """The one clause that a text becomes, on one line."""
    lines = translate(read(text).program).splitlines()
    return " ".join(line.strip() for line in lines if line and not line.startswith(("%", ":-")))


def declarations(text: str) -> list[str]:
    return [line for line in translate(read(text).program).splitlines() if line.startswith(":-")]


# The seed's section 4.3.1, example by example


def test_constants_become_facts_with_prefixes():
    assert clause("(isNextCol a b)") == "function_isNextCol(value_a, value_b)."


def test_role_keeps_its_name():
    assert clause("(role white)") == "role(value_white)."


def test_rules_become_clauses():
    assert clause("(<= (topleft ?a ?b ?x ?y) (nextcol ?a ?x) (nextrow ?y ?b))") == (
        "function_topleft(Token_a, Token_b, Token_x, Token_y) :- "
        "function_nextcol(Token_a, Token_x), function_nextrow(Token_y, Token_b)."
    )


def test_negation_is_failure_to_prove():
    assert clause("(<= (safe ?p) (role ?p) (not (check ?p)))") == (
        "function_safe(Token_p) :- role(Token_p), \\+ function_check(Token_p)."
    )


def test_distinct_comes_last():
    assert clause("(<= (p ?x) (distinct ?x blank) (q ?x))") == (
        "function_p(Token_x) :- function_q(Token_x), Token_x \\== value_blank."
    )


def test_the_initial_state_is_there_once_the_program_is_loaded():
    assert (
        clause("(init (field a 1 rook))") == "state_function_field(value_a, value_1, value_rook)."
    )


def test_the_state_is_asked_as_dynamic_facts():
    rule = "(<= (p ?x) (true (field a 1 ?x)))"
    assert clause(rule) == "function_p(Token_x) :- state_function_field(value_a, value_1, Token_x)."
    assert ":- dynamic state_function_field/3." in declarations(rule)


def test_next_is_spread_over_its_arguments():
    assert clause("(<= (next (control ?o)) (true (control ?p)) (opponent ?p ?o))") == (
        "function_next(value_control, Token_o) :- "
        "state_function_control(Token_p), function_opponent(Token_p, Token_o)."
    )


def test_moves_made_are_input():
    assert clause("(<= (p ?x) (does ?r (move ?x ?y)))") == (
        "function_p(Token_x) :- input(Token_r, value_move, Token_x, Token_y)."
    )


def test_legal_terminal_and_goal():
    assert clause("(<= (legal ?r (go ?x)) (q ?r ?x))") == (
        "function_legal(Token_r, value_go, Token_x) :- function_q(Token_r, Token_x)."
    )
    assert clause("(<= terminal (q a))") == "function_terminal :- function_q(value_a)."
    assert clause("(goal white 100)") == "function_goal(value_white, value_100)."


# What the seed left open


def test_nested_terms_are_terms_of_prolog():
    assert clause("(at (square 1 2) (piece white))") == (
        "function_at(function_square(value_1, value_2), function_piece(value_white))."
    )


def test_names_that_prolog_would_misread_are_quoted():
    assert clause("(right-of a+ b)") == "'function_right-of'('value_a+', value_b)."


def test_variables_that_prolog_would_misread_keep_apart():
    head, body = clause("(<= (p ?x-y ?x_y) (q ?x-y ?x_y))").split(" :- ")
    first, second = head.removeprefix("function_p(").removesuffix(")").split(", ")
    assert first != second
    assert body == f"function_q({first}, {second})."


def test_a_negation_waits_for_its_variables():
    assert clause("(<= (p ?x) (not (q ?x)) (r ?x))") == (
        "function_p(Token_x) :- function_r(Token_x), \\+ function_q(Token_x)."
    )


def test_a_variable_for_a_whole_fact_keeps_facts_whole():
    text = "(<= (next ?f) (true ?f) (lasting ?f)) (init (cell 1))"
    assert clause(text) == (
        "function_next(Token_f) :- state(Token_f), function_lasting(Token_f). "
        "state(function_cell(value_1))."
    )


def test_only_recursive_relations_are_tabled():
    rules = """
        (<= (reach ?x) (start ?x))
        (<= (reach ?y) (reach ?x) (edge ?x ?y))
        (<= (far ?x) (reach ?x) (edge ?x ?y))
    """
    assert [line for line in declarations(rules) if "table" in line] == [
        ":- table function_reach/1."
    ]


def test_an_init_with_conditions_is_carried_out_on_loading():
    assert declarations("(file a) (<= (init (cell ?x 1)) (file ?x))")[-1] == (
        ":- forall((function_file(Token_x), \\+ state_function_cell(Token_x, value_1)), "
        "assertz(state_function_cell(Token_x, value_1)))."
    )


# Running it


def follow(path: Path, *, states: int, seed: int = 0) -> None:
    """Walk through random matches; both engines must say the same in every state."""
    program = load_program(path)
    ours = DirectEngine(normalise(program))
    rng = Random(seed)
    with SwiPrologEngine(program) as prolog:
        assert prolog.roles == ours.roles
        here, there = ours.initial(), prolog.initial()
        for _ in range(states):
            assert ours.facts(here) == there
            over = ours.terminal(here)
            assert prolog.terminal(there) == over
            assert prolog.goals(there) == ours.goals(here)
            if over:
                here, there = ours.initial(), prolog.initial()
                continue
            legal = [ours.legal(here, role) for role in ours.roles]
            assert [prolog.legal(there, role) for role in ours.roles] == legal
            joint = tuple(rng.choice(moves) for moves in legal)
            assert prolog.sees(there, joint) == ours.sees(here, joint)
            here, there = ours.next(here, joint), prolog.next(there, joint)


@needs_swipl
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_our_engine_and_prolog_agree_on_library_games(path):
    follow(path, states=25 if path.stem == "chess" else 150)


@needs_swipl
@pytest.mark.parametrize("path", AWKWARD, ids=lambda path: path.stem)
def test_our_engine_and_prolog_agree_on_awkward_games(path):
    follow(path, states=60)


@needs_swipl
def test_prolog_plays_random_matches_by_itself():
    program = load_program(LIBRARY / "tic-tac-toe.gdl")
    result = playouts(program, seconds=0.2, seed=3)
    assert result.matches > 10
    assert 5 * result.matches < result.states < 11 * (result.matches + 1)
    assert 0.1 < result.cpu_seconds < 2


@needs_swipl
def test_a_position_can_be_asked_about_that_was_never_reached():
    program = load_program(LIBRARY / "tic-tac-toe.gdl")
    with SwiPrologEngine(program) as prolog:
        full = {("cell", x, y, "x") for x in "123" for y in "123"}
        position = prolog.position({*full, ("control", "xplayer")})
        assert prolog.terminal(position)
        assert prolog.goals(position) == {"xplayer": (100,), "oplayer": (0,)}


@needs_swipl
def test_names_in_any_language_survive_the_journey():
    program = parse_program("""
        (role größe) (init (färbe 棋 x-y))
        (<= (legal größe (täusche ?a ?b)) (true (färbe ?a ?b)))
        (<= (next (färbe ?b ?a)) (does größe (täusche ?a ?b)))
        (<= terminal (true (färbe x-y 棋)))
        (goal größe 50)
    """)
    with SwiPrologEngine(program) as prolog:
        moves = prolog.legal(prolog.initial(), "größe")
        assert moves == (("täusche", "棋", "x-y"),)
        assert prolog.next(prolog.initial(), moves) == {("färbe", "x-y", "棋")}


@needs_swipl
def test_left_recursion_does_not_send_prolog_round_in_circles():
    program = parse_program("""
        (role you) (init (at a)) (edge a b) (edge b a) (edge b c)
        (<= (reach ?x) (true (at ?x)))
        (<= (reach ?y) (reach ?x) (edge ?x ?y))
        (<= (legal you (go ?x)) (reach ?x))
        (<= (next (at ?x)) (does you (go ?x)))
        (<= terminal (true (at c)))
        (goal you 100)
    """)
    with SwiPrologEngine(program) as prolog:
        moves = prolog.legal(prolog.initial(), "you")
    assert moves == (("go", "a"), ("go", "b"), ("go", "c"))


def test_without_prolog_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    program = load_program(LIBRARY / "tic-tac-toe.gdl")
    with pytest.raises(SpielwerkError, match="swi-prolog-nox"):
        playouts(program, seconds=0.1)


@needs_swipl
def test_rules_without_end_run_into_the_limit():
    """The checks refuse such rules; whoever skips them gets a message all the same."""
    endless = read("""
        (role you) (init (at zero)) (deep zero) (<= (deep (s ?x)) (deep ?x))
        (<= (legal you (go ?x)) (deep ?x)) (<= terminal (true (at end))) (goal you 0)
    """).program
    with (
        SwiPrologEngine(endless, seconds_per_answer=0.5) as prolog,
        pytest.raises(LimitExceeded, match=r"0\.5 s"),
    ):
        prolog.legal(prolog.initial(), "you")
