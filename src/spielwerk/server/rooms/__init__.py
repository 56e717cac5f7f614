"""Matches at work: a room for each, all rooms of a process, and who may do what in them.

Start with :mod:`.room`: commands go in, events are written down, then everybody who watches is
told what they may see (:mod:`.picture`).
"""

from spielwerk.server.rooms.charter import Charter, Visibility, visibility_of
from spielwerk.server.rooms.explaining import explain_attempt, explain_in
from spielwerk.server.rooms.invitations import Invitations, NamedInvitation
from spielwerk.server.rooms.patch import difference
from spielwerk.server.rooms.picture import cards, tally
from spielwerk.server.rooms.presence import Present
from spielwerk.server.rooms.rights import Rights
from spielwerk.server.rooms.room import EXPLANATIONS, Room, Settled, seats_listed
from spielwerk.server.rooms.rooms import Founded, Rooms

__all__ = [
    "EXPLANATIONS",
    "Charter",
    "Founded",
    "Invitations",
    "NamedInvitation",
    "Present",
    "Rights",
    "Room",
    "Rooms",
    "Settled",
    "Visibility",
    "cards",
    "difference",
    "explain_attempt",
    "explain_in",
    "seats_listed",
    "tally",
    "visibility_of",
]
