"""The words that rulebooks are written in: every fact the engine reads, by name and arguments.

``docs/rulebooks.md`` tells what each means; a test keeps the two together.
"""

from __future__ import annotations

from spielwerk.languages.rulebook.features import FEATURES, Shape

_ARGUMENTS = {Shape.SINGLE: 1, Shape.NAMED: 1, Shape.LEVELLED: 2, Shape.USED: 3}

HERO_ATOMS: frozenset[tuple[str, int]] = frozenset(
    [
        *((feature.name, _ARGUMENTS[feature.shape]) for feature in FEATURES.values()),
        ("mode", 1),
        ("given", 1),
        ("earned", 1),
        ("elsewhere", 1),
        ("at_least", 2),
        ("ap_total", 1),
    ]
)
"""What holds of a hero."""

WORLD_FACTS: frozenset[tuple[str, int]] = frozenset(
    [
        *((f"known_{name}", 1) for name in FEATURES if FEATURES[name].shape is not Shape.USED),
        *((f"known_{name}", 3) for name in FEATURES if FEATURES[name].shape is Shape.USED),
        ("known_experience_level", 7),
        ("known_race_variant", 2),
        ("known_language", 2),
        ("known_tradition", 3),
        ("experience_ap", 2),
        ("free_text", 1),
        ("requires", 2),
        ("forbids", 2),
        ("excludes", 2),
        ("excludes", 3),
        ("only_if_typical", 1),
        ("max_count", 2),
        ("max_uses", 2),
        ("min_level", 2),
        ("level_cap", 2),
        ("lifts_level_cap", 2),
        ("has_usual", 2),
        ("has_typical", 2),
        ("has_atypical", 2),
        ("strongly_recommends", 2),
        ("column", 2),
        ("step_cost", 3),
        ("activation_cost", 2),
        ("start_level", 2),
        ("ap_cost", 2),
        ("free_for", 2),
        ("ap_limit", 2),
        ("max_ap_left", 1),
        ("package_price", 2),
        ("package", 2),
        ("package_ap", 3),
        ("check", 2),
        ("primary", 2),
        ("over_check", 1),
        ("exceptional", 3),
        ("attribute_max", 3),
        ("attribute_max_choice", 3),
        ("gives_tradition", 2),
        ("in_tradition", 2),
        ("derived_value", 2),
        ("derived_base", 3),
        ("derived_attribute", 3),
        ("derived_divisor", 2),
        ("derived_lead", 2),
        ("bought_max", 2),
        ("fight_value", 4),
        ("alias", 2),
        ("label", 3),
        ("ref", 3),
        ("group", 2),
        ("severity", 2),
        ("allows", 1),
        ("message", 3),
        ("optolith", 2),
        ("optolith", 3),
        ("rulebook", 1),
        ("rulebook_version", 2),
        ("rulebook_depends", 2),
        ("rulebook_depends", 3),
        ("rulebook_conflicts", 2),
        ("rulebook_title", 3),
        ("rulebook_notice", 3),
    ]
)
"""What holds of the world."""
