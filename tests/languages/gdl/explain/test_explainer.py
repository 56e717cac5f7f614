"""Why something holds or not, in words a player understands."""

from __future__ import annotations

from pathlib import Path

import pytest

import spielwerk
from spielwerk.core import CHANCE, Explanation, Move, MoveSyntaxError, Role
from spielwerk.languages.gdl import GdlGame, GdlState, load_program, parse_program

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"


def library(name: str) -> GdlGame:
    return GdlGame(load_program(LIBRARY / f"{name}.gdl"), name)


def game(text: str) -> GdlGame:
    return GdlGame(parse_program(text), "test")


def play(state: GdlState, *moves: str) -> GdlState:
    """Play moves of whoever is asked, one after another."""
    for move in moves:
        role = state.turn.roles[0] if hasattr(state.turn, "roles") else CHANCE
        state = state.after({role: state.game.parse_move(move)})
    return state


def refusal(state: GdlState, move: str) -> Explanation:
    role = state.turn.roles[0]  # type: ignore[union-attr]
    answer = state.why_not(role, state.game.parse_move(move))
    assert not answer.holds
    return answer


# ---- Chess, as a player meets it

CHESS = library("chess")


@pytest.mark.parametrize(
    ("opening", "move", "claim"),
    [
        ("", "e1-e2", "Your own pawn stands on e2."),
        ("", "e1-g1", "The piece on f1 stands between king and rook."),
        ("", "a1-a3", "The piece on a2 is in the way."),
        ("e2-e4 e7-e5", "f1-h3", "The piece on g2 is in the way."),
        ("", "e2-e5", "A pawn on e2 cannot go to e5."),
    ],
)
def test_a_refused_move_of_chess_says_what_is_in_the_way(
    opening: str, move: str, claim: str
) -> None:
    assert refusal(play(CHESS.initial(), *opening.split()), move).claim == claim


def test_the_king_may_not_walk_into_check_and_hears_from_whom() -> None:
    state = play(CHESS.initial(), "e2-e4", "e7-e5", "e1-e2", "d8-g5")
    answer = refusal(state, "e2-e3")
    assert "check from the queen on g5" in answer.claim


def test_a_pinned_piece_hears_that_it_shields_the_king() -> None:
    state = play(CHESS.initial(), "e2-e4", "e7-e6", "d2-d4", "f8-b4", "b1-c3", "a7-a6")
    assert "pinned" in refusal(state, "c3-d5").claim


def test_the_tree_below_the_claim_ends_in_facts() -> None:
    answer = refusal(CHESS.initial(), "e1-e2")
    leaves = [answer]
    while leaves[-1].reasons:
        leaves.append(leaves[-1].reasons[0])
    assert "(cell e 2 white-pawn)" in leaves[-1].facts
    assert all(reason.source is not None for reason in leaves)
    assert len(str(answer).splitlines()) < 20


@pytest.mark.parametrize("move", ["e1-e8", "a1-h8", "e8-e7", "h8-h1", "c1-g5", "f1-a8"])
def test_explanations_stay_short_work(move: str) -> None:
    state = play(CHESS.initial(), "e2-e4", "e7-e5", "g1-f3", "b8-c6")
    refusal(state, move)


# ---- What authors can say

RULES = """
    (role x) (role y) (init (at 1)) (init (wall 2)) (succ 1 2) (succ 2 3) (succ 3 4)

    {legal}
    (<= (legal x (go ?b)) (true (at ?a)) (reaches ?a ?b) (not (closed ?b)))
    (legal x (stay 1)) (legal y noop)

    {reaches}
    (<= (reaches ?a ?b) (succ ?a ?b))

    {closed}
    (<= (closed ?b) (true (wall ?b)))
    (<= (next (at ?b)) (does x (go ?b)))
    (<= terminal (true (at 4))) (goal x 100) (goal y 0)
"""


def with_texts(legal: str = "", reaches: str = "", closed: str = "") -> GdlState:
    return game(RULES.format(legal=legal, reaches=reaches, closed=closed)).initial()


def test_what_stands_in_the_way_is_said_first() -> None:
    state = with_texts(
        legal=";: You go one step.", closed=";: There is a wall on ?b.", reaches=";: ?b is next."
    )
    assert refusal(state, "(go 2)").claim == "There is a wall on 2."


def test_what_a_move_needs_is_said_next() -> None:
    state = with_texts(legal=";: You go one step, from ?a to ?b.", reaches=";: ?b is after ?a.")
    assert refusal(state, "(go 3)").claim == "You go one step, from 1 to 3."


def test_what_is_not_true_is_said_last() -> None:
    state = game(
        """(role x) (init (at 1))
           (<= (legal x (go ?b)) (open ?b))
           (legal x (stay 1))
           ;: The door to ?b is open.
           (<= (open ?b) (true (door ?b)))
           (<= terminal (true (at 2))) (goal x 100) (<= (next (at ?b)) (does x (go ?b)))"""
    ).initial()
    answer = refusal(state, "(go 2)")
    assert answer.claim == "Not true: The door to 2 is open."


def test_without_any_sentence_the_literals_of_the_rules_are_shown() -> None:
    answer = refusal(with_texts(), "(go 2)")
    assert answer.claim == "(go 2) is not legal for x. (closed 2) holds."
    assert answer.reasons[0].facts == ("(wall 2)",)
    answer = refusal(with_texts(), "(go 4)")
    assert answer.claim == "(go 4) is not legal for x. (reaches 1 4) does not hold."


def test_the_rule_that_came_closest_is_chosen() -> None:
    state = game(
        """(role x) (init (coins 3)) (init (shop open)) (price apple 2) (price boat 9)
           (less 2 3) (less 3 9)
           ;: Selling needs a licence.
           (<= (legal x (deal ?thing)) (true licence) (price ?thing ?p))
           ;: You have ?have coins, and a ?thing costs ?p.
           (<= (legal x (deal ?thing))
               (true (shop open)) (price ?thing ?p) (true (coins ?have)) (less ?p ?have))
           (<= terminal (true done)) (goal x 0) (<= (next done) (does x (deal ?y)))"""
    ).initial()
    assert refusal(state, "(deal boat)").claim == "You have 3 coins, and a boat costs 9."


def test_facts_against_a_missing_one_are_the_most_alike() -> None:
    state = game(
        """(role x) (init (cell 1 1 red)) (init (cell 1 2 blue)) (init (cell 2 2 green))
           (<= (legal x (take ?a ?b)) (true (cell ?a ?b green)))
           (legal x (stop 1)) (<= (next done) (does x (take 1 1)))
           (<= terminal (true done)) (goal x 0)"""
    ).initial()
    answer = refusal(state, "(take 1 2)")
    assert answer.reasons[0].claim == "(cell 1 2 green) is not true."
    assert answer.reasons[0].facts[0] == "(cell 1 2 blue)"


def test_a_move_that_no_rule_gives_is_said_to_be_none() -> None:
    state = with_texts()
    assert "No rule gives" in state.why_not(Role("x"), Move("(fly 3)")).claim


def test_a_legal_move_is_explained_by_what_makes_it_legal() -> None:
    state = game(RULES.format(legal="", reaches="", closed="").replace("(init (wall 2))", ""))
    answer = state.initial().why_not(Role("x"), Move("(go 2)"))
    assert answer.holds
    assert answer.claim == "(go 2) is legal for x."
    assert answer.facts == ("(at 1)",)


def test_those_who_are_not_asked_hear_whose_turn_it_is() -> None:
    state = with_texts()
    claim = state.why_not(Role("y"), Move("(go 2)")).claim
    assert claim == "It is not the turn of y; now x must choose."


# ---- Anything can be asked


def test_any_atom_can_be_explained() -> None:
    state = with_texts(closed=";: There is a wall on ?b.")
    closed = state.explain("(closed 2)")
    assert (closed.holds, closed.claim) == (True, "There is a wall on 2.")
    terminal = state.explain("terminal")
    assert (terminal.holds, terminal.claim) == (False, "terminal does not hold.")
    assert state.explain("(true (at 1))").holds
    with pytest.raises(MoveSyntaxError):
        state.explain("(closed ?x)")


def test_recursive_relations_are_not_explained_by_themselves() -> None:
    state = game(
        """(role x) (init (edge a b)) (init (edge b a)) (legal x wait)
           (<= (path ?x ?y) (path ?x ?z) (path ?z ?y))
           (<= (path ?x ?y) (true (edge ?x ?y)))
           (<= terminal (true done)) (goal x 0) (<= (next done) (does x wait))"""
    ).initial()
    answer = state.explain("(path a b)")
    assert answer.holds
    assert "(edge a b)" in str(answer)
    assert not state.explain("(path a c)").holds


def test_nothing_speaks_of_variables_that_no_author_named():
    rules = """(role a) (role b) (init (at a 1)) (num 1) (num 2)
    (<= (near ?x ?y) (true (link ?x ?mid)) (distinct ?y ?mid))
    (<= (legal ?p (go ?n)) (role ?p) (num ?n) (near ?n ?p))
    (<= (legal ?mid (run ?n)) (role ?mid) (num ?n) (near ?n ?mid))
    (legal ?r stay) (<= (next (link 1 2)) (does a stay)) terminal (goal a 100) (goal b 0)"""
    state = GdlGame(
        parse_program(rules.replace("terminal", "(<= terminal (true (link 1 2)))")), "x"
    )
    said = str(state.initial().why_not("a", "(go 2)"))
    assert "(link 2 ?mid) is not true" in said
    assert "~" not in str(state.initial().why_not("a", "(run 2)"))
