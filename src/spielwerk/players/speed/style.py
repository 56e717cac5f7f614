"""The numbers by which our solver weighs, all in one place, so that they can be tuned together.

``spielwerk speed tune`` changes them all at once (:mod:`spielwerk.arena.tuning`). Compiled
code gets them as they are; every number is a float, so that it is compiled but once.
"""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """How a strategist weighs."""

    caution: float = 0.7
    """In a fight: how much the worst answer of the rival counts against the mean of all."""
    haste: float = 8.0
    """In a fight: how many times the cells of braking speed costs us: it narrows every choice."""
    their_haste: float = 1.0
    """The same of a rival, of whom we do not know that it shuns speed: it may yet hurry out of a
    corridor we could close."""
    living: float = 0.4
    """What a long walk counts against the value of a fight."""
    long: float = 200.0
    """Rounds of a walk beyond which a longer one says nothing while others are near."""
    roomy: float = 0.25
    """What a round of a typical walk counts against one of the longest: plans may be spoiled."""
    contested: float = 0.3
    """What a round counts that ends on a cell a rival may take before us."""
    content: float = 0.85
    """Alone with the last rival: if our room has less than this part of the cells of its room we
    leave it; if this part of ours is more than all other cells we stay."""
    usable: float = 0.8
    """The part of the cells left after a walk that can still be used."""
    regain: float = 1.0
    """What a round counts after a rival has crossed the walk: there may be another way by then."""
    company: float = 1.0
    """The same while others are near: they may come, but fights see to that."""
    leaping: float = 0.05
    """How often a try at a walk that is not long enough looks for a jump out of the room."""
    dread: float = 2.0
    """Alone: the power of the share of answers that do not kill us, by which life is multiplied."""
    share: float = 0.75
    """The part of the time that goes to the fight while others are near, the rest is for walks."""


USUAL = Style()
"""What a strategist goes by if nobody says otherwise."""
