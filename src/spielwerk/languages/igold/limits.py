"""How much rules may ask for, whoever wrote them.

Work is counted, not timed: the same rules break the same limit at the same place on every machine.
An operation is one element of the rules that is worked out once; what stands in a loop counts as
often as it is repeated. ``docs/server.md`` lists these limits for authors.
"""

from __future__ import annotations

WORK = 5_000_000
"""Operations from one decision to the next, and for the answer to one question about a state."""
LARGEST = 10**18
"""No number is as far from 0 as this."""
SET_VALUES = 1_000
"""Values in a set."""
ELEMENTS = 50_000
"""Actors, objects, fields, attributes and all other elements of a match."""
PLAYERS = 100
"""Players of a match."""
OBJECTS = 10_000
"""Objects that lie in one field at the beginning."""
WRITTEN_OUT = 200_000
"""Elements of a file with all named pieces and inherited parts put in their places."""
PROBLEMS = 200
"""So many problems of a file are told; who has more begins with these."""
COMBINATIONS = 50_000
"""How many combinations of open rules the search for successors tries."""
