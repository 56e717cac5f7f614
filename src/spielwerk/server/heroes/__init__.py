"""Heroes of role-playing games: kept for their players, and asked about by rulebooks."""

from spielwerk.server.heroes.hero_json import HERO_BODY, OPTOLITH_BODY, answered, read_body
from spielwerk.server.heroes.heroes import Heroes
from spielwerk.server.heroes.rulebooks import Rulebooks, rulebook_folders

__all__ = [
    "HERO_BODY",
    "OPTOLITH_BODY",
    "Heroes",
    "Rulebooks",
    "answered",
    "read_body",
    "rulebook_folders",
]
