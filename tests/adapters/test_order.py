"""Who is asked next, in frameworks that ask one after another."""

from __future__ import annotations

from spielwerk.adapters.order import asked
from spielwerk.core import CHANCE, Chance, Joint, Open, Over, Role

A, B, C = Role("anna"), Role("bert"), Role("cleo")
ALL = (A, B, C)


def test_all_of_a_joint_turn_are_asked():
    assert asked(Joint((A, C)), ALL, None) == (A, C)


def test_in_an_open_turn_roles_take_turns():
    assert asked(Open((A, B, C)), ALL, None) == (A,)
    assert asked(Open((A, B, C)), ALL, A) == (B,)
    assert asked(Open((A, C)), ALL, A) == (C,)
    assert asked(Open((A, C)), ALL, C) == (A,)
    assert asked(Open((B,)), ALL, B) == (B,)


def test_chance_is_asked_alone_and_nobody_at_the_end():
    assert asked(Chance(), ALL, B) == (CHANCE,)
    assert asked(Open((A, B)), ALL, CHANCE) == (A,)
    assert asked(Over(), ALL, B) == ()
