"""The direct engine: runs any stratified rules as they are, without grounding them.

A program in its plain form goes in, an engine (:class:`..engine.Engine`) that can also be asked
for any relation comes out: rules become Python functions once. In the order things happen:

=====================  ============================================================================
:mod:`.engine`         what is asked of states; read this first
:mod:`.preparation`    evaluates what never changes, and decides how the rest is computed
:mod:`.clauses`        rules as the engine holds them
:mod:`.analysis`       order of evaluation, levels, rings
:mod:`.growth`         which relations may hold of ever larger terms
:mod:`.inline`         small relations written out where they are used
:mod:`.estimates`      how many rows a lookup will give
:mod:`.joins`          in which order the conditions of a rule are tried
:mod:`.world`          what the compiler is told, and the names of what it makes
:mod:`.patterns`       terms in generated Python
:mod:`.functions`      the steps of a plan as statements
:mod:`.predicates`     predicates as Python functions
:mod:`.rings`          those of relations that need each other
:mod:`.compiler`       puts the functions together
=====================  ============================================================================
"""

from spielwerk.languages.gdl.direct.engine import DirectEngine

__all__ = ["DirectEngine"]
