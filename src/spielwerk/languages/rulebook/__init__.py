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
    from spielwerk.languages.rulebook.equipment import (
        Outfit,
        WeaponRow,
        outfit_of,
        primaries_of,
        technique_values,
    )
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
    from spielwerk.languages.rulebook.hero import (
        MODES,
        Hero,
        HeroError,
        HeroProblem,
        unjudged_term,
    )
    from spielwerk.languages.rulebook.language import ENTRYPOINT, RULEBOOK
    from spielwerk.languages.rulebook.messages import FEATURE_WORDS
    from spielwerk.languages.rulebook.planning import OutOfReach, PurchasePlan, parse_goal, plan
    from spielwerk.languages.rulebook.predicates import (
        CarriedItem,
        Check,
        Coin,
        FreeFor,
        GivesTradition,
        Optolith,
        OptolithChoice,
        OptolithCounted,
        OptolithFurther,
        OptolithGratis,
        OptolithRepeats,
        OptolithSide,
        OptolithVariant,
        Package,
        PackageAp,
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
    from spielwerk.languages.rulebook.telling import FindingLine, each_line, entry_label, lines_of
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
    "FEATURE_WORDS",
    "MODES",
    "QUESTIONS",
    "RULEBOOK",
    "SEED_FEATURES",
    "Account",
    "CarriedItem",
    "Change",
    "Check",
    "Coin",
    "Comparison",
    "Feature",
    "FeatureOption",
    "FindingLine",
    "FreeFor",
    "GivesTradition",
    "Hero",
    "HeroError",
    "HeroProblem",
    "OptionStatus",
    "Optolith",
    "OptolithChoice",
    "OptolithCounted",
    "OptolithFurther",
    "OptolithGratis",
    "OptolithRepeats",
    "OptolithSide",
    "OptolithVariant",
    "OutOfReach",
    "Outfit",
    "Package",
    "PackageAp",
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
    "WeaponRow",
    "Weight",
    "account_of",
    "ask",
    "check_rulebook",
    "compare",
    "compared",
    "complete",
    "completed",
    "derived_values",
    "each_line",
    "entity",
    "entry_label",
    "library",
    "lines_of",
    "outfit_of",
    "package_price",
    "parse_goal",
    "parse_pin",
    "plan",
    "planned",
    "primaries_of",
    "repair",
    "repaired",
    "rules_of",
    "technique_values",
    "term_of",
    "unjudged_term",
    "validated",
]
