"""Rulebooks of role-playing games as answer-set programs, and the heroes they judge.

Start with :mod:`.rules`: folders of rulebooks become :class:`Rules`, which judge a :class:`Hero`.
:mod:`.answers` makes JSON of what is found, :mod:`.questions` asks about books of anybody.
"""

from typing import TYPE_CHECKING

from spielwerk.core.lazily import lazily

if TYPE_CHECKING:
    from spielwerk.languages.rulebook.answers import (
        compared,
        completed,
        planned,
        repaired,
        validated,
    )
    from spielwerk.languages.rulebook.comparing import Comparison, compare
    from spielwerk.languages.rulebook.completing import FeatureOption, OptionStatus, complete
    from spielwerk.languages.rulebook.features import FEATURES, SEED_FEATURES, Feature, Shape, Term
    from spielwerk.languages.rulebook.hero import Hero, HeroError, HeroProblem
    from spielwerk.languages.rulebook.language import ENTRYPOINT, RULEBOOK
    from spielwerk.languages.rulebook.planning import OutOfReach, PurchasePlan, parse_goal, plan
    from spielwerk.languages.rulebook.questions import ask, check_rulebook
    from spielwerk.languages.rulebook.repairing import (
        Change,
        Repair,
        Unrepairable,
        parse_pin,
        repair,
    )
    from spielwerk.languages.rulebook.rules import Rules, rules_of
    from spielwerk.languages.rulebook.shelf import Shelf, UnknownRulebook, library
    from spielwerk.languages.rulebook.values import (
        Account,
        account_of,
        derived_values,
    )
    from spielwerk.languages.rulebook.violations import Report, Violation, Weight
else:
    lazily(__name__)

__all__ = [
    "ENTRYPOINT",
    "FEATURES",
    "RULEBOOK",
    "SEED_FEATURES",
    "Account",
    "Change",
    "Comparison",
    "Feature",
    "FeatureOption",
    "Hero",
    "HeroError",
    "HeroProblem",
    "OptionStatus",
    "OutOfReach",
    "PurchasePlan",
    "Repair",
    "Report",
    "Rules",
    "Shape",
    "Shelf",
    "Term",
    "UnknownRulebook",
    "Unrepairable",
    "Violation",
    "Weight",
    "account_of",
    "ask",
    "check_rulebook",
    "compare",
    "compared",
    "complete",
    "completed",
    "derived_values",
    "library",
    "parse_goal",
    "parse_pin",
    "plan",
    "planned",
    "repair",
    "repaired",
    "rules_of",
    "validated",
]
