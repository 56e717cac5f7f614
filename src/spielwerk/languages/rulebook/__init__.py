"""Rulebooks of role-playing games as answer-set programs, and the heroes they judge.

Start with :mod:`.rules`: folders of rulebooks become :class:`Rules`, which judge a :class:`Hero`.
"""

from spielwerk.languages.rulebook.hero import Hero, HeroError
from spielwerk.languages.rulebook.rules import Rules, rules_of
from spielwerk.languages.rulebook.violations import Report, Violation, Weight

__all__ = ["Hero", "HeroError", "Report", "Rules", "Violation", "Weight", "rules_of"]
