"""Rulebooks of role-playing games as answer-set programs, and the heroes they judge.

Start with :mod:`.rules`: folders of rulebooks become :class:`Rules`, which judge a :class:`Hero`.
:mod:`.answers` makes JSON of what is found, :mod:`.questions` asks about books of anybody.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

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
    from spielwerk.languages.rulebook.features import (
        BY_KEY,
        FEATURES,
        SEED_FEATURES,
        Feature,
        Shape,
        Term,
        entity,
        term_of,
    )
    from spielwerk.languages.rulebook.hero import MODES, Hero, HeroError, HeroProblem
    from spielwerk.languages.rulebook.language import ENTRYPOINT, RULEBOOK
    from spielwerk.languages.rulebook.planning import OutOfReach, PurchasePlan, parse_goal, plan
    from spielwerk.languages.rulebook.predicates import (
        Check,
        FightValue,
        Optolith,
        OptolithChoice,
        Package,
        Primary,
    )
    from spielwerk.languages.rulebook.questions import ASKED, QUESTIONS, ask, check_rulebook
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
        package_price,
    )
    from spielwerk.languages.rulebook.violations import Report, Violation, Weight
else:
    lazily(__name__)

__all__ = [
    "ASKED",
    "BY_KEY",
    "ENTRYPOINT",
    "FEATURES",
    "MODES",
    "QUESTIONS",
    "RULEBOOK",
    "SEED_FEATURES",
    "Account",
    "Change",
    "Check",
    "Comparison",
    "Feature",
    "FeatureOption",
    "FightValue",
    "Hero",
    "HeroError",
    "HeroProblem",
    "OptionStatus",
    "Optolith",
    "OptolithChoice",
    "OutOfReach",
    "Package",
    "Primary",
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
    "entity",
    "library",
    "package_price",
    "parse_goal",
    "parse_pin",
    "plan",
    "planned",
    "repair",
    "repaired",
    "rules_of",
    "term_of",
    "validated",
]
