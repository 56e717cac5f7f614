"""Rules that would have many instances are given few."""

from __future__ import annotations

from spielwerk.languages.gdl.circuit.budget import Budget, Meter
from spielwerk.languages.gdl.circuit.grounding.flat import flatten
from spielwerk.languages.gdl.circuit.grounding.instances import Instances, instantiate
from spielwerk.languages.gdl.circuit.grounding.reach import ground
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.text.syntax import read

NUMBERS = " ".join(f"(n {i}) (init (p {i})) (init (q {i} {(i * 7) % 30}))" for i in range(30))


def instances_of(text: str) -> Instances:
    flat = flatten(normalise(read(text).program))
    return instantiate(ground(flat, Meter(Budget())))


def conjunctions(instances: Instances) -> int:
    return sum(len(heads) for group in instances.groups for heads, _ in group.blocks)


def test_conditions_that_share_nothing_do_not_multiply() -> None:
    found = instances_of(
        f"(role a) {NUMBERS} (<= (legal a go) (true (p ?x)) (true (p ?y)) (true (p ?z)))"
    )
    assert conjunctions(found) < 100, "30 * 30 * 30 instances are not needed"


def test_chain_of_conditions_is_settled_link_by_link() -> None:
    found = instances_of(
        f"""
        (role a) {NUMBERS} (legal a noop)
        (<= (next (q ?x ?y)) (true (q ?x ?y)))
        (<= (next (q ?y ?x)) (true (q ?x ?y)))
        (<= (next done) (true (q ?u ?v)) (true (q ?v ?w)) (true (q ?w ?x)) (true (q ?x ?y)))
        """
    )
    pairs = len(found.grounding.extents[found.grounding.flat.named("true")[1]].rows)
    assert conjunctions(found) < 10 * pairs


BOARD = """
(role a) (line 1) (line 2) (line 3) (line 4) (line 5) (line 6) (line 7) (line 8)
(<= (init (cell ?x ?y white)) (line ?x) (line ?y))
(<= (init (cell ?x ?y black)) (line ?x) (line ?y))
(<= (legal a (move ?x ?y ?u ?v)) (line ?x) (line ?y) (line ?u) (line ?v))
"""


def test_piece_that_moves_is_looked_up_once_for_all_targets() -> None:
    found = instances_of(
        BOARD + "(<= (next (cell ?u ?v ?p)) (does a (move ?x ?y ?u ?v)) (true (cell ?x ?y ?p)))"
    )
    legal, lookups, following = 4096, 2 * 64, 2 * 64
    assert conjunctions(found) == legal + lookups + following


def test_frame_axiom_has_one_instance_a_fact_and_not_one_a_move() -> None:
    found = instances_of(
        BOARD
        + """
        (<= (next (cell ?i ?j ?p)) (true (cell ?i ?j ?p)) (does a (move ?x ?y ?u ?v))
            (other ?i ?j ?x ?y) (other ?i ?j ?u ?v))
        (<= (other ?i ?j ?x ?y) (line ?i) (line ?j) (line ?x) (line ?y) (distinct ?i ?x))
        (<= (other ?i ?j ?x ?y) (line ?i) (line ?j) (line ?x) (line ?y) (distinct ?j ?y))
        """
    )
    legal, kept = 4096, 2 * 64
    assert conjunctions(found) == legal + kept
    assert len(found.move_sets) == 64
    assert {bin(known.moves).count("1") for known in found.move_sets} == {63 * 63}


def test_two_moves_that_share_a_variable_must_still_agree_on_it() -> None:
    found = instances_of(
        """
        (role a) (role b) (n 1) (n 2) (n 3)
        (<= (legal ?r (say ?x)) (role ?r) (n ?x))
        (<= (next same) (does a (say ?x)) (does b (say ?x)))
        """
    )
    [group] = [g for g in found.groups if g.size == 1 and g.blocks and g.blocks[0][1].shape[1] == 2]
    assert len(group.blocks[0][0]) == 3, "one conjunction for each word both can say"
