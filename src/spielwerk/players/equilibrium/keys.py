"""What tells two situations of a role apart: all it has seen, as a short text.

Where a view holds everything by itself (nothing is hidden, or the game recalls) that is the view;
else it is the history.
"""

from __future__ import annotations

import json
from hashlib import blake2b

from spielwerk.core import Course, Game, Knowledge, Role, View


def key_of(game: Game, course: Course, role: Role) -> str:
    """The key of the role's situation at the end of a course."""
    if game.hidden and not game.recalls:
        return course.history(role).key[:32]
    return _short(role, course.state.view(role))


def known_key(knowledge: Knowledge) -> str:
    """The same from what the role knows."""
    game = knowledge.game
    if game.hidden and not game.recalls:
        return knowledge.history.key[:32]
    return _short(knowledge.role, knowledge.view)


def _short(role: Role, view: View) -> str:
    text = f"{role}/{json.dumps(view, sort_keys=True)}"
    return blake2b(text.encode(), digest_size=16).hexdigest()
