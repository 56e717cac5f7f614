"""Heroes on paper and in other programs: import, export and the printed sheet."""

from spielwerk.heroes.optolith import (
    MAX_SIZE,
    Imported,
    NotAHero,
    export_optolith,
    import_optolith,
    looks_like_optolith,
)
from spielwerk.heroes.sheet import hero_sheet

__all__ = [
    "MAX_SIZE",
    "Imported",
    "NotAHero",
    "export_optolith",
    "hero_sheet",
    "import_optolith",
    "looks_like_optolith",
]
