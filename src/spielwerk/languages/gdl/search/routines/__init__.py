"""Search in the :mod:`..dialect`: what runs as native code.

===================  ==============================================================================
:mod:`.memory`       what stands where in the tables that all routines are given
:mod:`.positions`    successors of a position, what it is worth, random matches from it
:mod:`.tree`         Monte-Carlo tree search
:mod:`.deepening`    alpha-beta search
===================  ==============================================================================
"""

from spielwerk.languages.gdl.search.routines import deepening, positions, tree

ENTRIES = (
    positions.look_at,
    positions.successors,
    positions.list_moves,
    positions.judge,
    positions.judge_change,
    tree.plant,
    tree.grow,
    tree.transplant,
    deepening.deepen,
)
"""What is called from outside."""
