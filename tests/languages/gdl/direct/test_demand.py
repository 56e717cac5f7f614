"""Recursion that would list too much, or never end, is asked with values instead."""

from __future__ import annotations

from random import Random

from spielwerk.languages.gdl import parse_program
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.load import diagnose_text
from spielwerk.languages.gdl.program import normalise

NUMBERS = 1_500

TAKING = f"""
(role red) (init (pile {NUMBERS - 100}))
{" ".join(f"(succ {n} {n + 1}) (number {n})" for n in range(NUMBERS))}
(few 1) (few 2) (few 3)
(<= (count_loop ?n ?n 0) (number ?n))
(<= (count_loop ?from ?to ?steps)
    (succ ?from ?next) (count_loop ?next ?to ?fewer) (succ ?fewer ?steps))
(<= (legal red (take ?k)) (few ?k) (true (pile ?n)) (count_loop ?k ?n ?rest))
(<= (next (pile ?rest)) (does red (take ?k)) (true (pile ?n)) (count_loop ?k ?n ?rest))
(<= terminal (true (pile ?n)) (count_loop ?n 3 ?less))
(<= (goal red 100) (role red))
"""


def test_a_count_over_all_pairs_of_numbers_is_only_asked() -> None:
    engine = DirectEngine(normalise(parse_program(TAKING)))
    position = engine.initial()
    assert engine.legal(position, "red") == (("take", "1"), ("take", "2"), ("take", "3"))
    position = engine.next(position, (("take", "3"),))
    assert engine.facts(position) == {("pile", str(NUMBERS - 103))}
    assert not engine.terminal(position)
    assert engine.terminal(engine.position([("pile", "2")]))


def _hex(size: int) -> str:
    """Hex whose winner is found by walks that remember where they were."""
    cells = [(x, y) for x in range(size) for y in range(size)]
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    near = [((x, y), (x + a, y + b)) for x, y in cells for a, b in steps if (x + a, y + b) in cells]
    facts = [f"(cell c{x}{y})" for x, y in cells]
    facts += [f"(near c{x}{y} c{a}{b})" for (x, y), (a, b) in near]
    for index in range(size):
        facts += [f"(start red c0{index}) (end red c{size - 1}{index})"]
        facts += [f"(start blue c{index}0) (end blue c{index}{size - 1})"]
    return (
        " ".join(facts)
        + """
    (role red) (role blue) (init (control red)) (other red blue) (other blue red)
    (<= (walk (visit ?a nil)) (cell ?a))
    (<= (walk (visit ?b ?w)) (extends ?b ?w))
    (<= (extends ?b (visit ?a ?w)) (walk (visit ?a ?w)) (near ?a ?b) (new ?b (visit ?a ?w)))
    (<= (new ?b nil) (cell ?b))
    (<= (new ?b (visit ?a ?w)) (walk (visit ?a ?w)) (cell ?b) (distinct ?a ?b) (new ?b ?w))
    (<= (across ?r (visit ?a ?w)) (end ?r ?a) (true (stone ?r ?a)) (walk (visit ?a ?w)))
    (<= (across ?r (visit ?a ?w)) (true (stone ?r ?a)) (extends ?b (visit ?a ?w))
        (true (stone ?r ?b)) (across ?r (visit ?b (visit ?a ?w))))
    (<= (wins ?r) (start ?r ?a) (true (stone ?r ?a)) (across ?r (visit ?a nil)))
    (<= (legal ?r (put ?c)) (true (control ?r)) (cell ?c) (not (taken ?c)))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (taken ?c) (true (stone ?r ?c)))
    (<= (next (stone ?r ?c)) (does ?r (put ?c)))
    (<= (next (stone ?r ?c)) (true (stone ?r ?c)))
    (<= (next (control ?o)) (true (control ?r)) (other ?r ?o))
    (<= terminal (wins ?r))
    (<= (goal ?r 100) (wins ?r))
    (<= (goal ?r 0) (other ?r ?o) (wins ?o))
    (<= (goal ?r 50) (role ?r) (not (wins red)) (not (wins blue)))
    """
    )


def _connected(facts: frozenset[object], player: str, size: int) -> bool:
    own = {fact[2] for fact in facts if isinstance(fact, tuple) and fact[:2] == ("stone", player)}
    places = {(int(cell[1]), int(cell[2])) for cell in own}
    along = 0 if player == "red" else 1
    todo = [place for place in places if place[along] == 0]
    seen = set(todo)
    while todo:
        x, y = todo.pop()
        if (x, y)[along] == size - 1:
            return True
        for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            step = (x + a, y + b)
            if step in places and step not in seen:
                seen.add(step)
                todo.append(step)
    return False


def test_walks_that_remember_are_asked_from_their_start() -> None:
    size = 6
    engine = DirectEngine(normalise(parse_program(_hex(size))))
    rng = Random(3)
    winners = set()
    for _ in range(6):
        position = engine.initial()
        while True:
            facts = engine.facts(position)
            won = [r for r in engine.roles if _connected(facts, r, size)]
            assert engine.terminal(position) == bool(won)
            if won:
                assert engine.goals(position)[won[0]] == (100,)
                winners.add(won[0])
                break
            joint = tuple(rng.choice(engine.legal(position, role)) for role in engine.roles)
            position = engine.next(position, joint)
    assert winners == {"red", "blue"}


def test_walks_that_somebody_lists_are_still_refused() -> None:
    listed = _hex(3) + "(<= (goal ?r 30) (role ?r) (walk ?w))"
    errors = [d.code for d in diagnose_text(listed) if d.severity == "error"]
    assert set(errors) == {"gdl-recursion"}
    assert not [d for d in diagnose_text(_hex(3)) if d.severity == "error"]
