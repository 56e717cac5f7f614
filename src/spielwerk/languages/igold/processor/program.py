"""From a definition to templates: everything that can happen in the game, as Python functions.

:func:`process` walks the definition once. What comes out holds the source text of the functions
and, for every phase, state, action and implication, the names of those that belong to it.
"""

from __future__ import annotations

from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.processor import places, rules, selectors, values  # noqa: F401
from spielwerk.languages.igold.processor.actions import add_actions
from spielwerk.languages.igold.processor.expressions import ExpressionCompiler
from spielwerk.languages.igold.processor.implications import add_implications, implicated
from spielwerk.languages.igold.processor.phases import add_phases
from spielwerk.languages.igold.processor.surroundings import (
    add_chances,
    add_connections,
    add_links,
    add_scores,
    add_sight,
)
from spielwerk.languages.igold.processor.templates import CompiledGame


def process(definition: Definition) -> CompiledGame:
    """The templates of a definition; what is wrong is reported to the definition's problems."""
    p = ExpressionCompiler(definition)
    p.implicated = implicated(definition)
    program = CompiledGame(definition)
    add_phases(p, program)
    add_actions(p, program)
    add_implications(p, program)
    add_sight(p, program)
    add_links(p, program)
    add_chances(p, program)
    add_connections(p, program)
    add_scores(p, program)
    program.source = "\n\n\n".join(p.functions) + "\n"
    program.tables = p.tables
    program.sites = tuple(p.sites)
    program.shuffles = "shuffle(s, " in program.source
    return program
