"""What a picture of a game can add to its text: types, attributes, links, phases, states, actions.

===============  ==================================================================================
:mod:`.place`   where something is to be altered
:mod:`.offers`  what can be altered there
:mod:`.altered` the text after it, or why it cannot be
:mod:`.writing` elements put into a text as its author lays it out
===============  ==================================================================================
"""

from spielwerk.languages.igold.altering.altered import altered_text
from spielwerk.languages.igold.altering.offers import alterations_at

__all__ = ["alterations_at", "altered_text"]
