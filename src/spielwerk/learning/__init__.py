"""What one learns writing rules by: tutorials, step by step, and a cookbook of recipes.

Both are package data, read by :mod:`.tutorials` and :mod:`.recipes`; the studio, the pages in
``docs/`` and the tests use the same.
"""

from spielwerk.learning.recipes import Recipe, recipe_named, recipes
from spielwerk.learning.tutorials import Tutorial, TutorialStep, tutorials

__all__ = [
    "Recipe",
    "Tutorial",
    "TutorialStep",
    "recipe_named",
    "recipes",
    "tutorials",
]
