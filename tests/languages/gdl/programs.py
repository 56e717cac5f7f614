"""Hypothesis strategies for GDL: words, terms, rules, programs, and texts with slips in them."""

from __future__ import annotations

from hypothesis import strategies as st

from spielwerk.languages.gdl.program.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Term,
    Var,
)

odd_text = st.text("aé0ßø中_-+*/<>=!?.,:&|~%#'\\", min_size=1, max_size=4)
odd_words = odd_text.map(lambda word: word.lstrip("?") or "q")

plain_words = st.sampled_from(["a", "b", "cell", "x1", "7", "-3", "at-most", "king_side", "_q"])

connectives = ("not", "or", "and", "distinct", "include")

words = (plain_words | odd_words).filter(
    lambda word: word not in connectives and not word.startswith("<=") and ".." not in word
)

variables = st.builds(Var, words | odd_text)


def _compound(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.builds(
        lambda name, args: (name, *args), words, st.lists(terms, min_size=1, max_size=3)
    )


terms: st.SearchStrategy[Term] = st.recursive(words | variables, _compound, max_leaves=6)

atoms = st.builds(lambda name, args: Atom(name, tuple(args)), words, st.lists(terms, max_size=3))


def _composed(literals: st.SearchStrategy[Literal]) -> st.SearchStrategy[Literal]:
    branches = st.lists(
        st.lists(literals, min_size=1, max_size=2).map(tuple), min_size=2, max_size=3
    )
    joined = st.lists(literals, min_size=2, max_size=3).map(lambda body: Or((tuple(body),)))
    return (
        st.builds(Not, literals)
        | st.builds(Not, joined)
        | branches.map(lambda several: Or(tuple(several)))
    )


literals: st.SearchStrategy[Literal] = st.recursive(
    atoms | st.builds(Distinct, terms, terms), _composed, max_leaves=6
)

sentences = st.none() | st.sampled_from(["?x may not stay", "Nobody moves twice."])

rules = st.builds(
    lambda head, body, text: Rule(head, tuple(body), None, text),
    atoms,
    st.lists(literals, max_size=4),
    sentences,
)

headers = st.dictionaries(
    st.sampled_from(["title", "about", "grid"]),
    st.lists(st.sampled_from(["", "Chess", "a b  c", "(cell ?x ?y)"]), min_size=1, max_size=2).map(
        tuple
    ),
)

programs = st.builds(
    lambda rules, headers: Program(tuple(rules), headers=headers),
    st.lists(rules, max_size=6),
    headers,
)

GAME = """\
;! title A race
(role white) (role black)
(init (at white 0)) (init (at black 0)) (init (control white))
(succ 0 1) (succ 1 2) (succ 2 3)
(opponent white black) (opponent black white)
;: ?player may run when it has the turn
(<= (legal ?player run) (true (control ?player)))
(<= (legal ?player wait) (role ?player) (not (true (control ?player))))
(<= (next (at ?player ?y)) (does ?player run) (true (at ?player ?x)) (succ ?x ?y))
(<= (next (at ?player ?x)) (does ?player wait) (true (at ?player ?x)))
(<= (next (control ?other)) (true (control ?player)) (opponent ?player ?other))
(<= terminal (true (at ?player 3)))
(<= (goal ?player 100) (true (at ?player 3)))
(<= (goal ?player 0) (role ?player) (not (true (at ?player 3))))
"""
"""A small sound game."""

FINISH = 7
CAPITALS = f"""\
(ROLE Red) (role blue)
(INIT (atField Red 0)) (init (atField blue 0)) (init (turnOf Red))
{" ".join(f"(nextField {n} {n + 1})" for n in range(FINISH))}
(otherThan Red blue) (otherThan blue Red)
(<= (canReach ?from ?to) (nextField ?from ?to))
(<= (canReach ?from ?to) (nextField ?from ?oneOn) (nextField ?oneOn ?to))
(<= (LEGAL ?Who (stepTo ?to)) (TRUE (turnOf ?Who)) (true (atField ?Who ?at)) (canReach ?at ?to))
(<= (legal ?who waitHere) (role ?who) (NOT (true (turnOf ?who))))
(<= (next (atField ?who ?to)) (does ?who (stepTo ?to)))
(<= (next (atField ?who ?at)) (Does ?who waitHere) (true (atField ?who ?at)))
(<= (next (turnOf ?other)) (true (turnOf ?who)) (otherThan ?who ?other))
(<= TERMINAL (true (atField ?who {FINISH})))
(<= (goal ?who 100) (true (atField ?who {FINISH})))
(<= (goal ?who 0) (role ?who) (not (true (atField ?who {FINISH}))))
"""
"""A race that spells its names with capitals, and the words of the language in any case."""

_pieces = st.sampled_from(
    ["(", ")", "<=", "?", "?x", "not", "or", '"', ";", "1 .. 8", "\n", "é", " "]
)


@st.composite
def slips(draw: st.DrawFn, text: str = GAME) -> str:
    """A game with a few stretches deleted, doubled or overwritten."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        middle = draw(st.just("") | st.just(text[start:end] * 2) | _pieces)
        text = text[:start] + middle + text[end:]
    return text
