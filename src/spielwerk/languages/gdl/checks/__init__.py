"""Everything about a program that is wrong without playing it: the static checks of GDL.

A program goes in, with its comfort forms written out; diagnostics come out, in the order of their
places. Each module looks at one thing:

================  =================================================================================
:mod:`.rules`     single rules: arguments of keywords, goals, sentences
:mod:`.safety`    whether every variable gets a value
:mod:`.order`     what needs what
:mod:`.names`     whether words mean anything
:mod:`.capitals`  names that differ only by case
:mod:`.slips`     words of the language that were misspelt
:mod:`.inside`    words of the language inside of others
:mod:`.in_turn`   what the seed dialect forbids, which allows more
:mod:`.meant`     the word that was meant by a misspelt one
:mod:`.carets`    where in a condition a word stands
================  =================================================================================
"""

from __future__ import annotations

from itertools import islice

from spielwerk.core import Diagnostic
from spielwerk.languages.gdl.checks.capitals import check_capitals
from spielwerk.languages.gdl.checks.in_turn import check_in_turn
from spielwerk.languages.gdl.checks.names import check_names
from spielwerk.languages.gdl.checks.order import check_order
from spielwerk.languages.gdl.checks.rules import check_rules
from spielwerk.languages.gdl.checks.safety import check_safety
from spielwerk.languages.gdl.program import Program, dependencies

__all__ = ["check", "check_in_turn"]

MAX_PROBLEMS = 1_000


def check(program: Program, *, doubtful: frozenset[str] = frozenset()) -> tuple[Diagnostic, ...]:
    """The problems of a program: all, or the first :data:`MAX_PROBLEMS` of each kind of check.

    ``doubtful`` are words in parts of the source that could not be read: nothing is concluded
    from their absence.
    """
    graph = dependencies(program.rules)
    found = [
        diagnostic
        for group in (
            check_rules(program),
            check_safety(program),
            check_order(program, graph),
            check_names(program, graph, doubtful),
        )
        for diagnostic in islice(group, MAX_PROBLEMS)
    ]
    found += islice(check_capitals(program, found), MAX_PROBLEMS)
    return tuple(sorted(found, key=_place))


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    span = diagnostic.span
    return (span.line, span.column) if span else (0, 0)
