"""Pictures of a game as SVG: its course as a state chart, its types as a class diagram.

=============  ====================================================================================
:mod:`.course` phases and states, and what leads from one to the next
:mod:`.types`  types with what they are made of, what they know, who may do and see what
:mod:`.routes` arrows beside boxes, so that nothing is hidden
=============  ====================================================================================
"""

from spielwerk.languages.igold.drawing.course import phases_diagram
from spielwerk.languages.igold.drawing.types import types_diagram

__all__ = ["phases_diagram", "types_diagram"]
