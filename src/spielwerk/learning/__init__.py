"""What one learns by: tutorials and a cookbook for those who write rules, lessons for players.

All are package data, read by :mod:`.tutorials`, :mod:`.recipes` and :mod:`.lessons`; the page, the
pages in ``docs/`` and the tests use the same.
"""

from spielwerk.learning.lessons import (
    LessonStep,
    RuleLesson,
    Tip,
    lesson_named,
    lesson_shown,
    rules_in_short,
    tips_for,
)
from spielwerk.learning.recipes import Recipe, recipe_named, recipes
from spielwerk.learning.tutorials import Tutorial, TutorialStep, tutorials

__all__ = [
    "LessonStep",
    "Recipe",
    "RuleLesson",
    "Tip",
    "Tutorial",
    "TutorialStep",
    "lesson_named",
    "lesson_shown",
    "recipe_named",
    "recipes",
    "rules_in_short",
    "tips_for",
    "tutorials",
]
