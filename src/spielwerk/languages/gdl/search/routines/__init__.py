"""Search in the :mod:`..dialect`: what runs as native code.

===================  ==============================================================================
:mod:`.memory`       what stands where in the tables that all routines are given
:mod:`.positions`    successors of a position, what it is worth, random matches from it
:mod:`.nodes`        the nodes of a tree, and what is proven of them
:mod:`.lanes`        new ones that share the lanes of random matches
:mod:`.expanding`    what is found out about a new one
:mod:`.anytime`      what random matches say of a move in which it was made sooner or later
:mod:`.tree`         Monte-Carlo tree search
:mod:`.plies`        the moves of one position in an alpha-beta search
:mod:`.remembering`  positions that such a search was in, and what it found of others
:mod:`.settling`     its leaves
:mod:`.deepening`    alpha-beta search
===================  ==============================================================================
"""

from spielwerk.languages.gdl.search.routines import deepening, nodes, positions, tree

ENTRIES = (
    positions.look_at,
    positions.successors,
    positions.list_moves,
    positions.judge,
    positions.sums_of,
    positions.sums_after,
    positions.worth,
    positions.hash_apart,
    positions.count_moves,
    tree.plant,
    tree.grow,
    nodes.transplant,
    deepening.deepen,
)
"""What is called from outside."""
