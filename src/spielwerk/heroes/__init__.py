"""Heroes on paper and in other programs: import, export and the printed sheet."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.heroes.offers import feature_table, feature_values, item_table, package_of
    from spielwerk.heroes.optolith_export import export_optolith
    from spielwerk.heroes.optolith_import import (
        MAX_SIZE,
        Imported,
        NotAHero,
        import_optolith,
        looks_like_optolith,
    )
    from spielwerk.heroes.sheet import hero_sheet
else:
    lazily(__name__)

__all__ = [
    "MAX_SIZE",
    "Imported",
    "NotAHero",
    "export_optolith",
    "feature_table",
    "feature_values",
    "hero_sheet",
    "import_optolith",
    "item_table",
    "looks_like_optolith",
    "package_of",
]
